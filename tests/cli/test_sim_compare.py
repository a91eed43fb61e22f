"""`cardlib sim --compare`: the answer in every format, data and commits of a project, and what is refused."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from playing import Run, runner

from cardlib.lab.intervals import Interval
from cardlib.places import data_root
from cardlib_cli.sim_compare import points_of

QUICK = ("ok40", "graces-command", "--compare", "-n", "4", "--bots", "random", "--seed", "3", "--jobs", "1")
TOUGHER = ("--set", "cards.turtle.durability=6")
UNREAD = ("--set", "cards.turtle.flavour=Slow.")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(tmp_path, monkeypatch, capsys)


def test_an_answer_in_every_format(run: Run) -> None:
    words = ("sim", *QUICK, *TOUGHER, "--out", "games.jsonl")
    ran = run(*words)
    assert ran.code == 0
    assert "no deck here" not in ran.err and "both versions are the same" not in ran.err
    assert "After: cards.turtle.durability=6 (was 3)\n" in ran.out
    assert re.search(r"^before +\d+\.\d % ", ran.out, re.M)
    assert re.search(
        r"^Difference for OK40: [+-]\d+\.\d points \(.+\), from 2 rounds on the same chance", ran.out, re.M
    )
    assert "Answer: not decided: neither a difference nor that it is at most 5 points, after 2 rounds" in ran.out
    assert "wrong at most 5 times in 100" in ran.out
    data = json.loads(run(*words, "--resume", "--format", "json").out)
    assert data["verdict"] == "open"
    assert data["after"]["changes"] == [{"path": "cards.turtle.durability", "value": 6, "was": 3}]
    (row,) = csv.DictReader(io.StringIO(run(*words, "--resume", "--format", "csv").out))
    assert float(row["difference"]) == data["difference"]["value"]
    assert run(*words, "--resume", "--format", "md").out.startswith("## OK40 (random) against")


def test_a_card_that_no_deck_holds_is_named(run: Run) -> None:
    better = ("--set", "cards.ada-the-ingenious.durability=9")
    ran = run("sim", *QUICK, *better)
    assert "ada-the-ingenious: no deck here holds it, and nothing brings it into play\n" in ran.err
    assert "both versions are the same" in ran.err and "no games were played" in ran.out
    naming = "cards.orbital-strike.abilities[0].do[0].target=unit id:ada-the-ingenious"
    said = "ada-the-ingenious: no deck here holds it, so it matters only if another card brings it\n"
    assert said in run("sim", *QUICK, *better, "--set", naming).err


def test_other_bots_and_other_margins(run: Run) -> None:
    ran = run("sim", *QUICK, "--compare-bots", "greedy,random", "--margin", "10", "--error", "1")
    assert "After: bots greedy,random" in ran.out
    assert "10 points" in ran.out
    assert "wrong at most 1 times in 100" in ran.out


def test_a_folder_and_a_commit_of_data(run: Run, tmp_path: Path) -> None:
    project = tmp_path / "work" / "mecha"
    shutil.copytree(data_root() / "mecha", project, ignore=shutil.ignore_patterns("scenarios", "print", "art"))
    for deck in (project / "decks").iterdir():
        if deck.stem not in QUICK:
            deck.unlink()

    def git(*words: str) -> None:
        who = ("-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false")
        subprocess.run(["git", "-C", str(project), *who, *words], check=True, capture_output=True)

    git("init", "-q")
    git("add", ".")
    git("commit", "-q", "-m", "first")
    about = json.loads((project / "game.json").read_text())
    about["rules"]["opening_hand"] = 7
    (project / "game.json").write_text(json.dumps(about))
    data = json.loads(run("sim", *QUICK, "--compare-data", project, "--format", "json").out)
    assert data["after"]["data"] != data["data"]
    told = run("sim", *QUICK, "--game", project, "--compare-commit", "HEAD", "--format", "json")
    assert json.loads(told.out)["difference"] == data["difference"]  # the same two versions
    assert "games say" not in told.err
    wrong = run("sim", *QUICK, "--game", project, "--compare-commit", "nowhere")
    assert wrong.code == 1
    assert "git says: fatal: " in wrong.err
    assert run("sim", *QUICK, "--game", project, "--compare-commit", "--output=x").code == 1
    assert not (tmp_path / "x").exists()


def test_a_game_that_is_compared_with_itself_is_told(run: Run) -> None:
    for words in (("--compare-bots", "random"), ("--set", "cards.turtle.durability=3"), UNREAD):
        ran = run("sim", *QUICK, *words)
        assert (ran.code, "both versions are the same" in ran.err) == (0, True), words
        assert "no games were played" in ran.out and "games/s" not in ran.err
    assert "cards.turtle.flavour: play does not read it\n" in ran.err
    row = next(csv.DictReader(io.StringIO(run("sim", *QUICK, *UNREAD, "--format", "csv").out)))
    assert (row["answer"], row["rounds"]) == ("same", "0")


def test_what_cannot_be_compared_is_refused(run: Run) -> None:
    for words, said in (
        ((), "--compare with what?"),
        (("--all", "mecha"), "without --all"),
        (("--orders", "all", *TOUGHER), "goes without"),
        (("--compare-data", "a", "--compare-commit", "b"), "take one of them"),
        (("--compare-data", "tyrants"), "found the game 'tyrants', expected another version of 'mecha'"),
    ):
        ran = run("sim", *QUICK, *words)
        assert ran.code == 1
        assert said in ran.err
    assert run("sim", *QUICK, *TOUGHER, "--margin", "500").code == 2
    assert "--margin and --error go with --compare" in run("sim", *QUICK[:2], "--margin", "3").err


def test_a_difference_that_rounds_to_nothing_has_no_minus() -> None:
    assert points_of(Interval(-0.0001, -0.02, 0.02)) == "+0.0 points (-2.0 to +2.0)"


def test_a_game_that_ended_otherwise_is_shown_before_and_after(run: Run, tmp_path: Path) -> None:
    words = ("graces-command", "donnas-search", *QUICK[2:-4], "--seed", "0", "--jobs", "1")
    ran = run("sim", *words, "--set", "rules.opening_hand=2", "--out", "games 1.jsonl")
    found = re.search(r"otherwise: cardlib replay 'games 1.jsonl' (\d+) shows it before, .+ (\d+) after", ran.out)
    assert found is not None
    before, after = map(int, found.groups())
    assert after == before + 2  # the other version with the same deck in front, on the same chance
    there, here = (run("replay", "games 1.jsonl", str(number)).out for number in (before, after))
    assert "Changed: rules.opening_hand=2" not in there and "Changed: rules.opening_hand=2" in here
    winners = [re.findall(r"^Player (\w) wins", told, re.M) for told in (there, here)]
    assert winners[0] != winners[1] and all(len(one) == 1 for one in winners)
    for number in (1, 8):
        assert run("replay", "games 1.jsonl", str(number), "--verify").code == 0
    assert run("replay", "games 1.jsonl", "9").err.endswith("no finished game has the number 9; they are 1 to 8\n")
    assert "say which game: cardlib replay 'games 1.jsonl' N" in run("replay", "games 1.jsonl").err
    assert "otherwise" not in run("sim", *QUICK, "--set", "cards.turtle.durability=3").out


def test_the_games_of_a_sweep_are_shown_each_with_its_values(run: Run) -> None:
    words = (
        "ok40",
        "graces-command",
        "--vary",
        "rules.opening_hand=2..4",
        "--bots",
        "random",
        "-n",
        "6",
        "--jobs",
        "1",
    )
    assert run("sweep", *words, "--out", "sweep.jsonl").code == 0
    for number, value in ((2, 2), (3, 3), (6, 4)):
        assert f"Changed: rules.opening_hand={value} (was 5)\n" in run("replay", "sweep.jsonl", str(number)).out
