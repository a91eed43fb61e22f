"""What a scenario says has to be known and to be so: every slip is an error with its place and the nearest name."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import cardlib
from cardlib.scenarios import Play, Scenario, ScenarioError, run


@cache
def game(slug: str) -> cardlib.Game:
    return cardlib.load(slug)


def scenario(*steps: str, **given: Any) -> Scenario:
    return Scenario("test", "a test", (), {"given": given, "steps": list(steps)}, "test.json")


def failing(slug: str, *steps: str, **given: Any) -> str:
    """The message of a scenario that does not come out."""
    with pytest.raises(ScenarioError) as caught:
        run(game(slug), scenario(*steps, **given))
    return str(caught.value)


SKIPPER: dict[str, Any] = {"A": {"battlefield": ["skipper d3"]}, "B": {"battlefield": ["turtle d5"]}}


@pytest.mark.parametrize(
    ("step", "problem"),
    [
        ("A cannot banana", "'banana' is no move, card or answer"),
        ("A cannot mvoe skipper d3 d4", "nearest: move"),
        ("A cannot move skiper d3 d4", "nearest: skipper"),
        ("A cannot move skipper d3 d9", "'d9' is no space"),
        ("A cannot attack skipper d3 turtle d9", "'d9' is a word too many"),
        ("A cannot attack skipper d9 turtle d5", "'d9' is no card in play or space"),
        ("A cannot attack skipper d3 playr", "(nearest: player)"),
        ("A cannot end now please", "now"),
        ("C cannot end", "no player is called 'C'; they are A and B"),
        ("A cannot move skipper d3 d4", "it is offered"),
        ("A cannot move skipper d3 d4 because MIW-1", "no rule is called 'MIW-1'"),
        ("A cannot attack skipper d3 player because MIW-001", "by MIW-168, not by MIW-001"),
        ("A attack skipper d3 player", "MIW-168"),
        ("dance", "a step begins with a player, 'expect', 'to' or 'dice'"),
        ("to end", "'to' goes on to a turn by its number, such as 'to turn 11'; a player ends a phase with 'A end'"),
        ("to turn ten", "'to' goes on to a turn by its number"),
        ("to turn", "'to' goes on to a turn by its number"),
        ("to turn 3", "it is turn 9: turn 3 is past"),
    ],
)
def test_a_step_that_says_nothing_is_an_error(step: str, problem: str) -> None:
    message = failing("mecha", step, **SKIPPER)
    assert message.startswith(f"test.json: test: step 1 '{step}': ")
    assert problem in message


def test_nothing_is_proved_by_a_match_that_is_over() -> None:
    message = failing("mecha", "A concede", "A cannot move skipper d3 d4", **SKIPPER)
    assert "step 2" in message
    assert "the match is over: B wins: gives up (MIW-011); that refuses everything and proves nothing" in message
    assert "the match is over" in failing("mecha", "A concede", "to turn 11", **SKIPPER)


@pytest.mark.parametrize(
    ("slug", "step", "problem"),
    [
        ("mecha", "expect nonsense", "an expectation is"),
        ("mecha", "expect winer = A", "'winer' cannot be read (nearest: winner)"),
        ("mecha", "expect C.hand = 0", "no player is called 'C'; they are A, B"),
        ("mecha", "expect skipper.name != Skiper", "can never be or hold 'Skiper' (nearest: Skipper)"),
        ("mecha", "expect A.place = 1", "'A.place' cannot be read"),
        ("mecha", "expect A.life = 0", "'A.life' cannot be read"),
        ("mecha", "expect A.bandwith = 0", "(nearest: bandwidth)"),
        ("mecha", "expect A.total_cost = 1", "it is spelled 'total-cost'"),
        ("mecha", "expect skipper d3.colour = 0", "'skipper d3.colour' cannot be read"),
        ("mecha", "expect skipper d3.first_turn = 0", "cannot be read"),
        ("mecha", "expect skiper d3.power = 2", "no card has the id 'skiper' (nearest: skipper)"),
        ("mecha", "expect skipper d3.power = much", "skipper d3.power is a number, found 'much'"),
        ("mecha", "expect skipper d3.power = 5", "skipper d3.power is 2"),
        ("mecha", "expect skipper d4.power = 2", "no skipper d4 is in play; there is: skipper d3"),
        ("mecha", "expect cap-gun.power = 2", "no cap-gun is in play"),
        ("mecha", "expect skipper.at = d9", "skipper.at can never be or hold 'd9'"),
        ("mecha", "expect skipper.owner = D", "can never be or hold 'D'; expected one of A, B"),
        ("mecha", "expect A.hand lacks foo", "no card has the id 'foo'"),
        ("mecha", "expect A.hand = skipper", "A.hand is a list"),
        ("mecha", "expect A.bandwidth has 1", "A.bandwidth is no list"),
        ("mecha", "expect winner = nobody", "can never be or hold 'nobody'; expected one of A, B, draw, none"),
        ("mecha", "expect result != MIW-9999", "can never be or hold 'MIW-9999'"),
        ("mecha", "expect log lacks MIW-9999", "can never be or hold 'MIW-9999'"),
        ("mecha", "expect events lacks explosion", "can never be or hold 'explosion'"),
        ("mecha", "expect chain lacks banana", "expected one of ability, attack, card, move"),
        ("mecha", "expect options lacks banana", "'banana' is no move, card or answer"),
        ("mecha", "expect options lacks move skipper", "options is"),
        ("structure", "expect und-shambler.first_strike = 0", "it is spelled 'first-strike'"),
        ("structure", "expect und-shambler.power = 0", "'und-shambler.power' cannot be read"),
        ("structure", "expect und-shambler.crew = 0", "Shambler has no Crew"),
        ("structure", "expect A.base_health = 20", "it is spelled 'base-health'"),
        ("structure", "expect und-shambler.at = a1", "cannot be read"),
    ],
)
def test_what_cannot_be_read_is_an_error(slug: str, step: str, problem: str) -> None:
    given = SKIPPER if slug == "mecha" else {"A": {"battlefield": ["und-shambler"]}}
    assert problem in failing(slug, step, **given)


def test_a_keyword_and_its_tokens_are_told_apart() -> None:
    given = {"D": {"battlefield": [{"card": "unb-partisan-band", "at": "planetside", "stealth-token": 1}]}}
    message = failing("tyrants", "expect unb-partisan-band.stealth = 1", **given)
    assert message.endswith("unb-partisan-band.stealth is 0; its tokens, unb-partisan-band.stealth-token, are 1")
    message = failing("tyrants", "expect unb-partisan-band.stealth-token = 0", **given)
    assert message.endswith("the keyword, unb-partisan-band.stealth, is 0")


def test_a_unit_that_is_gone_says_so() -> None:
    given: dict[str, Any] = {
        "A": {"battlefield": ["cap-gun d2"]},
        "B": {"battlefield": [{"card": "turtle", "at": "d3", "armour": 0, "damage": 2}]},
    }
    steps = ("expect turtle.damage = 2", "A attack cap-gun d2 turtle d3", "expect B.discard has turtle")
    message = failing("mecha", *steps, "expect turtle.damage = 3", **given)
    assert message.endswith("turtle is gone: destroyed (MIW-068) in step 2")


def test_a_unit_that_goes_while_windows_are_passed_says_so() -> None:
    strike = ["orbital-strike"]
    given: dict[str, Any] = {
        "A": {"battlefield": ["skipper e2"], "hand": strike},
        "B": {"hand": strike},
        "windows": "hand",
    }
    steps = ("A move skipper e2 e3", "B play orbital-strike skipper e2", "expect skipper.at = e3")
    assert "skipper is gone: destroyed (MIW-068) in step 3; in between" in failing("mecha", *steps, **given)


def test_what_can_be_read_of_a_match_of_two_leaves_out_what_only_several_have() -> None:
    message = failing("mecha", "expect phase = main", **SKIPPER)
    assert "winner, result, turn" in message
    message = failing("mecha", "expect skipper.toughness = 2", **SKIPPER)
    assert message.endswith("owner, attachments")


def test_the_first_copy_needs_no_number() -> None:
    axes = {"battlefield": ["hld-scrap-tinker", "hld-fire-axe on hld-scrap-tinker", "hld-fire-axe"]}
    run(game("structure"), scenario("expect hld-fire-axe.owner = A", "expect hld-fire-axe 2.owner = A", A=axes))
    assert "there are 2 of it" in failing("structure", "expect hld-fire-axe 3.owner = A", A=axes)
    apart = {"battlefield": ["skipper d3", "skipper d4"]}
    assert "may be any of: skipper d3; skipper d4" in failing("mecha", "expect skipper.damage = 0", A=apart)


def test_remaining_durability_health_and_defense_are_read() -> None:
    hurt = {"A": {"battlefield": [{"card": "cruiser", "at": "d3", "damage": 1}]}}
    durability = Play(game("mecha"), scenario(**hurt)).read("cruiser.durability")
    assert Play(game("mecha"), scenario(**hurt)).read("cruiser.remaining") == int(str(durability)) - 1
    frame = {"A": {"battlefield": [{"card": "dep-enforcer-frame", "damage": 1}]}}
    play = Play(game("structure"), scenario(**frame))
    assert play.read("dep-enforcer-frame.remaining") == int(str(play.read("dep-enforcer-frame.defense"))) - 1
    base = {"A": {"battlefield": [{"card": "unb-asteroid-haven", "at": "space", "damage": 9}]}}
    play = Play(game("tyrants"), scenario(**base))
    assert play.read("unb-asteroid-haven.remaining") == play.read("A.base-health") == 20


ATTACK: dict[str, Any] = {
    "A": {"battlefield": ["cap-gun d2"]},
    "B": {"battlefield": ["turtle d3"], "hand": ["orbital-strike"]},
}


def test_a_step_that_comes_too_late_says_what_happened_in_between() -> None:
    steps = ("A attack cap-gun d2 turtle d3", "expect turtle.damage = 1")
    message = failing("mecha", *steps, "expect now chain has attack", **ATTACK)
    assert "chain is empty; in between: B passes at 'respond or pass'; Turtle" in message
    message = failing("mecha", *steps, "B play orbital-strike cap-gun d2", **ATTACK)
    assert "player A is asked 'your Main Phase' first; in between: B passes at 'respond or pass'; Turtle" in message


def test_what_does_not_come_about_says_who_has_to_choose_before_it() -> None:
    full = {"card": "purple-1", "at": "oil-sands", "camp": 1, "red": 3}
    given = {"P": {"board": [full]}, "R": {"board": ["red-3 base-2"]}}
    gather = "P gather purple-1 red green"
    asked = "; player P is asked 'what goes aboard' first"
    assert failing("war-rig", gather, "expect purple-1.cargo = 4", **given).endswith(f"purple-1.cargo is 3{asked}")
    assert failing("war-rig", gather, "expect options has end", **given).endswith(asked)
    assert failing("war-rig", gather, "dice white 1", "expect turn = 9", **given).endswith(f"white 1{asked}")
    assert failing("war-rig", "expect purple-1.cargo = 4", **given).endswith("purple-1.cargo is 3")
    assert failing("war-rig", gather, "expect purple-1.carg = 4", **given).endswith("(nearest: cargo)")


@pytest.mark.parametrize(
    ("script", "problem"),
    [
        (["two"], "script: found 'two', expected outcomes of chance as numbers from 0"),
        ([-1], "script: found -1, expected"),
        ([7], "the script says 7 where chance brings 0 to 1"),
        ([0, 0, 0], "the script has outcomes left that chance was not asked for"),
    ],
)
def test_a_script_says_what_chance_can_bring(script: list[object], problem: str) -> None:
    given = {"A": {"hand": ["gamble", "skipper"]}, "B": {"hand": ["skipper"]}, "script": script}
    assert problem in failing("mecha", "A play gamble", "expect A.hand >= 0", **given)


def test_what_came_at_once_is_said_to_whoever_looks_too_late() -> None:
    given = {"A": {"battlefield": ["cap-gun d4"]}, "B": {"battlefield": ["wind-up-mouse d5"]}}
    message = failing("mecha", "A attack cap-gun d4 wind-up-mouse d5", "expect now chain has attack", **given)
    assert "chain is empty; in between: Cap Gun attacks Wind-Up Mouse [MIW-166]; " in message
    assert message.endswith("Wind-Up Mouse is destroyed [MIW-068]")
    fight = {"phase": "battle", "A": {"battlefield": ["hld-scrap-tinker"]}, "B": {"battlefield": ["dep-clerk-drone"]}}
    message = failing("structure", "A attack hld-scrap-tinker", "A done", **fight)
    assert "player B is asked 'declare blocking cards' first; in between: A starts a battle with 1 card" in message
    assert message.endswith("; Scrap Tinker attacks [DOS-094]")


def test_a_step_of_a_player_who_does_nothing_is_an_error() -> None:
    assert failing("mecha", "A").endswith("step 1 'A': say what player A does, such as 'A play CARD SPACE'")


def test_a_unit_on_a_space_has_no_second_copy() -> None:
    assert "'d3 9': there is 1 of it" in failing("mecha", "expect d3 9.power = 2", **SKIPPER)
    run(game("mecha"), scenario("expect d3 1.power = 2", **SKIPPER))


def test_a_value_of_a_player_is_read_of_a_player() -> None:
    message = failing("tyrants", "expect funds-token = 0")
    assert message.endswith(
        "'funds-token' cannot be read by itself; of a player it can: D.funds-token or A.funds-token"
    )


def test_a_value_of_the_match_is_read_by_itself_though_players_have_one_of_that_name() -> None:
    run(game("tyrants"), scenario("expect level = 2", "expect incidents = 3", has={"level": 2, "incidents": 3}))


def test_to_goes_on_to_a_main_phase_that_can_not_be_ended_yet() -> None:
    """A Magpie Drone leaves a duty to move, before which nothing is ended (MIW-038)."""
    given = {"A": {"battlefield": ["magpie-drone d4"]}, "B": {"battlefield": ["cruiser c4"]}}
    steps = (
        "A attack magpie-drone d4 cruiser c4",
        "to turn 10",
        "B cannot end because MIW-038",
        "B move cruiser c4 b4",
    )
    run(game("mecha"), scenario(*steps, "expect turn = 10", **given))
