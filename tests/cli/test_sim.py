"""`cardlib sim`: the report in every format, files of results, interruption, and what it refuses."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from matrices import seldom
from playing import Run, runner

DECKS = ("graces-command", "donnas-search")
QUICK = ("--bots", "random,random", "--seed", "3")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.setattr("cardlib.lab.series.cores", lambda: 1)  # to begin processes takes longer than a short series
    return runner(tmp_path, monkeypatch, capsys)


def test_a_report_as_a_table(run: Run) -> None:
    ran = run("sim", *DECKS, "-n", "4", "--seed", "1")
    assert ran.code == 0
    assert ran.out.startswith("Grace's Command (greedy) against Donna's Search (greedy): 4 games, seed 1\n")
    assert re.search(r"^Grace's Command +\d+ +\d+\.\d % +\d+ to \d+ % ", ran.out, re.M)
    assert re.search(r"^Difference: [+-]\d+\.\d points \([+-]\d+\.\d to [+-]\d+\.\d\), from 2 pairs", ran.out, re.M)
    assert re.search(r"^Won as first: \d+\.\d % \(\d+ to \d+ %\)$", ran.out, re.M)
    assert re.search(r"^Turns: [\d.]+ on average, half of the games [\d.]+ to [\d.]+, all \d+ to \d+$", ran.out, re.M)
    assert re.search(r"^\d games?: .+ \(MIW-\d+\), won \d and \d$", ran.out, re.M)
    assert re.search(r"^radio-tower +17 +\d+ ", ran.out, re.M)
    assert re.search(r"4 games in [\d.]+ s \([\d.]+ games/s\)", ran.err)


def test_a_report_as_json_is_the_same_for_the_same_seed_and_any_jobs(run: Run) -> None:
    one = run("sim", *DECKS, "-n", "4", *QUICK, "--format", "json").out
    assert one == run("sim", *DECKS, "-n", "4", *QUICK, "--format", "json", "--jobs", "2").out
    data = json.loads(one)
    assert data["games"] == 4
    assert [deck["bot"] for deck in data["decks"]] == ["random", "random"]
    assert set(data["cards"][0]) == {
        "deck", "card", "copies", "drawn", "win_rate_drawn", "played", "win_rate_played"
    }  # fmt: skip
    assert data["stalled"] == {"runaway": 0, "turn_limit": 0, "limit": 1000}
    assert set(data["seats"]) == set(data["decks"][0]["by_seat"]) == {"first", "second"}


def test_every_core_plays_unless_told_otherwise(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr("cardlib.lab.series.cores", lambda: asked.append(2) or 2)
    one = run("sim", *DECKS, "-n", "2", *QUICK, "--jobs", "1", "--format", "json").out
    assert not asked
    assert one == run("sim", *DECKS, "-n", "2", *QUICK, "--format", "json").out
    assert asked == [2]


BOTS = """
class Raises:
    def __init__(self, seed):
        pass

    def choose(self, view):
        return {}["the best"]


class Silent(Raises):
    def choose(self, view):
        pass
