"""Scenarios that begin from documents: as they are, like one with changes, and in the slots of a permanent."""

from __future__ import annotations

from typing import Any

import pytest

import cardlib
from cardlib.scenarios import Scenario, ScenarioError, run

RIG = {"card": "purple-rig", "at": "oil-sands"}


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("war-rig")


def play(game: cardlib.Game, *steps: str, **given: Any) -> None:
    run(game, Scenario("test", "a test", (), {"given": given, "steps": list(steps)}, "test.json"))


def failing(game: cardlib.Game, *steps: str, **given: Any) -> str:
    with pytest.raises(ScenarioError) as caught:
        play(game, *steps, **given)
    return str(caught.value)


def like(**changes: Any) -> dict[str, Any]:
    return {"table": {"like": "before-domination", **changes}}


def test_a_document_of_the_table_is_where_a_match_begins(game: cardlib.Game) -> None:
    play(game, "expect turn = 24", "expect player = P", "expect R.scrap = 5", documents={"table": "before-domination"})


def test_as_many_play_as_the_table_is_for(game: cardlib.Game) -> None:
    play(game, "expect player = P", "expect O.place = 0", documents={"table": "four-crossed"})
    assert "players" in failing(game, players=3, documents={"table": "four-crossed"})


def test_changes_hold_and_the_rest_stands(game: cardlib.Game) -> None:
    play(
        game,
        "expect turn = 24",
        "expect P.red = 1",
        "expect P.blue = 1",
        "expect red-rig.head lacks utility-cockpit",
        "expect red-rig.left-leg has flight-boosters",
        "expect purple-1.at = oil-sands",
        "expect purple-1.camp = 1",
        "expect purple-2.at = methane-sea",
        documents=like(
            seats={"1": {"stock": {"red": 1}}, "2": {"slots": {"head": None}}}, squads={"1": {"at": "oil-sands"}}
        ),
    )


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ({"like": "before-dominaton"}, "no deck 'before-dominaton' (nearest: before-domination)"),
        ({"like": "before-domination", "turm": 3}, "turm: found no field of a Position"),
        ({"like": "before-domination", "turm": None}, "turm is left out, and is not there (nearest: turn)"),
        (
            {"like": "before-domination", "squads": {"13": {"at": "base-1"}}},
            "squads: no entry 13; expected one of 1 to 12",
        ),
        ({"like": "before-domination", "squads": {"1": {"at": "oil-snads"}}}, "oil-sands"),
        ({"like": "before-domination", "squads": {"2": {"number": 1}}}, "WR-008"),
        ({"like": "before-domination", "squads": {"1": {"cargo": {"red": 9}}}}, "Purple 1 carries 9 tokens (WR-081)"),
    ],
)
def test_what_a_document_cannot_be_like_is_told(game: cardlib.Game, said: dict[str, Any], problem: str) -> None:
    assert problem in failing(game, documents={"table": said})


def test_a_deck_of_cards_is_like_nothing() -> None:
    problem = failing(cardlib.load("mecha"), documents={"A": {"like": "graces-command"}})
    assert "'graces-command' is a deck" in problem


def test_a_build_lies_in_the_slots_of_a_rig(game: cardlib.Game) -> None:
    play(
        game,
        "expect purple-rig.right-arm has linked-lasers",
        "expect purple-rig.head has tracker-cannon",
        "expect purple-rig.head lacks utility-cockpit",
        P={"board": [{**RIG, "document": "gnat", "head": ["tracker-cannon"]}]},
        R={"board": ["red-1 base-2"]},
    )


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        ("gnta", "no deck 'gnta' (nearest: gnat)"),
        ("duel-far", "'duel-far' has no cards in slots"),
        ("home-trio", "'home-trio' has no cards in slots"),
    ],
)
def test_what_has_nothing_for_slots_is_told(game: cardlib.Game, document: str, problem: str) -> None:
    assert problem in failing(game, P={"board": [{**RIG, "document": document}]}, R={"board": ["red-1 base-2"]})


def test_a_position_is_said_once(game: cardlib.Game) -> None:
    problem = failing(game, documents={"table": "before-domination"}, P={"board": ["purple-1 base-1"]})
    assert "the table has a position, and another one is laid out" in problem


def test_a_permanent_without_slots_takes_no_build(game: cardlib.Game) -> None:
    assert "Purple 1 has no right arm" in failing(
        game, P={"board": [{"card": "purple-1", "at": "base-1", "document": "gnat"}]}
    )
