"""Every command on the example game, as somebody who has installed it types them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from example import DATA, forget, install
from playing import Run, runner

GAME = ("--game", "beacon-hill")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Run]:
    monkeypatch.setattr("cardlib.lab.series.cores", lambda: 1)
    install(tmp_path / "site", monkeypatch)
    yield runner(tmp_path, monkeypatch, capsys)
    forget()


def test_its_data_is_checked_and_asked(run: Run) -> None:
    assert run("data", "check", "beacon-hill").code == 0
    assert "8 cards" in run("cards", "unit", *GAME).err
    assert "turn to face the attacker" in re.sub(r"\s+", " ", run("card", "wheel", *GAME).out)
    assert "Cost 3/4/6" in run("card", "warden", *GAME).out
    assert "highest first" in re.sub(r"\s+", " ", run("rules", "SK-022", *GAME).out)
    assert "62.50%" in run("odds", "3 attack.hit - 2 ward.shield", *GAME).out


def test_warbands_are_checked_shown_and_made_up(run: Run) -> None:
    ran = run("deck", "check", "old-guard", "hill-clan", *GAME)
    assert ran.code == 0 and ran.out.count("legal") == 2
    assert "unit Warden, level 2, gear Whetstone" in run("deck", "show", "old-guard", *GAME).out
    assert run("deck", "random", "--kind", "warband", "--seed", "3", "--out", "made.txt", *GAME).code == 0
    assert run("deck", "check", "made.txt", *GAME).code == 0
    text = Path("made.txt").read_text()
    Path("dear.txt").write_text(text + "unit Bully, level 3\nunit Bully, level 3\n")
    ran = run("deck", "check", "dear.txt", *GAME)
    assert ran.code == 1 and "SK-011" in ran.out
    ran = run("deck", "check", "old-guard")
    assert ran.code == 1 and "no such deck file; beacon-hill has a deck of that name: --game beacon-hill" in ran.err


def test_scenarios_and_coverage(run: Run) -> None:
    assert re.search(r"^(\d+) of \1 scenarios passed$", run("scenario", "run", *GAME).err, re.M)
    ran = run("rules", "coverage", "--unpinned", *GAME)
    assert {line.split()[0] for line in ran.out.splitlines() if line.startswith("SK-")} == {
        "SK-011",
        "SK-012",
        "SK-014",
        "SK-015",
    }


@pytest.mark.parametrize("warbands", [("old-guard", "hill-clan"), ("old-guard", "hill-clan", "sworn-blades")])
def test_a_series(run: Run, warbands: tuple[str, ...]) -> None:
    ran = run("sim", *warbands, "-n", "6", "--bots", "random", "--format", "json", *GAME)
    assert ran.code == 0, ran.err
    told = json.loads(ran.out)
    assert list(told["seats"]) == ["Amber", "Blue", "Crimson"][: len(warbands)]


def test_a_match_of_bots_its_replay_and_its_project_by_its_folder(run: Run) -> None:
    bots = ("--seats", "search:4,greedy,random", "--seed", "3", "--replay", "p.json")
    ran = run("play", "old-guard", "hill-clan", "night-market", "--game", DATA, *bots, "--set", "rules.rounds=1")
    assert ran.code == 0, ran.err
    assert "player A" in ran.out and "SK-00" in ran.out
    again = run("replay", "p.json", "--verify", *GAME)
    assert again.code == 0 and "the same again" in again.out
    assert "has chosen a bid" in run("replay", "p.json", *GAME).out


def test_a_person_plays_and_is_told_why_not(run: Run) -> None:
    lines = "4\n?\nattack warden bully\nmove warden b4\nsave half.json\nquit\n"
    ran = run("play", "old-guard", "hill-clan", "--seats", "human,random", "--seed", "5", *GAME, lines=lines)
    assert ran.code == 0, ran.err
    assert "Warden" in ran.out
    assert "is farther away than Warden on b3 reaches (SK-040)" in ran.out
    assert "Warden on b3 can't enter b4 (SK-031)" in ran.out
    assert "3/2/1 might, guard and health" in re.sub(r"\s+", " ", ran.out)
    assert "beacon" in ran.out and "beacon beacon" not in ran.out
    assert "Whetstone (A b3)" in ran.out  # which faces nothing by itself
    ran = run("play", "--resume", "half.json", *GAME, lines="concede\nyes\n")
    assert ran.code == 0 and "Player B wins" in ran.out


def test_it_is_printed(run: Run) -> None:
    assert "cards can be printed" in run("print", "--check", *GAME).out
    ran = run("print", "old-guard", "--tokens", "--board", "--reference", "--output", "t.pdf", *GAME)
    assert ran.code == 0 and Path("t.pdf").stat().st_size > 10_000
