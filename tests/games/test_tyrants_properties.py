"""What random games of Against All Tyrants show of its course: who is asked when, what never falls, how games end."""

from __future__ import annotations

import pytest
from matrices import seldom
from positions import begun, walk

import cardlib
from cardlib.decks import compile_format, random_deck
from cardlib.games.tyrants.board import ATTACKER, DEFENDER
from cardlib.games.tyrants.escalation import ALTERNATES
from cardlib.kernel.match import Match

SUBFACTIONS = sorted({subfaction for subfaction, _ in ALTERNATES})
# Delegation, Backup, Sympathized, and the order of what is triggered.
FOR_THE_OTHER = {"AAT-072", "AAT-107", "AAT-129", "AAT-036"}


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("tyrants")


@pytest.mark.pins("AAT-024", "AAT-Q31")
@pytest.mark.parametrize("seeds", [range(20), *seldom(range(20, 40))])
@pytest.mark.parametrize("windows", ["turns", *seldom("hand")])
def test_out_of_turn_a_player_only_delegates_and_answers_own_traits(
    game: cardlib.Game, windows: str, seeds: range
) -> None:
    met = set()
    for seed in seeds:
        for match in walk(begun(game, seed, windows), seed):
            decision = match.decision
            assert decision is not None
            if match.state.vars["turn"] and match.player != match.state.vars["active"]:
                met.add(decision.rule)
    assert met <= FOR_THE_OTHER
    assert met >= {"AAT-072", "AAT-129"}


@pytest.mark.pins("AAT-103", "AAT-096", "AAT-Q67", "AAT-Q72", "AAT-Q88", "AAT-023")
@pytest.mark.parametrize("seed", range(12))
def test_level_and_objective_tokens_never_fall_and_turns_alternate(game: cardlib.Game, seed: int) -> None:
    before = (0, 0, 0, 0)
    for match in walk(begun(game, seed), seed):
        state = match.state
        tokens = [player["objective-token"] for player in state.players]
        now = (state.vars["level"], *tokens, state.vars["turn"])
        assert all(new >= old for new, old in zip(now, before, strict=True))
        assert 0 <= now[0] <= 5
        assert state.vars["turn"] <= 60
        assert not state.vars["turn"] or state.vars["active"] == (state.vars["turn"] + 1) % 2
        before = now


@pytest.mark.pins("AAT-001", "AAT-005", "AAT-002")
@pytest.mark.parametrize("seeds", [range(2), *seldom(range(2, 10))])
@pytest.mark.parametrize("subfaction", SUBFACTIONS)
def test_random_decks_of_every_subfaction_play_both_roles(game: cardlib.Game, subfaction: str, seeds: range) -> None:
    rules = compile_format(game.project)
    own = {ALTERNATES[subfaction, role].rule for role in (DEFENDER, ATTACKER)}
    for seed in seeds:
        decks = [random_deck(game.project, 10 * seed + i, rules, identity=subfaction) for i in (0, 1)]
        match = game.match(decks, seed=seed, windows="playable")
        assert _subfactions(match) == [subfaction, subfaction]
        for _ in walk(match, seed):
            pass
        assert match.result is not None
        assert match.result.rule in {"AAT-003", "AAT-169", *own}
        if match.result.rule in own:
            assert match.result.winner is not None
            assert match.result.rule == ALTERNATES[subfaction, match.result.winner].rule


def _subfactions(match: Match) -> list[str]:
    return [match.facts.game.subfactions[player["subfaction"]] for player in match.state.players]
