"""The boards of Analog Tactics, and what a board has to be: a legal one, and one that breaks just this rule."""

from __future__ import annotations

import json
from collections.abc import Iterable
from copy import deepcopy
from itertools import combinations
from typing import Any

import pytest

from cardlib.catalog import Project, load_project
from cardlib.games.analog_tactics.board import grounds
from cardlib.games.analog_tactics.rules import rules
from cardlib.kernel.boards.board import Board
from cardlib.kernel.boards.distances import distance
from cardlib.kernel.boards.reading import board_from
from cardlib.unfit import boards_of, unlawful_boards

At = tuple[int, int]


@pytest.fixture(scope="module")
def game() -> Project:
    """The bundled game."""
    return load_project("analog-tactics")


def field(
    home: At = (-8, 2),
    respawn: At = (-8, -3),
    objective: At = (-1, 4),
    other: At = (-3, 0),
    half: int = 10,
    tall: int = 5,
) -> dict[str, Any]:
    """A parallelogram of hexes; what stands there stands a second time, half a turn about the middle away."""
    spaces = [[q, r] for r in range(-tall, tall + 1) for q in range(-half, half + 1)]
    made: dict[str, Any] = {"id": "field", "name": "Field", "shape": "hex", "players": [2], "spaces": spaces}
    made |= {"tags": ["objective", "respawn", "obstacle"], "seats": []}
    mark(made, "objective", both(home, objective))
    mark(made, "respawn", both(respawn, other))
    for name, sign in (("A", 1), ("B", -1)):
        regions = {"home": [[sign * home[0], sign * home[1]]], "respawn": [[sign * respawn[0], sign * respawn[1]]]}
        made["seats"].append({"id": name, "regions": regions})
    return made


def both(*places: At) -> list[At]:
    return [(sign * q, sign * r) for q, r in places for sign in (1, -1)]


def mark(made: dict[str, Any], tag: str, places: Iterable[At]) -> None:
    """Give spaces of a board a tag; with "" take it away."""
    for at in places:
        for number, space in enumerate(made["spaces"]):
            if (space["at"] if isinstance(space, dict) else space) == list(at):
                made["spaces"][number] = {"at": list(at), "tags": [tag]} if tag else list(at)


def changed(tag: str, *places: At) -> dict[str, Any]:
    made = field()
    mark(made, tag, places)
    return made


def seated(home: At | None = None, respawn: At | None = None, seat: int = 1) -> dict[str, Any]:
    made = field()
    regions = made["seats"][seat]["regions"]
    regions |= {"home": [list(home)]} if home is not None else {}
    regions |= {"respawn": [list(respawn)]} if respawn is not None else {}
    return made


