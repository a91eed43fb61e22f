"""What a match reads of a game's data: whether two versions of it can play otherwise, known before a game is played.

    reads(before, decks) == reads(after, decks)     of these decks the same seed gives the same match

What is only shown is left out, such as flavour texts and pictures. Where the rules bring no cards of their own into
play (`Rules.makes_cards`), so is what is printed on cards that cannot be in the match: no deck and no supply has them,
and nothing of what is there names them. A name counts as read, for filters and notations do read it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cardlib.catalog import Card

if TYPE_CHECKING:
    from cardlib.game import Game

# Members of game.json that are printed and told.
_TOLD = frozenset({"$schema", "name", "source", "credits", "licence", "type_line", "stats", "colours"})
_SHOWN = frozenset({"flavour", "art", "formerly", "text"})  # members of a card, and those of its abilities
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def reads(game: Game, decks: Sequence[Sequence[str]], said: Sequence[object] = ()) -> dict[str, Any]:
    """Return what a match of some decks reads: equal where it is the same match, whatever else differs.

    `decks` are lists of ids (`Facts.listed`), `said` what documents say. Bots of somebody's own may read more: they
    see a match as it is told.
    """
    project, facts = game.project, game.facts
    return {
        "game": {name: value for name, value in project.game.raw.items() if name not in _TOLD},
        "keywords": {id_: replace(one, reminder="", plain="") for id_, one in project.keywords.items()},
        "files": project.digest_of("boards", "dice", "units", "abilities", "documents", "pieces.json"),
        "cards": {id_: _read_of(project.cards[id_]) for id_ in reach(game, decks, said)},
        # of all cards together
        "listening": facts.listening,
        "reacting": facts.reacting,
        "automatic": facts.automatic,
        "heard": facts.heard,
        "losing": facts.losing,
        "backs": facts.mixed_backs,
    }


def reach(game: Game, decks: Sequence[Sequence[str]], said: Sequence[object] = ()) -> frozenset[str]:
    """Return the ids of all cards that a match of some decks may have in it: all of the game, where nobody knows."""
    cards = game.project.cards
    if game.rules.makes_cards:
        return frozenset(cards)
    waiting = {name.rpartition("/")[2] for deck in decks for name in deck}
    waiting |= {game.facts.ids[card] for supply in game.facts.holders.supplies.values() for card in supply.cards}
    waiting |= set(_named((game.project.game.raw, said), cards))
    found: set[str] = set()
    while waiting:
        card = cards[waiting.pop()]
        found.add(card.id)
        waiting |= set(_named((card.abilities, card.attributes, card.words), cards)) - found
    return frozenset(found)


def unread(game: Game, place: str, decks: Sequence[Sequence[str]], said: Sequence[object] = ()) -> str:
    """Return why a match of some decks does not read a place of the data, as `--set` names it; "" where it may."""
    kind, _, rest = place.partition(".")
    card, _, members = rest.partition(".")
    if kind != "cards":
        return ""
    if _SHOWN & set(members.split(".")):
        return f"{place}: play does not read it"
    if card in game.project.cards and card not in reach(game, decks, said):
        return f"{card}: no deck here holds it, and nothing brings it into play"
    return ""


def _read_of(card: Card) -> Card:
    abilities = tuple(_without_texts(ability) for ability in card.abilities)
    return replace(
        card,
        abilities=abilities,
        flavour="",
        art="",
        formerly=(),
        written=None,
        file="",
        place="",
        line=0,
        type_line="",
    )


def _without_texts(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _without_texts(part) for name, part in value.items() if name != "text"}
    return [_without_texts(part) for part in value] if isinstance(value, list | tuple) else value


def _named(value: object, ids: Collection[str]) -> Iterator[str]:
    """Yield the ids that stand anywhere in a value, also as a word in a text."""
    if isinstance(value, str):
        yield from (word for word in _ID.findall(value) if word in ids)
    elif isinstance(value, Mapping):
        for name, part in value.items():
            yield from _named(name, ids)
            yield from _named(part, ids)
    elif isinstance(value, list | tuple | frozenset | set):
        for part in value:
            yield from _named(part, ids)
