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
from shipped import shipped

from cardlib.catalog import Project, load_project, project_path
from cardlib.catalog.template import make_project
from cardlib.decks import load_deck, project_decks
from cardlib.errors import CardlibError
from cardlib_print import PrintOptions, outdated, print_run, table, whole
from cardlib_print.boxes import box_for, box_pages
from cardlib_print.geometry import Size
from cardlib_print.kit import Kit, write_kit
from cardlib_print.kit_piles import kit_piles, kit_selection
from cardlib_print.kit_tokens import tokens_brought
from cardlib_print.noting import one_pile
from cardlib_print.sheets import PAPERS


@pytest.fixture(scope="module")
def tyrants(tmp_path_factory: pytest.TempPathFactory) -> Kit:
    return write_kit(shipped("tyrants"), tmp_path_factory.mktemp("kit"))


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
        assert part.what in said
    for what in ("3 board pieces", "12 reference cards", "the deck Council: "):
        assert what in said
    assert f"{tyrants.sheets} sheets in all" in said
    assert "250-300 g/m²" in said
    assert "Print at 100 %" in said
    assert "ru-d" in said  # another deck of the game


def test_tokens_that_no_card_of_the_decks_uses_are_left_out(tyrants: Kit):
    assert tyrants.left_out == ("Shield", "Computation", "Funds")
    tokens = words(tyrants.folder / "tokens.pdf").upper()
    assert "SHIELD" not in tokens
    assert "STEALTH" in tokens
    assert "Left out, because no card of these decks brings them: Shield, Computation, Funds." in words(
        tyrants.folder / "read-me-first.pdf"
    )
    kept = [part.what for part in tyrants.parts if part.file == "tokens.pdf"]
    assert kept == ["105 tokens"]


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
    project = shipped("tyrants")
    ids = [rule.id for rule in project.rules.values() if rule.kind == "rule"]
    assert [id_ for id_ in ids if not re.search(rf"{id_}\b", text)] == []


def test_a_game_without_decks_gives_its_cards_and_dice(tmp_path: Path):
    kit = write_kit(shipped("war-rig"), tmp_path)
    assert ("cards.pdf", "the cards of the game: 69 cards") in [(part.file, part.what) for part in kit.parts]
    assert "dice.pdf" in [part.file for part in kit.parts]
    assert kit.left_out == ()


def test_pieces_with_two_sides_are_printed_on_both_where_backs_are_asked_for(tmp_path: Path):
    """A captured squad is flipped (WR-127), and a token of Infinite Power is secret until it is opened."""
    kit = write_kit(shipped("war-rig"), tmp_path, options=PrintOptions(backs="long"))
    turned = {part.file: part.turned for part in kit.parts if part.turned != "none"}
    assert turned == dict.fromkeys(("cards.pdf", "tokens.pdf", "board.pdf", "reference.pdf"), "long")
    assert words(tmp_path / "board.pdf").count("It has no actions") == 24
    both = {part.file: part.print_on for part in kit.parts}
    assert both["tokens.pdf"] == "card of 250-300 g/m², on both sides: paper turned over its long edge"
    noted = table("war-rig", tmp_path / "tokens.manifest")["pieces", "tokens"].pile.cards
    backed = {copy.card.rpartition("-")[0] for copy in noted if copy.back}
    assert {"power-token-1", "squad-token-6"} < backed
    assert not {one for one in backed if one.startswith(("token", "locked"))}  # the same on both sides


