"""Cut lines on the cards themselves, seen on dark cards and on white ones: black on white, along every cut.

Ticks in the margin come with every sheet (`sheets.py`). Lines over the cards are for scissors and for sheets whose cuts
do not go through from edge to edge. Hexagons are cut along their six edges; what the ticks of the margin cannot say of
these, ticks at their corners do, in what is cut away.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from cardlib_print.colours import BLACK, WHITE
from cardlib_print.geometry import in_hexagon
from cardlib_print.reflow import hexagonal

if TYPE_CHECKING:
    from cardlib_print.geometry import Box
    from cardlib_print.painter import Painter
    from cardlib_print.sheets import Segment

CutLines = Literal["ticks", "full", "dashed", "cross"]
Point = tuple[float, float]
_LINE = 0.15  # mm
_CASING = 0.45  # mm of white below a line
_DASH = 2.0  # mm of black, and as many of white
_ARM = 2.0  # mm of a cross, each way
_TICK = 1.5  # mm of a tick at the corner of a hexagon


def draw_cut_lines(painter: Painter, style: CutLines, slots: Sequence[Box], offset: float = 0.0) -> None:
    """Draw the cuts around the slots of a sheet in a style.

    Ticks of rectangles stand in the margin alone; those of hexagons begin `offset` mm from their corners.
    """
    hexes = [box for box in slots if _is_hex(box)]
    straight = [box for box in slots if not _is_hex(box)]
    if style == "ticks":
        lines = list(_corner_ticks(hexes, offset))
    elif style == "cross":
        lines = [*_crosses(straight), *_stars(hexes)]
    else:
        lines = [*edges(straight), *hex_edges(hexes)]
    for segment in lines:
        if style == "dashed":
            _dashes(painter, segment)
        else:
            _line(painter, segment)


def edges(slots: Sequence[Box]) -> list[Segment]:
    """Return the edges of all slots; one that two of them share once, and those in one line as one."""
    found: dict[tuple[bool, float], list[tuple[float, float]]] = {}
    for box in slots:
        for x in (box.x, box.right):
            found.setdefault((True, round(x, 4)), []).append((box.y, box.bottom))
        for y in (box.y, box.bottom):
            found.setdefault((False, round(y, 4)), []).append((box.x, box.right))
    segments: list[Segment] = []
    for (upright, at), spans in found.items():
        for start, end in _joined(sorted(spans)):
            segments.append(((at, start), (at, end)) if upright else ((start, at), (end, at)))
    return segments


def _joined(spans: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    start, end = spans[0]
    for first, last in spans[1:]:
        if first > end + 1e-4:
            yield start, end
            start = first
        end = max(end, last)
    yield start, end


def hex_edges(slots: Iterable[Box]) -> list[Segment]:
    """Return the six edges of the hexagon in each slot; one that two of them share once."""
    return list(dict.fromkeys(_ordered(*edge) for box in slots for edge in _sides(box)))


def _sides(box: Box) -> list[Segment]:
    """The edges of the hexagon in a box, which stands on a point if it is higher than wide, in order."""
    x, y, w, h = box.x, box.y, box.width, box.height
    upright = ((1 / 2, 0.0), (1.0, 1 / 4), (1.0, 3 / 4), (1 / 2, 1.0), (0.0, 3 / 4), (0.0, 1 / 4))
    shares = upright if h >= w else tuple((down, across) for across, down in upright)
    corners = [(round(x + across * w, 4), round(y + down * h, 4)) for across, down in shares]
    return list(pairwise([*corners, corners[0]]))


def _ordered(start: Point, end: Point) -> Segment:
    return (start, end) if start <= end else (end, start)


def _corner_ticks(slots: Sequence[Box], offset: float) -> Iterator[Segment]:
    """Ticks in line with the edges of hexagons beyond their corners, but for those that would lie on another one."""
    found: dict[Segment, None] = {}
    for box in slots:
        others = [other for other in slots if other is not box]
        for start, end in _sides(box):
            for before, corner in ((start, end), (end, start)):
                tick = _beyond(before, corner, offset, _TICK)
                if not any(in_hexagon(other, point) for other in others for point in tick):
                    found[_ordered(*tick)] = None
    yield from found


def _stars(slots: Iterable[Box]) -> Iterator[Segment]:
    """Short lines through the corners of hexagons, each along an edge."""
    found: dict[Segment, None] = {}
    for box in slots:
        for start, end in _sides(box):
            for before, corner in ((start, end), (end, start)):
                found[_ordered(*_beyond(before, corner, -_ARM, 2 * _ARM))] = None
    yield from found


def _beyond(before: Point, corner: Point, offset: float, length: float) -> Segment:
    """A piece of the line from one corner through the next, that begins so far beyond it (mm)."""
    whole = math.dist(before, corner)
    across, down = (corner[0] - before[0]) / whole, (corner[1] - before[1]) / whole
    places = [
        (round(corner[0] + across * far, 4), round(corner[1] + down * far, 4)) for far in (offset, offset + length)
    ]
    return places[0], places[1]


def _is_hex(box: Box) -> bool:
    return hexagonal(box.width, box.height)


def _crosses(slots: Sequence[Box]) -> Iterator[Segment]:
    corners = {(round(x, 4), round(y, 4)) for box in slots for x in (box.x, box.right) for y in (box.y, box.bottom)}
    for x, y in sorted(corners):
        yield (x - _ARM, y), (x + _ARM, y)
        yield (x, y - _ARM), (x, y + _ARM)


def _line(painter: Painter, segment: Segment) -> None:
    painter.line(*segment, WHITE, _CASING)
    painter.line(*segment, BLACK, _LINE)


def _dashes(painter: Painter, segment: Segment) -> None:
    """Black dashes on a white line of the same width: on any ground one of both is seen."""
    (x, y), (to_x, to_y) = segment
    painter.line(*segment, WHITE, 2 * _LINE)
    length = math.dist(*segment)
    across, down = (to_x - x) / length, (to_y - y) / length
    along = 0.0
    while along < length:
        end = min(along + _DASH, length)
        start = (x + across * along, y + down * along)
        painter.line(start, (x + across * end, y + down * end), BLACK, 2 * _LINE)
        along += 2 * _DASH
