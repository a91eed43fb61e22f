"""Cards of all sizes on one sheet: shelves as high as their highest card, filled from the highest to the lowest.

Every card keeps its size; one that lies on its side is turned. Cuts do not go through from edge to edge, so each
card has its own cut lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from cardlib.errors import CardlibError
from cardlib_print.geometry import Box, Size
from cardlib_print.sheets import RULER_LENGTHS, RULER_ROOM, Plan, Ruler

if TYPE_CHECKING:
    from cardlib_print.sheets import Sheet

Item = TypeVar("Item")


@dataclass(slots=True)
class _Shelf:
    """A row on a page: its upper edge and height, and where the next card begins."""

    page: int
    top: float
    height: float
    next: float


@dataclass(slots=True)
class _Packed:
    """What has been packed: the shelves, where the next one of each page begins, and the place of each card."""

    shelves: list[_Shelf] = field(default_factory=list)
    next: list[float] = field(default_factory=list)


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
    state = _Packed()
    pages: dict[int, list[tuple[Box, Item]]] = {}
    for index in order:
        item, size = upright[index]
        if size.width > room.width or size.height > room.height:
            raise CardlibError(f"sheet {sheet.name} has no room for cards of {size}")
        shelf = _shelf(state, size, room, sheet.gap)
        pages.setdefault(shelf.page, []).append((Box(shelf.next, shelf.top, size.width, size.height), item))
        shelf.next += size.width + sheet.gap
    ruler = Ruler(sheet.margin, paper.height - sheet.margin, RULER_LENGTHS[0], False, room.width - RULER_LENGTHS[0])
    plans = []
    for number, placed in sorted(pages.items()):
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


def _shelf(state: _Packed, size: Size, room: Box, gap: float) -> _Shelf:
    """The first shelf that has room for a card; a new one on the first page that has, else on a new page."""
    for shelf in state.shelves:
        if size.height <= shelf.height + 1e-9 and shelf.next + size.width <= room.right + 1e-9:
            return shelf
    page = next((at for at, top in enumerate(state.next) if top + size.height <= room.bottom + 1e-9), len(state.next))
    if page == len(state.next):
        state.next.append(room.y)
    made = _Shelf(page, state.next[page], size.height, room.x)
    state.next[page] += size.height + gap
    state.shelves.append(made)
    return made