def test_a_new_project_has_a_kit_and_the_same_one_every_time(tmp_path: Path):
    square = {"card": {"width": 80, "height": 82}}
    folder = make_project(tmp_path / "duel").path
    write(folder / "print" / "event.json", {"extends": "plain", "for": "event", "back": "event-back", **square})
    write(folder / "print" / "event-back.json", {"extends": "plain-back", **square})
    project, options = load_project(folder), PrintOptions(paper="letter", backs="short")
    made = [write_kit(project, tmp_path / name, options=options) for name in ("one", "two")]
    assert [part.file for part in made[0].parts] == [
        "read-me-first.pdf",
        "deck-first-deck.pdf",
        "tokens.pdf",
        "boxes.pdf",
        "rules.pdf",
    ]
    for part in made[0].parts:
        assert (tmp_path / "one" / part.file).read_bytes() == (tmp_path / "two" / part.file).read_bytes()
    assert words(tmp_path / "one" / "read-me-first.pdf").count("on both sides: paper turned over its short edge") == 1
    assert "81.5 x 89.5 x 7.9 mm inside" in words(tmp_path / "one" / "boxes.pdf")  # as wide and high as any of them


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


def test_a_kit_whose_guide_cannot_be_written_is_not_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CARDLIB_PRINTS", str(tmp_path / "prints"))
    (tmp_path / "kit" / "read-me-first.pdf").mkdir(parents=True)
    with pytest.raises(CardlibError, match=r"read-me-first\.pdf: is a folder"):
        write_kit(shipped("tyrants"), tmp_path / "kit")
    assert [path.name for path in (tmp_path / "kit").iterdir()] == ["read-me-first.pdf"]
    assert not table("tyrants")


def test_cards_and_sheets_that_only_a_kit_prints_are_noted_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CARDLIB_PRINTS", str(tmp_path / "prints"))
    project = shipped("analog-tactics")
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


def tokens_of(project: Project, *decks: str) -> dict[str, int]:
    """The tokens of a kit by name, with how many there are."""
    (pile,) = [pile for pile in kit_piles(project, decks).piles if pile.file == "tokens"]
    return {card.name: count for card, count in pile.part.cards}


def test_tokens_are_counted_from_what_cards_bring():
    mecha = shipped("mecha")
    # Ironhide and Timely Backup bring 2 each, once; Assembly Line and the rest by Armour and time counters
    deck = load_deck("graces-command", mecha).counts()
    by_keyword = sum(count * int(mecha.cards[id_].keywords.get("armour", 0)) for id_, count in deck.items())
    by_ability = 2 * (deck.get("ironhide", 0) + deck.get("timely-backup", 0))
    assert tokens_of(mecha, "graces-command") == {"Damage": 60, "Armour": by_keyword + by_ability}
    assert kit_piles(mecha, ["graces-command"]).left_out == ("Time",)
    assert tokens_of(mecha, "radio-towers") == {"Damage": 60}  # damage comes by the rules, whatever the cards say
    structure = shipped("structure")
    riders = load_deck("ash-riders", structure).counts()
    assert tokens_of(structure, "ash-riders")["Token"] == 4 * riders["ash-scrap-colossus"]
    assert tokens_of(structure, "unburied")["Token"] == 24  # as many as there are


def test_tokens_by_keywords_by_operations_of_a_game_and_by_what_is_gained():
    tyrants = shipped("tyrants")
    cards = tyrants.cards
    needs = {id_: tokens_brought(tyrants, [(cards[id_], 1)]) for id_ in ("ru-fork-process", "cheid-venture-capital")}
    assert needs["ru-fork-process"]["token-computation"] == 3
    assert needs["cheid-venture-capital"]["token-funds"] == 3
    assert tokens_brought(tyrants, [(cards["unb-decoy-beacons"], 2)])["token-stealth"] == 4  # two units, two copies
    assert tokens_brought(tyrants, [(cards["fln-martial-law"], 1)])["token-shield"] == 14  # on each of some: all
    marked = next(card for card in cards.values() if card.keywords.get("mark"))
    assert tokens_brought(tyrants, [(marked, 3)])["token-mark"] == 3 * int(marked.keywords["mark"])


