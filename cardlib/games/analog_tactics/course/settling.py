"""Abilities that set themselves off: put in order, and carried out one after another (AT-038, AT-231).

With them the window for reactions that wait for nothing (AT-145).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cardlib.abilities.triggers import next_trigger, order
from cardlib.games.analog_tactics import units
from cardlib.kernel.contract import procedure
from cardlib.kernel.windows import open_window

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

ANY: Final = "any"


def pause(m: Match, *, asks: str) -> None:
    """The others may react, or all where whoever has the turn cannot act at will; with points for it (AT-134, AT-153).

    In the midst of an attack they do so in its own windows, once in all (AT-149).
    """
    if any(name == "interaction" for name, *_ in m.state.stack):
        return
    points, active = m.state.columns["reaction_points"], m.state.vars["active"]
    players = [player for player in range(m.facts.players) if asks == "all" or player != active]
    if any(points[unit] for player in players for unit in units.units(m, player)):
        open_window(m, ANY, asks=asks)


def settle(m: Match) -> None:
    """Put what waits on the stack, if anything does; in the midst of an ability only what came about in it (AT-190)."""
    if m.state.raised:
        m.push("settle", kept=len(m.state.queue))


def check(m: Match, f: dict[str, Any]) -> None:
    """What was raised meanwhile is put in order with the rest."""


PROCEDURES = {"settle": procedure(check, order, next_trigger)}
