"""Greedy at Dept. of Structure: what it tries, how it attacks and blocks, and how strong it is."""

from __future__ import annotations

from itertools import pairwise

import pytest
from given import chosen, position

import cardlib
from cardlib.bots import Bot, Greedy, Random
from cardlib.decks import project_decks
from cardlib.kernel.chance import derive
from cardlib.kernel.match import Match


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("structure")


def tried(match: Match) -> set[str]:
    """The options that greedy and search look at."""
    view = match.view(match.player)
    return {view.options[index].notation for index in view.worth_trying()}


# -- attack and block --------------------------------------------------------------------------------------------


def test_it_attacks_an_open_base(game: cardlib.Game) -> None:
    match = position(game, phase="battle", A={"battlefield": ["ash-scav-mechanic"]})
    assert chosen(match) == "attack ash-scav-mechanic"


def test_it_does_not_attack_into_what_kills_it(game: cardlib.Game) -> None:
    match = position(
        game, phase="battle", A={"battlefield": ["ash-scav-mechanic"]}, B={"battlefield": ["ash-spiked-hauler"]}
    )
    assert chosen(match) == "done"


def test_it_blocks_what_it_kills(game: cardlib.Game) -> None:
    match = position(
        game, phase="battle", A={"battlefield": ["ash-road-rat"]}, B={"battlefield": ["ash-spiked-hauler"]}
    )
    while match.player == 0:
        match.take("done")
    assert chosen(match) == "block ash-spiked-hauler ash-road-rat"


def test_it_blocks_with_anything_when_its_base_would_fall(game: cardlib.Game) -> None:
    match = position(
        game,
        phase="battle",
        A={"battlefield": ["ash-spiked-hauler"]},
        B={"battlefield": ["und-wall-of-flesh"], "has": {"base-health": 4}},
    )
    match.take("attack ash-spiked-hauler")
    assert chosen(match) == "block und-wall-of-flesh ash-spiked-hauler"


@pytest.mark.parametrize(
    ("attacker", "blocker"),
    [("ash-spiked-hauler", "dep-enforcer-frame"), ("hld-ward-captain", "ash-gorger")],
    ids=["too strong for one", "strikes first"],
)
def test_two_cards_block_what_one_alone_does_not_kill(game: cardlib.Game, attacker: str, blocker: str) -> None:
    match = position(game, phase="battle", A={"battlefield": [attacker]}, B={"battlefield": [blocker, blocker]})
    match.take(f"attack {attacker}")
    assert chosen(match) == f"block {blocker} {attacker}"
    match.take(chosen(match))
    assert chosen(match) == f"block {blocker} 2 {attacker}"


def test_each_of_two_equal_cards_blocks_one(game: cardlib.Game) -> None:
    match = position(
        game,
        phase="battle",
        A={"battlefield": ["ash-road-rat", "ash-scav-mechanic"]},
        B={"battlefield": ["dep-enforcer-frame", "dep-enforcer-frame"]},
    )
    match.take("attack ash-scav-mechanic")
    while match.player == 0:
        match.take("done")
    first = chosen(match)
    match.take(first)
    second = chosen(match)
    assert {first.split("frame ")[1], second.split("frame 2 ")[1]} == {"ash-road-rat", "ash-scav-mechanic"}


def test_it_does_not_attack_into_what_two_cards_kill(game: cardlib.Game) -> None:
    one = position(
        game, phase="battle", A={"battlefield": ["ash-spiked-hauler"]}, B={"battlefield": ["dep-enforcer-frame"]}
    )
    two = position(
        game, phase="battle", A={"battlefield": ["ash-spiked-hauler"]}, B={"battlefield": ["dep-enforcer-frame"] * 2}
    )
    assert chosen(one) == "attack ash-spiked-hauler"
    assert chosen(two) == "done"


def test_it_does_not_throw_away_a_hurt_card(game: cardlib.Game) -> None:
    match = position(
        game,
        phase="battle",
        A={"battlefield": ["dep-enforcer-frame"]},
        B={"battlefield": [{"card": "ash-spiked-hauler", "damage": 4}]},
    )
    match.take("attack dep-enforcer-frame")
    assert chosen(match) == "done"
    quiet = match.fork()
    quiet.quiet = True
    quiet.run()
    assert not any(quiet.state.columns["was_blocked"])


# -- what a position is worth ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("phase", "counts"), [("deploy", True), ("retreat", False)])
def test_damage_counts_until_the_battle_is_over(game: cardlib.Game, phase: str, counts: bool) -> None:
    unhurt = position(game, phase=phase, A={"battlefield": ["ash-spiked-hauler"]})
    hurt = position(game, phase=phase, A={"battlefield": [{"card": "ash-spiked-hauler", "damage": 2}]})
    assert (game.rules.judgement.evaluate(hurt, 0) < game.rules.judgement.evaluate(unhurt, 0)) is counts


@pytest.mark.parametrize(("phase", "counts"), [("deploy", True), ("retreat", False)])
def test_what_ends_with_the_round_counts_until_the_battle_is_over(game: cardlib.Game, phase: str, counts: bool) -> None:
    poor = position(game, phase=phase, A={"battlefield": ["dep-vat-auxiliary"]})
    strong = position(game, phase=phase, A={"battlefield": ["dep-vat-auxiliary"], "has": {"bio": 1}})
    strong.take("use dep-vat-auxiliary")
    assert len(strong.state.modifiers) == 1
    assert (game.rules.judgement.evaluate(strong, 0) > game.rules.judgement.evaluate(poor, 0)) is counts
    assert len(strong.state.modifiers) == 1


