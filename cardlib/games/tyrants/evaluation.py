"""How good a position is, and which options are worth a search: what the bots know of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardlib.engine.decisions import Value
from cardlib.engine.state import NOWHERE
from cardlib.games.tyrants.board import base, units
from cardlib.games.tyrants.numbers import attack_value, remaining

if TYPE_CHECKING:
    from cardlib.engine.match import Match

WON = 10_000.0


def evaluate(m: Match, player: int) -> float:
    """Return how good a position is for a player: what that side has less what the other side has."""
    s = m.state
    if s.result is not None:
        winner = s.result[0]
        return 0.0 if winner == NOWHERE else WON if winner == player else -WON
    return _side(m, player) - _side(m, 1 - player)


def _side(m: Match, player: int) -> float:
    s = m.state
    worth = 3.0 * remaining(m, base(m, player))
    for unit in units(m, player):
        worth += 2.0 + attack_value(m, unit) + remaining(m, unit)
    return worth + 25.0 * s.players[player]["objective-token"] + 1.5 * len(s.zones[m.facts.zone["hand"][player]])


def worth_trying(m: Match, values: Sequence[Value]) -> Sequence[int]:
    """Return the indices of the options that a search looks at."""
    return range(len(values))
