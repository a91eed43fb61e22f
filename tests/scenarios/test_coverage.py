"""What `rules coverage` finds beside unpinned ids: unknown marks, cites without a pin, pins that nothing touches."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import cardlib
from cardlib.catalog import load_project, project_path
from cardlib.catalog.projects import Project
from cardlib.game import Game, rules_for
from cardlib.scenarios import Scenario
from cardlib.scenarios import coverage as pinning
from cardlib.scenarios.coverage import coverage, doubtful_pins, unknown_pins, unpinned_cites, wholly_doubtful
from cardlib.scenarios.touching import cited, touches, trace

GAMES = ("mecha", "structure", "tyrants")

GIVEN: dict[str, Any] = {"A": {"battlefield": ["skipper d3"]}}


def entry(id_: str, pins: list[str], *steps: str) -> dict[str, Any]:
    return {"id": id_, "title": id_, "pins": pins, "given": GIVEN, "steps": list(steps)}


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A copy of Mecha with scenarios and a test of its own."""
    folder = tmp_path / "mecha"
    shutil.copytree(project_path("mecha"), folder, ignore=shutil.ignore_patterns("scenarios", "print", "art"))
    (folder / "scenarios").mkdir()
    scenarios = [
        entry("cites", ["MIW-166"], "A cannot attack skipper d3 player because MIW-168"),
        entry("strays", ["MIW-059", "cap-gun"], "expect skipper.power = 2"),
        entry("misnames", ["MIW-9999"], "expect skipper.power = 2"),
    ]
    (folder / "scenarios" / "own.json").write_text(json.dumps({"scenarios": scenarios}))
    (folder / "tests").mkdir()
    mark = '@pytest.mark.pins("MIW-001", "MIW-9998")\ndef test_it() -> None: ...\n'
    (folder / "tests" / "test_own.py").write_text(mark)
    return folder


def test_marks_and_pins_of_nothing_are_named(own: Path) -> None:
    project = Project(own, problems=())  # pins of nothing are problems of the data, too
    assert pinning.tests_are_here(project)
    assert [(odd.where, odd.id) for odd in unknown_pins(project)] == [
        ("misnames", "MIW-9999"),
        ("test_own.py::test_it", "MIW-9998"),
    ]
    assert "names no rule and no card" in unknown_pins(project)[0].what


def test_what_a_step_cites_has_to_be_pinned(own: Path) -> None:
    assert [(odd.where, odd.id) for odd in unpinned_cites(Project(own, problems=()))] == [("cites", "MIW-168")]


def test_a_pin_that_nothing_touches_is_in_doubt(own: Path) -> None:
    project = Project(own, problems=())
    doubts = doubtful_pins(Game(project, rules_for("mecha")))
    assert ("strays", "MIW-059") in [(odd.where, odd.id) for odd in doubts]  # cancelling a card
    assert ("strays", "cap-gun") in [(odd.where, odd.id) for odd in doubts]
    assert ("cites", "MIW-166") not in [(odd.where, odd.id) for odd in doubts]
    assert wholly_doubtful(coverage(project), doubts) == ["MIW-059", "cap-gun"]


def test_what_counts_as_touched() -> None:
    game = cardlib.load("mecha")
    steps = ("A cannot attack skipper d3 player because MIW-168", "A move skipper d3 d4", "A forfeit skipper d4")
    scenario = Scenario("test", "", (), {"given": GIVEN, "steps": list(steps)}, "")
    assert list(cited(scenario)) == ["MIW-168"]
    found = trace(game, scenario)
    assert touches(game, found, "MIW-168")  # cited
    assert touches(game, found, "skipper")  # in play
    assert touches(game, found, "MIW-143")  # of moves
    assert not touches(game, found, "MIW-124")  # of Pilots
    assert not touches(game, found, "cap-gun")
    assert not touches(game, found, "MIW-9999")


@pytest.mark.parametrize("slug", GAMES)
def test_every_pin_and_cite_of_a_bundled_game_is_in_order(slug: str) -> None:
    project = load_project(slug)
    assert unknown_pins(project) == []
    assert unpinned_cites(project) == []


def test_a_card_of_no_game_in_a_position_is_passed_over() -> None:
    given = {"A": {"battlefield": [{"card": "Frenzied", "at": "d3"}]}}
    scenario = Scenario("test", "", (), {"given": given, "steps": ["expect turn = 1"]}, "")
    assert not trace(cardlib.load("mecha"), scenario).cards
