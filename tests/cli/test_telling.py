"""The log as it is told: copies as the board tells them apart, totals beside changes, phases as headings."""

from __future__ import annotations

from typing import Any

import pytest
from given import begun, position

import cardlib
from cardlib_cli import board, telling

DUEL = {
    "A": {"battlefield": ["cruiser c3", "cruiser e1"]},
    "B": {"battlefield": [{"card": "turtle", "at": "c4", "armour": 1}]},
}


def log(slug: str, *steps: str, **given: Any) -> list[str]:
    """The told lines of some steps from a position."""
    return telling.events(begun(cardlib.load(slug), *steps, **given).match, 0, None)


def test_copies_are_told_apart_by_their_space_as_on_the_board() -> None:
    lines = log("mecha", "A attack cruiser c3 turtle c4", **DUEL)
    assert "  Cruiser on c3 attacks Turtle [MIW-166]" in lines


def test_a_single_card_needs_no_mark() -> None:
    lines = log("mecha", "A attack cruiser c3 turtle c4", **{**DUEL, "A": {"battlefield": ["cruiser c3"]}})
    assert "  Cruiser attacks Turtle [MIW-166]" in lines


BOATS = {
    "active": "D",
    "D": {
        "battlefield": [
            {"card": "fln-line-destroyer", "at": "space"},
            {"card": "fln-line-destroyer", "at": "space"},
            {"card": "fln-shock-regiment", "at": "planetside"},
        ]
    },
    "A": {
        "battlefield": [
            {"card": "ff-militia-cell", "at": "planetside"},
            {"card": "ff-liberty-cruiser", "at": "space"},
            {"card": "ff-liberty-cruiser", "at": "space"},
        ]
    },
}


def test_copies_in_a_theater_have_their_number_as_on_the_board() -> None:
    match = position(cardlib.load("tyrants"), **BOATS)
    drawn = board.draw(match, cardlib.load("tyrants").project, 0)
    assert any("Line Destroyer (2)" in line for line in drawn)
    match.take("attack line-destroyer space 2 ff-liberty-cruiser 2")
    lines = telling.events(match, 0, 0)
    assert "  Line Destroyer (2) attacks Liberty Cruiser (2) [AAT-052]" in lines
    assert "  Liberty Cruiser (2) takes 2 damage (4 of 6 left) [AAT-062]" in lines


def test_what_has_left_keeps_the_mark_that_it_had() -> None:
    """The second copy is destroyed, and called so, though it lies in the discard pile as the log is told."""
    given = {**BOATS, "A": {"battlefield": [{"card": "ff-liberty-cruiser", "at": "space"}] * 2}}
    given["A"]["battlefield"][1] = {"card": "ff-liberty-cruiser", "at": "space", "damage": 5}
    match = position(cardlib.load("tyrants"), **given)
    match.take("attack line-destroyer space ff-liberty-cruiser 2")
    assert "  Liberty Cruiser (2) is destroyed [AAT-091]" in telling.events(match, 0, 0)


def test_a_change_of_theater_calls_a_unit_as_it_stood() -> None:
    given = {"active": "A", "A": {"battlefield": ["ff-rogue-transport space", "ff-rogue-transport planetside"]}}
    match = position(cardlib.load("tyrants"), **given)
    match.take("move ff-rogue-transport space")
    assert "  Rogue Transport in Space goes Planetside [AAT-080]" in telling.events(match, 0, 0)


def test_totals_stand_beside_changes() -> None:
    given = {"active": "A", "turn": 3, "phase": "regroup"}
    lines = log("structure", "A survivor bio", **given)
    assert "  A: +1 Survivor (now 1) [DOS-023]" in lines
    tower = {"A": {"battlefield": ["radio-tower d1"], "hand": ["radio-tower"]}}
    assert "  Radio Tower enters on e1 (bandwidth 2) [MIW-113]" in log("mecha", "A play radio-tower e1", **tower)
    assert "  Turtle loses an armour counter instead of taking damage (0 left) [MIW-183]" in log(
        "mecha", "A attack cruiser c3 turtle c4", **DUEL
    )


def test_a_battle_tells_what_is_left_of_each() -> None:
    given = {
        "active": "A",
        "turn": 5,
        "phase": "battle",
        "A": {"battlefield": ["und-raging-dead"]},
        "B": {"battlefield": ["hld-barricade-foreman"], "has": {"base-health": 20}},
    }
    match = begun(cardlib.load("structure"), **given).match
    for word in ("attack und-raging-dead", "done", "done"):
        if not match.over and word in [option.notation for option in match.options]:
            match.take(word)
    lines = telling.events(match, 0, 0)
    assert any(line.startswith("  B's Base loses ") and " left) [DOS-117]" in line for line in lines), lines


