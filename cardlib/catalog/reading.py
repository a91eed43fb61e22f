"""Reads JSON files quickly and says clearly what is wrong with one; the whole list of problems is the check's work.

`Shape` walks a parsed value and names file and path when something has another type than expected.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

from cardlib.errors import CardlibError
from cardlib.filters.nearest import noted
from cardlib.misfits import nearest_of as nearest_of
from cardlib.misfits import path_text
from cardlib.reading import Json, read_text


class DataError(CardlibError):
    """Data that cannot be used; the message names file and path, and the command that lists every problem."""


def read_json(path: Path) -> Json:
    """Return the value in a JSON file; raises `DataError` for anything that is not plain UTF-8 JSON.

    Files of a project have passed the gate, which is stricter: here the quick parser decides, and the one that knows
    places explains.
    """
    text = read_text(path, error=DataError)
    try:
        value: Json = json.loads(text, parse_constant=_refused)
    except (ValueError, RecursionError):
        value = parse_json(text, str(path))
    return value


def _refused(word: str) -> NoReturn:
    raise ValueError(word)


def parse_json(text: str, where: str) -> Json:
    """Return the value of JSON text; raises `DataError` with line and place for the first slip in it.

    NaN, a key twice in one object, endless numbers and endless nesting are slips; `where` names the text.
    """
    from cardlib.catalog.positions import read_positions

    read = read_positions(text)
    for line, path, found, expected in read.slips:
        at = f" {path_text(path)}:" if path else ""
        raise DataError(f"{where}:{line}:{at} found {found}, expected {expected}")
    return read.value


class Shape:
    """A value with the place that it came from; each accessor returns the type asked for or raises `DataError`."""

    __slots__ = ("file", "path", "value")

    def __init__(self, value: Json, file: str, path: str = "") -> None:
        self.value = value
        self.file = file
        self.path = path

    def wrong(self, expected: str, near: str | None = None) -> DataError:
        """The error for a value that is not what was expected."""
        found = json.dumps(self.value, ensure_ascii=False)
        found = found if len(found) <= 60 else found[:57] + "..."
        where = f"{self.place()}: {self.path or 'the file'}"
        more = " (cardlib data check lists every problem)"
        return DataError(f"{where}: found {found}, expected {expected}{noted(near)}{more}")

    def place(self) -> str:
        """Return the file and, where it can be read, the line of the value."""
        from cardlib.catalog.positions import read_positions

        try:
            lines = read_positions(Path(self.file).read_text(encoding="utf-8")).lines if self.path else {}
        except (OSError, ValueError):
            return self.file
        line = next((line for path, line in lines.items() if path_text(path) == self.path), 0)
        return f"{self.file}:{line}" if line else self.file

    def mapping(self) -> dict[str, Json]:
        """The value as an object."""
        if not isinstance(self.value, dict):
            raise self.wrong("an object")
        return self.value

    def at(self, key: str) -> Shape:
        """The member `key`, which has to be there."""
        members = self.mapping()
        if key not in members:
            raise DataError(f"{self.place()}: {self.path or 'the file'}: '{key}' is missing")
        return Shape(members[key], self.file, f"{self.path}.{key}" if self.path else key)

    def get(self, key: str) -> Shape | None:
        """The member `key`, or None."""
        return self.at(key) if key in self.mapping() else None

    def members(self, key: str) -> Iterator[tuple[str, Shape]]:
        """The members of the object at `key`; none if it is absent."""
        inner = self.get(key)
        for name in inner.mapping() if inner else ():
            assert inner is not None
            yield name, inner.at(name)

    def items(self, key: str, required: bool = False) -> Iterator[Shape]:
        """The items of the list at `key`; none if it is absent and not required."""
        inner = self.at(key) if required else self.get(key)
        if inner is None:
            return
        if not isinstance(inner.value, list):
            raise inner.wrong("a list")
        for index, item in enumerate(inner.value):
            yield Shape(item, self.file, f"{inner.path}[{index}]")

    def text(self) -> str:
        """The value as text."""
        if not isinstance(self.value, str):
            raise self.wrong("text")
        return self.value

    def number(self) -> int:
        """The value as a whole number."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.wrong("a whole number")
        return self.value

    def word(self, key: str, default: str | None = None) -> str:
        """The text at `key`; raises `DataError` if it is missing and there is no default."""
        inner = self.get(key) if default is not None else self.at(key)
        return inner.text() if inner is not None else default or ""

    def words(self, key: str) -> tuple[str, ...]:
        """The list of texts at `key`; empty if absent."""
        return tuple(item.text() for item in self.items(key))
