"""Greedy at Analog Tactics: what it sees in a position, what it tries, that it wins, in each seat, with each class."""

from __future__ import annotations

import pytest
from given import chosen, position

import cardlib
from cardlib.bots import Bot, Greedy, Random
from cardlib.kernel.match import Match

TEAMS = {"warrior": "drill-yard", "assassin": "nine-knives", "mage": "weather-watch", "engineer": "works-crew"}


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("analog-tactics")


def fought(game: cardlib.Game, team: str, seat: int, seed: int, rounds: int = 20) -> Match:
    """A match of greedy against random, the same team on both sides, to its end or through some rounds."""
    match = game.match([team, team], seed=seed, windows="playable")
    match.events = None
    bots: list[Bot] = [Greedy(seed) if place == seat else Random(seed + place) for place in range(2)]
    while not match.over and match.state.vars["round"] <= rounds:
        match.take(bots[match.player].choose(match.view(match.player)))
    return match


def warrior(at: str, card: str = "warrior-common", **more: object) -> dict[str, object]:
    return {"card": card, "at": at, "spear": 1, **more}


def duel(game: cardlib.Game, mine: list[object], theirs: list[object]) -> Match:
    """A's turn, with units on the board for two."""
    return position(game, A={"board": mine}, B={"board": theirs})


def test_a_unit_beside_a_neutral_objective_captures_it(game: cardlib.Game) -> None:
    match = duel(game, [warrior("n5")], [warrior("d6")])
    assert chosen(match) == "capture warrior-common n5 objective m5"


def test_a_unit_goes_to_what_it_can_capture(game: cardlib.Game) -> None:
    match = duel(game, [warrior("p5")], [warrior("d6")])
    assert chosen(match) in ("move warrior-common p5 o5", "move warrior-common p5 o6")


def test_a_sure_elimination_is_taken(game: cardlib.Game) -> None:
    """Base Damage of an Assassin is dealt to a neighbour whatever the dice say (AT-108)."""
    match = duel(game, [{"card": "assassin-common", "at": "o8", "facing": 4}], [warrior("n8", wounds=2)])
    assert chosen(match) == "attack assassin-common o8 warrior-common n8"


def test_what_it_has_to_attack_is_not_passed_over(game: cardlib.Game) -> None:
    """To stop costs the attacks that are still possible, so that a miss in the sample is no reason to stop."""
    match = duel(game, [warrior("o8", facing=4)], [warrior("n8")])
    judgement = match.rules.judgement
    now = judgement.evaluate(match, 0)
    assert judgement.evaluate_stopped(match, 0, now) < now
    calm = duel(game, [warrior("o8", facing=4)], [warrior("d6")])
    assert calm.rules.judgement.evaluate_stopped(calm, 0, 0.0) == 0.0


def test_victory_points_objectives_and_health_count(game: cardlib.Game) -> None:
    def value(points: int) -> float:
        match = position(game, A={"board": [warrior("h6")], "has": {"vp": points}}, B={"board": [warrior("c8")]})
        return match.rules.judgement.evaluate(match, 0)

    assert value(1) > value(0)
    healthy, hurt = duel(game, [warrior("h6")], [warrior("c8")]), duel(game, [warrior("h6", wounds=2)], [warrior("c8")])
    assert healthy.rules.judgement.evaluate(healthy, 0) > hurt.rules.judgement.evaluate(hurt, 0)
    assert healthy.rules.judgement.evaluate(healthy, 1) < hurt.rules.judgement.evaluate(hurt, 1)


def test_steps_that_lead_nowhere_and_turns_without_a_target_are_not_tried(game: cardlib.Game) -> None:
    match = duel(game, [warrior("p5")], [warrior("d6")])
    view = match.view(match.player)
    tried = {view.options[index].notation for index in view.worth_trying()}
    assert "move warrior-common p5 o5" in tried
    assert not any(one.startswith("turn ") or one.endswith(" q4") for one in tried)
    assert "end" in tried


@pytest.mark.parametrize(("of_class", "seat"), [("warrior", 1), pytest.param("assassin", 0, marks=pytest.mark.soak)])
def test_it_is_ahead_after_three_rounds(game: cardlib.Game, of_class: str, seat: int) -> None:
    points = [player["vp"] for player in fought(game, TEAMS[of_class], seat, 7, rounds=3).state.players]
    assert points[seat] >= points[1 - seat] + 4


@pytest.mark.soak
@pytest.mark.parametrize("of_class", TEAMS)
@pytest.mark.parametrize("seat", [0, 1])
def test_it_wins_nine_of_ten_with_every_class(game: cardlib.Game, of_class: str, seat: int) -> None:
    results = [fought(game, TEAMS[of_class], seat, seed).result for seed in range(100, 110)]
    assert sum(1 for result in results if result is not None and result.winner == seat) >= 9
