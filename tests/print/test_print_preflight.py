"""Preflight: text, glyphs, symbols and pictures that cannot be printed are all named, at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pages import read

from cardlib.catalog import Card, Project
from cardlib_print import PreflightError, PrintOptions, Problem, preflight, print_cards

Saying = Callable[[str], Card]


def problems(project: Project, *cards: Card) -> list[Problem]:
    return preflight(project, [(card, 1) for card in cards])[0]


def test_too_much_text_names_card_element_and_what_is_missing(mecha: Project, saying: Saying):
    (problem,) = problems(mecha, saying("many words " * 90))
    assert (problem.card, problem.element) == ("bugzapper", "rules")
    assert problem.text.startswith("the text needs ")
    assert "mm at 6.5 pt, the box is 29.6 mm high" in problem.text


def test_a_word_too_long_for_the_box_is_named(mecha: Project, saying: Saying):
    (problem,) = problems(mecha, saying("Donau" + "dampf" * 20))
    assert "'Donaudampf" in problem.text
    assert "mm wide" in problem.text


def test_a_name_too_long_for_one_line_is_named(mecha: Project, bugzapper: Card):
    (problem,) = problems(mecha, replace(bugzapper, name="The Unreasonably Long Name Of A Very Small Machine"))
    assert problem.element == "name-after-cost"
    assert "lines at 8 pt" in problem.text


def test_a_missing_glyph_names_card_and_character(mecha: Project, saying: Saying):
    (problem,) = problems(mecha, saying("Fire 火 and 火 again, アニメ."))
    assert problem.card == "bugzapper"
    assert "'火' (U+706B CJK UNIFIED IDEOGRAPH-706B)" in problem.text
    assert problem.text.count("火") == 1
    assert "KATAKANA LETTER A" in problem.text


def test_greek_cyrillic_and_central_european_letters_are_there(mecha: Project, saying: Saying):
    assert problems(mecha, saying("Źdźbło Őrült Şeker Ελλάδα Борщ → ≥ − “—” …")) == []


def test_an_unknown_symbol_is_named(mecha: Project, saying: Saying):
    assert problems(mecha, saying("Pay {flight}.")) == []
    (problem,) = problems(mecha, saying("Pay {flihgt}."))
    assert problem.text == "no symbol is called {flihgt} (nearest: flight)"


def test_all_problems_of_all_cards_are_reported_at_once(mecha: Project, saying: Saying, tmp_path: Path):
    second = replace(mecha.cards["jaeger"], written="word " * 900, name="火")
    with pytest.raises(PreflightError) as caught:
        print_cards(mecha, [(saying("漢"), 3), (second, 1)], tmp_path / "deck.pdf")
    assert [(problem.card, problem.element) for problem in caught.value.problems] == [
        ("bugzapper", "rules"),
        ("jaeger", "name-after-cost"),
        ("jaeger", "rules"),
    ]
    assert str(caught.value).startswith("nothing printed: 3 problems on 2 cards\n  bugzapper: rules: ")


def test_every_card_of_the_game_can_be_printed_in_full_and_in_low_ink(mecha: Project):
    cards = [(card, 1) for card in mecha.cards.values()]
    assert preflight(mecha, cards) == ([], [])
    assert preflight(mecha, cards, PrintOptions(low_ink=True)) == ([], [])


WORDS = st.lists(st.text("abcdefghijklmnopqrstuvwxyzÉŻ", min_size=1, max_size=14), min_size=1, max_size=150)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(WORDS)
def test_no_letter_is_ever_outside_its_card(mecha: Project, saying: Saying, tmp_path: Path, words: list[str]):
    card = saying(" ".join(words))
    path = tmp_path / "card.pdf"
    try:
        print_cards(mecha, [(card, 1)], path, PrintOptions(sheet="single"))
    except PreflightError:
        return
    (page,) = read(path)
    body = [(left, top, right, bottom) for _, left, top, right, bottom in page.letters if 49.5 < top < 82]
    assert len(body) > sum(map(len, words)) * 0.9
    assert min(left for left, _, _, _ in body) >= 5.2
    assert max(right for _, _, right, _ in body) <= 57.8
    assert min(top for _, top, _, _ in body) >= 50.4
    assert max(bottom for _, _, _, bottom in body) <= 81.4


def test_reminders_give_way_before_the_text_gets_small(mecha: Project, saying: Saying, tmp_path: Path):
    def text_of(card: Card) -> str:
        path = tmp_path / "card.pdf"
        print_cards(mecha, [(card, 1)], path, PrintOptions(sheet="single"))
        return read(path)[0].text

    assert "Can move and attack" in text_of(saying("Short."))
    crowded = text_of(saying("It has a long text that goes on. " * 12))
    assert "Can move and attack" not in crowded
    assert "Haste" in crowded
