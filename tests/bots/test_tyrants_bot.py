"""Greedy at Against All Tyrants: it strikes the base, keeps its guard, goes the way of its alternate objective."""

from __future__ import annotations

from math import exp, log
from typing import Any

import pytest
from given import chosen, position

import cardlib
from cardlib.bots import Bot, Greedy, Random
from cardlib.decks import project_decks
from cardlib.kernel.chance import derive
from cardlib.kernel.decisions import Choice
from cardlib.kernel.match import Match

DEFENDER, ATTACKER = 0, 1


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("tyrants")


def turn(match: Match) -> list[str]:
    """What greedy does to the end of its turn."""
    player, done = match.player, []
    while not match.over and match.player == player:
        done.append(chosen(match))
        match.take(done[-1])
    return done


# -- base, guard, units ------------------------------------------------------------------------------------------


def test_it_destroys_the_base_when_it_can(game: cardlib.Game) -> None:
    base = {"card": "fln-admiralty-fortress", "at": "planetside", "damage": 23}
    match = position(
        game,
        active="A",
        D={"battlefield": [base, "mnd-security-detail planetside"]},
        A={"battlefield": ["ff-gun-buggy planetside", "ff-militia-cell planetside"]},
    )
    assert chosen(match) == "attack ff-gun-buggy planetside fln-admiralty-fortress"
    match.take(chosen(match))
    assert match.result is not None
    assert match.result.winner == ATTACKER


def test_it_removes_the_guard_and_then_strikes_the_base(game: cardlib.Game) -> None:
    base = {"card": "fln-admiralty-fortress", "at": "planetside", "damage": 20}
    match = position(
        game,
        active="A",
        D={"battlefield": [base, "mnd-checkpoint planetside"]},
        A={"battlefield": ["mnd-security-detail planetside", "fln-siege-walker planetside", "ff-gun-buggy planetside"]},
    )
    done = turn(match)
    assert done[0].endswith("mnd-checkpoint")
    assert all(move.endswith("fln-admiralty-fortress") for move in done[1:3])


def test_it_deploys_a_guard_before_a_base_in_danger(game: cardlib.Game) -> None:
    base = {"card": "ff-undercity-warren", "at": "planetside", "damage": 18}
    match = position(
        game,
        phase="deployment",
        D={"battlefield": [base], "hand": ["ff-street-barricade", "ff-militia-cell", "ff-patchwork-interceptor"]},
        A={"battlefield": ["fln-shock-regiment planetside", "fln-siege-walker planetside"]},
    )
    assert chosen(match) == "play ff-street-barricade planetside"


def test_it_does_not_attack_for_nothing(game: cardlib.Game) -> None:
    match = position(
        game,
        D={"battlefield": ["ff-street-barricade planetside"]},
        A={"battlefield": ["mnd-security-detail planetside"]},
    )
    assert not chosen(match).startswith("attack")


def ended(match: Match, player: int, first: Choice | None = None) -> float:
    """What a position is worth to a player who takes an action, or none, and then ends Combat."""
    fork = match.fork()
    fork.windows = "turns"  # so that the end is asked for where nothing else is left
    for value in [("end",)] if first is None else [first, ("end",)]:
        while fork.decision is not None and value not in fork.decision.choices:
            fork.take(0)  # what the action sets off: a further attack, a leader who takes over damage
        if fork.decision is not None:
            fork.take(fork.decision.choices.index(value))
    return fork.rules.judgement.evaluate(fork, player)


def test_it_does_not_end_combat_with_an_attack_left_that_it_would_gain_by(game: cardlib.Game) -> None:
    """No end is worse than an attack and then the end, as the game itself values what comes of both."""
    ends, worse = 0, []
    for seed, decks in enumerate([("ac-d", "ff-a"), ("ccn-d", "ru-a"), ("fln-d", "cheid-a"), ("ff-d", "fln-a")]):
        match = game.match(decks, seed, windows="playable")
        bots = (Greedy(derive(seed, 1)), Greedy(derive(seed, 2)))
        while not match.over:
            player = match.player
            option = bots[player].choose(match.view(player))
            attacks = [one for one in match.options if one.choice[0] == "attack"]
            if option.choice == ("end",) and attacks:
                ends += 1
                now = ended(match, player)
                worse += [f"{decks}: {one}" for one in attacks if ended(match, player, one.choice) > now + 0.01]
            match.take(option)
    assert ends > 20
    assert not worse


