"""What must hold in every position of every game: random decks played at random, forked, saved, replayed, permuted."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from hiding import moved, renamed
from matrices import seldom
from positions import (
    GAMES,
    WINDOWS,
    Picker,
    asked,
    begun,
    broken,
    cards_of,
    numbers,
    particular,
    shared,
    stale,
    unsettled,
    walk,
)

import cardlib
from cardlib.bots import Greedy, Random
from cardlib.kernel.chance import derive
from cardlib.kernel.events import Event, told
from cardlib.kernel.match import Match
from cardlib.kernel.state import State
from cardlib.kernel.visibility import View, hidden
from cardlib.scenarios.replays import Recorder, load_match, replay_steps

SEEDS = [0, *seldom(*range(1, 24))]


@pytest.fixture(scope="module", params=list(GAMES))
def game(request: pytest.FixtureRequest) -> cardlib.Game:
    return cardlib.load(request.param)


def moved_on(match: Match, seed: int, picks: int) -> Match:
    """Take some random picks in a match."""
    for _ in walk(match, seed, picks):
        pass
    return match


@pytest.mark.parametrize("seed", SEEDS)
def test_cards_are_conserved_and_options_never_empty(game: cardlib.Game, seed: int) -> None:
    match = begun(game, seed)
    cards = cards_of(match)
    for _ in walk(match, seed):
        assert broken(match, cards) == []
    assert match.result is not None
    assert match.result.rule in particular(match).endings
    assert broken(match, cards) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_remembered_is_true_and_nothing_is_left_unsettled(game: cardlib.Game, seed: int) -> None:
    match = begun(game, seed)
    for at, _ in enumerate(walk(match, seed)):
        if at % 3 == seed % 3:
            assert stale(match) == []
        assert unsettled(match) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_every_option_can_be_taken_and_is_found_by_its_notation(game: cardlib.Game, seed: int) -> None:
    match = begun(game, seed)
    cards = cards_of(match)
    for at, _ in enumerate(walk(match, seed)):
        if at % 13 != seed % 13 or len(match.options) == 1:
            continue
        before = match.state.fingerprint()
        notations = Counter(option.notation for option in match.options)
        assert max(notations.values()) == 1, notations.most_common(1)
        for option in match.options:
            assert option.text
            fork = match.fork()
            assert fork.find(option.notation) == option.index
            fork.take(option.notation)
            assert broken(fork, cards) == []
            assert broken(moved_on(fork, seed + option.index, 2), cards) == []
        assert match.state.fingerprint() == before


@pytest.mark.parametrize("seed", SEEDS)
def test_a_fork_stays_equal_under_the_same_picks_and_apart_under_others(game: cardlib.Game, seed: int) -> None:
    match = begun(game, seed)
    fork = match.fork()
    picker = Picker(seed)
    compared = alike = 0
    for _ in range(250):
        if match.over:
            break
        count = len(match.options)
        pick = picker.pick(asked(match))
        if count > 1 and match.decision is not None and match.decision.kind != "order":
            one, other = match.fork(), match.fork()
            one.events, other.events = [], []
            one.take(pick)
            other.take((pick + 1) % count)
            compared += 1
            alike += (one.state.fingerprint(), one.events) == (other.state.fingerprint(), other.events)
        match.take(pick)
        fork.take(pick)
        assert fork.state.to_json() == match.state.to_json()
        assert repr(fork.result) == repr(match.result)
    assert compared
    assert alike <= compared // 20  # now and then two picks come to the same, such as a Command without effect


@pytest.mark.parametrize("seed", SEEDS)
def test_what_happens_in_a_fork_stays_there(game: cardlib.Game, seed: int) -> None:
    match = begun(game, seed)
    for at, _ in enumerate(walk(match, seed)):
        fork = match.fork()
        if at % 3 == seed % 3:
            assert shared(match.state, fork.state) == []
        if at % 11 == seed % 11:
            before, offered = match.state.fingerprint(), asked(match)
            elder, younger = fork, fork.fork()
            prints = [moved_on(one, at, 8).state.fingerprint() for one in (elder, younger)]
            assert prints[0] == prints[1]
            assert (match.state.fingerprint(), asked(match)) == (before, offered)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_match_can_be_saved_and_loaded_at_every_decision(game: cardlib.Game, seed: int) -> None:
    match = begun(game, seed)
    in_mid_effect = 0
    for at, _ in enumerate(walk(match, seed, 250)):
        text = json.dumps(match.state.to_json())
        loaded = load_match(game, json.loads(text), windows=match.windows)
        assert loaded.state.fingerprint() == match.state.fingerprint()
        assert loaded.decision is not None and match.decision is not None
        for about in ("player", "kind", "prompt", "rule", "source"):
            assert getattr(loaded.decision, about) == getattr(match.decision, about)
        assert asked(loaded) == asked(match)
        in_mid_effect += match.state.stack[-1][0] not in ("turn", "round", "window", "work_off")
        if at % 6 == seed % 6:
            twin = moved_on(match.fork(), at, 6)
            assert moved_on(loaded, at, 6).state.fingerprint() == twin.state.fingerprint()
    assert in_mid_effect


def test_a_state_made_of_json_values_shares_nothing_with_the_state_that_gave_them(game: cardlib.Game) -> None:
    match = moved_on(begun(game, 5), 5, 120)
    twin = State.from_json(match.state.to_json())
    assert shared(match.state, twin) == []
    assert twin.fingerprint() == match.state.fingerprint()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_replay_gives_the_same_match(game: cardlib.Game, seed: int) -> None:
    recorder = Recorder(begun(game, seed))
    picker = Picker(seed)
    prints = [recorder.match.state.fingerprint()]
    while not recorder.match.over:
        recorder.take(picker.pick(asked(recorder.match)))
        prints.append(recorder.match.state.fingerprint())
    data = json.loads(json.dumps(recorder.to_json()))
    again = []
    for last, notation in replay_steps(game, data):
        again.append(last.state.fingerprint())
        if notation:
            assert notation == last.options[last.find(notation)].notation
    assert again == prints
    assert repr(last.result) == repr(recorder.match.result)
    assert [str(event) for event in last.log] == [str(event) for event in recorder.match.log]


@pytest.mark.parametrize("slug", list(GAMES))
def test_every_mulligan_that_the_rules_allow_is_offered(slug: str) -> None:
    match = begun(cardlib.load(slug, {"rules.mulligans": 2}), 0)
    while not match.state.vars["turn"]:
        answers = [option.notation for option in match.options]
        match.take("yes" if "yes" in answers else "no more" if answers[-1] == "no more" and len(answers) < 4 else 0)
    taken = Counter(event.player for event in match.log if event.kind == "mulligan")
    assert taken == {0: 2, 1: 2}


# -- what a player may not see -----------------------------------------------------------------------------------


def seen(view: View) -> dict[str, object]:
    """Everything that a view shows, but the log."""
    match = view._match
    names = particular(match).player_values
    facts = match.facts
    zones = [(zone, player) for zone in facts.zone for player in range(facts.players)]
    return {
        "decision": view.decision and (view.decision.kind, view.decision.rule, view.decision.source),
        "options": [option.said for option in view.options],
        "worth trying": list(view.worth_trying()),
        "asked": (view.turn, view.active, view.picks, view.prompt),
        "cards": [(zone, player, view.count(zone, player), view.cards(zone, player)) for zone, player in zones],
        "objects": [
            (obj, view.card(obj), view.place(obj), view.controller(obj))
            for zone, player in zones
            if facts.visible[zone] == "all"
            for obj in view.objects(zone, player)
        ],
        "values": [[view.value(obj, attr) for attr in numbers(match)] for obj in view.objects()],
        "players": [[view.player_value(player, name) for name in names] for player in range(facts.players)],
    }


def history(match: Match, viewer: int, unknown: list[int]) -> list[Event]:
    """The log of a player, but the events of cards that were open once and are hidden now."""
    return [
        told(match, raw, viewer)
        for raw in match.events or ()
        if (raw.kind in match.rules.speech.veiled and raw.player != viewer)
        or not {raw.subject, raw.other} & set(unknown)
    ]


def the_same(match: Match, seed: int, greedy: bool) -> int:
    """Compare what the player who is asked sees and chooses, with the hidden cards exchanged; count the comparisons."""
    player = match.player
    here = match.view(player)
    compared = 0
    for change in (renamed, moved):
        other = change(match, player, seed)
        if other is None:
            continue
        compared += 1
        assert other.player == player
        there = other.view(player)
        assert seen(here) == seen(there)
        if change is moved:
            assert here.log == there.log
        else:
            unknown = hidden(match, player)
            assert history(match, player, unknown) == history(other, player, unknown)
        for make in (Random, Greedy)[: 1 + greedy]:
            assert make(seed).choose(here).notation == make(seed).choose(there).notation
    return compared


@pytest.mark.parametrize("seed", SEEDS)
def test_permuting_hidden_cards_changes_no_view_and_no_choice(game: cardlib.Game, seed: int) -> None:
    match = begun(game, seed)
    compared = 0
    for at, _ in enumerate(walk(match, seed, 900)):
        if at % 14 == seed % 14:
            compared += the_same(match, derive(seed, at), greedy=at % 42 == seed % 42)
    assert compared


def test_the_cards_that_an_opponent_draws_have_no_number_in_the_log(game: cardlib.Game) -> None:
    match = moved_on(begun(game, 1, "hand"), 1, 60)
    drawn = [event for event in match.view(0).log if event.kind == "drawn"]
    assert {event.subject >= 0 for event in drawn if event.player == 0} == {True}
    assert {event.subject for event in drawn if event.player == 1} == {-1}


# -- the same, for longer ----------------------------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.parametrize("windows", WINDOWS)
@pytest.mark.parametrize("block", range(20))
def test_all_of_it_for_longer(game: cardlib.Game, block: int, windows: str) -> None:
    for seed in range(1000 + 4 * block, 1004 + 4 * block):
        match = begun(game, seed, windows)
        cards = cards_of(match)
        for at, _ in enumerate(walk(match, seed)):
            assert [*broken(match, cards), *stale(match), *unsettled(match)] == [], (seed, at)
            assert len({option.notation for option in match.options}) == len(match.options), (seed, at)
            loaded = load_match(game, json.loads(json.dumps(match.state.to_json())), windows=windows)
            assert asked(loaded) == asked(match), (seed, at)
            if at % 5 == 0:
                assert the_same(match, derive(seed, at), greedy=at % 10 == 0) >= 0
                for pick in range(len(match.options)):
                    fork = match.fork()
                    fork.take(pick)
                    assert broken(moved_on(fork, pick, 3), cards) == [], (seed, at, pick)
