"""What a player is asked: with what the ability says, what was picked so far, and names in place of ids."""

from __future__ import annotations

from typing import Any

import pytest
from given import position

import cardlib
from cardlib.kernel.decisions import AmbiguousOption, IllegalOption
from cardlib.kernel.events import told
from cardlib.kernel.match import Match
from cardlib.kernel.records import UNSEEN, Raw
from cardlib_cli import telling

CURFEW = {
    "active": "D",
    "phase": "deployment",
    "has": {"level": 3},
    "D": {"hand": ["mnd-curfew", "mnd-checkpoint"], "battlefield": ["cheid-leased-gun-platform space"]},
    "A": {"battlefield": ["ff-militia-cell planetside", "ff-gun-buggy planetside", "ff-rogue-transport space"]},
}
MEDIC = {
    "active": "A",
    "A": {"battlefield": ["hld-street-medic", "hld-watch-volunteer"], "has": {"survivor": 3, "supplies": 3}},
}


def asked(match: Match) -> list[str]:
    return telling.about(match, cardlib.load(match.rules.slug).project)


def test_a_choice_is_asked_with_what_the_ability_says_and_what_was_picked() -> None:
    match = position(cardlib.load("tyrants"), **CURFEW)
    assert asked(match) == []
    match.take("play mnd-curfew")
    text = "  Place 1 Disruption token on each of up to 2 enemy units Planetside."
    assert asked(match) == [text]
    match.take("ff-gun-buggy planetside")
    assert asked(match) == [text, "  so far: ff-gun-buggy planetside"]


def test_a_target_is_asked_with_what_the_ability_says() -> None:
    match = position(cardlib.load("structure"), **MEDIC)
    match.take("use street-medic")
    assert match.decision is not None
    assert match.decision.prompt == "choose a target"
    assert asked(match)[0].endswith("damage from target friendly Unit.")


def test_names_do_in_place_of_ids() -> None:
    match = position(cardlib.load("tyrants"), **CURFEW)
    assert match.find("play checkpoint space") == match.find("play mnd-checkpoint space")
    with pytest.raises(AmbiguousOption, match="play mnd-checkpoint planetside"):
        match.find("play checkpoint")
    with pytest.raises(IllegalOption, match="Gun Buggy is not in your hand"):
        match.find("play gun-buggy")


@pytest.mark.parametrize(("slug", "given", "word", "instead"), [("tyrants", CURFEW, "pass", "end")])
def test_who_wants_to_go_on_is_told_how(slug: str, given: dict[str, Any], word: str, instead: str) -> None:
    with pytest.raises(IllegalOption, match=f"'{word}' is not offered now; say '{instead}'"):
        position(cardlib.load(slug), **given).find(word)


def test_sentences_count_and_name_counters() -> None:
    match = position(cardlib.load("tyrants"), **CURFEW)
    match.take("play curfew")
    match.take("ff-gun-buggy planetside")
    match.take("done")
    said = [event.text for event in match.log]
    assert "Gun Buggy: +1 Disruption token (now 1)" in said
    assert "The Defender plays Curfew" in said
    lines = [told(match, Raw("mulligan", -1, -1, count, 1, None, UNSEEN)).text for count in (1, 2)]
    assert lines == [
        "The Attacker sets 1 card aside and draws as many",
        "The Attacker sets 2 cards aside and draws as many",
    ]
