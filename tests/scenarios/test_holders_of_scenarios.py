"""Scenarios of things that lie with others: what a position sets of slots, owners and shared zones, what is read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from carters import carters_at

from cardlib.game import Game
from cardlib.scenarios import Scenario, ScenarioError, run
from cardlib.scenarios.pages import page

GIVEN: dict[str, Any] = {
    "A": {
        "road": [
            {"card": "anna", "at": "inn", "gear": ["harness"], "cargo": ["ore", {"card": "wood", "owner": "nobody"}]},
            {"card": "engine", "at": "mill", "arm": ["claw"]},
        ]
    },
    "B": {"road": ["bert inn"]},
    "nobody": {"road": ["ore ford"], "supply": ["wood"], "plans": ["plan-2", "plan-7"]},
}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return carters_at(tmp_path_factory.mktemp("project"))


def play(game: Game, *steps: str, **given: Any) -> None:
    run(game, Scenario("test", "a test", (), {"given": {**GIVEN, **given}, "steps": list(steps)}, "test.json"))


def failing(game: Game, *steps: str, **given: Any) -> str:
    with pytest.raises(ScenarioError) as caught:
        play(game, *steps, **given)
    return str(caught.value)


def test_a_position_says_what_lies_where_and_an_expectation_reads_it(game: Game) -> None:
    play(
        game,
        "expect anna.cargo = 2",
        "expect anna.cargo has wood",
        "expect anna.spaces = 3",
        "expect anna.gear has harness",
        "expect harness.holder = anna",
        "expect harness.slot = gear",
        "expect harness.at = inn",
        "expect ore ford.owner = nobody",
        "expect ore ford.controller = nobody",
        "expect ore ford.holder = nobody",
        "expect ore ford.slot = none",
        "expect wood.owner = nobody",
        "expect ore inn.owner = A",
        "expect claw.slot = arm",
        "expect engine.head = 0",
        "expect supply has wood",
        "expect plans = 2",
        "A seize anna inn bert inn",
        "expect bert.holder = anna",
        "expect bert.controller = B",
        "A go anna inn ford",
        "expect bert.at = ford",
        "A load anna ford ore ford",
        "expect anna.cargo has 2 ore",
    )


def test_who_is_held_may_be_controlled_by_somebody_else(game: Game) -> None:
    captive = {"card": "bert", "controller": "B", "owner": "B", "cargo": ["wood"]}
    play(
        game,
        "expect bert.controller = B",
        "expect bert.at = ford",
        "expect wood.holder = bert",
        "A go anna ford mill",
        "expect wood.at = mill",
        "A end",
        "expect bert.controller = A",
        "expect bert.holder = nobody",
        "expect bert.at = mill",
        "expect bert.cargo has wood",
        A={"road": [{"card": "anna", "at": "ford", "captives": [captive]}]},
        B={},
    )


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"card": "anna", "at": "inn", "cargo": ["ore"] * 3}, "Anna holds 3 where its cargo space has room for 2"),
        ({"card": "anna", "at": "inn", "cargo": ["claw"]}, "Claw does not fit in the cargo space of Anna"),
        ({"card": "engine", "at": "inn", "gear": ["harness"]}, "Engine has no gear space"),
        ({"card": "anna", "at": "inn", "cargo": ["ore inn"]}, "'ore' lies in a slot, and has no place of its own"),
        ({"card": "anna", "at": "inn", "controller": "B"}, "anna: what a side has in play it controls"),
        ({"card": "anna", "at": "inn", "owner": "C"}, "anna: no owner is called 'C'"),
        ({"card": "anna", "at": "inn", "crago": ["ore"]}, "'crago' cannot be set"),
    ],
)
def test_what_cannot_lie_so_is_refused(game: Game, entry: dict[str, Any], said: str) -> None:
    assert said in failing(game, A={"road": [entry]})


def test_what_is_misspelt_is_told(game: Game) -> None:
    assert "nobody: no 'suply'" in failing(game, nobody={"suply": []})
    assert "'anna.crago' cannot be read (nearest: cargo)" in failing(game, "expect anna.crago = 1")
    assert "harness.slot can never be or hold 'grea'" in failing(game, "expect harness.slot = grea")
    assert "ore.holder is nobody" in failing(game, "expect ore.holder = anna", A={"road": ["anna inn"]})


def test_the_page_of_a_game_lists_its_slots(game: Game, tmp_path: Path) -> None:
    text = page(game)
    assert "| `cargo` | cards | | what lies in its cargo space, each as in play, without a place |" in text
    assert "| `slot` | – | | the slot of that in which it lies, or `none` |" in text
    assert "`nobody` has what is neutral in play" in text
