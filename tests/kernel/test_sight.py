"""Sight on a board: corners that are hidden, lines along edges and between squares."""

from __future__ import annotations

import pytest
from fields import WASTES, at, grid, hexes, spaces

from cardlib.kernel.boards.board import bits, spaces_in
from cardlib.kernel.boards.distances import distance
from cardlib.kernel.boards.facing import arcs_of
from cardlib.kernel.boards.reading import board_from
from cardlib.kernel.boards.sight import alongside, between, clear, occluded, sees

LOOKING = [
    ((3, -1), [], 0),
    ((3, -1), [(2, 0)], 1),
    ((3, -1), [(1, 0)], 2),
    ((3, -1), [(1, 0), (2, -1)], 3),
    ((3, 0), [(2, -1)], 0),
    ((3, 0), [(2, 0)], 3),
    ((2, 0), [(1, -1), (0, 1)], 0),
    ((2, -1), [(1, 0)], 1),
    ((2, -1), [(1, -1), (1, 0)], 2),
    ((1, -2), [(0, -1)], 1),
    ((5, -1), [(1, 0)], 3),
]


@pytest.mark.parametrize(("target", "blocking", "hidden"), LOOKING)
def test_corners_that_are_hidden_are_counted(
    target: tuple[int, int], blocking: list[tuple[int, int]], hidden: int
) -> None:
    board = hexes(sight={"lines": "corners"})
    viewer, there = at(board, 0, 0), at(board, *target)
    assert occluded(board, viewer, there, spaces(board, *blocking)) == hidden
    assert sees(board, viewer, there, spaces(board, *blocking)) == (hidden < 3)
    flat = board_from(
        {
            "id": "f",
            "shape": "hex",
            "orientation": "flat",
            "spaces": [list(p) for p in board.at],
            "sight": {"lines": "corners"},
        }
    )
    assert occluded(flat, viewer, there, spaces(board, *blocking)) == hidden


def test_corners_need_not_be_hidden_from_both_ends() -> None:
    board = hexes(sight={"lines": "corners"})
    far = at(board, 5, -1)
    assert occluded(board, at(board, 0, 0), far, spaces(board, (1, 0))) == 3
    assert occluded(board, far, at(board, 0, 0), spaces(board, (1, 0))) == 2


def test_a_line_along_an_edge_is_blocked_by_both_sides_or_as_the_board_says() -> None:
    one, two = (1, 0), (0, 1)  # the hexes on both sides of the edge from (0, 0) to (1, 1)
    for edge, by_none, by_one, by_two in (
        ("both", True, True, False),
        ("either", True, False, False),
        ("none", True, True, True),
    ):
        board = hexes(3, sight={"lines": "centres", "edge": edge})
        start, end = at(board, 0, 0), at(board, 1, 1)
        assert clear(board, start, end, 0) is by_none
        assert clear(board, start, end, spaces(board, one)) is by_one
        assert clear(board, start, end, spaces(board, one, two)) is by_two
    board = hexes(4)
    assert [board.at[space] for space in between(board, at(board, 0, 0), at(board, 3, 0))] == [(1, 0), (2, 0)]
    assert not sees(board, at(board, 0, 0), at(board, 2, 2), spaces(board, (1, 1)))
    assert sees(board, at(board, 0, 0), at(board, 0, 0), spaces(board, (0, 0)))
    assert sees(board, at(board, 0, 0), at(board, 3, 0), spaces(board, (0, 0), (3, 0), (1, 1), (1, -1)))


def test_along_edges_the_spaces_of_one_side_are_told_from_those_of_the_other() -> None:
    board = hexes(4)
    there, back = at(board, 0, 0), at(board, 2, -4)
    left, right = spaces(board, (0, -1), (1, -3)), spaces(board, (1, -1), (2, -3))
    assert alongside(board, there, back) == (left, right)
    assert alongside(board, back, there) == (right, left)
    assert alongside(board, there, at(board, 3, 0)) == (0, 0)


def test_a_line_between_squares_passes_a_corner_unless_both_sides_of_it_block() -> None:
    board = grid(4, 4)
    name = board.number
    assert sees(board, name["a1"], name["b2"], bits([name["a2"]]))
    assert not sees(board, name["a1"], name["b2"], bits([name["a2"], name["b1"]]))
    assert not sees(board, name["a1"], name["c3"], bits([name["b2"]]))
    assert sees(board, name["a1"], name["c3"], bits([name["a2"], name["c2"]]))
    assert not sees(board, name["a1"], name["c2"], bits([name["b1"]]))
    assert not sees(board, name["a1"], name["a3"], bits([name["a2"]]))


def test_what_does_not_lie_between_never_blocks() -> None:
    """Sight against floating point: the middle of a line, sampled, is inside the spaces that count as crossed."""
    board = hexes(4)
    sampled = 0
    for target in range(len(board)):
        crossed = set(between(board, at(board, 0, 0), target))
        q, r = board.at[target]
        for k in range(1, 60):
            x, y = q * k / 60, r * k / 60
            inside = [
                space
                for space, (a, b) in enumerate(board.at)
                if max(abs(2 * (x - a) + (y - b)), abs((x - a) - (y - b)), abs((x - a) + 2 * (y - b))) < 1 - 1e-6
            ]
            assert set(inside) <= crossed | {at(board, 0, 0), target}, (q, r, k)
            sampled += len(inside)
        for space in crossed:
            assert distance(board, at(board, 0, 0), space) < distance(board, at(board, 0, 0), target)
    assert sampled > 1000


def test_areas_have_no_sight_and_no_bearing() -> None:
    board = board_from(WASTES)
    assert not sees(board, 0, 1, 0) and sees(board, 0, 0, 0)
    assert arcs_of(board, 0, 0, 1) == ()


def test_a_set_of_spaces_is_one_number() -> None:
    assert spaces_in(bits([3, 1, 40])) == (1, 3, 40)
