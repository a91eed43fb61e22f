"""What to print: a deck with its counts, or the cards that a query finds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from cardlib.errors import CardlibError
from cardlib.filters import nearest_note, parse, printed
from cardlib.filters.words import listed, number_of
from cardlib_print.pieces import pieces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from cardlib.catalog import Card, Project
    from cardlib_print.forms import Form


# What a pile of cards on the table is: a deck of the project, a deck in a file elsewhere, what a query finds, pieces of
# a group, or what only a kit prints.
Kind = Literal["deck", "file", "query", "pieces", "kit"]

# What lies in a pile that is none of cards, by its kind and the first word that selects it.
NOUNS = {
    ("pieces", "tokens"): "token",
    ("pieces", "dice"): "die side",
    ("pieces", "board"): "board piece",
    ("pieces", "reference"): "reference card",
    ("kit", "sheet"): "form",
}


@dataclass(frozen=True, slots=True)
class Part:
    """What makes one pile on the table: the words that select it, what it is called, and its cards with their copies.

    `what` is the id of a deck, the path of a file, a query, a group of pieces, or words of `kit_piles`; `copies` what
    stands in place of the deck's numbers; with `only` these are some of its cards.
    """

    kind: Kind
    what: str
    name: str
    cards: tuple[tuple[Card, int], ...]
    copies: str = ""
    only: str = ""

    @property
    def noun(self) -> str:
        """What each of its cards is on the table."""
        return NOUNS.get((self.kind, self.what.partition(" ")[0]), "card")


@dataclass(frozen=True, slots=True)
class Selection:
    """Cards with their numbers of copies, in the order in which they are printed, and what to call them.

    `parts` says which pile each of them belongs to, and `layouts` names those of pieces, by id.
    """

    title: str
    cards: tuple[tuple[Card, int], ...]
    parts: tuple[Part, ...] = ()
    layouts: Mapping[str, str] = field(default_factory=dict)


def told(piles: Iterable[tuple[Part, Sequence[tuple[Card, int]]]]) -> str:
    """Return how many of what is in some piles, with the cards of each: `40 cards and 20 tokens`."""
    counts: dict[str, int] = {}
    for part, cards in piles:
        counts[part.noun] = counts.get(part.noun, 0) + sum(count for _, count in cards)
    return listed([number_of(count, noun) for noun, count in counts.items() if count])


def gathered(
    project: Project,
    what: str = "",
    only: str = "",
    copies: int | str | None = None,
    groups: Sequence[str] = (),
    kind: Kind | None = None,
) -> Selection:
    """Return what is printed together: a deck or what a query finds, and groups of pieces; the latter alone too.

    Raises as `select` does, and `NotFound` for a group of which the game prints nothing.
    """
    chosen = None if groups and not (what or only) else select(project, what, only, copies, kind)
    parts = list(chosen.parts) if chosen else []
    layouts = dict(chosen.layouts) if chosen else {}
    for group in groups:
        found = pieces(project, [group])
        layouts.update(found.layouts)
        parts.append(Part("pieces", group, group, found.cards))
    title = chosen.title if chosen else f"{project.game.name} · {', '.join(groups)}"
    return Selection(title, tuple(one for part in parts for one in part.cards), tuple(parts), layouts)


def select(
    project: Project, what: str, only: str = "", copies: int | str | None = None, kind: Kind | None = None
) -> Selection:
    """Return the cards of a deck (a file, or the name of a deck of the project), else those that a query finds.

    A document that layouts of the project are for comes first, as one form for each of them.
    `only` is a filter on top; `copies` replaces every card's number, by one or by what an attribute of each says. An
    empty `what` means every card. With `kind` it is that and nothing else: a query never becomes a deck that is called
    so, and no deck that has gone a query. Raises `CardlibError` if nothing is left, `FilterError` and `UnknownCards`
    for what cannot be read.
    """
    drawn: list[tuple[Form, str]] = []
    if kind != "query" and (kind is not None or _is_deck(project, what)):
        from cardlib.decks import load_deck
        from cardlib_print.forms import forms

        deck = load_deck(what, project)
        name, title = deck.name, f"{project.game.name} · {deck.name}"
        kind, where = deck_place(project, what)
        drawn = forms(project, deck)
        counted = [(project.cards[id_], count) for id_, count in deck.counts().items()]
    else:
        kind, where = "query", what
        name, title = what or "all cards", project.game.name
        passes = test_of(project, what)
        counted = [(card, 1) for card in project.cards.values() if passes(card)]
        if not counted:
            raise CardlibError(_nothing(project, what))
    if only:
        drawn = []
        passes = test_of(project, only)
        counted = [(card, count) for card, count in counted if passes(card)]
        if not counted:
            raise CardlibError(f"none of these cards passes {only!r}")
    if isinstance(copies, str):
        counted = [(card, _printed(project, card, copies)) for card, _ in counted]
        if not any(count for _, count in counted):
            raise CardlibError(f"none of these cards says how many there are of it: no {copies}")
    elif copies is not None:
        counted = [(card, copies) for card, _ in counted]
    whole = [*((form, 1) for form, _ in drawn), *counted]
    part = Part(kind, where, name, tuple(whole), "" if copies is None else str(copies), only)
    return Selection(title, part.cards, (part,), {form.id: layout for form, layout in drawn})


def deck_place(project: Project, what: str) -> tuple[Kind, str]:
    """Return what tells a deck from all others: its id, or where its file lies."""
    from cardlib.decks import project_decks

    own = project_decks(project)
    if not _is_file(what):
        return "deck", what
    path = Path(what).resolve()
    return next((("deck", id_) for id_, one in own.items() if one.resolve() == path), ("file", str(path)))


def _printed(project: Project, card: Card, attribute: str) -> int:
    """What a card says in an attribute of whole numbers, 0 where it has none."""
    numbers = [info.id for info in project.game.attributes.values() if info.type == "integer"]
    if attribute not in numbers:
        near = nearest_note(attribute, numbers)
        raise CardlibError(f"copies: found {attribute!r}, expected a number, or an attribute of whole numbers{near}")
    value = card.attributes.get(attribute)
    return value if isinstance(value, int) else 0


def _is_deck(project: Project, what: str) -> bool:
    """A deck of the project, a file, or a word that looks like a file: a slip in its name is no query then."""
    if not what or " " in what:
        return bool(what) and _is_file(what)
    from cardlib.decks import project_decks
    from cardlib.decks.files import SUFFIXES

    return what in project_decks(project) or _is_file(what) or Path(what).suffix in SUFFIXES


def _is_file(what: str) -> bool:
    """Whether a word is a file's name; a query may be longer than any."""
    try:
        return Path(what).is_file()
    except OSError:
        return False


def test_of(project: Project, query: str) -> Callable[[Card], bool]:
    """Return the test of a query on a card as it is printed; `in:` may name any deck."""

    def ids(deck: str) -> set[str]:
        from cardlib.decks import load_deck

        return set(load_deck(deck, project, strict=False).counts())

    return printed(parse(query, project.vocabulary), decks=ids)


def _nothing(project: Project, what: str) -> str:
    from cardlib.decks import project_decks

    near = nearest_note(what, [*project_decks(project), *project.cards])
    return f"{what!r} is no deck and finds no card{near}"
