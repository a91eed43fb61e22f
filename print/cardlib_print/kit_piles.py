"""What a kit consists of: decks, the sheets of documents, the cards that lie in no deck, and pieces, pile by pile.

A deck, and a group of which all pieces are printed, is the same pile as if it was printed by itself. Tokens that are
counted, and none of those that no card of the decks brings, are pieces told by `tokens DECK DECK`. Sheets without
their cards, and the cards of a game without decks, are piles of the kind `kit`: `sheet TEAM` and `cards`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from shlex import join, split
from typing import TYPE_CHECKING

from cardlib.catalog.pieces import GROUPS
from cardlib.errors import CardlibError, NotFound
from cardlib_print.forms import forms
from cardlib_print.kit_tokens import tokens_brought
from cardlib_print.pieces import pieces
from cardlib_print.selection import Part, Selection, deck_place

if TYPE_CHECKING:
    from cardlib.catalog import Card, Project
    from cardlib.decks import Deck

COPIES = "copies"  # the attribute of cards that lie in no deck
TOKENS = "tokens"


@dataclass(frozen=True, slots=True)
class KitPile:
    """A pile of a kit: its file without suffix, what it is called there, what it is printed on, and the layouts."""

    file: str
    what: str
    stock: str
    part: Part
    layouts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class KitPiles:
    """The piles of a kit, the names of tokens that were left out, and of decks that are not printed.

    `counted` are the tokens of which what the cards bring makes less than there are, with how many.
    """

    piles: tuple[KitPile, ...]
    left_out: tuple[str, ...]
    other_decks: tuple[str, ...]
    counted: tuple[tuple[str, int], ...] = ()


def kit_piles(project: Project, decks: Sequence[str] = ()) -> KitPiles:
    """Return the piles of a kit; `decks` by name or file, else the first ones of the game, one for each player."""
    named, others = _decks(project, decks)
    found = []
    left: dict[str, Deck] = {}
    for name, deck in named.items():
        drawn = forms(project, deck)
        if drawn:  # the cards of the game serve all such documents
            part = Part("kit", join(["sheet", name]), f"the sheet of {deck.name}", tuple((one, 1) for one, _ in drawn))
            layouts = {form.id: layout for form, layout in drawn}
            found.append(KitPile(f"sheet-{_slug(deck.name)}", part.name, "sheet", part, layouts))
        else:
            left[name] = deck
    for name, deck in left.items():
        kind, what = deck_place(project, name)
        part = Part(kind, what, deck.name, tuple((project.cards[id_], count) for id_, count in deck.counts().items()))
        found.append(KitPile(f"deck-{_slug(deck.name)}", f"the deck {deck.name}", "deck", part, {}))
    used = [(project.cards[id_], count) for deck in left.values() for id_, count in deck.counts().items()]
    if not left:
        used = list(_lying(project))
        elsewhere = _piece_cards(project)
        cards = tuple((card, count) for card, count in used if card.id not in elsewhere)
        if cards:
            part = Part("kit", "cards", "the cards of the game", cards)
            found.append(KitPile("cards", part.name, "cards", part, {}))
    needed = tokens_brought(project, used)
    left_out, counted = [], []
    for group in GROUPS:
        try:
            extra = pieces(project, [group])
        except NotFound:
            continue
        part = Part("pieces", group, group, extra.cards)
        least = needed if group == TOKENS else {}
        fewer = {card.id: least[card.id] for card, count in extra.cards if least.get(card.id, count) < count}
        if fewer:
            left_out = [card.name for card, _ in extra.cards if fewer.get(card.id) == 0]
            counted = [(card.name, fewer[card.id]) for card, _ in extra.cards if fewer.get(card.id)]
            each = [(card, fewer.get(card.id, count)) for card, count in extra.cards]
            some = tuple((card, count) for card, count in each if count)
            titles = ", ".join(deck.name for deck in left.values())
            part = Part("pieces", join([TOKENS, *left]), f"{TOKENS} for {titles}", some)
        if part.cards:
            found.append(KitPile(group, group, group, part, extra.layouts))
    return KitPiles(tuple(found), tuple(left_out), tuple(others), tuple(counted))


def kit_selection(project: Project, decks: Sequence[str] = ()) -> Selection:
    """Return everything of a kit that lies in piles, to be compared with what lies on the table."""
    return _selection(project, kit_piles(project, decks).piles)


def kit_again(project: Project, what: str) -> Selection:
    """Return the pile of a kit that some words select. Raises `CardlibError` if there is none any more."""
    kind, *names = split(what)
    piles = kit_piles(project, names).piles
    found = [pile for pile in piles if pile.part.what == what]
    if kind == TOKENS and not found:  # the decks need all of them now
        found = [replace(pile, part=replace(pile.part, what=what)) for pile in piles if pile.file == TOKENS]
    if not found:
        raise CardlibError(f"{what!r} is in no kit of {project.slug}")
    return _selection(project, found)


def _selection(project: Project, piles: Sequence[KitPile]) -> Selection:
    parts = tuple(pile.part for pile in piles)
    layouts = {id_: layout for pile in piles for id_, layout in pile.layouts.items()}
    return Selection(f"{project.game.name} · kit", tuple(one for part in parts for one in part.cards), parts, layouts)


def _decks(project: Project, names: Sequence[str]) -> tuple[dict[str, Deck], list[str]]:
    """The decks to print by name, and the names of others that could be; documents are printed only if named."""
    from cardlib.decks import load_deck, project_decks

    if names:
        return {name: load_deck(name, project) for name in names}, []
    kinds = project.game.raw.get("documents")
    if isinstance(kinds, list) and kinds and "deck" not in kinds:
        every = sorted(project_decks(project))
        return {}, [name for name in every if forms(project, load_deck(name, project, strict=False))]
    known = [name for name in sorted(project_decks(project)) if load_deck(name, project, strict=False).counts()]
    count = project.game.players[1]
    return {name: load_deck(name, project) for name in known[:count]}, known[count:]


def _lying(project: Project) -> Iterator[tuple[Card, int]]:
    """The cards that lie in no deck, with how many there are of each."""
    for card in project.cards.values():
        value = card.attributes.get(COPIES, 1 if COPIES not in project.game.attributes else 0)
        if isinstance(value, int) and value > 0:
            yield card, value


def _piece_cards(project: Project) -> set[str]:
    try:
        return {card.id for card, _ in pieces(project).cards}
    except NotFound:
        return set()


def _slug(name: str) -> str:
    return "-".join("".join(letter if letter.isalnum() else " " for letter in name.lower()).split()) or "deck"
