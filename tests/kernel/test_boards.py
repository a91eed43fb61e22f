"""Boards by themselves: what a file says of them, and what can be asked of spaces, directions and lines."""

from __future__ import annotations

from typing import Any

import pytest

from cardlib.errors import CardlibError
from cardlib.filters.placing import ARCS
from cardlib.kernel.boards.board import NOWHERE, Board, bits, board_for, spaces_in
from cardlib.kernel.boards.distances import UNREACHED, adjacent, apart, distance, nearest, ring, within
from cardlib.kernel.boards.facing import (
    arcs_of,
    cone,
    directions_to,
    footprint,
    in_arc,
    ray,
    sides_from,
    step,
    turn,
    turns,
)
from cardlib.kernel.boards.paths import NEVER, path, reachable
from cardlib.kernel.boards.reading import board_from, faults
from cardlib.kernel.boards.sight import between, clear, occluded, sees
from cardlib.misfits import path_text


def hexes(radius: int = 5, **more: Any) -> Board:
    """A pointed board of hexes round (0, 0), whose facings begin in the north-east."""
    places = [
        [q, r]
        for q in range(-radius, radius + 1)
        for r in range(-radius, radius + 1)
        if max(abs(q), abs(r), abs(q + r)) <= radius
    ]
    return board_from({"id": "field", "shape": "hex", "orientation": "pointed", "spaces": places, **more})


def grid(columns: int, rows: int, **more: Any) -> Board:
    names = [chr(ord("a") + i) for i in range(columns)]
    return board_from(
        {"id": "field", "shape": "grid", "columns": names, "rows": list(range(1, rows + 1)), "name": "Field", **more}
    )


WASTES = {
    "id": "wastes",
    "name": "The wastes",
    "shape": "areas",
    "attributes": {
        "kind": {"type": "string", "values": ["base", "basic", "special"]},
        "yields": {"type": "words", "values": ["red", "green", "scrap"]},
        "supply": {"type": "numbers"},
        "camps": {"type": "integer"},
    },
    "tags": ["rich"],
    "spaces": [
        {
            "id": "middle",
            "name": "The Middle",
            "neighbours": ["sands", "orbit", "base-1", "base-2"],
            "attributes": {"kind": "special", "yields": ["scrap"], "supply": {"scrap": 40}},
        },
        {"id": "sands", "neighbours": ["middle"], "tags": ["rich"], "attributes": {"kind": "basic", "camps": 2}},
        {"id": "orbit", "neighbours": ["middle", "deep"], "one_way": ["sands"], "attributes": {"kind": "basic"}},
        {"id": "deep", "neighbours": ["orbit"], "attributes": {"kind": "special"}},
        {"id": "base-1", "neighbours": ["middle"], "attributes": {"kind": "base"}},
        {"id": "base-2", "neighbours": ["middle"], "attributes": {"kind": "base"}},
        {"id": "moon"},
    ],
    "tracks": {"clockwise": {"spaces": ["orbit", "base-1", "sands", "base-2"], "closed": True}},
    "layers": [{"id": "squads"}, {"id": "camps", "holds": 2, "blocks": []}],
}


def at(board: Board, q: int, r: int) -> int:
    return board.located[q, r]


def spaces(board: Board, *places: tuple[int, int]) -> int:
    return bits(at(board, *place) for place in places)


# -- what the file says ------------------------------------------------------------------------------------------


def test_areas_have_the_neighbours_and_attributes_that_are_declared() -> None:
    board = board_from(WASTES)
    named = board.number
    assert [board.names[i] for i in board.neighbours[named["orbit"]]] == ["middle", "sands", "deep"]
    assert [board.names[i] for i in board.neighbours[named["sands"]]] == ["middle"]  # the way from orbit is one-way
    assert board.attributes[named["middle"]] == {"kind": "special", "yields": ("scrap",), "supply": {"scrap": 40}}
    assert board.tagged("rich") == (named["sands"],)
    assert (board.titles[named["middle"]], board.titles[named["deep"]]) == ("The Middle", "deep")
    assert distance(board, named["base-1"], named["deep"]) == 3
    assert distance(board, named["sands"], named["orbit"]) == 2 and distance(board, named["orbit"], named["sands"]) == 1
    assert distance(board, named["base-1"], named["moon"]) == UNREACHED
    assert not board.single and board.slots == 2 * 7


