"""The unit on four spaces: a Dreadnought, its parts, and where it has room (AT-305 to AT-308, ATA-Q116).

Its place is the back, about which it turns; the front is space 1 of the back, the sides are its spaces 6 and 2. What
stands on several spaces the kernel keeps (`cardlib.kernel.boards.occupants`); this says who is large, and what its
parts do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardlib.games.analog_tactics.classes import prints
from cardlib.kernel import atoms
from cardlib.kernel.boards.facing import footprint, step
from cardlib.kernel.boards.occupants import FACING, board_of, fits, is_free, spaces_at
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

SHAPE: Final = "dreadnought"  # the footprint, as the boards name it
FRONT: Final = 1
PARTS: Final = {1: 1, 6: 2, 2: 4}  # the numbered spaces of the back that attack, each with its bit in what has attacked


def is_large(m: Match, obj: int) -> bool:
    """Whether a thing stands on four spaces (AT-305)."""
    return bool(m.state.columns["blueprints"][obj] & m.facts.game.large)


def has_room(m: Match, unit: int, space: int, facing: int | None = None) -> bool:
    """Whether all spaces of a unit would be on the board and free, with its facing or another one (AT-307)."""
    return fits(m, unit, space, m.state.columns[FACING][unit] if facing is None else facing)


def passes(m: Match, unit: int, space: int, over: int) -> bool:
    """Whether a unit that moves through some occupied spaces could pass on with all of its own (AT-064, AT-305)."""
    spaces = spaces_at(m, unit, space, m.state.columns[FACING][unit])
    return spaces is not None and all(over >> one & 1 or is_free(m, one, 0, unit) for one in spaces)


def facings(m: Match, unit: int, space: int) -> list[int]:
    """Return the facings with which a unit has room at a space (AT-307)."""
    return [way for way in range(len(board_of(m).directions)) if fits(m, unit, space, way)]


def could_grow(m: Match, unit: int) -> bool:
    """Whether a unit that stands on one space has room for four (AT-305)."""
    board = board_of(m)
    if SHAPE not in board.footprints:
        return False
    anchor = m.state.place[unit]
    if anchor == NOWHERE:
        return True  # it has not entered yet
    spaces = footprint(board, SHAPE, anchor, m.state.columns[FACING][unit])
    return spaces is not None and all(is_free(m, space, 0, unit) for space in spaces)


def grow(m: Match, unit: int) -> None:
    """A unit takes all the spaces that it has from now on."""
    if m.state.place[unit] != NOWHERE:
        atoms.occupy(m, unit, m.state.place[unit])


def in_the_way(m: Match, unit: int, space: int) -> int:
    """Return what keeps a unit from a space; NOWHERE where only the edge of the board does (AT-182, AT-184)."""
    spaces = spaces_at(m, unit, space, m.state.columns[FACING][unit])
    if spaces is None:
        return NOWHERE
    return next((m.state.board[one] for one in spaces if m.state.board[one] not in (NOWHERE, unit)), NOWHERE)


def part(m: Match, unit: int, number: int) -> int:
    """Return the space of a part, by its number as the back counts (AT-305)."""
    way = m.state.columns[FACING][unit] + number - 1
    board = board_of(m)
    return step(board, m.state.place[unit], way % len(board.directions))


def unused(m: Match, unit: int) -> list[int]:
    """Return the parts of a unit that have not attacked in this turn: front, left, right (ATA-Q116)."""
    return [number for number, bit in PARTS.items() if not m.state.columns["volleys"][unit] & bit]


def of_sides(m: Match, unit: int) -> dict[str, int]:
    """Return by how much the sides attack worse than the front: what further Blueprints improve (ATA-Q116)."""
    names = {"base": "base", "critical": "critical", "hit_bonus": "hit"}
    return {field: -prints.improvement(m, unit, name, but=m.facts.game.dreadnought) for field, name in names.items()}
