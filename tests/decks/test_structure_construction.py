"""The construction rules of Dept. of Structure, one by one, its four decks, and the decks of the variant."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cardlib.catalog import Project, load_project
from cardlib.decks import (
    CompiledFormat,
    Deck,
    check,
    compile_format,
    load_deck,
    load_format,
    project_decks,
    random_deck,
)
from cardlib.errors import CardlibError, NotFound

FIXTURES = Path(__file__).parents[1] / "fixtures" / "decks" / "structure"
OF_DECKS = [f"DOS-D{number:02d}" for number in range(1, 12)]
OF_SET_UP = ["DOS-D12", "DOS-D13", "DOS-D14"]
FACTIONS = ["unburied", "holdouts", "department", "ash-riders"]


@pytest.fixture(scope="module")
def structure() -> Project:
    return load_project("structure")


@pytest.fixture(scope="module")
def variant(structure: Project) -> CompiledFormat:
    return compile_format(structure, load_format(structure, "variant"))


def changed(deck: Deck, section: str = "main", **counts: int) -> Deck:
    """The deck with other numbers of some cards in one section."""
    change = {card.replace("_", "-"): count for card, count in counts.items()}
    return deck.with_counts({**deck.counts(section), **change}, section)


@pytest.mark.pins(
    "DOS-D01",
    "DOS-D02",
    "DOS-D03",
    "DOS-D04",
    "DOS-D05",
    "DOS-D06",
    "DOS-D07",
    "DOS-D08",
    "DOS-D09",
    "DOS-D10",
    "DOS-D11",
    "DOS-Q15",
)
@pytest.mark.parametrize("rule", OF_DECKS)
def test_every_rule_has_a_legal_and_an_illegal_deck(structure: Project, rule: str) -> None:
    legal = load_deck(FIXTURES / f"{rule.lower()}-legal.txt", structure)
    assert check(legal, structure).violations == ()
    illegal = load_deck(FIXTURES / f"{rule.lower()}-illegal.txt", structure, strict=False)
    report = check(illegal, structure)
    assert report.rules == (illegal.headers["breaks"],) == (rule,)
    assert all(violation.fix for violation in report.violations)


def test_the_format_names_every_construction_rule(structure: Project) -> None:
    stated = [rule for rule in load_format(structure).rules if rule.startswith("DOS-D")]
    assert sorted(stated) == [*OF_DECKS, *OF_SET_UP]
    assert sorted(permit.rule for permit in load_format(structure).permits) == OF_SET_UP
    assert {rule.id for rule in structure.rules.values() if rule.kind == "construction"} == set(stated)


@pytest.mark.parametrize("name", FACTIONS)
def test_the_four_decks_are_standard_and_keep_the_guidelines(
    structure: Project, variant: CompiledFormat, name: str
) -> None:
    deck = load_deck(name, structure)
    assert name in project_decks(structure)
    assert (deck.format, check(deck, structure).violations) == ("standard", ())
    report = variant.check(deck, advice=True)
    assert (report.violations, report.warnings, report.advice) == ((), (), ())


def test_a_deck_is_checked_as_what_it_is_entered_for(structure: Project) -> None:
    deck = changed(load_deck("unburied", structure), und_rise_again=1, und_feast_of_names=1)
    assert check(deck, structure).rules == ("DOS-D11",)
    entered = replace(deck, headers={**deck.headers, "format": "Variant"})
    assert check(entered, structure).legal
    assert check(entered, structure, "standard").rules == ("DOS-D11",)
    with pytest.raises(NotFound, match=r"structure has no format 'varient' \(nearest: variant\)"):
        check(replace(deck, headers={"format": "varient"}), structure)


def test_counter_cards_are_beside_the_deck(structure: Project, variant: CompiledFormat) -> None:
    deck = load_deck("holdouts", structure)
    inside = changed(deck, "main", ctr_base_health=1)
    assert variant.check(inside).rules == ("DOS-D02",)
    assert [one.fix for one in variant.check(inside).violations] == ["remove 1 Counter: Base Health"]  # the second one
    strayed = changed(inside, "counters", ctr_base_health=0)
    assert variant.check(strayed).rules == ("DOS-D02",)
    assert {one.fix for one in variant.check(strayed).violations} == {"move 1 Counter: Base Health to [counters]"}
    assert variant.check(changed(changed(strayed, "main", ctr_base_health=0), "counters", ctr_base_health=1)).legal
    instead = variant.check(changed(deck, "main", ctr_base_health=1, hld_fire_axe=1))
    assert instead.rules == ("DOS-D01", "DOS-D02")
    assert [one.found for one in instead.violations] == [39, 1]  # counter cards are not counted
    assert variant.check(changed(deck, "counters", hld_fire_axe=1)).rules == ("DOS-D02",)


def test_neutral_is_no_faction(structure: Project, variant: CompiledFormat) -> None:
    deck = load_deck("holdouts", structure)
    report = variant.check(replace(deck, headers={"faction": "neutral"}))
    assert report.rules == ("DOS-D06",)
    assert report.violations[0].fix == "write 'faction: holdouts' at the head of the deck"


@pytest.mark.parametrize("faction", FACTIONS)
def test_random_decks_of_a_faction(structure: Project, variant: CompiledFormat, faction: str) -> None:
    for seed in range(6):
        deck = random_deck(structure, seed, variant, identity=faction)
        assert (deck.headers["faction"], deck.format) == (faction, "variant")
        assert (variant.check(deck).violations, deck.section("counters").size) == ((), 3), seed
    assert variant.check(random_deck(structure, 1, variant, guided=False, identity=faction)).legal


def test_a_random_deck_of_the_standard_game_is_one_of_the_four(structure: Project) -> None:
    drawn = {random_deck(structure, seed).name for seed in range(20)}
    assert drawn == {load_deck(name, structure).name for name in FACTIONS}
    assert random_deck(structure, 1, identity="The Department").name == "The Department"
    with pytest.raises(CardlibError, match=r"Standard lists no such deck .*; --rules names another format"):
        random_deck(structure, 1, size=50)
