"""Points follow their maxima: as one rises or falls during a round, what a unit has left does too (AT-061).

Only what changes maxima outside the refresh of a round is followed: ranks of houses, Attunements, Elite Blueprints,
Kineblades. Whatever changes them notes the maxima before and follows them afterwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.kinds import POINTS
from cardlib.kernel import atoms
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

Maxima = list[tuple[int, str, int]]  # unit, column of its points, maximum


def noted(m: Match, player: int) -> Maxima:
    """Return the maxima of all points of a player's units on the board."""
    mates = units.units(m, player)
    return [(unit, column, units.stat(m, unit, name)) for unit in mates for column, name in POINTS.items()]


def follow(m: Match, before: Maxima) -> None:
    """Points rise by as much as their maximum has risen, and are cut where it has fallen below them (AT-061)."""
    columns, place = m.state.columns, m.state.place
    for unit, column, was in before:
        if place[unit] == NOWHERE:
            continue
        now, there = units.stat(m, unit, POINTS[column]), columns[column][unit]
        if now > was:
            atoms.put(m, unit, column, there + now - was)
        elif now < was and there > now:
            atoms.put(m, unit, column, now)
