"""Boards in a terminal: hexes as bricks with facings, areas with their ways, seats with their colours."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from carters import begun, carters_at
from reef import BOARDS, hexes, loaded, ring

from cardlib.catalog import Project, check_project
from cardlib.kernel import atoms, holding
from cardlib.kernel.match import Match
from cardlib.kernel.state import NOWHERE
from cardlib_cli import board, drawing
from cardlib_cli.output import width_of

SEATED = (2, 3, 4)


def drawn(
    folder: Path, about: dict[str, Any], players: int, fleet: str = "brig galleon sloop buoy"
) -> tuple[Match, Project]:
    """A match on a board."""
    game = loaded(folder, [{**about, "players": list(SEATED)}])
    return game.match([fleet.split()] * players, seed=1), game.project


def lines_of(match: Match, project: Project, monkeypatch: pytest.MonkeyPatch, columns: int = 80) -> list[str]:
    """The battlefield, on a terminal of so many columns."""
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = board.battlefield(match, project, drawing.room())
    assert max(width_of(line) for line in lines) <= columns
    return lines


def test_each_brick_touches_the_six_hexes_next_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match, project = drawn(tmp_path, hexes("atoll", 1, []), 2, "brig")
    assert lines_of(match, project, monkeypatch) == [
        "        ┌───────────────┬───────────────┐",
        "        │b1             │c1             │",
        "        │Brig           │               │",
        "        │A↗ 4           │               │",
        "┌───────┴───────┬───────┴───────┬───────┴───────┐",
        "│a2             │b2 bank, depth…│c2 bank, depth…│",
        "│Brig           │               │               │",
        "│R↘ 4           │               │               │",
        "└───────┬───────┴───────┬───────┴───────┬───────┘",
        "        │a3             │b3             │",
        "        └───────────────┴───────────────┘",
        "",
        "Spaces: b2 bank, depth 2; c2 bank, depth 2",
    ]


def test_columns_of_hexes_with_an_edge_on_top(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match, project = drawn(tmp_path, hexes("atoll", 1, [], "flat"), 2, "brig")
    lines = lines_of(match, project, monkeypatch)
    assert lines[:5] == [
        "               ┌──────────────┐",
        "               │b1            │",
        "┌──────────────┤Brig          ├──────────────┐",
        "│a2            │A↑ 4          │c1            │",
        "│Brig          ├──────────────┤              │",
    ]


def test_a_facing_is_an_arrow_to_the_edge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match, project = drawn(tmp_path, hexes("atoll", 2, []), 2, "brig")
    for facing, arrow in enumerate("↗→↘↙←↖"):
        atoms.turn(match, 0, facing)
        assert any(f"│A{arrow} 4 " in line for line in lines_of(match, project, monkeypatch)), arrow


def test_several_things_on_a_hex(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match, project = drawn(tmp_path, hexes("atoll", 1, []), 3, "brig buoy")
    for buoy in (1, 3, 5):
        atoms.relocate(match, buoy, match.state.place[0])
    assert {"│Brig ", "│A↗ 4 ", "│=A Buoy ", "│=R Buoy ", "│=V Buoy "} <= {
        found[0]
        for line in lines_of(match, project, monkeypatch)
        for found in re.finditer(r"│[=A-Z][^│ ]*( [4B]\w*)? ", line)
    }


def test_a_large_board_holds_marks_and_a_larger_one_is_a_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match, project = drawn(tmp_path, hexes("wide", 6, []), 2)
    lines = lines_of(match, project, monkeypatch)
    assert "│g1   │h1   │i1   │" in lines[1] and "│A↗4  │     │R↘4  │" in lines[2]
    assert {"A Brig  g1 ↗ 4", "A Great Galleon  g2 ↘ 6", "R Brig  i1 ↘ 4"} <= set(lines)
    assert lines_of(match, project, monkeypatch, 50)[0] == " g1  Brig A↗ 4"
    match, project = drawn(tmp_path / "vast", hexes("vast", 20, []), 2)
    assert lines_of(match, project, monkeypatch)[0].endswith("Brig A↗ 4")


def test_below_marks_things_are_gathered_by_name_and_what_lies_there_follows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, project = drawn(tmp_path, hexes("wide", 6, []), 2, "brig brig buoy buoy")
    first, second, buoy = (obj for obj in range(3))
    holding.own(match, second, 1)
    atoms.relocate(match, buoy, match.state.place[first])
    lines = lines_of(match, project, monkeypatch)
    assert "A Brig  g1 ↗ 4, k1 →(R) 4" in lines and "g1 =A Buoy" in lines
    assert "+1" in lines[3]


def test_without_signs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardlib_cli.drawing.plain", lambda: True)
    for room in ("grid", "hexes", "network"):
        monkeypatch.setattr(f"cardlib_cli.{room}.plain", lambda: True)
    for name, about in (("hex", hexes("atoll", 2, [])), ("areas", ring("sound", 15))):
        match, project = drawn(tmp_path / name, about, 3)
        text = board.shown([*lines_of(match, project, monkeypatch), board.legend(match, project)])
        assert text.isascii() and ("A:ne 4" in text or "depth 3): bay-2, >bay-8, bay-15" in text)


def test_areas_with_their_neighbours_and_who_stands_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match, project = drawn(tmp_path, ring("sound", 15), 4)
    lines = lines_of(match, project, monkeypatch)
    assert lines[:4] == [
        "── bay-1, The Old Harbour (bank, depth 3): bay-2, →bay-8, bay-15",
        " A   4     Brig",
        " T   2     Sloop",
        "── bay-2: bay-1, bay-3",
    ]
    assert len([line for line in lines if line.startswith("──")]) == 15 and len(lines) == 31
    wide = lines_of(match, project, monkeypatch, 120)
    assert len(wide) < 18 and "bay-9" in wide[0]


def test_seats_have_their_colours_and_the_others_the_next_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match, project = drawn(tmp_path, hexes("lagoon", 3, []), 4)
    assert project.game.colours == ("yellow", "red", "cyan", "magenta")
    monkeypatch.setattr("cardlib_cli.drawing.coloured", lambda: True)
    said: list[tuple[str, str]] = []
    monkeypatch.setattr("cardlib_cli.drawing.styled", lambda text, style: said.append((text, style)) or text)
    board.draw(match, project, None)
    colours = {text.strip()[:1]: style for text, style in said if re.match(r"[ARVT][↗→↘↙←↖]", text)}
    assert colours == {"A": "yellow", "R": "red", "V": "cyan", "T": "magenta"}
    lines = lines_of(match, project, monkeypatch)
    monkeypatch.setattr("cardlib_cli.drawing.coloured", lambda: False)
    assert lines_of(match, project, monkeypatch) == lines


def test_of_a_deck_of_all_its_size_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = carters_at(tmp_path)
    match = begun(game, "anna", "bert")
    number = len(match.state.zones[match.facts.zone["plans"][0]])
    for viewer in (0, 1):
        lines = board.draw(match, game.project, viewer)
        assert lines[lines.index("Plans:") + 1] == f"  {number} cards"
    monkeypatch.setattr(type(match.rules.table), "paneled", frozenset({"plans"}))
    assert "Plans:" not in board.draw(match, game.project, 0)


def test_a_colour_belongs_to_one_seat(tmp_path: Path) -> None:
    folder = tmp_path / "reef"
    loaded(tmp_path, BOARDS)
    text = (folder / "game.json").read_text()
    (folder / "game.json").write_text(text.replace('"colour": "yellow"', '"colour": "red"'))
    told = [str(problem) for problem in check_project(folder)]
    assert len(told) == 1 and 'seats[1].colour: found "red", expected a colour of its own; seats[0] has it' in told[0]
    (folder / "game.json").write_text(text.replace('"colour": "yellow"', '"colour": "amber"'))
    assert "seats[0]" in str(check_project(folder)[0])


def test_what_is_neutral_has_the_letter_of_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match, project = drawn(tmp_path, hexes("atoll", 1, []), 2, "brig")
    shown = "\n".join(lines_of(match, project, monkeypatch))
    assert "R↘ 4" in shown and "nobody" not in board.legend(match, project)
    holding.own(match, 1, NOWHERE)
    assert "\n".join(lines_of(match, project, monkeypatch)) == shown  # nobody's is no other player's
    atoms.control(match, 1, NOWHERE)
    assert "\n".join(lines_of(match, project, monkeypatch)) == shown.replace("R↘", "*↘")
    assert board.legend(match, project).endswith("\n* is the letter of what nobody controls.")
    monkeypatch.setattr(drawing, "coloured", lambda: True)
    assert drawing.ink("Brig", NOWHERE, project) == "Brig" != drawing.ink("Brig", 1, project)


def test_what_is_neutral_has_a_side_of_its_own_and_slots_their_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = carters_at(tmp_path)
    match = begun(game, "anna", "bert")
    lines = lines_of(match, game.project, monkeypatch, 120)
    assert lines[1].split() == ["A", "│", "B", "│", "nobody's"]
    assert [line for line in lines if line.split()[-1:] == ["Ore"]]
    anna, ore = (match.state.card.index(match.facts.number[id_]) for id_ in ("anna", "ore"))
    holding.hold(match, ore, anna, "cargo")
    lines = lines_of(match, game.project, monkeypatch, 120)
    assert lines[1].split() == ["A", "│", "B"]
    assert [line for line in lines if "+   Ore  cargo space" in line]
