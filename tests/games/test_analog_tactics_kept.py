"""Analog Tactics: what is kept between the decisions of a game is what is worked out anew from its state."""

from __future__ import annotations

import json
import random

import pytest

import cardlib
from cardlib.games.analog_tactics import units
from cardlib.kernel import atoms, narrowing, values
from cardlib.kernel.boards.occupants import spaces_taken
from cardlib.kernel.match import Match
from cardlib.kernel.state import NOWHERE, State

TEAMS = (("drill-yard-10", "hearth-fire-10"), ("works-crew-5", "far-sight-5"), ("nine-knives-10", "gun-line-10"))


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("analog-tactics")


def afresh(match: Match) -> Match:
    """The same position as a match that remembers nothing, at its question."""
    state = State.from_json(json.loads(json.dumps(match.state.to_json())))
    found = Match(match.rules, match.facts, state, windows=match.windows)
    assert found.options
    return found


def middle(game: cardlib.Game, teams: tuple[str, ...], picks: int) -> Match:
    match = game.match(list(teams), seed=5, windows="playable")
    chance = random.Random(5)
    for _ in range(picks):
        match.take(chance.randrange(len(match.options)))
    return match


@pytest.mark.parametrize("teams", TEAMS, ids=" ".join)
def test_options_are_those_of_a_match_that_remembers_nothing(game: cardlib.Game, teams: tuple[str, ...]) -> None:
    match = game.match(list(teams), seed=3, windows="playable")
    chance = random.Random(3)
    for number in range(400):
        if number % 5 == 0:
            anew = afresh(match).decision
            assert anew is not None
            assert match.decision is not None
            assert list(match.decision.choices) == list(anew.choices)
        match.take(chance.randrange(len(match.options)))


def test_the_spaces_that_are_taken_follow_every_move(game: cardlib.Game) -> None:
    match = middle(game, TEAMS[1], 0)
    chance = random.Random(1)
    for _ in range(300):
        spaces = range(len(match.facts.board or ()))
        assert spaces_taken(match) == sum(1 << space for space in spaces if match.state.board[space] != NOWHERE)
        match.take(chance.randrange(len(match.options)))


def test_whoever_passes_a_filter_is_among_those_that_may(game: cardlib.Game) -> None:
    match = middle(game, TEAMS[0], 150)
    field = match.facts.field_zone
    unit = units.units(match, 0)[0]
    for text in ("unit theirs", "common yours adjacent", "self", "unit other -adjacent", "objective neutral"):
        test = match.rules.compiled(text)
        may = narrowing.may_fit(match, test, field, unit, 0)
        passing = [obj for obj in match.state.zones[field] if test(match, obj, unit, 0)]
        assert [obj for obj in may if test(match, obj, unit, 0)] == passing
        assert len(may) < len(match.state.zones[field])


def test_who_may_fit_is_gathered_anew_when_a_thing_changes_sides(game: cardlib.Game) -> None:
    match = middle(game, TEAMS[0], 150)
    test, field = match.rules.compiled("unit theirs"), match.facts.field_zone
    unit = units.units(match, 1)[0]
    assert unit in narrowing.may_fit(match, test, field, NOWHERE, 0)
    atoms.control(match, unit, 0)
    assert unit not in narrowing.may_fit(match, test, field, NOWHERE, 0)


def test_what_was_worked_out_of_what_is_in_force_stays_where_that_is_the_same_again(game: cardlib.Game) -> None:
    match = middle(game, TEAMS[0], 150)
    before = values.in_force(match)
    before.known["told"] = 1
    match.changed()
    assert values.in_force(match) is before
    fork = match.fork()
    atoms.make(fork, fork.facts.number["stealth-token"], 0, fork.facts.field_zone)
    more = values.in_force(fork)
    assert more is not before and more.known["told"] == 1
    more.known["told of the token"] = 1  # which is no other fork's
    assert "told of the token" not in before.known
    atoms.control(match, units.units(match, 1)[0], 0)
    assert "told" not in values.in_force(match).known
