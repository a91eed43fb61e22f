"""Range, arc and line of sight (AT-075 to AT-089)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.board import tokens
from cardlib.kernel import values
from cardlib.kernel.boards import facing
from cardlib.kernel.boards.occupants import board_of, spaces_of
from cardlib.kernel.boards.sight import occluded
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

HIDDEN = 3  # occluded corners of what is not seen at all (AT-081)


def faces(m: Match, viewer: int, target: int) -> bool:
    """Whether a thing lies in the front arc of a unit, of any part of a large one (AT-075, AT-308)."""
    board, way = board_of(m), m.state.columns["facing"][viewer]
    spaces = spaces_of(m, target)
    return any(facing.in_arc(board, here, way, "front", space) for here in spaces_of(m, viewer) for space in spaces)


def corners(m: Match, viewer: int, target: int, part: int = NOWHERE) -> int:
    """Return how many corners of a target are occluded, the fewest of a large one, HIDDEN out of the arc (AT-080).

    A large viewer sees from each of its parts, or from the one on a space that is named (AT-306, AT-308).
    """
    board, way = board_of(m), m.state.columns["facing"][viewer]
    here, space = m.state.place[viewer], m.state.place[target]
    if here == NOWHERE or space == NOWHERE:
        return HIDDEN
    all_round = units.may(m, viewer, "see-all-round")
    if part == NOWHERE and not m.rules.footprint(m, viewer) and not m.rules.footprint(m, target):
        if not all_round and not facing.arc_of(board, here, way, "front") >> space & 1:
            return HIDDEN
        found = 0 if space in board.neighbours[here] else occluded(board, here, space, blockers(m, viewer))
        return HIDDEN if _hides(m, viewer, target, found) else found
    there = spaces_of(m, target)
    found = min(
        (
            corners_from(m, viewer, here, space, there)
            for here in ((part,) if part != NOWHERE else spaces_of(m, viewer))
            for space in there
            if all_round or facing.in_arc(board, here, way, "front", space)
        ),
        default=HIDDEN,
    )
    return HIDDEN if _hides(m, viewer, target, found) else found


def _hides(m: Match, viewer: int, target: int, found: int) -> bool:
    """Whether a target that is seen in part hides from who is not of its side."""
    partly = 0 < found < HIDDEN and m.state.controller[viewer] != m.state.controller[target]
    return partly and units.may(m, target, "hide-partly")


def corners_from(m: Match, viewer: int, here: int, space: int, there: tuple[int, ...]) -> int:
    """Return how many corners of a space are occluded from another one; viewer and target do not block (AT-080)."""
    board = board_of(m)
    if space in board.neighbours[here]:
        return 0
    blocking = blockers(m, viewer)
    if len(there) > 1 or m.rules.footprint(m, viewer):
        for own in (*there, *spaces_of(m, viewer)):
            blocking &= ~(1 << own)
    return occluded(board, here, space, blocking)


def corners_of_space(m: Match, viewer: int, space: int) -> int:
    """Return how many corners of a space are occluded for a unit, whatever its arc (AT-080, AT-082)."""
    return min(corners_from(m, viewer, here, space, (space,)) for here in spaces_of(m, viewer))


def blockers(m: Match, viewer: int) -> int:
    """Return the spaces that block the sight of a unit: what is occupied, and tokens of its opponents (AT-079)."""
    there = tokens.tokens(m)
    if not there:
        return units.occupied(m)
    side = m.state.controller[viewer]
    key = "blockers", side
    found: int | None = m.cache.get(key)
    if found is None:
        found = units.occupied(m)
        for token in there:
            if m.state.controller[token] != side:
                found |= 1 << m.state.place[token]
        m.cache[key] = found
    return found


def of_space(m: Match, viewer: int, space: int) -> int:
    """Return how many corners of a space are occluded for a unit, HIDDEN out of its arc (AT-080, AT-081)."""
    board, way = board_of(m), m.state.columns["facing"][viewer]
    all_round = units.may(m, viewer, "see-all-round")
    found = (
        corners_from(m, viewer, here, space, (space,))
        for here in spaces_of(m, viewer)
        if all_round or facing.in_arc(board, here, way, "front", space)
    )
    return min(found, default=HIDDEN)


def seen_by_others(m: Match, viewer: int, target: int) -> bool:
    """Whether a unit may attack an enemy unit that another one sees for it (ATA-Q64)."""
    return lent_corners(m, viewer, target) < HIDDEN


def lent_corners(m: Match, viewer: int, target: int) -> int:
    """Return how many corners of a target are occluded for who sees it for a unit, HIDDEN for nobody (ATA-Q64).

    Sight is lent of units alone, not of objects or tokens (AT-010).
    """
    if not units.is_unit(m, target):
        return HIDDEN
    return min(
        (
            corners(m, spotter, target)
            for effect, spotter, side, *_ in values.effects(m, "seer")
            if effect.other is not None and effect.other(m, viewer, spotter, side)
        ),
        default=HIDDEN,
    )


def sees(m: Match, viewer: int, target: int) -> bool:
    """Whether a unit has line of sight to a target (AT-081)."""
    return corners(m, viewer, target) < HIDDEN


def seen_spaces(m: Match, viewer: int, target: int) -> tuple[int, ...]:
    """Return the spaces of a target that a unit would see if it faced them (AT-081, AT-086)."""
    if m.state.place[viewer] == NOWHERE:
        return ()
    found = [(corners_of_space(m, viewer, space), space) for space in spaces_of(m, target)]
    apart = m.state.controller[viewer] != m.state.controller[target]
    most = 0 if apart and units.may(m, target, "hide-partly") else HIDDEN - 1
    return tuple(space for hidden, space in found if hidden <= most)


def turned_to(m: Match, viewer: int, stood: tuple[int, ...], spaces: tuple[int, ...]) -> bool:
    """Whether a unit, as it faces now, has one of some spaces in its front arc from where it stood (AT-101)."""
    board, way = board_of(m), m.state.columns["facing"][viewer]
    all_round = units.may(m, viewer, "see-all-round")
    return any(all_round or facing.in_arc(board, here, way, "front", space) for here in stood for space in spaces)
