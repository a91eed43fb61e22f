"""Objectives and Respawn Points: captured for a point, scored at the end of the own turn (AT-191 to AT-197)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.attacks import damage, volleys
from cardlib.games.analog_tactics.course import sharing
from cardlib.games.analog_tactics.kinds import OBJECTIVE, RESPAWN
from cardlib.kernel import atoms
from cardlib.kernel.decisions import Choice
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

NO_POINTS = Refusal("AT-197", "{s} has none of the points that a capture costs")
HELD = Refusal("AT-194", "{o} is controlled: it has to be decaptured first")
OWN = Refusal("AT-196", "{o} is your own")
OURS = Refusal("AT-194", OWN.text)
PERMANENT = Refusal("AT-012", "{o} never changes hands")
NOTHING = Refusal("AT-194", "{o} cannot be captured")
APART = Refusal("AT-195", "{s} is not adjacent to {o}")


def uncapturable(m: Match, player: int, thing: int) -> Refusal | None:
    """Say why a player cannot capture a thing, whoever stands beside it (AT-194, AT-196)."""
    side = m.state.controller[thing]
    what = units.kind(m, thing)
    if what == OBJECTIVE:
        if side == player:
            return OURS
        return HELD if side != NOWHERE else None
    if what != RESPAWN:
        return NOTHING
    if side == player:
        return OWN
    return PERMANENT if m.state.columns["permanent"][thing] else None


def capturable(m: Match, player: int) -> list[int]:
    """Return what a player can capture with a unit beside it (AT-194, AT-196)."""
    still = m.recall()
    key = "capturable", player
    found: list[int] | None = still.get(key) if still is not None else None
    if found is None:
        things = (*units.objectives(m), *units.respawns(m))
        found = [thing for thing in things if uncapturable(m, player, thing) is None]
        if still is not None:
            still[key] = found
    return found


def no_capture(m: Match, unit: int, thing: int) -> Refusal | None:
    """Say why a unit cannot capture a thing (AT-194 to AT-197)."""
    player = m.state.controller[unit]
    if (found := uncapturable(m, player, thing)) is not None:
        return found
    if not payable(m, unit, player, thing):
        pool = units.capture_points(m, player)
        return sharing.BARRED if sharing.kept_back(m, pool, unit, use_of(m, thing)) else NO_POINTS
    return None if reaches(m, unit, thing) else APART


def payable(m: Match, unit: int, player: int, thing: int) -> bool:
    """Whether a unit can pay a capture (AT-197, AT-282)."""
    return sharing.there(m, units.capture_points(m, player), unit, use_of(m, thing)) > 0


def use_of(m: Match, thing: int) -> str:
    """Return what a capture of a thing is for those who may pay it with other points."""
    return "capture" if units.kind(m, thing) == OBJECTIVE else "capture-any"


def reaches(m: Match, unit: int, thing: int) -> bool:
    """Whether a unit stands next to what it captures, or captures it from afar (AT-195)."""
    if units.adjacent(m, unit, thing):
        return True
    if not units.may(m, unit, "capture-from-afar"):
        return False
    return units.distance(m, unit, thing) <= volleys.cast_range(m, unit)


def options(m: Match, unit: int) -> list[Choice]:
    """Return what a unit may capture."""
    player = m.state.controller[unit]
    return [
        ("capture", unit, thing)
        for thing in capturable(m, player)
        if reaches(m, unit, thing) and payable(m, unit, player, thing)
    ]


def asked(m: Match, unit: int, thing: int) -> tuple[sharing.Source, ...]:
    """Ask with which points a unit pays a capture, where it may pay with others too (AT-197)."""
    return sharing.asked(m, units.capture_points(m, m.state.controller[unit]), unit, use=use_of(m, thing))


def capture(m: Match, unit: int, thing: int, first: Sequence[sharing.Source]) -> None:
    """A unit spends a point and takes control: of an Objective with full Health (AT-194, AT-196)."""
    player = m.state.controller[unit]
    sharing.take(m, units.capture_points(m, player), unit, 1, use_of(m, thing), first)
    atoms.control(m, thing, player)
    atoms.put(m, thing, "wounds", 0)
    m.emit("captured", thing, unit, player=player, rule="AT-194" if units.kind(m, thing) == OBJECTIVE else "AT-196")


def held(m: Match, player: int) -> int:
    """Return how many Objectives a player controls."""
    return sum(1 for one in units.objectives(m) if m.state.controller[one] == player)


def score(m: Match, player: int) -> None:
    """At the end of the own turn each Objective gives VP (T7, AT-041)."""
    points = held(m, player) * m.facts.constants["objective_points"]
    if points:
        damage.score(m, player, points, "AT-041")
