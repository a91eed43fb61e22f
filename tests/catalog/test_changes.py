"""A game changed for a trial: places, values that have to fit, and what the changed game says and does."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import cardlib
from cardlib.catalog import ChangeError, DataError, Json, Project, changed, check_project, load_project, parse_change
from cardlib_cli.checks import EXTRA


@pytest.fixture(scope="module")
def mecha() -> Project:
    return load_project("mecha")


def test_a_number_of_the_rules_and_a_card(mecha: Project) -> None:
    trial = changed(mecha, {"rules.hand_size": 6, "cards.turtle.durability": 4})
    assert trial.game.constants["hand_size"] == 6
    assert trial.cards["turtle"].attributes["durability"] == 4
    assert [str(change) for change in trial.changes] == [
        "rules.hand_size=6 (was 5)",
        "cards.turtle.durability=4 (was 3)",
    ]
    assert mecha.game.constants["hand_size"] == 5
    assert mecha.cards["turtle"].attributes["durability"] == 3
    assert mecha.changes == ()


def test_a_reminder_says_the_number_of_the_rules() -> None:
    structure = load_project("structure")
    assert structure.keywords["rampage"].reminder.startswith("+5/+0,")
    trial = changed(structure, {"rules.rampage_attack": 3})
    assert trial.keywords["rampage"].reminder.startswith("+3/+0,")


def test_the_digest_is_that_of_the_files(mecha: Project) -> None:
    assert changed(mecha, {"rules.hand_size": 6}).digest == mecha.digest


def test_no_change_is_the_same_project(mecha: Project) -> None:
    assert changed(mecha, {}) is mecha


def test_an_ability_reads_as_it_does(mecha: Project) -> None:
    for place in ("cards.orbital-strike.abilities[0].do[0].amount", "cards.Orbital Strike.abilities.0.do.0.amount"):
        trial = changed(mecha, {place: 3})
        assert trial.cards["orbital-strike"].text == "Deal 3 damage to target unit."
        assert trial.changes[0].path == "cards.orbital-strike.abilities[0].do[0].amount"


def test_two_changes_of_one_card(mecha: Project) -> None:
    turtle = changed(mecha, {"cards.turtle.cost": 1, "cards.turtle.keywords": ["flight"]}).cards["turtle"]
    assert (turtle.attributes["cost"], dict(turtle.keywords), turtle.line) == (
        1,
        {"flight": True},
        mecha.cards["turtle"].line,
    )


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        ("rules.hand_sise", 6, r"found 'hand_sise', expected one of opening_hand, .* \(nearest: hand_size\)"),
        ("rules.hand_size", "six", r'rules\.hand_size: found "six", expected a whole number'),
        ("rules.hand_size", 5.5, r"found 5\.5, expected a whole number"),
        ("rules.hand_size", True, r"found true, expected a whole number"),
        ("rules.hand_size", 10**9, r"expected at most 1000000"),
        ("rule.hand_size", 6, r"found 'rule', expected one of rules, cards"),
        ("hand_size", 6, r"'hand_size' is no place; expected rules\.NAME or cards\.ID\.MEMBER"),
        ("rules..x", 6, r"is no place"),
        ("cards.turtl.power", 6, r"no card is called 'turtl'; candidates: Turtle"),
        ("cards.turtle", 6, r"found no member that may change; turtle has name, type, "),
        ("cards.turtle.id", "tortoise", r"found no member that may change"),
        ("cards.turtle.powr", 6, r"cards\.turtle\.powr: found 'powr', expected an attribute .* \(nearest: power\)"),
        ("cards.turtle.power", "x", r'cards\.turtle\.power: found "x", expected a whole number'),
        ("cards.turtle.cost", -1, r"cards\.turtle\.cost: found -1, expected at least 0"),
        ("cards.turtle.durability", 0, r"cards\.turtle\.durability: found 0, expected at least 1"),
        ("cards.radio-tower.cost", 1, r"'cost' on a tower, expected it only on mecha"),
        ("cards.turtle.keywords", "flight", r'found "flight", expected a list'),
        ("cards.turtle.keywords", ["flght"], r"keywords\[0\]: found \"flght\", .* \(nearest: flight\)"),
        ("cards.turtle.cost.x", 1, r"found 2 at cost, which has no 'x'"),
        ("cards.orbital-strike.abilities[1].do", 1, r"found '1', expected an item of the list by its number: \[0\] "),
        ("cards.orbital-strike.abilities[0].does[0]", 1, r"found 'does', expected one of when, do \(nearest: do\)"),
        ("cards.orbital-strike.abilities[0].do[0].amont", 1, r"found 'amont', expected one of .* \(nearest: amount\)"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(mecha: Project, place: str, value: Json, said: str) -> None:
    with pytest.raises(ChangeError, match=said):
        changed(mecha, {place: value})


def test_what_a_card_adds_to_a_number_has_no_bounds_of_that_number(mecha: Project) -> None:
    assert changed(mecha, {"cards.admiral-grace.durability": -2}).cards["admiral-grace"].attributes["durability"] == -2


def test_one_place_is_changed_once(mecha: Project) -> None:
    with pytest.raises(ChangeError, match=r"cards\.turtle\.cost: changed twice"):
        changed(mecha, {"cards.turtle.cost": 1, "cards.Turtle.cost": 2})


def test_a_written_text_has_to_follow(tmp_path: Path) -> None:
    folder = tmp_path / "mecha"
    shutil.copytree(load_project("mecha").path, folder)
    file = folder / "cards" / "commands.json"
    written = file.read_text().replace('"id": "orbital-strike",', '"id": "orbital-strike", "text": "Deal 2 damage.",')
    file.write_text(written)
    amount = "cards.orbital-strike.abilities[0].do[0].amount"
    with pytest.raises(ChangeError, match=r"orbital-strike\.text: found the numbers 2, expected those .*: 3"):
        changed(load_project(folder), {amount: 3})
    trial = changed(load_project(folder), {amount: 3, "cards.orbital-strike.text": "Deal 3 damage."})
    assert trial.cards["orbital-strike"].text == "Deal 3 damage."


def test_how_a_change_is_written() -> None:
    assert parse_change("rules.hand_size=6") == ("rules.hand_size", 6)
    assert parse_change("cards.turtle.name=A = B") == ("cards.turtle.name", "A = B")
    assert parse_change('cards.turtle.keywords=["flight"]') == ("cards.turtle.keywords", ["flight"])
    assert parse_change("rules.hand_size=NaN") == ("rules.hand_size", "NaN")
    for text in ("rules.hand_size", "=6", ""):
        with pytest.raises(ChangeError, match="a change is a place and a value"):
            parse_change(text)


# -- the numbers of game.json ------------------------------------------------------------------------------------


def test_the_rules_refuse_a_number_that_is_too_small() -> None:
    with pytest.raises(DataError, match=r"mecha: game\.json: rules\.damage_limit: found 0, expected at least 1"):
        cardlib.load("mecha", {"rules.damage_limit": 0})


def test_the_check_names_numbers_that_the_rules_do_not_read(tmp_path: Path) -> None:
    folder = tmp_path / "mecha"
    shutil.copytree(load_project("mecha").path, folder)
    file = folder / "game.json"
    file.write_text(
        file.read_text().replace('"hand_size": 5', '"hand_sise": 5').replace('"turn_limit": 200', '"turn_limit": 0')
    )
    assert [str(problem) for problem in check_project(folder, EXTRA)] == [
        "game.json:10: rules: found no 'hand_size', expected every number that the rules read (nearest: hand_sise)",
        "game.json:17: rules.hand_sise: found 'hand_sise', expected a number that the rules read (nearest: hand_size)",
        "game.json:19: rules.turn_limit: found 0, expected at least 1",
    ]
    with pytest.raises(DataError, match=r"rules: found no 'hand_size', .* \(nearest: hand_sise\)"):
        cardlib.load(folder)
