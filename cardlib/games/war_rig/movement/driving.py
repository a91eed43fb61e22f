"""Moves of war rigs: what keeps them from moving, where roads lead (WR-198 to WR-206)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.war_rig import rigs
from cardlib.games.war_rig.board import land
from cardlib.kernel import atoms
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

NO_MOVEMENT = Refusal("WR-199", "no working part of {s} grants movement")
TOO_HEAVY = Refusal("WR-198", "{s} is overweight")
NO_ROAD = Refusal("WR-202", "{space} does not lie next to {here}")
FOREIGN_BASE = Refusal("WR-203", "a rig enters no base but its own")


def unable_to_move(m: Match, rig: int) -> Refusal | None:
    """Say why a rig cannot move at all (WR-190, WR-198, WR-199)."""
    if not rigs.grants_movement(m, rig):
        return NO_MOVEMENT
    return TOO_HEAVY if rigs.tier(m, rig) == rigs.OVERWEIGHT else None


def no_road(m: Match, rig: int, to: int) -> Refusal | None:
    """Say why a rig cannot go on to an area (WR-202, WR-203)."""
    ground = land(m)
    if to not in ground.ways[m.state.place[rig]]:
        return NO_ROAD
    return FOREIGN_BASE if ground.base[to] and to != ground.home[m.state.controller[rig]] else None


def roads(m: Match, rig: int) -> list[int]:
    """Return where a rig may go with one action."""
    if unable_to_move(m, rig) is not None:
        return []
    return [to for to in land(m).ways[m.state.place[rig]] if no_road(m, rig, to) is None]


def move(m: Match, rig: int, to: int) -> None:
    """A rig goes one step; nobody repels it (WR-202, WR-204)."""
    atoms.relocate(m, rig, to)
    m.emit("enters", rig, NOWHERE, to, m.state.controller[rig], "WR-202")
