"""What is said to do about a broken limit: whoever does it breaks no other limit by that."""

from __future__ import annotations

import pytest
from factions import found, rules

from cardlib.catalog import Project
from cardlib.decks import deck_of, random_deck

SMALL = (
    {"kind": "size", "exactly": 3, "rule": "R-1"},
    {"kind": "count", "of": "unit", "min": 3, "rule": "R-2"},
)


def test_what_a_full_deck_can_do_without_breaks_no_other_rule(factions: Project) -> None:
    test = rules(factions, *SMALL)
    assert found(test.check(deck_of({"scout": 3, "base-sky": 1}))) == [
        ("R-1", 4, "exactly 3 cards", "remove 1 card, e.g. 1 Sky Base")
    ]
    lone = rules(factions, *SMALL, {"kind": "copies", "of": "base", "max": 1, "rule": "R-3"})
    assert [one.fix for one in lone.check(deck_of({"scout": 4, "base-sky": 2})).violations] == [
        "remove 3 cards, e.g. 2 Sky Base and 1 Scout",
        "remove 1 Sky Base",
    ]
    pure = rules(factions, SMALL[0], {"kind": "only", "sections": ["main"], "of": "unit", "rule": "R-3"})
    assert pure.check(deck_of({"scout": 3, "base-sky": 1})).violations[0].fix == "remove 1 card, e.g. 1 Sky Base"
    narrow = rules(factions, SMALL[0], {**SMALL[1], "min": 4})
    assert [one.fix for one in narrow.check(deck_of({"scout": 4})).violations] == ["remove 1 card"]


def test_what_a_full_deck_lacks_takes_the_place_of_other_cards(factions: Project) -> None:
    test = rules(factions, *SMALL)
    assert found(test.check(deck_of({"scout": 2, "base-sky": 1}))) == [
        ("R-2", 2, "at least 3 Unit cards", "add 1 more in place of another card: a Unit card")
    ]
    assert [one.fix for one in test.check(deck_of({"scout": 2})).violations] == [
        "add 1 card",
        "add 1 more: a Unit card",
    ]


def test_repairs_and_random_decks_know_what_a_size_leaves_out(factions: Project) -> None:
    test = rules(
        factions,
        {"kind": "size", "except": "base", "exactly": 6, "rule": "R-1"},
        {"kind": "count", "of": "base", "exactly": 2, "rule": "R-2"},
        {"kind": "copies", "except": "base", "max": 3, "rule": "R-3"},
    )
    for seed in range(4):
        deck = random_deck(factions, seed, test)
        assert test.check(deck).legal
        assert deck.section("main").size == 8
    four = test.check(deck_of({"scout": 4, "raider": 2, "base-sky": 2}))
    assert [one.fix for one in four.violations] == ["swap 1 Scout for another card"]  # 5 would be too few
    few = test.check(deck_of({"scout": 3, "raider": 2, "base-sky": 2}))
    assert [one.fix for one in few.violations] == ["add 1 card"]  # and not a base, of which there may be any number


def test_cards_that_one_section_alone_admits_are_moved_there(factions: Project) -> None:
    test = rules(
        factions,
        {"kind": "only", "sections": ["main", "side"], "of": "unit", "rule": "R-1"},
        {"kind": "only", "sections": ["bases"], "of": "base", "rule": "R-2"},
        {"kind": "only", "sections": ["side"], "of": "unit -scout", "severity": "warning", "rule": "R-3"},
        {"kind": "size", "sections": ["bases"], "max": 3, "rule": "R-4"},
        {"kind": "copies", "sections": ["bases"], "max": 2, "rule": "R-5"},
        sections="main side bases",
    )
    report = test.check(deck_of({"main": {"scout": 1, "base-sky": 2, "counter-red": 1, "base-sea": 1}}))
    moved = "move 2 Sky Base and 1 Sea Base to [bases]; remove 1 Red Counter"
    assert found(report) == [("R-1", 4, "only Unit cards", moved)]
    report = test.check(deck_of({"main": {"scout": 1, "base-sky": 3, "base-sea": 1}, "bases": {"base-sea": 1}}))
    moved = "move 2 Sky Base to [bases]; remove 1 Sky Base and 1 Sea Base"  # as many as there is room for
    assert found(report) == [("R-1", 4, "only Unit cards", moved)]
    report = test.check(deck_of({"bases": {"scout": 1}}))  # which two sections admit
    assert found(report) == [("R-2", 1, "only Sea Base or Sky Base", "move or remove 1 Scout")]


