"""A layout on a card that is cut out as a hexagon: every box comes within its six sides, where nothing is cut off.

Rows of a card keep their order, below each other in the heights between the points; each is as wide as the hexagon is
there, less a margin. What lies on a bar, a panel or a picture stays in its place on it. Pictures give way first, so
that texts keep their room, and a frame around the card becomes one around the hexagon. A layout says under `hexagon`
which of its elements stand elsewhere on one.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from cardlib_print.elements import ArtElement, BoxElement, SymbolElement, TableElement, TextElement
from cardlib_print.geometry import Box, Size

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cardlib_print.elements import Drawable, Layout

SAFE = 3.0  # mm between the cut and whatever has a meaning
_POINT = 14.0  # mm at the upper and the lower point that are left to the ground
_SIDE = 6.0  # mm at the sides of a hexagon that lies on one
_GIVES = 0.4  # of the height of a picture that may be taken for texts
_WHOLE = 0.8  # of the card in both directions: a frame around it
_LYING = 0.8  # of an element that has to lie on another one to go with it
_TOUCHING = 0.25  # of a small element that goes with another one which it overlaps: a row of coins
_MARGIN = 8.0  # mm along an edge that move with it
_SMALL = 14.0  # mm up to which a box keeps its length
_EDGE = 8.0  # mm; small things but texts that are as near to the upper or lower edge of what they lie on keep that
_NEAR = 0.05  # mm
_NARROWEST = 0.5  # mm


@dataclass(slots=True)
class _Hexagon:
    """The way of boxes from a layout to the hexagon in a card of some size; what others lie on is kept as it moves."""

    old: Size
    size: Size
    bleed: tuple[float, float]  # before and now, in mm
    pictures: tuple[tuple[float, float], ...]  # the heights that they take, from above
    moved: list[tuple[Box, Box]] = field(default_factory=list)

    @property
    def upright(self) -> bool:
        """Whether the hexagon stands on a point."""
        return self.size.height > self.size.width

    def room(self, top: float, bottom: float) -> tuple[float, float]:
        """Return between which places across nothing is cut off, from one height to another (mm)."""
        middle = Box(0.0, 0.0, self.size.width, self.size.height)
        off = max(abs(top - middle.height / 2), abs(bottom - middle.height / 2))
        share = 1 - 2 * SAFE / min(self.size.width, self.size.height)
        width, height = self.size.width * share, self.size.height * share
        inside = max(0.0, 1 - 2 * off / height)  # 1 in the middle, 0 at the upper and the lower end
        half = width * min(0.5, inside) if self.upright else width * (1 + inside) / 4 * (inside > 0)
        return self.size.width / 2 - half, self.size.width / 2 + half

    def place(self, element: Drawable) -> Drawable:
        """Return an element in its place on the hexagon."""
        box = element.box
        if self._ground(box):
            return replace(element, box=self._grown(box))
        whole = box.width >= _WHOLE * self.old.width and box.height >= _WHOLE * self.old.height
        if whole and isinstance(element, BoxElement | ArtElement):
            return self._around(element)
        placed = self._within(box, keep=not isinstance(element, TextElement))
        if isinstance(element, TextElement | TableElement | SymbolElement):
            placed = self._clear(placed, keep=isinstance(element, SymbolElement))
        if isinstance(element, BoxElement | SymbolElement | ArtElement) and not self._bleeds(box):
            self.moved.append((box, placed))
        return replace(element, box=placed)

    def _bleeds(self, box: Box) -> bool:
        return min(box.x, box.y) < -_NEAR or box.right > self.old.width + _NEAR or box.bottom > self.old.height + _NEAR

    def _ground(self, box: Box) -> bool:
        """Whether a box covers the card, or goes on beyond its edge from side to side."""
        return box.x <= _NEAR and box.right >= self.old.width - _NEAR and box.width >= self.old.width - 2 * _NEAR

    def _grown(self, box: Box) -> Box:
        """A ground in the size of the new card: as far across, and between the same rows."""
        beyond = self.bleed[1] / self.bleed[0] if self.bleed[0] else 1.0
        top, bottom = self._heights(box)
        low = box.y * beyond if box.y <= _NEAR else top
        high = self.size.height + (box.bottom - self.old.height) * beyond
        high = high if box.bottom >= self.old.height - _NEAR else bottom
        left = box.x * beyond
        right = self.size.width + (box.right - self.old.width) * beyond
        return Box(left, low, right - left, max(high - low, _NARROWEST))

    def _around(self, element: BoxElement | ArtElement) -> BoxElement | ArtElement:
        """A frame around the card as a hexagon that is as far from the cut."""
        box = element.box
        edge = max(0.0, min(box.x, box.y, self.old.width - box.right, self.old.height - box.bottom))
        share = 1 - 2 * edge / min(self.size.width, self.size.height)
        width, height = self.size.width * share, self.size.height * share
        area = Box((self.size.width - width) / 2, (self.size.height - height) / 2, width, height)
        return replace(element, box=area, shape="pointed" if self.upright else "hexagon", radius=width / 4)

    def _within(self, box: Box, *, keep: bool) -> Box:
        """Where a box comes to: with the one that it lies on, else in its row; a small one may keep to its edge."""
        under = [pair for pair in self.moved if _share(box, pair[0]) >= _LYING]
        beside = [pair for pair in self.moved if _small(box) and _small(pair[0]) and _share(box, pair[0]) >= _TOUCHING]
        if beside and not any(_small(old) for old, _ in under):
            old, new = beside[-1]
            return replace(box, x=box.x + new.x - old.x, y=box.y + new.y - old.y)
        if under:
            old, new = min(under, key=lambda pair: pair[0].width * pair[0].height)
            left, right = _span(box.x - old.x, box.right - old.x, old.width, new.width, margin=SAFE)
            edge = _EDGE if keep and _small(box) else SAFE
            top, bottom = _span(box.y - old.y, box.bottom - old.y, old.height, new.height, margin=edge)
            return Box(new.x + left, new.y + top, right - left, bottom - top)
        top, bottom = self._heights(box)
        left, right = self.room(top, bottom)
        # What stands at a margin of the card stands at the safe edge of the hexagon.
        whole = self.old.width - 2 * SAFE
        start, end = _span(box.x - SAFE, box.right - SAFE, whole, max(right - left, _NARROWEST))
        return Box(left + start, top, max(end - start, _NARROWEST), bottom - top)

    def _heights(self, box: Box) -> tuple[float, float]:
        """Between which heights a box lies that lies on no other one."""
        head = _POINT if self.upright else _SIDE
        new = self.size.height - 2 * head
        taken = sum(bottom - top for top, bottom in self.pictures)
        given = min(_GIVES * taken, max(0.0, self.old.height - new))
        less = given / taken if taken else 0.0
        top, bottom = (
            at - less * sum(max(0.0, min(at, low) - high) for high, low in self.pictures) for at in (box.y, box.bottom)
        )
        small = _SMALL if box.height <= _SMALL else 0.0
        top, bottom = _span(top, bottom, self.old.height - given, new, small=small)
        return top + head, bottom + head

    def _clear(self, box: Box, *, keep: bool) -> Box:
        """The box without what is cut off; a symbol keeps its width if it can."""
        left, right = self.room(box.y, box.bottom)
        if keep and right - left >= box.width:
            return replace(box, x=min(max(box.x, left), right - box.width))
        start, end = max(box.x, left), min(box.right, right)
        return replace(box, x=start, width=end - start) if end - start >= _NARROWEST else box


def on_hexagon(layout: Layout, size: Size, bleed: float) -> Layout:
    """Return a layout on the hexagon in a card of a size (mm), whose ground is painted so far beyond the cut."""
    pictures = tuple(_heights_of(layout.elements, layout.size.height))
    way = _Hexagon(layout.size, size, (layout.bleed, bleed), pictures)
    return replace(layout, size=size, bleed=bleed, elements=tuple(way.place(one) for one in layout.elements))


def _heights_of(elements: Sequence[Drawable], height: float) -> Iterator[tuple[float, float]]:
    """The heights that pictures take, those that overlap together; one that is most of the card is its ground."""
    last = -1.0
    boxes = (one.box for one in elements if isinstance(one, ArtElement) and one.box.height < _WHOLE * height)
    for box in sorted(boxes, key=lambda box: box.y):
        if box.bottom > last:
            yield max(box.y, last), box.bottom
            last = box.bottom


def _span(
    start: float, end: float, old: float, new: float, *, margin: float = _MARGIN, small: float = _SMALL
) -> tuple[float, float]:
    """Return where a box begins and ends in one direction, on a length that was `old` and is `new` (mm).

    What lies within the `margin` goes with its edge, and what is `small` keeps its length.
    """
    if end - start <= small:
        before, behind = start, old - end
        if min(before, behind) <= margin and abs(before - behind) > _NEAR:
            return (start, end) if before < behind else (end + new - old - (end - start), end + new - old)
        middle = _place((start + end) / 2, old, new, margin)
        return middle - (end - start) / 2, middle + (end - start) / 2
    return _place(start, old, new, margin), _place(end, old, new, margin)


def _place(at: float, old: float, new: float, margin: float) -> float:
    """Where a place on the card comes to: fixed to the near edge in the margins, in proportion between them."""
    margin = min(margin, old / 4, new / 4)
    if at <= margin:
        return at
    if at >= old - margin:
        return at + new - old
    return margin + (at - margin) * (new - 2 * margin) / (old - 2 * margin)


def _small(box: Box) -> bool:
    return max(box.width, box.height) <= _SMALL


def _share(box: Box, other: Box) -> float:
    """Which share of a box lies on another one, which is larger."""
    across = min(box.right, other.right) - max(box.x, other.x)
    down = min(box.bottom, other.bottom) - max(box.y, other.y)
    return max(0.0, across) * max(0.0, down) / (box.width * box.height)
