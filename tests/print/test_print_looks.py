"""How the cards of every game look, read back from the printed file: sizes, contrast, what lies near the cut."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from looks import DPI, looks
from pages import MM, opened
from PIL.Image import Image
from shipped import shipped

from cardlib.catalog import Card, Project, load_project
from cardlib.catalog.template import make_project
from cardlib_print import PrintOptions, preflight, print_cards
from cardlib_print.bounds import least_contrast
from cardlib_print.elements import SymbolElement, TextElement, colour
from cardlib_print.geometry import Box
from cardlib_print.icons import icon, icon_of
from cardlib_print.layouts import layout_names, load_layout
from cardlib_print.pieces import pieces
from cardlib_print.printing import Press
from cardlib_print.reflow import SIZES, Fit
from cardlib_print.sheets import single_sheet
from cardlib_print.values import field_names

GAMES = ("mecha", "tyrants", "structure", "war-rig", "analog-tactics")
STAMP = re.compile(r"[0-9a-f]{6}")
# Cards of each shape of each game; several of those with the most text.
SHOWN = {
    "mecha": ("bugzapper", "jaeger", "acid-rain", "graces-command"),
    "tyrants": (
        "ccn-reference",
        "ac-breaching-shuttle",
        "ff-free-port",
        "cheid-director-of-acquisitions",
        "ru-cluster-node",
        "ff-ambush",
    ),
    "structure": (
        "ctr-power-supplies",
        "hld-ol-tank",
        "dep-director-of-structure",
        "und-necromender",
        "neu-blood-bank",
    ),
    "war-rig": ("arc-shield-generator", "mass-driver", "all-terrain-track", "orange-1", "base-4"),
    "analog-tactics": ("mage-0-teleport", "axe-plus-1", "warrior-elite", "air-growth", "profile-turret", "objective"),
}


def shown(project: Project) -> list[str]:
    """The ids of `SHOWN` that the game has."""
    return [id_ for id_ in SHOWN[project.slug] if id_ in project.cards]


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_read_in_play_is_7_pt_or_more_stands_out_and_lies_3_mm_from_the_cut(slug: str):
    project = shipped(slug)
    for look in looks(project, [project.cards[id_] for id_ in shown(project)]):
        small = {letter.line for letter in look.letters if letter.size < 7}
        assert [line for line in small if look.card not in line and not STAMP.search(line)] == [], look.card
        assert min(letter.size for letter in look.letters) >= 5
        faint = {(letter.line, round(letter.contrast, 1)) for letter in look.letters if letter.contrast < 4.5}
        assert faint == set(), look.card
        assert min(letter.edge for letter in look.letters) > 2.7, look.card  # tails of letters reach a little lower
        rim = look.rim(2.8)
        ground, *others = rim.most_common()
        line = others[0][1] if slug in ("mecha", "war-rig") and others else 0  # a line that frames the card
        assert ground[1] + line > 0.85 * rim.total(), (look.card, rim.most_common(4))


NOT_THERE = {("mecha", "dice"), ("tyrants", "dice"), ("structure", "dice")}


def size_of(project: Project, card: Card, layouts: Mapping[str, str]) -> tuple[float, float]:
    """The width and height of a piece in mm."""
    size = Press(project, PrintOptions(layouts=layouts)).faces(card).layout.size
    return size.width, size.height


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_read_on_pieces_is_7_pt_or_more_and_stands_out(slug: str):
    """Tokens, dice, references of the size of cards: those with the longest names or texts of each layout."""
    project = shipped(slug)
    found = pieces(project)
    of_layout: dict[str, list[Card]] = {}
    for card, _ in found.cards:
        if card.id not in project.cards:
            of_layout.setdefault(found.layouts[card.id], []).append(card)
    longest = [max(cards, key=lambda card: len(card.text)) for cards in of_layout.values()]
    named = [max(cards, key=lambda card: len(card.name)) for cards in of_layout.values()]
    cards = list({card.id: card for card in [*longest, *named]}.values())
    assert len(cards) >= 3
    by_hand = [card for card in cards if max(size_of(project, card, found.layouts)) < 100]
    for look in looks(project, by_hand, layouts=found.layouts):
        small = {letter.line for letter in look.letters if letter.size < 7}
        kept = [line for line in small if not STAMP.search(line) and "CC BY" not in line]
        assert [line for line in kept if look.card not in line] == [], look.card
        faint = {(letter.line, round(letter.contrast, 1)) for letter in look.letters if letter.contrast < 4.5}
        assert faint == set(), look.card


@pytest.mark.parametrize("slug", GAMES)
def test_texts_on_pieces_stand_out_on_grounds_of_every_colour(slug: str):
    """Asked of the layouts, for a piece in each colour that they have; on boards lie pictures of spaces."""
    project = shipped(slug)
    found = pieces(project, [name for name in ("tokens", "dice", "reference") if (slug, name) not in NOT_THERE])
    press = Press(project, PrintOptions(layouts=found.layouts))
    faint, seen = [], set()
    for card, _ in found.cards:
        layout = press.faces(card).layout
        colours = (layout.name, tuple(layout.palette(card).values()))
        if card.id in project.cards or colours in seen:
            continue
        seen.add(colours)
        for element in layout.elements:
            if isinstance(element, TextElement) and (element.when is None or element.when(card)):
                ratio = least_contrast(layout, card, element)
                if 1.0 < ratio < 4.5:  # 1 over a picture
                    faint.append((card.id, element.id, round(ratio, 2)))
    assert faint == []


def test_the_cost_of_structure_shows_at_the_left_of_a_fanned_hand():
    project = shipped("structure")
    (look,) = looks(project, [project.cards["hld-ol-tank"]])
    colours = {"survivor": (180, 83, 42), "supplies": (47, 107, 166)}
    left = look.picture.crop((0, 0, round(12 / 25.4 * DPI), round(36 / 25.4 * DPI)))
    dots = {dot: count for count, dot in left.getcolors(left.width * left.height)}
    for wanted in colours.values():
        assert sum(count for dot, count in dots.items() if max(map(abs, map(int.__sub__, dot, wanted))) < 6) > 150


@pytest.mark.parametrize("fit", [None, Fit((SIZES["hex"],))], ids=["card", "hexagon"])
def test_a_number_of_three_digits_stays_on_its_badge(fit: Fit | None) -> None:
    """A text lies in its box, so its box lies 1 mm within the badge on both sides."""
    press = Press(shipped("mecha"), PrintOptions(fit=fit))
    elements = {one.id: one for one in press.faces(shipped("mecha").cards["jaeger"]).layout.elements}
    for name in ("cost", "power", "durability"):
        badge, number = elements[f"{name}-badge"].box, elements[name].box
        assert number.x >= badge.x + 1
        assert number.x + number.width <= badge.x + badge.width - 1


@pytest.mark.parametrize("slug", GAMES)
def test_in_low_ink_no_symbol_is_lost_on_a_larger_one(slug: str) -> None:
    """What is drawn on a symbol has another colour than this: a head on a plate, a rig on a gear."""
    project = shipped(slug)
    lost = []
    for name in layout_names(project):
        layout = load_layout(project, name, field_names(project), low_ink=True)
        symbols = [one for one in layout.elements if isinstance(one, SymbolElement) and one.fill]
        for below, above in itertools.combinations(symbols, 2):
            fills = [colour(one.fill, layout.palette(None)) for one in (below, above)]
            if below.when is None and fills[0] == fills[1] and _within(above.box, below.box):
                lost.append((name, below.id, above.id))
    assert lost == []


def _within(inner: Box, outer: Box) -> bool:
    across = outer.x < inner.x and inner.x + inner.width < outer.x + outer.width
    return across and outer.y < inner.y and inner.y + inner.height < outer.y + outer.height


def test_factions_of_tyrants_are_told_apart_without_colours():
    project = shipped("tyrants")
    first: dict[str, str] = {}
    for card in project.cards.values():
        if card.type == "unit":
            first.setdefault(str(card.attributes.get("subfaction") or card.attributes["faction"]), card.id)
    marks = []
    for look in looks(project, [project.cards[id_] for id_ in first.values()]):
        area = tuple(round(mm / 25.4 * DPI) for mm in (52.6, 4.0, 59.2, 10.6))
        marks.append(look.picture.crop(area).convert("L").point(lambda dot: 255 * (dot > 140)).tobytes())
    assert len(marks) == len(first) >= 8
    for index, one in enumerate(marks):
        for other in marks[index + 1 :]:
            assert sum(a != b for a, b in zip(one, other, strict=True)) > 0.12 * len(one)


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return make_project(tmp_path_factory.mktemp("new") / "duel")


def test_a_new_project_has_badges_colours_and_icons_from_its_game(duel: Project, tmp_path: Path):
    assert preflight(duel, [(card, 1) for card in duel.cards.values()]) == ([], [])
    knight, fireball = looks(duel, [duel.cards["knight"], duel.cards["fireball"]])
    lines = [letter.line for letter in knight.letters]
    assert {"Cost", "Attack", "Health"} <= set(" ".join(lines).split())
    assert knight.rim(2).most_common(1)[0][0] != fireball.rim(2).most_common(1)[0][0]  # units, events
    for look in (knight, fireball):
        assert min(letter.contrast for letter in look.letters) >= 4.5
        assert min(letter.edge for letter in look.letters) > 2.8


def test_an_id_that_has_no_room_keeps_no_card_from_being_printed(duel: Project):
    """It is no text of play: the plain card has the prefix of its game in its place, others have only the stamp."""
    long = replace(duel.cards["knight"], id="knight-of-the-northern-realm-who-rides-alone")
    short, cut = looks(duel, [duel.cards["knight"], long])
    assert any("knight" in letter.line for letter in short.letters)
    assert any(duel.game.prefix in letter.line for letter in cut.letters)
    for slug, id_ in (("structure", "ash-road-rat"), ("mecha", "jaeger"), ("tyrants", "ff-gun-buggy")):
        project = shipped(slug)
        card = replace(project.cards[id_], id="no-card-of-any-game-has-an-id-that-is-longer-than-this-one")
        assert preflight(project, [(card, 1)]) == ([], [])


def test_plain_cards_take_the_factions_of_their_game(tmp_path: Path):
    project = shipped("structure")
    cards = [project.cards[id_] for id_ in ("und-shambler", "dep-sentry-gun", "ash-road-rat")]
    found = list(looks(project, cards, layout="plain"))
    assert len({look.rim(2).most_common(1)[0][0] for look in found}) == 3
    assert ["Unburied" in " ".join(letter.line for letter in look.letters) for look in found] == [True, False, False]


def test_plain_cards_reflow_with_the_size_of_the_card(duel: Project, tmp_path: Path):
    folder = duel.path / "print"
    folder.mkdir(exist_ok=True)
    try:
        for width, height in ((44.45, 63.5), (70, 120)):
            layout = {"extends": "plain", "card": {"width": width, "height": height}}
            (folder / "card.json").write_text(json.dumps(layout))
            project = load_project(duel.path)
            print_cards(project, [(project.cards["knight"], 1)], tmp_path / "out.pdf", PrintOptions(sheet="single"))
            with opened(tmp_path / "out.pdf") as pdf:
                words = pdf[0].get_textpage()
                places = {}
                for word in ("Attack", "Health"):
                    search = words.search(word)
                    left, bottom, _, _ = words.get_charbox(search.get_next()[0])
                    search.close()
                    places[word] = (left / MM, bottom / MM)
            assert places["Attack"][0] < 9
            assert places["Health"][0] > width - 15
            assert places["Attack"][1] == pytest.approx(places["Health"][1], abs=0.3)
            assert 5 < places["Health"][1] < 9
    finally:
        (folder / "card.json").unlink()


def test_placeholder_art_shows_what_the_card_is():
    project = shipped("tyrants")
    drawn = {id_: icon_of(project.cards[id_], {}).name for id_ in ("ff-gun-buggy", "cheid-delivery-drone")}
    assert drawn == {"ff-gun-buggy": "vehicle", "cheid-delivery-drone": "drone"}
    assert icon("no such word") is None
    structure = shipped("structure")
    medic = structure.cards["hld-street-medic"]
    faces = Press(structure, PrintOptions()).faces(medic)
    (art,) = [element for element in faces.layout.elements if element.id == "art"]
    motif = next(row for row in art.motifs if row[0] is None or row[0](medic))  # type: ignore[union-attr]
    assert (motif[1], motif[2].name) == ("icon", "medic")  # no rifles in the hands of a Pacifist
    for card in structure.cards.values():
        if card.type == "vehicle" and "walker" not in card.id and "colossus" not in card.id:
            assert next(row for row in art.motifs if row[0] is None or row[0](card))[1] == "icon"  # type: ignore[union-attr]


def test_a_card_that_says_nothing_shows_what_it_is_in_its_panel(tmp_path: Path) -> None:
    """In a colour near to that of the panel; a card that says something has its words there alone."""
    make_project(tmp_path / "duel")
    duel = load_project(tmp_path / "duel")
    for project, ids in (
        (duel, ("archer", "knight", "militia", "fireball")),
        (shipped("structure"), ("und-shambler", "und-raging-dead")),
        (shipped("tyrants"), ("ff-gun-buggy", "ff-ambush")),
    ):
        cards = [project.cards[id_] for id_ in ids]
        print_cards(project, [(card, 1) for card in cards], tmp_path / "a.pdf", PrintOptions(sheet=single_sheet()))
        with opened(tmp_path / "a.pdf") as document:
            seen = [_tones(page.render(scale=2).to_pil().convert("RGB")) for page in document]
        assert seen[0] == 2 and set(seen[1:]) == {1}, project.slug


def _tones(picture: Image) -> int:
    """How many large areas of one light colour there are in the middle of the lower half of a card."""
    width, height = picture.size
    area = picture.crop((width * 4 // 10, height * 54 // 100, width * 6 // 10, height * 78 // 100))
    counts = area.getcolors(area.width * area.height) or []
    least = area.width * area.height / 20
    return sum(count > least and min(colour) > 128 for count, colour in counts)
