"""Chances of drawing: against textbook values, against every hand of a small deck, and against sampled hands."""

from __future__ import annotations

from itertools import combinations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlib.catalog import Project, load_project
from cardlib.decks import Draws, condition, deck_of, load_deck, odds, sample_hands
from cardlib.errors import CardlibError

MECHA = load_project("mecha")


def test_one_tower_in_the_opening_hand(mecha: Project) -> None:
    deck = load_deck("graces-command", mecha)  # 17 of 40 cards are Towers
    opening = odds(deck, mecha, ["tower"], by_turn=0)[0]
    assert opening.seen == 5
    assert opening.together == pytest.approx(1 - comb(23, 5) / comb(40, 5))


def test_two_towers_by_turn_three_count_eight_cards(mecha: Project) -> None:
    deck = load_deck("graces-command", mecha)
    rows = odds(deck, mecha, ["tower>=2"], by_turn=3)
    assert [(row.turn, row.seen) for row in rows] == [(0, 5), (1, 6), (2, 7), (3, 8)]  # MIW-021, MIW-025, MIW-035
    hits = sum(comb(17, n) * comb(23, 8 - n) for n in range(2, 9))
    assert rows[3].together == pytest.approx(hits / comb(40, 8))


def test_a_first_player_who_does_not_draw_sees_one_card_less(mecha: Project) -> None:
    draws = Draws(first_player_draws=False)
    assert [draws.seen(turn, first=True) for turn in range(4)] == [5, 5, 6, 7]
    assert [draws.seen(turn, first=False) for turn in range(4)] == [5, 6, 7, 8]


def test_odds_count_every_hand_of_a_small_deck(mecha: Project) -> None:
    deck = deck_of({"radio-tower": 3, "rampart": 1, "skipper": 2, "jaeger": 1, "weapons-cache": 2})
    cards = deck.cards()
    towers = condition("tower>=2", mecha).cards  # Rampart is a Mecha Tower and counts in both
    mechas = condition("mecha=1", mecha).cards
    hands = list(combinations(range(len(cards)), 6))
    both = [
        hand
        for hand in hands
        if sum(cards[i] in towers for i in hand) >= 2 and sum(cards[i] in mechas for i in hand) == 1
    ]
    row = odds(deck, mecha, ["tower>=2", "mecha=1"], by_turn=1)[1]
    assert row.together == pytest.approx(len(both) / len(hands))


def test_a_mulligan_sets_the_first_hand_aside(mecha: Project) -> None:
    """MIW-022: the second hand comes from the other cards; the first one is shuffled in afterwards."""
    deck = deck_of({"radio-tower": 2, "skipper": 5})
    draws = Draws(opening=2, mulligans=1, aside=True)
    opening, after = odds(deck, mecha, ["tower"], 1, keep=["tower"], draws=draws)
    none = comb(5, 2) / comb(7, 2)  # no Tower in the first hand: then 5 cards are left, 2 of them Towers
    none_again = comb(3, 2) / comb(5, 2)
    assert opening.together == pytest.approx(1 - none * none_again)
    assert after.together == pytest.approx(1 - none * none_again * (3 / 5))  # 5 cards left, 2 of them Towers
    shuffled_in = odds(deck, mecha, ["tower"], 0, keep=["tower"], draws=Draws(opening=2, mulligans=1))[0]
    assert shuffled_in.together == pytest.approx(1 - none * none)


@pytest.mark.parametrize("keep", [[], ["tower>=1", "(mecha cost<=2)>=1"]])
def test_sampled_hands_agree(mecha: Project, keep: list[str]) -> None:
    deck = load_deck("donnas-search", mecha)
    wanted = ["tower>=2", "(mecha cost<=2)>=2"]
    exact = odds(deck, mecha, wanted, 4, keep=keep)[4]
    tests = [condition(text, mecha) for text in wanted]
    hands = sample_hands(deck, mecha, seed=11, hands=8000, turns=4, keep=keep)
    seen = [[*hand.opening, *(card for drawn in hand.drawn for card in drawn)] for hand in hands]
    met = [all(test.met(sum(card in test.cards for card in cards)) for test in tests) for cards in seen]
    assert sum(met) / len(met) == pytest.approx(exact.together, abs=0.02)


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(st.sampled_from(sorted(MECHA.cards)), st.integers(1, 9), min_size=1, max_size=8),
    st.integers(0, 12),
    st.booleans(),
)
def test_chances_are_chances(counts: dict[str, int], turn: int, mulligan: bool) -> None:
    rows = odds(deck_of(counts), MECHA, ["tower", "mecha>=2"], turn, keep=["mecha"] if mulligan else [])
    for row in rows:
        assert all(0 <= chance <= 1 for chance in (*row.chances, row.together))
        assert row.together <= min(row.chances)
    assert [row.chances[0] for row in rows] == sorted(row.chances[0] for row in rows)  # cards seen stay seen


@pytest.mark.parametrize(
    ("text", "least", "most", "example"),
    [
        ("tower>=2", 2, None, "radio-tower"),
        ("tower > 2", 3, None, "radio-tower"),
        ("mecha=0", 0, 0, "skipper"),
        ("command<2", 0, 1, "longshot"),
        ("mecha cost<=2", 1, None, "skipper"),
        ("(mecha cost<=2)>=3", 3, None, "skipper"),
        ("cost<=2>=3", 3, None, "skipper"),
        ("armour>=2", 1, None, "jaeger"),
        ("(armour)>=2", 2, None, "turtle"),
        ('"Radio Tower">=2', 2, None, "radio-tower"),
        ("id:turtle", 1, None, "turtle"),
        ("pilot", 1, None, "admiral-grace"),
    ],
)
def test_where_the_number_belongs(mecha: Project, text: str, least: int, most: int | None, example: str) -> None:
    read = condition(text, mecha)
    assert (read.least, read.most) == (least, most)
    assert example in read.cards


def test_what_cannot_be_worked_out_is_refused(mecha: Project) -> None:
    deck = load_deck("ok40", mecha)
    with pytest.raises(CardlibError, match="expected 1 to 5"):
        odds(deck, mecha, ["tower"] * 6, 1)
    with pytest.raises(CardlibError, match="expected 0 to 200"):
        odds(deck, mecha, ["tower"], -1)
    with pytest.raises(CardlibError, match="no card of mecha fits 'powr'"):
        odds(deck, mecha, ["powr>2"], 1)
    for text in ("tower>=2.5", "tower >= 2.5", "(mecha cost<=2)>=2.5"):
        with pytest.raises(CardlibError, match=r"found '2\.5' after '>=', expected a number of cards, 0 to 9999"):
            odds(deck, mecha, [text], 1)


def test_an_empty_deck_has_no_chances(mecha: Project) -> None:
    assert odds(deck_of({}), mecha, ["tower"], 2)[2].together == 0
