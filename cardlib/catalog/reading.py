"""Reads JSON files quickly and says clearly what is wrong with one; the whole list of problems is the check's work.

`Shape` walks a parsed value and names file and path when something has another type than expected.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

from cardlib import bounds
from cardlib.errors import CardlibError
from cardlib.filters.nearest import noted
from cardlib.misfits import nearest_of as nearest_of
from cardlib.misfits import path_text
from cardlib.reading import Json, as_text, read_bytes, told_as

_DECLARING = ("game.json", "keywords.json", "wording.json")
_MANY_DIGITS = re.compile(r"\d{7}")


class DataError(CardlibError):
    """Data that cannot be used; the message names file and path, and the command that lists every problem."""


def read_json(path: Path) -> Json:
    """Return the value in a JSON file; raises `DataError` for anything that is not plain UTF-8 JSON.

    What lies in a project is read with `Project.read`, once for all who want it.
    """
    return read_content(path)[0]


def read_content(path: Path) -> tuple[Json, str]:
    """Return the value in a JSON file and its text; raises `DataError` as `read_json` does.

    Files of a project have passed the gate, which is stricter: here the quick parser decides, and the one that knows
    places explains.
    """
    with told_as(DataError):
        data = read_bytes(path)
    if much := too_much(data, path.name):
        raise DataError(f"{path}: found {much[0]}, expected {much[1]}")
    text = as_text(data, str(path), DataError)
    try:
        value: Json = json.loads(text, parse_constant=_refused)
    except (ValueError, RecursionError):
        value = parse_json(text, str(path))
    if _MANY_DIGITS.search(text):
        for place, number in _large_numbers(value, ""):
            raise Shape(number, str(path), place).wrong(f"at most {bounds.NUMBER}")
    return value, text


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


def too_much(data: bytes, name: str) -> tuple[str, str] | None:
    """Return what is too much about the content of a JSON file, and what is expected; None if nothing is."""
    largest = bounds.DECLARED if name in _DECLARING else bounds.FILE
    if len(data) > largest:
        return f"a file of more than {bounds.amount(largest)}", f"at most {bounds.amount(largest)}"
    values = data.count(b",") + data.count(b"[") + data.count(b"{")
    if values > bounds.VALUES:
        return f"about {values:,} values in one file", f"at most {bounds.VALUES:,}"
    return None


def _large_numbers(value: Json, path: str) -> Iterator[tuple[str, Json]]:
    """The numbers in a value that nothing could count to, each with its path."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _large_numbers(item, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _large_numbers(item, f"{path}[{index}]")
    elif isinstance(value, int | float) and abs(value) > bounds.NUMBER:
        yield path, value


class Misshapen(DataError):
    """A value of another shape than was expected: its path, what was found, what was expected, the nearest word."""

    def __init__(self, message: str, path: str, found: str, expected: str, near: str | None) -> None:
        super().__init__(message)
        self.path, self.found, self.expected, self.near = path, found, expected, near


class Shape:
    """A value with the place that it came from; each accessor returns the type asked for or raises `DataError`."""

    __slots__ = ("file", "path", "value")

    def __init__(self, value: Json, file: str, path: str = "") -> None:
        self.value = value
        self.file = file
        self.path = path

    def wrong(self, expected: str, near: str | None = None) -> Misshapen:
        """The error for a value that is not what was expected."""
        found = json.dumps(self.value, ensure_ascii=False)
        found = found if len(found) <= 60 else found[:57] + "..."
        where = f"{self.place()}: {self.path or 'the file'}"
        more = " (cardlib data check lists every problem)"
        return Misshapen(
            f"{where}: found {found}, expected {expected}{noted(near)}{more}", self.path, found, expected, near
        )

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
        if inner and len(inner.mapping()) > bounds.MEMBERS:
            many = f"{inner.place()}: {inner.path}: found {len(inner.mapping()):,} members"
            raise DataError(f"{many}, expected at most {bounds.MEMBERS:,}")
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
        if abs(self.value) > bounds.NUMBER:
            raise self.wrong(f"at most {bounds.NUMBER}")
        return self.value

    def word(self, key: str, default: str | None = None) -> str:
        """The text at `key`; raises `DataError` if it is missing and there is no default."""
        inner = self.get(key) if default is not None else self.at(key)
        return inner.text() if inner is not None else default or ""

    def words(self, key: str) -> tuple[str, ...]:
        """The list of texts at `key`; empty if absent."""
        return tuple(item.text() for item in self.items(key))
