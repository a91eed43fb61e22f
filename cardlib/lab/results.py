"""The file of a series: one line for the setting, one for each finished game, so that a broken-off series goes on.

A file may hold several series of one setting, or of versions of a game, numbered from 0.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from cardlib.bounds import FILE
from cardlib.catalog import Change
from cardlib.filters.words import listed
from cardlib.lab.course import Course
from cardlib.lab.games import LabError, Played, Setting
from cardlib.reading import as_text, parse_json, read_lines
from cardlib.records import MATRIX, PLAYED, SERIES, parse_record
from cardlib.writing import Growing, check_writable, is_stream

_WORDS = {
    "data": "the cards' data",
    "course": "how games went, which only `why` keeps",
    "separate": "chance, which games of `balance check` do not share",
}
_SHORT = ("bots", "changes", "seed", "turn_limit", "windows")  # what is said in the message, not only named
Key = tuple[int, int]  # which of several series, and the number of a game in it


class Results:
    """Writes finished games to a JSONL file as they come; a context manager. Without a path nothing is written."""

    def __init__(
        self, path: Path | None, setting: Setting, resume: bool, form: str = SERIES, versions: Sequence[Setting] = ()
    ) -> None:
        self.path = path
        self.done: dict[Key, Played] = {}
        self.torn = False  # whether the last line was cut short, so that its game is played again
        self._file: Growing | None = None
        if path is None:
            return
        header = {"form": form, **setting.to_json()}
        if versions:
            header["versions"] = [_differing(setting.to_json(), one.to_json()) for one in versions]
        if path.is_file() and path.stat().st_size and not is_stream(path):
            if not resume:
                raise LabError(f"{path} exists; go on with it (--resume), or name another file")
            expected = json.loads(json.dumps(header))
            found = read_results(path, expected["form"], check=lambda other: _compare(path, other, expected))
            self.done, self.torn = found.done, found.torn
            self._file = Growing(path, found.good)
        else:
            if resume and is_stream(path):
                raise LabError(f"{path}: found a pipe or a device, expected a file of results to go on with (--resume)")
            check_writable(path)
            self._file = Growing(path)
            self._file.add(_line(header))

    def add(self, played: Played, match: int = 0) -> None:
        """Keep a finished game."""
        self.done[match, played.game] = played
        if self._file is not None:
            self._file.add(line_of(played, match))

    def __enter__(self) -> Results:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._file is not None:
            self._file.close()


class Found(NamedTuple):
    """What a file of results holds: its first line, the finished games, and how many bytes are whole lines."""

    header: dict[str, Any]
    done: dict[Key, Played]
    torn: bool  # whether the last line was cut short
    good: int


def read_results(path: Path, *forms: str, check: Callable[[dict[str, Any]], None] | None = None) -> Found:
    """Return what a file of results of one of the forms holds; `check` looks at the first line before the games.

    Raises LabError for a file that is cut short in its first line, or whose games do not fit it.
    """
    header: dict[str, Any] = {}
    done: dict[Key, Played] = {}
    torn = False
    good = players = 0
    for number, line in read_lines(path, FILE, LabError):
        where = f"{path}:{number}"
        if not line.endswith(b"\n"):
            if number == 1:
                raise LabError(f"{where}: the first line was cut short; remove the file, or name another one")
            torn = True
            break
        text = as_text(line, str(path), LabError, line=number)
        if number == 1:
            header = _header(text, path, forms)
            if check is not None:
                check(header)
            # A matrix is made of series of two decks, or of as many as sit at a table.
            players = header.get("players", 2) if header["form"] == MATRIX else len(header["decks"])
        else:
            data = parse_record(text, str(path), PLAYED, line=number)
            key: Key = (data.pop("match", 0), data["game"])
            _check_game(data, players, where)
            if key in done:
                raise LabError(f"{where}: game: found {data['game']} a second time, expected each game once")
            done[key] = Played.from_json(data)
        good += len(line)
    if not header:
        raise LabError(f"{path}: found an empty file, expected results of a series")
    return Found(header, done, torn, good)


def _header(text: str, path: Path, forms: Sequence[str]) -> dict[str, Any]:
    """The first line of a file of results; whoever names another file is told what was expected."""
    try:
        parse_json(text, str(path), LabError, whole=True, line=1)
    except LabError as error:
        raise LabError(f"{error}; expected results of a series, as --out keeps them") from None
    return parse_record(text, str(path), *forms, line=1)


def versions_in(header: dict[str, Any]) -> list[Setting]:
    """Return what the first line of a file is about: of versions of a game the first one, then the others."""
    return [Setting.from_json({**header, **other}) for other in ({}, *header.get("versions", ()))]


def line_of(played: Played, match: int = 0) -> str:
    """Return the line of a finished game."""
    return _line({**({"match": match} if match else {}), **played.to_json()})


def _line(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def _differing(first: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Return what a version of a game has otherwise than the first one."""
    return {key: value for key, value in other.items() if first.get(key) != value}


def _check_game(data: dict[str, Any], players: int, where: str) -> None:
    """Raise LabError if a finished game is about other decks than the series has."""
    for name in ("drawn", "played"):
        if len(data[name]) != players:
            raise LabError(f"{where}: {name}: found {len(data[name])} lists, expected {players}, one for each deck")
    for name in ("places", "seating"):
        if name in data and len(data[name]) != players:
            raise LabError(f"{where}: {name}: found {len(data[name])} items, expected {players}, one for each deck")
    for name, sides in Course.from_json(data["course"]).lists().items() if "course" in data else ():
        if len(sides) != players:
            raise LabError(f"{where}: course.{name}: found {len(sides)} items, expected {players}, one for each deck")
    if "course" in data and any(len(lead) != players for _, lead in data["course"]["leads"]):
        raise LabError(f"{where}: course.leads: expected {players} numbers for each turn, one for each deck")
    if "seating" in data and sorted(data["seating"]) != list(range(players)):
        raise LabError(f"{where}: seating: found {data['seating']}, expected every deck once")
    for name in ("first", "winner"):
        if data[name] is not None and data[name] >= players:
            raise LabError(f"{where}: {name}: found {data[name]}, expected the number of a deck, below {players}")


def _compare(path: Path, found: dict[str, Any], expected: dict[str, Any]) -> None:
    other = differing(found, expected)
    if other:
        raise LabError(f"{path}: these are results of another series; it differs in {other}")


def differing(found: dict[str, Any], expected: dict[str, Any]) -> str:
    """Return in words in what the first lines of two files differ, and what either has where that is short."""
    other = sorted(key for key in {**expected, **found} if found.get(key) != expected.get(key))
    said = ", ".join(_WORDS.get(key, key.replace("_", " ")) for key in other)
    short = [key for key in other if key in _SHORT]
    if not short:
        return said
    there, here = (
        listed([f"{key.replace('_', ' ')} {_told(key, header.get(key))}" for key in short])
        for header in (found, expected)
    )
    return f"{said}: found {there}; expected {here}"


def _told(key: str, value: Any) -> str:
    """A member of a first line in words."""
    if value is None:
        return "left out"
    if key == "changes":
        return ", ".join(Change(**change).setting for change in value) or "none"
    return ", ".join(value) if isinstance(value, list) else str(value)
