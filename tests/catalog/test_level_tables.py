"""Attributes that are tables by a scale: declared once, checked, asked, shown."""

from __future__ import annotations

import json
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from cardlib.catalog import Project, check_project, load_project
from cardlib.catalog.database import connect
from cardlib.catalog.query import find_cards
from cardlib.filters import english, parse, printed
from cardlib_cli.commands.card import card_text
from cardlib_print.values import Values, field_names

FOUNDRY = Path(__file__).parents[1] / "fixtures" / "foundry"


@pytest.fixture(scope="module")
def foundry() -> Project:
    """The game of the tests, with tables by level and by tier."""
    return load_project(FOUNDRY)


def test_the_project_of_the_tests_is_sound() -> None:
    assert check_project(FOUNDRY) == []


def test_a_table_is_a_number_at_each_step(foundry: Project) -> None:
    chief = foundry.cards["smith-chief"]
    assert [chief.attributes[f"health@{level}"] for level in range(1, 7)] == [5, 5, 7, 7, 7, 9]
    assert chief.attributes["health"] == 5  # at the first level, which the scale does not change
    assert chief.attributes["speed@6"] == 3  # one number for all levels
    assert foundry.cards["iron-foot"].attributes["load"] == 8  # `plain` of the tiers is heavy


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("health@3>=7", ["smith-chief"]),
        ("health@6>=7", ["scout-chief", "smith-chief"]),
        ("health>=5", ["smith-chief"]),
        ("health@1<health@3", ["scout-chief", "scout-hand", "smith-chief", "smith-hand"]),
        ("load@light>=4", ["iron-foot"]),
        ("load>=8", ["iron-foot"]),
        ("has:load@middle", ["iron-foot", "wheel"]),
        ("member speed@5:even", ["scout-hand", "smith-hand"]),
    ],
)
def test_a_step_is_a_field_of_queries(foundry: Project, query: str, found: list[str]) -> None:
    assert sorted(str(row["id"]) for row in find_cards([foundry], query)) == found
    passes = printed(parse(query, foundry.vocabulary))
    assert sorted(card.id for card in foundry.cards.values() if passes(card)) == found


def test_rows_are_sorted_by_a_step(foundry: Project) -> None:
    rows = find_cards([foundry], "member", sort=["-health@6", "id"])
    assert [row["id"] for row in rows] == ["smith-chief", "scout-chief", "smith-hand", "scout-hand"]


def test_a_view_has_a_column_for_each_step(foundry: Project) -> None:
    with closing(connect([foundry])) as connection:
        rows = connection.execute("SELECT load, load_light, load_heavy FROM foundry_legs ORDER BY id").fetchall()
    assert rows == [(8, 4, 8), (6, 2, 6)]


def test_a_step_reads_as_english(foundry: Project) -> None:
    words = foundry.vocabulary
    assert english(parse("member health@3>=7", words), words) == "a Member with health 7 or more at level 3"
    assert english(parse("leg load@light>=4", words), words) == "a Leg with load 4 or more at tier light"
    assert english(parse("member health@1<health@3", words), words) == (
        "a Member with health at level 1 less than its health at level 3"
    )


def test_a_card_and_a_layout_show_the_table(foundry: Project) -> None:
    (row,) = find_cards([foundry], "id:smith-chief")
    assert "Craft Smith, Health 5/5/7/7/7/9, Speed 3" in card_text(row, foundry)
    values, chief = Values(foundry, {}), foundry.cards["smith-chief"]
    assert values.attribute(chief, "health") == "5/5/7/7/7/9"
    assert values.attribute(chief, "health@6") == "9"
    assert "health@6" in field_names(foundry)


def _changed(folder: Path, file: str, old: str, new: str) -> list[str]:
    shutil.copytree(FOUNDRY, folder)
    path = folder / file
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1))
    return [str(problem) for problem in check_project(folder)]


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("cards/crew.json", "[5, 5, 7, 7, 7, 9]", "[5, 5]", "6 numbers, one for each level, or one number for all"),
        ("cards/crew.json", "[5, 5, 7, 7, 7, 9]", "[5, 5, 7, 7, 7, 99]", "expected at most 20 at every level"),
        ("cards/crew.json", "[5, 5, 7, 7, 7, 9]", "[5, 5, 7, 7, 7, \"9\"]", "expected a whole number at every level"),
        ("game.json", '"by": "tier"', '"by": "teir"', 'found "teir", expected a scale of the game, one of level, tier'),
        ("game.json", '"by": "tier", ', "", "found no 'by'"),
        ("game.json", '"from": 1, "to": 6', '"from": 6, "to": 1', "expected a scale of 1 to 60 steps"),
        ("game.json", '"plain": "heavy"', '"plain": "hevy"', "expected one of its steps, light, middle, heavy"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_table_is_told(tmp_path: Path, file: str, old: str, new: str, said: str) -> None:
    problems = _changed(tmp_path / "foundry", file, old, new)
    assert any(said in problem and problem.startswith(f"{file}:") for problem in problems), problems


def test_a_declaration_that_no_schema_refuses_is_told(tmp_path: Path) -> None:
    """Two attributes of one name were no problem of the check, and stopped every command."""
    problems = _changed(tmp_path / "foundry", "game.json", '"oil": {"title"', '"weight": {"title"')
    assert len(problems) == 1 and "'weight' is declared twice" in problems[0]


def test_as_many_steps_as_a_scale_may_have(tmp_path: Path) -> None:
    folder = tmp_path / "foundry"
    assert _changed(folder, "game.json", '"to": 6', '"to": 60')  # the tables of the cards are too short
    cards = json.loads((folder / "cards" / "crew.json").read_text())
    for card in cards["cards"]:
        card.update({key: list(range(1, 21)) * 3 for key in ("health", "speed") if key in card})
    (folder / "cards" / "crew.json").write_text(json.dumps(cards))
    assert check_project(folder) == []
    assert len(find_cards([load_project(folder)], "health@60=20")) == 4
