"""Where something can go, and at what cost: paths from neighbour to neighbour, with whatever the game says of them.

A game gives costs as one number for each space that is entered (`Board.by_attribute` makes them of terrain), or as a
function of the space left and the one entered; NEVER is what cannot be entered. What blocks is given as spaces in one
number (`bits`): `blocked` ones are not entered at all, `passing` ones may be passed and not be stopped on. `links` are
further neighbours for this walk alone, such as the doors of a network. Costs are at least 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from heapq import heappop, heappush
from typing import Final, TypeAlias

from cardlib.kernel.boards.board import NOWHERE, Board

NEVER: Final = -1

Costs: TypeAlias = Sequence[int] | Callable[[int, int], int]
Links: TypeAlias = Mapping[int, Sequence[int]]


def reachable(
    board: Board,
    start: int,
    most: int,
    costs: Costs | None = None,
    *,
    blocked: int = 0,
    passing: int = 0,
    links: Links | None = None,
) -> dict[int, int]:
    """Return every space where a walk of at most that cost can end, with its least cost, the nearest first.

    Where it begins is not among them. Without `costs` every step costs 1.
    """
    found = _walk(board, start, most, costs, blocked, links, NOWHERE)[0]
    return {space: cost for space, cost in found.items() if space != start and not passing >> space & 1}


def path(
    board: Board,
    start: int,
    goal: int,
    most: int = 1_000_000,
    costs: Costs | None = None,
    *,
    blocked: int = 0,
    passing: int = 0,
    links: Links | None = None,
) -> tuple[int, ...] | None:
    """Return the cheapest way to a space without the one where it begins; None where there is none.

    Of several equally cheap ones it is that of the fewest steps, then the one whose spaces come first on the board.
    """
    if start == goal:
        return ()
    if passing >> goal & 1:
        return None
    found, before = _walk(board, start, most, costs, blocked, links, goal)
    if goal not in found:
        return None
    way = [goal]
    while before[way[-1]] != start:
        way.append(before[way[-1]])
    return tuple(way[::-1])


def _walk(
    board: Board, start: int, most: int, costs: Costs | None, blocked: int, links: Links | None, goal: int
) -> tuple[dict[int, int], dict[int, int]]:
    """The least cost of every space in reach, and the space before it, by Dijkstra; it ends at the goal."""
    found: dict[int, int] = {}
    before: dict[int, int] = {}
    waiting = [(0, 0, start, NOWHERE)]
    while waiting:
        cost, made, here, behind = heappop(waiting)
        if here in found:
            continue
        found[here] = cost
        before[here] = behind
        if here == goal:
            break
        for other in _next(board, here, links):
            if other in found or blocked >> other & 1:
                continue
            step = 1 if costs is None else costs(here, other) if callable(costs) else costs[other]
            if step != NEVER and cost + step <= most:
                heappush(waiting, (cost + step, made + 1, other, here))
    return found, before


def _next(board: Board, here: int, links: Links | None) -> Sequence[int]:
    more = links.get(here) if links else None
    return (*board.neighbours[here], *more) if more else board.neighbours[here]
