"""Streams as commands find them: closed, full, without a reader, and in an encoding that has few characters."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from shlex import split
from typing import Any

import pytest
from forked import Case, Ran, run
from matrices import seldom
from playing import Run as Command
from terminals import Terminal

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="/dev/full, and streams of POSIX")

SOME = [
    "--help",
    "cards --game {skirmish}",
    "deck check - --game {skirmish}",
    "play graces-command donnas-search --seed 3 --autosave {tmp}/match.json",
    "nonsense",
]
LINES = [
    *SOME,
    "print --game {skirmish} id:wolf -o {tmp}/wolf.pdf",
    "sql --game {skirmish} 'select name from cards'",
    "replay {tmp}/nothing.json",
]
REST = [
    "--version",
    "cards --help",
    "data check {skirmish} --format csv",
    "card wolf --game {skirmish}",
    "stats --game {skirmish}",
    "rules SAD-D01 --game {skirmish} --format json",
    "deck show first --game {skirmish}",
    "deck convert first --game {skirmish}",
    "play graces-command donnas-search --seats random,random --seed 3 --autosave {tmp}/match.json",
    "sim graces-command donnas-search -n 1 --bots random -j 1 --seed 1",
    "scenario run --game mecha bugzapper",
    "print --game {skirmish} --list-sheets",
    "new {tmp}/other --name Other",
]
STATES: dict[str, dict[str, object]] = {
    "well": {},
    "closed output": {"stdout": "closed"},
    "output without a reader": {"stdout": "gone"},
    "full output": {"stdout": "full"},
    "closed input": {"given": None},
    "closed error output": {"stderr": "closed"},
    "all closed": {"given": None, "stdout": "closed", "stderr": "closed"},
    "full error output": {"stderr": "full"},
    "nobody reads": {"stdout": "gone", "stderr": "gone"},
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from cardlib.catalog import make_project

    folder = tmp_path_factory.mktemp("streams")
    make_project(folder / "skirmish", "Skirmish at Dawn")
    return folder


def cases(place: Path, state: str, lines: list[str]) -> list[tuple[str, Case]]:
    found = []
    for number, line in enumerate(lines if state in list(STATES)[:3] else [one for one in SOME if one in lines]):
        tmp = place / f"{state} {number}"
        words = [word.format(skirmish=place / "skirmish", tmp=tmp) for word in split(line)]
        streams: dict[str, Any] = STATES[state]
        found.append((line, Case(words, environment={"CARDLIB_CACHE": str(place / "cache")}, **streams)))
    return found


@pytest.mark.parametrize("lines", [LINES, *seldom(REST)], ids=["some", "the rest of all commands"])
def test_no_stream_ends_a_command_in_a_traceback(place: Path, lines: list[str]) -> None:
    asked = [(state, line, case) for state in STATES for line, case in cases(place, state, lines)]
    found: dict[str, dict[str, Ran]] = {state: {} for state in STATES}
    for (state, line, _), ran in zip(asked, run([case for *_, case in asked]), strict=True):
        assert ran.calm, (state, line, ran)
        found[state][line] = ran
    for line, well in found["well"].items():
        closed, gone = found["closed output"][line], found["output without a reader"][line]
        assert closed.code == well.code and "cannot write" not in closed.err, line
        assert gone.code == (0 if well.out else well.code), line
    for line in found["full output"]:
        well, full = found["well"][line], found["full output"][line]
        assert full.code == (1 if well.out else well.code), line
        assert ("standard output: cannot write: No space left on device" in full.err) == bool(well.out)
        assert found["closed error output"][line].code == well.code


def test_closed_streams_of_a_real_start(place: Path) -> None:
    command = f"{sys.executable} -m cardlib_cli.main"
    for streams in (">&-", "<&- 2>&-"):
        shell = ["sh", "-c", f"{command} deck show graces-command {streams}"]
        ran = subprocess.run(shell, capture_output=True, env={**os.environ, "CARDLIB_CACHE": str(place / "cache")})
        assert (ran.returncode, b"Traceback" in ran.stderr) == (0, False)


def test_other_encodings(place: Path) -> None:
    folder = place / "skirmish"
    file = folder / "cards" / "units.json"
    file.write_text(file.read_text(encoding="utf-8").replace('"Wolf"', '"Wölfin »Ø«"'), encoding="utf-8")
    lines = [
        "cards id:wolf --format csv",
        "cards id:wolf --format json",
        "cards id:wolf --format md",
        "deck convert first --to json",
        "cards id:wolf",
        "card 'wölfin »ø«'",
        "cards ünknown=3",
    ]
    encodings = ["ascii", "latin-1", "cp437"]
    asked = [
        Case(
            split(line), str(folder), environment={"CARDLIB_CACHE": str(place / "cache"), "PYTHONIOENCODING": encoding}
        )
        for encoding in encodings
        for line in lines
    ]
    ran = run(asked)
    assert [one.calm for one in ran] == [True] * len(ran)
    for encoding in encodings:
        found, ran = ran[: len(lines)], ran[len(lines) :]
        data, objects, table, deck = (one.out.decode("utf-8") for one in found[:4])
        assert next(csv.DictReader(io.StringIO(data)))["name"] == "Wölfin »Ø«"
        assert json.loads(objects)[0]["name"] == "Wölfin »Ø«"
        assert "Wölfin »Ø«" in table and json.loads(deck)
        assert ("W?lfin ???" if encoding == "ascii" else "Wölfin").encode(encoding) in found[4].out
        assert [one.code for one in found] == [0, 0, 0, 0, 0, 0, 1]


def test_a_person_at_a_terminal_is_told_that_a_deck_is_waited_for(tmp_path: Path) -> None:
    with Terminal(tmp_path, "deck", "check", "-", "--game", "mecha") as terminal:
        terminal.wait_for("type or paste a deck, one line for each card; Ctrl-D on an empty line ends it\n")
        terminal.type("40 Radio Tower\n\x04")
        assert terminal.ended() == 0
    assert "legal" in terminal.shown


def test_a_deck_from_standard_input_may_be_named_twice(run: Command) -> None:
    ran = run("deck", "check", "-", "-", "--game", "mecha", lines="40 Radio Tower\n")
    assert (ran.code, ran.err) == (0, "2 decks, 2 legal\n")
    assert run("deck", "diff", "-", "-", "--game", "mecha", lines="40 Radio Tower\n").out == ""
