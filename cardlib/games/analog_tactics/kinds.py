"""The words of Analog Tactics that its chapters share: kinds of things, classes, points, weapons, in a fixed order."""

from __future__ import annotations

from typing import Final

ELITE: Final = 0
COMMON: Final = 1
SUMMON: Final = 2
OBJECTIVE: Final = 3
RESPAWN: Final = 4
OBSTACLE: Final = 5
OTHER: Final = 6
KINDS = {
    "elite": ELITE,
    "common": COMMON,
    "summon": SUMMON,
    "objective": OBJECTIVE,
    "respawn-point": RESPAWN,
    "obstacle": OBSTACLE,
    "building": OBSTACLE,
}
CLASSES = ("warrior", "assassin", "mage", "engineer")
WARRIOR: Final = 0
ASSASSIN: Final = 1
MAGE: Final = 2
ENGINEER: Final = 3

# What a unit spends, as columns, and the attribute that is its maximum (AT-050).
POINTS: Final[dict[str, str]] = {
    "attack_points": "attack",
    "movement_points": "movement",
    "special_points": "special",
    "reaction_points": "reaction",
}
CONSTANT = ("base", "critical", "armor", "evasion", "hit", "health", "range")
STATS = (*POINTS.values(), *CONSTANT)
SIGNED = frozenset({"evasion", "hit"})  # that may be negative (AT-060)

WEAPONS = ("warhammer", "spear", "rapier", "katana", "axe", "greatsword", "bow")  # columns: 1 and the rank, 0 for none
BOW: Final = "bow"
FORMS: Final = 4  # of a weapon; the weaponform goes from 1 to 4 and begins again

CAPTURE_POINTS: Final[tuple[str, ...]] = ("attack_points", "attack_points", "special_points", "special_points")
