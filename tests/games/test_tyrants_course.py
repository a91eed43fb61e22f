"""The course of Against All Tyrants where no position of its own cards shows it: seats, decks, made-up cards."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import cardlib
from cardlib.errors import CardlibError
from cardlib.games.tyrants.board import ATTACKER, DEFENDER, THEATERS
from cardlib.games.tyrants.escalation import ALTERNATES
from cardlib.kernel.decisions import IllegalOption
from cardlib.kernel.match import Match
from cardlib.scenarios import Play, Scenario

DECKS = ["ff-a", "ac-d", "fln-a", "cheid-d", "ru-a", "ccn-d"]


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("tyrants")


def one_time(id_: str, **operation: Any) -> dict[str, Any]:
    return {
        "id": id_,
        "name": id_.title(),
        "type": "one-time",
        "subtypes": ["tactic"],
        "faction": "unbound",
        "requirement": 0,
        "keywords": [],
        "abilities": [{"when": "played", "do": [operation]}],
    }


@pytest.fixture(scope="module")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> cardlib.Game:
    """The game with effects on all units or bases at once, and a unit that hears of every deployment."""
    folder: Path = tmp_path_factory.mktemp("project") / "tyrants"
    shutil.copytree(cardlib.load("tyrants").project.path, folder)
    herald = {
        "id": "herald",
        "name": "Herald",
        "type": "unit",
        "subtypes": ["team"],
        "faction": "unbound",
        "theaters": ["space", "planetside"],
        "requirement": 0,
        "attack": 0,
        "health": 3,
        "keywords": ["supply 1"],
        "abilities": [
            {"when": "deployed", "do": [{"op": "gain", "amount": 1, "resource": "funds-token"}]},
            {
                "when": {"event": "deployed", "who": "unit"},
                "do": [{"op": "add-counters", "counter": "charge", "of": "self"}],
            },
        ],
    }
    convoy = {**herald, "id": "convoy", "name": "Convoy", "keywords": ["supply 1", "transport 2 team"], "abilities": []}
    cards = [
        one_time("meteor", op="damage", amount=9, each="unit"),
        one_time("supernova", op="damage", amount=99, each="base"),
        herald,
        convoy,
    ]
    (folder / "cards" / "made-up.json").write_text(json.dumps({"cards": cards}), encoding="utf-8")
    return cardlib.load(folder)


def played(game: cardlib.Game, *steps: str, **given: Any) -> Match:
    """A position, as scenarios give it, after some steps."""
    play = Play(game, Scenario("position", "", (), {"given": given, "steps": []}, "test"))
    for step in steps:
        play.step(step)
    return play.match


# -- seats and set-up --------------------------------------------------------------------------------------------


@pytest.mark.pins("AAT-001")
def test_two_players_and_either_deck_in_either_role(game: cardlib.Game) -> None:
    for decks in (["ff-a"], ["ff-a", "ff-d", "ac-a"]):
        with pytest.raises(CardlibError, match="needs 2 decks"):
            game.match(decks)
    for decks in (("ff-a", "ccn-d"), ("ccn-d", "ff-a")):
        match = game.match(decks, seed=1)
        names = [
            game.facts.game.subfactions[match.state.players[player]["subfaction"]] for player in (DEFENDER, ATTACKER)
        ]
        assert [name[0] for name in names] == [deck[0] for deck in decks]
        assert match.view(0).cards("aside", DEFENDER) != match.view(0).cards("aside", ATTACKER)


@pytest.mark.pins("AAT-011", "AAT-016")
def test_the_board_is_two_theaters(game: cardlib.Game) -> None:
    board = game.facts.board
    assert board is not None
    assert tuple(board.names) == THEATERS == ("space", "planetside")


@pytest.mark.pins("AAT-018")
@pytest.mark.parametrize("deck", DECKS)
def test_only_the_main_deck_is_shuffled(game: cardlib.Game, deck: str) -> None:
    orders: dict[str, set[tuple[int, ...]]] = {"deck": set(), "special-forces": set(), "objectives": set()}
    for seed in range(6):
        match = game.match([deck, deck], seed=seed)
        for zone, seen in orders.items():
            objects = match.state.zones[game.facts.zone[zone][DEFENDER]]
            seen.add(tuple(match.state.card[obj] for obj in objects))
    assert {zone: len(seen) for zone, seen in orders.items()} == {"deck": 6, "special-forces": 1, "objectives": 1}


@pytest.mark.pins("AAT-020", "AAT-Q14")
def test_the_log_of_the_other_player_names_no_card_that_is_set_aside(game: cardlib.Game) -> None:
    match = played(
        game,
        "D ff-gun-buggy",
        "D ff-port-captain",
        "D done",
        phase="set-up",
        D={
            "deck": ["ff-gun-buggy", "ff-militia-cell", "ff-saboteur-team", "ff-port-captain", "ff-ambush", "ff-ambush"]
        },
    )
    told = [event.text for event in match.view(ATTACKER).log]
    assert "The Defender sets 2 cards aside and draws as many" in told
    names = ("Gun Buggy", "Port Captain", "Militia Cell", "Saboteur Team", "Ambush")
    assert not [text for text in told if any(name in text for name in names)]
    assert any("Gun Buggy" in event.text for event in match.view(DEFENDER).log)


# -- what comes first --------------------------------------------------------------------------------------------


@pytest.mark.pins("AAT-035", "AAT-036")
def test_what_a_deployed_card_does_comes_before_what_others_do_about_it(made_up: cardlib.Game) -> None:
    match = played(
        made_up,
        phase="deployment",
        D={"hand": ["herald"], "battlefield": ["herald space"], "deck": 4},
        A={"battlefield": ["herald planetside"]},
    )
    match.take("play herald planetside")
    order = []
    while match.decision is not None and match.decision.kind == "order":
        assert match.player == DEFENDER
        assert match.decision.rule == "AAT-036"
        order.append([option.notation for option in match.options])
        match.take(0)
    assert [len(offered) for offered in order] == [3, 2]  # it draws, gains and hears itself, in any order
    events = [(event.kind, event.player) for event in match.log if event.kind in ("drawn", "gained", "counters")]
    assert [kind for kind, _ in events[:2]] != ["counters", "counters"]
    assert [kind for kind, _ in events][-2:] == ["counters", "counters"]
    assert [player for _, player in events][-2:] == [DEFENDER, ATTACKER]


CONVOY = {
    "phase": "deployment",
    "D": {"hand": ["convoy"], "special-forces": ["unb-partisan-band"] * 2, "deck": ["ff-militia-cell"]},
}


@pytest.mark.pins("AAT-036", "AAT-131", "AAT-Q62")
def test_the_trait_that_goes_first_is_done_before_the_next_one_begins(made_up: cardlib.Game) -> None:
    play = Play(made_up, Scenario("position", "", (), {"given": CONVOY, "steps": []}, "test"))
    hands = []
    for step in ("play convoy space", "first convoy space 2", *["put unb-partisan-band planetside"] * 2):
        play.step(f"D {step}")
        hands.append(play.match.view(DEFENDER).count("hand", DEFENDER))
    assert hands == [0, 0, 0, 1]  # it draws when both units are there


# -- several at once ---------------------------------------------------------------------------------------------

CELLS = ["unb-partisan-band planetside"] * 3


@pytest.mark.pins("AAT-E26", "AAT-100", "AAT-Q67")
def test_six_units_at_once_raise_the_level_by_two(made_up: cardlib.Game) -> None:
    match = played(
        made_up,
        "D play meteor",
        phase="deployment",
        has={"level": 1, "incidents": 3},
        D={"hand": ["meteor"], "battlefield": CELLS},
        A={"battlefield": CELLS},
    )
    assert (match.state.vars["level"], match.state.vars["incidents"]) == (3, 1)
    assert "AAT-100" in [event.rule for event in match.log]


@pytest.mark.pins("AAT-E26", "AAT-101", "AAT-Q67")
def test_seven_units_at_once_reach_level_5_and_empty_the_counters(made_up: cardlib.Game) -> None:
    match = played(
        made_up,
        "D play meteor",
        phase="deployment",
        has={"level": 4, "incidents": 2},
        D={"hand": ["meteor", "meteor"], "battlefield": [*CELLS, "unb-partisan-band planetside"]},
        A={"battlefield": CELLS},
    )
    assert (match.state.vars["level"], match.state.vars["incidents"]) == (5, 0)


@pytest.mark.pins("AAT-101")
def test_incidents_at_level_5_are_ignored_and_not_told(made_up: cardlib.Game) -> None:
    match = played(
        made_up,
        "D play meteor",
        phase="deployment",
        has={"level": 5},
        D={"hand": ["meteor"]},
        A={"battlefield": CELLS},
    )
    assert (match.state.vars["level"], match.state.vars["incidents"]) == (5, 0)
    assert not {"incident", "escalation"} & {event.kind for event in match.log}


@pytest.mark.pins("AAT-093", "AAT-Q62", "AAT-024")
def test_all_leave_and_all_incidents_come_before_the_triggers_of_the_current_player(made_up: cardlib.Game) -> None:
    side = {
        "hand": ["ff-militia-cell", "ff-militia-cell", "ac-skarn-hatchlings"],
        "battlefield": ["ff-dockside-agitators planetside", "ccn-willing-martyrs planetside"],
    }
    match = played(
        made_up,
        "A play meteor",
        active="A",
        phase="deployment",
        D=side,
        A={**side, "hand": [*side["hand"], "meteor"]},
    )
    assert match.state.vars["level"] == 1
    assert [match.view(0).count("discard", player) for player in (DEFENDER, ATTACKER)] == [2, 2]
    asked = []
    while match.decision is not None and match.decision.rule in ("AAT-036", "AAT-129"):
        asked.append((match.player, match.decision.rule))
        match.take(0)
    assert asked == [
        *((player, "AAT-036") for player in (ATTACKER, DEFENDER)),
        *((player, "AAT-129") for player in (ATTACKER, ATTACKER, DEFENDER, DEFENDER)),
    ]
    assert match.view(0).count("discard", ATTACKER) == 3  # the Meteor follows when all of it is done


@pytest.mark.pins("AAT-168", "AAT-Q87")
def test_two_bases_that_fall_to_one_effect_make_a_draw(made_up: cardlib.Game) -> None:
    match = played(made_up, "D play supernova", phase="deployment", D={"hand": ["supernova"]})
    assert match.result is not None
    assert (match.result.winner, match.result.rule) == (None, "AAT-168")


# -- the end -----------------------------------------------------------------------------------------------------


@pytest.mark.pins("AAT-167")
def test_the_reason_says_base_or_alternate(game: cardlib.Game) -> None:
    fallen = played(
        game,
        "D attack fln-torpedo-boat space unb-asteroid-haven",
        D={"battlefield": ["fln-torpedo-boat space"]},
        A={"battlefield": [{"card": "unb-asteroid-haven", "at": "space", "damage": 27}]},
    )
    raided = played(
        game,
        "A order ff-rogue-transport space escape",
        active="A",
        A={
            "subfaction": "freedom-fighters",
            "has": {"objective-token": 3},
            "battlefield": [{"card": "ff-rogue-transport", "at": "space", "charge": 1}],
        },
    )
    assert fallen.result is not None and raided.result is not None
    assert (fallen.result.winner, fallen.result.reason) == (DEFENDER, "base destroyed")
    assert (raided.result.winner, raided.result.reason) == (ATTACKER, "alternate: Supply Raid")


@pytest.mark.pins("AAT-170", "AAT-Q89")
def test_nobody_gives_up_in_the_turn_of_the_other(game: cardlib.Game) -> None:
    match = played(
        game,
        "D attack ff-liberty-cruiser space unb-asteroid-haven",
        D={"battlefield": ["ff-liberty-cruiser space"]},
        A={"battlefield": ["unb-asteroid-haven space", {"card": "ac-first-speaker", "at": "on unb-asteroid-haven"}]},
    )
    assert match.player == ATTACKER  # who is asked about delegation
    with pytest.raises(IllegalOption) as caught:
        match.concede(ATTACKER)
    assert caught.value.rule == "AAT-170"
    assert not match.over


@pytest.mark.pins(
    "ac-reference", "ccn-reference", "cheid-reference", "ff-reference", "fln-reference", "ru-reference", "AAT-005"
)
@pytest.mark.parametrize("subfaction", sorted({subfaction for subfaction, _ in ALTERNATES}))
def test_a_reference_card_recalls_both_alternate_objectives(game: cardlib.Game, subfaction: str) -> None:
    cards = [card for card in game.project.cards.values() if card.attributes.get("subfaction") == subfaction]
    (reference,) = [card for card in cards if card.type == "reference"]
    objectives = [card for card in cards if card.type == "objective"]
    limit = game.project.game.constants["objective_tokens"]
    for role, field, bar in (
        (DEFENDER, "as-defender", "attacker-objective"),
        (ATTACKER, "as-attacker", "defender-objective"),
    ):
        text = str(reference.attributes[field])
        goal = ALTERNATES[subfaction, role]
        assert text.startswith(f"{goal.name}: ")
        assert (f"score {limit} Objective tokens" in text) == goal.tokens
        usable = [card.name for card in objectives if bar not in card.keywords]
        assert any(name in text for name in usable)


@pytest.mark.pins("ff-reference")
def test_a_reference_card_takes_no_part(game: cardlib.Game) -> None:
    from cardlib.decks import load_deck

    deck = load_deck("ff-a", game.project)
    with_it = deck.with_counts({"ff-reference": 1}, "reference")
    assert game.cards_of(with_it) == game.cards_of(deck)
