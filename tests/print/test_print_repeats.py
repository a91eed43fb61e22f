"""Elements that stand for several, and boxes that are sums."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from harbour import harbour_at, write
from pages import read, words_of
from shipped import shipped

from cardlib.catalog import Project, load_project
from cardlib_print import LayoutError, PreflightError, PrintOptions, print_cards
from cardlib_print.geometry import length
from cardlib_print.layouts import load_layout
from cardlib_print.reflow import SIZES, Fit
from cardlib_print.values import field_names

NUMBER = {"id": "number", "kind": "text", "text": "{n}", "font": "body", "box": [2, 2, 8, 6], "lines": 1}


def with_layouts(folder: Path, *, card: dict[str, object]) -> Project:
    write(harbour_at(folder) / "print" / "card.json", card)
    return Project(folder, problems=())  # the gate would stop what the reader of layouts explains


def elements(folder: Path, *rows: dict[str, object]) -> list[tuple[str, tuple[float, float]]]:
    project = with_layouts(folder, card={"extends": "base", "elements": list(rows)})
    layout = load_layout(project, "card", field_names(project))
    return [(element.id, (round(element.box.x, 2), round(element.box.y, 2))) for element in layout.elements]


def test_a_row_of_numbers_goes_on_line_by_line(tmp_path: Path):
    repeat = {"from": 1, "to": 5, "step": [9, 0], "columns": 3, "row": [0, 7]}
    assert elements(tmp_path / "game", {**NUMBER, "repeat": repeat}) == [
        ("number-1", (2, 2)),
        ("number-2", (11, 2)),
        ("number-3", (20, 2)),
        ("number-4", (2, 9)),
        ("number-5", (11, 9)),
    ]


def test_what_the_game_declares_is_repeated_for(tmp_path: Path):
    repeat = {"as": "type", "of": "types", "spread": "across"}
    row = {**NUMBER, "repeat": repeat, "text": "{type.title} {type.number}", "when": "type:{type}"}
    found = elements(tmp_path / "game", row)
    assert [id_ for id_, _ in found] == ["number-ship", "number-quay"]
    assert found[0][1] == (2, 2)
    assert found[-1][1] == (63 - 2 - 8, 2)
    project = load_project(tmp_path / "game")
    print_cards(project, [(project.cards["pier"], 1)], tmp_path / "out.pdf", PrintOptions(sheet="single"))
    assert words_of(read(tmp_path / "out.pdf")[0]).strip() == "Quay 2"


def test_colours_take_turns(tmp_path: Path):
    box = {"id": "square", "kind": "box", "box": [2, 2, 8, 6], "fill": ["#ff0000", "#00ff00"]}
    project = with_layouts(tmp_path / "game", card={"extends": "base", "elements": [{**box, "repeat": {"to": 3}}]})
    layout = load_layout(project, "card", field_names(project))
    assert [element.fill for element in layout.elements] == ["#ff0000", "#00ff00", "#ff0000"]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("given", "whole", "expected"),
    [
        (3, 60, 3.0),
        ("50%-16", 88, 28.0),
        ("100% - 6", 63, 57.0),
        ("12.5", 1, 12.5),
        ("-3", 1, -3.0),
        ("1e9", 1, None),
        ("50%*2", 1, None),
        ("", 1, None),
        (True, 1, None),
        ("9" * 70, 1, None),
    ],
)
def test_lengths(given: object, whole: float, expected: float | None):
    assert length(given, whole) == expected


@pytest.mark.parametrize(
    ("repeat", "said"),
    [
        ([], "elements[0] (number).repeat: expected 1 to 3 repeats in each other, found 0"),
        (["tpyes"], "elements[0] (number).repeat: an object was expected"),
        ({"of": "spaces"}, "of: found spaces, but the layout is of no board"),
        ({"of": "tpyes"}, "unknown thing to repeat for 'tpyes' (nearest: types)"),
        ({"to": 900}, "to: expected a number from 0 to 500, found 900"),
        ({"to": 3, "step": 9}, "step: expected [right, down] in mm, found 9"),
        ({"too": 3}, "unknown property 'too' (nearest: to)"),
        ({"to": 3, "spread": "up"}, "spread: unknown 'up', expected one of across, down"),
    ],
)
def test_what_is_wrong_with_a_repeat_is_told(tmp_path: Path, repeat: object, said: str):
    with pytest.raises(LayoutError) as caught:
        project = with_layouts(tmp_path / "game", card={"extends": "base", "elements": [{**NUMBER, "repeat": repeat}]})
        load_layout(project, "card", field_names(project))
    assert said in str(caught.value)


def test_the_round_track_is_five_elements():
    project = shipped("structure")
    rounds = json.loads((project.path / "print" / "rounds.json").read_text(encoding="utf-8"))
    assert len(rounds["elements"]) == 5
    layout = load_layout(project, "rounds", field_names(project))
    assert len(layout.elements) == 123
    assert layout.elements[-1].id == "number-60"


def test_a_length_has_a_name(tmp_path: Path):
    said = {"side": "50%-11.5", "top": 20, "next": "min(9, 10%+3)"}
    repeat = {"to": 2, "step": ["next", 0]}
    row = {**NUMBER, "repeat": repeat, "box": ["side", "top", 8, 6]}
    written = {**NUMBER, "repeat": {"to": 2, "step": ["min(9, 10%+3)", 0]}, "box": ["50%-11.5", 20, 8, 6]}
    files = []
    for name, card in (("named", {"lengths": said, "elements": [row]}), ("written", {"elements": [written]})):
        project = with_layouts(tmp_path / name, card={"extends": "base", **card})
        print_cards(project, [(project.cards["pier"], 1)], tmp_path / f"{name}.pdf", PrintOptions(sheet="single"))
        files.append((tmp_path / f"{name}.pdf").read_bytes())
    assert files[0] == files[1]
    (page,) = read(tmp_path / "named.pdf")
    first, second = (letter[1] for letter in page.letters if letter[0] in "12")
    assert 20 < first < 22 and 8.5 < second - first < 9.5


def test_a_layout_that_extends_another_gives_its_lengths_other_values(tmp_path: Path):
    folder = harbour_at(tmp_path / "game")
    base = {
        "extends": "base",
        "lengths": {"side": 4, "top": 20},
        "elements": [{**NUMBER, "text": "1", "box": ["side", "top", 8, 6]}],
    }
    write(folder / "print" / "first.json", base)
    project = with_layouts(folder, card={"extends": "first", "lengths": {"side": "50%"}, "elements": []})
    (element,) = load_layout(project, "card", field_names(project)).elements
    assert (element.box.x, element.box.y) == (31.5, 20)


@pytest.mark.parametrize(
    ("lengths", "box", "said"),
    [
        ({"side": 4}, ["sied", 2, 8, 6], "no length is called 'sied' (nearest: side)"),
        ({"side": "wide"}, [2, 2, 8, 6], "lengths.side: expected mm, or a sum such as \"100%-6\", found 'wide'"),
        ({"side": "50%+"}, ["side", 2, 8, 6], "lengths.side: expected mm, or a sum such as \"100%-6\", found '50%+'"),
        ({"100%": 4}, [2, 2, 8, 6], "expected a name of small letters and hyphens, found '100%'"),
    ],
)
def test_a_length_that_is_none_is_told(tmp_path: Path, lengths: dict[str, object], box: list[object], said: str):
    card = {"extends": "base", "lengths": lengths, "elements": [{**NUMBER, "box": box, "text": "1"}]}
    project = with_layouts(tmp_path / "game", card=card)
    with pytest.raises(LayoutError) as error:
        load_layout(project, "card", field_names(project))
    assert len(str(error.value).splitlines()) == 1
    assert said in str(error.value)


@pytest.mark.parametrize("repeat", [{}, {"repeat": {"to": 1}}])
def test_a_sum_that_leaves_nothing_of_a_box_says_on_which_size(tmp_path: Path, repeat: dict[str, object]):
    text = "all that has room for four lines, so that it has none on a card of a size that is much smaller than its own"
    row = {**NUMBER, "text": text, "box": [4, 4, "100%-8", "50%-24"], "lines": 9, "size": 9, "min": 8, **repeat}
    project = with_layouts(tmp_path / "game", card={"extends": "base", "elements": [row]})
    cards = [(project.cards["pier"], 1)]
    with pytest.raises(LayoutError, match=r"box: comes to 23\.75 x -1\.77 mm on a card of 31\.75 x 44\.45 mm"):
        print_cards(project, cards, tmp_path / "out.pdf", PrintOptions(fit=Fit((SIZES["micro"],))))
    with pytest.raises(
        PreflightError, match=r"has no room on 44\.45 x 63\.5 mm; they go on euro-poker"
    ):  # not on micro
        print_cards(project, cards, tmp_path / "out.pdf", PrintOptions(fit=Fit((SIZES["mini"],))))
