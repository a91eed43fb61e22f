"""Elements repeated for the spaces of a board: where these lie, what the board says of them, repeats in each other."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any

import pytest
from harbour import harbour_at, write

from cardlib.catalog import Project, load_project
from cardlib.errors import NotFound
from cardlib_print import LayoutError, PrintOptions, preflight
from cardlib_print.elements import TextElement
from cardlib_print.layouts import load_layout
from cardlib_print.markup import Run
from cardlib_print.pieces import pieces
from cardlib_print.values import field_names

BOX = {"id": "space", "kind": "box", "box": [0, 0, "100%", "100%"], "fill": "ink", "repeat": {"of": "spaces"}}
NAME = {"id": "name", "kind": "text", "font": "body", "box": [1, 1, "100%-2", 4]}
LAYERS = [{"id": "pieces", "name": "pieces", "holds": 1}]
HEXES: dict[str, Any] = {
    "id": "bay",
    "name": "Bay",
    "shape": "hex",
    "layers": LAYERS,
    "tags": ["deep"],
    "attributes": {
        "kind": {"type": "string", "description": "What it is."},
        "lands": {"type": "words", "description": "What lands there.", "values": ["barge", "ferry"]},
        "room": {"type": "numbers", "description": "For how many.", "values": ["barge", "ferry"]},
    },
    "seats": [{"id": "A", "regions": {"home": [[0, 0]]}}, {"id": "B", "regions": {"home": [[0, 2]]}}],
    "spaces": [
        [0, 0],
        {"at": [1, 0], "tags": ["deep"], "attributes": {"kind": "reef"}},
        {"at": [0, 1], "attributes": {"lands": ["ferry", "barge"], "room": {"barge": 3}}},
        [0, 2],
    ],
}
GRID: dict[str, Any] = {
    "id": "bay", "name": "Bay", "shape": "grid", "columns": ["a", "b"], "rows": ["1", "2", "3"], "layers": LAYERS,
    "seats": [],
}  # fmt: skip
AREAS: dict[str, Any] = {
    "id": "bay",
    "name": "Bay",
    "shape": "areas",
    "layers": LAYERS,
    "seats": [],
    "spaces": [{"id": "north", "neighbours": ["pier"]}, {"id": "pier", "neighbours": ["north"]}],
    "map": [["north", "north"], ["pier", ""]],
}


def layout_of(folder: Path, written: dict[str, Any], *rows: dict[str, Any], **spaces: Any) -> Any:
    """A layout with some elements on a card of 200 x 200 mm, for a board with spaces 20 mm wide, 10 from the edge."""
    harbour_at(folder)
    write(folder / "boards" / "bay.json", written)
    about = {"board": "bay", "size": 20, "at": [10, 10], **spaces}
    card = {"extends": "base", "card": {"width": 200, "height": 200}, "spaces": about, "elements": list(rows)}
    write(folder / "print" / "card.json", card)
    project = Project(folder, problems=())  # the gate would stop what the reader of layouts explains
    return load_layout(project, "card", field_names(project))


def boxes(layout: Any) -> dict[str, tuple[float, ...]]:
    return {
        one.id: tuple(round(side, 2) for side in (one.box.x, one.box.y, one.box.width, one.box.height))
        for one in layout.elements
    }


def texts(layout: Any) -> dict[str, str]:
    return {
        one.id: "".join(run.text for line in one.texts[0] for run in line if isinstance(run, Run))
        for one in layout.elements
        if isinstance(one, TextElement)
    }


def test_pointed_hexes_lie_beside_each_other_as_their_coordinates_say(tmp_path: Path):
    found = boxes(layout_of(tmp_path / "game", {**HEXES, "orientation": "pointed"}, BOX))
    high = round(40 / math.sqrt(3), 2)
    assert found["space-a1"] == (10, 10, 20, high)
    assert found["space-b1"] == (30, 10, 20, high)
    assert found["space-a2"] == (20, round(10 + 20 * math.sqrt(3) / 2, 2), 20, high)


def test_flat_hexes_are_turned(tmp_path: Path):
    found = boxes(layout_of(tmp_path / "game", {**HEXES, "orientation": "flat"}, BOX))
    wide = round(40 / math.sqrt(3), 2)
    assert found["space-a1"] == (10, 10, wide, 20)
    assert found["space-a2"] == (10, 30, wide, 20)
    assert found["space-b1"] == (round(10 + 20 * math.sqrt(3) / 2, 2), 20, wide, 20)


def test_the_highest_row_of_a_grid_is_on_top(tmp_path: Path):
    found = boxes(layout_of(tmp_path / "game", GRID, BOX, size=[20, 15]))
    assert found["space-a3"] == (10, 10, 20, 15)
    assert found["space-b1"] == (30, 40, 20, 15)


def test_areas_lie_as_the_map_shows_them(tmp_path: Path):
    found = boxes(layout_of(tmp_path / "game", AREAS, BOX))
    assert found == {"space-north": (10, 10, 40, 20), "space-pier": (10, 30, 20, 20)}


def test_a_layout_may_draw_areas_in_another_way(tmp_path: Path):
    found = boxes(layout_of(tmp_path / "game", AREAS, BOX, map=[["", "pier"], ["", "pier"]]))
    assert found == {"space-pier": (30, 10, 20, 40)}
    with pytest.raises(LayoutError, match=r"map: unknown area 'peer' \(nearest: pier\)"):
        layout_of(tmp_path / "less", AREAS, BOX, map=[["peer"]])


def test_what_the_board_says_of_a_space_is_written_on_it(tmp_path: Path):
    rows: list[dict[str, Any]] = [
        {**NAME, "id": "kind", "text": "{s}: {s.kind}", "repeat": {"as": "s", "of": "spaces", "only": "kind"}},
        {**NAME, "id": "whose", "text": "{s.seat}", "repeat": {"as": "s", "of": "spaces", "only": "home"}},
        {**NAME, "id": "lands", "text": "{s.lands.title}", "repeat": {"as": "s", "of": "spaces", "only": ["lands"]}},
        {**NAME, "id": "next", "text": "{s.neighbours}", "repeat": {"as": "s", "of": "spaces", "only": "kind:reef"}},
        {**NAME, "id": "rest", "text": "{s}", "repeat": {"as": "s", "of": "spaces", "only": ["-home", "-deep"]}},
    ]
    assert texts(layout_of(tmp_path / "game", HEXES, *rows)) == {
        "kind-b1": "b1: reef",
        "whose-a1": "a",
        "whose-a3": "b",
        "lands-a2": "Ferry, Barge",  # the names of the cards
        "next-b1": "a1",
        "rest-a2": "a2",
    }


def test_a_palette_of_seats_is_chosen_by_what_the_board_says(tmp_path: Path):
    row = {**BOX, "fill": "seat-{s.seat}", "repeat": {"as": "s", "of": "spaces", "only": "home"}}
    with pytest.raises(LayoutError, match=r"fill: unknown colour 'seat-a'"):
        layout_of(tmp_path / "game", HEXES, row)


def test_repeats_stand_in_each_other(tmp_path: Path):
    """The first one outermost: numbers in rows and columns, the words and numbers of a space."""
    both = [{"as": "row", "of": ["x", "y"], "step": [0, 9]}, {"from": 1, "to": 2, "step": [5, 0]}]
    inner = {"as": "who", "of": "{s.lands}", "step": [6, 0]}
    room = [{"as": "s", "of": "spaces"}, {"as": "who", "of": "{s.room}"}]
    layout = layout_of(
        tmp_path / "game",
        HEXES,
        {**NAME, "id": "cell", "box": [1, 1, 4, 4], "text": "{row}{n}", "repeat": both},
        {**NAME, "id": "lands", "text": "{who.title}", "repeat": [{"as": "s", "of": "spaces", "only": "lands"}, inner]},
        {**NAME, "id": "room", "text": "{who}: {who.value} at {s}", "repeat": room},
        {**NAME, "id": "barges", "text": "{s.room.barge}", "repeat": {"as": "s", "of": "spaces", "only": "room.barge"}},
    )
    found, said = boxes(layout), texts(layout)
    assert [found[f"cell-{row}-{n}"][:2] for row in "xy" for n in (1, 2)] == [(1, 1), (6, 1), (1, 10), (6, 10)]
    assert said["cell-y-2"] == "y2"
    assert found["lands-a2-barge"][0] - found["lands-a2-ferry"][0] == 6
    assert said["barges-a2"] == "3"
    assert {id_: text for id_, text in said.items() if id_.startswith("room")} == {"room-a2-barge": "barge: 3 at a2"}


@pytest.mark.parametrize(
    ("spaces", "row", "said"),
    [
        ({"board": "bey"}, BOX, "spaces.board: no board 'bey' (nearest: bay)"),
        ({"size": 0}, BOX, "spaces: size: expected one or two lengths in mm, found 0"),
        ({"at": [1]}, BOX, r"spaces: at: expected one or two lengths in mm, found \[1\]"),
        ({"map": [["a1"]]}, BOX, "spaces.board: found a map, but Bay has no areas"),
        ({"tsize": 3}, BOX, "spaces: unknown property 'tsize' (nearest: size)"),
        ({}, {**BOX, "repeat": {"of": "spaces", "only": "deap"}}, "unknown word for spaces 'deap' (nearest: deep)"),
        ({}, {**NAME, "text": "{n.kint}", "repeat": {"of": "spaces"}}, "unknown field 'n.kint'"),
        ({}, {**BOX, "repeat": [{"of": "spaces"}] * 4}, "expected 1 to 3 repeats in each other, found 4"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, spaces: dict[str, Any], row: dict[str, Any], said: str):
    with pytest.raises(LayoutError) as error:
        layout_of(tmp_path / "game", HEXES, row, **spaces)
    assert said.replace("\\", "") in str(error.value)


WITHOUT_A_MAP = {key: value for key, value in AREAS.items() if key != "map"}


@pytest.mark.parametrize(
    ("written", "size", "said"),
    [
        (
            {**HEXES, "orientation": "pointed"},
            (100, 149.47),
            {"b1", "deep, reef", "home of A", "ferry, barge, barge 3"},
        ),
        ({**HEXES, "orientation": "flat"}, (100.83, 154), {"b1", "deep, reef", "home of A", "ferry, barge, barge 3"}),
        (GRID, (100, 154), {"a1", "b3"}),
        (AREAS, (100, 114), {"North", "Pier", "Ways: North", "Ways: Pier"}),
        (WITHOUT_A_MAP, (100, 74), {"North", "Pier", "Ways: North", "Ways: Pier"}),
    ],
    ids=["pointed", "flat", "grid", "map", "areas"],
)
def test_a_board_that_no_piece_draws_is_drawn_as_its_data_has_it(
    tmp_path: Path, written: dict[str, Any], size: tuple[float, float], said: set[str]
):
    write(harbour_at(tmp_path) / "boards" / "bay.json", written)
    project = load_project(tmp_path)
    found = pieces(project, ["board"])
    assert [(card.id, card.name) for card, _ in found.cards] == [("board-bay", "Bay")]
    assert found == pieces(project)  # of the kit too
    layout = load_layout(project, found.layouts["board-bay"], field_names(project))
    assert (round(layout.size.width, 2), round(layout.size.height, 2), layout.poster) == (*size, True)
    assert said <= set(texts(layout).values())
    assert layout.back == layout.name == "plain-board.bay"  # where a service wants one
    spaces = [one for one in boxes(layout) if re.fullmatch(r"space-[a-z]+\d?", one) and one != "space-name"]
    assert len(spaces) == len({boxes(layout)[one] for one in spaces}) == len(written.get("spaces", range(6)))
    assert preflight(project, found.cards, PrintOptions(layouts=found.layouts)) == ([], [])


def test_a_board_that_is_declared_is_drawn_as_declared_or_not_at_all(tmp_path: Path):
    write(harbour_at(tmp_path) / "boards" / "bay.json", GRID)
    own = {"id": "sea", "name": "The Sea", "layout": "plain-board.bay"}
    for entry, ids in ((own, ["sea"]), ({"id": "sea", "name": "The Sea"}, [])):
        write(tmp_path / "pieces.json", {"board": [entry]})
        assert [card.id for card, _ in pieces(load_project(tmp_path)).cards] == ids
    with pytest.raises(NotFound, match=r'"layout": "plain-board\.bay"'):
        pieces(load_project(tmp_path), ["board"])
    write(tmp_path / "pieces.json", {"board": [{**own, "layout": "plain-board.by"}]})
    with pytest.raises(LayoutError, match=r"board\[0\]\.layout: no board 'by' in .*boards \(nearest: bay\)"):
        pieces(Project(tmp_path, problems=()))


def test_a_card_that_is_as_large_as_its_board_has_one_that_fits(tmp_path: Path):
    write(harbour_at(tmp_path) / "boards" / "bay.json", GRID)
    card = {"width": "spaces", "height": "spaces"}
    for about, message in (
        (
            {"spaces": {"board": "bay", "size": 400, "at": [10, 10]}},
            r"size: expected one at which the board is at most 1000 mm.*found 820 x 1220 mm",
        ),
        ({}, r"card: width: found spaces, but the layout is of no board"),
    ):
        write(tmp_path / "print" / "card.json", {"extends": "base", "card": card, **about})
        with pytest.raises(LayoutError, match=message):
            load_layout(Project(tmp_path, problems=()), "card", [])
