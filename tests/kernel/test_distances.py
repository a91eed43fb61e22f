"""Distance on a board, and where something can go: walks with their costs, what blocks, doors of a network."""

from __future__ import annotations

from fields import at, grid, hexes

from cardlib.kernel.boards.board import bits
from cardlib.kernel.boards.distances import adjacent, apart, distance, nearest, ring, within
from cardlib.kernel.boards.paths import NEVER, path, reachable


def test_distance_is_counted_straight_through_whatever_stands_there() -> None:
    board = hexes()
    assert distance(board, at(board, 0, 0), at(board, 3, -1)) == 3
    assert [len(ring(board, at(board, 0, 0), k)) for k in range(4)] == [1, 6, 12, 18]
    assert len(within(board, at(board, 0, 0), 2)) == 19
    with_hole = grid(3, 3, without=["b2"])
    assert distance(with_hole, with_hole.number["b1"], with_hole.number["b3"]) == 2
    assert path(with_hole, with_hole.number["b1"], with_hole.number["b3"]) is not None
    diagonal = grid(4, 4, neighbours="all")
    assert distance(diagonal, diagonal.number["a1"], diagonal.number["d3"]) == 3
    assert apart(board, [at(board, 0, 0), at(board, 1, 0)], [at(board, 3, 0)]) == 2
    assert adjacent(board, [at(board, 0, 0), at(board, 1, 0)], [at(board, 2, -1)])
    assert nearest(board, at(board, 0, 0), [at(board, 2, 0), at(board, 0, 1), at(board, -1, 0)]) == (
        at(board, 0, 1),
        at(board, -1, 0),
    )


def test_a_walk_costs_what_the_ground_costs_and_stops_at_what_blocks() -> None:
    board = grid(
        3,
        2,
        attributes={"terrain": {"values": ["swamp", "wall"]}},
        spaces=[
            {"id": "b1", "attributes": {"terrain": "swamp"}},
            {"id": "c2", "attributes": {"terrain": "wall"}},
        ],
    )
    name = board.number
    costs = board.by_attribute("terrain", {"swamp": 3, "wall": NEVER}, 1)
    assert reachable(board, name["a1"], 3, costs) == {name["a2"]: 1, name["b2"]: 2, name["b1"]: 3}
    assert path(board, name["a1"], name["c1"], costs=costs) == (name["b1"], name["c1"])
    assert path(board, name["a1"], name["c1"], 3, costs) is None
    uphill = lambda here, there: 1 + (there > here)  # noqa: E731
    assert reachable(board, name["a1"], 2, uphill) == {name["b1"]: 2, name["a2"]: 2}
    assert path(board, name["a1"], name["c1"], blocked=bits([name["b1"]])) == (
        name["a2"],
        name["b2"],
        name["c2"],
        name["c1"],
    )
    assert path(board, name["a1"], name["c1"], blocked=bits([name["b1"], name["b2"]])) is None


def test_what_may_be_passed_may_not_be_stopped_on() -> None:
    board = grid(3, 1)
    reached = reachable(board, 0, 2, passing=bits([1]))
    assert reached == {2: 2}
    assert path(board, 0, 1, passing=bits([1])) is None and path(board, 0, 2, passing=bits([1])) == (1, 2)


def test_doors_of_a_network_join_spaces_for_one_walk() -> None:
    board = hexes()
    here, there = at(board, -4, 0), at(board, 4, 0)
    assert path(board, here, there, 1) is None
    assert path(board, here, there, 1, links={here: (there,)}) == (there,)
