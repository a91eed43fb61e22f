"""The construction rules of Mecha, one by one: the worked example of each, and a legal and an illegal deck for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardlib.catalog import Project
from cardlib.decks import CompiledFormat, Deck, Violation, deck_of, load_deck, load_format, parse_deck, project_decks

FIXTURES = Path(__file__).parents[1] / "fixtures" / "decks" / "mecha"
OK40 = {
    "radio-tower": 16,
    "pack-cat": 3,
    "pack-dog": 3,
    "skipper": 3,
    "cap-gun": 3,
    "turtle": 3,
    "cruiser": 3,
    "orbital-strike": 3,
    "weapons-cache": 3,
}
CONSTRUCTION_IDS = [f"MIW-D{number:02d}" for number in range(1, 11)]


def only(standard: CompiledFormat, deck: Deck) -> Violation:
    """The one violation of a deck that breaks one rule."""
    report = standard.check(deck)
    assert len(report.violations) == 1, report.violations
    return report.violations[0]


def test_ok40_breaks_nothing(standard: CompiledFormat) -> None:
    assert standard.check(deck_of(OK40)).legal


@pytest.mark.pins("MIW-D01")
def test_39_cards_are_one_short(standard: CompiledFormat) -> None:
    found = only(standard, deck_of({**OK40, "radio-tower": 15}))
    assert (found.rule, found.code, found.found, found.allowed) == ("MIW-D01", "size", 39, "at least 40 cards")
    assert found.fix == "add 1 card, e.g. 1 Radio Tower"
    assert found.sentence == "A deck holds at least 40 cards."


@pytest.mark.pins("MIW-D02")
def test_a_fourth_skipper_is_one_too_many(standard: CompiledFormat) -> None:
    found = only(standard, deck_of({**OK40, "radio-tower": 15, "skipper": 4}))
    assert (found.rule, found.cards, found.found, found.allowed) == ("MIW-D02", ("skipper",), 4, "at most 3")
    assert found.fix == "swap 1 Skipper for another card"  # taking it out would leave 39 (MIW-D01)
    found = only(standard, deck_of({**OK40, "skipper": 4}))
    assert found.fix == "remove 1 Skipper"


@pytest.mark.parametrize("counts", [OK40, {"radio-tower": 40}])
@pytest.mark.pins("MIW-D03")
def test_basics_have_no_limit(standard: CompiledFormat, counts: dict[str, int]) -> None:
    assert standard.check(deck_of(counts)).legal  # MIW-D03


@pytest.mark.pins("MIW-D04")
def test_a_second_jaeger_is_one_too_many(standard: CompiledFormat) -> None:
    found = only(standard, deck_of({**OK40, "radio-tower": 14, "jaeger": 2}))
    assert (found.rule, found.cards, found.allowed) == ("MIW-D04", ("jaeger",), "at most 1")


@pytest.mark.pins("MIW-D05")
def test_different_singletons_do_not_count_against_one_another(standard: CompiledFormat) -> None:
    deck = deck_of({**OK40, "radio-tower": 13, "jaeger": 1, "sky-whale": 1, "longshot": 1})
    assert standard.check(deck).legal  # MIW-D05


@pytest.mark.pins("MIW-D06")
def test_copies_are_counted_by_printed_name_over_all_lines(mecha: Project, standard: CompiledFormat) -> None:
    text = "15 Radio Tower\n3 Pack Cat\n3 Pack Dog\n3 Skipper\n3 Turtle\n3 Cruiser\n3 Orbital Strike\n3 Weapons Cache\n"
    found = only(standard, parse_deck(text + "2 Cap Gun\n2 cap-gun\n", mecha))
    assert (found.rule, found.also, found.found) == ("MIW-D06", "MIW-D02", "2 + 2 = 4")


@pytest.mark.pins("MIW-D07")
def test_an_unknown_name_is_outside_of_the_published_list(mecha: Project, standard: CompiledFormat) -> None:
    text = "\n".join(f"{count} {card}" for card, count in {**OK40, "radio-tower": 15}.items()) + "\n1 Iron Giant"
    found = only(standard, parse_deck(text, mecha, strict=False))
    assert (found.rule, found.cards, found.found) == ("MIW-D07", ("Iron Giant",), 1)


@pytest.mark.parametrize("towers", [17, 77])
@pytest.mark.pins("MIW-D08")
def test_there_is_no_largest_deck(standard: CompiledFormat, towers: int) -> None:
    assert standard.check(deck_of({**OK40, "radio-tower": towers})).legal  # MIW-D08


@pytest.mark.pins("MIW-D09")
def test_cards_that_cannot_be_played_from_the_hand_are_allowed(standard: CompiledFormat) -> None:
    deck = deck_of({**OK40, "radio-tower": 14, "hidden-cache": 1, "manly-combined-kamin": 1})
    report = standard.check(deck)
    assert report.legal  # MIW-D09
    assert [warning.rule for warning in report.warnings] == ["MIW-Q77"]  # nothing in the deck brings it into play


@pytest.mark.pins("MIW-D10")
def test_a_side_list_is_refused(standard: CompiledFormat) -> None:
    found = only(standard, deck_of({"main": OK40, "side": {"radio-tower": 5}}))
    assert (found.rule, found.section, found.found) == ("MIW-D10", "side", 5)
    assert found.fix == "delete the section side with its 5 cards"


@pytest.mark.parametrize("rule", CONSTRUCTION_IDS)
def test_every_rule_has_a_legal_and_an_illegal_deck(mecha: Project, standard: CompiledFormat, rule: str) -> None:
    legal = load_deck(FIXTURES / f"{rule.lower()}-legal.txt", mecha, strict=False)
    assert standard.check(legal).legal
    illegal = load_deck(FIXTURES / f"{rule.lower()}-illegal.txt", mecha, strict=False)
    assert standard.check(illegal).rules == (illegal.headers["breaks"],)


def test_the_format_names_every_construction_rule(mecha: Project) -> None:
    stated = [rule for rule in load_format(mecha).rules if rule.startswith("MIW-D")]
    assert sorted(stated) == CONSTRUCTION_IDS
    assert sorted(rule.id for rule in mecha.rules.values() if rule.kind == "construction") == CONSTRUCTION_IDS


def test_permits_are_kept(mecha: Project, standard: CompiledFormat) -> None:
    """No constraint limits the copies of a card that a rule leaves free (MIW-D03)."""
    basics = standard.facts.cards_of("basic")
    assert basics == {"radio-tower"}
    assert standard.facts.filler(parse_deck("1 Turtle\n", mecha), ("main",)) == "Radio Tower"


def test_all_breaches_are_reported_at_once(mecha: Project, standard: CompiledFormat) -> None:
    deck = parse_deck("4 Skipper\n2 Jaeger\n1 Iron Giant\n[side]\n1 Turtle\n", mecha, strict=False)
    assert standard.check(deck).rules == ("MIW-D01", "MIW-D02", "MIW-D04", "MIW-D07", "MIW-D10")


def test_every_deck_of_the_game_is_legal_and_has_its_partners(mecha: Project, standard: CompiledFormat) -> None:
    decks = project_decks(mecha)
    assert {"graces-command", "donnas-search", "ok40", "radio-towers"} < set(decks)
    for name in decks:
        report = standard.check(load_deck(name, mecha))
        assert report.legal, report.violations
        assert not report.warnings, report.warnings


def test_the_published_decks_are_the_published_ones(mecha: Project) -> None:
    grace = load_deck("graces-command", mecha)
    assert grace.name == "Grace's Command"
    assert grace.headers["credit"] == "KR Game Studios"
    assert (grace.size, grace.counts()["radio-tower"], grace.counts()["bugzapper"]) == (40, 17, 3)
    donna = load_deck("donnas-search", mecha)
    assert (donna.size, donna.counts()["radio-tower"], donna.counts()["cap-gun"]) == (40, 15, 3)
