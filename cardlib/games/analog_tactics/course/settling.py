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
    from cardlib.kernel.records import Raised

ANY: Final = "any"
# The events by which an ability takes effect on all units that have it at once.
TIMES: Final = frozenset({"round-begins", "round-ends", "turn-begins", "turn-begins-late", "turn-ends"})


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


def heaps(m: Match, raised: list[Raised]) -> list[list[Raised]]:
    """What an ability does to several units as a turn or round begins or ends is one thing, in their order (AT-190)."""
    card, abilities = m.state.card, m.facts.abilities
    found: dict[tuple[int, ...], list[Raised]] = {}
    for at, entry in enumerate(raised):
        of_team = entry.card != card[entry.source] and abilities[entry.card][entry.ability].event in TIMES
        found.setdefault((entry.card, entry.ability) if of_team else (at,), []).append(entry)
    return [_in_order(m, heap) for heap in found.values()]


def _in_order(m: Match, heap: list[Raised]) -> list[Raised]:
    if len(heap) == 1:
        return heap
    ranks = {unit: rank for rank, unit in enumerate(units.in_order(m, {entry.source for entry in heap}))}
    return sorted(heap, key=lambda entry: ranks[entry.source])


def check(m: Match, f: dict[str, Any]) -> None:
    """What was raised meanwhile is put in order with the rest."""


PROCEDURES = {"settle": procedure(check, order, next_trigger)}
