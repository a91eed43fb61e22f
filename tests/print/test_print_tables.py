"""Tables of a layout, and rich text in one grammar for layouts and for data, read back from the page."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from harbour import harbour_at, write
from looks import looks
from pages import read

from cardlib.catalog import load_project
from cardlib.errors import CardlibError
from cardlib_cli.checks import check_texts
from cardlib_print import PrintOptions, preflight, print_cards
from cardlib_print.markup import Run, mismatched, plain, unmarked
from cardlib_print.sheets import single_sheet

TABLE: dict[str, object] = {
    "id": "facts",
    "kind": "table",
    "box": [6, 10, 50, 40],
    "size": 9,
    "columns": [{"width": 20}, {"align": "right"}, {"width": "20%", "align": "centre"}],
    "rows": [
        {"cells": ["What", "<b>{name}</b>", "+"], "fill": "#202020", "colour": "#ffffff", "style": "bold"},
        ["Price", "{price}", "a"],
        ["Cargo", "{cargo}", "b"],
        ["Flavour", "{flavour}", "c"],
        {"cells": ["{n}", "x{n}", "d"], "repeat": {"from": 1, "to": 2}, "when": "quay"},
    ],
    "stroke": "#00ff00",
}


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return harbour_at(tmp_path / "harbour")


def lay_out(game: Path, **more: object) -> None:
    write(
        game / "print" / "card.json",
        {"extends": "base", "colours": {"sea": "#0000c0"}, "elements": [{**TABLE, **more}]},
    )


def shown(game: Path, id_: str, tmp_path: Path) -> dict[str, tuple[float, float, float, float]]:
    """The words on a card with their boxes in mm from the top left."""
    project = load_project(game)
    print_cards(project, [(project.cards[id_], 1)], tmp_path / "out.pdf", PrintOptions(sheet=single_sheet()))
    (page,) = read(tmp_path / "out.pdf")
    found: dict[str, tuple[float, float, float, float]] = {}
    word, box = "", (0.0, 0.0, 0.0, 0.0)
    for letter, left, top, right, bottom in [*page.letters, (" ", 0.0, 0.0, 0.0, 0.0)]:
        if not letter.strip():
            if word:
                found[word] = box
            word = ""
            continue
        box = (min(box[0], left), min(box[1], top), right, max(box[3], bottom)) if word else (left, top, right, bottom)
        word += letter
    return found


def test_cells_stand_in_their_columns_and_rows_below_each_other(game: Path, tmp_path: Path):
    lay_out(game)
    found = shown(game, "barge", tmp_path)
    assert list(found) == ["What", "Barge", "+", "Price", "2", "a", "Cargo", "4", "b"]
    for word in ("What", "Price", "Cargo"):
        assert found[word][0] == pytest.approx(6.7, abs=0.3)
    for word in ("Barge", "2", "4"):
        assert found[word][2] == pytest.approx(6 + 20 + 20 - 0.7, abs=0.3)
    for word in ("a", "b"):
        assert (found[word][0] + found[word][2]) / 2 == pytest.approx(51, abs=0.2)
    tops = [found[word][1] for word in ("What", "Price", "Cargo")]
    assert tops[1] - tops[0] == pytest.approx(tops[2] - tops[1], abs=0.4)


def test_a_row_whose_fields_are_empty_is_left_out_and_one_with_a_condition_stands_on_its_cards(
    game: Path, tmp_path: Path
):
    lay_out(game)
    assert "Flavour" in shown(game, "ferry", tmp_path)
    pier = shown(game, "pier", tmp_path)
    assert "Cargo" not in pier
    assert [word for word in pier if word in ("x1", "x2")] == ["x1", "x2"]


def test_rows_fill_the_box_of_a_table_that_is_spread(game: Path, tmp_path: Path):
    lay_out(game, spread=True, valign="middle")
    found = shown(game, "barge", tmp_path)
    middles = [(found[word][1] + found[word][3]) / 2 for word in ("What", "Price", "Cargo")]
    assert middles == [pytest.approx(10 + 40 * share, abs=0.4) for share in (1 / 6, 3 / 6, 5 / 6)]


def test_all_cells_have_the_size_that_the_longest_one_needs(game: Path, tmp_path: Path):
    def sizes() -> set[float]:
        project = load_project(game)
        (look,) = looks(project, [project.cards["barge"]])
        return {letter.size for letter in look.letters}

    lay_out(game)
    assert sizes() == {9.0}
    long = [["Price", "{price}", "a"], ["Loadingbridge x", "{name}", "b"]]
    lay_out(game, rows=long, columns=[{"width": 17}, {}, {"width": 8}], min=6)
    (size,) = sizes()
    assert 6 <= size < 9


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"box": [6, 10, 50, 4]}, "facts: the table needs"),
        (
            {"rows": [["Unbreakablelongword", "b", "c"]], "columns": [{"width": 8}, {}, {}]},
            "'Unbreakablelongword' needs",
        ),
        ({"columns": [{"width": 1}, {}, {}]}, "a column is 1 mm wide"),
        ({"rows": [["\u0436\u4e00", "b", "c"]]}, "no font has"),
    ],
)
def test_a_table_that_does_not_fit_is_a_problem_of_its_card(game: Path, change: Mapping[str, object], said: str):
    lay_out(game, **change)
    project = load_project(game)
    problems, _ = preflight(project, [(project.cards["barge"], 1)])
    assert any(said in str(problem) for problem in problems), problems


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"rows": [["a", "b"]]}, "expected a list of 3 texts, one for each column"),
        ({"rows": [["{prize}", "b", "c"]]}, "unknown field 'prize'.*price"),
        ({"rows": [["{stamp}", "b", "c"]]}, "the stamp stands in a text of its own"),
        ({"columns": [{"width": 900}, {}, {}]}, "width: expected mm"),
        ({"columns": [{"width": "80%"}, {"width": "30%"}, {}]}, "columns: are .* mm wide together, expected at most"),
        ({"columns": [{"breadth": 9}, {}, {}]}, "found 'breadth', expected one of width"),
        ({"rows": [["<colour see>x</colour>", "b", "c"]]}, "unknown colour 'see'.*sea"),
    ],
)
def test_a_table_that_cannot_be_read_is_an_error_with_its_place(game: Path, change: Mapping[str, object], said: str):
    lay_out(game, **change)
    project = load_project(game)
    with pytest.raises(CardlibError, match=said):
        preflight(project, [(project.cards["barge"], 1)])


def test_low_ink_prints_tables_black_on_white(game: Path):
    lay_out(game)
    project = load_project(game)
    (look,) = looks(project, [project.cards["barge"]], low_ink=True)
    assert {letter.colour for letter in look.letters} == {(0.0, 0.0, 0.0)}
    assert {letter.ground for letter in look.letters} == {(1.0, 1.0, 1.0)}


def styled(game: Path, element: Mapping[str, object], **card: object) -> list[tuple[str, tuple[float, ...]]]:
    """The letters of a text on a card of their own, each with its colour."""
    data = json.loads((game / "cards" / "all.json").read_text())
    data["cards"] = [{**data["cards"][0], "text": "", **card}]
    write(game / "cards" / "all.json", data)
    write(game / "print" / "card.json", {"extends": "base", "colours": {"sea": "#0000c0"}, "elements": [element]})
    project = load_project(game)
    (look,) = looks(project, list(project.cards.values()))
    return [(letter.text, tuple(round(part, 1) for part in letter.colour)) for letter in look.letters]


@pytest.mark.parametrize("field", ["text", "flavour"])
def test_colours_stand_in_the_data_as_in_layouts(game: Path, field: str):
    element = {"id": "t", "kind": "text", "box": [4, 4, 55, 30], "text": f"<colour #c80000>A</colour>b {{{field}}}"}
    found = styled(game, element, **{field: "c<colour sea>d</colour>e"})
    red, blue, black = (0.8, 0.0, 0.0), (0.0, 0.0, 0.8), (0.0, 0.0, 0.0)
    assert found == [("A", red), ("b", black), ("c", black), ("d", blue), ("e", black)]


def test_reminders_have_the_same_grammar(game: Path):
    write(
        game / "keywords.json",
        {"keywords": [{"id": "swift", "name": "Swift", "reminder": "a<colour sea>b</colour>"}]},
    )
    element = {"id": "t", "kind": "text", "box": [4, 4, 55, 30], "text": "{keyword_lines}"}
    found = styled(game, element, keywords=["swift"])
    assert ("b", (0.0, 0.0, 0.8)) in found and ("a", (0.0, 0.0, 0.0)) in found
    assert not any(letter in "<>" for letter, _ in found)


def test_a_colour_that_a_layout_does_not_have_is_a_problem_of_the_card(game: Path):
    element = {"id": "t", "kind": "text", "box": [4, 4, 55, 30], "text": "{text}"}
    with pytest.raises(CardlibError, match=r"barge: t: no colour is called 'see' \(nearest: sea\)"):
        styled(game, element, text="<colour see>x</colour>")


def test_rich_text_is_read_the_same_everywhere():
    assert plain("a <b>b <i>c</i></b>{x}") == (
        (Run("a "), Run("b ", bold=True), Run("c", bold=True, italic=True), Run("x", symbol=True)),
    )
    assert plain("<b>a\nb</b>") == ((Run("a", bold=True),), (Run("b", bold=True),))
    assert plain("3 < 4, {symbol:x} {not one}") == ((Run("3 < 4, "), Run("x", symbol=True), Run(" {not one}")),)
    assert unmarked("<b>a</b> < <colour sea>b</colour>") == "a < b"
    assert [bool(mismatched(text)) for text in ("<b>a</b>", "<b>a", "a</i>", "<colour>a</colour>", "a < b")] == [
        False,
        True,
        True,
        True,
        False,
    ]


def test_a_tag_that_is_left_open_in_the_data_is_found_by_the_check_and_shown(game: Path):
    element = {"id": "t", "kind": "text", "box": [4, 4, 55, 30], "text": "{text}"}
    assert [letter for letter, _ in styled(game, element, text="a<b>c")] == list("a<b>c")
    (problem,) = check_texts(load_project(game), ())
    assert (problem.file, problem.path, problem.found) == ("cards/all.json", "text", "<b> is never closed")
