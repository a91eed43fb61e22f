"""Posters: what is larger than the paper, over several sheets that overlap, to be cut and glued into one.

Each sheet shows a part of the poster, with 10 mm of it on two sheets where they meet. Cut the left and the upper edge
of a sheet, and lay it on its neighbour up to the ticks.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from cardlib_print.geometry import Box, Size
from cardlib_print.sheets import MARK_LENGTH, RULER_LENGTHS, RULER_ROOM, Plan, Ruler, Segment

if TYPE_CHECKING:
    from cardlib_print.sheets import Sheet

OVERLAP = 10.0
_GAP = 1.0  # between what is shown and its marks


def poster(sheet: Sheet, paper: Size, size: Size) -> tuple[Plan, ...]:
    """Return a plan for each sheet of a poster, row by row, on the paper upright or turned: whichever takes fewer."""
    turned = Size(paper.height, paper.width)
    laid = min((paper, turned), key=lambda one: math.prod(_grid(sheet, one, size)))
    columns, rows = _grid(sheet, laid, size)
    places = [(column, row) for row in range(rows) for column in range(columns)]
    return tuple(_part(sheet, laid, size, (columns, rows), place) for place in places)


def _room(sheet: Sheet, paper: Size) -> Size:
    """How much a sheet can show, inside what a printer reaches, with marks around and a ruler below."""
    around = sheet.margin + MARK_LENGTH + _GAP
    return Size(paper.width - 2 * around, paper.height - 2 * around - RULER_ROOM)


def _grid(sheet: Sheet, paper: Size, size: Size) -> tuple[int, int]:
    room = _room(sheet, paper)
    return _sheets(size.width, room.width), _sheets(size.height, room.height)


def _sheets(length: float, room: float) -> int:
    return max(1, math.ceil((length - OVERLAP) / (room - OVERLAP) - 1e-9))


def _part(sheet: Sheet, paper: Size, size: Size, grid: tuple[int, int], place: tuple[int, int]) -> Plan:
    """One sheet: the parts are of one size, so that they overlap by the same everywhere."""
    columns, rows = grid
    column, row = place
    width = (size.width + (columns - 1) * OVERLAP) / columns
    height = (size.height + (rows - 1) * OVERLAP) / rows
    left, top = (paper.width - width) / 2, (paper.height - RULER_ROOM - height) / 2
    area = Box(left, top, width, height)
    slot = Box(left - column * (width - OVERLAP), top - row * (height - OVERLAP), size.width, size.height)
    across = [left, area.right, *([area.right - OVERLAP] if column + 1 < columns else [])]
    down = [top, area.bottom, *([area.bottom - OVERLAP] if row + 1 < rows else [])]
    marks: list[Segment] = []
    for x in across:
        marks += [_tick((x, top), (0, -1)), _tick((x, area.bottom), (0, 1))]
    for y in down:
        marks += [_tick((left, y), (-1, 0)), _tick((area.right, y), (1, 0))]
    length = RULER_LENGTHS[0] if width >= 1.5 * RULER_LENGTHS[0] else RULER_LENGTHS[-1]
    ruler = Ruler(left, paper.height - sheet.margin, length, False, width - length) if sheet.ruler else None
    part = f"row {row + 1} of {rows}, column {column + 1} of {columns}"
    named = replace(sheet, name=f"{sheet.name}, {part}")
    return Plan(named, paper, size, 0.0, 1, 1, (slot,), (area,), tuple(marks) if sheet.marks else (), ruler, part)


def _tick(start: tuple[float, float], way: tuple[int, int]) -> Segment:
    (x, y), (across, down) = start, way
    near, far = _GAP, _GAP + MARK_LENGTH
    return ((x + across * near, y + down * near), (x + across * far, y + down * far))
