"""A refusal and what is not offered prove something only of a move that could have been: all else is an error."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import cardlib
from cardlib.scenarios import Scenario, ScenarioError, run


@cache
def game(slug: str) -> cardlib.Game:
    return cardlib.load(slug)


def play(slug: str, *steps: str, **given: Any) -> None:
    run(game(slug), Scenario("test", "a test", (), {"given": given, "steps": list(steps)}, "test.json"))


def failing(slug: str, *steps: str, **given: Any) -> str:
    """The message of a scenario that does not come out."""
    with pytest.raises(ScenarioError) as caught:
        play(slug, *steps, **given)
    return str(caught.value)


SKIPPER: dict[str, Any] = {"A": {"battlefield": ["skipper d4"]}, "B": {"battlefield": ["turtle d5"]}}


@pytest.mark.parametrize(
    ("slug", "step", "problem"),
    [
        ("mecha", "A cannot yes", "yes or no is not asked for: asked 'your Main Phase', offered: "),
        ("mecha", "A cannot 7", "a number is not asked for"),
        ("mecha", "A cannot player B because MIW-037", "a card or a player is not asked for"),
        ("mecha", "A cannot turtle d5", "a card or a player is not asked for"),
        ("mecha", "A cannot a1", "a space is not asked for"),
        ("mecha", "expect options lacks turtle d5", "a card or a player is not asked for"),
        ("structure", "A cannot 7 because DOS-032", "a number is not asked for"),
        ("tyrants", "D cannot yes", "yes or no is not asked for"),
        ("tyrants", "D cannot 5", "a number is not asked for"),
        ("tyrants", "D cannot done", "'done' is not asked for"),
        ("tyrants", "D cannot space", "a space is not asked for"),
    ],
)
def test_an_answer_to_a_question_that_is_not_asked_is_an_error(slug: str, step: str, problem: str) -> None:
    message = failing(slug, step, **(SKIPPER if slug == "mecha" else {}))
    assert message.startswith(f"test.json: test: step 1 '{step}': ")
    assert problem in message


@pytest.mark.parametrize(
    ("slug", "step", "problem"),
    [
        ("mecha", "A cannot move cruiser d2 d3 because MIW-143", "no cruiser d2 is in play"),
        (
            "mecha",
            "A cannot move skipper d2 e3 because MIW-143",
            "no skipper d2 is in play; there is: skipper d4",
        ),
        ("mecha", "A cannot attack skipper d4 turtle d4", "no turtle d4 is in play; there is: turtle d5"),
        ("mecha", "A cannot attack d3 d5", "no unit stands on d3"),
        ("mecha", "expect options lacks move skipper d2", "no skipper d2 is in play; there is: skipper d4"),
        ("structure", "A cannot attack und-shambler", "no und-shambler is in play"),
        ("tyrants", "D cannot clear unb-partisan-band space", "no unb-partisan-band space is in play"),
    ],
)
def test_a_refusal_names_what_is_in_play(slug: str, step: str, problem: str) -> None:
    message = failing(slug, step, **(SKIPPER if slug == "mecha" else {}))
    assert message.startswith(f"test.json: test: step 1 '{step}': ")
    assert message.endswith(problem)


def test_a_space_that_was_left_names_no_unit() -> None:
    moved = ("A move skipper d4 d3",)
    message = failing("mecha", *moved, "A cannot move skipper d2 e3 because MIW-143", A=SKIPPER["A"])
    assert "no skipper d2 is in play; there is: skipper d3" in message
    play("mecha", *moved, "A cannot move skipper d3 e3 because MIW-143", A=SKIPPER["A"])


def test_a_unit_that_has_left_may_be_named() -> None:
    given: dict[str, Any] = {
        "A": {"battlefield": ["cap-gun d2"]},
        "B": {"battlefield": [{"card": "turtle", "at": "d3", "armour": 0, "damage": 2}]},
    }
    steps = ("A attack cap-gun d2 turtle d3", "to turn 10")
    play("mecha", *steps, "B cannot move turtle d3 d4 because MIW-143", "expect options lacks move turtle d3", **given)
    message = failing("mecha", *steps, "B cannot move turtle d3 d4 because MIW-158", **given)
    assert (
        "not by MIW-158: no Turtle is on the battlefield; turtle d3 is gone: destroyed (MIW-068) in step 1" in message
    )


def test_what_is_used_from_another_zone_may_be_named() -> None:
    play("mecha", "A cannot use rumour-mill", A={"hand": ["skipper"], "damage": ["rumour-mill"]})
    message = failing("mecha", "A cannot use rumour-mill", A={"hand": ["skipper"], "discard": ["rumour-mill"]})
    assert message.endswith("no rumour-mill is in play")
