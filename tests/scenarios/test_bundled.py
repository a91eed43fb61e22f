"""Every scenario of every bundled game that can be played is a test of its own."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import cardlib
from cardlib.catalog import bundled_paths, load_project
from cardlib.plugins import bundled
from cardlib.scenarios import Scenario, run, scenarios_in
from cardlib.scenarios.coverage import coverage

PLAYED = set(bundled())
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
def test_every_rule_and_card_is_pinned(path: Path) -> None:
    left = [pin.id for pin in coverage(game(path.name).project) if not pin.pinned]
    assert not left
