"""Placeholder art of forces at war: a ship above a planet, and soldiers on a ridge."""

from __future__ import annotations

from cardlib_print.scenery import Point, Scene


def vessel(scene: Scene) -> None:
    """A warship over the limb of a planet, among stars."""
    scene.block(0, 0, scene.width, 1, scene.shade(0.1))
    scene.fill([(0, 0.2), (scene.width, 0.5), (scene.width, 0.75), (0, 0.5)], scene.shade(0.14, 0.04))
    for _ in range(46):
        x, y = scene.between(0, scene.width), scene.between(0, 1)
        scene.disc(x, y, scene.between(0.003, 0.009), scene.light(0.85))
    middle, radius = scene.width * scene.between(0.1, 0.9), scene.between(0.75, 1.1)
    level = 0.74 + radius
    scene.disc(middle, level, radius + 0.03, scene.light(0.5, 0.7))
    scene.disc(middle, level, radius, scene.shade(0.34, 0.08))
    scene.disc(middle + 0.1, level + 0.08, radius, scene.shade(0.22, 0.08))
    side = scene.pick((-1.0, 1.0))
    x, y = scene.width * scene.between(0.44, 0.56), scene.between(0.36, 0.48)
    _hull(scene, x, y, side, min(scene.between(0.5, 0.68), scene.width * 0.42))
    for _ in range(scene.pick((1, 2, 3))):
        at = (x - side * scene.between(0.2, 0.6), y + scene.between(-0.26, 0.3))
        _dart(scene, at, side, scene.between(0.05, 0.08))


def _hull(scene: Scene, x: float, y: float, side: float, half: float) -> None:
    """A ship of `half` its length to either side of x, with its bow towards `side`."""

    def at(along: float, down: float) -> Point:
        return x + side * along * half, y + down * half

    dark, body, bright = scene.shade(0.3), scene.shade(0.52, 0.02, 0.22), scene.shade(0.72, 0.02, 0.2)
    for level in (-0.1, 0.0, 0.1):
        glow = scene.light(0.72)
        scene.fill(
            [at(-0.92, level - 0.05), at(-1.0 - scene.between(0.18, 0.34), level), at(-0.92, level + 0.05)], glow
        )
    height = scene.between(0.2, 0.28)
    scene.fill([at(-0.94, -height), at(0.2, -height * 0.62), at(1.0, 0.02), at(0.2, height), at(-0.94, height)], body)
    scene.fill([at(-0.94, 0.04), at(1.0, 0.02), at(0.2, height), at(-0.94, height)], dark)
    scene.fill([at(-0.94, -height), at(0.2, -height * 0.62), at(0.3, -height * 0.5), at(-0.94, -height * 0.7)], bright)
    step = scene.between(-0.55, -0.3)
    tall = scene.between(0.2, 0.34)
    scene.fill(
        [
            at(step - 0.16, -height * 0.8),
            at(step - 0.1, -height - tall),
            at(step + 0.08, -height - tall),
            at(step + 0.24, -height * 0.7),
        ],
        body,
    )
    top, low = -height - tall * 0.9, -height - tall * 0.7
    scene.fill(
        [at(step - 0.06, top), at(step + 0.07, top), at(step + 0.1, low), at(step - 0.06, low)], scene.light(0.88)
    )
    for port in range(scene.pick((5, 6, 7))):
        along = -0.8 + port * 0.18
        scene.fill(
            [at(along, -0.03), at(along + 0.08, -0.03), at(along + 0.08, 0.015), at(along, 0.015)], scene.light(0.85)
        )
    for gun in (-0.1, 0.22):
        if scene.chance(0.8):
            scene.beam(at(gun, -height * 0.66), at(gun + 0.26, -height * 0.86), 0.022 * half, bright)
            scene.fill([at(gun - 0.07, -height * 0.56), at(gun - 0.04, -height * 0.8), at(gun + 0.07, -height * 0.78),
                        at(gun + 0.1, -height * 0.52)], dark)  # fmt: skip


def _dart(scene: Scene, at: Point, side: float, size: float) -> None:
    """A small craft with its trail."""
    x, y = at
    scene.fill([(x, y - 0.008), (x - side * size * 3, y), (x, y + 0.008)], scene.light(0.6, 0.8))
    scene.fill([(x + side * size, y), (x - side * size * 0.4, y - size * 0.45), (x - side * size * 0.1, y),
                (x - side * size * 0.4, y + size * 0.45)], scene.shade(0.75, 0.02, 0.2))  # fmt: skip


def squad(scene: Scene) -> None:
    """Soldiers on a ridge against the sky of a city."""
    scene.sky(0.3, 0.8)
    scene.sun()
    scene.skyline(0.8, 0.42, scene.light(0.6, 0.3))
    scene.skyline(0.86, 0.2, scene.shade(0.46))
    scene.ridge(0.9, 0.02, scene.shade(0.2))
    count = max(1, int(scene.width * scene.pick((1.7, 2.1, 2.5))))
    room = scene.width / (count + 0.6)
    for place in range(count):
        x = room * (place + 0.8) + scene.between(-0.1, 0.1) * room
        _soldier(scene, x, scene.between(0.92, 0.98), scene.between(0.5, 0.6), scene.pick((-1.0, 1.0)))


def _soldier(scene: Scene, x: float, foot: float, height: float, side: float) -> None:
    """One figure of that height: helmet, pack, rifle, long coat."""

    def at(along: float, up: float) -> Point:
        return x + side * along * height, foot - up * height

    coat, dark, pale = scene.shade(0.24, 0.02, 0.4), scene.shade(0.12), scene.shade(0.5, 0.03, 0.3)
    for leg in (-0.07, 0.06):
        scene.fill([at(leg - 0.05, 0.42), at(leg + 0.05, 0.42), at(leg + 0.06, 0), at(leg - 0.04, 0)], dark)
    scene.fill([at(-0.17, 0.74), at(-0.1, 0.8), at(-0.12, 0.46), at(-0.22, 0.5)], dark)
    scene.fill([at(-0.12, 0.8), at(0.12, 0.8), at(0.16, 0.34), at(-0.16, 0.34)], coat)
    scene.fill([at(0.02, 0.8), at(0.12, 0.8), at(0.16, 0.34), at(0.05, 0.34)], dark)
    scene.disc(*at(0.0, 0.87), 0.075 * height, pale)
    scene.fill([at(-0.1, 0.87), at(-0.08, 0.96), at(0.06, 0.98), at(0.12, 0.88)], coat)
    scene.fill([at(0.0, 0.89), at(0.1, 0.89), at(0.09, 0.85), at(0.01, 0.85)], scene.light(0.86))
    aim = scene.pick(((0.42, 0.74), (0.3, 1.02), (0.4, 0.42)))
    scene.beam(at(-0.1, 0.56), at(*aim), 0.034 * height, dark)
    scene.beam(at(0.0, 0.7), at(aim[0] * 0.45, (aim[1] + 0.56) / 2), 0.06 * height, pale)
