"""The cards of Against All Tyrants on paper: all of them print, upright or landscape, with what players need to see."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pypdfium2
import pytest

from cardlib.catalog import Project, load_project
from cardlib.decks import load_deck
from cardlib_print import PrintOptions, preflight, print_cards
from cardlib_print.printing import Press
from cardlib_print.values import Values

MM = 72 / 25.4


@pytest.fixture(scope="module")
def tyrants() -> Project:
    return load_project("tyrants")


@pytest.mark.parametrize("options", [PrintOptions(backs="long"), PrintOptions(low_ink=True, paper="letter")])
def test_every_card_prints(tyrants: Project, options: PrintOptions) -> None:
    assert preflight(tyrants, [(card, 1) for card in tyrants.cards.values()], options) == ([], [])


def test_bases_objectives_and_references_are_landscape(tyrants: Project) -> None:
    press = Press(tyrants, PrintOptions())
    sizes = Counter((card.type, str(press.faces(card).layout.size)) for card in tyrants.cards.values())
    assert sizes == {
        ("unit", "63 x 88 mm"): 106,
        ("leader", "63 x 88 mm"): 15,
        ("one-time", "63 x 88 mm"): 24,
        ("base", "88 x 63 mm"): 18,
        ("objective", "88 x 63 mm"): 11,
        ("reference", "88 x 63 mm"): 6,
    }


def test_a_deck_is_printed_on_sheets_of_either_kind(tyrants: Project, tmp_path: Path) -> None:
    deck = load_deck("ff-a", tyrants)
    cards = [(tyrants.cards[id_], count) for id_, count in deck.counts().items()]
    printed = print_cards(tyrants, cards, tmp_path / "deck.pdf")
    assert (printed.cards, printed.sheets) == (40, 5)
    pdf = pypdfium2.PdfDocument(tmp_path / "deck.pdf")
    text = "".join(page.get_textpage().get_text_range() for page in pdf)
    assert text.count("Rogue Transport") == 3
    assert "Port Captain*" in text
    assert "» Escape:" in text


def test_marks_and_names_of_orders(tyrants: Project) -> None:
    values = Values(tyrants, {}, bold_keywords=False)
    dawn, beacon = tyrants.cards["ff-dawn-of-liberty"], tyrants.cards["fln-transmitter-beacon"]
    assert "".join(run.text for run in values.of(dawn, "marks")[0]) == "*"
    keywords = ["".join(run.text for run in line) for line in values.of(dawn, "keyword_lines")]
    assert len(keywords) == 2  # Unique is the mark behind the name
    assert keywords[1].startswith("Transport\u00a02:\u00a0Trooper (When deployed, place up to 2 Trooper units")
    bold = [run.text for line in values.of(beacon, "text") for run in line if run.bold]
    assert bold == ["» Charge:", "» Transmit:"]
    assert values.attribute(beacon, "theaters") == "Planetside"
    assert values.attribute(beacon, "subfaction") == "First Leader's Navy"
