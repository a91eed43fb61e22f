"""What a layout covers: elements that leave the card, colour beyond the cut, and the ground that a text stands on.

All of it is read from the layout alone, in mm from the top left corner of the trimmed card; nothing is drawn.
"""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from cardlib_print.colours import Colour, contrast
from cardlib_print.elements import ArtElement, BoxElement, SymbolElement, TableElement, TextElement, colour
from cardlib_print.geometry import Box, in_hexagon, millimetres
from cardlib_print.reflow import hexagonal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cardlib.catalog import Card
    from cardlib_print.elements import Layout

_NEAR = 0.005  # mm; less than a printer can do, more than sums of decimals are off
_CROSSED = 0.3  # mm in both directions; no letter reaches the edge of its box


def outside(layout: Layout) -> Iterator[tuple[str, str, str]]:
    """Yield the id of each element that leaves the card, what is wrong, and what to do.

    A text has to lie on the trimmed card; shapes, symbols and art may go on into the bleed, as far as the layout has
    one, but have to be seen on the card too.
    """
    card = Box(0.0, 0.0, layout.size.width, layout.size.height)
    for element in layout.elements:
        is_text = isinstance(element, TextElement | TableElement)
        room = card if is_text else card.grown(layout.bleed)
        side, by = _farthest(element.box, room)
        if not _meet(element.box, card):
            yield element.id, f"lies outside the card of {layout.size}", "move it onto the card, or remove it"
        elif by > _NEAR:
            beyond = "card" if is_text or not layout.bleed else f"bleed of {millimetres(layout.bleed)} mm"
            yield (
                element.id,
                f"reaches {millimetres(by)} mm beyond the {side} edge of the {beyond}",
                "move or shrink it",
            )


def beyond_hexagon(layout: Layout) -> Iterator[str]:
    """Yield the id of each text whose box lies partly outside the hexagon that is cut out of the card."""
    card = Box(0.0, 0.0, layout.size.width, layout.size.height)
    if not hexagonal(card.width, card.height):
        return
    for element in layout.elements:
        if isinstance(element, TextElement | TableElement):
            box = element.box
            corners = ((x, y) for x in (box.x, box.right) for y in (box.y, box.bottom))
            if not all(in_hexagon(card, corner, -_NEAR) for corner in corners):
                yield element.id


def crossing(layout: Layout, before: Layout) -> Iterator[tuple[TextElement | TableElement, TextElement | TableElement]]:
    """Yield texts whose boxes lie on each other and did not in the layout before it got another size."""
    if layout is before:
        return
    texts = [
        (element, own.box)
        for element, own in zip(layout.elements, before.elements, strict=True)
        if isinstance(element, TextElement | TableElement)
    ]
    for (here, own), (there, other) in combinations(texts, 2):
        crossed = _crossed(here.box, there.box)
        if crossed > _CROSSED:
            was = max(0.0, _crossed(own, other))
            if was <= _CROSSED < crossed - was:
                yield here, there


def painted_bleed(layout: Layout, card: Card | None) -> float:
    """Return how far (mm) the colour of a card goes on beyond its cut on every side; all the layout's bleed if the
    card shows bare paper there.
    """
    trim = Box(0.0, 0.0, layout.size.width, layout.size.height)
    areas = [
        element.box
        for element in layout.elements
        if (element.when is None or (card is not None and element.when(card)))
        and (isinstance(element, ArtElement) or (isinstance(element, BoxElement) and bool(element.fill)))
        and element.shape == "rectangle"
    ]
    if not any(_farthest(area, trim.grown(-_NEAR))[1] > 0 for area in areas):
        return layout.bleed
    reaches = {
        round(reach, 6)
        for area in areas
        for reach in (-area.x, -area.y, area.right - trim.width, area.bottom - trim.height)
    }
    ring = (reach for reach in sorted(reaches, reverse=True) if reach > 0)
    return next((reach for reach in ring if _covered(trim.grown(reach), trim, areas)), 0.0)


def least_contrast(layout: Layout, card: Card | None, text: TextElement) -> float:
    """Return the contrast of a text with what lies below its box, where it is lowest: from 1 (none) to 21.

    Pictures may have any colour, so over one it is 1.
    """
    palette = layout.palette(card)
    ink = colour(text.colour, palette) or (0.0, 0.0, 0.0)
    found: list[float] = []
    for element in reversed(layout.elements):
        if isinstance(element, TextElement | TableElement) or not _meet(element.box, text.box):
            continue
        if element.when is not None and (card is None or not element.when(card)):
            continue
        if isinstance(element, ArtElement):
            return 1.0
        fill: Colour | None = colour(element.fill, palette)
        if fill is None:
            continue
        found.append(contrast(ink, fill))
        if not isinstance(element, SymbolElement) and _farthest(text.box, element.box)[1] <= _NEAR:
            return min(found)
    return min([*found, contrast(ink, (1.0, 1.0, 1.0))])


def _farthest(box: Box, room: Box) -> tuple[str, float]:
    """The side on which a box reaches farthest beyond another one, and by how much (negative: it lies inside)."""
    beyond = {
        "left": room.x - box.x,
        "upper": room.y - box.y,
        "right": box.right - room.right,
        "lower": box.bottom - room.bottom,
    }
    return max(beyond.items(), key=lambda item: item[1])


def _crossed(one: Box, other: Box) -> float:
    """How far boxes lie on each other, in the direction in which they do least (negative: they lie apart)."""
    across = min(one.right, other.right) - max(one.x, other.x)
    return min(across, min(one.bottom, other.bottom) - max(one.y, other.y))


def _meet(one: Box, other: Box) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom


def _covered(area: Box, hole: Box, boxes: Sequence[Box]) -> bool:
    """Whether boxes cover an area but for a hole in it: asked of the middle of every cell that their edges make."""
    all_boxes = [area, hole, *boxes]
    xs = sorted({edge for box in all_boxes for edge in (box.x, box.right) if area.x <= edge <= area.right})
    ys = sorted({edge for box in all_boxes for edge in (box.y, box.bottom) if area.y <= edge <= area.bottom})
    for left, right in pairwise(xs):
        for top, bottom in pairwise(ys):
            if right - left < _NEAR or bottom - top < _NEAR:
                continue
            x, y = (left + right) / 2, (top + bottom) / 2
            if not any(box.x <= x <= box.right and box.y <= y <= box.bottom for box in (hole, *boxes)):
                return False
    return True
