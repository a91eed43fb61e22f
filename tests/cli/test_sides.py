"""How a terminal draws a battlefield without single spaces: the two theaters of Against All Tyrants, line by line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import tricks

import cardlib
from cardlib.catalog import load_project
from cardlib.kernel.declared import Declared
from cardlib.kernel.match import Match
from cardlib.scenarios import Play, Scenario
from cardlib_cli import board
from cardlib_cli.terminal import plainly, styled

GIVEN: dict[str, Any] = {
    "active": "D",
    "has": {"level": 2, "incidents": 3},
    "D": {
        "battlefield": [
            {"card": "fln-admiralty-fortress", "at": "planetside", "damage": 9, "shield": 2},
            {"card": "fln-fleet-marshal", "at": "planetside", "damage": 2},
            {"card": "fln-line-destroyer", "at": "space", "damage": 2},
            {"card": "fln-line-destroyer", "at": "space", "instructed": 1},
            {"card": "fln-shock-regiment", "at": "planetside", "disruption": 1},
            {"card": "fln-transmitter-beacon", "at": "planetside", "charge": 1},
        ],
        "has": {"objective-token": 1, "funds-token": 2},
        "hand": ["fln-punitive-strike"],
        "special-forces": ["fln-deck-ratings", "fln-deck-ratings", "fln-boarding-marines"],
        "objectives": ["fln-transmitter-beacon", "fln-transmitter-beacon"],
        "discard": ["fln-escort-boat", "fln-escort-boat", "fln-deck-ratings"],
    },
    "A": {
        "battlefield": [
            {"card": "ff-free-port", "at": "space"},
            {"card": "ff-ridge-sharpshooters", "at": "planetside", "mark-token": 1},
            {"card": "ff-liberty-cruiser", "at": "space", "stealth-token": 1},
        ],
        "hand": ["ff-ambush", "ff-gun-buggy"],
        "special-forces": ["ff-militia-cell"],
    },
}


@pytest.fixture
def match() -> Match:
    return Play(cardlib.load("tyrants"), Scenario("position", "", (), {"given": GIVEN, "steps": []}, "test")).match


def drawn(match: Match, viewer: int | None, monkeypatch: pytest.MonkeyPatch, wide: int = 80) -> list[str]:
    monkeypatch.setenv("COLUMNS", str(wide))
    lines = board.shown(board.draw(match, cardlib.load("tyrants").project, viewer)).splitlines()
    assert max(len(line) for line in lines) <= wide
    return lines


HEAD = """\
Turn 9, player D, Combat, Escalation 2 of 5, Incidents 3 of 4

D  Defender: Send Distress Signal, 1 of 4 Objective tokens
   deck 10 | hand 1 | special-forces 3 | discard 3 | objectives 2 | funds 2
   Objective zone: Transmitter Beacon x 2
   discard pile: Deck Ratings, Escort Boat x 2
A  Attacker: Supply Raid, 0 of 4 Objective tokens
   deck 10 | hand 2 | special-forces 1 | discard 0 | objectives 0 | funds 0
"""
THEATERS = """\
── Space ───────────────────────────────────────────────────────────────────────
D                                      │ A
> 2/1 of 3  Line Destroyer             │   28    Free Port  base
        Capital, Tactic Expert         │   4/6   Liberty Cruiser
> 2/3   Line Destroyer (2)             │         stealth 1, Capital, Torpedo 1
        instructed, Capital, Tactic    │
        Expert                         │
── Planetside ──────────────────────────────────────────────────────────────────
D                                      │ A
> 17 of 26  Admiralty Fortress         │   3/1   Ridge Sharpshooters  mark 1
        base, shield 2                 │
  + 4 of 6  Fleet Marshal  leader      │
> 4/5   Shock Regiment  disruption 1   │
> 0/6   Transmitter Beacon             │
        objective, charge 1, Armor 1   │
────────────────────────────────────────────────────────────────────────────────
"""


def test_two_theaters_at_80_columns(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = drawn(match, 0, monkeypatch)
    assert lines[: lines.index("In play:")] == [*HEAD.splitlines(), "", *THEATERS.splitlines()]


def test_remarks_stand_behind_the_name_where_there_is_room(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = drawn(match, 0, monkeypatch, 120)
    row = next(line for line in lines if "Line Destroyer" in line)
    assert row.startswith("> 2/1 of 3  Line Destroyer  Capital, Tactic Expert")


def test_a_long_card_in_hand_is_wrapped_below_itself(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = drawn(match, 1, monkeypatch)
    assert "  ff-gun-buggy  Unit: Vehicle, Planetside, requirement 1, 3/2" in lines
    long = drawn(match, 0, monkeypatch)
    at = next(i for i, line in enumerate(long) if line.startswith("  fln-boarding-marines"))
    assert long[at + 1].startswith(" " * 24)


def test_each_side_sees_its_own_hand_and_special_forces(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = drawn(match, 0, monkeypatch)
    assert "Your hand:" in mine and "Your Special Forces deck:" in mine
    assert not any("Militia Cell" in line or "ff-ambush" in line or "ff-militia-cell" in line for line in mine)
    assert any("fln-deck-ratings" in line for line in mine)
    assert any("ff-militia-cell" in line for line in drawn(match, None, monkeypatch))


def test_colour_only_repeats_whose_side_it_is(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = drawn(match, 0, monkeypatch)
    monkeypatch.setattr("cardlib_cli.drawing.coloured", lambda: True)
    coloured = board.shown(board.draw(match, cardlib.load("tyrants").project, 0)).splitlines()
    assert any(styled("", "cyan")[0] in line for line in coloured)
    bare = [plainly(line).rstrip() for line in coloured]
    assert bare == plain


def test_the_help_tells_the_signs_of_this_drawing(match: Match) -> None:
    assert "that 1 of 2 is left" in board.legend(match, cardlib.load("tyrants").project)


def test_a_game_without_a_table_of_its_own_shows_what_it_declares(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = json.loads(tricks.write(tmp_path / "game").joinpath("game.json").read_text(encoding="utf-8"))
    written["zones"]["trick"] |= {"role": "field", "name": "felt"}
    (tmp_path / "game" / "game.json").write_text(json.dumps(written), encoding="utf-8")
    monkeypatch.setattr(tricks.Tricks, "of_player", {"tricks": Declared("tricks won", 0)})
    monkeypatch.setattr(tricks.Tricks, "of_match", {"turn": Declared("the trick", 0)})
    game = cardlib.Game(load_project(tmp_path / "game"), tricks.Tricks())
    lines = plainly("\n".join(board.draw(game.match([tricks.ONE, tricks.OTHER], seed=1), game.project, 0))).splitlines()
    assert lines[0] == "Turn 1, player A, turn 1"
    assert lines[2] == "A  deck 7 | hand 3 | pile 0 | tricks 0"
    assert lines[5].startswith("── Felt ─")


def test_a_game_without_a_zone_for_what_is_in_play_has_nothing_there(tmp_path: Path) -> None:
    game = tricks.loaded(tricks.write(tmp_path / "game"))
    match = game.match([tricks.ONE, tricks.OTHER], seed=1)
    while len(match.state.zones[match.facts.zone["won"][1]]) == 0:
        match.take(0)
    assert match.in_play == []
    drawn = plainly("\n".join(board.draw(match, game.project, 0)))
    assert "──" not in drawn and "pile 1" in drawn
