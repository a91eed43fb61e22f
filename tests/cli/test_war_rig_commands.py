"""Commands on documents of War Rig: made up by chance, checked, shown, and series of a game without decks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playing import Run, runner

from cardlib.catalog import Project, load_project
from cardlib.decks import check, compile_format, load_format
from cardlib.decks.random_documents import random_document
from cardlib.errors import CardlibError

KINDS = ("setup", "position")


@pytest.fixture(scope="module")
def war_rig() -> Project:
    """The bundled game."""
    return load_project("war-rig")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(tmp_path, monkeypatch, capsys)


@pytest.mark.parametrize(
    ("kind", "first", "second"),
    [("setup", 1, 3), ("position", 0, 2), *(pytest.param(kind, 4, 5, marks=pytest.mark.soak) for kind in KINDS)],
)
def test_set_ups_and_positions_are_made_up_by_chance(war_rig: Project, kind: str, first: int, second: int) -> None:
    """Each is a document of the project, changed: legal, and none is like another one; some are long looked for."""
    compiled = compile_format(war_rig, load_format(war_rig, kind=kind))
    made = [random_document(war_rig, kind, seed, compiled, {"players": 3}) for seed in (first, second)]
    assert all(check(deck, war_rig).legal and deck.fields["players"] == 3 for deck in made)
    assert made[0].fields != made[1].fields
    assert random_document(war_rig, kind, second, compiled, {"players": 3}).fields == made[1].fields
    with pytest.raises(CardlibError, match="the project has none with players 7 that could be changed"):
        random_document(war_rig, kind, 1, compiled, {"players": 7})


def test_a_made_up_set_up_is_played(run: Run) -> None:
    made = run(
        "deck", "random", "--game", "war-rig", "--kind", "setup", "--set", "players=2", "--seed", "3", "-o", "s.json"
    )
    assert made.code == 0 and json.loads(Path("s.json").read_text())["kind"] == "setup"
    assert run("sim", "undecided", "undecided", "--table", "s.json", "-n", "2", "--bots", "random,random").code == 0


def test_a_position_from_which_no_match_begins_is_told_in_words(run: Run) -> None:
    """Without the names of classes, as a position is nobody's defect."""
    squads = [{"colour": str(one), "number": 1, "seat": str(one), "at": f"base-{one}"} for one in (1, 2)]
    squads[1] |= {"status": "cell", "at": "oil-sands", "coercion": 3}
    made = {
        "kind": "position",
        "name": "Astray",
        "players": 2,
        "turn": 5,
        "seats": {"1": {}, "2": {}},
        "squads": squads,
    }
    Path("p.json").write_text(json.dumps(made))
    ran = run(
        "sim",
        "undecided",
        "undecided",
        "--table",
        "p.json",
        "-n",
        "1",
        "-j",
        "1",
        "--bots",
        "random,random",
        "-g",
        "war-rig",
    )
    assert ran.code == 1
    assert "): no match begins from this position: Red 1 is locked in no cell of a player (WR-065)" in ran.err
    assert "Error" not in ran.err


def test_of_several_kinds_one_is_named_and_of_one_kind_none(run: Run, tmp_path: Path) -> None:
    told = run("deck", "random", "--game", "war-rig")
    assert told.code == 1
    assert "war-rig has no decks; name the kind of document: --kind faction, plan, position, rig, setup" in told.err
    run("new", "bare")
    folder = tmp_path / "bare"
    for path in (folder / "formats").glob("*.json"):
        path.unlink()
    (folder / "documents").mkdir()
    fields = {"size": {"type": "number", "min": 1, "max": 3, "needed": True}}
    (folder / "documents" / "crew.json").write_text(json.dumps({"id": "crew", "name": "Crew", "fields": fields}))
    (folder / "formats" / "crew.json").write_text(json.dumps({"id": "crew", "document": "crew", "constraints": []}))
    for path in (folder / "decks").glob("*"):
        path.unlink()
    made = run("deck", "random", "--game", "bare", "--seed", "1")
    assert made.code == 0 and "kind: crew" in made.out, made.err


def test_a_document_without_cards_is_called_what_it_is(run: Run) -> None:
    assert run("deck", "check", "scouts", "--game", "war-rig").out.split("\n")[0].split() == [
        *("legal", "Scouts,", "faction", "scouts"),
    ]
    assert "Too Early, 2 cards" in run("deck", "check", "too-early", "--game", "war-rig").out


def test_a_set_up_is_shown_row_by_row(run: Run) -> None:
    lines = run("deck", "show", "duel-near", "--game", "war-rig").out.splitlines()
    assert max(map(len, lines)) <= 120
    assert [line.split(maxsplit=3) for line in lines if "1 squads 2" in line] == [
        ["Seats", "1", "squads", "2   equipment Workshop Tools"]
    ]
    position = run("deck", "show", "two-ships-left", "--game", "war-rig").out.splitlines()
    assert max(map(len, position)) <= 120
    assert any("2 slots left-arm" in line and line.endswith("Mass Driver") for line in position)


def test_a_series_without_cards_has_no_tables_of_them(run: Run) -> None:
    told = run("sim", "scouts", "raiders", "-n", "2", "--bots", "random,random", "--seed", "1").out
    assert "won_drawn" not in told and told.rstrip().splitlines()[-1].startswith("Draws:")
