"""Boards by themselves: what a file says of them, and what is refused in it."""

from __future__ import annotations

from typing import Any

import pytest
from fields import WASTES, grid, hexes

from cardlib.errors import CardlibError
from cardlib.kernel.boards.board import NOWHERE, board_for
from cardlib.kernel.boards.distances import UNREACHED, distance
from cardlib.kernel.boards.facing import step
from cardlib.kernel.boards.reading import board_from, faults
from cardlib.misfits import path_text


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
