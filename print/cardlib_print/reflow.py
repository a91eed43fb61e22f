"""A layout on a card of another size: what stands near an edge stays near it, and the middle gives way.

Nothing is scaled as a picture is. Boxes keep their distance from the edge that they are near, small ones (badges,
symbols, numbers) their size, and what lies between the margins grows or shrinks with the card; texts are fitted anew,
and what does not fit then is found like everywhere. What is drawn beyond the cut goes on as far as the new bleed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cardlib.errors import CardlibError, NotFound
from cardlib.filters import nearest_note
from cardlib_print.geometry import Box, Size, millimetres

if TYPE_CHECKING:
    from cardlib_print.elements import Layout

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
_MARGIN = 8.0  # mm along an edge that move with it
_CARD = 30.0  # mm; what is narrower is a token, which has its own size
_SMALL = 14.0  # mm up to which a box keeps its length
_NEAR = 0.05  # mm; sizes closer than that are the same


@dataclass(frozen=True, slots=True)
class Fit:
    """The sizes that cards may have, and how far they are painted beyond the cut (mm; None: as their layouts do).

    A layout takes the size nearest to its own, turned if it lies on its side; none that is farther off than `within`.
    With None for that every card takes it, but no token.
    """

    sizes: tuple[Size, ...]
    bleed: float | None = None
    within: float | None = None

    def target(self, size: Size) -> Size | None:
        """Return the size that a card of a size gets, or None if none is near."""
        if self.within is None and min(size.width, size.height) < _CARD:
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


def becomes_hexagon(layout: Layout, fit: Fit) -> bool:
    """Whether a fit makes a hexagon of a layout, which is none yet."""
    size = fit.target(layout.size)
    return (
        size is not None and hexagonal(size.width, size.height) and not hexagonal(layout.size.width, layout.size.height)
    )


def fitted(layout: Layout, fit: Fit) -> Layout:
    """Return a layout on the size that a fit gives it; the layout itself if that is its own, or if none is near."""
    size = fit.target(layout.size)
    bleed = layout.bleed if fit.bleed is None else fit.bleed
    if size is None or (_apart(size, layout.size) < 1e-9 and bleed <= layout.bleed):
        return layout
    if becomes_hexagon(layout, fit):
        from cardlib_print.hexagons import on_hexagon

        return on_hexagon(layout, size, max(bleed, layout.bleed))
    return reflowed(layout, size, max(bleed, layout.bleed))


def reflowed(layout: Layout, size: Size, bleed: float) -> Layout:
    """Return a layout on a card of another size (mm), painted so far beyond the cut."""
    beyond = bleed / layout.bleed if layout.bleed else 1.0
    elements = tuple(
        replace(element, box=_moved(element.box, layout.size, size, beyond, layout.bleed))
        for element in layout.elements
    )
    return replace(layout, size=size, bleed=bleed, elements=elements)


def _moved(box: Box, old: Size, new: Size, beyond: float, bleed: float) -> Box:
    left, right = _reaching(box.x, box.right, old.width, new.width, beyond, bleed)
    top, bottom = _reaching(box.y, box.bottom, old.height, new.height, beyond, bleed)
    return Box(left, top, right - left, bottom - top)


def _reaching(start: float, end: float, old: float, new: float, beyond: float, bleed: float) -> tuple[float, float]:
    """Where a box begins and ends in one direction; one that reaches all the bleed goes on as far as the new one."""
    low = start * beyond if start < -bleed + _NEAR else None
    high = new + (end - old) * beyond if end > old + bleed - _NEAR else None
    start, end = span(start, end, old, new, small=_SMALL if low is None and high is None else 0.0)
    return (start if low is None else low, end if high is None else high)


def span(
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