"""


def test_a_broken_bot_is_told_in_sim_and_play(run: Run, tmp_path: Path) -> None:
    (tmp_path / "my_broken_bots.py").write_text(BOTS)
    own = "bot my_broken_bots:Raises, player [AB] in turn .* raised KeyError: 'the best'\n.*my_broken_bots.py"
    for jobs in ("1", "2"):
        ran = run("sim", *DECKS, "-n", "4", "--bots", "random,my_broken_bots:Raises", "--seed", "3", "--jobs", jobs)
        assert ran.code == 1
        assert re.search(rf"game \d of seed 3 \(.*, match seed \d+\): the {own}", ran.err)
    ran = run("play", *DECKS, "--seats", "my_broken_bots:Raises,random", "--seed", "3")
    assert ran.code == 1
    assert re.search(rf"the {own}", ran.err)
    ran = run("play", *DECKS, "--seats", "my_broken_bots:Silent,random", "--seed", "3")
    assert (
        "player A in turn 0, asked 'take a mulligan': choose(view) returns one of view.options; None is no option"
        in ran.err
    )


def test_a_report_as_csv_has_the_cards(run: Run) -> None:
    rows = list(csv.DictReader(io.StringIO(run("sim", *DECKS, "-n", "4", *QUICK, "--format", "csv").out)))
    assert len(rows) == 13 + 15
    tower = next(row for row in rows if row["card"] == "radio-tower")
    assert tower["deck"] == "Grace's Command"
    assert 0 <= float(tower["drawn_low"]) <= float(tower["won_drawn"]) <= float(tower["drawn_high"]) <= 1


def test_a_report_as_markdown(run: Run) -> None:
    out = run("sim", *DECKS, "-n", "2", *QUICK, "--format", "md").out
    assert out.startswith("## Grace's Command (random)")
    assert "| deck | won | rate |" in out
    assert "\n### Donna's Search\n" in out


def test_a_mirror_names_the_sides(run: Run) -> None:
    out = run("sim", "ok40", "ok40", "-n", "2", *QUICK).out
    assert out.startswith("OK40 (A) (random) against OK40 (B) (random): 2 games")


def test_stalled_games_are_draws_with_a_line(run: Run) -> None:
    out = run("sim", *DECKS, "-n", "2", *QUICK, "--turn-limit", "4").out
    assert "Draws: 2, each counted as half a win" in out
    assert "50.0 %" in out
    assert "Stalled, counted as draws: 0 runaways, 2 at turn 4" in out


def test_results_are_kept_and_resumed(run: Run, tmp_path: Path) -> None:
    whole = run("sim", *DECKS, "-n", "4", *QUICK, "--format", "json").out
    run("sim", *DECKS, "-n", "2", *QUICK, "--out", "results.jsonl")
    again = run("sim", *DECKS, "-n", "4", *QUICK, "--out", "results.jsonl", "--resume", "--format", "json")
    assert again.out == whole
    assert again.err.startswith("2 games in")
    assert len((tmp_path / "results.jsonl").read_text().splitlines()) == 5
    assert "go on with it (--resume)" in run("sim", *DECKS, "-n", "4", *QUICK, "--out", "results.jsonl").err
    other = run("sim", *DECKS, "--seed", "9", "--out", "results.jsonl", "--resume")
    assert other.code == 1
    assert "results of another series; it differs in bots, seed" in other.err


CHANGES = ("--set", "rules.hand_size=7", "--set", "cards.turtle.durability=4")


def test_a_changed_game_is_named_in_every_form(run: Run, tmp_path: Path) -> None:
    table = run("sim", *DECKS, "-n", "2", *QUICK, *CHANGES, "--out", "results.jsonl").out
    assert table.splitlines()[1:4] == [
        "Changed: rules.hand_size=7 (was 5)",
        "Changed: cards.turtle.durability=4 (was 3)",
        "",
    ]
    md = run("sim", *DECKS, "-n", "2", *QUICK, *CHANGES, "--format", "md").out
    assert md.splitlines()[2:4] == [
        "- Changed: rules.hand_size=7 (was 5)",
        "- Changed: cards.turtle.durability=4 (was 3)",
    ]
    data = json.loads(run("sim", *DECKS, "-n", "2", *QUICK, *CHANGES, "--format", "json", "--jobs", "2").out)
    assert data["changes"] == [
        {"path": "rules.hand_size", "value": 7, "was": 5},
        {"path": "cards.turtle.durability", "value": 4, "was": 3},
    ]
    rows = list(csv.DictReader(io.StringIO(run("sim", *DECKS, "-n", "2", *QUICK, *CHANGES, "--format", "csv").out)))
    assert {row["changes"] for row in rows} == {"rules.hand_size=7, cards.turtle.durability=4"}
    header = json.loads((tmp_path / "results.jsonl").read_text().splitlines()[0])
    assert header["changes"] == data["changes"]


def test_a_changed_game_is_another_series(run: Run) -> None:
    plain = run("sim", *DECKS, "-n", "2", *QUICK, "--format", "json").out
    other = run("sim", *DECKS, "-n", "2", *QUICK, "--set", "rules.opening_hand=2", "--format", "json").out
    assert json.loads(plain)["turns"] != json.loads(other)["turns"]
    run("sim", *DECKS, "-n", "2", *QUICK, *CHANGES, "--out", "results.jsonl")
    refused = run("sim", *DECKS, "-n", "2", *QUICK, "--out", "results.jsonl", "--resume")
    assert refused.code == 1
    assert "these are results of another series; it differs in changes" in refused.err
    assert run("sim", *DECKS, "-n", "2", *QUICK, *CHANGES, "--out", "results.jsonl", "--resume").code == 0
    unheld = run("sim", *DECKS, "-n", "1", *QUICK, "--set", "cards.ada-the-ingenious.durability=9").err
    assert "ada-the-ingenious: no deck here holds it, and nothing brings it into play\n" in unheld


def test_a_change_that_names_nothing_is_refused(run: Run) -> None:
    assert "(nearest: hand_size)" in run("sim", *DECKS, "--set", "rules.hand_sise=7").err
    assert "no card is called 'turtl'" in run("sim", *DECKS, "--set", "cards.turtl.power=7").err
    assert "(nearest: power)" in run("sim", *DECKS, "--set", "cards.turtle.powr=7").err
    assert "rules.hand_size: changed twice" in run("sim", *DECKS, "--set", "rules.hand_size=7", *CHANGES).err
    assert run("sim", *DECKS, "--set", "rules.hand_size").code == 1


def test_replays(run: Run, tmp_path: Path) -> None:
    run("sim", *DECKS, "-n", "2", *QUICK, "--replay", "replays")
    files = sorted((tmp_path / "replays").iterdir())
    assert [file.name for file in files] == ["game-00001.json", "game-00002.json"]
    assert run("replay", files[1], "--verify").code == 0
    run("sim", *DECKS, "-n", "1", *QUICK, "--replay", "one.json")
    assert run("replay", "one.json", "--verify").code == 0
    assert "a folder when there is more than one game" in run("sim", *DECKS, "--replay", "one.json").err


ILLEGAL = "name: First Try\ngame: mecha\n\n36 Radio Tower\n4 Bugzapper\n2 Sky Whale\n"


def test_illegal_decks_are_named_and_play_on(run: Run, tmp_path: Path) -> None:
    (tmp_path / "first-try.txt").write_text(ILLEGAL)
    ran = run("sim", "first-try.txt", "first-try.txt", "-n", "1", *QUICK)
    assert ran.code == 0
    warning = "cardlib: First Try is not legal: MIW-D02, MIW-D04 (cardlib deck check says more)\n"
    assert ran.err.startswith(warning)
    assert ran.err.count("not legal") == 1
    assert "not legal" not in run("sim", *DECKS, "-n", "1", *QUICK).err
    assert "not legal" not in ran.out
    refused = run("sim", "first-try.txt", "ok40", "-n", "1", *QUICK, "--strict")
    assert (refused.code, refused.out, refused.err) == (1, "", warning)


def test_a_change_may_make_a_deck_legal(run: Run, tmp_path: Path) -> None:
    (tmp_path / "first-try.txt").write_text(ILLEGAL)
    basic = ("--set", 'cards.bugzapper.subtypes=["basic"]', "--set", 'cards.sky-whale.subtypes=["basic"]')
    assert "not legal" not in run("sim", "first-try.txt", "ok40", "-n", "1", *QUICK, *basic).err


ALL = ("--all", "mecha", "-n", "1", *QUICK)
BEGUN = (*ALL, "--turn-limit", "5")


def test_all_decks_against_each_other(run: Run, tmp_path: Path) -> None:
    words = ("sim", "--all", "structure", "-n", "1", *QUICK, "--out", "matrix.jsonl")
    ran = run(*words, "--picture", "matrix.svg")
    assert ran.out.startswith("Dept. of Structure: 4 decks, 1 game in a cell, random, seed 3\n")
    assert "Rows: first, columns: second; what the row won" in ran.out
    assert re.search(r"^2  The Department +(\d+ \(\d+-\d+\) *){4}$", ran.out, re.M)
    assert re.search(r"^The Department +\d+ of 6 +\d+\.\d % +\d+ to \d+ % +\d", ran.out, re.M)
    assert re.search(r"^\d+ games: .+ \(DOS-\d+\), won \d+ as first and \d+ as second$", ran.out, re.M)
    assert "wrote matrix.svg\n16 games in " in ran.err
    assert (tmp_path / "matrix.svg").read_text().startswith("<svg")
    again = run(*words, "--resume", "--format", "json")
    assert "games in" not in again.err
    assert json.loads(again.out)["games"] == 16


def test_all_decks_as_csv_and_markdown(run: Run) -> None:
    rows = list(csv.DictReader(io.StringIO(run("sim", *BEGUN, "--format", "csv", *CHANGES).out)))
    assert len(rows) == 64
    assert list(rows[0]) == ["first", "second", "games", "won", "drawn", "rate", "low", "high", "changes"]
    assert rows[0]["changes"] == "rules.hand_size=7, cards.turtle.durability=4"
    md = run("sim", *BEGUN, "--format", "md").out
    assert md.startswith("## Mecha: Immense Warfare: 8 decks")
    assert "|  | deck | 1 | 2 |" in md


def test_all_decks_by_what_they_have_in_common(run: Run) -> None:
    words = ("sim", "--all", "tyrants", "-n", "1", "--bots", "random", "--jobs", "1", "--turn-limit", "2")
    ran = run(*words, "--by", "faction", "--alike", "faction")
    assert ran.code == 0
    assert "faction     unbound    ascendancy  mandate " in ran.out
    assert "\nfaction mandate\n" in ran.out
    assert ran.out.endswith(
        "One round, whose games share their chance: intervals are those of one game; more rounds with -n 20\n"
    )
    rows = list(csv.DictReader(io.StringIO(run(*words, "--by", "faction", "--format", "csv").out)))
    assert [int(row["games"]) for row in rows] == [16] * 9
    assert list(rows[0]) == ["Defender", "Attacker", "games", "rate", "low", "high"]
    assert "nearest: faction" in run(*words, "--by", "fraction").err
    assert "--by goes with --all" in run("sim", *DECKS, "--by", "faction").err
    assert "--alike is for the matrix of two players" in run(*words, "--players", "3", "--alike", "faction").err


def test_what_all_refuses(run: Run, tmp_path: Path) -> None:
    assert "one bot plays all decks" in run("sim", "--all", "mecha", "--bots", "greedy,random").err
    assert "leave out decks" in run("sim", *DECKS, "--all", "mecha").err
    assert "leave out --game" in run("sim", "--all", "mecha", "--game", "mecha").err
    assert "--picture goes with --all" in run("sim", *DECKS, "--picture", "a.svg").err
    assert "expected a picture as .svg" in run("sim", *ALL, "--picture", "a.gif").err
    assert "cannot write" in run("sim", *BEGUN, "--picture", "/proc/none/a.svg").err
    assert "name two decks, or a game with --all" in run("sim", "graces-command").err
    assert "(nearest: mecha)" in run("sim", "--all", "meccha").err


def test_what_it_refuses(run: Run) -> None:
    assert "(nearest: graces-command)" in run("sim", "graces-comand", "ok40").err
    assert "no bot is called" in run("sim", *DECKS, "--bots", "gredy").err
    assert "--resume needs --out" in run("sim", *DECKS, "--resume").err
    assert run("sim", *DECKS, "-n", "0").code == 2


def heard() -> None:
    """Let a process hear Ctrl-C, also where the tests run in the background of a shell, which is deaf to it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("group", [True, *seldom(False)])