def test_a_track_goes_round_and_finds_the_next_of_a_kind() -> None:
    board = board_from(WASTES)
    around = [board.names[space] for space in board.along("clockwise", board.number["sands"])]
    assert around == ["base-2", "orbit", "base-1"]
    basic = (s for s in board.along("clockwise", board.number["base-1"]) if board.attributes[s]["kind"] == "basic")
    assert board.names[next(basic)] == "sands"
    assert list(board.along("clockwise", board.number["moon"])) == []


def test_a_grid_has_holes_walls_and_regions_of_its_seats() -> None:
    board = grid(
        3,
        3,
        without=["b2"],
        spaces=[{"id": "a1", "walls": ["a2"]}, {"id": "c3", "one_way": ["a1"]}],
        seats=[
            {"id": "A", "side": "below", "forward": "north", "regions": {"entry": {"rows": [1]}}},
            {"id": "B", "side": "above", "forward": "south", "regions": {"entry": ["a3", "c3"]}},
        ],
        regions={"middle": {"columns": ["b"]}},
    )
    name = board.number
    assert [board.names[i] for i in board.neighbours[name["a1"]]] == ["b1"]
    assert [board.names[i] for i in board.neighbours[name["c3"]]] == ["a1", "c2", "b3"]
    assert step(board, name["b1"], board.seats[0].forward) == NOWHERE  # the hole
    assert board.names[step(board, name["c3"], board.seats[1].forward)] == "c2"
    assert [board.names[i] for i in board.region("entry", 0)] == ["a1", "b1", "c1"]
    assert [board.names[i] for i in board.region("entry", 1)] == ["a3", "c3"]
    assert [board.names[i] for i in board.region("middle", 0)] == ["b1", "b3"]
    with pytest.raises(CardlibError, match="no region 'home' for seat B"):
        board.region("home", 1)


def test_hexes_are_named_by_their_places_unless_they_have_a_name() -> None:
    board = board_from(
        {
            "id": "field",
            "shape": "hex",
            "orientation": "flat",
            "facings": ["south", "south-west", "north-west", "north", "north-east", "south-east"],
            "spaces": [[-1, 0], {"at": [0, 0], "id": "keep"}, [0, -1], [1, -1]],
            "regions": {"gate": [[-1, 0], "keep"]},
            "players": [2, 3],
        }
    )
    assert board.names == ["a2", "keep", "b1", "c1"]
    assert board.directions[0] == "south" and board.vectors[0] == (0, 1)
    assert board.names[step(board, board.number["keep"], board.directions.index("north-east"))] == "c1"
    assert board.region("gate") == (0, 1)
    other = hexes(1)
    assert board_for([board, other], 3) is board and board_for([board, other], 4) is other


