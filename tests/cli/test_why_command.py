"""`cardlib why`: tables, CSV, JSON and the page, the games that it names played again, and what it refuses."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from playing import Run, runner

WORDS = ("why", "ok40", "graces-command", "--bots", "random", "--seed", "3", "--jobs", "1", "-n", "8")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(tmp_path, monkeypatch, capsys)


def test_why_in_every_format(run: Run, tmp_path: Path) -> None:
    ran = run(*WORDS, "--set", "cards.turtle.durability=4", "--out", "games.jsonl", "--report", "why.html")
    assert ran.code == 0
    assert "Mecha: Immense Warfare: 8 games of 2 decks, random, seed 3" in ran.out
    assert "Changed: cards.turtle.durability=4 (was 3)" in ran.out
    assert "To see game N: cardlib replay games.jsonl N" in ran.out
    assert "wrote why.html" in ran.err
    assert "cardlib replay games.jsonl N" in (tmp_path / "why.html").read_text("utf-8")
    again = (*WORDS, "--set", "cards.turtle.durability=4", "--out", "games.jsonl", "--resume")
    data = json.loads(run(*again, "--format", "json").out)
    cards = {row["card"]: row for row in csv.DictReader(io.StringIO(run(*again, "--format", "csv").out))}
    assert set(cards) == {one["card"] for one in data["cards"]}
    for one in data["cards"]:
        row = cards[one["card"]]
        assert int(row["drawn_games"]) == one["drawn"]["games"]
        assert row["played_won"] == (
            "" if one["played"]["win_rate"] is None else f"{one['played']['win_rate']['value']:g}"
        )
    games = list(csv.DictReader(io.StringIO(run(*again, "--format", "csv", "--show", "games").out)))
    longest = data["longest"][0]
    assert next(int(row["turns"]) for row in games if int(row["game"]) == longest["game"]) == longest["turns"]
    ran = run("replay", "games.jsonl", str(longest["game"]))
    assert ran.code == 0
    assert f"turn {longest['turns']} " in ran.out and "Changed: cards.turtle.durability=4" in ran.out + ran.err
    assert "say which game: cardlib replay games.jsonl N" in run("replay", "games.jsonl").err
    assert "they are 1 to 8" in run("replay", "games.jsonl", "31").err
    assert int(cards["turtle"]["example"]) == next(one["example"] for one in data["cards"] if one["card"] == "turtle")
    pairs = list(csv.DictReader(io.StringIO(run(*again, "--format", "csv", "--show", "pairs").out)))
    assert [(row["card"], row["with"]) for row in pairs] == [tuple(pair["cards"]) for pair in data["pairs"]]


def test_a_deck_against_itself_tells_which_one_won_and_where_it_sat(run: Run) -> None:
    words = ("why", "ok40", "ok40", "--bots", "random", "--seed", "3", "--jobs", "1", "-n", "4", "--show", "games")
    rows = list(csv.DictReader(io.StringIO(run(*words, "--format", "csv").out)))
    assert {(row["decks"], row["winners"]) for row in rows} <= {
        (decks, f"OK40 ({letter})") for decks in ("OK40 (A), OK40 (B)", "OK40 (B), OK40 (A)") for letter in "AB"
    }
    for row in rows:
        assert row["seats"] == ("first" if row["decks"].startswith(row["winners"]) else "second")


def test_where_nothing_is_told_it_says_so(run: Run) -> None:
    said = run(*WORDS[:-1], "2", "--show", "pairs").out
    assert "none that games tell of: too few were played (-n)" in said


def test_all_decks_on_two_processes(run: Run) -> None:
    words = ("why", "--all", "structure", "-n", "1", "--bots", "random", "--format", "json")
    one, two = (json.loads(run(*words, "--jobs", jobs).out) for jobs in ("1", "2"))
    assert one == two
    assert one["games"] == 16
    assert sum(line["uses"] for line in one["cards"]) > 0


def test_what_cannot_be_asked_is_refused(run: Run) -> None:
    for words, said in (
        (("why",), "name two decks, or a game with --all"),
        (("why", "ok40", "--all", "mecha"), "leave out the decks"),
        (("why", "--all", "mecha", "--game", "mecha"), "--all names the game"),
        (("why", "ok40", "graces-command", "--players", "3"), "--players goes with --all"),
        (("why", "--all", "mecha", "--bots", "greedy,random"), "played by one bot"),
        ((*WORDS, "--report", "why.pdf"), "expected .html"),
        ((*WORDS, "--resume"), "--resume needs --out"),
    ):
        ran = run(*words)
        assert ran.code in (1, 2)
        assert said in ran.err
        assert ran.out == ""
