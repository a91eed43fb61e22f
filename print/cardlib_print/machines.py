"""The war machine of placeholder art: one body, put together from seeded parts."""

from __future__ import annotations

from cardlib_print.scenery import Point, Scene


def robot(scene: Scene, x: float, foot: float, height: float, *, flying: bool) -> None:
    """Draw a machine from the feet up; its left half is lit, its right half in shade."""
    lit, dim = scene.shade(0.47, 0.0, 0.2), scene.shade(0.3, 0.0, 0.24)
    dark, deep = scene.shade(0.17, 0.0, 0.3), scene.shade(0.1, 0.0, 0.3)
    accent, eye = scene.shade(0.55, 0.5, 0.75), scene.light(0.88)

    def at(dx: float, up: float) -> Point:
        return x + dx * height, foot - up * height

    def part(points: list[Point], light: tuple[float, float, float], shadow: tuple[float, float, float]) -> None:
        scene.pair(points, (x, foot), height, light, shadow)

    shoulder, waist = scene.between(0.15, 0.24), scene.between(0.08, 0.13)
    hip = scene.between(0.38, 0.46)
    top = scene.between(0.78, 0.86)
    back = "wings" if flying else scene.pick(("racks", "aerials", "none", "funnels"))
    if back == "wings":
        lift, span = scene.between(0.0, 0.25), scene.between(0.48, 0.64)
        part([(0.05, hip + 0.14), (span, top + lift - 0.1), (span - 0.06, top + lift), (0.08, top - 0.02)], dim, dark)
        part([(span - 0.14, top + lift - 0.13), (span, top + lift - 0.1), (span - 0.06, top + lift)], accent, accent)
    elif back == "racks":
        part([(0.1, top - 0.06), (0.27, top + 0.0), (0.25, top + 0.15), (0.08, top + 0.1)], dim, dark)
    elif back == "aerials":
        part([(0.1, top - 0.1), (0.125, top - 0.1), (0.165, top + 0.2), (0.155, top + 0.2)], dark, deep)
    elif back == "funnels":
        part([(0.12, top - 0.1), (0.19, top - 0.1), (0.18, top + 0.13), (0.13, top + 0.13)], dark, deep)
    legs = "jets" if flying else scene.pick(("straight", "straight", "bent", "treads"))
    if legs == "jets":
        part([(0.03, hip), (0.11, hip), (0.09, 0.12), (0.05, 0.12)], dim, dark)
        part([(0.05, 0.12), (0.09, 0.12), (0.07, -0.06)], eye, eye)
    elif legs == "straight":
        spread = scene.between(0.1, 0.16)
        part([(0.02, hip), (0.1, hip), (spread + 0.04, 0.2), (spread - 0.05, 0.2)], dim, dark)
        part([(spread - 0.06, 0.24), (spread + 0.06, 0.24), (spread + 0.075, 0.05), (spread - 0.065, 0.05)], lit, dim)
        part([(spread - 0.08, 0.05), (spread + 0.1, 0.05), (spread + 0.13, 0.0), (spread - 0.09, 0.0)], dark, deep)
        part(
            [(spread - 0.035, 0.25), (spread + 0.045, 0.25), (spread + 0.03, 0.18), (spread - 0.02, 0.18)],
            accent,
            accent,
        )
    elif legs == "bent":
        part([(0.03, hip), (0.11, hip), (0.26, 0.27), (0.19, 0.22)], dim, dark)
        part([(0.18, 0.28), (0.27, 0.27), (0.17, 0.04), (0.11, 0.05)], lit, dim)
        part([(0.08, 0.05), (0.22, 0.05), (0.28, 0.0), (0.06, 0.0)], dark, deep)
    else:
        hip = 0.3
        part([(0.0, 0.3), (0.2, 0.3), (0.24, 0.2), (0.0, 0.2)], dim, dark)
        part([(0.06, 0.2), (0.26, 0.2), (0.31, 0.1), (0.26, 0.0), (0.08, 0.0), (0.04, 0.1)], dark, deep)
        part([(0.1, 0.15), (0.23, 0.15), (0.255, 0.1), (0.23, 0.05), (0.1, 0.05), (0.08, 0.1)], dim, dark)
    arm = scene.pick(("cannon", "claw", "blade", "fist"))
    out = shoulder + scene.between(0.05, 0.1)
    part(
        [(shoulder - 0.03, top - 0.06), (out + 0.03, top - 0.08), (out + 0.05, hip + 0.14), (out - 0.04, hip + 0.14)],
        dim,
        dark,
    )
    if arm == "cannon":
        part(
            [(out - 0.05, hip + 0.2), (out + 0.06, hip + 0.2), (out + 0.05, hip - 0.1), (out - 0.04, hip - 0.1)],
            lit,
            dim,
        )
        part(
            [(out - 0.02, hip - 0.1), (out + 0.03, hip - 0.1), (out + 0.03, hip - 0.16), (out - 0.02, hip - 0.16)],
            deep,
            deep,
        )
    elif arm == "claw":
        part([(out - 0.04, hip + 0.17), (out + 0.05, hip + 0.17), (out + 0.06, hip), (out - 0.03, hip)], lit, dim)
        part(
            [
                (out - 0.04, hip),
                (out - 0.06, hip - 0.1),
                (out + 0.0, hip - 0.03),
                (out + 0.07, hip - 0.12),
                (out + 0.07, hip),
            ],
            dark,
            deep,
        )
    elif arm == "blade":
        part(
            [(out - 0.04, hip + 0.17), (out + 0.05, hip + 0.17), (out + 0.05, hip + 0.02), (out - 0.03, hip + 0.02)],
            lit,
            dim,
        )
        part([(out - 0.01, hip + 0.05), (out + 0.05, hip + 0.05), (out + 0.11, hip - 0.26)], accent, accent)
    else:
        part(
            [(out - 0.05, hip + 0.17), (out + 0.06, hip + 0.17), (out + 0.07, hip - 0.02), (out - 0.04, hip - 0.02)],
            lit,
            dim,
        )
        part(
            [(out - 0.05, hip - 0.01), (out + 0.08, hip - 0.01), (out + 0.06, hip - 0.1), (out - 0.03, hip - 0.1)],
            dark,
            deep,
        )
    part([(0.0, hip - 0.03), (waist, hip - 0.01), (waist + 0.02, hip + 0.07), (0.0, hip + 0.07)], dark, deep)
    part([(0.0, hip + 0.05), (waist, hip + 0.05), (shoulder, top - 0.08), (shoulder - 0.04, top), (0.0, top)], lit, dim)
    part([(0.0, hip + 0.16), (waist * 0.7, hip + 0.17), (shoulder * 0.6, top - 0.06), (0.0, top - 0.04)], dim, dark)
    part(
        [
            (shoulder - 0.05, top - 0.13),
            (out + 0.07, top - 0.13),
            (out + 0.05, top - 0.01),
            (shoulder - 0.02, top + 0.03),
        ],
        lit,
        dim,
    )
    if scene.chance(0.6):
        part(
            [(shoulder, top - 0.1), (out + 0.03, top - 0.1), (out + 0.02, top - 0.06), (shoulder, top - 0.06)],
            accent,
            accent,
        )
    scene.disc(*at(0.0, hip + 0.26), 0.028 * height, accent)
    head = scene.pick(("box", "wedge", "dome"))
    size = scene.between(0.055, 0.08)
    if head == "dome":
        scene.disc(*at(0.0, top + size * 0.6), size * height, lit)
        part([(0.0, top - 0.01), (size, top - 0.01), (size, top + size * 0.5), (0.0, top + size * 0.5)], lit, dim)
    elif head == "wedge":
        part([(0.0, top), (size * 0.7, top), (size, top + size), (0.0, top + size * 1.9)], lit, dim)
    else:
        part([(0.0, top), (size, top), (size * 0.9, top + size * 1.5), (0.0, top + size * 1.6)], lit, dim)
    part(
        [
            (0.0, top + size * 0.5),
            (size * 0.72, top + size * 0.62),
            (size * 0.72, top + size * 0.95),
            (0.0, top + size * 0.85),
        ],
        eye,
        eye,
    )
