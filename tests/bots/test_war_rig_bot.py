"""Greedy at War Rig: what it tries and what it gathers, and that it wins against random play in each seat."""

from __future__ import annotations

import pytest
from given import chosen, position

import cardlib
from cardlib.bots import Bot, Greedy, Random


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("war-rig")


def test_what_changes_nothing_is_not_tried(game: cardlib.Game) -> None:
    mine = {"card": "purple-1", "at": "base-1", "id-scanner": True}
    match = position(game, P={"board": [mine]}, R={"board": ["red-1 base-2"]})
    view = match.view(match.player)
    verbs = {view.options[index].choice[0] for index in view.worth_trying()}
    assert "stow" in {option.choice[0] for option in view.options}
    assert "stow" not in verbs and {"move", "end"} <= verbs


def test_a_squad_goes_on_gathering_while_it_has_room(game: cardlib.Game) -> None:
    match = position(
        game, P={"board": [{"card": "purple-1", "at": "oil-sands", "red": 2}]}, R={"board": ["red-1 base-2"]}
    )
    assert chosen(match).startswith("gather purple-1")


@pytest.mark.parametrize(("seat", "seed"), [(0, 1), (1, 2)])
def test_it_wins_against_random(game: cardlib.Game, seat: int, seed: int) -> None:
    match = game.match([{}, {}], seed=seed, windows="playable")
    match.events = None
    bots: list[Bot] = [Greedy(seed) if place == seat else Random(seed) for place in range(2)]
    while not match.over:
        match.take(bots[match.player].choose(match.view(match.player)))
    assert match.result is not None and match.result.winner == seat