def test_an_end_is_like_an_interrupt(tmp_path: Path, group: bool) -> None:
    words = ["sim", *DECKS, "-n", "5000", *QUICK, "--jobs", "2", "--out", "results.jsonl", "--format", "json"]
    playing = subprocess.Popen(
        [sys.executable, "-m", "cardlib_cli.main", *words],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heard,
        start_new_session=True,
    )
    results = tmp_path / "results.jsonl"
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and (not results.exists() or len(results.read_bytes().splitlines()) < 4):
        time.sleep(0.02)
    if group:
        os.killpg(playing.pid, signal.SIGTERM)
    else:
        playing.terminate()
    out, err = playing.communicate(timeout=60)
    assert playing.returncode == 143
    assert "Traceback" not in err
    assert json.loads(out)["interrupted"]
    assert "go on with --out results.jsonl --resume" in err


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_an_interrupt_reports_what_is_finished_and_can_go_on(run: Run, tmp_path: Path) -> None:
    words = ["sim", *DECKS, "-n", "5000", *QUICK, "--jobs", "2", "--out", "results.jsonl", "--format", "json"]
    playing = subprocess.Popen(
        [sys.executable, "-m", "cardlib_cli.main", *words],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heard,
    )
    results = tmp_path / "results.jsonl"
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and (not results.exists() or len(results.read_bytes().splitlines()) < 4):
        time.sleep(0.02)
    playing.send_signal(signal.SIGINT)
    out, err = playing.communicate(timeout=60)
    assert playing.returncode == 130
    assert "Traceback" not in err
    part = json.loads(out)
    assert part["interrupted"]
    assert 3 <= part["games"] < 5000
    assert "go on with --out results.jsonl --resume" in err
    finished = len(results.read_text().splitlines()) - 1
    more = run(*words[:3], "-n", str(finished), *QUICK, "--out", "results.jsonl", "--resume", "--format", "json")
    assert json.loads(more.out)["games"] == finished


