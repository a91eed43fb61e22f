"""Outlines: SVG path data read into straight lines and cubic curves, and the few shapes that layouts name.

An outline lives in the unit square of its own size; `operators` places it on a page. Filled with the even-odd rule,
so that a path inside another one is a hole whatever its direction.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from cardlib.errors import CardlibError

_SPACE = re.compile(r"[\s,]*")
_NUMBER = re.compile(r"[\s,]*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)")
_FLAG = re.compile(r"[\s,]*([01])")
_LETTERS = "MmLlHhVvCcSsQqTtAaZz"
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_CIRCLE = 0.5522847498307936

Segment = tuple[str, tuple[float, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """Segments `m`, `l`, `c` and `h` (as in PDF) in a box of `width` by `height` units, y downwards.

    Compared by identity, so that what is made of it can be kept in caches.
    """

    segments: tuple[Segment, ...]
    width: float
    height: float

    def operators(self, left: float, top: float, scale_x: float, scale_y: float) -> str:
        """Return PDF path operators with the outline's (0, 0) at `left`, `top` in points, y upwards."""
        parts: list[str] = []
        for code, numbers in self.segments:
            points = zip(numbers[::2], numbers[1::2], strict=True)
            parts += [f"{left + x * scale_x:.2f} {top - y * scale_y:.2f}" for x, y in points]
            parts.append(code)
        return " ".join(parts)


@lru_cache(maxsize=1024)
def read_path(data: str, width: float, height: float) -> Outline:
    """Return the outline of SVG path data (all commands of SVG 1.1); raise `CardlibError` where it does not parse.

    Every layout of a game reads the same symbols, which are a thousand numbers.
    """
    return Outline(tuple(_segments(data)), width, height)


def _commands(data: str) -> Iterable[tuple[str, list[float]]]:
    """Yield each command with its numbers; a command repeated without its letter comes again with it."""
    position = _SPACE.match(data, 0).end()  # type: ignore[union-attr]
    command = ""
    while position < len(data):
        if data[position] in _LETTERS:
            command = data[position]
            position += 1
        elif not command or command in "Zz":
            raise CardlibError(f"path data: {data[position]!r} at position {position + 1} where a command should be")
        values: list[float] = []
        for place in range(_ARGUMENTS[command.upper()]):
            flag = command in "Aa" and place in (3, 4)
            found = (_FLAG if flag else _NUMBER).match(data, position)
            if not found:
                raise CardlibError(
                    f"path data: {command} needs {_ARGUMENTS[command.upper()]} numbers, "
                    f"found {len(values)} up to position {position + 1}"
                )
            values.append(float(found[1]))
            position = found.end()
        yield command, values
        command = {"M": "L", "m": "l"}.get(command, command)
        position = _SPACE.match(data, position).end()  # type: ignore[union-attr]


def _segments(data: str) -> Iterable[Segment]:
    x = y = start_x = start_y = 0.0
    control: tuple[float, float] | None = None
    previous = ""
    for command, values in _commands(data):
        upper = command.upper()
        base_x, base_y = (x, y) if command.islower() else (0.0, 0.0)
        if upper == "Z":
            yield "h", ()
            x, y = start_x, start_y
        elif upper == "M":
            x, y = start_x, start_y = base_x + values[0], base_y + values[1]
            yield "m", (x, y)
        elif upper in "LHV":
            x = base_x + values[0] if upper != "V" else x
            y = base_y + values[-1] if upper != "H" else y
            yield "l", (x, y)
        elif upper in "CS":
            mirrored = _reflected(control if previous in ("C", "S") else None, x, y)
            first = (base_x + values[0], base_y + values[1]) if upper == "C" else mirrored
            control = (base_x + values[-4], base_y + values[-3])
            x, y = base_x + values[-2], base_y + values[-1]
            yield "c", (*first, *control, x, y)
        elif upper in "QT":
            mirrored = _reflected(control if previous in ("Q", "T") else None, x, y)
            control = (base_x + values[0], base_y + values[1]) if upper == "Q" else mirrored
            end = (base_x + values[-2], base_y + values[-1])
            yield "c", (*_towards((x, y), control), *_towards(end, control), *end)
            x, y = end
        else:
            end = (base_x + values[5], base_y + values[6])
            yield from _arc(x, y, values, *end)
            x, y = end
        previous = upper


def _towards(point: tuple[float, float], control: tuple[float, float]) -> tuple[float, float]:
    """Two thirds of the way: a quadratic curve's control point as a cubic one's."""
    return (point[0] + 2 / 3 * (control[0] - point[0]), point[1] + 2 / 3 * (control[1] - point[1]))


def _reflected(control: tuple[float, float] | None, x: float, y: float) -> tuple[float, float]:
    return (2 * x - control[0], 2 * y - control[1]) if control else (x, y)


