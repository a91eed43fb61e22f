"""The file of a series: one line for the setting, one for each finished game, so that a broken-off series goes on.

A file may hold several series of one setting, numbered from 0.
"""

from __future__ import annotations

import json
from pathlib import Path
from types import TracebackType
from typing import Any

from cardlib.lab.games import LabError, Played, Setting
from cardlib.writing import check_writable

FORM = "cardlib series 1"

Key = tuple[int, int]  # which of several series, and the number of a game in it


class Results:
    """Writes finished games to a JSONL file as they come; a context manager. Without a path nothing is written."""

    def __init__(self, path: Path | None, setting: Setting, resume: bool, form: str = FORM) -> None:
        self.path = path
        self.done: dict[Key, Played] = {}
        self._file = None
        if path is None:
            return
        header = {"form": form, **setting.to_json()}
        if path.is_file() and path.stat().st_size:
            if not resume:
                raise LabError(f"{path} exists; go on with it (--resume), or name another file")
            end = self._read(path, header)
            self._file = path.open("r+", encoding="utf-8", newline="\n")
            self._file.seek(end)
            self._file.truncate()
        else:
            check_writable(path)
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("w", encoding="utf-8", newline="\n")
            self._write(header)

    def _read(self, path: Path, header: dict[str, Any]) -> int:
        """Read the finished games; return where the next one is written: a line cut short is written again."""
        good = 0
        key: Key = (-1, -1)
        expected = json.loads(json.dumps(header))
        with path.open("rb") as file:
            for number, line in enumerate(file):
                try:
                    data = json.loads(line)
                    if number == 0:
                        _compare(path, data, expected)
                    else:
                        key = (int(data.pop("match", 0)), int(data["game"]))
                        self.done[key] = Played.from_json(data)
                except (ValueError, TypeError, KeyError, IndexError):
                    if number == 0:
                        raise LabError(f"{path}: this is no file of a series ('{header['form']}')") from None
                    if line.endswith(b"\n"):
                        raise LabError(f"{path}: line {number + 1} is no finished game") from None
                    break
                if not line.endswith(b"\n"):
                    self.done.pop(key, None)
                    break
                good += len(line)
        return good

    def add(self, played: Played, match: int = 0) -> None:
        """Keep a finished game."""
        self.done[match, played.game] = played
        if self._file is not None:
            self._write({**({"match": match} if match else {}), **played.to_json()})

    def _write(self, data: dict[str, Any]) -> None:
        assert self._file is not None
        self._file.write(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n")
        self._file.flush()

    def __enter__(self) -> Results:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._file is not None:
            self._file.close()


def _compare(path: Path, found: Any, expected: dict[str, Any]) -> None:
    if not isinstance(found, dict) or found.get("form") != expected["form"]:
        raise LabError(f"{path}: this is no file of a series ('{expected['form']}')")
    other = sorted(key for key in expected if found.get(key) != expected[key])
    if other:
        what = ", ".join("the cards' data" if key == "data" else key.replace("_", " ") for key in other)
        raise LabError(f"{path}: these are results of another series; it differs in {what}")
