"""The regular shapes: which directions a grid and hexes have, and where one step in each of them leads.

A grid has column and row, both from 0; north is towards the higher row. Hexes have axial coordinates (q, r): q grows
to the right and r downwards, in a pointed layout along the rows, in a flat one along the columns. Directions are
numbered clockwise. In every layout neighbouring hexes differ by one of six vectors, and all geometry is done with these
integers: a flat board is a pointed one turned by 30 degrees.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

NOWHERE: Final = -1  # where no space is

Vector = tuple[int, int]

GRID: dict[str, Vector] = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
GRID_ALL: dict[str, Vector] = {
    "north": (0, 1),
    "north-east": (1, 1),
    "east": (1, 0),
    "south-east": (1, -1),
    "south": (0, -1),
    "south-west": (-1, -1),
    "west": (-1, 0),
    "north-west": (-1, 1),
}
POINTED: dict[str, Vector] = {
    "north-east": (1, -1),
    "east": (1, 0),
    "south-east": (0, 1),
    "south-west": (-1, 1),
    "west": (-1, 0),
    "north-west": (0, -1),
}
FLAT: dict[str, Vector] = {
    "north": (0, -1),
    "north-east": (1, -1),
    "south-east": (1, 0),
    "south": (0, 1),
    "south-west": (-1, 1),
    "north-west": (-1, 0),
}

# What is in front of something, and what behind it, in quarters of a step, where a board does not say otherwise.
ARCS = {
    4: {"front": (-2, 2), "rear": (6, 10)},
    6: {"front": (-4, 4), "rear": (8, 16)},
    8: {"front": (-4, 4), "rear": (12, 20)},
}


def directions(shape: str, orientation: str, neighbours: str) -> dict[str, Vector]:
    """Return the directions of a shape by name, clockwise; areas have none."""
    if shape == "grid":
        return GRID_ALL if neighbours == "all" else GRID
    if shape == "hex":
        return FLAT if orientation == "flat" else POINTED
    return {}


def turned(known: dict[str, Vector], first: Sequence[str]) -> dict[str, Vector]:
    """Return the directions in the order of a board's facings, which begin where the board says."""
    return {name: known[name] for name in first} if first else known


def clockwise(known: Sequence[str], said: Sequence[str]) -> bool:
    """Whether facings are all directions, clockwise from any of them."""
    if len(said) != len(known) or said[0] not in known:
        return False
    at = list(known).index(said[0])
    return list(said) == [*known[at:], *known[:at]]


def steps(at: Sequence[Vector], vectors: Sequence[Vector]) -> list[tuple[int, ...]]:
    """Return for every space the next one in each direction, NOWHERE where the board ends."""
    located = {place: space for space, place in enumerate(at)}
    return [tuple(located.get((x + dx, y + dy), NOWHERE) for dx, dy in vectors) for x, y in at]


def hex_names(at: Sequence[Vector]) -> list[str]:
    """Return names for hexes that have none: a letter by q and a number by r, both from the least on the board.

    >>> hex_names([(-1, 0), (0, 0), (1, -2)])
    ['a3', 'b3', 'c1']
    """
    left = min((q for q, _ in at), default=0)
    top = min((r for _, r in at), default=0)
    return [f"{letters(q - left)}{r - top + 1}" for q, r in at]


def letters(number: int) -> str:
    """Return a number from 0 as letters: a to z, then aa, ab…"""
    found = ""
    while number >= 0:
        found = chr(ord("a") + number % 26) + found
        number = number // 26 - 1
    return found