def test_nobody_plays_on_for_a_series_that_was_killed(tmp_path: Path) -> None:
    """What its processes may write to is open for as long as one of them is there."""
    words = ["sim", *DECKS, "-n", "5000", *QUICK, "--jobs", "2", "--out", "results.jsonl"]
    playing = subprocess.Popen(
        [sys.executable, "-m", "cardlib_cli.main", *words],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    results = tmp_path / "results.jsonl"
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and (not results.exists() or len(results.read_bytes().splitlines()) < 2):
        time.sleep(0.02)
    assert len(results.read_bytes().splitlines()) >= 2
    playing.kill()
    playing.communicate(timeout=30)


def test_parts_of_a_series_are_merged(run: Run, tmp_path: Path) -> None:
    """What `sim merge` prints of the parts is what `sim` prints of the whole."""
    about = ("sim", "ok40", "graces-command", "--bots", "random", "--seed", "3", "--turn-limit", "5")
    whole = run(*about, "-n", "4", "--format", "json")
    run(*about, "-n", "1", "--out", "one.jsonl")
    part = run(*about, "-n", "3", "--from", "2", "--out", "other.jsonl")
    assert "3 games, from game 2, seed 3" in part.out
    merged = run("sim", "merge", "other.jsonl", "one.jsonl", "--format", "json")
    assert merged.code == 0
    assert merged.out == whole.out
    assert "4 games of 2 files" in merged.err
    run(*about, "-n", "1", "--from", "3", "--out", "third.jsonl")
    assert "missing before the last one: game 2\n" in run("sim", "merge", "one.jsonl", "third.jsonl").err
    again = run("sim", "merge", "one.jsonl", "one.jsonl")
    assert again.code == 1
    assert "both have game 1" in again.err
    assert "cardlib sim merge first.jsonl second.jsonl" in run("sim", "merge", "--help").out


def test_engines_are_told_by_name(run: Run) -> None:
    for words, said in (
        (("--engine", "dusk"), "no engine is called 'dusk' (nearest: dask)"),
        (("--engine", "dask://node1"), "expected HOST:PORT of a scheduler, such as node1:8786"),
        (("--engine", "dask://node1:8786", "--jobs", "2"), "leave out the number of processes (--jobs)"),
        (("--from", "3", "--compare"), "--from is for a series of named decks"),
    ):
        ran = run("sim", "ok40", "graces-command", *words)
        assert ran.code == 1
        assert said in ran.err
