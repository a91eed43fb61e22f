"""A layout on a card of another size: rows and columns keep their order, and what is large gives way.

Nothing is scaled as a picture is. In each direction there is one way from places on the old card to places on the new
one, which never turns back: so boxes that lie apart still do, and what lies on a bar or a panel still lies on it. What
stands at the edge keeps its distance to the cut, small things (badges, symbols, bars with a name) give little, texts
more, pictures most. A box that is a sum with shares of the card is taken as its layout says for the new size. Texts are
fitted anew, and what does not fit then is found like everywhere; what is drawn beyond the cut goes on as far as the new
bleed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from cardlib.errors import CardlibError, NotFound
from cardlib.filters import nearest_note
from cardlib_print.elements import ArtElement, BoxElement, SymbolElement, TextElement
from cardlib_print.fitting import ASCENT, DESCENT
from cardlib_print.geometry import POINTS_PER_MM, Box, Size, millimetres

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cardlib_print.elements import Drawable, Layout

# Sizes by name, in mm: those that are cut and sleeved. Publishers mean different sizes by "mini" and "square".
SIZES = {
    "euro-poker": Size(63.0, 88.0),
    "poker": Size(63.5, 88.9),
    "bridge": Size(57.15, 88.9),
    "mini": Size(44.45, 63.5),
    "mini-euro": Size(44.0, 68.0),
    "micro": Size(31.75, 44.45),
    "tarot": Size(69.85, 120.65),
    "jumbo": Size(88.9, 139.7),
    "large": Size(88.9, 127.0),
    "japanese": Size(59.0, 86.0),
    "domino": Size(44.45, 88.9),
    "business": Size(50.8, 88.9),
    "square": Size(63.5, 63.5),
    "square-large": Size(88.9, 88.9),
    "hex": Size(82.55, 95.25),
}
_CARD = 30.0  # mm; what is narrower is a token, which has its own size
_SHEET = 140.0  # mm; what is longer is a sheet or a board, which has its own size
_EDGE = 3.0  # mm along an edge that move with it
_SMALL = 14.0  # mm up to which a thing or a gap is small
_BADGE = 20.0  # mm up to which a shape is a badge
_SHRINKING = {"small": 0.8, "text": 1.0, "art": 1.5}  # how readily it gives: its factor is a common one to that power
_GROWING = {"small": 0.05, "text": 1.0, "art": 1.0}
_STEADY = ("rectangle", "rounded")  # shapes that look as well in other proportions
_NEAR = 0.05  # mm; sizes closer than that are the same


@dataclass(frozen=True, slots=True)
class Fit:
    """The sizes that cards may have, and how far they are painted beyond the cut (mm; None: as their layouts do).

    A layout takes the size nearest to its own, turned if it lies on its side; none that is farther off than `within`.
    With None for that every card takes it, but no token and no sheet.
    """

    sizes: tuple[Size, ...]
    bleed: float | None = None
    within: float | None = None

    def target(self, size: Size) -> Size | None:
        """Return the size that a card of a size gets, or None if none is near."""
        short, long = sorted((size.width, size.height))
        if self.within is None and not (short >= _CARD and long < _SHEET):
            return None
        turned = [Size(one.height, one.width) for one in self.sizes]
        lying = size.width > size.height
        fitting = [
            one
            for one in (*self.sizes, *turned)
            if (one.width == one.height or (one.width > one.height) is lying)
            and (self.within is None or _apart(one, size) <= self.within)
        ]
        return min(fitting, key=lambda one: _apart(one, size), default=None)


def hexagonal(width: float, height: float) -> bool:
    """Whether a card of that width and height (mm) is a hexagon: one of the size `hex`, on a point or on a side."""
    short, long = sorted((width, height))
    size = SIZES["hex"]
    return abs(short - size.width) < _NEAR and abs(long - size.height) < _NEAR


def size_named(text: str) -> Size:
    """Return a size by name, or as `63x88` in mm. Raises `NotFound` for anything else."""
    if text in SIZES:
        return SIZES[text]
    parts = text.lower().replace("mm", "").split("x")
    try:
        width, height = (float(part) for part in parts)
    except ValueError:
        raise NotFound(
            f"no card size {text!r}{nearest_note(text, SIZES)}; expected width x height in mm such as 63x88, or one of "
            f"{', '.join(SIZES)}"
        ) from None
    if not (10 <= width <= 1000 and 10 <= height <= 1000):
        raise CardlibError(f"card size {text!r}: expected 10 to 1000 mm either way")
    return Size(width, height)


def size_called(size: Size) -> str:
    """Return what `--size` calls a size: its name, or `63x88` in mm."""
    return next((name for name, known in SIZES.items() if known == size), f"{size.width:g}x{size.height:g}")


def becomes_hexagon(layout: Layout, fit: Fit) -> bool:
    """Whether a fit makes a hexagon of a layout, which is none yet."""
    size = fit.target(layout.size)
    return (
        size is not None and hexagonal(size.width, size.height) and not hexagonal(layout.size.width, layout.size.height)
    )


def fitted(layout: Layout, fit: Fit, laid: Callable[[Size], Layout]) -> Layout:
    """Return a layout on the size that a fit gives it; the layout itself if that is its own, or if none is near.

    `laid` reads the layout for a card of another size, with its sums worked out there.
    """
    size = fit.target(layout.size)
    bleed = layout.bleed if fit.bleed is None else fit.bleed
    if size is None or (_apart(size, layout.size) < 1e-9 and bleed <= layout.bleed):
        return layout
    if becomes_hexagon(layout, fit):
        from cardlib_print.hexagons import on_hexagon

        return on_hexagon(layout, size, max(bleed, layout.bleed))
    return reflowed(layout, laid(size), max(bleed, layout.bleed))


def reflowed(layout: Layout, said: Layout, bleed: float) -> Layout:
    """Return a layout on the size of `said`, painted so far beyond the cut (mm).

    `said` is the same layout read for that size: what it writes with shares of the card is where it says, the rest is
    moved.
    """
    beyond = bleed / layout.bleed if layout.bleed else 1.0
    old, new = layout.size, said.size
    across = _way([_Span.across(element) for element in layout.elements], old.width, new.width)
    down = _way([_Span.down(element) for element in layout.elements], old.height, new.height)

    def on_card(element: Drawable, declared: Drawable) -> Drawable:
        if declared.box.shared:
            box = declared.box
            left, right = _bled(box.x, box.right, new.width, layout.bleed, beyond)
            top, bottom = _bled(box.y, box.bottom, new.height, layout.bleed, beyond)
            return replace(element, box=Box(left, top, right - left, bottom - top, shared=True))
        box = element.box
        left, right = _bled(across(box.x), across(box.right), new.width, layout.bleed, beyond)
        top, bottom = _bled(down(box.y), down(box.bottom), new.height, layout.bleed, beyond)
        return _on(element, Box(left, top, right - left, bottom - top))

    elements = tuple(on_card(one, other) for one, other in zip(layout.elements, said.elements, strict=True))
    return replace(layout, size=new, bleed=bleed, elements=elements)


@dataclass(frozen=True, slots=True)
class _Span:
    """What an element takes in one direction (mm), whether it is a picture, and the least share of it that a line of
    text needs.
    """

    start: float
    end: float
    art: bool
    least: float = 0.0

    @property
    def length(self) -> float:
        return self.end - self.start

    @classmethod
    def across(cls, element: Drawable) -> _Span:
        box = element.box
        return cls(box.x, box.right, isinstance(element, ArtElement), _least(element, box.width, turned=True))

    @classmethod
    def down(cls, element: Drawable) -> _Span:
        box = element.box
        return cls(box.y, box.bottom, isinstance(element, ArtElement), _least(element, box.height, turned=False))


def _least(element: Drawable, length: float, *, turned: bool) -> float:
    """The share of a length in which a line of a text still stands at its smallest size."""
    if not isinstance(element, TextElement) or bool(element.turn) is not turned:
        return 0.0
    return min(1.0, (ASCENT + DESCENT) * element.limits.smallest / POINTS_PER_MM / length)


def _way(spans: Sequence[_Span], old: float, new: float) -> Callable[[float], float]:
    """The way of places in one direction from a length to another (mm), with what lies there."""
    edge = min(_EDGE, old / 4, new / 4)
    within = {round(at, 4) for span in spans for at in (span.start, span.end) if edge < at < old - edge}
    stops = [edge, *sorted(within), old - edge]
    gives = _GROWING if new > old else _SHRINKING
    parts = []
    for low, high in pairwise(stops):
        here = [span for span in spans if span.start < (low + high) / 2 < span.end]
        parts.append((high - low, gives[_kind(high - low, here)], max((span.least for span in here), default=0.0)))
    places = [edge]
    for length in _lengths(parts, new - 2 * edge):
        places.append(places[-1] + length)

    def way(at: float) -> float:
        if at <= edge:
            return at
        if at >= old - edge:
            return at + new - old
        index = next(index for index, high in enumerate(stops[1:]) if at <= high + 1e-4)
        low, high = stops[index], stops[index + 1]
        return places[index] + (at - low) / (high - low) * (places[index + 1] - places[index])

    return way


def _kind(length: float, here: Sequence[_Span]) -> str:
    """How readily a part gives; the smallest thing that lies in it decides, so that it stays whole."""
    if not here:
        return "small" if length <= _SMALL else "text"
    smallest = min(here, key=lambda span: span.length)
    return "small" if smallest.length <= _SMALL else "art" if smallest.art else "text"


def _lengths(parts: Sequence[tuple[float, float, float]], room: float) -> list[float]:
    """Parts as long as fills the room: each times a common factor to the power that it gives, or at its least share."""

    def filled(factor: float) -> list[float]:
        return [length * max(least, math.exp(factor * readily)) for length, readily, least in parts]

    low, high = -60.0, 60.0
    for _ in range(80):
        middle = (low + high) / 2
        if sum(filled(middle)) < room:
            low = middle
        else:
            high = middle
    found = filled((low + high) / 2)
    return [length * room / sum(found) for length in found]  # where not even the least has room


def _bled(start: float, end: float, length: float, bleed: float, beyond: float) -> tuple[float, float]:
    """Where a box begins and ends in one direction; one that reaches all the bleed goes on as far as the new one."""
    low = start * beyond if start < -bleed + _NEAR else start
    high = length + (end - length) * beyond if end > length + bleed - _NEAR else end
    return low, high


def _on(element: Drawable, box: Box) -> Drawable:
    """An element in its new box: a badge in the part of it where it keeps its proportions, and a line of text that
    stands on its side as much larger or smaller as it is longer or shorter, as it may count what lies beside it.
    """
    old = element.box
    across, down = box.width / old.width, box.height / old.height
    if isinstance(element, TextElement) and element.turn and element.limits.lines == 1:
        limits = element.limits
        size = max(limits.smallest, limits.size * down)
        return replace(element, box=box, limits=replace(limits, size=size, comfortable=min(limits.comfortable, size)))
    shaped = isinstance(element, SymbolElement) or (isinstance(element, BoxElement) and element.shape not in _STEADY)
    if not shaped or max(old.width, old.height) > _BADGE:
        return replace(element, box=box)
    width, height = old.width * min(across, down), old.height * min(across, down)
    middle = Box(box.x + (box.width - width) / 2, box.y + (box.height - height) / 2, width, height)
    return replace(element, box=middle)


def _apart(one: Size, other: Size) -> float:
    return max(abs(one.width - other.width), abs(one.height - other.height))


def size_text(size: Size, bleed: float) -> str:
    """Return a size and its bleed as a manifest notes it: `63.5x88.9+3.048`."""
    return f"{size.width:.6g}x{size.height:.6g}+{bleed:.6g}"


def noted_fit(text: str) -> Fit | None:
    """Return the fit that a manifest notes; None for the layouts' own sizes."""
    if not text:
        return None
    size, _, bleed = text.partition("+")
    width, _, height = size.partition("x")
    return Fit((Size(float(width), float(height)),), float(bleed))


def sizes_told(sizes: tuple[Size, ...]) -> str:
    """Return sizes for people."""
    return ", ".join(f"{millimetres(one.width)} x {millimetres(one.height)}" for one in sizes)
