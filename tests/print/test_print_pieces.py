"""Tokens, boards and reference cards: what a game lists, by itself or with a deck, and what is wrong in a list."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from pathlib import Path

import pypdfium2
import pytest
from pages import opened
from shipped import shipped

from cardlib.catalog import DataError, Problem, Project, check_project, load_project
from cardlib.catalog.template import make_project
from cardlib.errors import NotFound
from cardlib_cli.checks import EXTRA
from cardlib_cli.main import main
from cardlib_print import PrintOptions, preflight, print_cards
from cardlib_print.layouts import LayoutError
from cardlib_print.pieces import pieces

PRINTED = ("tokens", "board", "reference")


@pytest.mark.parametrize(("slug", "groups"), [("mecha", ("tokens",)), ("tyrants", PRINTED), ("structure", PRINTED)])
def test_all_pieces_print(slug: str, groups: tuple[str, ...]) -> None:
    project = shipped(slug)
    found = pieces(project, groups)
    for options in (PrintOptions(layouts=found.layouts), PrintOptions(layouts=found.layouts, low_ink=True)):
        assert preflight(project, found.cards, options) == ([], [])


def test_every_kind_of_token_is_on_the_sheet() -> None:
    tyrants = shipped("tyrants")
    counts = {card.name: copies for card, copies in pieces(tyrants, ["tokens"]).cards}
    assert {f"{name} token" for name in counts} == {entry.name for entry in tyrants.vocabulary.counters.values()}
    limits = tyrants.game.constants
    assert counts["Incident"] == limits["incidents_per_level"]
    assert counts["Escalation"] == limits["escalation_limit"]
    assert counts["Objective"] == 2 * limits["objective_tokens"]


def test_reference_cards_are_those_of_the_game_and_more() -> None:
    found = pieces(shipped("tyrants"), ["reference"])
    kinds = Counter("card" if card.type else "piece" for card, _ in found.cards)
    assert kinds == {"card": 6, "piece": 4}
    assert {"role-attacker", "role-defender"} <= found.layouts.keys()


def text_of(path: Path) -> str:
    return "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(path))


def test_with_a_deck_and_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, words in (("alone", ["--board"]), ("both", ["ff-a", "--board", "--only", "base"])):
        target = tmp_path / f"{name}.pdf"
        monkeypatch.setattr("sys.argv", ["cardlib", "print", "--game", "tyrants", *words, "-o", str(target)])
        with pytest.raises(SystemExit) as leaving:
            main()
        assert not leaving.value.code
        text = text_of(target)
        assert "ESCALATION" in text
        assert ("Free Port" in text) is (name == "both")


def test_a_group_that_a_game_lacks(harbour: Project) -> None:
    (harbour.path / "pieces.json").write_text('{"tokens": [{"cards": "ship"}]}', encoding="utf-8")
    with pytest.raises(NotFound, match=r"has no board to print; pieces\.json has tokens"):
        pieces(harbour, ["board"])


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"id": "coin"}, "'name' is missing"),
        (
            {"id": "coin", "name": "Coin", "layout": "tokn"},
            r"tokens\[0\]\.layout: found 'tokn', expected a layout, one of base, .*plain-token",
        ),
        ({"id": "coin", "name": "Coin", "layout": "plain", "copies": 0}, "copies: found 0, expected a number from 1"),
        (
            {"id": "coin", "name": "Coin", "layout": "plain", "copys": 2},
            r"expected a known property \(nearest: copies",
        ),
        ({"cards": "ship nonsense:1"}, "cards: unknown field 'nonsense'"),
        ({"id": "tug", "name": "Tug", "layout": "plain"}, "found the id 'tug' again, expected one"),
    ],
)
def test_what_is_wrong_in_a_list(harbour: Project, entry: dict[str, object], message: str) -> None:
    card = next(iter(harbour.cards))
    if entry.get("id") == "tug":
        entry, message = {**entry, "id": card}, message.replace("tug", card)
    (harbour.path / "pieces.json").write_text(json.dumps({"tokens": [entry]}), encoding="utf-8")
    with pytest.raises((LayoutError, DataError), match=message):
        pieces(harbour, ["tokens"])
    problems: list[Problem] = check_project(harbour.path, EXTRA)
    assert any(problem.file == "pieces.json" for problem in problems)


def test_each_size_has_its_own_cut_marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "table.pdf"
    monkeypatch.setattr(
        "sys.argv", ["cardlib", "print", "--game", "structure", "--tokens", "--board", "--reference", "-o", str(target)]
    )
    with pytest.raises(SystemExit):
        main()
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(target)]
    sizes = [re.search(r"cards (.*? mm)", page) for page in pages]
    assert len({size[1] for size in sizes if size}) == 3, "reference cards, tokens and the board differ in size"


def test_every_side_of_a_die_is_drawn(tmp_path: Path) -> None:
    folder = tmp_path / "foundry"
    shutil.copytree(Path(__file__).parents[1] / "fixtures" / "foundry", folder)
    raw = json.loads((folder / "pieces.json").read_text())
    raw["dice"][0]["layout"] = "die-side"
    (folder / "pieces.json").write_text(json.dumps(raw))
    project = load_project(folder)
    found = pieces(project, ["dice"])
    assert [(card.id, card.name, card.text, copies) for card, copies in found.cards] == [
        ("iron-die-blank", "Iron die", "", 4),
        ("iron-die-nail", "Iron die", "+", 4),
        ("iron-die-nail-2", "Iron die", "+ +", 2),
        ("iron-die-6", "Iron die", "6", 2),
    ]
    assert preflight(project, found.cards, PrintOptions(layouts=found.layouts)) == ([], [])


def test_a_new_project_prints_its_token_and_who_has_no_pieces_is_told_how_to_declare_them(tmp_path: Path):
    project = make_project(tmp_path / "arena")
    found = pieces(project, ["tokens"])
    assert [(card.name, copies) for card, copies in found.cards] == [("Damage", 20)]
    print_cards(project, found.cards, tmp_path / "tokens.pdf", PrintOptions(layouts=found.layouts, sheet="single"))
    with opened(tmp_path / "tokens.pdf") as document:
        assert (len(document), "Damage" in document[0].get_textpage().get_text_range()) == (20, True)
    (project.path / "pieces.json").unlink()
    with pytest.raises(NotFound) as raised:
        pieces(load_project(project.path), ["tokens"])
    said, _, example = str(raised.value).partition("; begin with ")
    assert said == "arena has no tokens to print; pieces are declared in pieces.json, which it does not have"
    (project.path / "pieces.json").write_text(example, encoding="utf-8")
    assert [(card.name, copies) for card, copies in pieces(load_project(project.path), ["tokens"]).cards] == [
        ("One", 10)
    ]
    with pytest.raises(NotFound, match=r"arena has no dice to print; pieces\.json has tokens$"):
        pieces(load_project(project.path), ["dice"])
