"""Where matches are kept, and how they are found again."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from kept import BEGUN, PLAY, crash, picks
from playing import Run, script

import cardlib_cli
from cardlib.catalog import project_path
from cardlib.places import matches_root


def test_a_match_without_a_file_is_kept_in_the_folder_for_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CARDLIB_MATCHES", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr("sys.platform", "linux")
    assert matches_root() == tmp_path / "data" / "cardlib" / "matches"
    monkeypatch.setenv("CARDLIB_MATCHES", str(tmp_path / "elsewhere"))
    assert matches_root() == tmp_path / "elsewhere"


def test_matches_of_older_versions_are_moved_out_of_the_cache_and_found(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDLIB_CACHE", str(tmp_path / "cache"))
    run(*PLAY, "--autosave", "my.json", lines=script(*BEGUN))
    old = tmp_path / "cache" / "matches" / "mecha-20250101-120000-000000.json"
    old.parent.mkdir(parents=True)
    (tmp_path / "my.json").rename(old)
    ran = run("play", "--resume", old, lines="quit\n")
    new = tmp_path / "matches" / old.name
    assert f"cardlib: 1 saved match moved from {old.parent} to {new.parent}\n" in ran.err
    assert f"go on with: cardlib play --resume {new}" in ran.err
    assert new.is_file() and not old.parent.exists()
    assert run("play", "--resume", new.name, lines="quit\n").code == 0
    assert run("play", "--resume", new.stem, lines="quit\n").code == 0


def test_the_matches_that_are_kept_are_listed(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("play", "--saved").out.startswith("file")
    run(*PLAY, lines=script("no", "quit"))
    crash(run, monkeypatch, "no", *["end"] * 2)
    shutil.move(tmp_path / "my.json.journal", tmp_path / "matches" / "other.json.journal")
    (tmp_path / "matches" / "broken.json").write_text("{")
    out = run("play", "--saved").out
    assert out.count("Grace's Command (human) against Donna's Search (greedy)") == 2
    assert "other.json " in out and "other.json.journal" not in out
    assert "broken.json" in out and "can't be read" in out
    for beside in (["--resume", "my.json"], ["graces-command", "donnas-search"]):
        ran = run("play", *beside, "--saved")
        assert (ran.code, ran.out, "leave out decks and --resume" in ran.err) == (1, "", True)
    missing = run("play", "--resume", "othr.json")
    assert missing.code == 1
    assert "othr.json: No such file (nearest: other.json); cardlib play --saved lists" in missing.err
    assert run("play", "--resume", "other", lines="quit\n").code == 0


def test_a_tilde_is_the_own_folder(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home of mine"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    ran = run(*PLAY, lines=script("no", "save ~/x  y.json", "save ~nobody-is-called-so/x.json", "quit"))
    assert picks(home / "x  y.json")[0] == "1 no"
    assert "nobody's folder is called ~nobody-is-called-so" in " ".join(ran.out.split())


def test_the_command_that_goes_on_works_when_it_is_pasted(run: Run, tmp_path: Path) -> None:
    names = ["a b.json", "it's.json", '"quoted".json', "$HOME;x.json", "-x.json", "ä&b.json"]
    ran = run(*PLAY, lines=script("no", *[f"save {name}" for name in names], "quit"))
    said = "Saved; go on with: "
    commands = [line.removeprefix(said) for line in ran.out.splitlines() if line.startswith(said)]
    assert len(commands) == len(names)
    for name, command in zip(names, commands, strict=True):
        words = shlex.split(command)
        assert words[0] == "cardlib"
        again = run(*words[1:], lines="quit\n")
        assert again.code == 0
        assert f"saved; go on with: cardlib play --resume {shlex.quote(name)}\n" in again.err


def test_the_command_names_a_project_of_ones_own(run: Run, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(project_path("mecha"), tmp_path / "my game"))
    ran = run(*PLAY, "--game", folder, "--autosave", "my.json", lines=script("no", "quit"))
    command = ran.err.splitlines()[-1].removeprefix("saved; go on with: ")
    assert command == f"cardlib play --resume my.json --game {shlex.quote(str(folder))}"
    assert run(*shlex.split(command)[1:], lines="quit\n").code == 0


def test_there_is_one_place_where_picks_are_taken_and_one_where_lines_are_read() -> None:
    """What is taken elsewhere is not kept, and what is read elsewhere not checked."""
    places = {"recorder.take(": ["saving.py", "session.py"], "recorder.concede(": ["saving.py", "session.py"]}
    places |= {"sys.stdin": ["deck_sources.py", "keyboard.py", "streams.py"], "input(": []}
    source = Path(cardlib_cli.__file__).parent
    for word, names in places.items():
        there = sorted(
            path.name for path in source.rglob("*.py") if re.search(rf"(?<!\w){re.escape(word)}", path.read_text())
        )
        assert there == names, word
    session = (source / "session.py").read_text()
    assert session.count("recorder.take(") == session.count("recorder.concede(") == 1


@pytest.mark.parametrize(
    "decks",
    [
        ("graces-command", "donnas-search"),
        ("fln-d", "ff-a"),
        ("unburied", "holdouts"),
        ("scouts", "raiders", "builders", "--table", "three-in-a-ring"),
        ("nine-knives-5", "gun-line-5"),
    ],
    ids=" ".join,
)
def test_a_match_of_every_game_is_saved_and_goes_on(run: Run, tmp_path: Path, decks: tuple[str, ...]) -> None:
    ran = run("play", *decks, "--seed", "4", "--autosave", "my.json", lines="1\n" * 26 + "quit\n")
    assert ran.code == 0, ran.err
    screen = ran.out.rpartition("> ")[0].rpartition("> ")[2]
    again = run("play", "--resume", "my.json", lines="quit\n")
    assert again.code == 0, again.err
    assert screen.splitlines()[-3:] == again.out.rpartition("> ")[0].splitlines()[-3:]  # what may be done
    if decks[0] == "nine-knives-5":  # sets of spaces have more digits than numbers of JSON
        assert re.search(r'"0x[0-9a-f]{12,}"', (tmp_path / "my.json").read_text())
