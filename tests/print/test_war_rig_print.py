"""War Rig on paper: tech cards with their costs in the fixed pattern, units and areas, and the pieces of the table."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pypdfium2
import pytest
from shipped import shipped

from cardlib.catalog import Project
from cardlib.errors import CardlibError
from cardlib_print import PrintOptions, preflight, print_cards
from cardlib_print.pieces import pieces
from cardlib_print.printing import Press
from cardlib_print.selection import select

TECH = ("equipment", "weapon", "cockpit", "drive", "facility")
COLOURS = ("red", "green", "blue", "brown")


@pytest.fixture(scope="module")
def war_rig() -> Project:
    return shipped("war-rig")


def words(path: Path) -> str:
    text = " ".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(path))
    return " ".join(text.replace("\u00a0", " ").split())


@pytest.mark.parametrize("options", [PrintOptions(backs="long"), PrintOptions(low_ink=True, paper="letter")])
def test_every_card_prints(war_rig: Project, options: PrintOptions) -> None:
    assert sum(card.type in TECH for card in war_rig.cards.values()) == 29
    assert preflight(war_rig, [(card, 1) for card in war_rig.cards.values()], options) == ([], [])


@pytest.mark.parametrize("low_ink", [False, True])
def test_every_piece_prints(war_rig: Project, low_ink: bool) -> None:
    found = pieces(war_rig)
    options = PrintOptions(layouts=found.layouts, backs="long", low_ink=low_ink)
    assert preflight(war_rig, found.cards, options) == ([], [])


def test_each_kind_of_card_has_its_size(war_rig: Project) -> None:
    press = Press(war_rig, PrintOptions())
    sizes = {str(press.faces(card).layout.size) for card in war_rig.cards.values() if card.type in TECH}
    assert sizes == {"63 x 88 mm"}
    assert str(press.faces(war_rig.cards["purple-1"]).layout.size) == "95 x 63 mm"
    assert str(press.faces(war_rig.cards["purple-rig"]).layout.size) == "189 x 264 mm"  # three by three cards


def test_each_colour_has_its_own_squads_and_tokens(war_rig: Project) -> None:
    found = pieces(war_rig)
    copies = Counter({card.id: count for card, count in found.cards})
    for colour in ("purple", "red", "orange", "yellow"):
        for number in range(1, 7):
            assert copies[f"{colour}-{number}"] == copies[f"squad-token-{number}-{colour}"] == 1
        assert copies[f"locked-squad-{colour}"] == 12
        assert [copies[f"power-token-{number}-{colour}"] for number in (1, 2, 3)] == [1, 1, 1]
    assert copies["drop-ship"] == copies["drop-ship-token"] == war_rig.game.constants["drop_ships"]


def test_a_secret_token_does_not_show_its_number_behind(war_rig: Project, tmp_path: Path) -> None:
    found = pieces(war_rig, ["tokens"])
    power = [(card, count) for card, count in found.cards if card.id.startswith("power-token-")]
    options = PrintOptions(layouts=found.layouts, backs="long")
    print_cards(war_rig, power, tmp_path / "power.pdf", options)
    front, back = pypdfium2.PdfDocument(tmp_path / "power.pdf")
    assert Counter(re.findall(r"\b[123]\b", front.get_textpage().get_text_range().split("100 mm")[0])) == {
        "1": 4,
        "2": 4,
        "3": 4,
    }
    assert not back.get_textpage().get_text_range().strip()


def test_a_captured_squad_is_behind_a_free_one(war_rig: Project, tmp_path: Path) -> None:
    print_cards(war_rig, [(war_rig.cards["orange-5"], 1)], tmp_path / "squad.pdf", PrintOptions(backs="long"))
    front, back = (page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(tmp_path / "squad.pdf"))
    assert (front.count("cargo"), front.count("armoured"), front.count("equipment")) == (4, 3, 2)
    assert "CAPTURED" in back and "cargo" not in back


def test_dice_show_their_symbols(war_rig: Project) -> None:
    shown = {card.id: (card.text, count) for card, count in pieces(war_rig, ["dice"]).cards}
    assert shown["die-red-double-hit"] == ("{hit} {hit}", 4)
    assert shown["die-black-skull"] == ("{skull}", 4)
    assert shown["die-blue-hit"] == ("{hit}", 8 * 3)
    assert shown["die-white-6"] == ("6", 1)
    assert shown["die-green-nothing"] == ("", 3)


def test_the_reference_has_every_face_and_the_licence(war_rig: Project, tmp_path: Path) -> None:
    found = pieces(war_rig, ["reference"])
    table = next(card.text for card, _ in found.cards if card.id == "reference-dice").replace("\u00a0", " ")
    for die in war_rig.dice:
        line = next(line for line in table.splitlines() if line.startswith(f"{die.name}, {die.sides} sides: "))
        for face in die.faces if die.id != "white" else ():
            symbols = "".join(f"{{{id_}}}" * count for id_, count in face.symbols) or "blank"
            assert re.search(rf"(?<!\d){face.sides} × {re.escape(symbols)}(,|$)", line), (die.id, face.word)
    print_cards(war_rig, found.cards, tmp_path / "reference.pdf", PrintOptions(layouts=found.layouts))
    shown = words(tmp_path / "reference.pdf")
    assert shown.count("War Rig by Ellotron · CC BY-NC 4.0 · creativecommons.org/licenses/by-nc/4.0") == 20


def test_the_box_holds_as_many_of_each_card_as_it_says(war_rig: Project) -> None:
    box = select(war_rig, "tech", copies="copies")
    assert (len(box.cards), sum(count for _, count in box.cards)) == (29, 69)
    assert {card.id: count for card, count in box.cards}["co2-dispersal-system"] == 3
    with pytest.raises(CardlibError, match=r"found 'copy', expected a number.* \(nearest: copies\)"):
        select(war_rig, "tech", copies="copy")
    with pytest.raises(CardlibError, match="none of these cards says how many there are of it: no copies"):
        select(war_rig, "type:squad", copies="copies")


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


def test_the_board_shows_every_area_on_four_sheets(war_rig: Project, tmp_path: Path) -> None:
    found = pieces(war_rig, ["board"])
    board = [(card, count) for card, count in found.cards if card.id == "area-board"]
    printed = print_cards(war_rig, board, tmp_path / "board.pdf", PrintOptions(layouts=found.layouts))
    assert (printed.cards, printed.sheets) == (1, 4)
    one = PrintOptions(layouts=found.layouts, sheet="single")
    print_cards(war_rig, board, tmp_path / "whole.pdf", one)
    page = pypdfium2.PdfDocument(tmp_path / "whole.pdf")[0].get_textpage()
    unit = 72 / 25.4
    data = json.loads((war_rig.path / "boards" / "planet.json").read_text(encoding="utf-8"))
    spaces = {space["id"]: space for space in data["spaces"]}
    assert spaces.keys() == AREAS.keys()
    for id_, (column, row, wide) in AREAS.items():
        left, top, side = column * 90, 360 - row * 90, 90 * wide
        text = page.get_text_bounded(left * unit, (top - side) * unit, (left + side) * unit, top * unit)
        shown = " ".join(text.split())
        space = spaces[id_]
        assert war_rig.cards[id_].name.upper() in shown
        supply = space["attributes"].get("supply", {})
        assert sorted(re.findall(r"\d\d", shown)) == sorted(str(count) for count in supply.values()), id_
        for facility in space["attributes"].get("facilities", ()):
            assert war_rig.cards[facility].name in shown
        if id_ != "barren-wastes":
            ways = ", ".join(war_rig.cards[other].name for other in space["neighbours"])
            assert f"Ways: {ways}" in shown


# Column, row and how many of either: the ring clockwise from Low Orbit, around the Barren Wastes.
AREAS = {
    "low-orbit": (1, 0, 1),
    "base-4": (2, 0, 1),
    "oil-sands": (3, 0, 1),
    "base-1": (4, 0, 1),
    "deep-trenches": (4, 1, 1),
    "base-6": (4, 2, 1),
    "methane-sea": (4, 3, 1),
    "base-3": (3, 3, 1),
    "ancient-city": (2, 3, 1),
    "base-2": (1, 3, 1),
    "volcanic-range": (1, 2, 1),
    "base-5": (1, 1, 1),
    "barren-wastes": (2, 1, 2),
    "deep-space": (0, 0, 1),
    "planet-core": (5, 1, 1),
}
