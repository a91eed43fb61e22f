"""The stage of placeholder art: one unit high, with a seeded dice, a family of shades, and skies and ridges."""

from __future__ import annotations

import colorsys
import hashlib
import math
import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeVar

from cardlib_print.colours import Colour, mixed
from cardlib_print.painter import filling
from cardlib_print.paths import Outline, shape

# Coordinates are whole numbers on a stage this high: a hundredth of a mm on a card.
UNITS = 2000

# Hues of the light in a scene: dawn, gold, rose, and a cold noon.
_LIGHTS = (0.05, 0.09, 0.12, 0.97, 0.53)
# How far the hues of a scene are turned from those of its card.
_TURNS = (-0.05, -0.035, -0.02, -0.01, 0.0, 0.01, 0.02, 0.035, 0.05)

T = TypeVar("T")
Point = tuple[float, float]
Motif = Callable[["Scene"], None]


class Scene:
    """A stage one unit high and `width` units wide, y downwards; the same seed always gives the same picture.

    `outlined` turns every filled shape into a white one with a thin grey line, which is how low-ink pictures are made.
    """

    def __init__(self, seed: str, width: float, base: Colour, *, outlined: bool = False) -> None:
        self.width = width
        self.hue, _, _ = colorsys.rgb_to_hls(*base)
        self._random = random.Random(int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big"))
        self._operators: list[str] = [f"1 g 0.55 G {_LINE:g} w"] if outlined else []
        self.outlined = outlined
        self._colour: Colour | None = None
        self._turn = self.pick(_TURNS)
        self._light = self.pick(_LIGHTS)

    @property
    def drawn(self) -> str:
        """The operators of everything drawn so far, for a stage `UNITS` high."""
        return "\n".join(self._operators)

    def between(self, low: float, high: float) -> float:
        """Return the next number of the dice between two bounds."""
        return low + (high - low) * self._random.random()

    def pick(self, options: Sequence[T]) -> T:
        """Return one of the options."""
        return options[int(self._random.random() * len(options))]

    def chance(self, share: float) -> bool:
        """Return True in that share of the cases."""
        return self._random.random() < share

    def shade(self, lightness: float, turn: float = 0.0, saturation: float = 0.42) -> Colour:
        """Return a colour of the scene's family, from 0 (dark) to 1 (light), its hue turned by `turn` turns."""
        return _colour(self.hue + self._turn + turn, lightness, saturation)

    def light(self, lightness: float, share: float = 1.0) -> Colour:
        """Return a shade of the scene's light; with a smaller share, of the family's own colour in that light."""
        light = _colour(self._light, lightness, 0.78)
        return light if share == 1.0 else mixed(self.shade(lightness), light, share)

    def fill(self, points: Sequence[Point], colour: Colour) -> None:
        """Fill a polygon."""
        self._polygon(tuple([number * UNITS for point in points for number in point]), colour)

    def pair(self, points: Sequence[Point], middle: Point, scale: float, left: Colour, right: Colour) -> None:
        """Fill a polygon to the left of a middle and its mirror image to the right, `points` upwards and outwards."""
        x, y = middle
        one: list[float] = []
        other: list[float] = []
        for out, up in points:
            aside, level = out * scale, (y - up * scale) * UNITS
            one += ((x - aside) * UNITS, level)
            other += ((x + aside) * UNITS, level)
        self._polygon(tuple(one), left)
        self._polygon(tuple(other), right)

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """Fill a circle."""
        scale = radius * UNITS / _DISC_RADIUS
        place = (scale, scale, x * UNITS, y * UNITS)
        if self.outlined:
            self._operators.append(f"q {_PLACE % place} {_LINE / scale:.3f} w {_DISC} B Q")
            return
        self._paint(colour)
        self._operators.append(_FILLED_DISC % place)

    def _polygon(self, numbers: tuple[float, ...], colour: Colour) -> None:
        if self.outlined:
            self._operators.append(_corners(len(numbers) // 2, "h B") % numbers)
            return
        if colour is not self._colour:
            self._paint(colour)
        self._operators.append(_corners(len(numbers) // 2, "f") % numbers)

    def _paint(self, colour: Colour) -> None:
        if colour is not self._colour:
            self._colour = colour
            self._operators.append(filling(colour))

    def block(self, x: float, y: float, width: float, height: float, colour: Colour) -> None:
        """Fill an upright rectangle."""
        place = (x * UNITS, y * UNITS, width * UNITS, height * UNITS)
        if self.outlined:
            self._operators.append(f"{_BLOCK % place} h B")
            return
        self._paint(colour)
        self._operators.append(f"{_BLOCK % place} f")

    def beam(self, start: Point, end: Point, thickness: float, colour: Colour) -> None:
        """Fill a straight bar between two points."""
        length = math.hypot(end[0] - start[0], end[1] - start[1]) or 1.0
        across = ((end[1] - start[1]) / length * thickness / 2, (start[0] - end[0]) / length * thickness / 2)
        self.fill(
            [
                (start[0] + across[0], start[1] + across[1]),
                (end[0] + across[0], end[1] + across[1]),
                (end[0] - across[0], end[1] - across[1]),
                (start[0] - across[0], start[1] - across[1]),
            ],
            colour,
        )

    def outline(self, path: Outline, middle: Point, height: float, colour: Colour) -> None:
        """Fill an outline, so high, around its middle; what lies inside of it is a hole."""
        scale = height * UNITS / path.height
        left, top = middle[0] * UNITS - path.width * scale / 2, middle[1] * UNITS - height * UNITS / 2
        form = path.operators(left, top, scale, -scale).replace(".00", "")
        if not self.outlined:
            self._paint(colour)
        self._operators.append(f"{form} {'B*' if self.outlined else 'f*'}")

    def sky(self, top: float = 0.30, low: float = 0.76, bands: int = 9) -> None:
        """Paint bands from a deep colour above to a glow at the horizon."""
        deep, bright = self.shade(top), self.light(low, 0.72)
        if not self.outlined:
            operators, self._colour = _sky(self.width, deep, bright, bands)
            self._operators += operators
            return
        for y, colour in _bands(deep, bright, bands):
            self.block(0, y, self.width, 1 - y, colour)

    def sun(self) -> None:
        """Paint a low sun with a ring of haze."""
        x, y = self.between(0.2, 0.85) * self.width, self.between(0.28, 0.5)
        radius = self.between(0.12, 0.2)
        self.disc(x, y, radius * 1.32, self.light(0.8, 0.85))
        self.disc(x, y, radius, self.light(0.92))

    def ridge(self, level: float, height: float, colour: Colour) -> None:
        """Paint a range of hills whose crest lies around `level`."""
        steps = 12
        phases = [self.between(0, math.tau) for _ in range(3)]
        crest = [
            (
                self.width * step / steps,
                level
                - height
                * (
                    0.6 * math.sin(phases[0] + step * 0.9)
                    + 0.3 * math.sin(phases[1] + step * 1.9)
                    + 0.2 * math.sin(phases[2] + step * 3.1)
                ),
            )
            for step in range(steps + 1)
        ]
        self.fill([(0, 1), *crest, (self.width, 1)], colour)

    def skyline(self, level: float, height: float, colour: Colour) -> None:
        """Paint a row of buildings that stand on `level`."""
        points: list[Point] = [(0, 1)]
        x = -self.between(0, 0.1)
        while x < self.width:
            width, top = self.between(0.06, 0.2), level - height * self.between(0.25, 1.0)
            left, right = max(0.0, x), min(self.width, x + width)
            if self.chance(0.25) and right - left > 0.05:
                middle = (left + right) / 2
                points += [(left, top), (middle - 0.006, top), (middle, top - 0.1), (middle + 0.006, top), (right, top)]
            elif self.chance(0.3):
                points += [(left, top), (right, top + self.between(0.02, 0.07))]
            else:
                points += [(left, top), (right, top)]
            x += width
        self.fill([*points, (self.width, 1)], colour)


@lru_cache(maxsize=4096)
def _colour(hue: float, lightness: float, saturation: float) -> Colour:
    return colorsys.hls_to_rgb(hue % 1.0, lightness, saturation)


def _bands(deep: Colour, bright: Colour, bands: int) -> list[tuple[float, Colour]]:
    """Where the bands of a sky begin, and their colours."""
    return [(band / bands, mixed(deep, bright, (band / (bands - 1)) ** 1.3)) for band in range(bands)]


@lru_cache(maxsize=512)
def _sky(width: float, deep: Colour, bright: Colour, bands: int) -> tuple[tuple[str, ...], Colour]:
    """The operators of a sky, and the colour that is set behind them; many scenes of a game have the same one."""
    operators: list[str] = []
    colour = deep
    for y, colour in _bands(deep, bright, bands):
        operators.append(filling(colour))
        operators.append(_BLOCK % (0, y * UNITS, width * UNITS, (1 - y) * UNITS) + " f")
    return tuple(operators), colour


@lru_cache(maxsize=256)
def _corners(number: int, how: str) -> str:
    """The operators of a polygon with so many corners, and what ends it."""
    return f"%d %d m {'%d %d l ' * (number - 1)}{how}"


# A circle around the origin, large enough for whole numbers, and the operators that place it.
_DISC_RADIUS = 1000
_DISC = shape("ellipse", 2000, 2000, 0).operators(-1000, 1000, 1, 1).replace(".00", "")
_BLOCK = "%d %d %d %d re"
_PLACE = "%.4f 0 0 %.4f %d %d cm"
_FILLED_DISC = f"q {_PLACE} {_DISC} f Q"
_LINE = 0.004 * UNITS
