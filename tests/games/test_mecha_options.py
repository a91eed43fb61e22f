"""How options of Mecha are told apart where cards are equal, and what stays known during a search."""

from __future__ import annotations

import pytest
from given import position

import cardlib
from cardlib.bots import Random
from cardlib.games.mecha.playing import may_respond
from cardlib.kernel.decisions import AmbiguousOption


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("mecha")


def test_equal_permanents_on_one_space_are_told_apart_by_number(game: cardlib.Game) -> None:
    match = position(
        game,
        A={"hand": ["acid-rain"], "battlefield": ["radio-tower a1", "skipper c2"]},
        B={"battlefield": [{"card": "camouflage", "at": "on skipper"}, {"card": "camouflage", "at": "on skipper"}]},
    )
    notations = [option.notation for option in match.options if option.notation.startswith("play acid-rain")]
    assert notations == ["play acid-rain camouflage c2", "play acid-rain camouflage c2 2"]
    texts = [option.text for option in match.options if option.notation in notations]
    assert texts == ["play Acid Rain on Camouflage on c2", "play Acid Rain on Camouflage on c2 (2)"]
    targets = [match.options[match.find(notation)].choice[3] for notation in notations]
    assert targets[0] != targets[1]


def test_equal_cards_of_several_zones_are_told_apart_by_zone(game: cardlib.Game) -> None:
    match = position(
        game,
        "A use kamin d3",
        A={
            "battlefield": ["kamin d3", "autonomous-cockpit d4"],
            "hand": ["manly-combined-kamin"],
            "discard": ["manly-combined-kamin"],
            "deck": ["radio-tower"],
        },
    )
    while match.options[0].notation == "pass":
        match.take("pass")
    assert [option.notation for option in match.options][:2] == [
        "manly-combined-kamin hand",
        "manly-combined-kamin discard",
    ]
    with pytest.raises(AmbiguousOption):
        match.find("manly-combined-kamin")


def test_the_first_of_two_cards_of_a_search_stays_known_at_the_second(game: cardlib.Game) -> None:
    match = position(
        game,
        "A play graces-rally-cry",
        A={
            "hand": ["graces-rally-cry"],
            "deck": ["radio-tower", "ada-the-ingenious", "skipper", "donna-the-swift", "ada-the-ingenious"],
        },
    )
    while match.options[0].notation == "pass":
        match.take("pass")
    first = match.options[match.find("ada-the-ingenious")].choice[1]
    match.take("ada-the-ingenious")
    assert [option.notation for option in match.options] == ["donna-the-swift", "done"]
    assert match.view(0).card(first) == "ada-the-ingenious"
    assert match.view(1).card(first) is None
    assert {match.facts.ids[match.view(0).sample(seed).state.card[first]] for seed in range(9)} == {"ada-the-ingenious"}


def test_where_a_card_is_played_is_offered_by_the_rule_of_its_own_text(game: cardlib.Game) -> None:
    match = position(
        game,
        A={
            "battlefield": ["radio-tower d4", "radio-tower a1", "radio-tower g1", "stage-1 c1"],
            "hand": ["siege-tower", "radio-relay", "stage-2", "radio-tower", "skipper"],
        },
    )
    rules = {
        "play siege-tower d5": "MIW-110",
        "play radio-relay d4": "MIW-111",
        "play stage-2 c1": "MIW-Q78",
        "play stage-2 b1": "MIW-094",
        "play radio-tower b1": "MIW-105",
    }
    assert {notation: match.options[match.find(notation)].rule for notation in rules} == rules


def test_whom_a_window_concerns_is_true_at_every_decision(game: cardlib.Game) -> None:
    """A chain that begins makes units that answer cards count, and its end makes them stop (MIW-046)."""
    answering = 0
    for seed in range(10, 14):
        match = game.match(["fire-from-above", "fire-from-above"], seed, windows="playable")
        bots = (Random(seed), Random(seed + 1))
        while not match.over:
            fresh = match.fork()
            fresh.cache, fresh.steady = {}, {}
            assert [may_respond(match, side) for side in (0, 1)] == [may_respond(fresh, side) for side in (0, 1)]
            answering += bool(match.state.chain and match.state.listeners.get("activate:response"))
            match.take(bots[match.player].choose(match.view(match.player)))
    assert answering
