"""Mecha on other boards than its own: the rules ask the board, whatever its size."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest
from matrices import seldom

from cardlib.bots import bot
from cardlib.catalog import check_project, load_project, project_path
from cardlib.game import Game, load
from cardlib_cli.checks import EXTRA
from cardlib_cli.grid import grid, mark

BOARD = json.loads((project_path("mecha") / "boards" / "battlefield.json").read_text(encoding="utf-8"))
WIDER = {"columns": ["a", "b", "c", "d", "e", "f", "g", "h"]}
DEEPER = {
    "rows": [1, 2, 3, 4, 5, 6],
    "seats": [BOARD["seats"][0], {**BOARD["seats"][1], "regions": {"entry": {"rows": [6]}}}],
}


def on(folder: Path, changes: dict[str, Any]) -> Path:
    shutil.copytree(project_path("mecha"), folder, ignore=shutil.ignore_patterns("scenarios"))
    (folder / "boards" / "battlefield.json").write_text(json.dumps({**BOARD, **changes}))
    return folder


@pytest.mark.parametrize(
    "changes",
    [{**WIDER, **DEEPER}, {"without": ["d3", "a2"]}, *seldom(WIDER, DEEPER)],
    ids=["8 columns and 6 rows", "with holes", "8 columns", "6 rows"],
)
def test_a_board_of_another_size_is_played_to_the_end(tmp_path: Path, changes: dict[str, Any]) -> None:
    folder = on(tmp_path / "mecha", changes)
    assert check_project(folder, EXTRA) == []
    game = load(folder)
    assert game.facts.board is not None
    for seed in range(2):
        match = game.match(["graces-command", "fire-from-above"], seed, windows="playable")
        bots = [bot("greedy", seed=seed), bot("random", seed=seed)] if seed == 0 else [bot("random", seed=seed)] * 2
        standing: set[str] = set()
        while not match.over:
            match.take(bots[match.player].choose(match.view(match.player)))
            standing |= {game.facts.board.names[place] for place in match.state.place if place >= 0}
        assert standing <= set(game.facts.board.names)
    drawn = "\n".join(grid(match, game.project, 200))
    assert str(len(game.facts.board.rows)) in drawn and game.facts.board.columns[-1] in drawn


def test_entry_and_forward_come_from_the_board(tmp_path: Path) -> None:
    """The players sit at the short sides: they enter by columns, and what is in front lies to the east or west."""
    seats = [
        {"id": "A", "forward": "east", "regions": {"entry": {"columns": ["a"]}}},
        {"id": "B", "forward": "west", "regions": {"entry": {"columns": ["g"]}}},
    ]
    game = load(on(tmp_path / "mecha", {"seats": seats}))
    match = game.match(["graces-command", "fire-from-above"], 3, windows="playable")
    field, board = game.facts.game.ground, game.facts.board
    assert board is not None
    assert [board.names[space] for space in field.entry[0]] == ["a1", "a2", "a3", "a4", "a5"]
    assert board.names[field.ahead[0][board.number["c2"]]] == "d2"
    assert field.missing[1][board.number["c2"]] == 2
    assert mark(match, 0) in ("A►", "A>") and mark(match, 1) in ("B◄", "B<")
    chance = random.Random(3)
    entered = set()
    while not match.over:
        plays = [option for option in match.options if option.choice[0] == "play" and option.choice[2] >= 0]
        if match.player == 0 and plays:
            entered |= {option.notation.split()[-1] for option in plays}
        match.take(chance.randrange(len(match.options)))
    assert {"a1", "a3", "a5"} <= entered


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"seats": BOARD["seats"][:1]}, "seats: found 1 seats, expected one for each of 2 players"),
        (
            {"seats": [{"id": "A", "forward": "north", "regions": {}}, {"id": "B", "forward": "south"}]},
            "seats[0].regions: found no 'entry', expected all regions that the rules read",
        ),
        (
            {"seats": [{"id": "A", "regions": {"entry": ["a1"]}}, {**BOARD["seats"][1]}]},
            "seats[0]: found no 'forward', expected the direction in which the player's things advance",
        ),
        ({"layers": [{"id": "units", "holds": 2}]}, "layers[0].holds: found 2, expected 1"),
        (
            {"layers": [{"id": "units", "holds": 1}, {"id": "standign"}]},
            "layers[1]: found 'standign', expected 'standing': the rules have the layers units, standing",
        ),
    ],
)
def test_a_board_without_what_the_rules_read_is_refused(tmp_path: Path, changes: dict[str, Any], said: str) -> None:
    folder = on(tmp_path / "mecha", changes)
    found = [str(problem) for problem in check_project(folder, EXTRA)]
    assert any(line.startswith("boards/battlefield.json") and said in line for line in found), found
    with pytest.raises(Exception, match=r"boards/battlefield\.json"):
        load(folder)


def test_the_bundled_board_is_read_as_it_was(tmp_path: Path) -> None:
    game = Game(load_project("mecha"), load("mecha").rules)
    field = game.facts.game.ground
    assert field.entry == (tuple(range(7)), tuple(range(28, 35)))
    assert game.facts.vital_spaces == frozenset((*range(7), *range(28, 35)))
    assert [field.missing[0][space] for space in (0, 7, 34)] == [4, 3, 0]
    assert [field.ahead[0][0], field.ahead[1][34], field.ahead[0][30], field.ahead[1][3]] == [7, 27, -1, -1]
    assert (field.deep, field.half, field.aside[:7]) == (4, 3.0, (3.0, 2.0, 1.0, 0.0, 1.0, 2.0, 3.0))
