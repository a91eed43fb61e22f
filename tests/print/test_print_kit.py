"""A kit, read back: its files, their sheets, the page that lists them, the boxes and what is left out."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pypdfium2.raw as raw
import pytest
from harbour import write
from pages import MM, opened, read, words_of

from cardlib.catalog import load_project, project_path
from cardlib.catalog.template import make_project
from cardlib.decks import project_decks
from cardlib.errors import CardlibError
from cardlib_print import PrintOptions, outdated, print_run, table, whole
from cardlib_print.boxes import box_for, box_pages
from cardlib_print.geometry import Size
from cardlib_print.kit import Kit, write_kit
from cardlib_print.kit_piles import kit_piles, kit_selection
from cardlib_print.noting import one_pile
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
    beside = [f"{Path(file).stem}.manifest" for file in files[1:6]]  # of cards and pieces
    assert sorted(path.name for path in tyrants.folder.iterdir()) == sorted([*files, *beside])
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


def test_a_kit_lies_on_the_table_and_says_what_to_swap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CARDLIB_PRINTS", str(tmp_path / "prints"))
    folder = tmp_path / "tyrants"
    shutil.copytree(project_path("tyrants"), folder)
    project = load_project(folder)
    decks = ("ac-a", "ac-d")
    write_kit(project, tmp_path / "kit", decks)
    lying = {one.pile.what: one for one in table("tyrants").values()}
    assert list(lying) == ["ac-a", "ac-d", "tokens ac-a ac-d", "board", "reference"]
    assert [one_pile(project, one).piles[0].changes for one in lying.values()] == [()] * 5
    assert "Shield" not in {copy.name for copy in lying["tokens ac-a ac-d"].pile.cards}

    cards = json.loads((folder / "cards" / "units.json").read_text())
    for card in cards["cards"]:
        if card["id"] == "ac-brood-runner":
            card["attack"] += 1
            card["text"] = "Each Shield token on it absorbs 2 damage."
    write(folder / "cards" / "units.json", cards)
    project = load_project(folder)
    run = outdated(project, kit_selection(project, decks))
    changed = {(pile.part.what, one.name, one.why, one.in_) for pile in run.piles for one in pile.changes}
    assert changed == {
        ("ac-a", "Brood Runner", "words", 2),
        ("ac-d", "Brood Runner", "words", 2),
        ("tokens ac-a ac-d", "Shield", "new", 14),  # a card of these decks uses them now
    }
    print_run(project, run, tmp_path / "changes.pdf")
    assert not outdated(project).cards


def test_cards_and_sheets_that_only_a_kit_prints_are_noted_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CARDLIB_PRINTS", str(tmp_path / "prints"))
    project = load_project("analog-tactics")
    team = next(iter(project_decks(project)))
    assert set(kit_piles(project).other_decks) == set(project_decks(project))  # documents are printed if they are named
    kit = kit_selection(project, [team])
    some = [part for part in kit.parts if part.kind == "kit"]
    assert [part.what for part in some] == [f"sheet {team}", "cards"]
    sheet = replace(kit, cards=some[0].cards, parts=(some[0],))
    print_run(project, whole(project, sheet), tmp_path / "sheet.pdf")
    (lying,) = table(project.slug).values()
    assert lying.pile.name.startswith("the sheet of ")
    assert not one_pile(project, lying).cards
    gone = lying._replace(pile=replace(lying.pile, what="sheet nobody"))
    with pytest.raises(CardlibError, match="nobody"):
        one_pile(project, gone)
