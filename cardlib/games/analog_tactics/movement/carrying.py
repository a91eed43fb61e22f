"""A unit that takes another one along with its paid movement, beside it as before: Sidecar, Linking Module (ATA-Q122).

Before a paid step or turn its owner names the rider, or none. A step takes both in the same direction at once, so that
each may enter the space that the other one leaves; in a turn the rider goes to the space that has its number then. A
rider for whom there is no room is left behind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.movement import large
from cardlib.kernel import atoms, values
from cardlib.kernel.boards.board import bits
from cardlib.kernel.boards.facing import step
from cardlib.kernel.boards.occupants import board_of, spaces_of
from cardlib.kernel.decisions import Choice
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

DONE: Choice = ("done",)
WAYS = 6


def riders(m: Match, unit: int) -> list[int]:
    """Return who may be carried along by a unit: those that stand beside it and have the ability, or gave it.

    Nobody carries a large unit (ATA-Q20).
    """
    found: list[int] = []
    for row in values.effects(m, "carries"):
        effect, rider, side, *_ = row
        assert effect.other is not None  # the operation says who is carried
        if large.is_large(m, rider) or not units.adjacent(m, unit, rider):
            continue
        if values.covers(m, row, unit) and effect.other(m, rider, unit, side):
            found.append(rider)
    return list(dict.fromkeys(found))


def goal(m: Match, unit: int, rider: int, space: int) -> int:
    """Return where a rider comes to as its carrier steps to a space; NOWHERE where there is no room for it."""
    board, place = board_of(m), m.state.place
    here = place[unit]
    if space not in board.neighbours[here]:
        return NOWHERE
    way = next(way for way in range(WAYS) if step(board, here, way) == space)
    there = step(board, place[rider], way)
    taken = units.occupied(m) & ~bits(spaces_of(m, unit))
    return NOWHERE if there == NOWHERE or taken >> there & 1 else there


def vacated(m: Match, unit: int) -> list[int]:
    """Return the spaces of riders that a unit may enter, as they go on to the next one (ATA-Q122)."""
    if not values.effects(m, "carries"):
        return []
    place = m.state.place
    return [place[rider] for rider in riders(m, unit) if goal(m, unit, rider, place[rider]) != NOWHERE]


def ask(m: Match, unit: int, space: int) -> int:
    """Ask whom a unit carries along in a step, or in a turn where the space is NOWHERE; NOWHERE for nobody."""
    if not values.effects(m, "carries"):
        return NOWHERE
    found = [one for one in riders(m, unit) if space == NOWHERE or goal(m, unit, one, space) != NOWHERE]
    there = m.state.board[space] if space != NOWHERE else NOWHERE
    if there in found:
        return there
    if not found:
        return NOWHERE
    offers: list[Choice] = [*(("card", one) for one in found), DONE]
    player = m.state.controller[unit]
    answer = m.ask(player, "one", offers, "who goes along?", rule="ATA-Q122", source=unit, default=DONE)
    return NOWHERE if answer == DONE else int(answer[1])


def along(m: Match, unit: int, rider: int, space: int) -> None:
    """Both enter their spaces at the same moment (ATA-Q122); `ask` has found room for the rider."""
    there = goal(m, unit, rider, space)
    atoms.put(m, rider, "last_space", m.state.place[rider] + 1)
    m.emit("moves", rider, player=m.state.controller[rider], number=there, rule="ATA-Q122")
    atoms.rearrange(m, {unit: space, rider: there})


def round_about(m: Match, unit: int, rider: int, way: int) -> None:
    """As a unit turns its rider goes to the space that has its number then, if that is free (ATA-Q122)."""
    s, board = m.state, board_of(m)
    if rider == NOWHERE or s.place[rider] == NOWHERE:
        return
    here, before = s.place[unit], s.columns["facing"][unit]
    number = next((by for by in range(WAYS) if step(board, here, (before + by) % WAYS) == s.place[rider]), None)
    there = step(board, here, (way + number) % WAYS) if number is not None else NOWHERE  # not beside its back space
    if there in (NOWHERE, s.place[rider]) or units.occupied(m) >> there & 1:
        return
    atoms.put(m, rider, "last_space", s.place[rider] + 1)
    m.emit("moves", rider, player=s.controller[rider], number=there, rule="ATA-Q122")
    atoms.occupy(m, rider, there)
    m.emit("entered", rider, player=s.controller[rider], number=there, rule="AT-144")
