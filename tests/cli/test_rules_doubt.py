"""`cardlib rules doubt` from the command line: what it says, writes, and refuses."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

from playing import Run

WORDS = ("rules", "doubt", "unburied", "holdouts", "-n", "1")


def test_it_says_what_was_met_in_every_format(run: Run) -> None:
    told = run(*WORDS).out
    assert told.startswith("Dept. of Structure: 1 game, greedy, greedy, seed 1\n") and "no order made" in told
    found = json.loads(run(*WORDS, "--format", "json").out)
    assert (found["game"], found["decks"], found["games"]) == ("structure", ["The Unburied", "The Holdouts"], 1)
    rows = list(csv.DictReader(io.StringIO(run(*WORDS, "--format", "csv").out)))
    assert len(rows) == len(found["findings"])


def test_nothing_is_written_where_nothing_was_found(run: Run, tmp_path: Path) -> None:
    ran = run(*WORDS, "--save", str(tmp_path / "doubts.json"))
    assert (ran.code, "nothing to write" in ran.err) == (0, True)
    assert not (tmp_path / "doubts.json").exists()


def test_wrong_words_are_refused(run: Run) -> None:
    for words, said in (
        (("unburied",), "name two decks"),
        (("unburied", "holdouts", "--save", "doubts.txt"), "scenarios are written as .json"),
        (("unburied", "holdout"), "nearest: holdouts"),
        (("unburied", "holdouts", "--bots", "gredy"), "greedy"),
    ):
        ran = run("rules", "doubt", *words)
        assert ran.code in (1, 2) and said in ran.err
