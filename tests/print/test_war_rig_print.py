"""War Rig on paper: tech cards with their costs in the fixed pattern, units and areas, and the pieces of the table."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from cardlib.catalog import Project, load_project
from cardlib_print import PrintOptions, preflight, print_cards

TECH = ("equipment", "weapon", "cockpit", "drive", "facility")
COLOURS = ("red", "green", "blue", "brown")


@pytest.fixture(scope="module")
def war_rig() -> Project:
    return load_project("war-rig")


def words(path: Path) -> str:
    text = " ".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(path))
    return " ".join(text.replace("\u00a0", " ").split())


@pytest.mark.parametrize("options", [PrintOptions(backs="long"), PrintOptions(low_ink=True, paper="letter")])
def test_every_tech_card_prints(war_rig: Project, options: PrintOptions) -> None:
    tech = [(card, 1) for card in war_rig.cards.values() if card.type in TECH]
    assert len(tech) == 29
    assert preflight(war_rig, tech, options) == ([], [])


# What the face of a card of each kind shows; the last part of the cost has its place even where others are missing.
FACES = {
    "armoured-haulage": ["Armoured Haulage", "EQUIPMENT", "Haulage 3"],
    "mass-driver": ["Mass Driver", "PROJECTILE WEAPON", "3 BLACK", "Lightning: 4 hits each", "Stuns"],
    "linked-lasers": ["Linked Lasers", "ENERGY WEAPON", "2 RED", "Incendiary"],
    "co2-dispersal-system": ["CO2 Dispersal System", "UPPER PART: COCKPIT", "Targeting", "Extinguisher"],
    "all-terrain-track": ["CRAWLER, TRACK DRIVE", "light 3, medium 6, heavy 8", "Tandem"],
    "solar-harvester": ["FACILITY", "Built at: Deep Space", "To build it, control: Orbital Platform"],
    "stable-core-reactor": ["Built at: Planet Core", "Only once there is: Experimental Core Vent"],
    "orbital-cannon": ["4 BLACK", "Lightning: 3 hits each", "To use it, control: Orbital Platform"],
    "experimental-core-vent": ["∞", "Cheap scrap"],
}


@pytest.mark.parametrize("card", FACES)
def test_the_face_shows_what_a_card_says(war_rig: Project, tmp_path: Path, card: str) -> None:
    print_cards(war_rig, [(war_rig.cards[card], 1)], tmp_path / "card.pdf")
    shown = words(tmp_path / "card.pdf")
    assert [field for field in FACES[card] if field not in shown] == []


def test_a_line_of_types_has_no_gap_where_a_card_has_no_subtype(war_rig: Project) -> None:
    assert war_rig.cards["utility-cockpit"].type_line == "Upper part: Cockpit"
    assert war_rig.cards["flight-boosters"].type_line == "Lower part: Flight, Rocket Drive"


@pytest.mark.parametrize("card", ["all-terrain-track", "experimental-core-vent", "re-education-centre"])
def test_a_cost_stands_in_the_fixed_pattern(war_rig: Project, tmp_path: Path, card: str) -> None:
    """Red and green above, blue and brown below; the square of a colour that is not paid is blank."""
    print_cards(war_rig, [(war_rig.cards[card], 1)], tmp_path / "card.pdf", PrintOptions(sheet="single"))
    page = pypdfium2.PdfDocument(tmp_path / "card.pdf")[0]
    text, unit = page.get_textpage(), 72 / 25.4
    for place, colour in enumerate(COLOURS):
        left, top = 39.8 + 9 * (place % 2), 88 - 16.2 - 9 * (place // 2)
        shown = text.get_text_bounded(left * unit, (top - 8.6) * unit, (left + 8.6) * unit, top * unit).strip()
        cost = war_rig.cards[card].attributes.get(colour)
        assert shown == ("" if cost is None else str(cost)), colour
