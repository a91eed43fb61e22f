"""Lines of sight, exact, in integers. What blocks is the game's to say: spaces in one number (`board.bits`).

There are two ways to look, and `boards/*.json` names one:

- `centres`: one line joins the middles of two spaces. A space whose inside it crosses blocks it. Where the line runs
  along the edge of two spaces, or through the corner at which they meet, it blocks if `both` of them do (the usual
  rule), if `either` does, or not at all (`none`). A side that is no space of the board does not block.
- `corners`: from the corner of the viewer's space that is closest to the middle of the target, lines go to the three
  corners of the target's space closest to that corner. A space blocks a line that crosses its inside; edges and corners
  block nothing. How many of the three are blocked is how much is hidden: 0 is full sight, 3 none. Where two corners
  of the viewer are equally close, the one counts with which less is hidden. It need not be the same from both ends.

The space of the viewer and that of the target never block.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from cardlib import bounds
from cardlib.kernel.boards.board import NOWHERE, Board, bits, spaces_in

Point = tuple[int, int]


def sees(board: Board, viewer: int, target: int, blocked: int) -> bool:
    """Whether there is a line of sight from a space to another by the board's own rule; a space always sees itself."""
    if viewer == target:
        return True
    if board.sight == "corners":
        return occluded(board, viewer, target, blocked) < board.hidden
    return board.sight == "centres" and clear(board, viewer, target, blocked)


def clear(board: Board, viewer: int, target: int, blocked: int) -> bool:
    """Whether nothing blocks the line between the middles of two spaces."""
    (crossed, *between) = lines(board, viewer, target, "centres")
    if crossed & blocked:
        return False
    if board.edge == "none":
        return True
    if board.edge == "either":
        return not any(sides & blocked for sides in between)
    return not any(sides & blocked == sides for sides in between if sides.bit_count() == 2)


def occluded(board: Board, viewer: int, target: int, blocked: int) -> int:
    """Return how many of the three nearest corners of a space are hidden from another one, 0 to 3."""
    known = board.lines.get((viewer, target))
    found = known[1] if known is not None else lines(board, viewer, target, "corners")
    fewest = 3 if found else 0
    for at in range(0, len(found), 3):
        hidden = 0
        for line in found[at : at + 3]:
            if line & blocked:
                hidden += 1
        if not hidden:
            return 0
        if hidden < fewest:
            fewest = hidden
    return fewest


def between(board: Board, viewer: int, target: int) -> tuple[int, ...]:
    """Return the spaces whose inside the line between the middles of two spaces crosses, in the order of the board."""
    return spaces_in(lines(board, viewer, target, "centres")[0])


def alongside(board: Board, viewer: int, target: int) -> tuple[int, int]:
    """Return the spaces along whose edges or corners such a line runs: those on its left and those on its right.

    Each is one number; a space that the line crosses is in neither.
    """
    hexes = board.shape == "hex"
    x, y = _middle(hexes, *board.at[viewer])
    end_x, end_y = _middle(hexes, *board.at[target])
    found = [0, 0]
    for sides in lines(board, viewer, target, "centres")[1:]:
        for space in spaces_in(sides):
            side_x, side_y = _middle(hexes, *board.at[space])
            turns = (end_x - x) * (side_y - y) - (end_y - y) * (side_x - x)  # y grows downwards
            found[turns > 0] |= 1 << space
    return found[0], found[1]


def lines(board: Board, viewer: int, target: int, kind: str) -> tuple[int, ...]:
    """Return what the lines between two spaces cross, each as spaces in one number; worked out once.

    Of `centres` the first are the spaces crossed, the others the sides of an edge or corner. Of `corners` there are
    three lines for each corner of the viewer that counts.
    """
    known = board.lines.get((viewer, target))
    if known is None:
        if len(board.lines) >= bounds.LINES:
            board.lines.clear()
        known = board.lines[viewer, target] = _lines(board, viewer, target)
    return known[0] if kind == "centres" else known[1]


