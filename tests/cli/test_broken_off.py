"""A match that is broken off on a real terminal loses nothing: closed windows, signals, kills, keys that are no text.

These are a few of each; `make soak` has thirty.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import forked
import pytest
from breaking import BOTS, MATCH, TYPED, among_bots, at_the_table, check_among_bots, check_at_the_table
from forked import Case
from playing import Run, script
from terminals import Terminal

from cardlib_cli.saving import read_saved


@pytest.mark.parametrize(("way", "seed"), [("closed", 2), ("two Ctrl-C", 3), ("SIGKILL", 8)])
def test_a_match_of_a_person_is_kept(run: Run, tmp_path: Path, way: str, seed: int) -> None:
    def after(lines: int) -> list[str]:
        run(*MATCH[:-1], "whole.json", lines="".join(f"{line}\n" for line in TYPED[:lines]))
        picks: list[str] = read_saved(tmp_path / "whole.json").replay["picks"]
        return picks

    broken = at_the_table(tmp_path / "here", way, seed)
    check_at_the_table(broken, way, after)
    again = run("play", "--resume", "here/my.json", lines="undo\nquit\n")
    assert again.code == 0
    assert "saved; go on with: cardlib play --resume here/my.json" in again.err
    assert not (tmp_path / "here" / "my.json.journal").exists()


def test_a_match_of_bots_is_kept(run: Run, tmp_path: Path) -> None:
    run(*BOTS, "--replay", "whole.json")
    whole = re.findall(r'"(\d+ [^"]*)"', (tmp_path / "whole.json").read_text())
    for way, seed in (("closed", 1), ("SIGKILL", 4)):
        check_among_bots(among_bots(tmp_path / way, way, seed), way, whole)


def test_what_is_no_text_is_refused_at_a_terminal_and_the_match_goes_on(tmp_path: Path) -> None:
    with Terminal(tmp_path, *MATCH) as terminal:
        terminal.wait_for("\n> ")
        terminal.deaf_to_keys()
        for number, typed in enumerate(
            (b"\x1b[A", b"\x00", b"no\x00", b"caf\xe9", b"9" * 2000, b"\x07\x1b]0;x\x07"), 2
        ):
            terminal.type(typed + b"\n")
            terminal.wait_for("\n> ", number)
        terminal.type("quit\n")
        assert terminal.ended() == 0
    assert r"this line has keys that are no text: \x1b[A; type it again" in terminal.shown
    assert r"this line has keys that are no text: \x00; type it again" in terminal.shown
    assert r"this line has bytes that are not UTF-8: caf\xe9; type it again" in terminal.shown
    assert "this line is too long: a line has at most 1000 characters" in terminal.shown
    assert read_saved(tmp_path / "my.json").replay["picks"] == []


KEPT = 2600  # bytes of a file, as many as the journal of a few picks needs, on a disk that fills up


def test_on_a_full_disk_it_goes_on_and_says_so_once(tmp_path: Path) -> None:
    lines = ["no", "play radio-tower d1", *["pass", "end"] * 6, "quit", "quit"]
    (playing,) = forked.run([Case(MATCH, str(tmp_path), given=script(*lines), largest=KEPT)])
    assert playing.code == 0
    assert "Traceback" not in playing.err
    said = "cardlib: my.json.journal: cannot write: File too large\nThe match goes on, but its picks are not kept"
    assert playing.err.count(said) == 1
    assert b"not saved: my.json: " in playing.out


@pytest.mark.parametrize(
    ("words", "closed"), [(MATCH, "<&-"), (BOTS, "| head -n 1"), (MATCH, "</dev/null >&-")], ids=["in", "pipe", "out"]
)
def test_a_stream_that_is_closed_keeps_the_match(tmp_path: Path, words: tuple[str, ...], closed: str) -> None:
    command = f"'{sys.executable}' -m cardlib_cli.main {' '.join(words)} {closed}"
    told = {**os.environ, "PYTHONUNBUFFERED": "1"}  # all of a short match may fit into what waits to be written
    playing = subprocess.run(["sh", "-c", command], cwd=tmp_path, env=told, capture_output=True, text=True, check=False)
    assert playing.returncode == 0
    assert "Traceback" not in playing.stderr
    assert "saved; go on with: cardlib play --resume my.json" in playing.stderr
    read_saved(tmp_path / "my.json")


@pytest.mark.parametrize("words", [MATCH, BOTS])
def test_a_terminal_that_goes_without_a_signal_ends_the_match(tmp_path: Path, words: tuple[str, ...]) -> None:
    with Terminal(tmp_path, *words, deaf_to=(signal.SIGHUP,)) as terminal:
        terminal.wait_for("Turn 1:" if words is BOTS else "\n> ")
        terminal.close()
        assert terminal.ended() == (129 if words is BOTS else 0)
    read_saved(tmp_path / "my.json")


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_what_bots_do_is_told_as_they_do_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unbuffered: str) -> None:
    """Also where `PYTHONUNBUFFERED` is set: Python's own stream is written line by line no more then."""
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    with Terminal(tmp_path, *BOTS) as terminal:
        terminal.wait_for("Turn 1:")
        told = terminal.shown
    assert " wins in turn " not in told
    assert told.count("Turn ") == 1


def outliving() -> None:
    """What `nohup` does."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)


def test_what_is_to_outlive_its_terminal_does(tmp_path: Path) -> None:
    """`nohup` ignores SIGHUP, and so does the match."""
    words = [sys.executable, "-m", "cardlib_cli.main", *BOTS[:-1], "greedy,greedy"]
    playing = subprocess.Popen(
        words,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=outliving,
    )
    assert playing.stdout is not None
    playing.stdout.readline()
    playing.send_signal(signal.SIGHUP)
    out, _ = playing.communicate(timeout=60)
    assert playing.returncode == 0
    assert " wins in turn " in out
