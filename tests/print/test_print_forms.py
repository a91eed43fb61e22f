"""Documents on paper: formulas in layouts, texts for several cards, columns, and the forms that a print begins with."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from harbour import harbour_at, write
from pages import read, words_of

from cardlib.catalog import Project, load_project
from cardlib_print import LayoutError, PrintOptions, preflight, print_cards
from cardlib_print.layouts import load_layout
from cardlib_print.printing import Press
from cardlib_print.selection import select
from cardlib_print.values import field_names

TEXT = {"id": "text", "kind": "text", "font": "body", "box": [3, 3, 50, 70], "size": 8, "min": 7}
VOYAGE = {
    "id": "voyage",
    "name": "Voyage",
    "fields": {
        "flag": {"type": "word", "values": {"red": "Red", "blue": "Blue"}, "title": "Flag"},
        "days": {"type": "number", "title": "Days", "min": 0},
        "ships": {"type": "cards", "title": "Ships", "only": "ship"},
    },
    "figures": {"load": {"title": "Load", "formula": "sum(cargo of ships)"}},
}


def project_with(folder: Path, layouts: dict[str, dict[str, Any]], *, checked: bool = True) -> Project:
    """The small game with a kind of documents, one document, and some layouts of 60 x 90 mm."""
    harbour_at(folder)
    write(folder / "documents" / "voyage.json", VOYAGE)
    voyage = {"name": "North", "kind": "voyage", "game": "harbour", "flag": "red", "days": -2 + 5}
    write(folder / "decks" / "north.json", {**voyage, "ships": {"Barge": 2, "Ferry": 1}})
    for name, layout in layouts.items():
        write(folder / "print" / f"{name}.json", {"extends": "base", "card": {"width": 60, "height": 90}, **layout})
    return load_project(folder) if checked else Project(folder, problems=())


def page(project: Project, folder: Path) -> str:
    """The words of the first form that the document is drawn as."""
    chosen = select(project, "north")
    print_cards(project, chosen.cards[:1], folder / "out.pdf", PrintOptions(sheet="single", layouts=chosen.layouts))
    return " ".join(words_of(read(folder / "out.pdf")[0]).split())


def test_formulas_say_what_stands_on_a_form(tmp_path: Path):
    rows = [
        {**TEXT, "box": [3, 3, 50, 8], "text": "{name}: {=flag}, {=days} days, load {=load}, {=0 - days}"},
        {**TEXT, "id": "ships", "box": [3, 12, 50, 8], "text": "{=ships}"},
        {**TEXT, "id": "late", "box": [3, 22, 50, 8], "text": "late", "when": "=days >= 3"},
        {**TEXT, "id": "early", "box": [3, 22, 50, 8], "text": "early", "when": "=days < 3"},
        {**TEXT, "id": "none", "box": [3, 32, 50, 8], "text": "crew {=nothing of ships}", "remove": True},
    ]
    project = project_with(tmp_path / "game", {"form": {"document": "voyage", "elements": rows}})
    assert page(project, tmp_path) == "North: Red, 3 days, load 9, \u22123 2 Barge, Ferry late"


def test_a_text_is_written_for_each_card_of_a_filter_or_a_formula(tmp_path: Path):
    rows = [
        {**TEXT, "box": [3, 3, 50, 30], "cards": "ship", "text": "<b>{name}</b> {cargo}"},
        {**TEXT, "id": "own", "box": [3, 34, 50, 30], "cards": "=ships", "text": "{name} {text}"},
    ]
    project = project_with(tmp_path / "game", {"form": {"document": "voyage", "elements": rows}})
    assert page(project, tmp_path) == "Barge 4 Ferry 1 Barge Slow. Ferry"


def test_every_layout_that_is_for_a_document_draws_it_before_its_cards(tmp_path: Path):
    layouts = {
        "a-red": {"document": "voyage", "for": "=flag = 'red'", "elements": [{**TEXT, "text": "red"}]},
        "b-blue": {"document": "voyage", "for": "=flag = 'blue'", "elements": [{**TEXT, "text": "blue"}]},
        "c-all": {"document": "voyage", "elements": [{**TEXT, "text": "all"}]},
    }
    chosen = select(project_with(tmp_path / "game", layouts), "north")
    assert [(card.name, copies) for card, copies in chosen.cards] == [
        ("North", 1),
        ("North", 1),
        ("Barge", 2),
        ("Ferry", 1),
    ]
    assert list(chosen.layouts.values()) == ["a-red", "c-all"]
    assert set(chosen.layouts) == {card.id for card, _ in chosen.cards[:2]}


def test_cards_do_not_choose_layouts_for_documents(tmp_path: Path):
    layouts = {"form": {"document": "voyage", "for": "=days > 0", "elements": [{**TEXT, "text": "{=days}"}]}}
    project = project_with(tmp_path / "game", layouts)
    assert Press(project, PrintOptions()).faces(project.cards["barge"]).layout.name == "plain"


def test_on_a_piece_nothing_of_a_document_is_filled_in(tmp_path: Path):
    rows = [
        {**TEXT, "text": "{name} {=price of 'barge'}\ndays {=days}"},
        {**TEXT, "id": "when", "box": [3, 70, 50, 8], "text": "sailing", "when": "=days >= 0"},
    ]
    project = project_with(tmp_path / "game", {"form": {"document": "voyage", "elements": rows}})
    piece = {"reference": [{"id": "blank", "name": "Blank", "layout": "form"}]}
    write(project.path / "pieces.json", piece)
    from cardlib_print.pieces import pieces

    found = pieces(load_project(project.path), ["reference"])
    options = PrintOptions(sheet="single", layouts=found.layouts)
    print_cards(project, found.cards, tmp_path / "out.pdf", options)
    assert words_of(read(tmp_path / "out.pdf")[0]).split() == ["Blank", "2"]


def test_text_stands_in_columns_no_higher_than_its_box(tmp_path: Path):
    row = {**TEXT, "cards": "ship or quay", "column_count": 3, "gutter": 2, "box": [3, 3, 52, 6.2], "text": "{name}"}
    project = project_with(tmp_path / "game", {"card": {"elements": [row]}})
    print_cards(project, [(project.cards["pier"], 1)], tmp_path / "out.pdf", PrintOptions(sheet="single"))
    letters = {letter: (x, y) for letter, x, y, *_ in read(tmp_path / "out.pdf", 90)[0].letters if letter in "BFP"}
    xs = [letters[letter][0] for letter in "BFP"]
    assert xs[0] < 6
    assert [round(after - before) for before, after in pairwise(xs)] == [18, 18]
    assert len({round(y, 1) for _, y in letters.values()}) == 1
    narrow = {**row, "column_count": 2, "box": [3, 3, 52, 3.2]}
    project = project_with(tmp_path / "less", {"card": {"elements": [narrow]}})
    problems, _ = preflight(project, [(project.cards["pier"], 1)])
    assert "the text needs" in problems[0].text


@pytest.mark.parametrize(
    ("layout", "said"),
    [
        ({"document": "voyages"}, "has no documents of the kind 'voyages' (nearest: voyage)"),
        ({"document": "voyage", "for": "ship"}, "for: expected a formula such as '=level >= 5', found 'ship'"),
        ({"elements": [{**TEXT, "text": "{=dais}"}]}, "formula: unknown name 'dais'"),
        ({"document": "voyage", "elements": [{**TEXT, "text": "{=dais}"}]}, "unknown name 'dais' (nearest: days)"),
        ({"document": "voyage", "elements": [{**TEXT, "when": "=days >"}]}, "formula: "),
        ({"elements": [{**TEXT, "cards": "cargo>9", "text": "{name}"}]}, "cards: no card passes 'cargo>9'"),
        ({"elements": [{**TEXT, "cards": "type:chip", "text": "{name}"}]}, "filter 'type:chip'"),
        ({"elements": [{**TEXT, "column_count": 0}]}, "column_count: expected a number from 1 to 20, found 0"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, layout: dict[str, Any], said: str):
    layout = {"elements": [{**TEXT, "text": "x"}], **layout}
    project = project_with(tmp_path / "game", {"form": layout}, checked=False)
    with pytest.raises(LayoutError) as error:
        load_layout(project, "form", field_names(project))
    assert said in str(error.value)
