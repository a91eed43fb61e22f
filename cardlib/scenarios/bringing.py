"""What a scenario is set up from beside its position: documents of seats and of the table.

Only what matters needs to be there. A document is the name of one of the project's own, or written out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardlib.decks import Deck, parse_deck
from cardlib.decks.brought import check_players, told_of
from cardlib.decks.files import own_deck
from cardlib.filters import nearest_note
from cardlib.game import SetUp
from cardlib.scenarios.reading import ScenarioError

if TYPE_CHECKING:
    from cardlib.game import Game

TABLE = "table"


def brought(game: Game, given: Mapping[str, Any], letters: Sequence[str]) -> SetUp:
    """Return what the documents of a scenario bring, the cards of each seat among it; raises CardlibError."""
    said: Mapping[str, Any] = given.get("documents", {})
    for word in said:
        if word not in (*letters, TABLE):
            near = nearest_note(word, (*letters, TABLE))
            raise ScenarioError(f"documents: no '{word}'; expected one of {', '.join([*letters, TABLE])}{near}")
    held = [_documents(game, said.get(letter, ())) for letter in letters]
    there = tuple(map(told_of, _documents(game, said.get(TABLE, ()))))
    check_players(game.project, there, len(letters))
    told = [[told_of(one) for one in seat] for seat in held]
    return SetUp(
        tuple(tuple(sorted(card for one in seat for card in game.cards_of(one))) for seat in held),
        tuple(seat[0] if len(seat) == 1 else seat or {} for seat in told) if any(told) else (),
        there,
    )


def _documents(game: Game, said: str | Mapping[str, Any] | Sequence[Any]) -> list[Deck]:
    """The documents that a scenario names or writes out: one, or a list."""
    several = [said] if isinstance(said, str | Mapping) else [*said]
    return [
        own_deck(one, game.project) if isinstance(one, str) else parse_deck(json.dumps(one), game.project, "documents")
        for one in several
    ]
