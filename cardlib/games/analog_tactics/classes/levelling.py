"""Levels: one for every team at the end of each round, with what a class chooses for it (AT-212 to AT-219)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.classes import choosing, weapons
from cardlib.games.analog_tactics.course import settling
from cardlib.games.analog_tactics.kinds import WARRIOR
from cardlib.kernel import atoms

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


def gain(m: Match) -> None:
    """Every team gains a level, up to the highest; choices are made in turn order (AT-212, AT-215)."""
    s = m.state
    reached = {player: s.players[player]["level"] + 1 for player in s.order}
    gaining = {player: level for player, level in reached.items() if level <= m.facts.constants["top_level"]}
    for player, level in gaining.items():
        atoms.note_player(m, player, "level", level)
        m.emit("levels-up", player=player, number=level, rule="AT-212")
    for player, level in list(gaining.items())[::-1]:
        choosing.level_reached(m, player, level)
        if units.class_of(m, player) == WARRIOR and level in weapons.MORE_AT:
            m.push("arming", player=player, most=weapons.due(level))
    m.changed()
    settling.settle(m)
