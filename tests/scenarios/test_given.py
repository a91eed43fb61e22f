"""Positions of scenarios: every word is known, what cannot be is refused, what is due is settled."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import cardlib
from cardlib.decks import project_decks
from cardlib.kernel import spans
from cardlib.kernel.chance import Chance
from cardlib.scenarios import Play, Scenario, ScenarioError, positions

TOWERS = [f"radio-tower {column}1" for column in "abcdef"]


@cache
def game(slug: str) -> cardlib.Game:
    return cardlib.load(slug)


def laid_out(slug: str, given: dict[str, Any]) -> Play:
    return Play(game(slug), Scenario("test", "a test", (), {"given": given}, "test.json"))


@pytest.mark.parametrize(
    ("slug", "given", "problem"),
    [
        ("mecha", {"phaze": "main"}, "given: no 'phaze'"),
        ("mecha", {"phase": "mian"}, "no phase is called 'mian'"),
        ("mecha", {"active": "D"}, "active: no player is called 'D'"),
        ("mecha", {"windows": "open"}, "no windows are called 'open'"),
        ("tyrants", {"B": {}}, "given: no 'B'"),
        ("tyrants", {"has": {"incident": 3}}, "(nearest: incidents)"),
        ("tyrants", {"has": {"level": True}}, "has: 'level' is true, expected a number from 0 to 5"),
        (
            "mecha",
            {"A": {"battlefield": [{"card": "turtle", "at": "d3", "damage": True}]}},
            "'damage' is true, expected",
        ),
        ("tyrants", {"has": {"level": 9}}, "has: 'level' is 9, expected a number from 0 to 5"),
        ("tyrants", {"D": {"special_forces": []}}, "D: no 'special_forces'"),
        ("tyrants", {"D": {"special_forces": []}}, "(nearest: special-forces)"),
        ("tyrants", {"D": {"bases": ["ff-free-port"]}}, "'bases' is for a position that begins at the set-up"),
        ("tyrants", {"D": {"subfaction": "freedom"}}, "no subfaction is called 'freedom'"),
        ("tyrants", {"D": {"has": {"base-health": 3}}}, "it is worked out from the position"),
        ("tyrants", {"D": {"has": {"base": 3}}}, "D has: 'base' cannot be set"),
        ("mecha", {"phase": "set-up", "A": {"hand": ["skipper"]}}, "'hand' is for a position that does not begin"),
        ("mecha", {"phase": "set-up", "turn": 3}, "'turn' is for a position that does not begin at the set-up"),
        ("mecha", {"A": {"battlefield": ["skipper"]}}, "'skipper' needs a space"),
        ("mecha", {"A": {"battlefield": ["skiper d3"]}}, "(nearest: skipper)"),
        ("mecha", {"A": {"battlefield": ["skipper z9"]}}, "'skipper': no space is called 'z9'; they are a1 to g5"),
        ("mecha", {"A": {"battlefield": ["skipper d3", "turtle d3"]}}, "cannot stand on d3, where Skipper stands"),
        ("mecha", {"A": {"battlefield": [{"card": "skipper", "at": "d3", "x": 1}]}}, "skipper: 'x' cannot be set"),
        ("mecha", {"A": {"battlefield": [{"card": "skipper", "at": "d3", "owner": "D"}]}}, "no owner is called 'D'"),
        (
            "mecha",
            {"A": {"battlefield": [{"card": "skipper", "at": "d3", "move_used": 1}]}},
            "it is spelled 'move-used'",
        ),
        (
            "mecha",
            {"A": {"battlefield": [{"card": "skipper", "at": "d3", "used": ["9"]}]}},
            "'9' cannot be used up: the card has no ability with a limit",
        ),
        ("mecha", {"A": {"battlefield": [{"card": "skipper", "at": "d3", "damage": -2}]}}, "expected a number from 0"),
    ],
)
def test_a_word_that_is_not_known_says_why(slug: str, given: dict[str, Any], problem: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        laid_out(slug, given)
    assert str(caught.value).startswith("test.json: test: the position can't be laid out: ")
    assert problem in str(caught.value)


@pytest.mark.parametrize(
    ("slug", "side", "problem"),
    [
        ("mecha", [{"card": "dragon-ship", "at": "d3", "damage": 99}], "MIW-068"),
        ("mecha", ["skipper d3", "donna-the-swift on skipper", "bear-the-unbreakable on skipper"], "MIW-129"),
        (
            "mecha",
            ["skipper d3", "skipper d4", "donna-the-swift on skipper d3", "donna-the-swift on skipper d4"],
            "MIW-069",
        ),
        ("mecha", ["radio-tower d3", "donna-the-swift on radio-tower"], "MIW-124"),
        ("mecha", ["orbital-strike d3"], "MIW-114"),
        ("mecha", [{"card": "skipper", "at": "d3", "entered": 12}], "enters in turn 12, and it is turn 9"),
        ("structure", [{"card": "und-shambler", "damage": 9}], "DOS-138"),
        ("structure", ["neu-scorched-earth"], "DOS-164"),
        ("structure", ["neu-sandbag-line", "hld-fire-axe on neu-sandbag-line"], "DOS-083"),
        ("structure", ["dep-armor-schedule"], "DOS-154"),
        ("structure", [{"card": "und-shambler", "arrived": 12}], "arrives in round 12, and it is round 9"),
        ("tyrants", ["ff-gun-buggy space"], "Gun Buggy cannot be in space (AAT-012)"),
        ("tyrants", [{"card": "ff-gun-buggy", "at": "planetside", "damage": 9}], "9 damage with health 2 (AAT-063)"),
        ("tyrants", ["unb-asteroid-haven space", "cheid-exchange-station space"], "second base of player A (AAT-015)"),
        ("tyrants", ["unb-canyon-redoubt planetside"], "the base of player A is in planetside (AAT-010)"),
        ("tyrants", ["ff-ambush space"], "AAT-032"),
        ("tyrants", [{"card": "ru-server-stack", "at": "space", "computation": 4}], "AAT-119"),
    ],
)
def test_what_cannot_be_is_refused_unless_it_is_meant(slug: str, side: list[object], problem: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        laid_out(slug, {"A": {"battlefield": side}})
    assert problem in str(caught.value)
    assert str(caught.value).endswith('; say why in "impossible" if it is meant')
    assert laid_out(slug, {"A": {"battlefield": side}, "impossible": "to see what becomes of it"}).match


def test_no_unit_stands_where_the_board_has_an_objective() -> None:
    side = {"board": [{"card": "warrior-common", "at": "l2"}], "has": {"team-class": 0}}
    with pytest.raises(ScenarioError, match="the board has an Objective or a Respawn Point on that space"):
        laid_out("analog-tactics", {"A": side})
    assert laid_out("analog-tactics", {"A": side, "impossible": "another board"}).read("l2.health") == 3


@pytest.mark.parametrize(
    ("slug", "given", "problem"),
    [
        ("tyrants", {"D": {"hand": ["ac-hive-sanctuary"]}}, "Hive Sanctuary cannot lie in the hand"),
        ("tyrants", {"D": {"special-forces": ["ff-free-port"]}}, "Free Port cannot lie in the Special Forces deck"),
        ("tyrants", {"A": {"objectives": ["ff-gun-buggy"]}}, "Gun Buggy cannot lie in the Objective zone"),
        ("structure", {"B": {"counters": ["und-shambler"]}}, "Shambler cannot lie in the counter area"),
        ("war-rig", {"nobody": {"deck": ["purple-1"]}, "P": {"board": ["purple-1 base-1"]}}, "in the tech deck"),
    ],
)
def test_no_card_lies_where_it_never_can(slug: str, given: dict[str, Any], problem: str) -> None:
    with pytest.raises(ScenarioError, match=problem):
        laid_out(slug, given)
    assert laid_out(slug, given | {"impossible": "to see what becomes of it"}).match


def test_play_leaves_no_card_where_it_cannot_lie() -> None:
    """What game.json says of zones holds in play."""
    for slug in ("tyrants", "structure"):
        loaded = game(slug)
        match = loaded.match([*project_decks(loaded.project)][:2], seed=5)
        chance = Chance(5)
        for _ in range(400):
            if not match.over:
                match.take(chance.below(len(match.options)))
        assert list(positions._astray(loaded, match)) == []


def test_a_reason_for_nothing_is_refused() -> None:
    with pytest.raises(ScenarioError, match="but nothing in the position is"):
        laid_out("mecha", {"A": {"battlefield": ["skipper d3"]}, "impossible": "for fun"})


def test_who_has_lost_in_a_position_has_lost_before_the_first_step() -> None:
    lost = laid_out("mecha", {"A": {"battlefield": [*TOWERS, "radio-tower g1"]}})
    assert (lost.read("winner"), lost.read("result")) == ("B", "MIW-006")
    mecha = laid_out("mecha", {"A": {"battlefield": [*TOWERS, "skipper g1"]}})  # makes room, so g1 is usable
    assert mecha.read("winner") == "none"
    fixed = laid_out("mecha", {"A": {"battlefield": [*TOWERS, "radioless-carrier g1"]}})
    assert (fixed.read("winner"), fixed.read("result")) == ("B", "MIW-006")
    base = laid_out("structure", {"A": {"has": {"base-health": 0}}})
    assert (base.read("winner"), base.read("result")) == ("B", "DOS-210")
    station = {"battlefield": [{"card": "unb-asteroid-haven", "at": "space", "damage": 29}]}
    assert laid_out("tyrants", {"A": station}).read("winner") == "D"


@pytest.mark.parametrize("slug", ["mecha", "structure", "tyrants"])
def test_the_dead_of_a_position_are_buried_before_the_first_step(slug: str) -> None:
    dead: dict[str, Any] = {
        "mecha": {"card": "turtle", "at": "d3", "damage": 9},
        "structure": {"card": "und-shambler", "damage": 9},
        "tyrants": {"card": "ff-gun-buggy", "at": "planetside", "damage": 9},
    }[slug]
    play = laid_out(slug, {"A": {"battlefield": [dead]}, "impossible": "to see it go"})
    assert play.read("A.discard") == [dead["card"]]
    told = next(iter(play.log()))
    assert told[0] == ""
    assert dead["card"].rpartition("-")[2] in str(told[1][0]).lower()


@pytest.mark.parametrize("slug", ["mecha", "structure", "tyrants"])
def test_everything_declared_is_there(slug: str) -> None:
    rules = game(slug).rules
    counters = game(slug).facts.vocabulary.counters
    match = game(slug).match_of([[], []], 1, run=False)
    for name, declared in rules.of_object.items():
        assert name in rules.columns or not declared.settable, name
    for name, declared in rules.of_player.items():
        assert name in match.state.players[0] or not declared.settable, name
        assert isinstance(laid_out(slug, {}).read(f"A.{name.replace('_', '-')}"), int)
    for name, declared in rules.of_match.items():
        assert name in match.state.vars or not declared.settable, name
    for declared in [*rules.of_object.values(), *rules.of_player.values(), *rules.of_match.values()]:
        assert not isinstance(declared.most, str) or declared.most in rules.constants
    assert set(rules.columns) >= {name for name in counters if name in rules.columns}
    for phase in rules.phases:
        assert laid_out(slug, {"phase": phase}).match


def test_a_record_that_says_yes_or_no_may_be_true() -> None:
    play = laid_out("mecha", {"A": {"battlefield": [{"card": "turtle", "at": "d3", "move-used": True}]}})
    assert play.read("turtle.move-used") == 1


def test_an_ability_may_be_used_up_already() -> None:
    taker = {"card": "ash-toll-taker", "used": ["1"]}
    m = laid_out("structure", {"A": {"battlefield": [taker, "ash-toll-taker"]}}).match
    takers = m.state.zones[m.facts.zone["battlefield"][0]][:2]
    ability = m.facts.abilities[m.state.card[takers[0]]][0]
    assert [spans.used_up(m, ability, obj, 0) for obj in takers] == [True, False]
    with pytest.raises(ScenarioError, match="no ability with a limit is called 'draw'; expected one of 1"):
        laid_out("structure", {"A": {"battlefield": [{**taker, "used": ["draw"]}]}})
