"""What a scenario is set up from beside its position, or in place of one: documents of seats and of the table.

Only what matters needs to be there. A document is the name of one of the project's own, written out, or `like` one of
them with what is changed. What a document has in slots can also lie in those of a permanent.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardlib.decks import Deck, parse_deck
from cardlib.decks.brought import Told, check_players, players_named, told_of
from cardlib.decks.files import own_deck
from cardlib.decks.kinds import DECK, kind_of, plain
from cardlib.filters import nearest_note
from cardlib.game import SetUp
from cardlib.scenarios.reading import ScenarioError

if TYPE_CHECKING:
    from cardlib.game import Game

TABLE = "table"
LIKE = "like"


def brought(game: Game, given: Mapping[str, Any], letters: Sequence[str]) -> SetUp:
    """Return what the documents of a scenario bring, the cards of each seat among it; raises CardlibError."""
    said: Mapping[str, Any] = given.get("documents", {})
    for word in said:
        if word not in (*letters, TABLE):
            near = nearest_note(word, (*letters, TABLE))
            raise ScenarioError(f"documents: no '{word}'; expected one of {', '.join([*letters, TABLE])}{near}")
    held = [_documents(game, said.get(letter, ())) for letter in letters]
    there = _on_the_table(game, said)
    check_players(game.project, there, len(letters))
    told = [[told_of(one) for one in seat] for seat in held]
    return SetUp(
        tuple(tuple(sorted(card for one in seat for card in game.cards_of(one))) for seat in held),
        tuple(seat[0] if len(seat) == 1 else seat or {} for seat in told) if any(told) else (),
        there,
    )


def seated(game: Game, given: Mapping[str, Any]) -> int | None:
    """Return for how many players the documents of the table are; None where they do not say."""
    return players_named(game.project, _on_the_table(game, given.get("documents", {})))


def _on_the_table(game: Game, said: Mapping[str, Any]) -> tuple[Told, ...]:
    return tuple(map(told_of, _documents(game, said.get(TABLE, ()))))


def _documents(game: Game, said: str | Mapping[str, Any] | Sequence[Any]) -> list[Deck]:
    """The documents that a scenario names or writes out: one, or a list."""
    return [_document(game, one) for one in ([said] if isinstance(said, str | Mapping) else said)]


def _document(game: Game, said: str | Mapping[str, Any]) -> Deck:
    """A document of the project by its name, one that is written out, or one that is like another one."""
    project = game.project
    if isinstance(said, str):
        return own_deck(said, project)
    if LIKE not in said or "kind" in said:
        return parse_deck(json.dumps(said), project, "documents")
    name = said[LIKE]
    model = own_deck(name, project)
    if model.kind == DECK:
        raise ScenarioError(f"documents: '{name}' is a deck, and only documents of other kinds can be like one")
    changes = {word: value for word, value in said.items() if word != LIKE}
    made = {"kind": model.kind, "name": model.name, **_changed(plain(model.fields), changes, f"like '{name}'")}
    return parse_deck(json.dumps(made), project, "documents")


def _changed(old: Mapping[str, Any], changes: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Return what a document says with changes: objects change key by key, null leaves out, all else takes the place.

    An object in place of a list changes its entries by their numbers from 1.
    """
    made = dict(old)
    for word, value in changes.items():
        before, place = old.get(word), f"{where}: {word}"
        if value is None:
            if word not in old:
                raise ScenarioError(f"{place} is left out, and is not there{nearest_note(word, old)}")
            del made[word]
        elif isinstance(before, Mapping) and isinstance(value, Mapping):
            made[word] = _changed(before, value, place)
        elif isinstance(before, Sequence) and not isinstance(before, str) and isinstance(value, Mapping):
            entries = {str(at): one for at, one in enumerate(before, 1)}
            for number in value:
                if number not in entries:
                    raise ScenarioError(f"{place}: no entry {number}; expected one of 1 to {len(entries)}")
            made[word] = [*_changed(entries, value, place).values()]
        else:
            made[word] = value
    return made


def in_slots(game: Game, name: str) -> Iterator[tuple[str, str]]:
    """Yield slot and card of everything that a document of the project has in slots; raises CardlibError for none."""
    model, slots = own_deck(name, game.project), game.facts.holders.slots
    fields = {} if model.kind == DECK else kind_of(game.project, model.kind).fields
    maps = [word for word, of in fields.items() if of.type == "map" and of.of is not None and of.of.type == "card"]
    found = [(slot, card) for word in maps for slot, card in dict(model.fields.get(word, {})).items() if slot in slots]
    if not found:
        raise ScenarioError(f"'{name}' has no cards in slots; expected a document that has, by the names of slots")
    yield from found
