"""Every kind of constraint, on a small game of factions, chassis slots and budgets, and how bad formats are refused."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest
from factions import found, rules

from cardlib.catalog import Project, changed, load_project
from cardlib.decks import (
    Deck,
    Finding,
    FormatError,
    compile_format,
    deck_of,
    load_format,
    parse_deck,
    parse_format,
    random_deck,
    save_deck,
)
from cardlib.errors import NotFound

IDENTITY = {
    "kind": "identity",
    "header": "faction",
    "values": {"rebels": "faction:rebels or faction:neutral", "empire": "faction:empire or faction:neutral"},
    "rule": "R-1",
    "unnamed": "R-2",
}


def test_exact_size_of_a_section(factions: Project) -> None:
    test = rules(factions, {"kind": "size", "sections": ["main"], "exactly": 3, "rule": "R-1"}, sections="main special")
    assert test.check(deck_of({"main": {"scout": 3}, "special": {"scout": 9}})).legal
    assert found(test.check(deck_of({"scout": 4}))) == [("R-1", 4, "exactly 3 cards", "remove 1 card, e.g. 1 Scout")]
    assert found(test.check(deck_of({"scout": 1}))) == [("R-1", 1, "exactly 3 cards", "add 2 cards")]


def test_at_most_one_part_in_each_slot(factions: Project) -> None:
    test = rules(factions, {"kind": "size", "each": True, "max": 1, "rule": "R-1"}, sections="head body")
    assert test.check(deck_of({"head": {"sight": 1}, "body": {"cannon": 1}})).legal
    report = test.check(deck_of({"head": {"sight": 1, "cannon": 1}}))
    assert [(one.section, one.found) for one in report.violations] == [("head", 2)]


def test_sum_over_sections(factions: Project) -> None:
    test = rules(
        factions,
        {"kind": "size", "sections": ["main", "special"], "exactly": 4, "rule": "R-1"},
        sections="main special",
    )
    assert test.check(deck_of({"main": {"scout": 3}, "special": {"scout": 1}})).legal
    assert not test.check(deck_of({"main": {"scout": 3}})).legal


def test_copies_over_sections_with_an_exemption(factions: Project) -> None:
    test = rules(
        factions,
        {"kind": "copies", "max": 3, "except": "keyword:mass or keyword:unique", "rule": "R-1"},
        {"kind": "copies", "max": 1, "of": "keyword:unique", "rule": "R-2"},
        sections="main special",
    )
    assert test.check(deck_of({"main": {"militia": 9, "scout": 3}})).legal
    assert test.check(deck_of({"captain-unit": 1, "captain-leader": 1})).legal  # one name, two cards
    report = test.check(deck_of({"main": {"scout": 3}, "special": {"scout": 1}}))
    assert found(report) == [("R-1", "3 + 1 = 4", "at most 3", "remove 1 Scout")]
    assert test.check(deck_of({"captain-unit": 2})).rules == ("R-2",)


def test_copies_by_name(factions: Project) -> None:
    test = rules(factions, {"kind": "copies", "max": 1, "by": "name", "rule": "R-1"})
    assert test.check(deck_of({"captain-unit": 1, "captain-leader": 1})).rules == ("R-1",)


def test_copies_as_many_as_the_box_holds(factions: Project) -> None:
    test = rules(factions, {"kind": "copies", "of": "has:copies", "max": {"attribute": "copies"}, "rule": "R-1"})
    assert test.check(deck_of({"scout": 3, "raider": 2, "cannon": 9})).legal
    assert found(test.check(deck_of({"raider": 3}))) == [("R-1", 3, "at most 2", "remove 1 Raider")]


def test_exactly_one_of_each_counter(factions: Project) -> None:
    test = rules(factions, {"kind": "copies", "of": "counter", "min": 1, "max": 1, "rule": "R-1"})
    assert test.check(deck_of({"counter-red": 1, "counter-blue": 1})).legal
    report = test.check(deck_of({"counter-red": 2}))
    assert [one.fix for one in report.violations] == ["remove 1 Red Counter", "add 1 Blue Counter"]


def test_counts_of_a_filter(factions: Project) -> None:
    test = rules(
        factions,
        {"kind": "count", "of": "unit", "min": 3, "rule": "R-1"},
        {"kind": "count", "of": "faction:neutral", "max": 1, "rule": "R-2"},
    )
    assert test.check(deck_of({"scout": 3, "base-sky": 1})).legal
    assert found(test.check(deck_of({"scout": 2}))) == [("R-1", 2, "at least 3 Unit cards", "add 1 more: a Unit card")]
    report = test.check(deck_of({"scout": 3, "base-sky": 2}))
    assert [(one.rule, one.cards, one.fix) for one in report.violations] == [
        ("R-2", ("base-sky",), "remove 1 Sky Base")
    ]


def test_a_section_holds_one_type_only(factions: Project) -> None:
    test = rules(factions, {"kind": "only", "sections": ["bases"], "of": "base", "rule": "R-1"}, sections="main bases")
    assert test.check(deck_of({"main": {"scout": 1}, "bases": {"base-sky": 1}})).legal
    report = test.check(deck_of({"bases": {"base-sky": 1, "scout": 1}}))
    assert found(report) == [("R-1", 1, "only Sea Base or Sky Base", "move 1 Scout to [main]")]


def test_a_size_leaves_cards_of_a_filter_out(factions: Project) -> None:
    test = rules(factions, {"kind": "size", "except": "base", "exactly": 2, "rule": "R-1"})
    allowed = "exactly 2 cards, Base cards not counted"
    assert test.check(deck_of({"scout": 2, "base-sky": 1})).legal
    assert found(test.check(deck_of({"scout": 1, "base-sky": 1}))) == [("R-1", 1, allowed, "add 1 card")]
    assert found(test.check(deck_of({"scout": 3}))) == [("R-1", 3, allowed, "remove 1 card, e.g. 1 Scout")]


def test_budget_of_the_format(factions: Project) -> None:
    test = rules(factions, {"kind": "budget", "sum": "weight", "max": 8, "rule": "R-1"})
    assert test.check(deck_of({"cannon": 2, "sight": 5})).legal
    report = test.check(deck_of({"cannon": 2, "scout": 1}))
    assert found(report) == [("R-1", 9, "at most 8 weight", "remove cards with weight for 1, e.g. 1 Scout")]
    report = test.check(deck_of({"cannon": 3, "raider": 2}))  # which no single card makes up for
    assert found(report)[0][3] == "remove cards with weight for 8, e.g. 2 Cannon"
    exact = {"kind": "size", "exactly": 3, "rule": "R-2"}
    test = rules(factions, {"kind": "budget", "sum": "weight", "max": 8, "rule": "R-1"}, exact)
    report = test.check(deck_of({"cannon": 2, "scout": 1}))  # whose size allows no removal
    assert found(report)[0][3] == "swap cards for others, so that the sum of weight is 1 lower"


def test_budget_that_the_deck_names(factions: Project) -> None:
    test = rules(factions, {"kind": "budget", "sum": "weight", "max": {"header": "budget"}, "rule": "R-1"})
    assert test.check(parse_deck("9 Cannon", factions)).legal
    assert test.check(parse_deck("budget: 8\n2 Cannon", factions)).legal
    assert test.check(parse_deck("budget: 7\n2 Cannon", factions)).rules == ("R-1",)


def test_identity_locks_the_pool(factions: Project) -> None:
    test = rules(factions, IDENTITY)
    assert test.check(parse_deck("faction: Rebels\n2 Scout\n1 Mercenary", factions)).legal
    report = test.check(parse_deck("faction: rebels\n2 Scout\n1 Trooper", factions))
    assert [(one.rule, one.cards, one.fix) for one in report.violations] == [("R-1", ("trooper",), "remove 1 Trooper")]
    for head, said in (
        ("", "none"),
        ("faction: rebels / empire\n", "rebels and empire"),
        ("faction: pirates\n", "pirates"),
    ):
        report = test.check(parse_deck(f"{head}2 Trooper", factions))
        assert [(one.rule, one.found) for one in report.violations] == [("R-2", said)]
        assert report.violations[0].fix == "write 'faction: empire' at the head of the deck"


def test_a_weapon_asks_for_a_sight(factions: Project) -> None:
    test = rules(
        factions, {"kind": "requires", "if": "id:cannon", "needs": ["id:sight", "unit faction:rebels"], "rule": "R-1"}
    )
    assert test.check(deck_of({"scout": 1})).legal
    assert test.check(deck_of({"cannon": 1, "sight": 1, "scout": 1})).legal
    report = test.check(deck_of({"cannon": 1}))
    assert report.violations[0].fix == "add 1 Sight, or remove Cannon"
    assert len(report.violations) == 2


def test_pool_of_playable_cards(factions: Project) -> None:
    test = rules(factions, {"kind": "pool", "of": "unit or leader", "rule": "R-1"})
    assert test.check(deck_of({"scout": 1})).legal
    report = test.check(parse_deck("1 Scout\n1 Sky Base\n2 Scuot", factions, strict=False))
    assert report.violations[0].cards == ("base-sky", "Scuot")
    assert report.violations[0].fix == "remove 1 Sky Base; line 3: 'Scuot': write Scout"


def test_pool_and_sections_need_no_rule_of_their_own(factions: Project) -> None:
    test = rules(factions, {"kind": "pool"}, {"kind": "sections"})
    report = test.check(parse_deck("1 Scuot\n[side]\n1 Scout", factions, strict=False))
    assert [one.sentence for one in report.violations] == [
        "Every card of a deck is a card of the game.",
        "A deck has no other sections than those of its format.",
    ]
    assert str(report.violations[0]).startswith("pool: Every card")


def test_listed_decks_unchanged(factions: Project) -> None:
    save_deck(deck_of({"scout": 3, "raider": 1}), factions.path / "decks" / "starter.txt", factions)
    test = rules(factions, {"kind": "listed", "decks": ["starter"], "rule": "R-1"})
    assert test.check(deck_of({"raider": 1, "scout": 3})).legal
    report = test.check(deck_of({"scout": 2, "raider": 1, "cannon": 1}))
    assert found(report)[0][1:] == ("2 cards other than in starter", "one of starter", "add 1 Scout; remove 1 Cannon")


def test_a_named_check_of_a_package(factions: Project) -> None:
    def odd(deck: Deck, project: Project) -> Iterable[Finding]:
        if deck.size % 2 == 0:
            yield Finding(deck.size, "an odd number of cards", "add 1 card")

    data = {"id": "test", "constraints": [{"kind": "check", "check": "factions.odd", "rule": "R-1"}]}
    test = compile_format(factions, parse_format(data), {"factions.odd": odd})
    assert test.check(deck_of({"scout": 1})).legal
    assert test.check(deck_of({"scout": 2})).rules == ("R-1",)
    with pytest.raises(FormatError, match=r"no package provides the check 'factions\.odd'"):
        compile_format(factions, parse_format(data))


def test_rules_that_look_at_all_decks_of_a_game(factions: Project) -> None:
    test = rules(
        factions,
        {"kind": "copies", "of": "has:copies", "max": {"attribute": "copies"}, "scope": "table", "rule": "R-1"},
    )
    one, two = deck_of({"raider": 2}), deck_of({"raider": 1})
    assert test.check(one).legal
    assert test.check_table([one]).legal
    assert test.check_table([one, two]).rules == ("R-1",)


def test_warnings_and_advice_do_not_make_a_deck_illegal(factions: Project) -> None:
    test = rules(
        factions,
        {"kind": "count", "of": "base", "min": 1, "severity": "warning", "rule": "R-1", "note": "No base, no game."},
        {"kind": "size", "min": 9, "severity": "advice", "note": "Nine is fine."},
    )
    report = test.check(deck_of({"scout": 1}))
    assert report.legal
    assert [one.sentence for one in report.warnings] == ["No base, no game."]
    assert not report.advice
    assert [one.sentence for one in test.check(deck_of({"scout": 1}), advice=True).advice] == ["Nine is fine."]


def test_random_decks_of_a_game_with_sections_and_identity(factions: Project) -> None:
    test = rules(
        factions,
        IDENTITY,
        {"kind": "size", "sections": ["main"], "exactly": 8, "rule": "R-3"},
        {"kind": "size", "sections": ["bases"], "exactly": 2, "rule": "R-4"},
        {"kind": "only", "sections": ["main"], "of": "unit or leader", "rule": "R-5"},
        {"kind": "only", "sections": ["bases"], "of": "base", "rule": "R-6"},
        {"kind": "copies", "max": 3, "except": "keyword:mass or base", "rule": "R-7"},
        {"kind": "copies", "max": 1, "of": "base", "rule": "R-8"},
        {"kind": "copies", "of": "counter", "sections": ["counters"], "min": 1, "max": 1, "rule": "R-9"},
        {"kind": "budget", "sum": "weight", "sections": ["main"], "max": 20, "rule": "R-10"},
        {"kind": "count", "of": "leader", "sections": ["main"], "max": 1, "rule": "R-11"},
        {"kind": "requires", "if": "id:cannon", "needs": ["id:sight"], "rule": "R-12"},
        sections="main bases counters",
    )
    made = [random_deck(factions, seed, test) for seed in range(60)]
    assert all(test.check(deck).legal for deck in made)
    assert {deck.headers["faction"] for deck in made} == {"rebels", "empire"}
    assert made[7] == random_deck(factions, 7, test)


def test_a_format_that_nothing_can_meet_says_which_rule_is_in_the_way(factions: Project) -> None:
    test = rules(
        factions,
        {"kind": "size", "exactly": 30, "rule": "R-1"},
        {"kind": "copies", "max": 1, "rule": "R-2"},
    )
    with pytest.raises(Exception, match="no random deck of seed 1 passes test; in the way: R-1"):
        random_deck(factions, 1, test)


@pytest.mark.parametrize(
    ("constraint", "message"),
    [
        ({"kind": "sise", "rule": "R-1"}, r"test.json.constraints\[0\].kind: found 'sise', expected one of size"),
        ({"kind": "size", "min": 4}, "rule: found nothing, expected the id of the rule"),
        ({"kind": "size", "max": 9, "mim": 4, "rule": "R-1"}, r"found the field 'mim', .*\(nearest: min\)"),
        ({"kind": "size", "rule": "R-1"}, "at least one of min, max and exactly"),
        ({"kind": "size", "min": -1, "rule": "R-1"}, "found -1, expected a whole number"),
        ({"kind": "size", "max": {"deck": "x"}, "rule": "R-1"}, 'expected {"attribute"'),
        ({"kind": "size", "sections": ["side"], "rule": "R-1"}, "found 'side', expected one of main"),
        ({"kind": "budget", "max": 3, "rule": "R-1"}, "sum: found nothing"),
        ({"kind": "identity", "rule": "R-1"}, "header: found nothing"),
        ({"kind": "count", "of": "unit and (", "min": 1, "rule": "R-1"}, "factions/test:"),
        ({"kind": "count", "of": "weihgt>2", "min": 1, "rule": "R-1"}, "weight"),
        ({"kind": "count", "of": "yours unit", "min": 1, "rule": "R-1"}, "factions/test:"),
    ],
)
def test_bad_constraints_name_their_place(factions: Project, constraint: dict[str, object], message: str) -> None:
    with pytest.raises(FormatError, match=message):
        rules(factions, constraint)


def test_an_unknown_rule_or_format_names_the_nearest(mecha: Project) -> None:
    data = {"id": "test", "constraints": [{"kind": "size", "min": 40, "rule": "MIW-D99"}]}
    with pytest.raises(FormatError, match="found the rule 'MIW-D99'"):
        compile_format(mecha, parse_format(data))
    with pytest.raises(NotFound, match="nearest: standard"):
        load_format(mecha, "standart")


def test_the_standard_format_reads_its_file(mecha: Project, tmp_path: Path) -> None:
    standard = load_format(mecha)
    assert (standard.id, list(standard.sections)) == ("standard", ["main"])
    assert (standard.draws.opening, standard.draws.seen(3), standard.draws.seen(3, first=False)) == (5, 8, 8)
    assert {one.kind for one in standard.constraints} == {"size", "copies", "pool", "sections", "requires", "count"}


def test_a_format_on_top_of_another(factions: Project, tmp_path: Path) -> None:
    project = load_project(shutil.copytree(factions.path, tmp_path / "factions"))
    folder = project.path / "formats"
    folder.mkdir()
    base = {
        "id": "base",
        "sections": [{"id": "main", "name": "Main"}, {"id": "special", "name": "Special"}],
        "constraints": [{"kind": "size", "sections": ["main"], "exactly": 3, "rule": "R-1"}],
        "permits": [{"rule": "R-2"}],
        "draws": {"opening": 7},
        "overview": {"curve": "weight", "sums": [{"name": "Weight", "field": "weight"}]},
    }
    strict = {
        "id": "strict",
        "extends": "base",
        "constraints": [{"kind": "size", "sections": ["special"], "max": 1, "rule": "R-3"}],
    }
    (folder / "base.json").write_text(json.dumps(base))
    (folder / "strict.json").write_text(json.dumps(strict))
    made = load_format(project, "strict")
    assert (made.id, made.rules, list(made.sections)) == ("strict", ("R-1", "R-3", "R-2"), ["main", "special"])
    assert (made.draws.opening, made.curve, made.sums) == (7, "weight", {"Weight": "weight"})
    test = compile_format(project, made)
    assert test.check(deck_of({"main": {"scout": 2}, "special": {"scout": 2}})).rules == ("R-1", "R-3")
    project = load_project(shutil.copytree(factions.path, tmp_path / "circle"))
    shutil.copytree(folder, project.path / "formats")
    (project.path / "formats" / "base.json").write_text(json.dumps({**base, "extends": "strict"}))
    with pytest.raises(FormatError, match=r"base.json.extends: found 'strict', expected another format"):
        load_format(project, "strict")


def test_draws_may_name_numbers_of_the_rules(mecha: Project) -> None:
    assert (load_format(mecha).draws.opening, load_format(mecha).draws.mulligans) == (5, 1)
    larger = changed(mecha, {"rules.opening_hand": 7, "rules.draws_per_turn": 2, "rules.mulligans": 0})
    draws = load_format(larger).draws
    assert (draws.opening, draws.per_turn, draws.mulligans) == (7, 2, 0)
    with pytest.raises(
        FormatError, match=r"draws\.opening: found 'opening_hnd', expected .* \(nearest: opening_hand\)"
    ):
        parse_format({"id": "x", "draws": {"opening": "opening_hnd"}}, constants=mecha.game.constants)


def test_a_limit_may_name_a_number_of_the_rules(mecha: Project) -> None:
    written = {
        "id": "x",
        "constraints": [
            {"kind": "size", "exactly": "hand_size", "rule": "R-1"},
            {"kind": "copies", "max": "draws_per_turn", "rule": "R-2"},
        ],
    }
    for project, size, copies in (
        (mecha, 5, 1),
        (changed(mecha, {"rules.hand_size": 6, "rules.draws_per_turn": 2}), 6, 2),
    ):
        exact, most = parse_format(written, constants=project.game.constants).constraints
        assert (exact.min, exact.max, exact.full, most.max) == (size, size, False, copies)
    written["constraints"] = [{"kind": "count", "of": "mecha", "max": "hand_sise", "rule": "R-1"}]
    with pytest.raises(
        FormatError, match=r"constraints\[0\]\.max: found 'hand_sise', expected .* \(nearest: hand_size\)"
    ):
        parse_format(written, constants=mecha.game.constants)
