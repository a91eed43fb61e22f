"""Random legal decks, and what the checker says when one of them is spoilt."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlib.catalog import Project, load_project
from cardlib.decks import CompiledFormat, Deck, Entry, Section, compile_format, parse_deck, random_deck, render_deck
from cardlib.errors import CardlibError

MECHA = load_project("mecha")
STANDARD = compile_format(MECHA)
LIMITED = sorted(card.id for card in MECHA.cards.values() if not {"basic", "singleton"} & set(card.subtypes))
SINGLETONS = sorted(card.id for card in MECHA.cards.values() if "singleton" in card.subtypes)

seeds = st.integers(0, 2**32)


@pytest.mark.parametrize("guided", [True, False])
def test_a_thousand_random_decks_are_legal(mecha: Project, standard: CompiledFormat, guided: bool) -> None:
    for seed in range(500):
        deck = random_deck(mecha, seed, standard, guided)
        report = standard.check(deck)
        assert report.legal, (seed, report.violations)
        assert deck.size == 40


def test_the_seed_fixes_the_deck(mecha: Project) -> None:
    assert random_deck(mecha, 7) == random_deck(mecha, 7)
    assert random_deck(mecha, 7) != random_deck(mecha, 8)


def test_guided_decks_keep_the_guidelines(mecha: Project, standard: CompiledFormat) -> None:
    reports = [standard.check(random_deck(mecha, seed, standard), advice=True) for seed in range(100)]
    assert not any(report.warnings for report in reports)
    assert sum(bool(report.advice) for report in reports) <= 10


def test_every_card_turns_up(mecha: Project, standard: CompiledFormat) -> None:
    met: set[str] = set()
    for seed in range(400):
        met |= random_deck(mecha, seed, standard, guided=False).counts().keys()
    assert met == mecha.cards.keys()


def test_a_size_may_be_asked_for(mecha: Project, standard: CompiledFormat) -> None:
    assert random_deck(mecha, 1, standard, size=60).size == 60
    with pytest.raises(CardlibError, match="in the way: MIW-D01"):
        random_deck(mecha, 1, standard, size=39)


def spoilt(deck: Deck, **counts: int) -> Deck:
    """The deck with other numbers of some cards."""
    return deck.with_counts({**deck.counts(), **{card.replace("_", "-"): count for card, count in counts.items()}})


def rules_broken(deck: Deck) -> set[str]:
    """The ids of all rules that a deck breaks."""
    return set(STANDARD.check(deck).rules)


@settings(max_examples=200, deadline=None)
@given(seeds, st.data())
def test_a_card_taken_out_breaks_the_size(seed: int, data: st.DataObject) -> None:
    deck = random_deck(MECHA, seed, STANDARD, guided=seed % 2 == 0)
    counts = deck.counts()
    card = data.draw(st.sampled_from(sorted(counts)))
    assert rules_broken(deck.with_counts({**counts, card: counts[card] - 1})) == {"MIW-D01"}


@settings(max_examples=200, deadline=None)
@given(seeds, st.sampled_from(LIMITED), st.integers(4, 30))
def test_a_fourth_copy_breaks_the_limit(seed: int, card: str, copies: int) -> None:
    deck = random_deck(MECHA, seed, STANDARD, guided=False)
    assert rules_broken(deck.with_counts({**deck.counts(), card: copies, "radio-tower": 40})) == {"MIW-D02"}


@settings(max_examples=100, deadline=None)
@given(seeds, st.sampled_from(SINGLETONS), st.integers(2, 9))
def test_a_second_singleton_breaks_its_limit(seed: int, card: str, copies: int) -> None:
    deck = random_deck(MECHA, seed, STANDARD, guided=False)
    assert rules_broken(deck.with_counts({**deck.counts(), card: copies, "radio-tower": 40})) == {"MIW-D04"}


@settings(max_examples=100, deadline=None)
@given(seeds, st.sampled_from(LIMITED), st.integers(1, 3))
def test_copies_spread_over_lines_are_added_up(seed: int, card: str, first: int) -> None:
    deck = random_deck(MECHA, seed, STANDARD)
    main = deck.section("main")
    rest = tuple(entry for entry in main.entries if entry.card != card)
    spread = Section("main", (Entry(first, card), *rest, Entry(40, "radio-tower"), Entry(4 - first, card)))
    assert rules_broken(Deck(deck.name, (spread,), "mecha")) == {"MIW-D06"}


@settings(max_examples=100, deadline=None)
@given(seeds, st.text(alphabet="bcdfghjklmnpqrstvwxz", min_size=3, max_size=12))
def test_an_unknown_card_is_outside_of_the_pool(seed: int, name: str) -> None:
    text = render_deck(random_deck(MECHA, seed, STANDARD), MECHA, "text") + f"1 {name}\n"
    assert rules_broken(parse_deck(text, MECHA, strict=False)) == {"MIW-D07"}


@settings(max_examples=100, deadline=None)
@given(seeds, st.sampled_from(["side", "sideboard", "maybe"]), st.sampled_from(sorted(MECHA.cards)), st.integers(1, 9))
def test_a_second_section_breaks_the_one_deck_rule(seed: int, section: str, card: str, count: int) -> None:
    deck = random_deck(MECHA, seed, STANDARD).with_counts({card: count}, section)
    assert rules_broken(deck) == {"MIW-D10"}


@settings(max_examples=100, deadline=None)
@given(
    seeds, st.integers(1, 200), st.sampled_from(SINGLETONS), st.sampled_from(["hidden-cache", "manly-combined-kamin"])
)
def test_what_the_rules_allow_stays_legal(seed: int, towers: int, singleton: str, unplayable: str) -> None:
    """MIW-D03, MIW-D05, MIW-D08 and MIW-D09 forbid nothing."""
    deck = random_deck(MECHA, seed, STANDARD)
    counts = deck.counts()
    more = {**counts, "radio-tower": counts.get("radio-tower", 0) + towers, singleton: 1, unplayable: 3}
    assert not rules_broken(deck.with_counts(more))


def test_following_the_repairs_makes_a_deck_legal(mecha: Project, standard: CompiledFormat) -> None:
    broken = spoilt(random_deck(mecha, 3, standard), skipper=5, jaeger=2)
    fixes = {one.rule: one.fix for one in standard.check(broken).violations}
    assert fixes == {"MIW-D02": "remove 2 Skipper", "MIW-D04": "remove 1 Jaeger"}
    assert standard.check(spoilt(broken, skipper=3, jaeger=1)).legal
