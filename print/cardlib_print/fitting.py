"""Fits text into a box and never lets it run over.

In this order: wrap at the wanted size; shrink in quarter points down to the element's smallest size; at that size set
the lines tighter, down to the tightest leading; then give up and say how much room is missing. Everything is measured
in em first, so that another size costs only a comparison per word.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from cardlib_print.geometry import POINTS_PER_MM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardlib_print.fonts import Piece
    from cardlib_print.symbols import Symbol

# Heights over and under the baseline in em, for letters with accents as for letters with tails.
ASCENT = 0.80
DESCENT = 0.22
CAPITAL = 0.69
STEP = 0.25

# The space behind the last word of a line takes no room; no font has a wider one.
_LAST_SPACE = 1.0


class Inked(NamedTuple):
    """Letters or a symbol in a colour of their own, by name or in hex."""

    part: Piece | Symbol
    ink: str


class Word(NamedTuple):
    """Pieces that stay together: (font and text, or symbol) with their widths in em, and the space that follows.

    Without a space the next one stands close to it; a `hyphen`, with its width, is written if a line ends between them.
    """

    parts: tuple[tuple[Piece | Symbol | Inked, float], ...]
    width: float
    space: Piece | None
    space_width: float
    hyphen: tuple[Piece | Inked, float] | None = None

    def broken(self) -> Word:
        """Return the word as it ends a line: with its hyphen."""
        if self.hyphen is None:
            return self
        return Word((*self.parts, self.hyphen), self.width + self.hyphen[1], None, 0.0)


class Line(NamedTuple):
    """Words on one line, the width of the line in em, and whether a paragraph begins with it."""

    words: tuple[Word, ...]
    width: float
    first: bool


@dataclass(frozen=True, slots=True)
class Fitted:
    """Text that fits: its size in points, the distance between baselines and the extra one between paragraphs (em)."""

    lines: tuple[Line, ...]
    size: float
    leading: float
    gap: float

    @property
    def height(self) -> float:
        """The height in mm, from the top of the first line to the bottom of the last one."""
        return _height(self.lines, self.leading, self.gap) * self.size / POINTS_PER_MM


@dataclass(frozen=True, slots=True)
class Overflow:
    """Text that does not fit at its smallest size: the box that it would need in mm, or the lines beyond a limit."""

    needed_width: float
    needed_height: float
    lines: int
    size: float


@dataclass(frozen=True, slots=True)
class Limits:
    """What a text element allows: sizes in points, leadings and paragraph gap in em, and a number of lines or 0.

    `comfortable` is the smallest size of a text that has a shorter one to fall back on; 0 means `size`.
    """

    size: float
    smallest: float
    leading: float
    tightest: float
    gap: float
    lines: int
    comfortable: float = 0.0

    def early(self) -> Limits:
        """Return the limits for a text that has a shorter one behind it: no smaller than comfortable, never tighter."""
        return replace(self, smallest=self.comfortable or self.size, tightest=self.leading)


def fit(paragraphs: Sequence[Sequence[Word]], width: float, height: float, limits: Limits) -> Fitted | Overflow:
    """Fit paragraphs of words into `width` by `height` mm; see the module for the order of attempts."""
    size = limits.size
    room = height * POINTS_PER_MM
    lengths = [sum([word.width + word.space_width for word in paragraph]) for paragraph in paragraphs]
    while True:
        if size > limits.smallest and _hopeless(lengths, width * POINTS_PER_MM / size, room / size, limits):
            size = max(limits.smallest, size - STEP)
            continue
        lines = wrap(paragraphs, width * POINTS_PER_MM / size)
        widest = max((line.width for line in lines), default=0.0)
        fits_width = widest * size <= width * POINTS_PER_MM + 1e-6
        fits_lines = not limits.lines or len(lines) <= limits.lines
        if fits_width and fits_lines and _height(lines, limits.leading, limits.gap) * size <= room + 1e-6:
            return Fitted(lines, size, limits.leading, limits.gap)
        if size <= limits.smallest:
            break
        size = max(limits.smallest, size - STEP)
    if fits_width and fits_lines and len(lines) > 1:
        loosest = _height(lines, limits.leading, limits.gap)
        tightest = _height(lines, limits.tightest, limits.gap / 2)
        if tightest * size <= room + 1e-6:
            share = (room / size - tightest) / (loosest - tightest) if loosest > tightest else 0.0
            leading = limits.tightest + (limits.leading - limits.tightest) * share
            return Fitted(lines, size, leading, limits.gap / 2 * (1 + share))
    needed = _height(lines, limits.tightest, limits.gap / 2) * size / POINTS_PER_MM
    return Overflow(widest * size / POINTS_PER_MM, needed, len(lines), size)


def wrap(paragraphs: Sequence[Sequence[Word]], width: float) -> tuple[Line, ...]:
    """Break paragraphs into lines of at most `width` em; a word wider than that gets a line of its own."""
    lines: list[Line] = []
    for paragraph in paragraphs:
        first = True
        words: list[Word] = []
        used = 0.0
        space = 0.0
        for word in paragraph:
            reach = used + space + word.width
            if words and (reach if word.hyphen is None else reach + word.hyphen[1]) > width:
                if words[-1].hyphen is not None:
                    used += words[-1].hyphen[1]
                    words[-1] = words[-1].broken()
                lines.append(Line(tuple(words), used, first))
                first = False
                words, used, space = [], 0.0, 0.0
            used += space + word.width
            space = word.space_width
            words.append(word)
        if words:
            lines.append(Line(tuple(words), used, first))
    return tuple(lines)


def _hopeless(lengths: Sequence[float], width: float, room: float, limits: Limits) -> bool:
    """Whether paragraphs that long (em) cannot fit, however well their words fall; saves most of the wrapping."""
    lines = sum([max(1, ceil(length / (width + _LAST_SPACE))) for length in lengths])
    return ASCENT + DESCENT + (lines - 1) * limits.leading + (len(lengths) - 1) * limits.gap > room + 1e-6


def _height(lines: Sequence[Line], leading: float, gap: float) -> float:
    if not lines:
        return 0.0
    gaps = sum(line.first for line in lines) - 1
    return ASCENT + DESCENT + (len(lines) - 1) * leading + gaps * gap
