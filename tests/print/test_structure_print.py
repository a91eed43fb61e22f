"""The cards of Dept. of Structure on paper: costs and texts with the symbols of resources, and the counter cards."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from shipped import shipped

from cardlib.catalog import Card, Project
from cardlib.decks import load_deck
from cardlib_print import PrintOptions, preflight, print_cards
from cardlib_print.markup import Value
from cardlib_print.pieces import pieces
from cardlib_print.printing import Press
from cardlib_print.values import Values

RESOURCES = ("survivor", "bio", "power", "supplies", "any")


@pytest.fixture(scope="module")
def structure() -> Project:
    return shipped("structure")


@pytest.fixture(scope="module")
def values(structure: Project) -> Values:
    return Values(structure, {}, bold_keywords=False, drawn=RESOURCES)


def shown(value: Value) -> list[str]:
    """The lines of a value, with symbols in braces."""
    return ["".join(f"{{{run.text}}}" if run.symbol else run.text for run in line) for line in value]


@pytest.mark.parametrize("options", [PrintOptions(backs="long"), PrintOptions(low_ink=True, paper="letter")])
def test_every_card_prints(structure: Project, options: PrintOptions) -> None:
    assert preflight(structure, [(card, 1) for card in structure.cards.values()], options) == ([], [])


def test_counter_cards_are_landscape(structure: Project) -> None:
    press = Press(structure, PrintOptions())
    sizes = Counter(str(press.faces(card).layout.size) for card in structure.cards.values())
    assert sizes == {"63 x 88 mm": 82, "88 x 63 mm": 3}


def test_a_deck_is_printed_with_its_counter_cards(structure: Project, tmp_path: Path) -> None:
    deck = load_deck("unburied", structure)
    cards = [(structure.cards[id_], count) for id_, count in deck.counts().items()]
    printed = print_cards(structure, cards, tmp_path / "deck.pdf")
    assert (printed.cards, printed.sheets) == (43, 5)
    text = "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(tmp_path / "deck.pdf"))
    assert text.count("Shambler") == 3
    assert text.count("BASE HEALTH") == 1
    assert text.count("UNIQUE") == 1


def test_costs_are_drawn(structure: Project, values: Values) -> None:
    assert shown(values.of(structure.cards["hld-ol-tank"], "cost")) == ["{survivor}{survivor}{supplies}{any}{any}"]
    assert shown(values.of(structure.cards["neu-blood-bank"], "cost")) == ["0"]
    assert shown(Values(structure, {}).of(structure.cards["hld-ol-tank"], "cost")) == ["2S 1U 2*"]
    assert values.attribute(structure.cards["hld-ol-tank"], "cost") == "2S 1U 2*"
    assert shown(values.of(structure.cards["und-shambler"], "attributes")) == [
        "Faction The Unburied · Cost 1B · Attack 1 · Defense 1"
    ]


@pytest.mark.parametrize(
    ("card", "line"),
    [
        ("ash-flame-wagon", "{supplies} {power}, utilize this card: deal 2 damage to target enemy combatant."),
        ("hld-radio-mast", "After the healing of your Regroup phase, you may pay {any}. If you do, draw 1 card."),
        ("neu-blood-bank", "Gain {bio}{bio}."),
        ("hld-fire-axe", "Equipped: +2/+0."),
    ],
)
def test_resources_in_texts_are_drawn(structure: Project, values: Values, card: str, line: str) -> None:
    assert shown(values.of(structure.cards[card], "text")) == [line]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Pay 5B.", "Pay 5{bio}."),
        ("Pay 12 Bio or +1 Power.", "Pay 12{bio} or +1 Power."),
        ("2 Bios, 3Bs, 1 bio", "2 Bios, 3Bs, 1 bio"),
        ("(1*)", "({any})"),
    ],
)
def test_what_counts_as_a_resource(structure: Project, values: Values, text: str, line: str) -> None:
    card: Card = replace(structure.cards["und-shambler"], written=text)
    assert shown(values.of(card, "text")) == [line]


def test_keywords_that_a_text_names_are_explained(structure: Project, values: Values) -> None:
    mentioned = shown(values.of(structure.cards["dep-arc-lance"], "mentioned"))
    assert mentioned == ["First\u00a0Strike (Deals its battle damage before a card without First Strike does.)"]
    assert values.of(structure.cards["und-broken-colossus"], "mentioned") == ()  # it has Crippled itself
    generator = shown(values.of(structure.cards["dep-substation"], "keyword_lines"))
    assert generator == ["Generator (Gain {power} in each of your Regroup phases.)"]


def test_every_keyword_is_on_a_reference_card(structure: Project) -> None:
    text = "\n".join(card.text for card, _ in pieces(structure, ["reference"]).cards)
    assert [
        line for line in text.splitlines() if line.split(":")[0] in {k.name for k in structure.keywords.values()}
    ] == [f"{keyword.name}: {keyword.reminder}" for keyword in structure.keywords.values()]


def test_two_players_find_a_pointer_for_every_track(structure: Project) -> None:
    copies = {card.id: number for card, number in pieces(structure, ["tokens"]).cards}
    tracks = [str(track) for card in structure.cards.values() for track in card.attributes.get("tracks", ()) or ()]
    assert sorted(tracks) == ["base-health", "bio", "power", "supplies", "survivor"]
    assert all(copies[f"pointer-{track.removeprefix('base-')}"] == 2 for track in tracks)
    assert copies["attacker-marker"] == 1
