"""Text in several columns of one box: as many lines in each as fit, all in one size."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cardlib_print.fitting import STEP, Fitted, Overflow, fit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardlib_print.fitting import Limits, Line, Word

ALL = 1e6  # mm; room for any text


def fit_columns(
    paragraphs: Sequence[Sequence[Word]], width: float, height: float, limits: Limits, count: int
) -> Fitted | Overflow:
    """Fit paragraphs into `count` columns of `width` by `height` mm, as `fitting.fit` does into one."""
    if count == 1:
        return fit(paragraphs, width, height, limits)
    size = limits.size
    while True:
        leading, gap = (limits.leading, limits.gap) if size > limits.smallest else (limits.tightest, limits.gap / 2)
        one = replace(limits, size=size, smallest=size, leading=leading, tightest=leading, gap=gap)
        found = fit(paragraphs, width, ALL, one)
        if isinstance(found, Fitted) and len(split(found, height)) <= count:
            return found
        if size <= limits.smallest:
            needed = found.height if isinstance(found, Fitted) else found.needed_height
            wide = found.needed_width if isinstance(found, Overflow) else 0.0
            lines = found.lines if isinstance(found, Overflow) else len(found.lines)
            return Overflow(wide, needed / count, lines, size)
        size = max(limits.smallest, size - STEP)


def split(text: Fitted, height: float) -> list[Fitted]:
    """Return a text in parts no higher than so many mm each.

    No part ends in the first line of a paragraph, and none begins with its last one, where there is a way round it.
    """
    parts: list[Fitted] = []
    rest = text.lines
    while rest:
        most = 1
        while most < len(rest) and replace(text, lines=rest[: most + 1]).height <= height + 1e-6:
            most += 1
        most = next((end for end in range(most, 0, -1) if not _tears(rest, end)), most)
        parts.append(replace(text, lines=rest[:most]))
        rest = rest[most:]
    return parts


def _tears(lines: Sequence[Line], end: int) -> bool:
    """Whether a part that ends there leaves the first or the last line of a paragraph by itself."""
    if end == len(lines) or lines[end].first:
        return False
    return lines[end - 1].first or end + 1 == len(lines) or lines[end + 1].first
