"""What must hold in every position of War Rig: random games of two, three and four, poor and rich, long and short."""

from __future__ import annotations

import json
import os
from collections import Counter

import pytest
from hiding import moved, renamed
from matrices import seldom
from rigging import ENDINGS, Ledger, begun, stale, walk, ways, wrong

import cardlib
from cardlib.bots import Random
from cardlib.games.war_rig import sites, squads
from cardlib.kernel.chance import derive
from cardlib.kernel.match import Match
from cardlib.kernel.state import State
from cardlib.kernel.visibility import View

GAMES = [(2, 1), (3, 2), (4, 0), *seldom((2, 3), (3, 5))]
COUNT = int(os.environ.get("CARDLIB_SOAK_GAMES", "5000"))  # of each number of players
BLOCKS = 10


@pytest.fixture(scope="module")
def war_rig() -> cardlib.Game:
    return cardlib.load("war-rig")


def held(match: Match, seed: int, step: int) -> Match:
    """Play a game to its end; tokens are counted at every decision, everything else at every so many."""
    ledger = Ledger(match)
    for at, _ in enumerate(walk(match, seed)):
        assert ledger.wrong(match) == [], (seed, at)
        if at % step == seed % step:
            assert wrong(match) == [], (seed, at)
        if at % (10 * step) == 0:
            assert stale(match) == [], (seed, at)
            assert len({option.notation for option in match.options}) == len(match.options), (seed, at)
    assert match.result is not None and match.result.rule in ENDINGS
    assert [*ledger.wrong(match), *wrong(match)] == []
    return match


@pytest.mark.pins("WR-065", "WR-088", "WR-150", "WR-192", "WR-194", "WR-197", "WR-199", "WR-203")
@pytest.mark.parametrize("about", GAMES, ids=str)
def test_tokens_squads_and_rigs_are_right_at_every_decision(war_rig: cardlib.Game, about: tuple[int, int]) -> None:
    held(begun(war_rig, *about), about[1], step=6)


def test_random_games_meet_what_is_looked_for(war_rig: cardlib.Game) -> None:
    """Squads in every condition, rigs with parts, fires, captives: what holds in these games holds of something."""
    met: Counter[str] = Counter()
    for players, seed in ((4, 7), (3, 5)):
        for at, match in enumerate(walk(begun(war_rig, players, seed), seed)):
            if at % 10 == 0:
                met.update(way for squad in squads.all_squads(match) for way in ways(match, squad))
                met.update({"parts": sum(len(sites.parts(match, rig)) for rig in sites.rigs(match))})
                met.update({"fires": sum(match.state.columns["fire"])})
    assert min(met[what] for what in ("free", "captured", "in the cell", "in holding", "parts", "fires")) > 0, met


def seen(view: View) -> dict[str, object]:
    """Return what a view shows, but the log."""
    match = view._match
    facts = match.facts
    zones = [(zone, player) for zone in facts.zone for player in range(facts.players)]
    return {
        "asked": (view.turn, view.active, view.picks, view.prompt),
        "options": [option.said for option in view.options],
        "worth trying": list(view.worth_trying()),
        "cards": [(zone, player, view.count(zone, player), view.cards(zone, player)) for zone, player in zones],
        "players": [[view.player_value(player, name) for name in ("red", "tech")] for player in range(facts.players)],
    }


def compared(match: Match, seed: int) -> int:
    """Compare what a player sees and takes with the hidden cards exchanged; return how often there were any."""
    player, found = match.player, 0
    here = match.view(player)
    for change in (renamed, moved):
        other = change(match, player, seed)
        if other is not None:
            found += 1
            assert other.player == player
            there = other.view(player)
            assert seen(here) == seen(there)
            assert Random(seed).choose(here).notation == Random(seed).choose(there).notation
    return found


@pytest.mark.pins("WR-281")
@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 3), (4, 2)])
def test_other_face_down_cards_change_no_view(war_rig: cardlib.Game, players: int, seed: int) -> None:
    found = 0
    for at, match in enumerate(walk(begun(war_rig, players, seed), seed)):
        if at % 23 == seed:
            found += compared(match, derive(seed, at))
    assert found > 10


def test_what_is_hidden_changes_no_value(war_rig: cardlib.Game) -> None:
    """Neither the cards before a rival nor the deck are known to the evaluation, whoever is asked."""
    judgement, found = war_rig.rules.judgement, 0
    for at, match in enumerate(walk(begun(war_rig, 3, 3), 3)):
        if at % 150 == 0:
            for change in (renamed, moved):
                other = change(match, match.player, at)
                if other is not None:
                    found += 1
                    assert judgement.evaluate(other, match.player) == judgement.evaluate(match, match.player)
    assert found > 4


@pytest.mark.pins("WR-265")
def test_a_sealed_power_token_is_told_to_nobody_else(war_rig: cardlib.Game) -> None:
    """Whatever the first one has chosen, the others see the same and are asked the same."""
    found = 0
    for seed in (1, 3, 5, 7):
        for match in walk(begun(war_rig, 3, seed), seed):
            decision = match.decision
            if decision is None or decision.rule != "WR-265" or match.state.sealed:
                continue
            forks = [match.fork() for _ in decision.choices]
            for number, fork in enumerate(forks):
                fork.take(number)
            views = [seen(fork.view(fork.player)) for fork in forks]
            assert views[1:] == views[:-1]
            assert len({fork.view(fork.player).sample(seed).state.fingerprint() for fork in forks}) == 1
            found += 1
    assert found


@pytest.mark.parametrize(("players", "seed"), [(2, 3), (4, 3)])
def test_a_position_is_the_same_after_a_file_and_a_fork(war_rig: cardlib.Game, players: int, seed: int) -> None:
    for at, match in enumerate(walk(begun(war_rig, players, seed), seed)):
        if at % 31 == 0:
            print_ = match.state.fingerprint()
            assert State.from_json(json.loads(json.dumps(match.state.to_json()))).fingerprint() == print_
            fork = match.fork()
            for _ in walk(fork, at, 5):
                pass
            assert match.state.fingerprint() == print_


@pytest.mark.parametrize(("players", "seed"), [(2, 5), (3, 2)])
def test_every_option_can_be_taken(war_rig: cardlib.Game, players: int, seed: int) -> None:
    """Each has a notation of its own, by which it is found, and leads to a position that holds."""
    for at, match in enumerate(walk(begun(war_rig, players, seed), seed)):
        if at % 41 == 0:
            notations = Counter(option.notation for option in match.options)
            assert max(notations.values()) == 1, notations.most_common(1)
            for option in match.options[:30]:
                assert option.text and match.find(option.notation) == option.index
                fork = match.fork()
                fork.events = []
                ledger = Ledger(fork)
                fork.take(option.index)
                assert [*wrong(fork), *ledger.wrong(fork)] == [], option.notation


@pytest.mark.soak
@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_of_it_for_longer(war_rig: cardlib.Game, players: int, block: int) -> None:
    """Thousands of games; `CARDLIB_SOAK_GAMES` says how many of each number of players."""
    each = -(-COUNT // BLOCKS)
    for seed in range(1000 + each * block, 1000 + each * (block + 1)):
        match = held(begun(war_rig, players, seed), seed, step=25)
        assert match.result is not None
        if seed % 10 == 0:
            for at, again in enumerate(walk(begun(war_rig, players, seed), seed)):
                if at % 29 == 0:
                    compared(again, derive(seed, at))
