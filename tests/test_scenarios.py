"""Every scenario of every bundled game that can be played is a test of its own."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import cardlib
from cardlib.catalog import bundled_paths, load_project
from cardlib.scenarios import Scenario, ScenarioError, run, scenarios_in
from cardlib.scenarios.coverage import coverage, unknown_pins

PLAYED = {point.name for point in entry_points(group="cardlib.games")}
GAMES = [path for path in bundled_paths() if path.name in PLAYED]
ALL = [(path.name, scenario) for path in GAMES for scenario in scenarios_in(load_project(path))]


@cache
def game(slug: str) -> cardlib.Game:
    return cardlib.load(slug)


@pytest.mark.parametrize(("slug", "scenario"), ALL, ids=[f"{slug}:{scenario.id}" for slug, scenario in ALL])
def test_scenario(slug: str, scenario: Scenario) -> None:
    run(game(slug), scenario)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_every_scenario_has_an_id_of_its_own(path: Path) -> None:
    ids = [scenario.id for slug, scenario in ALL if slug == path.name]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_every_pin_names_a_rule_or_a_card(path: Path) -> None:
    assert unknown_pins(game(path.name).project) == []


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_every_rule_and_card_is_pinned(path: Path) -> None:
    assert [pin.id for pin in coverage(game(path.name).project) if not pin.pinned] == []


def scenario(*steps: str, **given: object) -> Scenario:
    return Scenario("test", "a test", (), {"given": given, "steps": list(steps)}, "test.json")


@pytest.mark.parametrize(
    ("steps", "problem"),
    [
        (("expect skipper d3.power = 5",), "skipper d3.power is 2"),
        (("A attack skipper d3 player",), "MIW-168"),
        (("A cannot move skipper d3 d4",), "it is offered"),
        (("A cannot attack skipper d3 player because MIW-001",), "by MIW-168, not by MIW-001"),
        (("expect nonsense",), "an expectation is"),
        (("expect skipper d3.colour = red",), "'colour' is no value"),
        (("expect turtle.power = 2",), "'turtle' names 0 permanents"),
        (("dance",), "a step begins with"),
    ],
)
def test_a_scenario_that_does_not_come_out_says_why(steps: tuple[str, ...], problem: str) -> None:
    with pytest.raises(ScenarioError, match=r"test.json: test: step 1") as caught:
        run(game("mecha"), scenario(*steps, A={"battlefield": ["skipper d3"]}))
    assert problem in str(caught.value)


@pytest.mark.parametrize(
    "battlefield",
    [
        ["skipper"],
        ["skiper d3"],
        ["skipper z9"],
        ["skipper d3", "turtle d3"],
        [{"card": "skipper", "at": "d3", "x": 1}],
    ],
)
def test_a_position_that_cannot_be_says_why(battlefield: list[object]) -> None:
    with pytest.raises(ScenarioError, match="the position can't be laid out"):
        run(game("mecha"), scenario("expect turn = 9", A={"battlefield": battlefield}))
