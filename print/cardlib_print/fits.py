"""How large texts are set: the size of each, the one that its layout wants, and the least that it allows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Fit(NamedTuple):
    """One text of a card: its element, the size in points that it has, the wanted one, and the smallest allowed."""

    element: str
    size: float
    wanted: float
    least: float

    @property
    def share(self) -> float:
        """How much of the way from the wanted size to the smallest one is used up, from 0 to 1."""
        return (self.wanted - self.size) / (self.wanted - self.least) if self.wanted > self.least else 0.0


def tightest(fits: Iterable[Fit]) -> Fit | None:
    """Return the text that had to shrink the most of what it may; of equal ones the smallest."""
    return max(fits, key=lambda fit: (fit.share, -fit.size), default=None)
