"""`cardlib bots`: the parts of a judgement, a tuning in every format, and bots that weigh wherever a bot is named."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from playing import Run, runner

WORDS = ("bots", "tune", "ok40", "--parts", "hand,units", "--candidates", "2", "-n", "8", "--seed", "3", "--jobs", "1")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(tmp_path, monkeypatch, capsys)


def test_the_parts_of_a_judgement(run: Run) -> None:
    assert "hand       cards in hand" in run("bots", "parts", "mecha").out
    rows = json.loads(run("bots", "parts", "--game", "tyrants", "--format", "json").out)
    assert {"part": "funds", "counts": "Funds tokens"} in rows
    assert "named twice" in run("bots", "parts", "mecha", "--game", "mecha").err


def test_a_tuning_in_every_format(run: Run) -> None:
    ran = run(*WORDS, "--out", "games.jsonl")
    assert ran.code == 0
    assert ran.out.startswith("greedy against itself with other weights, playing OK40: 6 games, seed 3\n")
    assert "Best: greedy:" in ran.out
    assert "Of 1 fresh round against greedy it gets 50.0 % (" in ran.out
    data = json.loads(run(*WORDS, "--out", "games.jsonl", "--resume", "--format", "json").out)
    assert (data["games"], data["bot"], data["decks"]) == (6, "greedy", ["OK40"])
    rows = list(csv.DictReader(io.StringIO(run(*WORDS, "--out", "games.jsonl", "--resume", "--format", "csv").out)))
    assert [row["bot"] for row in rows] == [one["bot"] for one in data["candidates"]]
    assert [float(row["share"]) for row in rows] == [one["share"]["value"] for one in data["candidates"]]


def test_what_cannot_be_tuned_is_refused(run: Run) -> None:
    for words, said in (
        (("--parts", "hnad"), "has no part 'hnad'; it has damage, bandwidth, room, hand, units, approach, risk, deck"),
        (("--span", "0.5"), "found a span of 0.5, expected more than 1"),
        (("-n", "7"), "found 7 games, expected at least 8"),
        (("-n", "7", "--candidates", "16"), "found 7 games, expected at least 170 for 16 candidates (-n)"),
        (("--bot", "random"), "found the bot 'random', expected one that weighs positions: greedy or search"),
        (("--bot", "greedy:hnad=2"), "nearest: hand"),
        (("--resume",), "--resume needs --out FILE"),
    ):
        ran = run(*WORDS, *words)
        assert (ran.code, said in ran.err) == (1, True), (words, ran.err)
    ran = run("bots", "tune", "ok40", "holdouts")
    assert (ran.code, "ok40 is a deck of mecha, holdouts one of structure" in ran.err) == (1, True)


def test_a_bot_that_weighs_plays_wherever_a_bot_is_named(run: Run) -> None:
    decks = ("ok40", "graces-command")
    ran = run("sim", *decks, "-n", "2", "--bots", "greedy:hand=3+units=0.1,random", "--seed", "1")
    assert (ran.code, ran.out.startswith("OK40 (greedy:hand=3+units=0.1) against")) == (0, True)
    ran = run("play", *decks, "--seed", "7", "--seats", "greedy:hand=3,random", "--replay", "match.json")
    assert ran.code == 0
    assert run("replay", "match.json", "--verify").code == 0
    for words in (
        ("sim", *decks, "--bots", "greedy:hnad=3,random"),
        ("play", *decks, "--seats", "greedy:hnad=3,random"),
    ):
        ran = run(*words)
        assert (ran.code, "the judgement of mecha has no part 'hnad'" in ran.err) == (1, True)
