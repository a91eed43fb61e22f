"""What a deck is made of, what two decks differ in, and sample hands."""

from __future__ import annotations

from cardlib.catalog import Project
from cardlib.decks import Draws, deck_of, difference, load_deck, sample_hands, statistics


def test_statistics_of_a_published_deck(mecha: Project) -> None:
    counted = statistics(load_deck("graces-command", mecha), mecha)
    assert (counted.size, counted.different) == (40, 13)
    assert counted.types == {"Basic Tower": 17, "Mecha": 12, "Command": 8, "Pilot": 2, "Singleton Mecha": 1}
    assert counted.curve == {"1": 2, "2": 9, "3": 1, "6": 1}
    assert counted.average == (2 * 1 + 9 * 2 + 3 + 6) / 13
    assert counted.sums == {"Bandwidth": 17}
    assert counted.keywords["Reach"] == 3


def test_statistics_of_nothing(mecha: Project) -> None:
    counted = statistics(deck_of({}), mecha)
    assert (counted.size, counted.average, counted.curve) == (0, None, {})


def test_difference_of_two_decks() -> None:
    a = deck_of({"main": {"turtle": 3, "skipper": 1}})
    b = deck_of({"main": {"turtle": 1, "cap-gun": 2}, "side": {"skipper": 1}})
    changes = [(one.section, one.card, one.before, one.after) for one in difference(a, b)]
    assert changes == [
        ("main", "cap-gun", 0, 2),
        ("main", "skipper", 1, 0),
        ("main", "turtle", 3, 1),
        ("side", "skipper", 0, 1),
    ]
    assert not difference(a, a)


def test_sample_hands_come_from_the_deck_and_the_seed(mecha: Project) -> None:
    deck = load_deck("donnas-search", mecha)
    hands = sample_hands(deck, mecha, seed=5, hands=3, turns=2)
    assert hands == sample_hands(deck, mecha, seed=5, hands=3, turns=2)
    assert hands != sample_hands(deck, mecha, seed=6, hands=3, turns=2)
    assert len({hand.opening for hand in hands}) > 1
    for hand in hands:
        assert (len(hand.opening), [len(drawn) for drawn in hand.drawn]) == (5, [1, 1])


def test_a_mulligan_keeps_the_second_hand_and_shuffles_the_first_one_in(mecha: Project) -> None:
    """MIW-E11: of 40 cards, 5 in hand and 35 in the deck, the first five among them."""
    deck = load_deck("donnas-search", mecha)
    (hand,) = sample_hands(deck, mecha, seed=1, turns=35, keep=["jaeger"])  # never met, so exchanged once (MIW-023)
    assert (len(hand.put_back), len(hand.put_back[0]), len(hand.opening)) == (1, 5, 5)
    drawn = [card for turn in hand.drawn for card in turn]
    assert sorted([*hand.opening, *drawn]) == sorted(deck.cards())
    no_draw = sample_hands(deck, mecha, turns=2, draws=Draws(first_player_draws=False))[0]
    assert [len(turn) for turn in no_draw.drawn] == [0, 1]
