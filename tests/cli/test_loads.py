"""A command loads a project once, reads none of its files twice, and finds a deck without the games that lack it."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playing import Run, script

import cardlib
from cardlib.catalog import gate
from cardlib.catalog.projects import Project
from cardlib.places import data_root
from cardlib_cli.saving import Beginning

DECK, OTHER = "graces-command", "donnas-search"
COMMANDS = {
    "cards": ("cards", "--game", "mecha", "cost=2"),
    "card": ("card", "--game", "mecha", "turtle"),
    "stats": ("stats", "--game", "mecha"),
    "rules": ("rules", "--game", "mecha", "MIW-021"),
    "deck list": ("deck", "list", "--game", "mecha"),
    "deck check, by name": ("deck", "check", DECK),
    "deck check, by file": ("deck", "check", data_root() / "mecha" / "decks" / f"{DECK}.txt"),
    "deck check, two": ("deck", "check", DECK, OTHER),
    "deck show": ("deck", "show", DECK),
    "play": ("play", DECK, OTHER, "--seed", "1"),
    "play, changed": ("play", DECK, OTHER, "--seed", "1", "--set", "rules.hand_size=6"),
    "sim": ("sim", DECK, OTHER, "-n", "1", "--bots", "random,random"),
    "scenario run": ("scenario", "run", "--game", "mecha", "turtle"),
    "print": ("print", "--game", "mecha", "id:turtle", "--output", "turtle.pdf"),
    "data check": ("data", "check", "mecha"),
}
_opened: list[str] | None = None  # while somebody counts; hooks can't be taken away again


def _audit(event: str, args: tuple[object, ...]) -> None:
    if _opened is not None and event == "open" and isinstance(args[0], str):
        _opened.append(args[0])


sys.addaudithook(_audit)


@contextmanager
def counting() -> Iterator[Counter[str]]:
    """Count how often each JSON and text file of the bundled data is opened within the block."""
    global _opened
    _opened = []
    found: Counter[str] = Counter()
    try:
        yield found
    finally:
        opened, _opened = _opened, None
        data = f"{data_root()}{os.sep}"
        found.update(path for path in opened if path.startswith(data) and path.endswith((".json", ".txt")))


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count the projects that are loaded, by their folders."""
    found: Counter[str] = Counter()
    whole = Project.__init__

    def counted(self: Project, path: Path, *rest: object, **more: object) -> None:
        found[path.name] += "contents" not in more
        whole(self, path, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Project, "__init__", counted)
    monkeypatch.setattr("cardlib.catalog.signature._GRAIN", -(10**18))  # whenever the files were written
    return found


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_loads_its_project_once_and_no_file_of_it_twice(command: str, run: Run, loads: Counter[str]) -> None:
    words = COMMANDS[command]
    gate._verdict.cache_clear()  # a command begins with nothing in memory
    run(*COMMANDS["cards"])  # from now on the database is there, and what the check found is kept
    again = 2 if command == "play, changed" else 1  # what a change names is looked for where it stands
    gate._verdict.cache_clear()
    loads.clear()
    with counting() as opened:
        assert run(*words, lines=script("quit")).code == 0
    assert +loads == ({} if command == "data check" else {"mecha": 1})
    assert opened
    assert {Path(path).name: times for path, times in opened.items() if times > again} == {}


def test_a_name_that_no_game_has_loads_no_project(run: Run, loads: Counter[str]) -> None:
    ran = run("deck", "check", "graces-comand")
    assert ran.code == 1 and "nearest: graces-command" in ran.err
    assert not +loads


def test_undo_plays_the_match_again_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []
    whole = Beginning.begin

    def counted(self: Beginning) -> object:
        begun.append(self)
        return whole(self)

    monkeypatch.setattr(Beginning, "begin", counted)
    ran = run("play", "radio-towers", "radio-towers", "--seed", "1", lines=script("no", "undo", "no", "undo", "quit"))
    assert ran.out.count("Taken back; 0 picks stand") == 2
    assert len(begun) == 3  # the match, and once for each undo


def test_a_loaded_project_is_taken_as_it_is() -> None:
    project = cardlib.load("mecha").project
    assert cardlib.load(project).project is project
