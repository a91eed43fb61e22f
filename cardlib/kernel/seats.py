"""Who sits at a match, in which order they take their turns, and who is out of it.

The turn order is data of the match (`State.order`), and so is who is out (`State.out`). Players have the numbers from
0; behind them come those who act by rules and have no seat (`actors` in game.json): they take their turns in the same
order, and are never asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


def is_out(m: Match, side: int) -> bool:
    """Whether a player (or an actor) is out of the match."""
    return any(entry[0] == side for entry in m.state.out)


def players_in(m: Match) -> list[int]:
    """Return the players who are in the match, in the order of their seats."""
    players = range(m.facts.players)
    return [player for player in players if not is_out(m, player)] if m.state.out else list(players)


def around(m: Match, first: int) -> list[int]:
    """Return all who are in the match, actors too, in turn order from `first` on, or from whoever follows who is out.

    Who is not in the turn order has no turn; it is asked all the same, and comes last.
    """
    order = m.state.order
    at = order.index(first) if first in order else 0
    turned = order[at:] + order[:at]
    gone = {entry[0] for entry in m.state.out}
    rest = tuple(side for side in range(m.facts.sides) if side not in order) if len(order) < m.facts.sides else ()
    return [side for side in turned + rest if side not in gone]


def players_around(m: Match, first: int) -> list[int]:
    """Return the players who are in the match, in turn order from `first` on."""
    players = m.facts.players
    return [side for side in around(m, first) if side < players]


def next_side(m: Match, side: int) -> int:
    """Return who takes the turn after a player or actor; itself where nobody else is left."""
    order = m.state.order
    at = order.index(side) if side in order else -1
    gone = {entry[0] for entry in m.state.out}
    return next((other for other in order[at + 1 :] + order[: at + 1] if other not in gone), side)


def next_player(m: Match, player: int) -> int:
    """Return the player who comes after another one in turn order, past actors and who is out."""
    return next((side for side in players_around(m, player) if side != player), player)


def opponents(m: Match, player: int) -> list[int]:
    """Return the other players who are in the match, in turn order after a player."""
    key = ("opponents", player)
    found: tuple[int, ...] | None = m.steady.get(key)
    if found is None:
        found = m.steady[key] = tuple(other for other in players_around(m, player) if other != player)
    return list(found)


def neighbours(m: Match, player: int) -> list[int]:
    """Return the players before and after a player in turn order; one where only two are left."""
    others = opponents(m, player)
    return others if len(others) < 2 else [others[-1], others[0]]


def places(m: Match, numbers: Mapping[int, int]) -> list[list[int]]:
    """Return the players by place for `Match.end_ranked`: who has most first, those with as much together.

    `numbers` are those of players who are in; behind them come those who are out, the last to go first.
    """
    found = [[player for player in numbers if numbers[player] == one] for one in sorted({*numbers.values()})]
    moments = dict.fromkeys(entry[1] for entry in m.state.out)
    gone = [[entry[0] for entry in m.state.out if entry[1] == one and entry[0] < m.facts.players] for one in moments]
    return [group for group in (*found[::-1], *gone[::-1]) if group]
