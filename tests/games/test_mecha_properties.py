"""What must hold in every position of Mecha: played at random with random decks, forked, saved, replayed, permuted."""

from __future__ import annotations

import json

import pytest
from positions import begun, broken, cards_of, walk

import cardlib
from cardlib.bots import Greedy, Random
from cardlib.engine import atoms
from cardlib.engine.chance import Chance, derive
from cardlib.engine.events import told
from cardlib.engine.match import Match
from cardlib.engine.replay import Recorder, load_match, replay_steps
from cardlib.engine.visibility import View, hidden

SEEDS = range(12)


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("mecha")


@pytest.mark.parametrize("seed", SEEDS)
def test_cards_are_conserved_and_options_never_empty(game: cardlib.Game, seed: int) -> None:
    match = begun(game, seed, "playable")
    cards = cards_of(match)
    for _ in walk(match, seed):
        assert broken(match, cards) == []
    assert match.result is not None
    assert broken(match, cards) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_every_option_can_be_taken_and_has_words_of_its_own(game: cardlib.Game, seed: int) -> None:
    match = begun(game, seed, "playable")
    cards = cards_of(match)
    for at, _ in enumerate(walk(match, seed)):
        if at % 7 != seed % 7:
            continue
        before = match.state.fingerprint()
        notations = [option.notation for option in match.options]
        assert len(set(notations)) == len(notations)
        for option in match.options:
            assert option.text
            fork = match.fork()
            fork.take(option.index)
            assert broken(fork, cards) == []
        assert match.state.fingerprint() == before


@pytest.mark.parametrize("seed", SEEDS)
def test_a_fork_stays_equal_under_the_same_picks_and_apart_under_others(game: cardlib.Game, seed: int) -> None:
    match = begun(game, seed)
    fork = match.fork()
    chance = Chance(seed)
    compared = alike = 0
    for _ in range(300):
        if match.over:
            break
        count = len(match.options)
        pick = chance.below(count)
        if count > 1 and match.decision is not None and match.decision.kind != "order":
            one, other = match.fork(), match.fork()
            one.take(pick)
            other.take((pick + 1) % count)
            compared += 1
            alike += one.state.fingerprint() == other.state.fingerprint()
        match.take(pick)
        fork.take(pick)
        assert fork.state.to_json() == match.state.to_json()
        assert repr(fork.result) == repr(match.result)
    assert compared
    assert alike <= compared // 20  # now and then two picks come to the same, such as a Command without effect


@pytest.mark.parametrize("seed", SEEDS)
def test_a_match_can_be_saved_and_loaded_at_every_decision(game: cardlib.Game, seed: int) -> None:
    match = begun(game, seed)
    in_mid_effect = 0
    for _ in walk(match, seed, 250):
        text = json.dumps(match.state.to_json())
        loaded = load_match(game, json.loads(text), windows=match.windows)
        assert loaded.state.fingerprint() == match.state.fingerprint()
        assert loaded.decision is not None
        assert match.decision is not None
        assert list(loaded.decision.values) == list(match.decision.values)
        assert loaded.player == match.player
        in_mid_effect += match.state.stack[-1][0] not in ("turn", "window", "work_off")
        twin = match.fork()
        for one in (loaded, twin):
            one.take(len(one.options) - 1)
        assert loaded.state.fingerprint() == twin.state.fingerprint()
    assert in_mid_effect


@pytest.mark.parametrize("seed", SEEDS)
def test_a_replay_gives_the_same_match(game: cardlib.Game, seed: int) -> None:
    recorder = Recorder(begun(game, seed, "turns"))
    chance = Chance(seed)
    while not recorder.match.over:
        recorder.take(chance.below(len(recorder.match.options)))
    data = json.loads(json.dumps(recorder.to_json()))
    *_, (last, _) = replay_steps(game, data)
    assert last.state.fingerprint() == recorder.match.state.fingerprint()
    assert repr(last.result) == repr(recorder.match.result)
    assert [str(event) for event in last.log] == [str(event) for event in recorder.match.log]


# -- what a player may not see -----------------------------------------------------------------------------------


def permuted(match: Match, viewer: int, seed: int) -> Match | None:
    """Return the match with the cards hidden from a player in other places, asked anew; None if nothing is hidden."""
    fork = match.fork()
    fork.events = list(match.events or ())
    chance = Chance(seed)
    cards = list(fork.state.card)
    objects = hidden(match, viewer)
    for owner in range(match.facts.players):
        own = [obj for obj in objects if match.state.owner[obj] == owner]
        dealt = [cards[obj] for obj in own]
        chance.shuffle(dealt)
        for obj, card in zip(own, dealt, strict=True):
            cards[obj] = card
    if cards == list(match.state.card):
        return None
    atoms.deal(fork, cards, objects)
    fork.state.vars["unsettled"] = match.state.vars["unsettled"]
    fork.decision = None
    fork.run()
    return fork


def seen(view: View, unknown: frozenset[int]) -> object:
    """Everything that a view shows, but the history of cards that were open once and are hidden now."""
    match = view._match
    zones = [(zone, player) for zone in match.facts.zone for player in range(match.facts.players)]
    return (
        view.turn,
        view.active,
        view.prompt,
        [(option.value, option.said) for option in view.options],
        [(zone, player, view.cards(zone, player)) for zone, player in zones],
        [(obj, view.card(obj), view.place(obj), view.controller(obj)) for obj in view.objects()],
        [[view.value(obj, attr) for attr in ("power", "durability", "cost")] for obj in view.objects()],
        [[view.player_value(player, attr) for attr in ("bandwidth", "total_cost", "hand")] for player in (0, 1)],
        [
            told(match, raw, view.player).text
            for raw in match.events or ()
            if (raw[0] == "drawn" and raw[4] != view.player) or not {raw[1], raw[2]} & unknown
        ],
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_permuting_hidden_cards_changes_no_view_and_no_choice(game: cardlib.Game, seed: int) -> None:
    match = begun(game, seed, "hand")
    compared = 0
    for at, _ in enumerate(walk(match, seed, 900)):
        if at % 5 != seed % 5:
            continue
        other = permuted(match, match.player, derive(seed, at))
        if other is None:
            continue
        assert other.player == match.player
        unknown = frozenset(hidden(match, match.player))
        views = match.view(match.player), other.view(match.player)
        assert seen(views[0], unknown) == seen(views[1], unknown)
        for make in (Random, Greedy):
            assert make(seed).choose(views[0]).value == make(seed).choose(views[1]).value
        compared += 1
    assert compared
