"""Analog Tactics in a terminal: facing arrows on hexes, and for each unit Health, points, weapons, what it can use."""

from __future__ import annotations

import pytest
from given import position

import cardlib
from cardlib.errors import CardlibError
from cardlib.kernel.match import Match
from cardlib_cli import board, drawing, sighting


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("analog-tactics")


@pytest.fixture(scope="module")
def match(game: cardlib.Game) -> Match:
    hurt = {"card": "warrior-elite", "at": "h6", "facing": 1, "wounds": 2, "spear": 2, "bow": 1, "form": 3}
    return position(
        game, A={"board": [hurt], "has": {"vp": 12}}, B={"board": [{"card": "mage-common", "at": "d6", "facing": 4}]}
    )


def drawn(game: cardlib.Game, match: Match, monkeypatch: pytest.MonkeyPatch, columns: int = 100) -> list[str]:
    monkeypatch.setenv("COLUMNS", str(columns))
    return board.battlefield(match, game.project, drawing.room())


def test_the_panel_of_a_unit_says_what_it_has_left(game: cardlib.Game, match: Match) -> None:
    said = " ".join(" ".join(board.player_lines(match, game.project, 0)).split())
    assert (
        "units Elite on h6, Health 3 of 5; Attack 1, Movement 3, Special 1, Reaction 1; spear 1, bow 0, form 3" in said
    )
    assert "can use Battle Focus" in said
    other = " ".join(" ".join(board.player_lines(match, game.project, 1)).split())
    assert "Common 1 on d6, Health 3; " in other and "can use" not in other  # it is not its turn


def test_what_faces_nowhere_has_no_arrow(game: cardlib.Game, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = drawn(game, match, monkeypatch)
    assert "A Objective  q7 10" in lines and "* Objective  i5, m5" in lines
    assert "* Permanent Obstacle  h3, p3, e5, k5, q5, f7, n7" in lines and "A Warrior Elite  h6 → 3 of 5" in lines


def test_hexes_tell_apart_what_stands_on_them(
    game: cardlib.Game, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Objectives, Respawn Points and Obstacles by their first letters, units by facing and Health."""
    names, marks = [line for line in drawn(game, match, monkeypatch) if "j5" in line or "*O" in line][:2]
    there = {name.strip(): marks[at : at + 3] for at in range(1, len(names) - 3, 4) for name in [names[at : at + 3]]}
    assert {"i5": "*O ", "k5": "*P ", "m5": "*O "}.items() <= there.items()
    assert any("A→3" in line for line in drawn(game, match, monkeypatch))
    assert "shows the first letter of its name" in board.legend(match, game.project)


def test_players_show_class_objectives_points_and_level(game: cardlib.Game, match: Match) -> None:
    said = " ".join(board.player_lines(match, game.project, 0))
    assert "Warrior, 1 Objective" in said and "vp 12" in said and "level 1" in said


def test_sight_shows_what_a_unit_sees(game: cardlib.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dots in full sight, numbers in partial sight, nothing behind and out of the arc (AT-081, AT-084)."""
    two = position(
        game,
        A={"board": [{"card": "warrior-elite", "at": "j7", "facing": 1}]},
        B={
            "board": [
                {"card": "mage-common", "at": "l6", "facing": 4},
                {"card": "mage-common", "at": "h7", "facing": 1},
            ]
        },
    )
    monkeypatch.setenv("COLUMNS", "80")
    lines = sighting.lines(two, game.project, "j7")
    row = next(at for at, line in enumerate(lines) if "│k7 " in line)
    assert lines[row + 1].startswith("│   │BR │   │   │*P │   │B→3│   │A→5│·  │·  │·  │*P │")
    assert "│B←3│−2 │−2 │" in lines[row - 2] and max(map(len, lines)) <= 80
    assert "A→ Warrior Elite j7 sees" in " ".join(lines) and "Mage Common l6" in " ".join(lines)
    assert "Mage Common h7" not in " ".join(lines)
    monkeypatch.setenv("COLUMNS", "50")
    assert "Spaces in sight: " in " ".join(sighting.lines(two, game.project, "j7"))
    for space, told in (
        ("q7", "Objective on q7 has no line of sight"),
        ("k9", "nobody stands on k9"),
        ("z1", "e1; found"),
    ):
        with pytest.raises(CardlibError, match=told):
            sighting.lines(two, game.project, space)
