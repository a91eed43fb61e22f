"""Pieces are declared once, in pieces.json: print draws them, and play knows their names, counts, sides and numbers."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from cardlib.catalog import check_project, load_project, project_path
from cardlib.game import load
from cardlib.kernel.pieces import Piece, marking
from cardlib_cli.checks import EXTRA
from cardlib_print.pieces import pieces

FOUNDRY = Path(__file__).parents[1] / "fixtures" / "foundry"


def test_a_piece_is_what_play_reads() -> None:
    known = load_project(FOUNDRY).pieces
    assert list(known) == ["rust", "much-rust", "bid", "iron-die"]
    assert known["bid"] == Piece("bid", "tokens", "Bid", 3, "player", sides=("back", "bid"))
    assert known["bid"].supply(players=4) == 12
    assert known["rust"].copies == 20  # a number of the rules
    assert [(piece.number, piece.copies) for piece in marking(known, "rust")] == [(1, 20), (5, 5)]
    assert known["iron-die"].die == "iron"


@pytest.mark.parametrize("slug", ["mecha", "structure", "tyrants"])
def test_play_and_print_have_the_same_pieces(slug: str) -> None:
    game = load(slug)
    drawn = {card.id: copies for card, copies in pieces(game.project, ["tokens"]).cards}
    played = {id_: piece.supply(2) for id_, piece in game.facts.pieces.items() if piece.group == "tokens"}
    assert played == drawn
    for counter in game.facts.vocabulary.counters:
        assert list(marking(game.facts.pieces, counter)), f"no token of {slug} marks {counter}"


def test_the_digest_goes_over_what_is_played_with(tmp_path: Path) -> None:
    folder = tmp_path / "foundry"
    shutil.copytree(FOUNDRY, folder)
    before = load_project(folder).digest
    raw = json.loads((folder / "pieces.json").read_text())
    raw["tokens"][2]["text"] = "What you bid."  # only printed
    (folder / "pieces.json").write_text(json.dumps(raw))
    assert load_project(folder).digest == before
    raw["tokens"][2]["copies"] = 4
    (folder / "pieces.json").write_text(json.dumps(raw))
    assert load_project(folder).digest != before


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"counter": "rust", "copies": 5', '"counter": "rost", "copies": 5', 'tokens[1].counter: found "rost"'),
        ('"die": "iron"', '"die": "irn"', 'dice[0].die: found "irn", expected a die of the game, one of iron'),
        ('"rust_tokens"', '"rust_token"', "tokens[0].copies"),
        ('"copies": 5', '"copies": 0', "tokens[1].copies: found 0, expected at least 1"),
        ('"of": "player"', '"of": "players"', "tokens[2].of: found"),
        ('"id": "bid"', '"id": "rust"', "expected an id that no other piece has"),
        ('"tokens"', '"tokns"', "tokns"),
    ],
)
def test_what_is_wrong_with_a_piece_is_told(tmp_path: Path, old: str, new: str, said: str) -> None:
    folder = tmp_path / "foundry"
    shutil.copytree(FOUNDRY, folder)
    path = folder / "pieces.json"
    path.write_text(path.read_text().replace(old, new, 1))
    problems = [str(problem) for problem in check_project(folder, EXTRA)]
    assert any(said in problem and problem.startswith("pieces.json:") for problem in problems), problems
    assert load_project(folder).cards  # it stops those who need the pieces, and nobody else


def test_pieces_of_a_game_that_is_played_are_told_by_the_check(tmp_path: Path) -> None:
    """What makes up the digest of a game has its pieces in it; one that is twice there ends no check."""
    folder = tmp_path / "structure"
    shutil.copytree(project_path("structure"), folder, ignore=shutil.ignore_patterns("scenarios"))
    pieces = json.loads((folder / "pieces.json").read_text())
    pieces["tokens"][5]["id"] = pieces["reference"][0]["id"]
    (folder / "pieces.json").write_text(json.dumps(pieces))
    (folder / "balance.json").write_text('{"bot": "gredy"}')
    here, there = (str(problem) for problem in check_project(folder, EXTRA))
    assert here.startswith("balance.json:1: bot: found 'gredy', expected") and here.endswith("(nearest: greedy)")
    assert there.startswith("pieces.json:1: reference[0].id: found") and "an id that no other piece has" in there


def test_pieces_in_their_old_place_are_told(tmp_path: Path) -> None:
    folder = tmp_path / "foundry"
    shutil.copytree(FOUNDRY, folder)
    (folder / "print").mkdir()
    (folder / "pieces.json").rename(folder / "print" / "pieces.json")
    problems = [str(problem) for problem in check_project(folder, EXTRA)]
    assert problems == [
        "print/pieces.json: found the pieces of the game, expected them in pieces.json, beside game.json"
    ]
