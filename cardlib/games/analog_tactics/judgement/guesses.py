"""What a player may be expected to answer where a search does not ask: which way a unit faces, where it enters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.attacks import attacking
from cardlib.games.analog_tactics.course import respawning
from cardlib.games.analog_tactics.judgement import goals
from cardlib.kernel.boards.distances import distances
from cardlib.kernel.boards.facing import directions_to
from cardlib.kernel.boards.occupants import board_of
from cardlib.kernel.decisions import Choice
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


def face(m: Match, unit: int) -> Choice:
    """A unit faces the nearest enemy, or Objective of one."""
    s, board = m.state, board_of(m)
    player, here = s.controller[unit], s.place[unit]
    far = distances(board, here)
    near = [s.place[one] for one in attacking.enemies(m, player) if s.controller[one] not in (player, NOWHERE)]
    ways = directions_to(board, here, min(near, key=far.__getitem__)) if near else ()
    return ("toward", ways[0] if ways else s.columns["facing"][unit])


def enter(m: Match, unit: int) -> Choice | None:
    """A unit enters as near as it can to an Objective that its player does not control."""
    s = m.state
    player = s.controller[unit]
    spaces = respawning.doors(m, unit)
    wanted = [one for one in units.objectives(m) if s.controller[one] != player]
    if not wanted:
        return ("space", spaces[0])
    rows = [goals.steps_to(m, one) for one in wanted]
    return ("space", min(spaces, key=lambda space: min(row[space] for row in rows)))
