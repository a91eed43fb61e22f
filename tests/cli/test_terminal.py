"""What strangers write never commands a terminal: every command, on files full of what would."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playing import Run

from cardlib.catalog import load_project, make_project, project_path
from cardlib.visible import NO_TEXT, no_text_in, visible
from cardlib_cli.terminal import shown, styled

ODD = "\x1b]0;x\x07\x9b31m\u202e"
RAW = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
OWN = re.compile(r"\x1b\[(?:0|1|2|3[2356])m|\r(?=\n)")  # styles, and what a terminal makes of a line break


def spoil(value: object, keys: frozenset[str]) -> object:
    """The data with odd characters in every text that is for people."""
    if isinstance(value, dict):
        return {
            key: f"{ODD}{inner}{ODD}" if key in keys and isinstance(inner, str) else spoil(inner, keys)
            for key, inner in value.items()
        }
    return [spoil(inner, keys) for inner in value] if isinstance(value, list) else value


PEOPLE = frozenset({"name", "title", "plural", "text", "flavour", "reminder", "credits", "source", "question", "why"})


def spoilt(folder: Path, files: str = "**/*.json") -> Path:
    for file in sorted(folder.glob(files)):
        if "schemas" not in file.parts:
            data = spoil(json.loads(file.read_text()), PEOPLE)
            file.write_text(json.dumps(data, ensure_ascii=False).replace("\x1b", "\\u001b").replace("\x07", "\\u0007"))
    return folder


COMMANDS = [
    ("cards", "-g", "GAME"),
    ("cards", "-g", "GAME", "-f", "csv"),
    ("cards", "-g", "GAME", "-f", "md"),
    ("cards", "-g", "GAME", "-f", "json"),
    ("card", "archer", "-g", "GAME"),
    ("stats", "-g", "GAME", "--by", "name"),
    ("rules", "-g", "GAME"),
    ("sql", "select * from cards", "-g", "GAME"),
    ("sql", "select * from cards", "-g", "GAME", "-f", "csv"),
    ("deck", "show", "starter", "-g", "GAME"),
    ("deck", "check", "starter", "-g", "GAME"),
    ("deck", "stats", "starter", "-g", "GAME"),
    ("print", "starter", "-g", "GAME", "--check"),
    ("print", "-g", "GAME", "--list-sheets"),
    ("data", "check", "GAME"),
    ("data", "check", "GAME", "-f", "csv"),
    ("play", "starter", "starter", "-g", "GAME"),
    ("scenario", "run", "-g", "GAME"),
]


@pytest.mark.parametrize("gate", ["shut", "open"])
def test_nothing_of_a_project_comes_out_raw(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gate: str
) -> None:
    """The gate refuses such a project; and if it ever let one in, the terminal is guarded all the same."""
    folder = make_project(tmp_path / "skirmish").path
    deck = next((folder / "decks").iterdir()).stem
    if gate == "open":
        monkeypatch.setattr("cardlib.catalog.projects.verdict", lambda folder: ((), None))
    spoilt(folder)
    (folder / "decks" / f"{deck}.txt").write_text(f"name: {ODD}\n# {ODD}\n\n2 Archer {ODD}\n1 {ODD}\n")
    for words in COMMANDS:
        ran = run(*(word.replace("GAME", str(folder)).replace("starter", deck) for word in words))
        said = ran.out + ran.err
        assert said.strip(), words
        assert not RAW.search(said), words
        if gate == "shut":
            assert (ran.code == 1 and "U+001B (escape)" in said) or words[0] in ("deck", "print", "play"), words


@pytest.mark.parametrize(
    "make",
    [
        lambda place: (place / "x.txt").write_text(f"name: {ODD}\n# {ODD}\n1 {ODD}\n2 Turtle {ODD}\n"),
        lambda place: (place / "x.txt").write_text(json.dumps({"name": ODD, ODD: 1, "cards": {ODD: 1}})),
        lambda place: (place / "x.txt").write_text(f"<deck><{ODD}>"),
    ],
)
def test_nothing_of_a_deck_comes_out_raw(run: Run, tmp_path: Path, make: Callable[[Path], object]) -> None:
    make(tmp_path)
    for words in (("show",), ("check",), ("stats",), ("show", "-f", "csv"), ("convert",)):
        ran = run("deck", words[0], "x.txt", *words[1:], "-g", "mecha")
        assert not RAW.search(ran.out + ran.err), words


def test_what_is_typed_and_named_comes_out_marked(run: Run) -> None:
    for words in (("cards", ODD), ("card", ODD), ("rules", ODD), ("deck", "show", ODD), (ODD,), ("cards", "-g", ODD)):
        ran = run(*words)
        assert not RAW.search(ran.out + ran.err), words
    assert "\u241b]0;x\u2407" in run("card", ODD).err


def test_a_pty_gets_marks_and_our_own_styles(tmp_path: Path) -> None:
    """On a terminal there are styles; whatever else begins with an escape has been made visible."""
    folder = Path(shutil.copytree(project_path("mecha"), tmp_path / "mecha"))
    (tmp_path / "x.txt").write_text(f"name: {ODD}\n\n# {ODD}\n40 Turtle\n")
    (folder / "decks" / "a\x1b]0;x\x07.txt").write_text("1 Turtle\n")
    for words in (("deck", "show", "x.txt", "-g", "mecha"), ("cards", "-g", str(folder)), ("card", "turtle")):
        main, other = pty.openpty()
        with subprocess.Popen(
            [sys.executable, "-m", "cardlib_cli.main", *words],
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            stdout=other,
            stderr=other,
            env={**os.environ, "TERM": "xterm"},
        ) as running:
            os.close(other)
            said = b""
            while True:
                try:
                    part = os.read(main, 4096)
                except OSError:
                    break
                if not part:
                    break
                said += part
            running.wait(60)
        os.close(main)
        text = said.decode()
        assert text.strip()
        assert not RAW.search(OWN.sub("", text)), (words, text)
    assert "\x1b[1m" in text


def test_json_keeps_what_a_terminal_does_not_get(run: Run, tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text(f"name: a{ODD}b\n\n1 Turtle\n")
    ran = run("deck", "show", "x.txt", "-g", "mecha", "-f", "json")
    assert not RAW.search(ran.out)
    json.loads(ran.out)


def test_marks_are_as_many_as_what_they_stand_for() -> None:
    everything = "".join(map(chr, range(0x3000)))
    assert len(visible(everything)) == len(everything)
    assert not NO_TEXT.search(visible(everything))
    assert visible("a\tb\nc \u00ad\u200d\u05d0\u200f") == "a\tb\nc \u00ad\u200d\u05d0\u200f"
    assert no_text_in("a\x1bb") == "U+001B (escape)"


def test_a_style_is_a_command_only_where_a_terminal_takes_it() -> None:
    assert shown(styled("\x1b[5mx", "bold"), commands=True) == "\x1b[1m\u241b[5mx\x1b[0m"
    assert shown(styled("x", "cyan"), commands=False) == "x"


def test_a_game_of_a_stranger_is_played_by_nobody(run: Run, tmp_path: Path) -> None:
    """Print and play go through the same gate as queries."""
    folder = Path(shutil.copytree(project_path("mecha"), tmp_path / "mecha"))
    deck = sorted(load_project("mecha").path.glob("decks/*"))[0].stem
    file = folder / "cards" / "pilots.json"
    file.write_text(re.sub(r'"id": "[a-z-]+"', '"id": "../../../owned"', file.read_text(), count=1))
    for words in (
        ("play", deck, deck, "--seats", "random,random", "-g", folder),
        ("sim", deck, deck, "-n", "1", "-g", folder),
        ("print", "pilot", "-g", folder, "--png", "pictures"),
        ("cards", "-g", folder),
        ("scenario", "run", "-g", folder),
        ("deck", "check", deck, "-g", folder),
        ("rules", "-g", folder),
        ("sql", "select 1", "-g", folder),
    ):
        ran = run(*words)
        assert ran.code == 1, words
        assert "../../../owned" in ran.err and "an id of small letters" in ran.err, words
    assert not list(tmp_path.glob("**/*.png"))
