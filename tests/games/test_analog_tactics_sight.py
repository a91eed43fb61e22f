"""Arc, line of sight and direction of attack in Analog Tactics, with the numbers of the worked examples."""

from __future__ import annotations

import pytest

import cardlib
from cardlib.kernel.boards.board import Board, bits
from cardlib.kernel.boards.facing import cone, in_arc, sides_from
from cardlib.kernel.boards.sight import occluded, sees

NE, E = 0, 1
At = tuple[int, int]


@pytest.fixture(scope="module")
def board() -> Board:
    found = cardlib.load("analog-tactics").match(["drill-yard", "drill-yard"], seed=1).facts.board
    assert found is not None
    return found


@pytest.mark.pins("AT-E12", "AT-075", "AT-076", "AT-Q026")
def test_the_front_arc_widens_by_two_spaces_with_each_step(board: Board) -> None:
    arc = {board.at[space] for space in cone(board, board.located[0, 0], E, "front", 2)}
    assert arc == {(1, 0), (0, 1), (1, -1), (2, 0), (1, 1), (0, 2), (2, -1), (2, -2)}
    assert not in_arc(board, board.located[0, 0], E, "front", board.located[1, -2])
    for far in range(1, 5):
        there = [space for space in range(len(board)) if in_arc(board, board.located[0, 0], E, "front", space)]
        ring = [s for s in there if max(abs(board.at[s][0]), abs(board.at[s][1]), abs(sum(board.at[s]))) == far]
        assert len(ring) == 2 * far + 1


@pytest.mark.parametrize(
    ("viewer", "target", "blocking", "corners"),
    [
        ((0, 0), (3, -1), (), 0),
        ((0, 0), (3, -1), ((2, 0),), 1),
        ((0, 0), (3, -1), ((1, 0),), 2),
        ((0, 0), (3, -1), ((1, 0), (2, -1)), 3),
        ((0, 0), (3, 0), ((2, -1),), 0),
        ((0, 0), (3, 0), ((2, 0),), 3),
        ((0, 0), (2, 0), ((1, -1), (0, 1)), 0),
        ((0, 0), (2, -1), ((1, 0),), 1),
        ((0, 0), (2, -1), ((1, -1), (1, 0)), 2),
        ((0, 0), (1, -2), ((0, -1),), 1),
        ((0, 0), (5, -1), ((1, 0),), 3),
        ((5, -1), (0, 0), ((1, 0),), 2),
    ],
)
@pytest.mark.pins("AT-E13", "AT-077", "AT-078", "AT-080", "AT-081", "AT-083", "AT-Q027", "AT-Q028", "AT-Q029")
def test_occluded_corners_are_those_of_the_table(
    board: Board, viewer: At, target: At, blocking: tuple[At, ...], corners: int
) -> None:
    blocked = bits(board.located[place] for place in blocking)
    here, there = board.located[viewer], board.located[target]
    assert occluded(board, here, there, blocked) == corners
    assert sees(board, here, there, blocked) == (corners < 3)


@pytest.mark.pins("AT-E33", "AT-006", "AT-Q034")
def test_the_direction_of_an_attack_is_that_of_the_largest_product(board: Board) -> None:
    here = board.located[0, 0]
    assert sides_from(board, here, NE, board.located[1, 1]) == (2, 3)
    assert sides_from(board, here, NE, board.located[0, 2]) == (3,)


@pytest.mark.pins("AT-004", "AT-001", "AT-005", "AT-Q018")
def test_directions_run_clockwise_from_north_east(board: Board) -> None:
    assert board.vectors == ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
    assert sides_from(board, board.located[0, 0], E, board.located[1, 0]) == (1,)
    assert sides_from(board, board.located[0, 0], E, board.located[0, 1]) == (2,)
