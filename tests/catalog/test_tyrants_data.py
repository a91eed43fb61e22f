"""The data of Against All Tyrants: rules, cards, traits and tokens as the catalogue counts them, and how they read."""

from __future__ import annotations

from collections import Counter

import pytest

from cardlib.catalog import Project, load_project


@pytest.fixture(scope="module")
def tyrants() -> Project:
    return load_project("tyrants")


def test_as_many_rules_as_the_catalogue_has(tyrants: Project) -> None:
    kinds = Counter(rule.kind for rule in tyrants.rules.values())
    assert kinds == {"rule": 170, "construction": 19, "ruling": 89, "example": 28}
    for letter, count in (("", 170), ("D", 19), ("Q", 89)):
        width = 2 if letter else 3
        assert {f"AAT-{letter}{number:0{width}d}" for number in range(1, count + 1)} <= set(tyrants.rules)


def test_as_many_cards_as_the_catalogue_has(tyrants: Project) -> None:
    kinds = Counter(card.type for card in tyrants.cards.values())
    assert kinds == {"unit": 106, "leader": 15, "one-time": 24, "objective": 11, "base": 18, "reference": 6}
    scopes = Counter(str(card.attributes.get("subfaction", "faction")) for card in tyrants.cards.values())
    assert scopes.pop("faction") == 36
    assert set(scopes.values()) == {24}
    assert len(scopes) == 6


@pytest.mark.pins("AAT-149", "AAT-148")
def test_every_trait_type_and_token(tyrants: Project) -> None:
    assert len(tyrants.keywords) == 27
    assert all(keyword.reminder and keyword.rule in tyrants.rules for keyword in tyrants.keywords.values())
    assert set(tyrants.keywords) == {id_ for card in tyrants.cards.values() for id_ in card.keywords}
    assert len(tyrants.game.subtypes) == 19
    assert set(tyrants.game.subtypes) == {id_ for card in tyrants.cards.values() for id_ in card.subtypes}
    assert len(tyrants.vocabulary.counters) == 11


@pytest.mark.pins("AAT-148")
def test_every_unit_and_every_one_time_card_has_a_type(tyrants: Project) -> None:
    cards = [card for card in tyrants.cards.values() if card.type in ("unit", "one-time")]
    assert not [card.id for card in cards if not card.subtypes]
    assert all(set(card.subtypes) <= set(tyrants.game.subtypes) for card in tyrants.cards.values())


@pytest.mark.pins("AAT-149")
def test_every_term_has_one_meaning(tyrants: Project) -> None:
    named = [keyword.name for keyword in tyrants.keywords.values()]
    counters = [str(counter["name"]) for counter in tyrants.game.raw["counters"].values()]
    assert len(set(named)) == len(named)
    assert len(set(counters)) == len(counters)
    assert not set(named) & set(counters)  # the trait Stealth and the Stealth token are two things


@pytest.mark.pins("AAT-Q12", "AAT-013", "AAT-D16")
def test_capital_and_fighter_cards_belong_in_space(tyrants: Project) -> None:
    for card in tyrants.cards.values():
        theaters = set(card.attributes.get("theaters") or ())
        if "capital" in card.keywords:
            assert theaters == {"space"}, card.id
        if "fighter" in card.keywords:
            assert theaters == ({"space", "planetside"} if "bomber" in card.keywords else {"space"}), card.id


# How many cards have each trait, from the coverage table of the catalogue; the Unique ones are counted with it.
TRAITS = {
    "unique": 27, "armor": 10, "attacker-objective": 5, "backup": 2, "bomber": 2, "capital": 17, "command": 7,
    "compute": 5, "defended": 6, "defender": 10, "defender-objective": 5, "fighter": 10, "funds": 5, "infiltrate": 3,
    "mainframe": 6, "mark": 5, "mass": 5, "pierce": 6, "point-defense": 3, "rallied": 4, "repeater": 2, "stealth": 6,
    "supply": 4, "sympathized": 3, "torpedo": 4, "transport": 10, "expert": 6,
}  # fmt: skip


def test_traits_are_on_as_many_cards_as_the_catalogue_counts(tyrants: Project) -> None:
    assert Counter(id_ for card in tyrants.cards.values() for id_ in card.keywords) == TRAITS


@pytest.mark.parametrize(
    ("card", "keywords"),
    [
        ("ff-dawn-of-liberty", ["Unique", "Capital", "Transport 2: Trooper"]),
        ("ac-pack-matriarch", ["Command Trooper: 1", "Tactic Expert"]),
        ("ccn-paladin-walker", ["Pierce"]),
        ("fln-siege-walker", ["Armor 1", "Pierce 1"]),
        ("fln-transmitter-beacon", ["Defender (Objective)", "Armor 1"]),
    ],
)
def test_traits_are_printed_with_number_and_type(tyrants: Project, card: str, keywords: list[str]) -> None:
    assert [printed for _, printed, _ in tyrants.keywords_of(tyrants.cards[card])] == keywords


def test_reminders_fill_in_number_and_type(tyrants: Project) -> None:
    reminders = {id_: text for id_, _, text in tyrants.keywords_of(tyrants.cards["ff-dawn-of-liberty"])}
    assert reminders["transport"].startswith("When deployed, place up to 2 Trooper units")
    pierce = tyrants.keywords["pierce"]
    assert pierce.reminder_for("Pierce") == "Its attacks count Armor as 0."
    assert pierce.reminder_for("Pierce 2") == "Its attacks count Armor as 2 lower."
    assert pierce.reminder_for("Repeater 1") is None


def test_orders_stand_behind_their_mark(tyrants: Project) -> None:
    text = tyrants.cards["fln-transmitter-beacon"].text
    assert text.splitlines() == [
        "Placement needs Escalation level 1 or higher.",
        "» Charge: Needs this unit without Charge tokens. Place 1 Charge token on it.",
        "» Transmit: Remove 1 Charge token from this unit to score 1 Objective token.",
    ]
    with_orders = [card for card in tyrants.cards.values() if any("activate" in ability for ability in card.abilities)]
    assert all("» " in card.text for card in with_orders)
    assert {card.type for card in with_orders} == {"unit", "leader", "base", "objective"}


def test_every_card_can_be_played(tyrants: Project) -> None:
    assert not any(card.unimplemented for card in tyrants.cards.values())


def test_the_types_are_printed_behind_the_kind_of_card(tyrants: Project) -> None:
    assert tyrants.cards["ff-port-captain"].type_line == "Unit: Character, Trooper"
    assert tyrants.cards["ff-free-port"].type_line == "Base"
    assert {tyrants.cards["ff-port-captain"].name, tyrants.cards["ff-port-captain-leader"].name} == {"Port Captain"}
