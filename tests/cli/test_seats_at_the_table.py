"""Games of more than two players at the command line: sim, play, saves, replays and scenarios."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playing import Run, runner
from toll import install, write_project

DECKS = ("strong", "weak", "even", "even")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.setattr("cardlib.lab.series.cores", lambda: 1)
    write_project(tmp_path)
    install(tmp_path / "site")
    monkeypatch.syspath_prepend(tmp_path / "site")
    return runner(tmp_path, monkeypatch, capsys)


def test_a_series_of_four(run: Run) -> None:
    ran = run("sim", *DECKS, "--game", "toll", "-n", "8", "--bots", "random")
    assert ran.code == 0, ran.err
    first = ran.out.splitlines()[0]
    assert (
        first
        == "Strong (random) against Weak (random) against Even (C) (random) against Even (D) (random): 8 games, seed 1"
    )
    assert re.search(r"^deck +won +rate +95 % +place +as Red +as Green +as Blue +as Yellow$", ran.out, re.M)
    assert re.search(r"^Won as Yellow: ", ran.out, re.M)
    told = json.loads(run("sim", *DECKS, "--game", "toll", "-n", "8", "--bots", "random", "--format", "json").out)
    assert list(told["seats"]) == ["Red", "Green", "Blue", "Yellow"] and len(told["decks"]) == 4


def test_all_orders_and_bots_of_their_own(run: Run) -> None:
    words = ("--game", "toll", "-n", "6", "--bots", "greedy,random,random", "--orders", "all", "--out", "r.jsonl")
    assert run("sim", *DECKS[:3], *words).code == 0
    lines = [json.loads(line) for line in Path("r.jsonl").read_text().splitlines()]
    assert lines[0]["orders"] == "all" and [line["seating"] for line in lines[1:3]] == [[0, 1, 2], [0, 2, 1]]
    assert run("sim", *DECKS[:3], *words, "--resume").code == 0


def test_all_decks_at_tables(run: Run) -> None:
    ran = run("sim", "--all", "toll", "-n", "3", "--bots", "random", "--out", "t.jsonl")
    assert ran.code == 0, ran.err
    lines = ran.out.splitlines()
    assert lines[0] == "Toll Road: 3 decks, 3 at a table, all 1 table, 3 games at each, random, seed 1"
    assert (
        re.search(r"^deck +won +rate +95 % +place +place 95 % +as Red +as Green +as Blue +as Yellow?", ran.out, re.M)
        is None
    )
    assert re.search(r"^deck +won +rate +95 % +place +place 95 % +as Red +as Green +as Blue$", ran.out, re.M)
    assert re.search(r"^Won as Blue: ", ran.out, re.M)
    told = json.loads(run("sim", "--all", "toll", "-n", "3", "--bots", "random", "--format", "json").out)
    assert told["tables"] == [["Even", "Strong", "Weak"]] and told["games"] == 3 and told["possible_tables"] == 1
    assert sum(deck["win_rate"]["value"] for deck in told["decks"]) == pytest.approx(1)
    rows = run("sim", "--all", "toll", "-n", "3", "--bots", "random", "--format", "csv").out.splitlines()
    assert rows[0].startswith("deck,games,won,rate,low,high,as Red,as Green,as Blue,place,place_low") and len(rows) == 4
    more = run("sim", "--all", "toll", "-n", "6", "--bots", "random", "--out", "t.jsonl", "--resume")
    assert more.code == 0 and "6 games at each" in more.out and "3 games in" in more.err


def test_wrong_numbers_are_told(run: Run) -> None:
    assert "Toll Road needs 3 to 4 decks, found 2" in run("sim", *DECKS[:2], "--game", "toll").err
    assert "Toll Road needs 3 to 4 decks, found 5" in run("play", *DECKS, "weak", "--game", "toll").err
    ran = run("sim", *DECKS, "--game", "toll", "--bots", "greedy,random")
    assert "bots are 4 names with commas between them, such as greedy,greedy,greedy,greedy" in ran.err
    assert "found 3 decks, expected at least 4" in run("sim", "--all", "toll", "--players", "4").err
    assert "Toll Road needs 3 to 4 decks, found 5" in run("sim", "--all", "toll", "--players", "5").err
    assert "--players goes with --all" in run("sim", *DECKS, "--game", "toll", "--players", "3").err
    assert "--picture is for the matrix" in run("sim", "--all", "toll", "--picture", "m.svg").err
    assert (
        "one bot plays all decks; found greedy and random" in run("sim", "--all", "toll", "--bots", "greedy,random").err
    )
    assert "--first is A, B, C, D or draw, not 'E'" in run("play", *DECKS, "--game", "toll", "--first", "E").err


def test_a_match_of_bots_and_its_replay(run: Run) -> None:
    seats = ("--seats", "greedy,random,search:10", "--seed", "3", "--replay", "p.json")
    ran = run("play", *DECKS[:3], "--game", "toll", *seats)
    assert ran.code == 0, ran.err
    assert "Strong (greedy, player R) against Weak (random, player G) against Even (search:10, player B)" in ran.out
    assert "The Reeve plays" in ran.out
    assert re.search(r"^  1\. player [RGB]: TOL-00\d: ", ran.out, re.M)
    data = json.loads(Path("p.json").read_text())
    assert len(data["result"]["ranking"]) == 3
    again = run("replay", "p.json", "--game", "toll", "--verify")
    assert again.code == 0 and "the same again" in again.out
    assert re.search(r"^  3\. player", run("replay", "p.json", "--game", "toll").out, re.M)


def test_who_begins_turns_the_others_on(run: Run) -> None:
    seats = ("--seats", "greedy,random,random,random", "--seed", "3")
    ran = run("play", *DECKS, "--game", "toll", *seats, "--first", "C")
    assert "Even (random, player R) against Even (random, player G) against Strong (greedy, player B)" in ran.out


def test_a_person_among_bots_saves_goes_on_and_gives_up(run: Run) -> None:
    begun = run(
        "play", *DECKS, "--game", "toll", "--seats", "human,greedy,random,human", "--seed", "5",
        lines="1\nsave half.json\nquit\n",
    )  # fmt: skip
    assert begun.code == 0, begun.err
    assert "=== Player Y: pass the screen to player Y ===" in begun.out
    assert json.loads(Path("half.json").read_text())["seats"] == ["human", "greedy", "random", "human"]
    ended = run("play", "--resume", "half.json", "--game", "toll", lines="concede\n1\nundo\n1\n1\n1\n1\n")
    assert ended.code == 0, ended.err
    assert "Player Y is out: gives up" in ended.out
    assert re.search(r"^Y  deck 4 \| hand 0 \| ditch \d \| out \| coins \d$", ended.out, re.M)
    assert re.search(r"^  \d\. player Y: gives up$", ended.out, re.M)


def test_a_scenario_of_three(run: Run, tmp_path: Path) -> None:
    given = {
        "R": {"hand": ["mail", "cart"]}, "G": {"hand": ["cart", "barrow"]}, "B": {"hand": ["coach", "mail"]},
        "actors": {"reeve": {"deck": ["state-coach"]}},
    }  # fmt: skip
    steps = ["R mail", "G cart", "B coach", "expect reeve.coins = 3", "expect out = G"]
    one = {"id": "three", "title": "Three play", "pins": ["TOL-002"], "given": given, "steps": steps}
    (tmp_path / "toll" / "scenarios").mkdir()
    (tmp_path / "toll" / "scenarios" / "three.json").write_text(json.dumps({"scenarios": [one]}))
    ran = run("scenario", "run", "--game", "toll")
    assert ran.code == 0, ran.out + ran.err
    assert "1 of 1 scenarios passed" in ran.err
