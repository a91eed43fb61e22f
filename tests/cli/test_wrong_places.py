"""Files that cannot be written, and numbers that are none: a message and exit code 1, nothing left behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from playing import Run

DECKS = ("graces-command", "donnas-search")
QUICK = ("--bots", "random,random", "-n", "2")


@pytest.mark.parametrize(
    "words",
    [
        ("sim", *DECKS, *QUICK, "--out", "a-file/games.jsonl"),
        ("sim", *DECKS, *QUICK, "--out", "a-folder"),
        ("sim", *DECKS, *QUICK, "--replay", "a-file"),
        ("play", *DECKS, "--seats", "random,random", "--replay", "a-folder"),
        ("play", *DECKS, "--seats", "random,random", "--replay", "a-file/match.json"),
        ("play", *DECKS, "--autosave", "a-file/match.json"),
    ],
)
def test_a_place_that_cannot_be_written_is_told_before_anything_is_played(
    run: Run, tmp_path: Path, words: tuple[str, ...]
) -> None:
    (tmp_path / "a-file").write_text("mine")
    (tmp_path / "a-folder").mkdir()
    ran = run(*words)
    assert ran.code == 1
    assert ran.out == ""
    assert ran.err.splitlines()[-1].startswith(f"cardlib: {words[-1]}")
    assert (tmp_path / "a-file").read_text() == "mine"
    assert {path.name for path in tmp_path.iterdir()} <= {"a-file", "a-folder"}
    assert list((tmp_path / "a-folder").iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes of POSIX")
def test_results_in_a_pipe_are_nothing_to_go_on_with(run: Run, tmp_path: Path) -> None:
    """A series that would read its results from a pipe waits until somebody writes, perhaps for ever."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link.jsonl").symlink_to("pipe")
    for place in ("pipe", "link.jsonl", "/dev/null"):
        for words in (("sim", *DECKS, *QUICK), ("sim", "--all", "mecha", "--bots", "random", "-n", "1")):
            ran = run(*words, "--out", place, "--resume")
            expected = "expected a file of results to go on with (--resume)"
            assert (ran.code, ran.out) == (1, "")
            assert ran.err == f"cardlib: {place}: found a pipe or a device, {expected}\n"
    assert (tmp_path / "pipe").is_fifo() and (tmp_path / "link.jsonl").is_symlink()


def test_a_bleed_that_is_no_number(run: Run, tmp_path: Path) -> None:
    ran = run("print", "graces-command", "--bleed", "nan", "-o", "a.pdf")
    assert ran.code == 2
    assert ran.err.endswith("Error: Invalid value for '--bleed': 'nan' is not a number that fits.\n")
    assert not (tmp_path / "a.pdf").exists()


def test_a_watermark_without_glyphs(run: Run, tmp_path: Path) -> None:
    ran = run("print", "graces-command", "--watermark", "\u6f22", "-o", "a.pdf")
    assert ran.code == 1
    assert ran.err == "cardlib: the watermark: no font has a glyph for \u6f22\n"
    assert not list(tmp_path.glob("*.p*"))


@pytest.mark.parametrize("text", ["[]", "{}", '{"scenarios": 3}'])
def test_a_file_without_scenarios(run: Run, tmp_path: Path, text: str) -> None:
    (tmp_path / "a.json").write_text(text)
    ran = run("scenario", "run", "a.json", "--game", "mecha")
    assert ran.code == 1
    assert ran.err == "cardlib: a.json: no file of scenarios; it needs a list 'scenarios'\n"


def test_a_file_of_no_scenarios_proves_nothing(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"scenarios": []}')
    ran = run("scenario", "run", "a.json", "--game", "mecha")
    assert ran.code == 1
    assert ran.err == "cardlib: a.json: 'scenarios' is empty; a file without scenarios proves nothing\n"


def test_a_counter_that_is_no_number(run: Run, tmp_path: Path) -> None:
    entry = '{"card": "turtle", "at": "d3", "damage": true}'
    given = f'{{"A": {{"battlefield": [{entry}]}}}}'
    about = f'{{"id": "a", "title": "A turtle", "pins": ["turtle"], "given": {given}, "steps": ["expect turn = 9"]}}'
    (tmp_path / "a.json").write_text(f'{{"scenarios": [{about}]}}')
    ran = run("scenario", "run", "a.json", "--game", "mecha")
    assert ran.code == 1
    assert "a.json:1: scenarios[0].given.A.battlefield[0]" in ran.err
    assert "1 scenarios passed" not in ran.err


def test_an_empty_statement(run: Run) -> None:
    ran = run("sql", " ")
    assert (ran.code, ran.err) == (1, "cardlib: sql: there is no statement\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_a_full_disk_is_told() -> None:
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "cardlib_cli.main", "rules"], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert ran.returncode == 1
    assert ran.stderr == "cardlib: standard output: cannot write: No space left on device\n"