@pytest.fixture
def workshop(tmp_path: Path) -> Project:
    """A small game whose cards wind springs: by keyword, by abilities of all kinds, and in words of their own."""
    project = make_project(tmp_path / "workshop")
    folder = project.path
    game = json.loads((folder / "game.json").read_text())
    game["counters"] = {"spring": {"name": "spring", "description": "Wound up."}}
    write(folder / "game.json", game)
    keywords = json.loads((folder / "keywords.json").read_text())
    keywords["keywords"].append({"id": "wound", "name": "Wound", "value": "integer", "reminder": "It has {n} springs."})
    write(folder / "keywords.json", keywords)
    spring = {"op": "add-counters", "counter": "spring"}
    says = {
        "once": {"abilities": [{"when": "played", "do": [{**spring, "amount": 2, "target": "unit", "count": 2}]}]},
        "grows": {"abilities": [{"when": "attacks", "do": [{**spring, "of": "self"}]}]},
        "comes": {"abilities": [{"when": "enters", "do": [{**spring, "amount": 3, "of": "self"}]}]},
        "all": {"abilities": [{"when": "played", "do": [{**spring, "each": "unit"}]}]},
        "takes": {"abilities": [{"when": "played", "do": [{**spring, "op": "remove-counters", "target": "unit"}]}]},
        "words": {"text": "Put a spring on it."},
        "wound": {"keywords": ["wound 2"]},
        "plain": {},
    }
    common = {"type": "unit", "cost": 1, "attack": 1, "health": 1}
    cards = [{"id": f"x-{id_}", "name": f"X {id_}", **common, **said} for id_, said in says.items()]
    write(folder / "cards" / "springs.json", {"cards": cards})
    token = {"id": "spring", "name": "Spring", "layout": "die-side", "counter": "spring", "copies": 30}
    write(folder / "pieces.json", {"tokens": [{**token, "keywords": ["wound"]}]})
    events = {"enters": {"text": "{subject} enters", "once": True}, "attacks": {"text": "{subject} attacks"}}
    write(folder / "wording.json", {"events": events})
    return load_project(folder)


def test_a_made_up_game_counts_its_tokens(workshop: Project):
    def need(*ids: str) -> int:
        return tokens_brought(workshop, [(workshop.cards[f"x-{id_}"], 2) for id_ in ids])["spring"]

    assert need("once") == 2 * 2 * 2
    assert need("grows") == 2 * 4  # four times
    assert need("comes") == 2 * 3
    assert need("wound") == 2 * 2
    assert need("once", "wound", "plain") == 12
    assert (
        need("all") == need("words") == need("once", "grows", "comes", "wound", "all") == 30
    )  # no more than there are
    assert need("plain") == 0
    assert need("takes") == 0  # nobody brings what it would take


def test_tokens_that_are_not_counted_are_all_there(workshop: Project):
    pieces = json.loads((workshop.path / "pieces.json").read_text())
    pieces["tokens"][0]["counted"] = False
    write(workshop.path / "pieces.json", pieces)
    assert tokens_brought(load_project(workshop.path), [(workshop.cards["x-plain"], 1)]) == {}
    del pieces["tokens"][0]["counted"], pieces["tokens"][0]["keywords"]
    write(workshop.path / "pieces.json", pieces)
    project = load_project(workshop.path)  # its reminder names springs, so nothing can be told
    assert tokens_brought(project, [(project.cards["x-wound"], 1)]) == {"spring": 30}
    pieces["tokens"][0]["counted"] = "no"
    write(workshop.path / "pieces.json", pieces)
    with pytest.raises(CardlibError, match="counted"):
        tokens_brought(load_project(workshop.path), [])


def test_the_guide_says_which_tokens_were_counted(tmp_path: Path):
    write_kit(shipped("mecha"), tmp_path, ["graces-command"])
    said = words(tmp_path / "read-me-first.pdf")
    assert "Tokens counted from what the cards of these decks bring: 3 Armour." in said
    assert "Left out, because no card of these decks brings them: Time." in said
