"""Every ability of every card compiles, and every card that does something more than its keywords has abilities."""

from __future__ import annotations

import cardlib
from cardlib.catalog import load_project

VANILLA = {
    "autonomous-cockpit", "bugzapper", "cap-gun", "challenger-tank", "corvette", "cruiser", "guard-dog",
    "insect-drone", "jaeger", "radio-tower", "shortbow", "skipper", "sky-whale", "stage-1", "succubus",
    "wind-up-bull", "wind-up-cat", "wind-up-dog", "wind-up-mouse", "wind-up-spider",
}  # fmt: skip


def test_every_card_of_mecha_compiles() -> None:
    facts = cardlib.load("mecha").facts
    assert len(facts.cards) == 130
    for card, compiled in zip(facts.cards, facts.abilities, strict=True):
        assert len(compiled) == len(card.abilities), card.id


def test_only_vanilla_cards_have_no_abilities() -> None:
    cards = load_project("mecha").cards.values()
    assert {card.id for card in cards if not card.abilities} == VANILLA
    assert not any(card.unimplemented for card in cards)


def test_every_ability_does_something_that_the_engine_runs() -> None:
    facts = cardlib.load("mecha").facts
    for card, compiled in zip(facts.cards, facts.abilities, strict=True):
        for ability in compiled:
            assert ability.kind == "option" or ability.program or ability.continuous, card.id


def test_every_event_that_a_card_listens_to_is_explained() -> None:
    mecha = load_project("mecha")
    events = mecha.words.wording["events"]
    for card in mecha.cards.values():
        for ability in card.abilities:
            when = ability.get("when", "played")
            event = when["event"] if isinstance(when, dict) else when
            assert event == "played" or event in events, card.id
