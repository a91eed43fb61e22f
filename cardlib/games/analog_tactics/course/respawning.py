"""Where units of a player enter: the respawn area, at set-up and when they return (AT-198, AT-208 to AT-211)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.board import geometry
from cardlib.games.analog_tactics.kinds import COMMON, ELITE, ENGINEER, OBSTACLE
from cardlib.games.analog_tactics.movement import large, moving, paths
from cardlib.kernel import atoms
from cardlib.kernel.boards.distances import nearest
from cardlib.kernel.boards.occupants import board_of
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import Choice
from cardlib.kernel.match import AGAIN

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


def area(m: Match, player: int) -> int:
    """Return the respawn area as one number: unoccupied spaces next to Respawn Points and Objectives (AT-198)."""
    things = (*units.respawns(m), *units.objectives(m))
    own = [thing for thing in things if m.state.controller[thing] == player]
    return paths.neighbours(m, own) & ~units.occupied(m)


def doors(m: Match, unit: int) -> tuple[int, ...]:
    """Return where a thing in the reserve enters; without room there, what is closest to the permanent point.

    A unit enters in the respawn area (AT-209, AT-307), a building next to a unit: of it a sheet says only that it
    stands, and it may stand where its team could have built it (AT-014, AT-288).
    """
    board, player = board_of(m), m.state.controller[unit]
    free = geometry.free(m)
    if large.is_large(m, unit):
        free = [space for space in free if large.facings(m, unit, space)]
    wanted = area(m, player)
    if units.kind(m, unit) == OBSTACLE:
        points = paths.beside_points(m)
        free = [space for space in free if not points >> space & 1]
        wanted = paths.neighbours(m, units.units(m, player))
    there = tuple(space for space in free if wanted >> space & 1)
    return there or nearest(board, m.state.place[units.home(m, player)], free)


def returning(m: Match, player: int) -> list[int]:
    """Return the units that come back by themselves: the Elite, and Commons but those of Engineers (AT-208, AT-210)."""
    last = ELITE if units.class_of(m, player) == ENGINEER else COMMON
    return [unit for unit in units.eliminated(m, player) if units.kind(m, unit) <= last]


def place(m: Match, f: dict[str, Any]) -> None:
    """The owner puts a unit on a space where it may enter (AT-026, AT-208)."""
    unit, player = f["unit"], f["player"]
    offers: list[Choice] = [("space", space) for space in doors(m, unit)]
    guess = lambda: m.judgement.guess(m, "enter", unit)  # noqa: E731
    answer = m.ask(player, "one", offers, "where does it enter?", rule=f["rule"], source=unit, default=guess)
    atoms.move(m, unit, "board")
    if not large.has_room(m, unit, answer[1]):
        atoms.turn(m, unit, next(iter(large.facings(m, unit, answer[1]))))
    atoms.occupy(m, unit, answer[1])
    units.refresh(m, unit)
    kind = "returns" if f["rule"] == "AT-208" else "placed"  # a new Common has not been there before
    m.emit(kind, unit, player=player, number=answer[1], rule=f["rule"])


def face(m: Match, f: dict[str, Any]) -> None:
    """It enters with any facing (AT-026, AT-208); Obstacles have none, but for Turrets (AT-015)."""
    if not units.is_unit(m, f["unit"]) and not units.stat(m, f["unit"], "attack"):
        return
    moving.set_facing(m, f["unit"], moving.ask_facing(m, f["unit"], f["rule"]), f["rule"])


def respawn(m: Match, f: dict[str, Any]) -> str | None:
    """Every eliminated unit that returns by itself does, with full Health and full points (T2, AT-036, AT-208).

    Its player says in which order where the respawn area has no room for all of them.
    """
    player = m.state.vars["active"]
    waiting = returning(m, player)
    if not waiting:
        return None
    unit = waiting[0]
    if len(waiting) > area(m, player).bit_count():
        offers: list[Choice] = [("card", one) for one in waiting]
        unit = m.ask(player, "one", offers, "which unit returns next?", rule="AT-208", default=offers[0])[1]
    m.touched = True
    m.push("enter", unit=unit, player=player, rule="AT-208")
    return AGAIN


PROCEDURES = {"enter": procedure(place, face)}
