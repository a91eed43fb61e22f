"""The screen of War Rig: the map, squads and rigs in panels, dice with their symbols, questions that name the area."""

from __future__ import annotations

from pathlib import Path

import pytest
from playing import Run, runner, script

from cardlib import load
from cardlib.bots import bot
from cardlib.game import Game
from cardlib.kernel.boards.reading import board_from, faults
from cardlib.kernel.match import Match
from cardlib.scenarios.positions import lay_out
from cardlib_cli import board, telling
from cardlib_cli.asking import answer
from cardlib_cli.output import width_of

INNER = ("repel,", "resource, ", "number 1", "orbital-cannon, ", "pale-violet")


@pytest.fixture(scope="module")
def war_rig() -> Game:
    """The bundled game."""
    return load("war-rig")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(tmp_path, monkeypatch, capsys)


def played(game: Game, players: int, picks: int) -> Match:
    """A match some picks later."""
    match = game.match(["undecided"] * players, seed=5)
    seats = [bot("random", seed=seat) for seat in range(players)]
    for _ in range(picks):
        match.take(seats[match.player].choose(match.view(match.player)))
    return match


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("columns", [80, 100, 140])
def test_the_whole_table_fits_a_screen(
    war_rig: Game, monkeypatch: pytest.MonkeyPatch, columns: int, players: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    match = played(war_rig, players, 150)
    lines = board.draw(match, war_rig.project, 0)
    text = board.shown(lines[: next(at for at, line in enumerate(lines) if line.startswith("Your inventory"))])
    assert max(width_of(line) for line in lines) <= columns
    assert len(text.splitlines()) <= {80: 50, 100: 42, 140: 40}[columns]
    assert not [word for word in INNER if word in text]
    names = ("Low Orbit", "Oil Sands", "Barren Wastes", "Planet Core", "Base 6")
    assert all(f" {name} ─" in text for name in names)
    assert "t  the planet" in text and "t  inventory" not in text


def test_who_stands_where_and_what_they_carry(war_rig: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    match = war_rig.match(["scouts", "raiders"], seed=3)
    text = board.shown(board.draw(match, war_rig.project, 0))
    assert "│ P 1, 2, 3 " in text and "│ t P4, P5, P6 " in text and "40 scrap" in text
    assert "   squads  1 Base 1 | 2 Base 1 | 3 Base 1: ID Scanner, Assault Rifles" in text
    assert "   store   1 Workshop Tools" in text
    assert "Barren Wastes lies next to all areas but Deep Space and Planet Core; further ways: Low Orbit - Deep" in text
    assert telling.question(match) == "P, your slot: Purple 1 may act (WR-022)"
    match.take(match.find("encamp purple-1"))
    assert telling.question(match) == "P, your slot: Purple 1 has 1 action left (WR-022)"
    assert "│ P 1 camped, 2, 3 " in board.shown(board.draw(match, war_rig.project, 0))
    monkeypatch.setenv("COLUMNS", "60")
    narrow = board.shown(board.draw(match, war_rig.project, 0))
    assert (
        "── base-1: barren-wastes" in narrow and "Purple 1" in narrow and not [word for word in INNER if word in narrow]
    )


def test_who_has_infiltrated_a_base_is_named_so(war_rig: Game) -> None:
    """WR-164."""
    match = war_rig.match(["scouts", "raiders"], seed=3)
    for order in ("move purple-1 barren-wastes", "move purple-1 base-2", "let-in"):
        match.take(match.find(order))
    assert "1 Base 2, infiltrated" in board.shown(board.draw(match, war_rig.project, 0))


def test_one_turn_and_one_counter_are_one_and_two_cards_two(war_rig: Game) -> None:
    """WR-026, WR-261, WR-267: a squad that was freed too late has not acted."""
    reactor = {"card": "stable-core-reactor", "at": "planet-core", "working-turns": 1}
    late = {"card": "purple-1", "at": "barren-wastes", "acted": 2}
    given = {
        "P": {"board": [late, reactor], "known": ["mass-driver", "id-scanner", "mass-driver"]},
        "R": {"board": ["red-1 base-2"], "has": {"sway": 1}},
        "has": {"discoverer": 1, "discovered": 8},
    }
    text = board.shown(board.draw(lay_out(war_rig, given), war_rig.project, 0))
    assert "1 Barren Wastes, free too late to act" in text and "has acted" not in text
    assert "worked 1 turn" in text and "1 turns" not in text
    assert "1 sway counter left" in text
    assert "2 Mass Driver, ID Scanner" in text


def test_a_question_of_repelling_names_area_and_number(war_rig: Game) -> None:
    """WR-045, WR-050."""
    match = war_rig.match(["undecided"] * 2, seed=1)
    seats = [bot("random", seed=seat) for seat in range(2)]
    while match.decision is None or match.decision.rule != "WR-045":
        match.take(seats[match.player].choose(match.view(match.player)))
    asked = telling.question(match)
    assert asked.startswith("P, Red 2: repel Red 2 from ") and "A white die of " in asked


def test_dice_lie_with_their_marks_and_symbols_are_explained_once(run: Run) -> None:
    told = run("play", "undecided", "undecided", "--seats", "random,random", "--seed", "3").out
    assert "red for attack: overheat  red [≈]" in told
    assert told.count("≈ overheat: Fog: no die of the roll counts") == 1


def test_a_symbol_and_a_die_are_explained(war_rig: Game) -> None:
    match = war_rig.match(["scouts", "raiders"], seed=3)
    for words in ("overheat", "≈"):
        assert answer(match, war_rig.project, words)[0].startswith("≈ overheat: Fog: no die of the roll counts")
    die = " ".join(" ".join(answer(match, war_rig.project, "red attack die")).split())
    assert die.startswith("Red attack die: ") and "Its sides: 3 blank, 2 hit, 1 double-hit" in die


def test_costs_and_dice_are_words(run: Run) -> None:
    said = run("card", "mass-driver", "--game", "war-rig").out
    assert "Cost 1 red, 2 blue, 2 brown" in said and "Dice 3 black," in said
    typed = run("play", "scouts", "raiders", "--seed", "3", lines=script("? mass-driver", "quit")).out
    typed = " ".join(typed.split())
    assert "cost 1 red, 2 blue, 2 brown" in typed and "dice 3 black" in typed


def test_a_map_names_every_area_once() -> None:
    areas = {"shape": "areas", "spaces": [{"id": "a", "neighbours": ["b"]}, {"id": "b", "neighbours": ["a"]}]}
    assert board_from({**areas, "map": [["a", "a", ""], ["", "b", "b"]]}).map == ((0, 0, -1), (-1, 1, 1))
    said = [faults({**areas, "map": rows}) for rows in ([["a"]], [["a", "b"], ["a"]], [["a", "b", "a"]], [["a", "c"]])]
    assert [(one[0].path, one[0].found) for one in said] == [
        (("map",), "no 'b'"),
        (("map", 1), "1 places"),
        (("map", 0, 2), "'a' again"),
        (("map", 0, 1), "'c'"),
    ]
    assert (
        faults({"shape": "grid", "columns": ["a"], "rows": [1], "map": [["a1"]]})[0].found == "'map' on a board of grid"
    )


def test_a_position_is_played_and_simulated(run: Run) -> None:
    typed = run("play", "undecided", "undecided", "--table", "full-cell", "--seed", "1", lines=script("quit"))
    assert typed.code == 0 and "The match begins from a position, in turn 12 [WR-017]" in typed.out
    assert "2 Barren Wastes, holds Purple 5: Assault Rifles" in typed.out
    found = run("sim", "undecided", "undecided", "--table", "before-domination", "-n", "2", "--bots", "greedy,greedy")
    assert found.code == 0, found.err
    wrong = run("play", "undecided", "undecided", "undecided", "--table", "full-cell")
    assert wrong.code == 1 and "the table is set up for 2 players, found 3" in wrong.err
