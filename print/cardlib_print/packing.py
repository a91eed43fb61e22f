"""Cards of all sizes on one sheet: shelves as high as their highest card, filled from the highest to the lowest.

What lower cards leave free in a shelf, below them, is filled in the same way. Every card keeps its size; one that lies
on its side is turned. Cuts do not go through from edge to edge, so each card has its own cut lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from cardlib.errors import CardlibError
from cardlib_print.geometry import Box, Size
from cardlib_print.sheets import RULER_LENGTHS, RULER_ROOM, Plan, Ruler

if TYPE_CHECKING:
    from cardlib_print.sheets import Sheet

Item = TypeVar("Item")
_NEAR = 1e-9  # mm


def packed(
    sheet: Sheet, paper: Size, cards: Sequence[tuple[Item, Size]], bleed: float, *, turn: bool = True
) -> list[tuple[Plan, list[Item]]]:
    """Return a plan for each page of cards that are packed together, and its cards in the order of its slots.

    Without `turn` what lies on its side stays so.

    Raises `CardlibError` for a card that is larger than the sheet, and for more bleed than half the gap.
    """
    if bleed > sheet.gap / 2 + 1e-9:
        raise CardlibError(
            f"sheet {sheet.name} has {sheet.gap:g} mm between cards, room for {sheet.gap / 2:g} mm of bleed"
        )
    room = Box(sheet.margin, sheet.margin, paper.width - 2 * sheet.margin, paper.height - 2 * sheet.margin - RULER_ROOM)
    upright = [(item, _upright(size) if turn else size) for item, size in cards]
    order = sorted(range(len(cards)), key=lambda index: (-upright[index][1].height, -upright[index][1].width))
    least = Size(min(size.width for _, size in upright), min(size.height for _, size in upright))
    free: list[list[Box]] = []
    pages: list[list[tuple[Box, Item]]] = []
    for index in order:
        item, size = upright[index]
        if not _holds(room, size):
            raise CardlibError(f"sheet {sheet.name} has no room for cards of {size}")
        page = next((at for at, areas in enumerate(free) if any(_holds(area, size) for area in areas)), len(free))
        if page == len(free):
            free.append([room])
            pages.append([])
        area = min((one for one in free[page] if _holds(one, size)), key=lambda one: (one.y, one.x))
        pages[page].append((Box(area.x, area.y, size.width, size.height), item))
        free[page].remove(area)
        free[page] += [rest for rest in _rest(area, size, sheet.gap) if _holds(rest, least)]
    ruler = Ruler(sheet.margin, paper.height - sheet.margin, RULER_LENGTHS[0], False, room.width - RULER_LENGTHS[0])
    plans = []
    for number, placed in enumerate(pages):
        slots = tuple(box for box, _ in placed)
        areas = tuple(box.grown(bleed) for box in slots)
        backs = tuple(box.grown(sheet.gap / 2) for box in slots)
        named = replace(sheet, name=f"{sheet.name}, page {number + 1}")
        size = Size(slots[0].width, slots[0].height)
        laid = Plan(named, paper, size, bleed, 1, 1, slots, areas, (), ruler if sheet.ruler else None, backs=backs)
        plans.append((laid, [item for _, item in placed]))
    return plans


def _upright(size: Size) -> Size:
    return Size(min(size.width, size.height), max(size.width, size.height))


def _holds(area: Box, size: Size) -> bool:
    return size.width <= area.width + _NEAR and size.height <= area.height + _NEAR


def _rest(area: Box, size: Size, gap: float) -> tuple[Box, Box]:
    """What is left of an area with a card in its upper left corner: as high as the card beside it, and all below."""
    right, below = area.x + size.width + gap, area.y + size.height + gap
    return Box(right, area.y, area.right - right, size.height), Box(area.x, below, area.width, area.bottom - below)
