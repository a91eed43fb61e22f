"""`cardlib sweep`: tables, CSV, JSON and pictures, and what it refuses."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from playing import Run, runner

WORDS = ("sweep", "ok40", "graces-command", "--bots", "random", "--seed", "3", "--jobs", "1", "-n", "8")
VARY = ("--vary", "rules.opening_hand=4..5")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(tmp_path, monkeypatch, capsys)


def test_a_sweep_in_every_format(run: Run, tmp_path: Path) -> None:
    ran = run(*WORDS, *VARY, "--set", "cards.turtle.durability=4", "--out", "games.jsonl", "--picture", "hand.svg")
    assert ran.code == 0
    assert "Changed: cards.turtle.durability=4 (was 3)" in ran.out
    assert "Nearest to win=50: rules.opening_hand=" in ran.out
    assert "wrote hand.svg" in ran.err
    assert "rules.opening_hand" in (tmp_path / "hand.svg").read_text()
    again = (*WORDS, *VARY, "--set", "cards.turtle.durability=4", "--out", "games.jsonl", "--resume")
    data = json.loads(run(*again, "--format", "json").out)
    assert (data["games"], data["vary"]) == (8, {"rules.opening_hand": [4, 5]})
    rows = list(csv.DictReader(io.StringIO(run(*again, "--format", "csv").out)))
    assert [float(row["win"]) for row in rows] == [point["figure"]["value"] for point in data["points"]]


def test_of_one_round_the_interval_of_a_mean_is_not_known(run: Run) -> None:
    words = (*WORDS[:-1], "4", *VARY, "--goal", "turns=50")
    ran = run(*words)
    assert ran.out.count("not known") == 3 and "inf" not in ran.out
    (row, _) = csv.DictReader(io.StringIO(run(*words, "--format", "csv").out))
    assert (row["low"], row["high"]) == ("", "")


def test_what_cannot_be_swept_is_refused(run: Run) -> None:
    for words, said in (
        ((), "sweep what?"),
        (("--vary", "rules.opening_hand=5..x"), "expected whole numbers"),
        (("--vary", "rules.opening_hand="), "--vary rules.opening_hand=: found no values, expected some behind"),
        (("--vary", "rules.opening_hand=5..4"), "up to a higher one"),
        (("--vary", "rules.opening_hnd=4..5"), "nearest: opening_hand"),
        (("--vary", "rules.opening_hand=1..100000"), "found 100000 values, expected at most 200"),
        ((*VARY, *VARY), "twice"),
        ((*VARY, "-n", "1"), "found 1 games, expected at least 4 for 2 settings (-n)"),
        ((*VARY, "--goal", "wins=50"), "nearest: win"),
        ((*VARY, "--picture", "x.gif"), "expected a picture"),
    ):
        ran = run(*WORDS, *words)
        assert ran.code == 1
        assert said in ran.err
