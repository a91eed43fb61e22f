"""Facing on a board: arcs and cones, directions, turning, large pieces."""

from __future__ import annotations

import pytest
from fields import WASTES, at, grid, hexes

from cardlib.errors import CardlibError
from cardlib.filters.placing import ARCS
from cardlib.kernel.boards.board import Board, spaces_in
from cardlib.kernel.boards.distances import near, within
from cardlib.kernel.boards.facing import (
    arc_of,
    arcs_of,
    cone,
    directions_to,
    footprint,
    in_arc,
    line,
    ray,
    sides_from,
    turn,
    turns,
)
from cardlib.kernel.boards.reading import board_from


def test_the_front_of_a_hex_is_a_closed_wedge_of_a_third() -> None:
    board = hexes()
    east = board.directions.index("east")
    front = {board.at[space] for space in cone(board, at(board, 0, 0), east, "front", 2)}
    assert front == {(1, 0), (0, 1), (1, -1), (2, 0), (1, 1), (0, 2), (2, -1), (2, -2)}
    assert not in_arc(board, at(board, 0, 0), east, "front", at(board, -1, 2))
    assert not in_arc(board, at(board, 0, 0), east, "front", at(board, 1, -2))
    assert arcs_of(board, at(board, 0, 0), east, at(board, -1, 2)) == ("side",)
    assert arcs_of(board, at(board, 0, 0), east, at(board, -1, 0)) == ("rear",)
    assert arcs_of(board, at(board, 0, 0), east, at(board, 0, 0)) == ()
    with pytest.raises(CardlibError, match="no arc 'back', it has front, rear, side"):
        in_arc(board, 0, 0, "back", 1)


def test_filters_name_the_arcs_that_boards_have_by_themselves() -> None:
    assert all(tuple(board.arcs) == ARCS for board in (hexes(1), grid(2, 2), grid(2, 2, neighbours="all")))


def test_a_board_may_have_arcs_of_its_own_and_facings_that_begin_elsewhere() -> None:
    board = hexes(
        2,
        facings=["east", "south-east", "south-west", "west", "north-west", "north-east"],
        arcs={"ahead": {"from": 0, "to": 0}, "right": {"from": 0.5, "to": 2.5}, "elsewhere": "rest"},
    )
    here = at(board, 0, 0)
    assert arcs_of(board, here, 0, at(board, 2, 0)) == ("ahead",)
    assert arcs_of(board, here, 0, at(board, 1, 1)) == ("right",)  # exactly in the middle of east and south-east
    assert arcs_of(board, here, 1, at(board, 1, 1)) == ("elsewhere",)


def test_a_direction_is_the_closest_one_and_two_where_they_are_equally_close() -> None:
    board = hexes()
    here = at(board, 0, 0)
    north_east = board.directions.index("north-east")
    assert sides_from(board, here, north_east, at(board, 1, 1)) == (2, 3)
    assert sides_from(board, here, north_east, at(board, 0, 2)) == (3,)
    assert sides_from(board, here, board.directions.index("south-east"), at(board, -1, 0)) == (3,)
    square = grid(5, 5, neighbours="all")
    named = lambda one, other: [  # noqa: E731
        square.directions[d] for d in directions_to(square, square.number[one], square.number[other])
    ]
    assert named("a1", "c3") == ["north-east"]
    assert named("a1", "b5") == ["north"] and named("a1", "c5") == ["north-east"]
    assert named("c3", "c1") == ["south"]
    plain = grid(5, 5)
    assert [plain.directions[d] for d in directions_to(plain, 0, plain.number["c3"])] == ["north", "east"]
    assert directions_to(board_from(WASTES), 0, 1) == ()


def test_every_space_lies_in_the_arc_that_the_angle_says() -> None:
    """The bearings against floating point, on every board with directions."""
    from math import atan2, degrees, sqrt

    flat = board_from(
        {"id": "f", "shape": "hex", "orientation": "flat", "spaces": [list(place) for place in hexes(4).at]}
    )
    for board in (hexes(4), flat, grid(7, 7), grid(7, 7, neighbours="all")):
        middle = board.located.get((0, 0) if board.shape == "hex" else (3, 3), 0)

        def angle(dx: int, dy: int, board: Board = board) -> float:
            if board.shape == "hex":  # y grows downwards
                x, y = (sqrt(3) * (dx + dy / 2), 1.5 * dy)
                if board.orientation == "flat":
                    x, y = (1.5 * dx, sqrt(3) * (dy + dx / 2))
                return degrees(atan2(x, -y)) % 360
            return degrees(atan2(dx, dy)) % 360

        whole = 4 * len(board.directions)
        first = angle(*board.vectors[0])
        for space, (x, y) in enumerate(board.at):
            if space == middle:
                continue
            turned = (angle(x - board.at[middle][0], y - board.at[middle][1]) - first) % 360
            steps = turned / 360 * len(board.directions)
            for k in range(len(board.directions)):
                away = min((steps - k) % len(board.directions), (k - steps) % len(board.directions))
                expected = away <= 0.5 + 1e-9
                assert (k in directions_to(board, middle, space)) == expected, (board.shape, x, y, k, whole)


def test_turning_and_going_straight_on() -> None:
    board = hexes(3)
    assert (turn(board, 5, 2), turn(board, 0, -1)) == (1, 5)
    assert (turns(board, 1, 5), turns(board, 0, 3)) == (2, 3)
    assert [board.at[space] for space in ray(board, at(board, 0, 0), 1)] == [(1, 0), (2, 0), (3, 0)]
    assert list(ray(board_from(WASTES), 0, 0)) == []


def test_a_large_piece_has_spaces_by_its_anchor_and_facing() -> None:
    board = hexes(2, footprints={"large": [[], [-1], [0], [1]], "long": [[], [0], [0, 0]]})
    places = lambda spaces: {board.at[space] for space in spaces or ()}  # noqa: E731
    assert places(footprint(board, "large", at(board, 0, 0), 0)) == {(0, 0), (0, -1), (1, -1), (1, 0)}
    assert places(footprint(board, "long", at(board, -1, 0), 1)) == {(-1, 0), (0, 0), (1, 0)}
    assert footprint(board, "long", at(board, 1, 0), 1) is None
    with pytest.raises(CardlibError, match="no footprint 'huge'"):
        footprint(board, "huge", 0, 0)


@pytest.mark.parametrize("board", [hexes(3), grid(4, 5, neighbours="all")], ids=["hexes", "grid"])
def test_what_is_kept_of_a_board_is_what_is_asked_space_by_space(board: Board) -> None:
    for space in range(len(board)):
        for far in (0, 1, 3):
            assert spaces_in(near(board, space, far)) == within(board, space, far)
        for way in range(len(board.directions)):
            assert line(board, space, way) == tuple(ray(board, space, way))
            for arc in board.arcs:
                seen = [other for other in range(len(board)) if in_arc(board, space, way, arc, other)]
                assert list(spaces_in(arc_of(board, space, way, arc))) == seen