@pytest.mark.parametrize(("phase", "counts"), [("deploy", True), ("retreat", False)])
def test_cards_beyond_the_hand_limit_count_until_the_battle_is_over(
    game: cardlib.Game, phase: str, counts: bool
) -> None:
    five, six = (position(game, phase=phase, A={"hand": ["neu-kneecap"] * number}) for number in (5, 6))
    assert (game.rules.judgement.evaluate(six, 0) > game.rules.judgement.evaluate(five, 0)) is counts


def test_the_higher_base_health_counts_more_the_fewer_rounds_are_left(game: cardlib.Game) -> None:
    """And cards count less, in round 60 nothing any more (DOS-213)."""

    def worth(turn: int, mine: dict[str, object], theirs: dict[str, object]) -> float:
        return game.rules.judgement.evaluate(position(game, phase="retreat", A=mine, B=theirs, turn=turn), 0)

    for early, late in pairwise((4, 20, 40, 59)):
        lead = ({"has": {"base-health": 20}}, {"has": {"base-health": 19}})
        assert worth(early, *lead) < worth(late, *lead)
        card = ({"battlefield": ["ash-spiked-hauler"]}, {"battlefield": []})
        assert worth(early, *card) > worth(late, *card) > 0.0
    assert worth(60, *lead) > 40.0
    assert worth(60, *card) == 0.0


# -- what is not thought about -----------------------------------------------------------------------------------


def test_it_takes_the_resources_that_its_deck_asks_for(game: cardlib.Game) -> None:
    match = game.match(["department", "unburied"], 3, windows="playable")
    while match.options[0].choice[0] != "income":
        match.take(chosen(match))
    assert tried(match) == {"bio power"}


def test_a_full_pool_leaves_room_for_other_resources(game: cardlib.Game) -> None:
    match = position(game, phase="start", A={"hand": ["dep-clerk-drone", "dep-vat-auxiliary"], "has": {"power": 10}})
    assert match.options[0].choice[0] == "income"
    assert tried(match) <= {"survivor bio", "bio supplies", "bio power"}


def test_of_equal_targets_one_is_tried(game: cardlib.Game) -> None:
    match = position(
        game,
        A={"hand": ["neu-kneecap"], "has": {"survivor": 4, "bio": 4, "power": 4, "supplies": 4}},
        B={"battlefield": ["und-shambler", "und-shambler", "und-raging-dead"]},
    )
    match.take("play neu-kneecap")
    assert len(match.options) == 3
    assert tried(match) == {"und-shambler", "und-raging-dead"}


def test_greedy_keeps_its_hand(game: cardlib.Game) -> None:
    """One look ahead shows of the mulligan only the luck of the draw (DOS-009)."""
    for seed in range(5):
        match = game.match(["holdouts", "unburied"], seed, windows="playable")
        assert chosen(match) == "done"
        match.take("done")
        assert chosen(match) == "done"


def test_cards_are_changed_in_the_order_of_the_hand(game: cardlib.Game) -> None:
    """Whoever changes cards names each set of them once (DOS-009)."""
    match = game.match(["holdouts", "unburied"], 2, windows="playable")
    hand = [option.notation for option in match.options if option.notation != "done"]
    assert len(hand) == 5
    assert tried(match) == {"done", *hand}
    match.take(hand[2])
    assert tried(match) == {"done", *hand[3:]}
    match.take(hand[4])
    assert tried(match) == {"done"}


def test_of_equal_cards_of_the_hand_each_number_is_changed_once(game: cardlib.Game) -> None:
    """Whoever holds three equal cards and two others can change them in 4 x 2 x 2 ways."""

    def ways(match: Match) -> int:
        if match.decision is None or match.decision.rule != "DOS-009" or match.player != 0:
            return 1
        found = 0
        for index in match.view(0).worth_trying():
            fork = match.fork()
            fork.take(index)
            found += ways(fork)
        return found

    match = game.match(["unburied", "unburied"], 162, windows="playable")
    assert len(match.options) == 4
    assert ways(match) == 16


# -- how strong it is --------------------------------------------------------------------------------------------


def wins(game: cardlib.Game, seat: int, games: int, start: int = 0) -> int:
    """How many games against random greedy wins from a seat, each with one of the published decks on both sides."""
    lists = [game.cards_of(path) for _, path in sorted(project_decks(game.project).items())]
    won = 0
    for number in range(start, start + games):
        deck = lists[number % len(lists)]
        match = game.match_of([deck, deck], number, windows="playable")
        bots: list[Bot] = [Random(derive(number, 0)), Random(derive(number, 1))]
        bots[seat] = Greedy(derive(number, 2))
        while not match.over:
            match.take(bots[match.player].choose(match.view(match.player)))
        assert match.result is not None
        won += match.result.winner == seat
    return won


@pytest.mark.parametrize("seat", [0, 1])
def test_it_beats_random_in_both_seats(game: cardlib.Game, seat: int) -> None:
    assert wins(game, seat, 12) >= 10


@pytest.mark.soak
@pytest.mark.parametrize("seat", [0, 1])
def test_it_wins_at_least_eighty_of_a_hundred(game: cardlib.Game, seat: int) -> None:
    assert wins(game, seat, 100, 1000) >= 80
