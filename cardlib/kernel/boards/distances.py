"""How far spaces lie from each other: distance, what is within, and rings.

On a grid and of hexes distance is counted in steps straight through whatever stands there, also where the board has a
hole; on areas it is the least number of moves from neighbour to neighbour. How far something can go is `paths`' matter.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cardlib.kernel.boards.board import NOWHERE, Board, bits

UNREACHED: Final = 1_000_000  # the distance of areas that nothing joins


def distances(board: Board, space: int) -> tuple[int, ...]:
    """Return the distances from a space to every space."""
    found = board.far.get(space)
    if found is None:
        found = board.far[space] = moves_from(board, space) if board.shape == "areas" else _straight(board, space)
    return found


def distance(board: Board, one: int, other: int) -> int:
    """Return the distance of two spaces."""
    return distances(board, one)[other]


def apart(board: Board, some: Iterable[int], others: Iterable[int]) -> int:
    """Return the least distance between two sets of spaces, such as those of two large pieces; UNREACHED for none."""
    there = tuple(others)
    least = UNREACHED
    for space in some:
        row = distances(board, space)
        for other in there:
            if row[other] < least:
                least = row[other]
    return least


def adjacent(board: Board, some: Iterable[int], others: Iterable[int]) -> bool:
    """Whether a space of the one lies next to a space of the other."""
    there = frozenset(others)
    return any(not there.isdisjoint(board.neighbours[space]) for space in some)


def within(board: Board, space: int, most: int) -> tuple[int, ...]:
    """Return the spaces at most so far away, the space itself among them, in the order of the board."""
    return tuple(other for other, far in enumerate(distances(board, space)) if far <= most)


def near(board: Board, space: int, most: int) -> int:
    """Return the spaces at most so far away, the space itself among them, as one number."""
    found = board.nearby.get((space, most))
    if found is None:
        found = board.nearby[space, most] = bits(within(board, space, most))
    return found


def ring(board: Board, space: int, far: int) -> tuple[int, ...]:
    """Return the spaces exactly so far away, in the order of the board."""
    return tuple(other for other, steps in enumerate(distances(board, space)) if steps == far)


def nearest(board: Board, space: int, among: Iterable[int]) -> tuple[int, ...]:
    """Return those of some spaces that are closest to a space; several where they are equally close."""
    row = distances(board, space)
    there = tuple(among)
    least = min((row[other] for other in there), default=NOWHERE)
    return tuple(other for other in there if row[other] == least)


def _straight(board: Board, space: int) -> tuple[int, ...]:
    x, y = board.at[space]
    if board.shape == "hex":
        return tuple(max(abs(q - x), abs(r - y), abs(q - x + r - y)) for q, r in board.at)
    if len(board.directions) == 8:
        return tuple(max(abs(column - x), abs(row - y)) for column, row in board.at)
    across = [abs(column - x) for column in range(len(board.columns))]
    along = [abs(row - y) for row in range(len(board.rows))]
    return tuple([across[column] + along[row] for column, row in board.at])


def moves_from(board: Board, space: int, blocked: int = 0) -> tuple[int, ...]:
    """Return the least moves from neighbour to neighbour to every space; through those of a number there are none."""
    found = [UNREACHED] * len(board)
    found[space] = 0
    edge, far = [space], 0
    while edge:
        far += 1
        following = []
        for here in edge:
            for other in board.neighbours[here]:
                if found[other] == UNREACHED and not blocked >> other & 1:
                    found[other] = far
                    following.append(other)
        edge = following
    return tuple(found)