@pytest.mark.parametrize(
    ("changes", "place", "said"),
    [
        ({"shape": "cube"}, ("shape",), "found 'cube', expected one of grid, hex, areas"),
        ({"spaces": ["a", "b", "a"]}, ("spaces", 2), "found 'a' again, expected every space once"),
        (
            {"spaces": [{"id": "a", "neighbours": ["b"]}, {"id": "b"}]},
            ("spaces", 0, "neighbours", 0),
            "found 'b', which does not name it back, expected 'a' among the neighbours of 'b' too",
        ),
        (
            {"spaces": [{"id": "sands", "neighbours": ["oribt"]}, {"id": "orbit"}]},
            ("spaces", 0, "neighbours", 0),
            "found 'oribt', expected a space of the board (nearest: orbit)",
        ),
        ({"spaces": [{"id": "a", "one_way": ["a"]}]}, ("spaces", 0, "one_way", 0), "found 'a' itself"),
        ({"spaces": [{"id": "a", "tags": ["rihc"]}], "tags": ["rich"]}, ("spaces", 0, "tags", 0), "(nearest: rich)"),
        (
            {"spaces": [{"id": "a", "attributes": {"camps": "many"}}], "attributes": {"camps": {"type": "integer"}}},
            ("spaces", 0, "attributes", "camps"),
            "found 'many', expected a number",
        ),
        (
            {"spaces": [{"id": "a", "attributes": {"kind": "bass"}}], "attributes": {"kind": {"values": ["base"]}}},
            ("spaces", 0, "attributes", "kind"),
            "found 'bass', expected one of base (nearest: base)",
        ),
        ({"spaces": [{"id": "a", "attributes": {"x": 1}}]}, ("spaces", 0, "attributes", "x"), "'attributes'"),
        ({"spaces": [{"id": "a", "walls": ["b"]}, "b"]}, ("spaces", 0, "walls", 0), "a neighbour"),
        ({"regions": {"home": ["a", "q"]}}, ("regions", "home", 1), "found 'q', expected a space of the board"),
        ({"regions": {"home": {"rows": [1]}}}, ("regions", "home", "rows", 0), "only a grid has them"),
        ({"tracks": {"round": {"spaces": ["a", "a"]}}}, ("tracks", "round", "spaces", 1), "found 'a' again"),
        ({"seats": [{"id": "A", "forward": "north"}]}, ("seats", 0, "forward"), "areas have no directions"),
        ({"seats": [{"id": "A"}, {"id": "A"}]}, ("seats", 1, "id"), "found 'A' again, expected every seat once"),
        (
            {"seats": [{"id": "A", "regions": {"home": ["a"]}}, {"id": "B"}]},
            ("seats", 1, "regions"),
            "found no 'home', expected the regions that the other seats have",
        ),
        ({"layers": [{"id": "units"}, {"id": "units"}]}, ("layers", 1, "id"), "found 'units' again"),
        ({"arcs": {"front": {"from": -1, "to": 1}}}, ("arcs",), "it with the shape grid or hex alone"),
        ({"sight": {"lines": "centres"}}, ("sight",), "grid or hex alone"),
        ({"facings": ["north"]}, ("facings",), "grid or hex alone"),
        ({"spaces": ["a", [0, 0]]}, ("spaces", 1), "areas have no coordinates"),
        ({"columns": ["a"]}, ("columns",), "found 'columns' on a board of areas"),
    ],
)
def test_what_is_wrong_with_a_board_is_told_with_its_place(
    changes: dict[str, Any], place: tuple[str | int, ...], said: str
) -> None:
    data = {"id": "b", "name": "B", "shape": "areas", "spaces": ["a", "b"], **changes}
    found = faults(data)
    assert [fault.path for fault in found] == [place]
    with pytest.raises(CardlibError) as error:
        board_from(data, "boards/b.json")
    assert said in str(error.value)
    assert str(error.value).startswith(f"boards/b.json: {path_text(place)}: ")


@pytest.mark.parametrize(
    ("changes", "place", "said"),
    [
        ({"without": ["a9"]}, ("without", 0), "a space of the grid"),
        ({"without": ["a1"], "spaces": [{"id": "a1"}]}, ("without", 0), "of which nothing is told"),
        ({"spaces": [{"id": "a1"}, {"id": "a1"}]}, ("spaces", 1), "'a1' again"),
        ({"spaces": [{"id": "z1"}]}, ("spaces", 0), "'z1'"),
        ({"facings": ["north", "west", "south", "east"]}, ("facings",), "clockwise"),
        ({"footprints": {"large": [[0], [1]]}}, ("footprints", "large"), "[] first"),
        ({"arcs": {"front": {"from": 2, "to": 1}}}, ("arcs", "front"), "less than once round"),
        ({"columns": [f"c{i}" for i in range(100)], "rows": list(range(100))}, ("columns",), "at most 2500 spaces"),
    ],
)
def test_what_is_wrong_with_a_grid_is_told_too(
    changes: dict[str, Any], place: tuple[str | int, ...], said: str
) -> None:
    data = {"id": "b", "name": "B", "shape": "grid", "columns": ["a", "b"], "rows": [1, 2], **changes}
    assert [fault.path for fault in faults(data)] == [place]
    with pytest.raises(CardlibError, match=said.replace("[", r"\[")):
        board_from(data)


def test_two_hexes_in_one_place_are_refused() -> None:
    data = {"id": "b", "shape": "hex", "orientation": "flat", "spaces": [[0, 0], {"at": [0, 0], "id": "other"}]}
    assert [fault.path for fault in faults(data)] == [("spaces", 1)]


# -- distance, and where something can go ------------------------------------------------------------------------


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


# -- facing ------------------------------------------------------------------------------------------------------


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


# -- sight -------------------------------------------------------------------------------------------------------

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
