"""Lengths and boxes. Designers write millimetres from the top left corner of the trimmed card; PDF wants points from
the bottom left. Everything in this package is millimetres until `Painter` turns it into points.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

POINTS_PER_MM = 72 / 25.4
WIDEST = 1000  # mm of a card

_TERM = re.compile(r"([+-]?\d+(?:\.\d+)?)(%?)")
_SUM = re.compile(rf"{_TERM.pattern}(?:[+-]\d+(?:\.\d+)?%?)*")
_CHOICE = re.compile(r"(min|max)\(([^(),]+),([^(),]+)\)")
_LONGEST = 60  # characters of a sum


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in mm: left and top edge measured from the top left corner of the card or page, width, height.

    `shared` tells of one that a layout writes with shares of the card.
    """

    x: float
    y: float
    width: float
    height: float
    shared: bool = field(default=False, compare=False)

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge, measured downwards like `y`."""
        return self.y + self.height

    def grown(self, by: float) -> Box:
        """Return the box with every edge moved outwards by `by` mm."""
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)


def in_hexagon(box: Box, point: tuple[float, float], near: float = 1e-4) -> bool:
    """Whether a point lies inside the hexagon in a box, farther than `near` (a share of it) from its edges.

    The hexagon stands on a point if the box is higher than wide, else on a side.
    """
    across = abs(point[0] - box.x - box.width / 2) / (box.width / 2)
    down = abs(point[1] - box.y - box.height / 2) / (box.height / 2)
    if box.width > box.height:
        across, down = down, across
    return across < 1 - near and down + across / 2 < 1 - near


@dataclass(frozen=True, slots=True)
class Size:
    """A width and a height in mm."""

    width: float
    height: float

    def __str__(self) -> str:
        return f"{millimetres(self.width)} x {millimetres(self.height)} mm"


def millimetres(value: float) -> str:
    """Return a length for people: 63, 88.9, 1.25 (at most two decimals)."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def length(given: object, whole: float) -> float | None:
    """Return a length in mm: a number, a sum such as `100%-6` where 100 % is `whole`, or the smaller or larger one of
    two sums, `min(11, 18%-5)`; None for anything else.
    """
    if isinstance(given, bool) or not isinstance(given, int | float | str):
        return None
    if not isinstance(given, str):
        return float(given)
    terms = given.replace(" ", "")
    if len(terms) > _LONGEST:
        return None
    choice = _CHOICE.fullmatch(terms)
    if choice is None:
        return _sum(terms, whole)
    one, other = (_sum(part, whole) for part in choice.group(2, 3))
    if one is None or other is None:
        return None
    return min(one, other) if choice[1] == "min" else max(one, other)


def _sum(terms: str, whole: float) -> float | None:
    if not _SUM.fullmatch(terms):
        return None
    return sum(float(number) * (whole / 100 if share else 1.0) for number, share in _TERM.findall(terms))
