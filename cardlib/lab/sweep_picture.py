"""A sweep as a picture: of one number the curve of its figure, of several a line for each setting, best first."""

# mypy: disable-error-code="no-untyped-call"
# (reportlab has no annotations)

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor

from cardlib.filters.words import number_of
from cardlib.lab.intervals import Interval
from cardlib.lab.picture import BLACK, HIGH, LABEL, LOW, MARGIN, SMALL, TITLE, Box, Drawing, Line, Words
from cardlib.lab.sweep import Point, Sweep

FIELD = (420.0, 220.0)  # of the curve
ROW, ROWS = 18.0, 40  # height of a line, and how many there are at most
SCALE = 330.0  # width of the field of lines
GREY = (0.75, 0.75, 0.75)
DOT = 5.0


def drawn(made: Sweep) -> Drawing:
    """Return the picture of a sweep: each figure with its interval, and the goal as a line."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    from cardlib.lab.picture import register_fonts

    register_fonts()
    title = f"{made.name}: {', '.join(made.vary)}"
    lines = [
        f"{made.goal.what}, goal {made.goal.target * made.goal.scale:g}; each with its 95 % interval",
        f"{' against '.join(made.setting.names)}, {number_of(made.games, 'game')}, seed {made.setting.seed}",
    ]
    top = MARGIN + TITLE + 14.0 * len(lines) + 20
    parts: list[Box | Words | Line] = [Words(MARGIN, MARGIN + TITLE, title, TITLE, bold=True)]
    parts += [Words(MARGIN, MARGIN + TITLE + 14 * at, line, LABEL) for at, line in enumerate(lines, 1)]
    widest = max(float(stringWidth(line, "Vera", LABEL)) for line in lines)
    widest = max(widest, float(stringWidth(title, "VeraBd", TITLE)))
    low, high = bounds_of(made)
    if len(made.vary) == 1:
        parts += _curve(made, top, low, high)
        width, height = MARGIN + 40 + FIELD[0], top + FIELD[1] + 40
    else:
        shown = ranked(made)[:ROWS]
        words = [label(point) for point in shown]
        left = MARGIN + max(float(stringWidth(word, "VeraBd", SMALL)) for word in words) + 8
        parts += _rows(made, shown, words, left, top, low, high)
        width, height = left + SCALE, top + ROW * len(shown) + 24
    return Drawing(title, round(max(width, MARGIN + widest) + MARGIN, 2), round(height + MARGIN, 2), parts)


def ranked(made: Sweep) -> list[Point]:
    """Return the settings that played: the best first, then those of later stages, and the nearer ones."""
    played = [point for point in made.points if point.miss is not None]
    return sorted(played, key=lambda point: (point is not made.best, -point.stage, point.miss))


def label(point: Point) -> str:
    """Return the values of a setting, each with the last part of its place."""
    return ", ".join(f"{place.rpartition('.')[2]}={value}" for place, value in point.values.items())


def bounds_of(made: Sweep) -> tuple[float, float]:
    """Return from where to where the figures and the goal reach."""
    found = [point.figure for point in made.points if point.figure is not None]
    ends = [made.goal.target, *(one.value for one in found)]
    ends += [end for one in found for end in one[1:] if abs(end) != float("inf")]
    step = 0.1 if made.goal.scale == 100 else 5.0
    low, high = floor(min(ends) / step) * step, ceil(max(ends) / step) * step
    return low, high if high > low else low + step


def _clipped(figure: Interval, low: float, high: float) -> tuple[float, float]:
    return max(low, figure.low), min(high, figure.high)


def _curve(made: Sweep, top: float, low: float, high: float) -> Iterator[Box | Words | Line]:
    left, bottom = MARGIN + 40, top + FIELD[1]
    scale = made.goal.scale

    def y(value: float) -> float:
        return bottom - (value - low) / (high - low) * FIELD[1]

    for at in range(6):
        value = low + (high - low) * at / 5
        yield Line(left, y(value), left + FIELD[0], y(value), 0.5, GREY)
        yield Words(
            left - 6, y(value) + 3, f"{value * scale:g}" if scale == 1 else f"{value * 100:.0f} %", SMALL, "end"
        )
    yield Line(left, y(made.goal.target), left + FIELD[0], y(made.goal.target), 1.2, HIGH)
    step = FIELD[0] / len(made.points)
    before: tuple[float, float] | None = None
    for number, point in enumerate(made.points):
        x = left + step * (number + 0.5)
        (said,) = point.values.values()
        yield Words(x, bottom + 14, str(said), LABEL, "middle", point is made.best)
        if point.figure is None:
            continue
        here = y(point.figure.value)
        from_, to = _clipped(point.figure, low, high)
        yield Line(x, y(from_), x, y(to), 1.2, LOW)
        if before is not None:
            yield Line(*before, x, here, 0.8, LOW)
        yield Box(x - DOT / 2, here - DOT / 2, DOT, DOT, LOW if point is not made.best else BLACK)
        before = x, here
    (place,) = made.vary
    yield Words(left + FIELD[0] / 2, bottom + 30, place, LABEL, "middle")


def _rows(
    made: Sweep, shown: list[Point], words: list[str], left: float, top: float, low: float, high: float
) -> Iterator[Box | Words | Line]:
    bottom = top + ROW * len(shown)
    scale = made.goal.scale

    def x(value: float) -> float:
        return left + (value - low) / (high - low) * SCALE

    for at in range(6):
        value = low + (high - low) * at / 5
        yield Line(x(value), top, x(value), bottom, 0.5, GREY)
        yield Words(
            x(value), bottom + 12, f"{value * scale:g}" if scale == 1 else f"{value * 100:.0f} %", SMALL, "middle"
        )
    yield Line(x(made.goal.target), top, x(made.goal.target), bottom, 1.2, HIGH)
    for number, (point, word) in enumerate(zip(shown, words, strict=True)):
        y = top + ROW * (number + 0.5)
        yield Words(left - 6, y + 3, word, SMALL, "end", point is made.best)
        assert point.figure is not None
        from_, to = _clipped(point.figure, low, high)
        yield Line(x(from_), y, x(to), y, 1.2, LOW)
        yield Box(x(point.figure.value) - DOT / 2, y - DOT / 2, DOT, DOT, LOW if point is not made.best else BLACK)
