"""A kit, read back: its files, their sheets, the page that lists them, the boxes and what is left out."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pypdfium2.raw as raw
import pytest
from pages import MM, opened, read, words_of

from cardlib.catalog import load_project
from cardlib.catalog.template import make_project
from cardlib.errors import CardlibError
from cardlib_print import PrintOptions
from cardlib_print.boxes import box_for, box_pages
from cardlib_print.geometry import Size
from cardlib_print.kit import Kit, write_kit
from cardlib_print.sheets import PAPERS


@pytest.fixture(scope="module")
def tyrants(tmp_path_factory: pytest.TempPathFactory) -> Kit:
    return write_kit(load_project("tyrants"), tmp_path_factory.mktemp("kit"))


def words(path: Path) -> str:
    return " ".join(words_of(page) for page in read(path)).replace("\xad", "")


def test_a_kit_has_decks_tokens_boards_references_boxes_rules_and_a_guide(tyrants: Kit):
    files = [part.file for part in tyrants.parts]
    assert files == [
        "read-me-first.pdf",
        "deck-prison-raid.pdf",
        "deck-council.pdf",
        "tokens.pdf",
        "board.pdf",
        "reference.pdf",
        "boxes.pdf",
        "rules.pdf",
    ]
    assert sorted(path.name for path in tyrants.folder.iterdir()) == sorted(files)
    for part in tyrants.parts:
        with opened(tyrants.folder / part.file) as pdf:
            assert part.sheets == (-(-len(pdf) // 2) if part.file == "rules.pdf" else len(pdf)), part.file


def test_the_guide_says_what_to_print_on_what_and_how_many_sheets(tyrants: Kit):
    said = words(tyrants.folder / "read-me-first.pdf")
    for part in tyrants.parts:
        assert part.file in said
    assert f"{tyrants.sheets} sheets in all" in said
    assert "250-300 g/m²" in said
    assert "Print at 100 %" in said
    assert "ru-d" in said  # another deck of the game


def test_tokens_that_no_card_of_the_decks_uses_are_left_out(tyrants: Kit):
    assert tyrants.left_out == ("Shield", "Computation", "Funds")
    tokens = words(tyrants.folder / "tokens.pdf")
    assert "SHIELD" not in tokens
    assert "STEALTH" in tokens
    assert "Left out, because no card of these decks uses them: Shield, Computation, Funds." in words(
        tyrants.folder / "read-me-first.pdf"
    )
    kept = [part.what for part in tyrants.parts if part.file == "tokens.pdf"]
    assert kept == ["tokens: 109 cards"]


def test_a_box_lists_its_deck_and_is_as_large_as_it_says(tyrants: Kit):
    with opened(tyrants.folder / "boxes.pdf") as pdf:
        page = pdf[0]
        text = page.get_textpage().get_text_range()
        assert "2 Brood Runner" in text
        assert "64.5 x 89.5 x 14.3 mm inside" in text
        edges = [item.get_bounds() for item in page.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH])]
        middles = {round((left + right) / 2 / MM, 1) for left, low, right, top in edges if right - left < 8 < top - low}
        gaps = [round(b - a, 1) for a, b in pairwise(sorted(middles))]
    assert gaps == [64.5, 14.3, 64.5, 14.3]  # front, side, back, side


def test_boxes_that_are_too_large_are_refused():
    box = box_for("Everything", (), Size(63, 88), 400)
    with pytest.raises(CardlibError, match="the box of Everything is"):
        box_pages([box], PAPERS["a4"], "x")


def test_the_rules_are_all_there(tyrants: Kit):
    text = words(tyrants.folder / "rules.pdf")
    project = load_project("tyrants")
    ids = [rule.id for rule in project.rules.values() if rule.kind == "rule"]
    assert [id_ for id_ in ids if not re.search(rf"{id_}\b", text)] == []


def test_a_game_without_decks_gives_its_cards_and_dice(tmp_path: Path):
    kit = write_kit(load_project("war-rig"), tmp_path)
    assert ("cards.pdf", "the cards of the game: 69 cards") in [(part.file, part.what) for part in kit.parts]
    assert "dice.pdf" in [part.file for part in kit.parts]
    assert kit.left_out == ()


def test_a_new_project_has_a_kit_and_the_same_one_every_time(tmp_path: Path):
    project = make_project(tmp_path / "duel")
    made = [write_kit(project, tmp_path / name, options=PrintOptions(paper="letter")) for name in ("one", "two")]
    assert [part.file for part in made[0].parts] == [
        "read-me-first.pdf",
        "deck-first-deck.pdf",
        "boxes.pdf",
        "rules.pdf",
    ]
    for part in made[0].parts:
        assert (tmp_path / "one" / part.file).read_bytes() == (tmp_path / "two" / part.file).read_bytes()