def test_what_is_ready_threatens_nothing_any_more_once_combat_is_ended(game: cardlib.Game) -> None:
    side = {"battlefield": ["fln-siege-walker planetside"]}
    match = position(game, active="A", A=side)
    now = game.rules.judgement.evaluate(match, ATTACKER)
    assert game.rules.judgement.evaluate_stopped(match, ATTACKER, now) < now
    match = position(game, phase="deployment", active="A", A={**side, "hand": ["ff-militia-cell"]})
    now = game.rules.judgement.evaluate(match, ATTACKER)
    assert game.rules.judgement.evaluate_stopped(match, ATTACKER, now) == now  # Combat is still to come


def test_it_keeps_what_it_can_not_play_yet_out_of_its_first_hand(game: cardlib.Game) -> None:
    match = game.match(["fln-d", "ff-a"], 2, windows="playable")
    requirement = match.facts.printed["requirement"]
    turn(match)
    hand = match.state.zones[match.facts.zone["hand"][DEFENDER]]
    assert match.player == ATTACKER
    assert any((requirement[match.state.card[obj]] or 0) == 0 for obj in hand)


# -- the alternate objectives ------------------------------------------------------------------------------------

STEPS: list[tuple[str, dict[str, Any], str]] = [
    ("AAT-153", {"battlefield": ["ff-rogue-transport planetside"]}, "order ff-rogue-transport planetside load"),
    (
        "AAT-153",
        {"battlefield": [{"card": "ff-rogue-transport", "at": "planetside", "charge": 1}]},
        "move ff-rogue-transport planetside",
    ),
    (
        "AAT-153",
        {"battlefield": [{"card": "ff-rogue-transport", "at": "space", "charge": 1}]},
        "order ff-rogue-transport space escape",
    ),
    (
        "AAT-155",
        {"battlefield": ["fln-transmitter-beacon planetside"]},
        "order fln-transmitter-beacon planetside charge",
    ),
    (
        "AAT-155",
        {"battlefield": [{"card": "fln-transmitter-beacon", "at": "planetside", "charge": 1}]},
        "order fln-transmitter-beacon planetside transmit",
    ),
    (
        "AAT-157",
        {"battlefield": [{"card": "ru-singularity-seed", "at": "planetside", "computation": 3}]},
        "order ru-singularity-seed planetside ascend",
    ),
    (
        "AAT-161",
        {"battlefield": [{"card": "ccn-votive-shrine", "at": "planetside", "charge": 4}]},
        "order ccn-votive-shrine planetside invoke",
    ),
    (
        "AAT-163",
        {"battlefield": ["ac-concord-embassy planetside", *["ac-skarn-hatchlings planetside"] * 3]},
        "order ac-concord-embassy planetside forge-pact",
    ),
    (
        "AAT-165",
        {"battlefield": ["cheid-private-negotiators planetside"], "has": {"funds-token": 4}},
        "order cheid-private-negotiators planetside bribe",
    ),
    ("AAT-154", {"battlefield": ["ff-rogue-transport space"]}, "move ff-rogue-transport space"),
    (
        "AAT-156",
        {"battlefield": ["fln-finality-planet-cracker space"]},
        "order fln-finality-planet-cracker space prime",
    ),
    (
        "AAT-156",
        {"battlefield": [{"card": "fln-finality-planet-cracker", "at": "space", "charge": 2}]},
        "order fln-finality-planet-cracker space crack-the-planet",
    ),
    (
        "AAT-158",
        {"battlefield": [{"card": "ru-intrusion-relay", "at": "space", "computation": 3}]},
        "order ru-intrusion-relay space upload",
    ),
    ("AAT-162", {"battlefield": ["ccn-missionary-ark space"]}, "move ccn-missionary-ark space"),
    (
        "AAT-162",
        {"battlefield": [{"card": "ccn-missionary-ark", "at": "planetside", "charge": 2}]},
        "order ccn-missionary-ark planetside convert",
    ),
    (
        "AAT-164",
        {"battlefield": [{"card": "ac-breaching-shuttle", "at": "planetside", "charge": 3}]},
        "order ac-breaching-shuttle planetside free-prisoners",
    ),
    (
        "AAT-166",
        {"battlefield": ["cheid-embargo-frigate space"], "has": {"funds-token": 2}},
        "order cheid-embargo-frigate space embargo",
    ),
    (
        "AAT-166",
        {"battlefield": [{"card": "cheid-embargo-frigate", "at": "space", "charge": 2}]},
        "order cheid-embargo-frigate space foreclose",
    ),
]


