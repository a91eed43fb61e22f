"""Matches that are set up from several documents, at the command line: play, save, replay, sim and scenarios."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playing import Run, runner
from reef import install, with_documents

SEATS = ("light,mercy", "heavy", "light")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.setattr("cardlib.lab.series.cores", lambda: 1)
    with_documents(tmp_path)
    install(tmp_path / "site")
    monkeypatch.syspath_prepend(tmp_path / "site")
    return runner(tmp_path, monkeypatch, capsys)


def test_a_match_is_played_saved_and_told_again(run: Run) -> None:
    words = ("--game", "reef", "--table", "round", "--seats", "random", "--seed", "2", "--replay", "r.json")
    ran = run("play", *SEATS, *words)
    assert ran.code == 0, ran.err
    assert "Light + Mercy (random, player A) against Heavy (random, player R)" in ran.out
    assert "── bay-1, The Old Harbour (bank, depth 3): bay-2, →bay-8, bay-15" in ran.out
    assert json.loads(Path("r.json").read_text())["table"][0]["fields"]["seats"] == 3
    again = run("replay", "r.json", "--game", "reef", "--verify")
    assert again.code == 0, again.err
    begun = run(
        "play", *SEATS, "--game", "reef", "--table", "round", "--seats", "human,random,random", "--seed", "2",
        lines="1\nsave half.json\nquit\n",
    )  # fmt: skip
    assert begun.code == 0, begun.err
    ended = run("play", "--resume", "half.json", "--game", "reef", lines="done\ndone\n")
    assert ended.code == 0 and "REF-002" in ended.out, ended.err


def test_a_series_and_what_breaks_the_rules(run: Run) -> None:
    words = ("--game", "reef", "-n", "3", "--bots", "random")
    ran = run("sim", *SEATS, *words, "--table", "round")
    assert ran.code == 0 and "Light + Mercy (random) against Heavy (random) against Light (random)" in ran.out, ran.err
    ran = run("sim", "heavy", "heavy", *words, "--table", "foggy")
    assert ran.code == 0 and "cardlib: Heavy + Heavy is not legal: REF-D04" in ran.err
    ran = run("sim", "heavy", "heavy", *words, "--table", "foggy", "--strict")
    assert ran.code == 1 and "Heavy + Heavy is not legal: REF-D04" in ran.err
    assert "the table has no Chart: a match of Reef needs one (kind: chart)" in run("sim", "light", "heavy", *words).err
    ran = run("play", "light", "mercy", "--game", "reef", "--table", "foggy")
    assert ran.code == 1 and "player R brings no Fleet" in ran.err


def test_a_scenario_of_documents(run: Run, tmp_path: Path) -> None:
    given = {"phase": "set-up", "documents": {"A": ["light", "mercy"], "R": "heavy", "table": "foggy"}}
    one = {
        "id": "one",
        "title": "One",
        "pins": ["REF-001"],
        "given": given,
        "steps": ["A bay-2", "expect A.pearls = 0"],
    }
    (tmp_path / "reef" / "scenarios").mkdir()
    (tmp_path / "reef" / "scenarios" / "all.json").write_text(json.dumps({"scenarios": [one]}))
    ran = run("scenario", "run", "--game", "reef")
    assert ran.code == 0 and "1 of 1 scenarios passed" in ran.err, ran.out + ran.err
    ran = run("data", "check", "reef")
    assert ran.code == 0, ran.out + ran.err
