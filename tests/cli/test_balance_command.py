"""`cardlib balance check`: what is out is named and ends with 1, in every format."""

from __future__ import annotations

import csv
import io
import json
import shutil
from pathlib import Path

import pytest
from playing import Run, runner

from cardlib.places import data_root


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(tmp_path, monkeypatch, capsys)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Mecha with two of its decks, and nothing watched."""
    project = tmp_path / "mecha"
    shutil.copytree(data_root() / "mecha", project, ignore=shutil.ignore_patterns("scenarios", "print", "art"))
    for deck in (project / "decks").iterdir():
        if deck.stem not in ("ok40", "graces-command"):
            deck.unlink()
    (project / "balance.json").unlink()
    return project


def test_what_is_out_is_named(run: Run, project: Path) -> None:
    missing = run("balance", "check", project)
    assert missing.code == 1
    assert "balance.json: not there; say what to watch" in missing.err
    bands = {"games": 2, "bot": "random", "turns": {"max": 2}, "seat_bias": 50}
    (project / "balance.json").write_text(json.dumps(bands))
    ran = run("balance", "check", project, "--jobs", "1", "--out", "games.jsonl")
    assert ran.code == 1
    assert "2 figures: 1 in their bands, 1 out, 0 that so many games leave open" in ran.out
    assert "out of its band: all games (turns)" in ran.err
    again = ("balance", "check", project, "--out", "games.jsonl", "--resume", "--format")
    data = json.loads(run(*again, "json").out)
    assert (data["out"], data["games"]) == (1, 8)
    rows = list(csv.DictReader(io.StringIO(run(*again, "csv").out)))
    assert [row["verdict"] for row in rows] == ["out", "in"]
    (project / "balance.json").write_text(json.dumps({**bands, "turns": {"max": 900}}))
    assert run("balance", "check", project, "--jobs", "1").code == 0


def test_a_band_that_is_none_is_told_by_the_check(run: Run, project: Path) -> None:
    (project / "balance.json").write_text(json.dumps({"deck_wins": {"max": 600}}))
    ran = run("data", "check", project)
    assert ran.code == 1
    assert "balance.json" in ran.out + ran.err and "600" in ran.out + ran.err


@pytest.mark.parametrize(
    ("bands", "said"),
    [
        ({"games": 1, "bot": "random"}, "found nothing to watch, expected one of deck_wins, card_when_drawn, "),
        ({"turns": {"min": 9, "max": 5}}, "turns: found min 9 above max 5, expected at most that"),
        ({"runaways": 0, "error": 0}, "error: found 0, expected more than 0"),
    ],
)
def test_bands_that_hold_nothing_are_refused(run: Run, project: Path, bands: dict[str, object], said: str) -> None:
    """Nothing is played for bands that say nothing, so that a workflow does not pass by them."""
    (project / "balance.json").write_text(json.dumps(bands))
    played = run("balance", "check", project, "--out", "games.jsonl")
    assert (played.code, played.out) == (1, "") and said in played.err
    assert not (project.parent / "games.jsonl").exists()
    checked = run("data", "check", project)
    assert checked.code == 1 and said.partition(": ")[2].partition(", expected")[0] in checked.out
    assert said.partition(", expected")[2] in checked.out