def _lines(board: Board, viewer: int, target: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    if viewer == target or not board.at:
        return (0,), ()
    (x, y), (other_x, other_y) = board.at[viewer], board.at[target]
    centres, corners = _between(board.shape == "hex", other_x - x, other_y - y)
    located = board.located

    def there(places: tuple[Point, ...]) -> int:
        spaces = (located.get((x + dx, y + dy), NOWHERE) for dx, dy in places)
        return bits(space for space in spaces if space != NOWHERE)

    first, *sides = (there(line) for line in centres)
    return (first, *(pair for pair in sides if pair)), tuple(there(line) for line in corners)


# -- the lattice -------------------------------------------------------------------------------------------------
# Middles and corners have integer coordinates: of a hex (q, r) the middle is (2 q + r, 3 r), of a square (2 x, 2 y).

_HEX = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
_SQUARE = ((-1, -1), (1, -1), (1, 1), (-1, 1))
# The inside of a space: points with a x + b y < c for each of these, seen from its middle.
_HEX_SIDES = ((1, 0, 1), (-1, 0, 1), (1, 1, 2), (-1, -1, 2), (1, -1, 2), (-1, 1, 2))
_SQUARE_SIDES = ((1, 0, 1), (-1, 0, 1), (0, 1, 1), (0, -1, 1))

Lines = tuple[tuple[Point, ...], ...]  # of each line the places that it crosses


@lru_cache(maxsize=bounds.LINES // 10)
def _between(hexes: bool, x: int, y: int) -> tuple[Lines, Lines]:
    """What lies between a space and the one so far away, seen from the first: of the middles, and of the corners."""
    ends = ((0, 0), (x, y))
    start, end = _middle(hexes, 0, 0), _middle(hexes, x, y)
    crossed = _crossed(hexes, start, end, ends)
    corners = []
    own = _around(hexes, 0, 0)
    least = min(_square_of(hexes, corner, end) for corner in own)
    for corner in own:
        if _square_of(hexes, corner, end) == least:
            by_length = sorted((_square_of(hexes, corner, other), other) for other in _around(hexes, x, y))
            corners += [_crossed(hexes, corner, other, ends) for _, other in by_length[:3]]
    return (crossed, *_sides(hexes, start, end, (*crossed, *ends))), tuple(corners)


def _middle(hexes: bool, x: int, y: int) -> Point:
    return (2 * x + y, 3 * y) if hexes else (2 * x, 2 * y)


def _square_of(hexes: bool, one: Point, other: Point) -> int:
    """The square of a length in the plane; a hex is higher than wide, which the lattice leaves out."""
    x, y = one[0] - other[0], one[1] - other[1]
    return 3 * x * x + y * y if hexes else x * x + y * y


def _around(hexes: bool, x: int, y: int) -> list[Point]:
    x, y = _middle(hexes, x, y)
    return [(x + dx, y + dy) for dx, dy in (_HEX if hexes else _SQUARE)]


def _candidates(hexes: bool, start: Point, end: Point) -> Iterator[Point]:
    """The places that a line may touch: in each row those about the part of the line that lies there."""
    wide, high = (2, 3) if hexes else (2, 2)
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    low, top = min(y, y + dy), max(y, y + dy)
    for row in range(low // high - 1, top // high + 2):
        ends = [x, x + dx]
        if dy:
            edges = (max(low, min(top, high * row + side)) for side in (-high, high))
            ends = [x + dx * (edge - y) // dy for edge in edges]
        shift = row if hexes else 0
        for column in range((min(ends) - shift) // wide - 1, (max(ends) + 1 - shift) // wide + 2):
            yield column, row


def _crossed(hexes: bool, start: Point, end: Point, without: tuple[Point, ...]) -> tuple[Point, ...]:
    """The places whose inside a segment crosses, without the two at its ends."""
    return tuple(
        place
        for place in _candidates(hexes, start, end)
        if place not in without and _crosses(hexes, start, end, _middle(hexes, *place))
    )


def _crosses(hexes: bool, start: Point, end: Point, middle: Point) -> bool:
    """Whether a segment has a point inside a space: each side leaves a part of it, and these have one in common."""
    x, y = start[0] - middle[0], start[1] - middle[1]
    dx, dy = end[0] - start[0], end[1] - start[1]
    low, below = 0, 1  # the part of the segment from low/below to high/above
    high, above = 1, 1
    for a, b, c in _HEX_SIDES if hexes else _SQUARE_SIDES:
        room, slope = c - a * x - b * y, a * dx + b * dy  # inside where slope * t < room
        if slope == 0:
            if room <= 0:
                return False
        elif slope > 0:
            if room * above < high * slope:
                high, above = room, slope
        elif -room * below > low * -slope:
            low, below = -room, -slope
    return low * above < high * below


def _sides(hexes: bool, start: Point, end: Point, without: tuple[Point, ...]) -> Lines:
    """The two sides of every edge along which a line of hexes runs, and of every corner between squares that it meets.

    Both touch the line at the same place, and neither is crossed. A hex that is touched at a corner alone has no other
    side, and does not count.
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    touching: dict[tuple[Point, ...], list[Point]] = {}
    for place in _candidates(hexes, start, end):
        if place in without:
            continue
        on_line = []
        for corner in _around(hexes, *place):
            x, y = corner[0] - start[0], corner[1] - start[1]
            if x * dy == y * dx and 0 < x * dx + y * dy < dx * dx + dy * dy:
                on_line.append(corner)
        if len(on_line) >= (2 if hexes else 1):
            touching.setdefault(tuple(sorted(on_line)), []).append(place)
    return tuple(tuple(places) for _, places in sorted(touching.items()))
