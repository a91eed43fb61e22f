"""The pictures that stand in for art: what a layout may name as a motif.

Each draws a whole scene from the seed of its card, so that a card keeps its picture from print to print and two cards
never look the same at a glance. A project's own `art/<card id>.*` takes their place.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from cardlib_print.forces import squad, vessel
from cardlib_print.machines import robot
from cardlib_print.paths import Outline
from cardlib_print.scenery import Motif, Point, Scene


def terrain(scene: Scene) -> None:
    """Hills under a low sun."""
    scene.sky()
    scene.sun()
    scene.ridge(0.62, 0.12, scene.shade(0.56))
    scene.ridge(0.74, 0.1, scene.shade(0.42))
    scene.ridge(0.88, 0.07, scene.shade(0.25))


def machine(scene: Scene) -> None:
    """A walking war machine in front of a city."""
    scene.sky()
    scene.sun()
    scene.skyline(0.82, 0.4, scene.light(0.6, 0.3))
    scene.skyline(0.88, 0.26, scene.shade(0.44))
    ground = scene.shade(0.2)
    scene.ridge(0.92, 0.015, ground)
    robot(scene, scene.width * scene.between(0.46, 0.6), 0.93, scene.between(0.82, 0.98), flying=False)


def flyer(scene: Scene) -> None:
    """A winged war machine over clouds."""
    scene.sky(0.34, 0.8)
    scene.sun()
    for level, lightness in ((0.78, 0.7), (0.88, 0.8), (0.97, 0.88)):
        x = -scene.between(0.0, 0.2)
        while x < scene.width + 0.1:
            radius = scene.between(0.07, 0.15)
            scene.disc(x, level + radius * 0.4, radius, scene.light(lightness + 0.06, 0.45))
            x += radius * 1.25
        scene.block(0, level + 0.07, scene.width, 1 - level, scene.light(lightness + 0.06, 0.45))
    robot(scene, scene.width * scene.between(0.46, 0.6), 0.8, scene.between(0.7, 0.8), flying=True)


def tower(scene: Scene) -> None:
    """A mast or a bunker that sends out rings."""
    scene.sky(0.26, 0.7)
    x = scene.width * scene.between(0.5, 0.66)
    top = scene.between(0.16, 0.26)
    for step in (4, 3, 2, 1):
        scene.disc(x, top, 0.11 * step, scene.light(0.38 + 0.09 * (4 - step), 0.22 * (5 - step)))
    scene.disc(x, top, 0.05, scene.light(0.86))
    scene.ridge(0.8, 0.05, scene.shade(0.4))
    scene.skyline(0.9, 0.2, scene.shade(0.32))
    light, dark = scene.shade(0.62, 0.02, 0.25), scene.shade(0.16)
    scene.block(0, 0.92, scene.width, 0.08, scene.shade(0.12))
    foot = scene.between(0.1, 0.17)
    if scene.chance(0.6):
        legs = ((x - foot, 0.93), (x - 0.015, top)), ((x + foot, 0.93), (x + 0.015, top))
        levels = 5
        for level in range(levels):
            low, high = level / levels, (level + 1) / levels
            (a, b), (c, d) = (_along(leg, low) for leg in legs), (_along(leg, high) for leg in legs)
            scene.beam(a, d, 0.012, dark)
            scene.beam(b, c, 0.012, dark)
            scene.beam(c, d, 0.012, dark)
        for leg in legs:
            scene.beam(*leg, 0.02, dark)
        for _ in range(2):
            y = scene.between(0.35, 0.6)
            side = scene.pick((-1, 1))
            scene.disc(x + side * 0.05, y, 0.045, dark)
            scene.disc(x + side * 0.056, y - 0.006, 0.03, light)
    else:
        scene.fill(
            [(x - foot, 0.93), (x - foot * 0.6, top + 0.12), (x + foot * 0.6, top + 0.12), (x + foot, 0.93)], dark
        )
        scene.fill([(x - foot, 0.93), (x - foot * 0.6, top + 0.12), (x - 0.02, top + 0.12), (x - 0.03, 0.93)], light)
        scene.fill([(x - 0.13, top + 0.14), (x - 0.1, top + 0.03), (x + 0.1, top + 0.03), (x + 0.13, top + 0.14)], dark)
        for window in range(4):
            scene.block(x - 0.09 + window * 0.05, top + 0.07, 0.028, 0.03, scene.light(0.86))
        scene.beam((x, top + 0.04), (x, top - 0.08), 0.014, dark)
    scene.disc(x, top, 0.022, scene.light(0.95))


def orders(scene: Scene) -> None:
    """An order on the tactical screen: a target, a radar, or an advance over open ground."""
    scene.pick((_target, _radar, _advance))(scene)


def _radar(scene: Scene) -> None:
    """A radar: rings, a beam of light that sweeps round, and echoes."""
    x, y = scene.width * scene.between(0.42, 0.6), scene.between(0.48, 0.56)
    scene.block(0, 0, scene.width, 1, scene.shade(0.16))
    step = scene.between(0.14, 0.18)
    for line in range(int(scene.width / step) + 1):
        scene.block(line * step, 0, 0.006, 1, scene.shade(0.24))
        scene.block(0, line * step, scene.width, 0.006, scene.shade(0.24))
    for ring in range(4):
        scene.disc(x, y, 0.44 - 0.11 * ring, scene.light(0.36 + 0.04 * ring, 0.45))
        scene.disc(x, y, 0.425 - 0.11 * ring, scene.light(0.2 + 0.03 * ring, 0.35))
    sweep = scene.between(0, math.tau)
    for slice_ in range(6):
        begin = sweep + slice_ * 0.13
        edge = [_polar(x, y, 0.43, begin), _polar(x, y, 0.43, begin + 0.065), _polar(x, y, 0.43, begin + 0.13)]
        scene.fill([(x, y), *edge], scene.light(0.26 + 0.06 * slice_, 0.5 + 0.08 * slice_))
    for _ in range(scene.pick((3, 4, 5))):
        echo = _polar(x, y, scene.between(0.1, 0.38), scene.between(0, math.tau))
        scene.disc(*echo, 0.034, scene.light(0.5, 0.7))
        scene.disc(*echo, 0.018, scene.light(0.92))
    scene.disc(x, y, 0.022, scene.light(0.92))


def _advance(scene: Scene) -> None:
    """Arrows that move forward over a field of squares towards the horizon."""
    scene.sky(0.16, 0.5, 7)
    level, x = scene.between(0.34, 0.44), scene.width * scene.between(0.35, 0.65)
    scene.disc(x, level - 0.08, scene.between(0.16, 0.24), scene.light(0.8, 0.9))
    scene.skyline(level + 0.01, 0.12, scene.shade(0.3))
    scene.block(0, level, scene.width, 1 - level, scene.shade(0.2))
    bright = scene.shade(0.34)
    for line in range(-8, 9):
        scene.beam((x + line * 0.07, level), (x + line * 0.5, 1.0), 0.007, bright)
    for row in range(6):
        scene.block(0, level + (1 - level) * (row / 6) ** 1.9, scene.width, 0.005 + row * 0.0015, bright)
    for column in scene.pick(((-1, 1), (-1, 0, 1), (0,), (-2, 0, 2))):
        for row in range(3):
            near, far = 0.93 - row * 0.16, 0.86 - row * 0.16
            wide, reach = 0.14 - row * 0.035, (near - level) / (1 - level)
            middle = x + column * 0.34 * reach
            tip = x + column * 0.34 * (far - level) / (1 - level)
            scene.fill(
                [
                    (tip, far - 0.03),
                    (middle + wide, near),
                    (middle + wide * 0.55, near),
                    (tip, far + 0.015),
                    (middle - wide * 0.55, near),
                    (middle - wide, near),
                ],
                scene.light(0.86 - row * 0.12, 0.95),
            )


def _target(scene: Scene) -> None:
    """A target, struck by rays and pointed at by arrows."""
    x, y = scene.width * scene.between(0.35, 0.65), scene.between(0.4, 0.6)
    scene.block(0, 0, scene.width, 1, scene.shade(0.2))
    rays = scene.pick((10, 12, 14, 16))
    begin, reach = scene.between(0, math.tau), 1.5 * scene.width
    for ray in range(rays):
        angle, spread = begin + ray * math.tau / rays, math.pi / rays * 0.5
        scene.fill(
            [(x, y), _polar(x, y, reach, angle - spread), _polar(x, y, reach, angle + spread)], scene.shade(0.28)
        )
    for radius, lightness in ((0.36, 0.36), (0.29, 0.24), (0.26, 0.52), (0.18, 0.26), (0.155, 0.74), (0.06, 0.3)):
        scene.disc(x, y, radius, scene.light(lightness, lightness))
    accent = scene.light(0.7)
    tilt = scene.pick((0.0, math.pi / 4))
    for quarter in range(4):
        turn = tilt + quarter * math.pi / 2
        scene.beam(_polar(x, y, 0.21, turn), _polar(x, y, 0.34, turn), 0.022, scene.light(0.92))
    for arrow in range(scene.pick((2, 3))):
        turn = begin + arrow * math.tau / 3 + scene.between(-0.5, 0.5)
        for step in range(3):
            at = _polar(x, y, 0.44 + 0.085 * step, turn)
            tip = _polar(*at, -0.05, turn)
            scene.fill(
                [
                    tip,
                    _polar(*at, 0.06, turn + 0.9),
                    _polar(*at, 0.035, turn + 0.75),
                    _polar(*at, -0.015, turn),
                    _polar(*at, 0.035, turn - 0.75),
                    _polar(*at, 0.06, turn - 0.9),
                ],
                accent,
            )
    scene.disc(x, y, 0.03, accent)


def portrait(scene: Scene) -> None:
    """A pilot, seen to the chest, in front of a roundel."""
    scene.block(0, 0, scene.width, 1, scene.shade(0.3))
    x = scene.width * 0.5
    for stripe in range(7):
        left = scene.width * (stripe / 7) + scene.between(-0.02, 0.02)
        scene.fill([(left, 1), (left + 0.3, 0), (left + 0.38, 0), (left + 0.08, 1)], scene.shade(0.35))
    scene.disc(x, 0.46, 0.44, scene.light(0.64, 0.8))
    scene.disc(x, 0.46, 0.385, scene.light(0.82, 0.85))
    suit, dark = scene.shade(0.3, 0.02, 0.5), scene.shade(0.18)
    wide = scene.between(0.3, 0.37)
    scene.fill(
        [
            (x - wide - 0.06, 1),
            (x - wide, 0.84),
            (x - 0.14, 0.74),
            (x + 0.14, 0.74),
            (x + wide, 0.84),
            (x + wide + 0.06, 1),
        ],
        suit,
    )
    scene.fill([(x, 0.78), (x + 0.14, 0.74), (x + wide, 0.84), (x + wide + 0.06, 1), (x, 1)], dark)
    skin = _skin(scene)
    scene.fill([(x - 0.065, 0.62), (x + 0.065, 0.62), (x + 0.08, 0.78), (x, 0.84), (x - 0.08, 0.78)], _darker(skin))
    helmet = scene.light(scene.between(0.4, 0.6), scene.pick((0.4, 0.7, 1.0)))
    if scene.chance(0.5):
        _hair(scene, x)
        _face(scene, x, skin)
        scene.fill(
            [(x - 0.2, 0.32), (x - 0.15, 0.2), (x + 0.15, 0.2), (x + 0.2, 0.32), (x + 0.2, 0.37), (x - 0.2, 0.37)], dark
        )
        for side in (-1, 1):
            scene.disc(x + side * 0.085, 0.335, 0.062, scene.shade(0.12))
            scene.disc(x + side * 0.085, 0.335, 0.045, scene.light(0.88))
    else:
        scene.disc(x, 0.42, 0.225, helmet)
        _face(scene, x, skin)
        scene.fill(
            [
                (x - 0.225, 0.42),
                (x - 0.19, 0.26),
                (x, 0.18),
                (x + 0.19, 0.26),
                (x + 0.225, 0.42),
                (x + 0.15, 0.34),
                (x - 0.15, 0.34),
            ],
            helmet,
        )
        scene.fill(
            [
                (x - 0.17, 0.44),
                (x - 0.19, 0.34),
                (x + 0.19, 0.34),
                (x + 0.17, 0.44),
                (x + 0.04, 0.46),
                (x - 0.04, 0.46),
            ],
            dark,
        )
        scene.fill([(x - 0.15, 0.42), (x - 0.165, 0.36), (x + 0.04, 0.36), (x - 0.03, 0.43)], scene.light(0.86))
        for side in (-1, 1):
            scene.disc(x + side * 0.215, 0.45, 0.05, dark)
    scene.fill([(x - 0.14, 0.74), (x - 0.1, 0.7), (x, 0.82), (x + 0.1, 0.7), (x + 0.14, 0.74), (x, 0.92)], helmet)
    badge = x - wide * 0.62
    scene.fill(
        [(badge - 0.03, 0.87), (badge + 0.03, 0.87), (badge + 0.03, 0.91), (badge, 0.94), (badge - 0.03, 0.91)],
        scene.light(0.8),
    )


def emblem(scene: Scene, path: Outline) -> None:
    """A symbol in a roundel over a pattern: for whatever no scene shows as it is."""
    if not scene.outlined:
        scene.block(0, 0, scene.width, 1, scene.shade(0.26))
        scene.pick((_stripes, _rings, _dots, _rays))(scene)
    x, light = scene.width / 2, scene.light(0.84, 0.7)
    radius = min(0.44, scene.width * 0.42)
    scene.disc(x, 0.5, radius, scene.shade(0.16))
    scene.disc(x, 0.5, radius * 0.94, light)
    scene.outline(path, (x, 0.5), radius * 1.16, scene.shade(0.18, 0.0, 0.5))


def _stripes(scene: Scene) -> None:
    lean, count = scene.pick((-0.5, 0.5, 0.9)), scene.pick((7, 9, 12))
    for stripe in range(-count, 2 * count):
        left = scene.width * stripe / count
        wide = scene.width / count / 2
        scene.fill([(left, 1), (left + lean, 0), (left + lean + wide, 0), (left + wide, 1)], scene.shade(0.31))


def _rings(scene: Scene) -> None:
    x, y = scene.between(0, scene.width), scene.pick((0.0, 1.0))
    for ring in range(9, 0, -1):
        scene.disc(x, y, ring * 0.19, scene.shade(0.31 if ring % 2 else 0.26))


def _dots(scene: Scene) -> None:
    step = scene.between(0.13, 0.19)
    for row in range(int(1 / step) + 2):
        for column in range(int(scene.width / step) + 2):
            x = (column + (row % 2) / 2) * step
            scene.disc(x, row * step, step * 0.28, scene.shade(0.32))


def _rays(scene: Scene) -> None:
    count, begin, x = scene.pick((10, 12, 14)), scene.between(0, math.tau), scene.width / 2
    reach = scene.width + 1
    for ray in range(count):
        angle, spread = begin + ray * math.tau / count, math.pi / count / 2
        scene.fill(
            [(x, 0.5), _polar(x, 0.5, reach, angle - spread), _polar(x, 0.5, reach, angle + spread)], scene.shade(0.32)
        )


ICON = "icon"  # the motif that shows a symbol
MOTIFS: Mapping[str, Motif] = {
    "terrain": terrain,
    "machine": machine,
    "flyer": flyer,
    "tower": tower,
    "orders": orders,
    "portrait": portrait,
    "vessel": vessel,
    "squad": squad,
}


def _along(leg: tuple[Point, Point], share: float) -> Point:
    (x, y), (to_x, to_y) = leg
    return x + (to_x - x) * share, y + (to_y - y) * share


def _polar(x: float, y: float, radius: float, angle: float) -> Point:
    return x + radius * math.cos(angle), y + radius * math.sin(angle)


def _skin(scene: Scene) -> tuple[float, float, float]:
    return scene.pick(
        ((0.93, 0.77, 0.64), (0.83, 0.63, 0.47), (0.66, 0.45, 0.31), (0.46, 0.30, 0.21), (0.97, 0.84, 0.74))
    )


def _darker(colour: tuple[float, float, float]) -> tuple[float, float, float]:
    return colour[0] * 0.8, colour[1] * 0.8, colour[2] * 0.8


def _face(scene: Scene, x: float, skin: tuple[float, float, float]) -> None:
    scene.fill(
        [(x - 0.15, 0.34), (x + 0.15, 0.34), (x + 0.145, 0.52), (x + 0.08, 0.65), (x - 0.08, 0.65), (x - 0.145, 0.52)],
        skin,
    )
    scene.fill([(x, 0.34), (x + 0.15, 0.34), (x + 0.145, 0.52), (x + 0.08, 0.65), (x + 0.02, 0.65)], _darker(skin))
    scene.beam(
        (x - 0.045, 0.585), (x + 0.045, 0.585 + scene.between(-0.012, 0.008)), 0.014, _darker(_darker(_darker(skin)))
    )


def _hair(scene: Scene, x: float) -> None:
    colour = scene.pick(
        ((0.16, 0.11, 0.09), (0.45, 0.27, 0.13), (0.75, 0.58, 0.27), (0.2, 0.2, 0.24), (0.62, 0.24, 0.16))
    )
    long = scene.between(0.36, 0.7)
    scene.fill(
        [(x - 0.19, long), (x - 0.2, 0.28), (x - 0.1, 0.14), (x + 0.1, 0.14), (x + 0.2, 0.28), (x + 0.19, long)], colour
    )
