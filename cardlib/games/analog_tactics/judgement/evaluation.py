"""How good a position of Analog Tactics is: VP first, then what brings them, Health, and what units are about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.attacks import attacking, volleys
from cardlib.games.analog_tactics.classes import owning, upkeep
from cardlib.games.analog_tactics.judgement import goals
from cardlib.games.analog_tactics.judgement import weights as w
from cardlib.games.analog_tactics.kinds import COMMON, ENGINEER
from cardlib.kernel import seats
from cardlib.kernel.boards import facing
from cardlib.kernel.boards.distances import distances
from cardlib.kernel.boards.occupants import board_of
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

PARTS: Mapping[str, str] = {
    "points": "victory points",
    "objects": "Objectives, Respawn Points and Obstacles",
    "units": "units on the board, by their Health and what they score for an enemy",
    "grown": "what a team has learned beside its level",
    "goals": "what the own units are about",
    "left": "points that they have left",
    "facing": "whom they face",
    "danger": "whom they are exposed to",
}


def evaluate(m: Match, player: int) -> float:
    """Return how good a position is for a player, against the others, the best of them above all."""
    if seats.is_out(m, player):
        return -w.WON
    others = [worth(m, other) for other in seats.opponents(m, player)]
    if not others:
        return w.WON
    ahead = worth(m, player) + about(m, player)
    return ahead - w.LEADER * max(others) - (1.0 - w.LEADER) * sum(others) / len(others)


def worth(m: Match, player: int) -> float:
    """Return what a player has: victory points, objects, units, and what the team has learned."""
    weight = m.judgement.weights
    found = weight["points"] * w.POINT * m.state.players[player]["vp"] + weight["objects"] * objects(m, player)
    return found + weight["units"] * team(m, player) + weight["grown"] * grown(m, player)


def scorings(m: Match, player: int) -> int:
    """Return at how many ends of the own turn an Objective is counted on (AT-041, AT-221, AT-224)."""
    s = m.state
    left = 1 if s.vars["last_round"] else min(w.TURNS, m.facts.constants["round_limit"] - s.vars["round"] + 1)
    passed = s.order.index(player) < s.vars["place"] and s.vars["active"] != player
    return max(0, left - passed) if left < w.TURNS else left


def objects(m: Match, player: int) -> float:
    """Return what the Objectives, Respawn Points and Obstacles of a player are worth."""
    s, columns = m.state, m.state.columns
    found = 0.0
    held = w.POINT * m.facts.constants["objective_points"] * scorings(m, player) + w.TIES
    for thing in units.objectives(m):
        if s.controller[thing] == player:
            found += held - w.BREACH * columns["wounds"][thing] + w.GUARDED * units.armor(m, thing)
    for thing in units.respawns(m):
        if s.controller[thing] == player:
            found += w.POST
    for thing in units.obstacles(m):
        if s.controller[thing] == player:
            found += w.BUILT
    return found


def team(m: Match, player: int) -> float:
    """Return what the units of a player on the board are worth, by their Health and what they score for an enemy."""
    s, game = m.state, m.facts.game
    rebuilt = units.class_of(m, player) == ENGINEER
    found = 0.0
    for unit in units.units(m, player):
        found += w.REBUILT if rebuilt and units.kind(m, unit) >= COMMON else w.PRESENT
        found -= w.WORTH * w.POINT * game.worth[s.card[unit]] * goals.wounded(m, unit)
    return found


def grown(m: Match, player: int) -> float:
    """Return what a team has learned beside its level: houses, elements, Blueprints, ranks of weapons, the bonus."""
    said, columns = m.state.players[player], m.state.columns
    ranks = sum(said[name] for name in owning.HOUSES) + sum(said[name] for name in upkeep.ELEMENTS) + said["pool"]
    for unit in units.units(m, player):
        ranks += columns["blueprints"][unit].bit_count() + columns["elite_blueprints"][unit].bit_count()
    return w.GROWN * ranks + w.BONUS * said["bonus"]


def about(m: Match, player: int) -> float:
    """Return what the units of a player are about: their goals, whom they face, the points that they have left."""
    s, columns = m.state, m.state.columns
    weight = m.judgement.weights
    found = weight["goals"] * sum(goal.worth for goal in goals.goals(m, player).values())
    turned, danger = weight["facing"], weight["danger"]
    there = [one for one in attacking.enemies(m, player) if s.controller[one] not in (player, NOWHERE)]
    hostile = [s.place[one] for one in there if s.place[one] != NOWHERE]
    threats = [
        (s.place[one], units.stat(m, one, "range"))
        for other in seats.opponents(m, player)
        for one in units.units(m, other)
    ]
    for unit in units.units(m, player):
        for pool, value in w.LEFT.items():
            found += weight["left"] * value * columns[pool][unit]
        found += turned * w.FACED * faced(m, unit, hostile) - danger * w.OPEN * exposed(m, unit, threats)
    return found


def faced(m: Match, unit: int, hostile: list[int]) -> float:
    """Return how well a unit faces the nearest that it could attack in its arc: fully in reach, less further away."""
    board, here = board_of(m), m.state.place[unit]
    front, far = facing.arc_of(board, here, m.state.columns["facing"][unit], "front"), distances(board, here)
    near = min([far[space] for space in hostile if front >> space & 1], default=NOWHERE)
    return 1.0 / (1 + max(0, near - units.stat(m, unit, "range"))) if near != NOWHERE else 0.0


def exposed(m: Match, unit: int, threats: list[tuple[int, int]]) -> float:
    """Return how much a unit is in danger: by how many enemies it is in range of, and what its elimination scores."""
    far = distances(board_of(m), m.state.place[unit])
    many = len([space for space, reach in threats if far[space] <= reach])
    if not many:
        return 0.0
    points: int = m.facts.game.worth[m.state.card[unit]]
    return many * points * (1.0 if units.health(m, unit) < w.WEAK else 0.5)


def missed(m: Match, player: int) -> float:
    """Return what it costs to stop now: Attack points with which something could still be attacked."""
    found = sum(
        m.state.columns["attack_points"][unit]
        for unit in units.units(m, player)
        if attacking.unable_to_attack(m, unit) is None and attacking.options(m, unit, volleys.reach(m, unit))
    )
    return m.judgement.weights["left"] * w.MISSED * found
