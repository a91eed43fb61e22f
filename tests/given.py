"""Positions for tests, written as scenarios write what is given."""

from __future__ import annotations

from typing import Any

import cardlib
from cardlib.bots import Greedy
from cardlib.kernel.match import Match
from cardlib.scenarios import Play, Scenario


def begun(game: cardlib.Game, *steps: str, **given: Any) -> Play:
    """A position with some steps played."""
    play = Play(game, Scenario("position", "", (), {"given": given, "steps": []}, "test"))
    for step in steps:
        play.step(step)
    return play


def position(game: cardlib.Game, *steps: str, **given: Any) -> Match:
    """The match of such a position."""
    return begun(game, *steps, **given).match


def chosen(match: Match, seed: int = 0) -> str:
    """What greedy does in a position."""
    return Greedy(seed).choose(match.view(match.player)).notation
