"""Cut lines on the cards themselves, seen on dark cards and on white ones: black on white, along every cut.

Ticks in the margin come with every sheet (`sheets.py`). Lines over the cards are for scissors and for sheets whose cuts
do not go through from edge to edge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from cardlib_print.colours import BLACK, WHITE

if TYPE_CHECKING:
    from cardlib_print.geometry import Box
    from cardlib_print.painter import Painter
    from cardlib_print.sheets import Segment

CutLines = Literal["ticks", "full", "dashed", "cross"]
_LINE = 0.15  # mm
_CASING = 0.45  # mm of white below a line
_DASH = 2.0  # mm of black, and as many of white
_ARM = 2.0  # mm of a cross, each way


def draw_cut_lines(painter: Painter, style: CutLines, slots: Sequence[Box]) -> None:
    """Draw the cuts around the slots of a sheet in a style; ticks are nothing more than what the sheet has."""
    if style == "cross":
        for segment in _crosses(slots):
            _line(painter, segment)
    elif style != "ticks":
        for segment in edges(slots):
            if style == "full":
                _line(painter, segment)
            else:
                _dashes(painter, segment)


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
    length = max(to_x - x, to_y - y)
    across, down = (to_x - x) / length, (to_y - y) / length
    along = 0.0
    while along < length:
        end = min(along + _DASH, length)
        start = (x + across * along, y + down * along)
        painter.line(start, (x + across * end, y + down * end), BLACK, 2 * _LINE)
        along += 2 * _DASH
