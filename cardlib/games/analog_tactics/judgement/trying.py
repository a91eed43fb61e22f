"""Which options of Analog Tactics are worth a look: steps that lead somewhere, turns that open an attack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.attacks import attacking
from cardlib.games.analog_tactics.judgement import goals
from cardlib.kernel.boards.distances import distances
from cardlib.kernel.boards.occupants import board_of
from cardlib.kernel.decisions import Choice

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


def worth_trying(m: Match, choices: Sequence[Choice]) -> Sequence[int]:
    """Return the options worth a look, by index; at least one."""
    if len(choices) == 1 or choices[-1] != ("end",):
        return range(len(choices))
    player = m.state.vars["active"]
    attackers = {choice[1] for choice in choices if choice[0] == "attack"}
    plain = m.facts.game.every_unit
    found = []
    about, preyed = goals.goals(m, player), [thing for thing, _ in goals.prey(m, player)]
    for index, choice in enumerate(choices):
        verb = choice[0]
        if verb == "move" and not nearer(m, about.get(choice[1]), preyed, choice[1], choice[2]):
            continue
        if verb == "turn" and (choice[1] in attackers or not flanked(m, player, choice[1])):
            continue
        if verb == "react" and choice[2] in plain:
            continue
        found.append(index)
    return found


def nearer(m: Match, goal: goals.Goal | None, preyed: Sequence[int], unit: int, space: int) -> bool:
    """Whether a step leads a unit nearer to its goal, or to something that it could attack."""
    here = m.state.place[unit]
    if goal is None:
        return True
    row = goals.steps_to(m, goal.thing)
    if row[space] < row[here]:
        return True
    if not m.state.columns["attack_points"][unit]:
        return False
    reach = units.stat(m, unit, "range")
    for thing in preyed:
        row = goals.steps_to(m, thing)
        if row[space] < row[here] <= reach + 3:
            return True
    return False


def flanked(m: Match, player: int, unit: int) -> bool:
    """Whether a unit could attack something if it turned."""
    if not m.state.columns["attack_points"][unit]:
        return False
    far, place = distances(board_of(m), m.state.place[unit]), m.state.place
    reach = units.stat(m, unit, "range")
    return any(far[place[thing]] <= reach for thing in attacking.enemies(m, player))
