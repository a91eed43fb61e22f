"""What each unit is about: an Objective to capture or to attack, a Respawn Point, an enemy unit, and the way there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.board import objectives
from cardlib.games.analog_tactics.judgement import weights as w
from cardlib.games.analog_tactics.kinds import POINTS, RESPAWN
from cardlib.kernel.boards.board import Board
from cardlib.kernel.boards.distances import moves_from
from cardlib.kernel.boards.occupants import board_of
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

WAYS: Final = 4096  # ways to a goal that are kept


class Goal(NamedTuple):
    """What a unit is about, how many steps are left until it is in reach, and what that is worth now."""

    thing: int
    steps: int
    worth: float


@lru_cache(maxsize=WAYS)
def ways(board: Board, goal: int, blocked: int) -> tuple[int, ...]:
    """Return how many steps it is from each space to a goal, around what stands in the way."""
    return moves_from(board, goal, blocked)


def steps_to(m: Match, thing: int) -> tuple[int, ...]:
    """Return how many steps it is from each space to a thing, around Objectives, Respawn Points and Obstacles."""
    return ways(board_of(m), m.state.place[thing], in_the_way(m))


def in_the_way(m: Match) -> int:
    """Return the spaces on which something stands that stays there, as one number."""
    found: int | None = m.cache.get("in_the_way")
    if found is None:
        found, place = 0, m.state.place
        for thing in (*units.objectives(m), *units.respawns(m), *units.obstacles(m)):
            found |= 1 << place[thing]
        m.cache["in_the_way"] = found
    return found


def goals(m: Match, player: int) -> dict[int, Goal]:
    """Return the goals of a player's units; a capture is the goal of one unit, of the nearest that can pay for it."""
    own = units.units(m, player)
    found = captures(m, player, own)
    preyed = [(thing, worth, steps_to(m, thing)) for thing, worth in prey(m, player)]
    for unit in own:
        if unit not in found:
            goal = best_attack(m, preyed, unit)
            if goal is not None:
                found[unit] = goal
    return found


def captures(m: Match, player: int, own: list[int]) -> dict[int, Goal]:
    """Give the nearest units what can be captured, Objectives first."""
    found: dict[int, Goal] = {}
    columns, place = m.state.columns, m.state.place
    points = units.capture_points(m, player)
    able = [unit for unit in own if units.stat(m, unit, POINTS[points])]
    for thing in (*units.objectives(m), *units.respawns(m)):
        if not able or objectives.uncapturable(m, player, thing) is not None:
            continue
        far = steps_to(m, thing)
        unit = min(able, key=lambda one: far[place[one]])
        steps = far[place[unit]] - 1
        if units.kind(m, thing) == RESPAWN:
            if steps > columns["movement_points"][unit] + 2:
                continue
            worth = w.POSTING
        else:
            worth = w.CAPTURE
        able.remove(unit)
        late = 0.0 if steps or columns[points][unit] else w.LATE
        found[unit] = Goal(thing, steps, worth * (max(0.0, 1.0 - w.PACE * steps) - late))
    return found


def best_attack(m: Match, preyed: Sequence[tuple[int, float, Sequence[int]]], unit: int) -> Goal | None:
    """Return what a unit attacks, or goes towards: enemy units and their Objectives, near and weak ones first.

    `preyed` has what may be attacked, what it is worth to be in reach of it, and how far it is from each space.
    """
    s, best = m.state, None
    here, reach = s.place[unit], units.stat(m, unit, "range")
    for thing, worth, far in preyed:
        steps = far[here] - reach
        if steps < 0:
            steps = 0
        late = 1.0 - w.PACE * steps
        value = worth * late if late > 0.0 else 0.0
        if best is None or value > best[2]:
            best = thing, steps, value
    return Goal(*best) if best is not None else None


def prey(m: Match, player: int) -> list[tuple[int, float]]:
    """Return what a player would attack, each with what it is worth to be in reach of it."""
    s, worths = m.state, m.facts.game.worth
    found = [(thing, w.SIEGE) for thing in units.objectives(m) if s.controller[thing] not in (player, NOWHERE)]
    for other in range(m.facts.players):
        if other != player:
            found += [
                (unit, w.PREY * worths[s.card[unit]] + w.WOUNDED * wounded(m, unit)) for unit in units.units(m, other)
            ]
    return found


def wounded(m: Match, unit: int) -> float:
    """Return which share of its Health a unit lacks."""
    wounds = m.state.columns["wounds"][unit]
    return wounds / max(1, units.stat(m, unit, "health")) if wounds else 0.0
