"""The cards of Against All Tyrants on paper: all of them print, upright or landscape, with what players need to see."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pypdfium2
import pytest
from shipped import shipped

from cardlib.catalog import Project
from cardlib.decks import load_deck
from cardlib_print import PrintOptions, preflight, print_cards
from cardlib_print.printing import Press
from cardlib_print.values import Values

MM = 72 / 25.4


@pytest.fixture(scope="module")
def tyrants() -> Project:
    return shipped("tyrants")


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


# What a card of each kind shows beside its theaters (AAT-Q01).
FACES = {
    "ff-dawn-of-liberty": [
        "Dawn of Liberty*",
        "5",
        "7",
        "9",
        "Unit",
        "Ship, Transport",
        "Capital",
        "Transport 2: Trooper",
    ],
    "ff-port-captain-leader": ["Port Captain*", "3", "6", "LEADER", "Character", "» Inspire 2"],
    "ff-ambush": ["Ambush", "1", "ONE-TIME EFFECT", "Tactic", "Trap", "damage"],
    "ff-free-port": ["Free Port", "28", "BASE", "» Launch"],
    "ff-rogue-transport": ["Rogue Transport", "0", "6", "OBJECTIVE", "Ship, Transport", "» Load", "» Escape"],
}


@pytest.mark.pins("AAT-Q01")
@pytest.mark.parametrize("card", FACES)
def test_the_face_shows_every_field_of_a_card(tyrants: Project, tmp_path: Path, card: str) -> None:
    print_cards(tyrants, [(tyrants.cards[card], 1)], tmp_path / "card.pdf")
    text = pypdfium2.PdfDocument(tmp_path / "card.pdf")[0].get_textpage().get_text_range()
    words = " ".join(text.replace("\u00a0", " ").split())
    assert [field for field in [*FACES[card], "Freedom Fighters"] if field not in words] == []


@pytest.mark.pins("AAT-Q01")
@pytest.mark.parametrize("layout", ["card", "wide"])
def test_the_face_marks_the_theaters(tyrants: Project, layout: str) -> None:
    elements = json.loads((tyrants.path / "print" / f"{layout}.json").read_text(encoding="utf-8"))["elements"]
    when = {element["id"]: element.get("when") for element in elements}
    for theater in ("space", "planetside"):
        assert when[f"{theater}-mark"] == f"theaters:{theater}"


@pytest.mark.pins("ac-reference", "ccn-reference", "cheid-reference", "ff-reference", "fln-reference", "ru-reference")
def test_a_reference_card_shows_both_roles(tyrants: Project, tmp_path: Path) -> None:
    references = [card for card in tyrants.cards.values() if card.type == "reference"]
    print_cards(tyrants, [(card, 1) for card in references], tmp_path / "cards.pdf")
    pdf = pypdfium2.PdfDocument(tmp_path / "cards.pdf")
    words = " ".join(" ".join(page.get_textpage().get_text_range() for page in pdf).split())
    assert words.count("AS DEFENDER") == words.count("AS ATTACKER") == len(references) == 6
    for card in references:
        for field in ("as-defender", "as-attacker"):
            assert str(card.attributes[field]).split(":")[0] in words