def _arc(x: float, y: float, values: list[float], end_x: float, end_y: float) -> Iterable[Segment]:
    """Turn an elliptical arc into curves of at most a quarter turn (SVG 1.1, appendix F.6)."""
    radius_x, radius_y = abs(values[0]), abs(values[1])
    if not radius_x or not radius_y or (x == end_x and y == end_y):
        yield "l", (end_x, end_y)
        return
    turn = math.radians(values[2])
    cos, sin = math.cos(turn), math.sin(turn)
    half_x, half_y = (x - end_x) / 2, (y - end_y) / 2
    across, along = cos * half_x + sin * half_y, -sin * half_x + cos * half_y
    excess = (across / radius_x) ** 2 + (along / radius_y) ** 2
    if excess > 1:
        radius_x, radius_y = radius_x * math.sqrt(excess), radius_y * math.sqrt(excess)
    square = (radius_x * radius_y) ** 2 / ((radius_x * along) ** 2 + (radius_y * across) ** 2) - 1
    factor = math.sqrt(max(0.0, square)) * (-1 if bool(values[3]) == bool(values[4]) else 1)
    centre_a, centre_b = factor * radius_x * along / radius_y, -factor * radius_y * across / radius_x
    centre_x = cos * centre_a - sin * centre_b + (x + end_x) / 2
    centre_y = sin * centre_a + cos * centre_b + (y + end_y) / 2
    begin = math.atan2((along - centre_b) / radius_y, (across - centre_a) / radius_x)
    sweep = math.atan2((-along - centre_b) / radius_y, (-across - centre_a) / radius_x) - begin
    if values[4] and sweep < 0:
        sweep += 2 * math.pi
    elif not values[4] and sweep > 0:
        sweep -= 2 * math.pi
    pieces = max(1, math.ceil(abs(sweep) / (math.pi / 2) - 1e-9))
    step = sweep / pieces
    pull = 4 / 3 * math.tan(step / 4)

    def place(across: float, along: float) -> tuple[float, float]:
        return (
            centre_x + cos * radius_x * across - sin * radius_y * along,
            centre_y + sin * radius_x * across + cos * radius_y * along,
        )

    for piece in range(pieces):
        a, b = begin + piece * step, begin + (piece + 1) * step
        yield (
            "c",
            (
                *place(math.cos(a) - pull * math.sin(a), math.sin(a) + pull * math.cos(a)),
                *place(math.cos(b) + pull * math.sin(b), math.sin(b) - pull * math.cos(b)),
                *place(math.cos(b), math.sin(b)),
            ),
        )


def polygon(points: Iterable[tuple[float, float]], width: float, height: float) -> Outline:
    """Return a closed outline through the points."""
    segments: list[Segment] = [("l", point) for point in points]
    segments[0] = ("m", segments[0][1])
    return Outline((*segments, ("h", ())), width, height)


@lru_cache(maxsize=256)
def shape(name: str, width: float, height: float, radius: float) -> Outline:
    """Return one of the named shapes (`SHAPES`) in its real size.

    `radius` is the corner radius of `rounded`, the cut of `chamfered` and the depth of the points of `hexagon`;
    `pointed` is a hexagon that stands on a point.
    """
    w, h = width, height
    r = min(radius, w / 2, h / 2)
    k = r * (1 - _CIRCLE)
    if name == "rounded":
        return Outline(
            (
                ("m", (r, 0.0)),
                ("l", (w - r, 0.0)),
                ("c", (w - k, 0.0, w, k, w, r)),
                ("l", (w, h - r)),
                ("c", (w, h - k, w - k, h, w - r, h)),
                ("l", (r, h)),
                ("c", (k, h, 0.0, h - k, 0.0, h - r)),
                ("l", (0.0, r)),
                ("c", (0.0, k, k, 0.0, r, 0.0)),
                ("h", ()),
            ),
            w,
            h,
        )
    if name == "ellipse":
        a, b = w / 2, h / 2
        ka, kb = a * _CIRCLE, b * _CIRCLE
        return Outline(
            (
                ("m", (0.0, b)),
                ("c", (0.0, b - kb, a - ka, 0.0, a, 0.0)),
                ("c", (a + ka, 0.0, w, b - kb, w, b)),
                ("c", (w, b + kb, a + ka, h, a, h)),
                ("c", (a - ka, h, 0.0, b + kb, 0.0, b)),
                ("h", ()),
            ),
            w,
            h,
        )
    if name == "chamfered":
        return polygon([(r, 0), (w - r, 0), (w, r), (w, h - r), (w - r, h), (r, h), (0, h - r), (0, r)], w, h)
    if name == "hexagon":
        r = min(radius or w / 4, w / 2)
        return polygon([(r, 0), (w - r, 0), (w, h / 2), (w - r, h), (r, h), (0, h / 2)], w, h)
    if name == "pointed":
        return polygon([(w / 2, 0), (w, h / 4), (w, 3 * h / 4), (w / 2, h), (0, 3 * h / 4), (0, h / 4)], w, h)
    if name == "diamond":
        return polygon([(w / 2, 0), (w, h / 2), (w / 2, h), (0, h / 2)], w, h)
    return polygon([(0, 0), (w, 0), (w, h), (0, h)], w, h)


SHAPES = ("rectangle", "rounded", "chamfered", "hexagon", "pointed", "ellipse", "diamond")
