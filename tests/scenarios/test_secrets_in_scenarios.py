"""Secrets in scenarios: a step gives each seat's choice, an expectation reads it after opening."""

from __future__ import annotations

import re
from typing import Any

import pytest
from stalls import loaded

import cardlib
from cardlib.scenarios.pages import page
from cardlib.scenarios.playing import Play
from cardlib.scenarios.reading import Scenario, ScenarioError

GIVEN: dict[str, Any] = {
    "phase": "bids",
    "A": {"has": {"coins": 3}, "battlefield": [{"card": "gem", "at": "a1", "down": ["A"]}]},
    "B": {"has": {"coins": 2}, "battlefield": [{"card": "snare", "at": "b1", "down": ["B"]}, "dud c1"]},
    "C": {"has": {"coins": 5}},
}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> cardlib.Game:
    return loaded(tmp_path_factory.mktemp("project"))


def played(game: cardlib.Game, *steps: str) -> Play:
    play = Play(game, Scenario("one", "", (), {"given": GIVEN, "steps": list(steps)}, ""))
    play.run()
    return play


def test_everybody_chooses_and_all_is_read_once_it_is_open(game: cardlib.Game) -> None:
    play = played(
        game,
        "expect A.bid = none",
        "A 1",
        "expect now A.bid = sealed",
        "expect A.sees A bid = 1",
        "expect B.sees A bid = sealed",
        "expect B.sees C bid = none",
        "expect events lacks opened",
        "B cannot 3 because STA-003",
        "B 2",
        "C 1",
        "expect A.bid = 1",
        "expect B.bid >= 2",
        "expect A.sees B bid = 2",
        "expect events has opened",
        "expect C.told has A: 1, B: 2, C: 1",
        "expect now B.lanterns = 1",
    )
    assert play.match.player == 1


def test_what_lies_face_down_and_what_is_saved_is_seen_by_whom_it_belongs_to(game: cardlib.Game) -> None:
    play = played(
        game,
        "expect gem.down = 1",
        "expect dud.down = 0",
        "expect A.sees A coins = 3",
        "expect A.sees B coins = hidden",
        "A 1",
        "B 2",
        "C 0",
        "expect now options has look face-down a1",
        "expect now B.lanterns = 1",
        "B cannot look snare b1 because STA-004",
        "B look face-down a1",
        "expect gem.down = 0",
        "expect B.lanterns = 2",
        "expect C.told has B turns Gem",
        "expect snare.down = 1",
    )
    assert play.match.view(2).cards("battlefield", 2) == ["gem", None, "dud"]


@pytest.mark.parametrize(
    ("steps", "problem"),
    [
        (["A 1", "expect now A.bid = 1"], "A.bid is sealed"),
        (["A 1", "expect now A.bid != 1"], "A.bid is sealed; compare what was chosen with ="),
        (["expect A.bit = 1"], r"'A.bit' cannot be read.*nearest: bid"),
        (["expect A.sees B bit = 1"], r"'sees B bit' cannot be read.*nearest: B bid"),
        (["A 1", "B 2", "C 0", "B cannot look face-down c1"], "nothing lies face down where 'face-down c1' says"),
        (["A 1", "A 2"], "player B is asked 'bid coins' first"),
        (["A 1", "B 1", "C 1", "expect A.bid = 2"], "A.bid is 1"),
    ],
)
def test_what_does_not_come_out_is_told(game: cardlib.Game, steps: list[str], problem: str) -> None:
    with pytest.raises(ScenarioError, match=problem):
        played(game, *steps)


def test_who_looks_at_what_lies_face_down_is_a_player(game: cardlib.Game) -> None:
    given = {**GIVEN, "A": {"battlefield": [{"card": "gem", "at": "a1", "down": ["X"]}]}}
    with pytest.raises(ScenarioError, match="gem: no player is called 'X'"):
        Play(game, Scenario("one", "", (), {"given": given, "steps": []}, ""))


def test_the_page_of_the_game_says_who_knows_a_number_and_how_things_lie_face_down(game: cardlib.Game) -> None:
    text = page(game)
    assert re.search(r"\| `coins` \| .* \| .*; only that player knows it \|", text)
    assert "nobody" not in next(line for line in text.splitlines() if line.startswith("| `lanterns`"))
    assert "| `down` | seats that may look at it |" in text
