"""Movement: one Movement point, one step or turn; the network of Respawn Points; facing (AT-062 to AT-074)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.course import settling, sharing
from cardlib.games.analog_tactics.movement import carrying, cinders, large, paths
from cardlib.kernel import atoms
from cardlib.kernel.boards.occupants import board_of
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import Choice
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE
from cardlib.kernel.windows import open_window

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

NO_POINTS = Refusal("AT-074", "{s} has no Movement point left")
TAKEN = Refusal("AT-063", "the space is occupied")
NO_END = Refusal("AT-064", "{s} may move through that space, but not end on it")
NO_ROOM = Refusal("AT-307", "{s} has no room for all its spaces there")
FAR = Refusal("AT-062", "the space is not adjacent to {s}")
CLOSE = Refusal("AT-014", "an Obstacle keeps away from Objectives and Respawn Points")
WAYS = 6


def ways(m: Match, unit: int, *, plain: bool = False) -> list[int]:
    """Return where one standard movement leads: unoccupied neighbours, and the network (AT-062, AT-066).

    plain: without what abilities add to it, as for a Reposition (AT-155).
    """
    here, taken = m.state.place[unit], units.occupied(m)
    found = paths.beside(m, unit, here, paths.joined(m, unit, plain=plain), plain=plain)
    if large.is_large(m, unit):
        return [space for space in dict.fromkeys(found) if space != here and large.has_room(m, unit, space)]
    return [space for space in dict.fromkeys(found) if not taken >> space & 1]


def prices(m: Match, unit: int) -> dict[int, int]:
    """Return the spaces that Movement points lead to, each with its price: free steps, and over what is occupied."""
    return _prices(m, unit, m.rules.points_there(m, "movement_points", unit, NOWHERE))


def _prices(m: Match, unit: int, points: int) -> dict[int, int]:
    if not points and not (paths.may_be_free(m) and units.is_unit(m, unit)):
        return {}
    found = dict.fromkeys(ways(m, unit), 1)
    if large.is_large(m, unit):
        through = paths.hops(m, unit, points) if paths.passable(m, unit) else {}
        return {**through, **found} if points else {}
    if not units.is_unit(m, unit):  # an Obstacle that moves keeps away from them (AT-014)
        near = paths.beside_points(m)
        return {space: price for space, price in found.items() if not near >> space & 1}
    found |= dict.fromkeys(carrying.vacated(m, unit), 1)
    if paths.passable(m, unit):
        found = {**paths.hops(m, unit, points), **found}
    found |= {space: price for space, (price, _) in paths.fares(m, unit, points).items()}
    return found if points else {space: price for space, price in found.items() if price <= points}


def unable_to_move(m: Match, unit: int) -> Refusal | None:
    """Say why a unit cannot take a standard movement that costs a point (AT-074)."""
    if m.rules.points_there(m, "movement_points", unit, NOWHERE):
        return None
    return sharing.BARRED if sharing.kept_back(m, "movement_points", unit) else NO_POINTS


def no_step(m: Match, unit: int, space: int) -> Refusal | None:
    """Say why a unit cannot enter a space by a standard movement (AT-014, AT-062 to AT-064)."""
    if space in prices(m, unit):
        return None
    if (found := unable_to_move(m, unit)) is not None:
        return found
    if space in ways(m, unit):
        return CLOSE
    if large.is_large(m, unit) and space in board_of(m).neighbours[m.state.place[unit]]:
        return NO_ROOM
    if paths.passable(m, unit) >> space & 1:
        return NO_END
    return TAKEN if units.occupied(m) >> space & 1 else FAR


def options(m: Match, unit: int) -> list[Choice]:
    """Return the standard movements of a unit: a step to each space, or turning where it stands (AT-062)."""
    points = m.rules.points_there(m, "movement_points", unit, NOWHERE)
    found: list[Choice] = [("move", unit, space) for space in _prices(m, unit, points)]
    if points:
        found.append(("turn", unit))
    return found


# -- doing it ----------------------------------------------------------------------------------------------------


def move(m: Match, unit: int, space: int, first: Sequence[sharing.Source]) -> None:
    """A unit spends a Movement point and enters a space; then it may set its facing (AT-062)."""
    points = m.rules.points_there(m, "movement_points", unit, NOWHERE)
    price, freed = paths.fares(m, unit, points).get(space) or (prices(m, unit)[space], ())
    if price:
        sharing.take(m, "movement_points", unit, price, first=first)
    for one in freed:
        paths.tread(m, unit, one)
    paths.take_step(m, unit, space, turns=True, paid=True)


def turn(m: Match, unit: int, first: Sequence[sharing.Source]) -> None:
    """A unit spends a Movement point and only turns (AT-062)."""
    sharing.take(m, "movement_points", unit, 1, first=first)
    paths.take_step(m, unit, NOWHERE, turns=True, paid=True)


def hitch(m: Match, f: dict[str, Any]) -> None:
    """With a paid movement another unit may be carried along (ATA-Q122)."""
    if f["paid"]:
        f["rider"] = rider = carrying.ask(m, f["unit"], f["space"])
        f["rode"] = m.state.place[rider] if rider != NOWHERE else NOWHERE


def enter(m: Match, f: dict[str, Any]) -> None:
    """The unit enters the space; without one it stays where it is (AT-062)."""
    unit, space = f["unit"], f["space"]
    if space == NOWHERE or (large.is_large(m, unit) and not large.has_room(m, unit, space)):
        return
    side, before = m.state.controller[unit], m.state.place[unit]
    passed = None if f["way"] == NOWHERE else paths.crossed(m, unit, space, f["way"])
    if passed is None:
        passed = () if f["put"] or space in ways(m, unit) else paths.passed(m, unit, space)
    m.touched = True
    atoms.put(m, unit, "last_space", before + 1)
    rider = f.get("rider", NOWHERE)
    m.emit("moves", unit, player=side, number=space, rule=f["rule"])  # told of who stands where it stood
    if rider != NOWHERE:
        carrying.along(m, unit, rider, space)
    else:
        atoms.occupy(m, unit, space)
    for thing in passed:
        m.emit("passed-over", unit, thing, player=side, rule="AT-064")
    if f["dodge"]:
        m.emit("dodged", unit, player=side, rule="AT-144")
    if f["spends"]:
        m.emit("left", unit, player=side, number=before, rule="AT-062")
    m.emit("entered", unit, player=side, number=space, rule="AT-144")
    if rider != NOWHERE:
        m.emit("entered", rider, player=side, number=m.state.place[rider], rule="AT-144")


def look(m: Match, f: dict[str, Any]) -> None:
    """With each step of its own movement the owner may set the facing (AT-069)."""
    unit = f["unit"]
    if not f["turns"] or m.state.place[unit] == NOWHERE:
        return
    answer = ask_facing(m, unit, "AT-069")
    carrying.round_about(m, unit, int(f.get("rider", NOWHERE)), answer)
    set_facing(m, unit, answer, "AT-069")


def ask_facing(m: Match, unit: int, rule: str) -> int:
    """Ask the owner of a unit which way it faces from now on."""
    s = m.state
    now, player = s.columns["facing"][unit], s.controller[unit]
    offers: list[Choice] = [("toward", (now + by) % WAYS) for by in range(WAYS)]
    if large.is_large(m, unit):  # it turns about its back, where there is room (AT-307)
        offers = [offer for offer in offers if large.has_room(m, unit, s.place[unit], offer[1])]
    guess = lambda: m.judgement.guess(m, "face", unit)  # noqa: E731
    answer = m.ask(player, "one", offers, "which way does it face?", rule=rule, source=unit, default=guess)
    way: int = answer[1]
    return way


def set_facing(m: Match, unit: int, way: int, rule: str) -> None:
    """A unit faces a direction from now on."""
    if not large.has_room(m, unit, m.state.place[unit], way):
        return
    if way != m.state.columns["facing"][unit]:
        atoms.turn(m, unit, way)
        m.emit("faces", unit, player=m.state.controller[unit], number=way, rule=rule)


def stepped(m: Match, f: dict[str, Any]) -> None:
    """After a step others may react, to who was carried along too (AT-144)."""
    rider = f.get("rider", NOWHERE)
    if rider != NOWHERE and m.state.place[rider] != f["rode"]:
        m.push("arrival", record="step", unit=rider, space=m.state.place[rider])
    if f["space"] != NOWHERE:
        open_window(m, "moved")


def done(m: Match, f: dict[str, Any]) -> None:
    """A paid Movement action is finished; what it set off happens, and between two spaces all may react (AT-144)."""
    unit = f["unit"]
    m.touched = True
    if f["more"]:
        settling.pause(m, asks="all")
    if f["paid"] and m.state.place[unit] != NOWHERE:
        m.emit("movement-used", unit, player=m.state.controller[unit], rule="AT-144")
    settling.settle(m)
    if f["space"] != NOWHERE and not f["put"] and m.state.place[unit] != NOWHERE:
        cinders.burn(m, unit)


PROCEDURES = {"step": procedure(hitch, enter, look, stepped, done)}