def walled() -> dict[str, Any]:
    """The middle of the field has walls all round."""
    return changed("obstacle", (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


CLOSE = {"home": (-4, 0), "objective": (-4, 6), "other": (-10, 5), "half": 12, "tall": 7}  # homes 8 apart

CASES = [
    ("AT-D37", changed("", (-3, 0), (3, 0)), "add 2 Respawn Point"),
    ("AT-D38", seated(home=(-8, 2)), "of its own (AT-D38)"),
    ("AT-D38", seated(respawn=(0, 0)), "one space with the tag 'respawn'"),
    ("AT-D39", changed("obstacle", (2, -4), (-2, 4)), "move it (AT-D39)"),
    ("AT-D40", field(objective=(-2, 1)), "apart or more: move one"),
    ("AT-D40", field(objective=(-1, 5)), "away from the edge"),
    ("AT-D41", walled(), "take an Obstacle away"),
    ("AT-D42", field(**CLOSE), "move a home"),
    ("AT-D43", field(objective=(-5, 4)), "more than 3 steps"),
    ("AT-D44", changed("obstacle", (-5, 0)), "set them alike for all seats"),
]


def broken(made: dict[str, Any]) -> list[str]:
    return [fault.expected for fault in grounds.faults(board_from(made))]


def test_a_legal_board() -> None:
    assert broken(field()) == []
    assert broken(changed("obstacle", (-5, 0), (5, 0))) == []


@pytest.mark.parametrize(("rule", "made", "fix"), CASES, ids=[f"{rule}-{at}" for at, (rule, _, _) in enumerate(CASES)])
@pytest.mark.pins("AT-D37", "AT-D38", "AT-D39", "AT-D40", "AT-D41", "AT-D42", "AT-D43", "AT-D44")
def test_a_board_that_breaks_just_this_rule(rule: str, made: dict[str, Any], fix: str) -> None:
    found = broken(made)
    assert found and {one[-7:-1] for one in found} == {rule}, found
    assert any(fix in one for one in found)


@pytest.mark.pins("AT-001", "AT-011", "AT-012")
def test_the_boards_of_the_game_break_nothing(game: Project) -> None:
    assert not list(unlawful_boards(game, rules()))


# -- the boards themselves -------------------------------------------------------------------------------------------


FACTS = {  # spaces, of each kind so many; the gap of start areas; steps to the neutral Objectives (catalogue 7.1)
    "causeway": (149, 4, 4, 7, 12, [4, 8]),
    "triskele": (271, 6, 6, 10, 9, [4, 7, 7]),
    "four-gates": (279, 8, 8, 15, 8, [4, 6, 8, 10]),
}


def boards(game: Project) -> dict[str, Board]:
    return {board.id: board for board in boards_of(game)}


@pytest.mark.parametrize("name", FACTS)
@pytest.mark.pins("AT-001", "AT-002", "AT-011")
def test_what_stands_on_a_board(game: Project, name: str) -> None:
    board = boards(game)[name]
    spaces, objectives, respawns, obstacles, gap, walks = FACTS[name]
    assert len(board) == spaces
    found = [len(grounds.tagged(board, tag)) for tag in ("objective", "respawn", "obstacle")]
    assert found == [objectives, respawns, obstacles]
    areas = [grounds.start_area(board, seat) for seat in range(len(board.seats))]
    assert {len(area) for area in areas} == {12}
    pairs = combinations(areas, 2)
    assert min(distance(board, a, b) for one, other in pairs for a in one for b in other) == gap
    homes = {seat.regions["home"][0] for seat in board.seats}
    neutral = [space for space in grounds.tagged(board, "objective") if space not in homes]
    for area in areas:
        steps = walked(board, area)
        assert sorted(min(steps[near] for near in board.neighbours[space]) for space in neutral) == walks


def walked(board: Board, area: Iterable[int]) -> dict[int, int]:
    """Steps from a start area, worked out apart from what is tested: wave by wave."""
    free = {space for space in range(len(board)) if not board.tags[space]}
    wave, steps = set(area), {}
    for number in range(len(board)):
        steps |= dict.fromkeys(wave, number)
        wave = {near for space in wave for near in board.neighbours[space] if near in free and near not in steps}
    return steps


@pytest.mark.pins("AT-004", "AT-005", "AT-075")
def test_directions_and_the_front_arc_are_those_of_the_rules(game: Project) -> None:
    from cardlib.kernel.boards.facing import cone

    board = boards(game)["triskele"]
    assert board.directions == ("north-east", "east", "south-east", "south-west", "west", "north-west")
    assert board.vectors == ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
    middle = board.located[0, 0]
    seen = {board.at[space] for space in cone(board, middle, 1, "front", 2)}
    assert seen == {(1, 0), (0, 1), (1, -1), (2, 0), (1, 1), (0, 2), (2, -1), (2, -2)}  # AT-E12


def test_a_board_that_is_changed_is_told_of_with_its_rule(game: Project) -> None:
    made = json.loads((game.path / "boards" / "causeway.json").read_text())
    other = deepcopy(made)
    other["spaces"] = [{"at": [1, 0], "tags": ["obstacle"]} if space == [1, 0] else space for space in other["spaces"]]
    assert not broken(made)
    assert any("(AT-D39)" in one for one in broken(other)) and any("(AT-D44)" in one for one in broken(other))
