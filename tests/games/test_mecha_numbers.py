"""The numbers of Mecha's rules are data: each of them changes the game that is played."""

from __future__ import annotations

import pytest
from given import begun

import cardlib
from cardlib.games.mecha.judgement import evaluation
from cardlib.games.mecha.rules import CONSTANTS
from cardlib.kernel.match import Match
from cardlib.kernel.state import NOWHERE
from cardlib.scenarios import Play

TOWERS = [{"radio-tower": 40}, {"radio-tower": 40}]


def changed(**numbers: int) -> cardlib.Game:
    return cardlib.load("mecha", {f"rules.{name}": number for name, number in numbers.items()})


def position(game: cardlib.Game, **given: object) -> Play:
    return begun(game, windows="turns", **given)


def size(match: Match, zone: str, player: int) -> int:
    return len(match.state.zones[match.facts.zone[zone][player]])


def test_every_number_of_game_json_is_read_by_the_rules() -> None:
    assert set(cardlib.load("mecha").facts.constants) == set(CONSTANTS)


@pytest.mark.parametrize("cards", [3, 7])
def test_opening_hand(cards: int) -> None:
    match = changed(opening_hand=cards).match(TOWERS)
    assert "take a mulligan" in match.view(match.player).prompt
    assert [size(match, "hand", player) for player in (0, 1)] == [cards, cards]


def test_without_an_opening_hand_there_is_no_mulligan() -> None:
    match = changed(opening_hand=0).match(TOWERS)
    assert match.state.vars["turn"] == 1
    assert [size(match, "hand", player) for player in (0, 1)] == [1, 0]


@pytest.mark.parametrize("times", [0, 1, 2])
def test_mulligans(times: int) -> None:
    match = changed(mulligans=times).match(TOWERS, windows="playable")
    taken = 0
    while "take a mulligan" in match.view(match.player).prompt:
        taken += 1
        match.take("yes")
    assert taken == 2 * times


def test_draws_per_turn() -> None:
    match = changed(draws_per_turn=3, mulligans=0).match(TOWERS, windows="playable")
    assert size(match, "hand", match.player) == 8


def test_towers_per_turn() -> None:
    play = position(changed(towers_per_turn=2), A={"hand": ["radio-tower", "radio-tower", "radio-tower"]})
    play.step("A play radio-tower a1")
    play.step("A play radio-tower b1")
    play.step("A cannot play radio-tower c1 because MIW-107")


def test_attacks_per_turn() -> None:
    units = {"battlefield": ["skipper d3"]}, {"battlefield": ["turtle d4", "cruiser c3", "cruiser e3"]}
    play = position(changed(attacks_per_turn=2), A=units[0], B=units[1])
    play.step("A attack skipper d3 turtle d4")
    play.step("A attack skipper d3 cruiser c3")
    play.step("A cannot attack skipper d3 cruiser e3 because MIW-165")


def test_pilots_per_mecha() -> None:
    hand = ["donna-the-swift", "admiral-grace"]
    for most, rule in ((1, "MIW-129"), (2, None)):
        play = position(changed(pilots_per_mecha=most), A={"hand": hand, "battlefield": ["skipper d1"]})
        play.step(f"A play {hand[0]} skipper d1")
        play.step(f"A cannot play {hand[1]} skipper d1 because {rule}" if rule else f"A play {hand[1]} skipper d1")


def test_hand_size() -> None:
    play = position(changed(hand_size=2), A={"hand": ["turtle", "skipper", "cruiser"]})
    play.step("A end")
    assert play.match.decision is not None
    assert play.match.decision.rule == "MIW-040"


@pytest.mark.parametrize(("limit", "over"), [(1, True), (2, False)])
def test_damage_limit(limit: int, over: bool) -> None:
    play = position(changed(damage_limit=limit), A={"battlefield": ["skipper d5"]})
    play.step("A attack skipper d5 player")
    assert play.match.over is over
    if over:
        assert play.match.result is not None
        assert str(play.match.result) == "player A wins (winner 0): 1 card in the damage zone (MIW-004), 9 turns"


def test_turn_limit() -> None:
    match = changed(turn_limit=3, mulligans=0).match(TOWERS, windows="playable")
    while not match.over:
        match.take("end" if any(option.notation == "end" for option in match.options) else 0)
    assert match.result is not None
    assert (match.result.rule, match.result.turns) == ("MIW-010", 3)


def test_the_bots_know_how_far_the_damage_limit_is() -> None:
    assert evaluation._dealt(cardlib.load("mecha").facts) == (0.0, 18.0, 40.0, 68.0, 104.0, evaluation.WON)
    ten = evaluation._dealt(changed(damage_limit=10).facts)
    assert len(ten) == 11
    assert ten[::2] == (0.0, 18.0, 40.0, 68.0, 104.0, evaluation.WON)
    assert list(ten) == sorted(ten)


def test_a_changed_card_fights_as_it_is_changed() -> None:
    game = cardlib.load("mecha", {"cards.turtle.keywords": [], "cards.turtle.durability": 1})
    play = position(game, A={"battlefield": ["skipper d3"]}, B={"battlefield": ["turtle d4"]})
    play.step("A attack skipper d3 turtle d4")
    assert play.match.state.board[play.match.facts.board.number["d4"]] == NOWHERE  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("about", "left"),
    [
        ({"of": "self"}, ["skipper", "turtle"]),
        ({"each": "mecha cost<=2"}, ["skipper", "radio-tower"]),
        ({"each": "mecha"}, ["radio-tower"]),
    ],
    ids=["itself", "some", "all"],
)
def test_a_text_that_takes_durability_away_destroys_what_bears_no_damage(
    about: dict[str, str], left: list[str]
) -> None:
    """Whomever it is about: what has no durability left is destroyed at the next check (MIW-068)."""
    lowered = {"static": [{"op": "gets", "stats": {"durability": -9}, **about}]}
    game = cardlib.load("mecha", {"cards.radio-tower.abilities": [lowered], "cards.skipper.cost": 3})
    play = position(game, A={"battlefield": ["skipper d3", "turtle d4"], "hand": ["radio-tower"]})
    play.step("A play radio-tower a1")
    assert play.read("A.battlefield") == left
