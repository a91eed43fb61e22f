"""The construction rules of Against All Tyrants, one by one, its twelve decks, and its random decks."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cardlib.catalog import Project, check_project, load_project
from cardlib.decks import (
    CompiledFormat,
    Deck,
    compile_format,
    deck_of,
    load_deck,
    load_format,
    parse_deck,
    project_decks,
    random_deck,
)
from cardlib.errors import NotFound
from cardlib_cli.checks import EXTRA

FIXTURES = Path(__file__).parents[1] / "fixtures" / "decks" / "tyrants"
CONSTRUCTION_IDS = [f"AAT-D{number:02d}" for number in range(1, 20)]
SUBFACTIONS = [
    "freedom-fighters",
    "alien-coalitions",
    "first-leaders-navy",
    "cheid",
    "robot-uprising",
    "church-of-celestial-numina",
]


@pytest.fixture(scope="module")
def tyrants() -> Project:
    return load_project("tyrants")


@pytest.fixture(scope="module")
def rules(tyrants: Project) -> CompiledFormat:
    return compile_format(tyrants)


@pytest.fixture(scope="module")
def misprinted(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """The game with cards that break the rules for printed cards."""
    folder = tmp_path_factory.mktemp("misprinted") / "tyrants"
    shutil.copytree(load_project("tyrants").path, folder)
    shutil.copy(FIXTURES / "misprints.json", folder / "cards" / "misprints.json")
    return Project(folder, problems=())


def changed(deck: Deck, section: str, **counts: int) -> Deck:
    """The deck with other numbers of some cards in one section."""
    change = {card.replace("_", "-"): count for card, count in counts.items()}
    return deck.with_counts({**deck.counts(section), **change}, section)


@pytest.mark.pins(
    "AAT-D01",
    "AAT-D02",
    "AAT-D03",
    "AAT-D04",
    "AAT-D05",
    "AAT-D06",
    "AAT-D07",
    "AAT-D08",
    "AAT-D09",
    "AAT-D10",
    "AAT-D11",
    "AAT-D12",
    "AAT-D13",
    "AAT-D14",
    "AAT-D15",
    "AAT-D16",
    "AAT-D17",
    "AAT-D18",
    "AAT-D19",
)
@pytest.mark.parametrize("rule", CONSTRUCTION_IDS)
def test_every_rule_has_a_legal_and_an_illegal_deck(misprinted: Project, rule: str) -> None:
    standard = compile_format(misprinted)
    legal = load_deck(FIXTURES / f"{rule.lower()}-legal.txt", misprinted)
    assert standard.check(legal).violations == ()
    illegal = load_deck(FIXTURES / f"{rule.lower()}-illegal.txt", misprinted)
    report = standard.check(illegal)
    assert report.rules == (illegal.headers["breaks"],)
    assert all(violation.fix for violation in report.violations)


def test_the_format_names_every_construction_rule(tyrants: Project) -> None:
    stated = [rule for rule in load_format(tyrants).rules if rule.startswith("AAT-D")]
    assert sorted(stated) == CONSTRUCTION_IDS
    assert sorted(rule.id for rule in tyrants.rules.values() if rule.kind == "construction") == CONSTRUCTION_IDS


@pytest.mark.pins("AAT-D05", "AAT-D01", "AAT-D02", "AAT-Q05")
def test_a_part_of_the_wrong_size_breaks_the_sum_of_forty_too(tyrants: Project, rules: CompiledFormat) -> None:
    deck = load_deck("ff-a", tyrants)
    swapped = changed(changed(deck, "main", unb_partisan_band=4), "special-forces", unb_partisan_band=1)
    report = rules.check(swapped)  # 31 + 4 is 35 as well, and still wrong twice
    assert report.rules == ("AAT-D01", "AAT-D02")
    assert [violation.also for violation in report.violations] == ["AAT-D05", "AAT-D05"]
    assert report.size == 40


@pytest.mark.pins("AAT-D05", "AAT-D12")
def test_the_reference_card_is_not_counted(tyrants: Project, rules: CompiledFormat) -> None:
    deck = load_deck(FIXTURES / "aat-d12-legal.txt", tyrants)
    assert deck.section("reference").size == 1
    assert rules.check(deck).size == deck.size - 1 == 40


@pytest.mark.pins("AAT-E01", "AAT-D05", "AAT-D12", "AAT-017")
def test_the_sum_of_a_deck(tyrants: Project, rules: CompiledFormat) -> None:
    deck = load_deck("ff-a", tyrants).with_counts({"ff-reference": 1}, "reference")
    parts = [sum(deck.counts(part).values()) for part in ("main", "special-forces", "bases", "objectives")]
    assert (parts, sum(parts)) == ([30, 5, 2, 3], 40)
    assert rules.check(deck).legal
    assert rules.check(deck.with_counts({"ff-reference": 2}, "reference")).rules == ("AAT-D12",)
    assert rules.check(changed(deck, "main", unb_partisan_band=2)).rules == ("AAT-D01",)  # the reference is no 40th


@pytest.mark.pins("AAT-Q06", "AAT-D06")
@pytest.mark.parametrize("faction", ["unbound", "mandate", "ascendancy"])
def test_three_factions_of_two_subfactions(tyrants: Project, rules: CompiledFormat, faction: str) -> None:
    members = [card for card in tyrants.cards.values() if card.attributes.get("faction") == faction]
    subfactions = {str(card.attributes["subfaction"]) for card in members if "subfaction" in card.attributes}
    assert len(subfactions) == 2
    one, other = sorted(subfactions)
    for own, sister in ((one, other), (other, one)):
        deck = random_deck(tyrants, 1, rules, identity=own)
        theirs = next(
            card.id for card in members if card.attributes.get("subfaction") == sister and card.type == "unit"
        )
        main = deck.counts("main")
        replaced = next(card for card in main if "mass" not in tyrants.cards[card].keywords)
        report = rules.check(deck.with_counts({**main, replaced: main[replaced] - 1, theirs: 1}, "main"))
        assert [(found.rule, found.cards) for found in report.violations] == [("AAT-D06", (theirs,))]
        assert report.violations[0].allowed == f"only cards that subfaction {own} may have"  # those of its faction, too


@pytest.mark.pins("AAT-Q07", "AAT-D07", "AAT-D08", "AAT-D09")
def test_copies_are_of_one_id(tyrants: Project, rules: CompiledFormat) -> None:
    deck = load_deck("ff-a", tyrants)
    assert deck.counts("main")["ff-port-captain"] == deck.counts("main")["ff-port-captain-leader"] == 1
    assert rules.check(deck).legal
    twice = changed(deck, "main", ff_port_captain=2, ff_gun_buggy=2)
    assert rules.check(twice).rules == ("AAT-D08",)
    four = changed(deck, "main", ff_gun_buggy=4, ff_militia_cell=2)
    assert rules.check(four).rules == ("AAT-D07",)
    mass = changed(deck, "main", unb_partisan_band=6, ff_gun_buggy=0)
    assert rules.check(mass).legal


@pytest.mark.parametrize(
    ("section", "card", "rule"),
    [
        ("main", "unb_asteroid_haven", "AAT-D10"),
        ("main", "ff_rogue_transport", "AAT-D10"),
        ("main", "ff_reference", "AAT-D10"),
        ("special-forces", "unb_asteroid_haven", "AAT-D11"),
        ("bases", "unb_partisan_band", "AAT-D03"),
        ("objectives", "unb_partisan_band", "AAT-D04"),
    ],
)
@pytest.mark.pins("AAT-Q08", "AAT-D10", "AAT-D11", "AAT-D03")
def test_every_part_has_its_own_kinds_of_cards(
    tyrants: Project, rules: CompiledFormat, section: str, card: str, rule: str
) -> None:
    deck = load_deck("ff-a", tyrants)
    counts = deck.counts(section)
    spare = next(iter(counts))
    spoilt = deck.with_counts({**counts, spare: counts[spare] - 1, card.replace("_", "-"): 1}, section)
    assert rule in rules.check(spoilt).rules


@pytest.mark.pins("AAT-Q11", "AAT-D19")
def test_of_mass_and_unique_the_stricter_limit_wins(misprinted: Project) -> None:
    standard = compile_format(misprinted)
    deck = changed(load_deck("ff-a", misprinted), "main", misprint_lone_crowd=2, unb_partisan_band=1)
    assert standard.check(deck).rules == ("AAT-D08", "AAT-D19")


@pytest.mark.parametrize(
    ("bases", "rule"),
    [
        ({"ff-free-port": 1}, "AAT-D03"),
        ({"ff-free-port": 1, "ff-undercity-warren": 1, "unb-canyon-redoubt": 1}, "AAT-D03"),
        ({"ff-free-port": 1, "unb-partisan-band": 1}, "AAT-D03"),
    ],
)
@pytest.mark.pins("AAT-D03")
def test_one_base_for_each_theater(tyrants: Project, rules: CompiledFormat, bases: dict[str, int], rule: str) -> None:
    assert rules.check(load_deck("ff-a", tyrants).with_counts(bases, "bases")).rules == (rule,)


@pytest.mark.pins("AAT-D04", "AAT-D06", "AAT-D12")
def test_the_lock_names_the_rule_of_each_part(tyrants: Project, rules: CompiledFormat) -> None:
    deck = changed(load_deck("ff-a", tyrants), "main", ff_gun_buggy=2, ac_brood_runner=1)
    deck = changed(deck, "objectives", ff_rogue_transport=2, ac_breaching_shuttle=1)
    deck = changed(deck, "reference", ac_reference=1)
    report = rules.check(deck)
    assert [(found.rule, found.cards) for found in report.violations] == [
        ("AAT-D06", ("ac-brood-runner",)),
        ("AAT-D04", ("ac-breaching-shuttle",)),
        ("AAT-D12", ("ac-reference",)),
    ]


@pytest.mark.parametrize("written", ["Freedom Fighters", "freedom-fighters", "FREEDOM FIGHTERS"])
def test_the_subfaction_is_written_as_printed_or_by_its_id(
    tyrants: Project, rules: CompiledFormat, written: str
) -> None:
    deck = load_deck("ff-a", tyrants)
    assert rules.check(Deck(deck.name, deck.sections, headers={"subfaction": written})).legal


@pytest.mark.pins("AAT-D13")
def test_a_deck_without_a_subfaction_is_told_which_one_it_looks_like(tyrants: Project, rules: CompiledFormat) -> None:
    deck = load_deck("cheid-d", tyrants)
    report = rules.check(Deck(deck.name, deck.sections))
    assert report.rules == ("AAT-D13",)
    assert report.violations[0].fix == "write 'subfaction: cheid' at the head of the deck"


@pytest.mark.pins("AAT-D07", "AAT-D10", "AAT-Q05")
def test_copies_are_counted_over_all_four_parts(tyrants: Project, rules: CompiledFormat) -> None:
    deck = changed(load_deck("fln-a", tyrants), "main", fln_deck_ratings=2, fln_transmitter_beacon=1)
    deck = changed(deck, "objectives", fln_transmitter_beacon=3, fln_finality_planet_cracker=0)
    report = rules.check(deck)
    assert report.rules == ("AAT-D07", "AAT-D10")
    assert report.violations[0].found == "1 + 3 = 4"


@pytest.mark.pins("AAT-D15", "AAT-D16", "AAT-D17", "AAT-D18", "AAT-D19", "AAT-Q12")
def test_misprinted_cards_are_named_by_the_data_check(misprinted: Project) -> None:
    found = {problem.found: str(problem) for problem in check_project(misprinted.path, EXTRA)}
    by_rule = {text.split("against ")[1]: text for text in found if "against" in text}
    assert set(by_rule) == set(CONSTRUCTION_IDS[14:])
    assert "cards/misprints.json:4: found a card 'misprint-landed-fighter'" in found[by_rule["AAT-D16"]]
    assert found["6"].startswith("cards/misprints.json:11: cards[1].requirement: found 6, expected at most 5")


@pytest.mark.parametrize(
    "name",
    ["ff-a", "ff-d", "ac-a", "ac-d", "fln-a", "fln-d", "cheid-a", "cheid-d", "ru-a", "ru-d", "ccn-a", "ccn-d"],
)
def test_the_twelve_decks_are_legal_and_keep_the_guidelines(tyrants: Project, rules: CompiledFormat, name: str) -> None:
    assert name in project_decks(tyrants)
    report = rules.check(load_deck(name, tyrants), advice=True)
    assert (report.violations, report.warnings, report.advice) == ((), (), ())


STRANDED = {
    "fln-d": ({"fln-bombardment-frigate": 1, "fln-assault-lander": -1}, {}, 4),
    "cheid-a": ({"cheid-liquidation-walker": 1, "cheid-acquisition-carrier": -1}, {}, 3),
    "ru-d": ({}, {"asc-pilgrim-automata": 3, "ru-scrap-scout": -2, "asc-lantern-buoy": -1}, 3),
    "ru-a": (
        {"ru-autocannon-walker": 1, "ru-foundry-ship": -1},
        {"asc-pilgrim-automata": 2, "ru-needle-swarm": -1, "ru-scrap-scout": -1},
        4,
    ),
}


@pytest.mark.parametrize("name", STRANDED)
def test_the_first_drafts_held_cards_that_nothing_brings_into_play(
    tyrants: Project, rules: CompiledFormat, name: str
) -> None:
    deck = load_deck(name, tyrants)
    main, special, stranded = STRANDED[name]
    for section, change in (("main", main), ("special-forces", special)):
        counts = deck.counts(section)
        deck = deck.with_counts(
            {card: counts.get(card, 0) + change.get(card, 0) for card in {**counts, **change}}, section
        )
    report = rules.check(deck)
    assert report.legal
    assert [(warning.rule, warning.found) for warning in report.warnings] == [("AAT-044", stranded)]


def test_rallied_units_come_with_sympathized_ones_wherever_these_are(tyrants: Project, rules: CompiledFormat) -> None:
    def warnings(main: dict[str, int], special: dict[str, int]) -> list[tuple[str, ...]]:
        deck = deck_of({"main": main, "special-forces": special}, headers={"subfaction": "freedom-fighters"})
        return [found.cards for found in rules.check(deck).warnings if found.rule == "AAT-044"]

    cell, agitators = "ff-militia-cell", "ff-dockside-agitators"
    assert warnings({agitators: 1}, {cell: 1}) == []
    assert warnings({}, {cell: 1}) == [(cell,)]
    assert warnings({}, {cell: 1, agitators: 1}) == [(cell, agitators)]  # neither comes first
    assert warnings({"asc-choir-barge": 1}, {cell: 1, agitators: 1}) == []  # Civilians come, and then the Rallied
    assert warnings({}, {"unb-mole-network": 1}) == []  # Infiltrate
    assert warnings({"ff-smuggler-shuttle": 1}, {cell: 1}) == []  # a Trooper
    assert warnings({"ff-smuggler-shuttle": 1}, {"ff-gun-buggy": 1}) == [("ff-gun-buggy",)]


@pytest.mark.pins("AAT-D11", "AAT-Q09")
@pytest.mark.parametrize("card", ["ff_voice_of_the_cells", "ff_general_strike"], ids=["leader", "one-time card"])
def test_a_leader_or_one_time_card_among_the_special_forces_is_a_warning(
    tyrants: Project, rules: CompiledFormat, card: str
) -> None:
    deck = load_deck("ff-a", tyrants)
    report = rules.check(changed(deck, "special-forces", unb_partisan_band=1, **{card: 1}))
    assert (report.rules, [found.rule for found in report.warnings]) == ((), ["AAT-D11"])


@pytest.mark.pins("AAT-D14", "AAT-Q10")
@pytest.mark.parametrize(("cards", "role"), [("ru-intrusion-relay", "Defender"), ("ru-singularity-seed", "Attacker")])
def test_objectives_for_one_role_only_are_a_warning(
    tyrants: Project, rules: CompiledFormat, cards: str, role: str
) -> None:
    report = rules.check(load_deck("ru-a", tyrants).with_counts({cards: 3}, "objectives"))
    assert report.legal
    assert [(found.rule, found.sentence) for found in report.warnings] == [
        ("AAT-D14", f"No objective card of this deck can be placed by the {role}.")
    ]


def test_a_card_that_does_not_exist(tyrants: Project, rules: CompiledFormat) -> None:
    report = rules.check(parse_deck("[special-forces]\n1 Moll Network", tyrants, strict=False))
    assert any("write Mole Network" in found.fix for found in report.violations)


@pytest.mark.parametrize("subfaction", SUBFACTIONS)
def test_random_decks_of_a_subfaction(tyrants: Project, rules: CompiledFormat, subfaction: str) -> None:
    for seed in range(12):
        deck = random_deck(tyrants, seed, rules, identity=subfaction)
        report = rules.check(deck)
        assert deck.headers["subfaction"] == subfaction
        assert (report.violations, report.warnings) == ((), ()), (seed, report)
    wild = random_deck(tyrants, 1, rules, guided=False, identity=subfaction)
    assert rules.check(wild).legal


def test_a_random_deck_of_no_subfaction_there_is(tyrants: Project) -> None:
    with pytest.raises(NotFound, match="knows no identity 'robots'"):
        random_deck(tyrants, identity="robots")
    assert random_deck(tyrants, identity="Robot Uprising").headers["subfaction"] == "robot-uprising"


def test_a_repair_names_only_a_card_that_the_section_and_the_subfaction_admit(tyrants: Project) -> None:
    deck = parse_deck("subfaction: freedom-fighters\n\n20 Partisan Band\n", tyrants, strict=False)
    fixes = {
        breach.section: breach.fix for breach in compile_format(tyrants).check(deck).violations if "card" in breach.fix
    }
    assert fixes["main"] == "add 10 cards, e.g. 10 Partisan Band"
    assert fixes["special-forces"] == "add 5 cards, e.g. 5 Partisan Band"
    assert fixes["objectives"] == "add 3 cards"
