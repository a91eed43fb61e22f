"""Scenarios of more than two players: seats from game.json, who is out, the turn order, actors, places."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from toll import Toll, loaded, write_project

import cardlib
from cardlib.catalog import check_project, load_project
from cardlib.scenarios import Play, Scenario, ScenarioError, run
from cardlib.scenarios.pages import page

HANDS: dict[str, Any] = {
    "R": {"hand": ["mail", "cart"], "has": {"coins": 2}},
    "G": {"hand": ["barrow", "cart"], "has": {"coins": 1}},
    "B": {"hand": ["coach", "cart"], "has": {"coins": 2}},
    "actors": {"reeve": {"deck": ["cart", "detour", "barrow"]}},
}
TRICK = ["R mail", "G barrow", "B coach"]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> cardlib.Game:
    return loaded(tmp_path_factory.mktemp("project"))


def play(game: cardlib.Game, *steps: str, **given: Any) -> None:
    run(game, Scenario("test", "a test", (), {"given": given, "steps": list(steps)}, "test.json"))


def failing(game: cardlib.Game, *steps: str, **given: Any) -> str:
    with pytest.raises(ScenarioError) as caught:
        play(game, *steps, **given)
    return str(caught.value)


def test_a_third_player_acts_and_is_read(game: cardlib.Game) -> None:
    play(
        game,
        "R mail",
        "expect player = G",
        "B cannot coach because TOL-001",
        "G barrow",
        "B coach",
        "expect out = G",
        "expect G.coins = 0",
        "expect R.place = 1",
        "expect B.place = 2",
        "expect G.place = 3",
        "expect winners = R",
        "expect winner = R",
        **HANDS,
    )


def test_an_actor_has_cards_and_plays_them(game: cardlib.Game) -> None:
    after = ["reeve.deck = 1", "reeve.deck has barrow", "reeve.spent has detour", "reeve.spent has cart"]
    play(game, *TRICK, *(f"expect {one}" for one in after), **HANDS)


def test_a_victory_that_is_shared(game: cardlib.Game) -> None:
    given = {**HANDS, "R": {"hand": ["cart", "coach"]}, "actors": {"reeve": {"deck": ["detour", "barrow", "barrow"]}}}
    tricks = ["R cart", "G barrow", "B coach"]
    play(game, *tricks, "expect winner = several", "expect winners = R B", "expect G.place = 3", **given)


def test_the_turn_order_and_who_is_out_can_be_set(game: cardlib.Game) -> None:
    given = {**HANDS, "active": "B", "order": ["B", "R", "G", "reeve"], "Y": {"hand": ["coach", "cart"]}, "out": ["Y"]}
    play(
        game,
        "expect order = B R G reeve",
        "expect out = Y",
        "B coach",
        "expect player = R",
        "Y cannot coach because TOL-001",
        **given,
    )


def test_as_many_play_as_are_named(game: cardlib.Game) -> None:
    assert Play(game, Scenario("s", "", (), {"given": {}, "steps": []}, "")).match.facts.players == 3
    named = Scenario("s", "", (), {"given": {"Y": {"hand": ["cart"]}}, "steps": []}, "")
    assert Play(game, named).match.facts.players == 4
    acting = Scenario("s", "", (), {"given": {}, "steps": ["Y cart"]}, "")
    assert Play(game, acting).match.facts.players == 4
    assert Play(game, Scenario("s", "", (), {"given": {"players": 4}, "steps": []}, "")).match.facts.players == 4


@pytest.mark.parametrize(
    ("step", "given", "problem"),
    [
        ("Z cart", {}, "no player is called 'Z'; they are R, G and B"),
        ("expect out = Q", {}, "out can never be or hold 'Q'; expected some of R G B reeve"),
        ("expect winner = several", {}, "winner is none"),
        ("R mail", {"active": "A"}, "active: no player is called 'A'; expected one of R, G, B, reeve"),
        ("R mail", {"order": ["R", "king"]}, "order: no player is called 'king'"),
        ("R mail", {"actors": {"king": {}}}, "actors: no 'king'; expected one of reeve"),
        ("R mail", {"players": 7}, "players: found 7, expected 3 to 4"),
    ],
)
def test_what_is_no_seat_is_told(game: cardlib.Game, step: str, given: dict[str, Any], problem: str) -> None:
    assert problem in failing(game, step, **{**HANDS, **given})


def test_seats_of_files_come_from_the_game(tmp_path: Path) -> None:
    project = write_project(tmp_path)
    (project / "scenarios").mkdir()
    one = {"id": "trick", "title": "A trick", "pins": ["TOL-002"], "given": HANDS, "steps": TRICK}
    other = {**one, "id": "other", "given": {"active": "A", "out": ["reeve", "king"]}, "steps": ["A mail", "Y coach"]}
    (project / "scenarios" / "tricks.json").write_text(json.dumps({"scenarios": [one, other]}))
    told = [str(problem) for problem in check_project(project)]
    assert len(told) == 3, told
    assert any(
        'given.active: found "A", expected a seat of the game, one of R, G, B, Y, reeve' in line for line in told
    )
    assert any('given.out[1]: found "king"' in line for line in told)
    assert any("steps[0]" in line and "a step of one of the players R, G, B, Y" in line for line in told)


def test_the_page_of_a_game_says_its_seats(game: cardlib.Game) -> None:
    text = page(cardlib.Game(load_project(game.project.path), Toll()))
    assert "The seats are `R`, `G`, `B` and `Y`." in text
    assert "| `winners` |" in text
    assert "| `winners` |" not in page(cardlib.load("mecha"))