@pytest.mark.parametrize(("rule", "side", "step"), STEPS, ids=[f"{rule} {step}" for rule, _, step in STEPS])
def test_it_takes_the_next_step_to_its_alternate_objective(
    game: cardlib.Game, rule: str, side: dict[str, Any], step: str
) -> None:
    seat = "A" if rule in ("AAT-154", "AAT-156", "AAT-158", "AAT-162", "AAT-164", "AAT-166") else "D"
    match = position(game, active=seat, has={"level": 2}, **{seat: side})
    assert step in turn(match)


def test_it_places_its_objective_cards(game: cardlib.Game) -> None:
    match = position(game, phase="end", has={"level": 1}, D={"objectives": ["fln-transmitter-beacon"]})
    assert chosen(match) == "put fln-transmitter-beacon planetside"


def test_computation_that_is_not_uploaded_yet_is_no_reason_to_spare_what_strikes(game: cardlib.Game) -> None:
    relay = {"card": "ru-intrusion-relay", "at": "space", "computation": 3, "damage": 5}
    killer = {"card": "ru-hunter-killer", "at": "space", "damage": 2}
    match = position(
        game,
        active="D",
        D={"battlefield": ["fln-boarding-marines space"]},
        A={"battlefield": ["ru-foundry-station space", relay, killer]},
    )
    assert chosen(match) == "attack fln-boarding-marines space ru-hunter-killer"


# -- what it sees, and how strong it is --------------------------------------------------------------------------


@pytest.mark.parametrize("picks", [5, 30, 60])
def test_what_is_hidden_does_not_change_its_choice(game: cardlib.Game, picks: int) -> None:
    match = game.match(["ccn-d", "ru-a"], 4, windows="playable")
    bots = (Greedy(1), Greedy(2))
    for _ in range(picks):
        match.take(bots[match.player].choose(match.view(match.player)))
    view = match.view(match.player)
    found = Greedy(3).choose(view).choice
    for seed in range(3):
        other = view.sample(seed)
        assert Greedy(3).choose(other.view(match.player)).choice == found


def test_looking_ahead_changes_nothing(game: cardlib.Game) -> None:
    match = game.match(["ac-d", "cheid-a"], 4)
    for _ in range(40):
        before = match.state.fingerprint()
        option = Greedy(1).choose(match.view(match.player))
        assert match.state.fingerprint() == before
        match.take(option)


def wins(game: cardlib.Game, seat: int, games: int, start: int = 0) -> int:
    """How many games against random greedy wins from a seat, over all sample decks."""
    paths = [path for _, path in sorted(project_decks(game.project).items())]
    lists = [game.cards_of(path) for path in paths]
    won = 0
    for number in range(start, start + games):
        pair = [lists[number % len(lists)], lists[(number * 5 + number // len(lists) + 1) % len(lists)]]
        match = game.match_of(pair, number, windows="playable")
        bots: list[Bot] = [Random(derive(number, 0)), Random(derive(number, 1))]
        bots[seat] = Greedy(derive(number, 2))
        while not match.over:
            match.take(bots[match.player].choose(match.view(match.player)))
        assert match.result is not None
        won += match.result.winner == seat
    return won


def test_what_a_side_expects_once_the_other_one_has_ended_its_turn_fits_what_comes(game: cardlib.Game) -> None:
    """A search values the positions that it plays on to there; who knows nothing expects one half."""
    scores: tuple[list[float], list[float]] = ([], [])
    for number in range(12):
        side = ("ac", "ccn", "cheid", "ff", "fln", "ru")[number % 6]
        match = game.match([f"{side}-d", f"{side}-a"], derive(11, number), windows="playable")
        judgement, bots = match.judgement, (Greedy(derive(number, 1)), Greedy(derive(number, 2)))
        shares: list[tuple[int, float]] = []
        while not match.over:
            option = bots[match.player].choose(match.view(match.player))
            if option.choice == ("end",) and judgement.ends_turn(match, option.choice):
                seat = 1 - match.player
                value = judgement.evaluate_stopped(match, seat, judgement.evaluate(match, seat))
                shares.append((seat, 1 / (1 + exp(-value / judgement.clear_lead))))
            match.take(option)
        assert match.result is not None
        for seat, share in shares:
            scores[seat].append(log(share if match.result.winner == seat else 1 - share))
    for found in scores:
        assert sum(found) / len(found) > log(0.5) + 0.05


@pytest.mark.parametrize("seat", [DEFENDER, ATTACKER])
def test_it_beats_random_in_both_roles(game: cardlib.Game, seat: int) -> None:
    assert wins(game, seat, 12) >= 10


@pytest.mark.soak
@pytest.mark.parametrize("seat", [DEFENDER, ATTACKER])
def test_it_wins_at_least_eighty_of_a_hundred(game: cardlib.Game, seat: int) -> None:
    assert wins(game, seat, 100, 1000) >= 80