def at_the_ruins(damage: int) -> list[str]:
    """What is told of the start of a turn: a Turtle with some damage stands beside Unknown Ruins."""
    given = {"A": {"battlefield": [{"card": "turtle", "at": "d2", "damage": damage}, "unknown-ruins d1"]}}
    match = begun(cardlib.load("mecha"), "to turn 10", **given).match
    return [event.text for event in match.log]


def test_nothing_takes_effect_where_nothing_happened() -> None:
    """MIW-030: the Ruins take a counter off where there is one; where there is none, there is nothing to tell."""
    said = at_the_ruins(1)
    at = said.index("The ability of Unknown Ruins takes effect")
    assert said[at + 1] == "Turtle: -1 damage counter (now 0)"
    assert not any("takes effect" in text for text in at_the_ruins(0))


def test_what_holds_from_now_on_is_told_in_words() -> None:
    given = {"A": {"battlefield": ["cap-gun c2"], "hand": ["ramp-orders"]}}
    assert "  Ramp Orders takes effect on Cap Gun (Reach) [MIW-114]" in log(
        "mecha", "A play ramp-orders cap-gun c2", **given
    )


def test_a_duty_and_a_lost_keyword_are_told_in_words() -> None:
    given = {"A": {"battlefield": ["magpie-drone d3"]}, "B": {"battlefield": ["cruiser d4"]}}
    told = log("mecha", "A attack magpie-drone d3 cruiser d4", "expect cruiser.damage = 1", **given)
    assert "  Magpie Drone takes effect on Cruiser (must move) [MIW-Q93]" in told
    given = {"A": {"battlefield": ["und-broken-colossus"], "has": {"bio": 2}}}
    told = log("structure", "A use und-broken-colossus", "expect und-broken-colossus.crippled = 0", **given)
    assert "  Broken Colossus takes effect (without Crippled) [DOS-067]" in told


def test_the_log_of_a_scenario_leaves_out_what_came_to_nothing() -> None:
    """MIW-Q95: Gutshot takes effect on a Command whose player has no Tower, and nothing comes of it."""
    given = {"A": {"hand": ["weapons-cache"]}, "B": {"battlefield": ["gutshot d4"]}}
    play = begun(cardlib.load("mecha"), "A play weapons-cache", "expect A.hand = 2", **given)
    said = [event.text for _, events in play.log() for event in events]
    assert "Weapons Cache goes to the discard pile" in said
    assert not any("Gutshot" in text for text in said)


def test_a_chosen_name_is_told() -> None:
    given = {"A": {"battlefield": ["skipper a1"], "hand": ["camouflage"]}, "B": {"battlefield": ["wind-up-bull d5"]}}
    told = log("mecha", "A play camouflage skipper a1", "A wind-up-bull", "expect a1.name = Wind-Up Bull", **given)
    assert "  Camouflage: the name Wind-Up Bull is chosen [MIW-Q66]" in told


@pytest.mark.parametrize(
    ("slug", "deck", "rules"),
    [
        ("mecha", "graces-command", ["MIW-020", "MIW-020", "MIW-022"]),
        ("tyrants", "ff-d", ["AAT-018", "AAT-018", "AAT-020"]),
        ("structure", "unburied", ["DOS-008", "DOS-008", "DOS-009"]),
    ],
)
def test_decks_are_shuffled_by_the_rule_of_the_moment(slug: str, deck: str, rules: list[str]) -> None:
    match = cardlib.load(slug).match([deck, deck], seed=1)
    match.take(0)
    while len([event for event in match.log if event.kind == "shuffled"]) < 3:
        match.take(len(match.decision.choices) - 1)
    assert [event.rule for event in match.log if event.kind == "shuffled"] == rules


def test_what_leaves_play_is_told_where_it_goes() -> None:
    transport = {"card": "ff-rogue-transport", "at": "space", "charge": 1}
    told = log(
        "tyrants", "D order ff-rogue-transport escape", "expect D.objective-token = 1", D={"battlefield": [transport]}
    )
    assert "  Rogue Transport goes to the Defender's Objective zone [AAT-Q75]" in told


def test_equal_sentences_are_told_once_with_their_rule_at_the_end() -> None:
    match = cardlib.load("mecha").match(["radio-towers", "radio-towers"], seed=1)
    match.run()
    assert "  B draws a card x 5 [MIW-021]" in telling.events(match, 0, 0)


def test_a_long_line_goes_on_below_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    lines = log("mecha", "A attack cruiser c3 turtle c4", **DUEL)
    at = lines.index("  Turtle loses an armour counter instead")
    assert lines[at + 1].startswith("      of taking damage (0 left)")
