"""Facing and what hangs on it: bearings, arcs, cones, rays, turning, and the spaces of large pieces.

A bearing tells in which direction another space lies, in quarters of a step clockwise from direction 0: 4 k is exactly
in direction k, 4 k + 2 exactly in the middle between k and the next one, the odd numbers between those are nearer to
the one or to the other. So whatever is asked of directions is a comparison of small integers, exact on every board.
On areas, which have no directions, nothing here has a meaning; `bearing` is NOWHERE there.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardlib.errors import CardlibError
from cardlib.kernel.boards.board import NOWHERE, Board, bits
from cardlib.kernel.boards.distances import distances


def bearing(board: Board, space: int, other: int) -> int:
    """Return in which direction from a space another one lies; NOWHERE for the space itself and without directions."""
    found = board.bearings.get(space)
    if found is None:
        found = board.bearings[space] = _bearings(board, space)
    return found[other]


def directions_to(board: Board, space: int, other: int) -> tuple[int, ...]:
    """Return the direction closest to the line from a space to another; two where it lies in the middle of them."""
    at = bearing(board, space, other)
    if at == NOWHERE:
        return ()
    many = len(board.directions)
    if at % 4 == 2:
        return at // 4, (at // 4 + 1) % many
    return ((at + 1) // 4 % many,)


def sides_from(board: Board, space: int, facing: int, other: int) -> tuple[int, ...]:
    """Return from which numbered side of something at a space another space is seen: 1 in front, then clockwise.

    Two sides where it lies exactly between them; none for the space itself.
    """
    many = len(board.directions)
    return tuple((direction - facing) % many + 1 for direction in directions_to(board, space, other))


# -- arcs --------------------------------------------------------------------------------------------------------


def in_arc(board: Board, space: int, facing: int, arc: str, other: int) -> bool:
    """Whether another space lies in an arc of something at a space with that facing; the lines at its edges do.

    Raises CardlibError for an arc that the board does not have.
    """
    at = bearing(board, space, other)
    if at == NOWHERE:
        return False
    known = board.arcs.get(arc)
    if known is None:
        raise CardlibError(f"the board '{board.id}' has no arc '{arc}', it has {', '.join(board.arcs) or 'none'}")
    whole = 4 * len(board.directions)
    at = (at - 4 * facing) % whole
    if not known.rest:
        return (at - known.first) % whole <= known.last - known.first
    return not any((at - one.first) % whole <= one.last - one.first for one in board.arcs.values() if not one.rest)


def arc_of(board: Board, space: int, facing: int, arc: str) -> int:
    """Return the spaces in an arc of something at a space with that facing, as one number (see `in_arc`)."""
    found = board.swept.get((space, facing, arc))
    if found is None:
        spaces = range(len(board))
        found = board.swept[space, facing, arc] = bits(s for s in spaces if in_arc(board, space, facing, arc, s))
    return found


def arcs_of(board: Board, space: int, facing: int, other: int) -> tuple[str, ...]:
    """Return the arcs in which another space lies, in the order of the board; none for the space itself."""
    if bearing(board, space, other) == NOWHERE:
        return ()
    return tuple(arc for arc in board.arcs if in_arc(board, space, facing, arc, other))


def cone(board: Board, space: int, facing: int, arc: str, most: int) -> tuple[int, ...]:
    """Return the spaces of an arc that are at most so far away, in the order of the board."""
    return tuple(
        other
        for other, far in enumerate(distances(board, space))
        if far <= most and in_arc(board, space, facing, arc, other)
    )


# -- straight on, and turning ------------------------------------------------------------------------------------


def step(board: Board, space: int, direction: int) -> int:
    """Return the next space in a direction; NOWHERE where the board ends."""
    return board.steps[space][direction] if board.steps else NOWHERE


def ray(board: Board, space: int, direction: int) -> Iterator[int]:
    """Yield the spaces in a direction one after another, until the board ends."""
    here = step(board, space, direction)
    while here != NOWHERE:
        yield here
        here = step(board, here, direction)


def line(board: Board, space: int, direction: int) -> tuple[int, ...]:
    """Return the spaces in a direction one after another, nearest first, until the board ends."""
    found = board.rays.get((space, direction))
    if found is None:
        found = board.rays[space, direction] = tuple(ray(board, space, direction))
    return found


def turn(board: Board, facing: int, by: int) -> int:
    """Return the facing after a turn by so many steps, clockwise; below 0 the other way round."""
    return (facing + by) % len(board.directions)


def turns(board: Board, facing: int, other: int) -> int:
    """Return how many steps lie between two facings, the shorter way round."""
    many = len(board.directions)
    return min((other - facing) % many, (facing - other) % many)


# -- large pieces ------------------------------------------------------------------------------------------------


def footprint(board: Board, shape: str, anchor: int, facing: int) -> tuple[int, ...] | None:
    """Return the spaces of a piece of several, its anchor first; None where a part of it would be off the board.

    The board's `footprints` say for each part by which steps it lies from the anchor, as turns from the facing.
    """
    known = board.parts.get((shape, anchor, facing))
    if known is None:
        known = board.parts[shape, anchor, facing] = _footprint(board, shape, anchor, facing)
    return known or None


def _footprint(board: Board, shape: str, anchor: int, facing: int) -> tuple[int, ...]:
    if shape not in board.footprints:
        known = ", ".join(board.footprints) or "none"
        raise CardlibError(f"the board '{board.id}' has no footprint '{shape}', it has {known}")
    found = []
    for way in board.footprints[shape]:
        x, y = board.at[anchor]
        for by in way:
            dx, dy = board.vectors[turn(board, facing, by)]
            x, y = x + dx, y + dy
        part = board.located.get((x, y), NOWHERE)
        if part == NOWHERE:
            return ()
        found.append(part)
    return tuple(found)


# -- bearings ----------------------------------------------------------------------------------------------------


def _bearings(board: Board, space: int) -> tuple[int, ...]:
    if not board.vectors:
        return (NOWHERE,) * len(board)
    x, y = board.at[space]
    return tuple(_bearing(board, other_x - x, other_y - y) for other_x, other_y in board.at)


def _bearing(board: Board, x: int, y: int) -> int:
    """The bearing of a vector: between which two directions it lies, and to which of them it is nearer."""
    if x == 0 and y == 0:
        return NOWHERE
    hexes = board.shape == "hex"
    vectors = board.vectors
    side = 1 if _cross(vectors[0], vectors[1]) > 0 else -1  # on which side clockwise is
    for k, here in enumerate(vectors):
        after = vectors[(k + 1) % len(vectors)]
        left, right = side * _cross(here, (x, y)), side * _cross((x, y), after)
        if left < 0 or right <= 0:
            continue
        if left == 0 and _dot(here, (x, y), hexes) > 0:
            return 4 * k
        if left == 0:
            continue
        one = _dot(here, (x, y), hexes) ** 2 * _dot(after, after, hexes)
        two = _dot(after, (x, y), hexes) ** 2 * _dot(here, here, hexes)
        return 4 * k + (1 if one > two else 2 if one == two else 3)
    return NOWHERE


def _cross(one: tuple[int, int], other: tuple[int, int]) -> int:
    return one[0] * other[1] - one[1] * other[0]


def _dot(one: tuple[int, int], other: tuple[int, int], hexes: bool) -> int:
    """The inner product; axial axes stand at 60 degrees, so there it is twice the product."""
    (a, b), (c, d) = one, other
    return 2 * a * c + 2 * b * d + a * d + b * c if hexes else a * c + b * d
