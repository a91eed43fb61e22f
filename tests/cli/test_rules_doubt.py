"""`cardlib rules doubt` from the command line: what it says, writes, and refuses."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
import shutil
from pathlib import Path

import pytest
from playing import Run

from cardlib.places import data_root

WORDS = ("rules", "doubt", "unburied", "holdouts", "-n", "1", "--bots", "random")


def test_it_says_what_was_met_in_every_format(run: Run, tmp_path: Path) -> None:
    """And writes nothing where nothing was found."""
    ran = run(*WORDS, "--save", str(tmp_path / "doubts.json"))
    assert (ran.code, "nothing to write" in ran.err) == (0, True)
    assert not (tmp_path / "doubts.json").exists()
    told = ran.out
    assert told.startswith("Dept. of Structure: 1 game, random, random, seed 1\n") and "no order made" in told
    found = json.loads(run(*WORDS, "--format", "json").out)
    assert (found["game"], found["decks"], found["games"]) == ("structure", ["The Unburied", "The Holdouts"], 1)
    rows = list(csv.DictReader(io.StringIO(run(*WORDS, "--format", "csv").out)))
    assert len(rows) == len(found["findings"])


def test_wrong_words_are_refused(run: Run) -> None:
    for words, said in (
        (("unburied",), "name two decks"),
        (("unburied", "holdouts", "--save", "doubts.txt"), "scenarios are written as .json"),
        (("unburied", "holdout"), "nearest: holdouts"),
        (("unburied", "holdouts", "--bots", "gredy"), "greedy"),
    ):
        ran = run("rules", "doubt", *words)
        assert ran.code in (1, 2) and said in ran.err


def _gone(*_: object) -> None:
    """The reader has seen enough (`| head`)."""
    raise BrokenPipeError


def test_what_was_written_is_played_by_the_command_that_is_told(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "my structure"
    shutil.copytree(data_root() / "structure", folder, ignore=shutil.ignore_patterns("scenarios", "print", "art"))
    for path in (folder / "cards").glob("*.json"):  # what a Carrier gains depends on whether a Barricade came first
        content = json.loads(path.read_text(encoding="utf-8"))
        for card in content["cards"]:
            if card["id"] == "und-bloated-carrier":
                gains = {"op": "gain", "resource": "bio", "amount": {"count": "yours counter:token=1"}}
                card["abilities"][-1] = {"when": "retired", "do": [gains]}
        path.write_text(json.dumps(content), encoding="utf-8")
    dead = {"und-raging-dead": 12, "und-bloated-carrier": 8, "und-bone-barricade": 10, "neu-blood-bank": 10}
    lines = "\n".join(f"{many} {card}" for card, many in dead.items())
    (folder / "decks" / "dead.txt").write_text(f"name: Dead\ngame: structure\n\n{lines}\n", encoding="utf-8")
    decks = ("ash-riders", "dead", "--game", str(folder))
    ran = run("rules", "doubt", *decks, "-n", "1", "--save", str(tmp_path / "doubts.json"))
    with monkeypatch.context() as unread:
        unread.setattr("cardlib_cli.doubt._print", _gone)
        assert run("rules", "doubt", *decks, "-n", "1", "--save", str(tmp_path / "unread.json")).code == 0
    assert (tmp_path / "unread.json").read_text() == (tmp_path / "doubts.json").read_text()
    command = re.search(r"wrote .*: 2 scenarios; to play them: (cardlib scenario run .*)$", ran.err, re.M)
    assert command is not None, ran.err
    again = run(*shlex.split(command[1])[1:])
    assert (again.code, "2 of 2 scenarios passed" in again.err) == (0, True)