def test_a_section_that_is_nearly_one_is_asked_about(factions: Project) -> None:
    one = {"kind": "size", "sections": ["bases"], "exactly": 1, "rule": "R-2"}
    test = rules(factions, {"kind": "sections", "rule": "R-1"}, one, sections="main bases")
    report = test.check(deck_of({"main": {"scout": 1}, "basis": {"base-sky": 1}, "attic": {"scout": 1}}))
    assert [(rule, allowed, fix) for rule, _, allowed, fix in found(report)] == [
        ("R-1", "only the sections main, bases", "write [bases] in place of [basis]"),
        ("R-1", "only the sections main, bases", "delete the section attic with its 1 card"),
        ("R-2", "exactly 1 card", "add 1 card"),
    ]
    report = test.check(deck_of({"bases": {"base-sky": 1}, "basis": {"base-sky": 3}}))  # the right one is there too
    assert found(report)[0][3] == "delete the section basis with its 3 cards"


def test_what_is_too_much_goes_where_no_other_count_falls_short(factions: Project) -> None:
    most = {"kind": "count", "of": "unit", "max": 3, "rule": "R-1"}
    least = {"kind": "count", "of": "name:Scout", "min": 3, "rule": "R-2"}
    report = rules(factions, most, least).check(deck_of({"scout": 3, "raider": 1}))
    assert found(report) == [("R-1", 4, "at most 3 Unit cards", "remove 1 Raider")]


def test_one_card_is_told_of_in_the_singular(factions: Project) -> None:
    test = rules(
        factions,
        {"kind": "count", "of": "unit", "min": 1, "max": 1, "rule": "R-1"},
        {"kind": "requires", "if": "base", "needs": ["unit"], "rule": "R-2"},
    )
    assert found(test.check(deck_of({"base-sky": 1}))) == [
        ("R-1", 0, "exactly 1 Unit card", "add 1 more: a Unit card"),
        ("R-2", 0, "at least 1 Unit card", "add 1 of the Unit cards, or remove Sky Base"),
    ]


@pytest.mark.parametrize(
    ("limits", "cards", "rule", "fix"),
    [
        (  # budgets and copies too look at what else there has to be
            [
                {"kind": "budget", "sum": "weight", "max": 4, "rule": "R-1"},
                {"kind": "count", "of": "name:Scout", "min": 3, "rule": "R-2"},
            ],
            {"scout": 3, "raider": 1},
            "R-1",
            "swap cards for others, so that the sum of weight is 1 lower",
        ),
        (
            [
                {"kind": "copies", "max": 1, "rule": "R-1"},
                {"kind": "count", "of": "unit", "min": 3, "rule": "R-2"},
            ],
            {"scout": 3},
            "R-1",
            "swap 2 Scout for other cards",
        ),
        (  # and what is added needs room
            [
                {"kind": "size", "exactly": 2, "rule": "R-1"},
                {"kind": "copies", "of": "name:Sky", "exactly": 1, "rule": "R-2"},
            ],
            {"scout": 2},
            "R-2",
            "add 1 Sky Base in place of another card",
        ),
        (
            [
                {"kind": "size", "exactly": 2, "rule": "R-1"},
                {"kind": "budget", "sum": "weight", "min": 6, "rule": "R-2"},
            ],
            {"scout": 2},
            "R-2",
            "add cards with weight for 4 more in place of others",
        ),
        (  # the lower limit of copies counts among those
            [
                {"kind": "size", "max": 3, "rule": "R-1"},
                {"kind": "copies", "of": "name:Scout", "min": 3, "rule": "R-2"},
            ],
            {"scout": 3, "raider": 1},
            "R-1",
            "remove 1 card, e.g. 1 Raider",
        ),
    ],
)
def test_no_other_limit_is_broken(
    factions: Project, limits: list[dict[str, object]], cards: dict[str, int], rule: str, fix: str
) -> None:
    assert [(one, what) for one, _, _, what in found(rules(factions, *limits).check(deck_of(cards)))] == [(rule, fix)]
