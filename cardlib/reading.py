"""Reads files that others may have written: only ordinary files, of bounded size, as UTF-8, as JSON that is plain.

Every reader of files in the house begins here, whatever it makes of them: what is in a file may be wrong, but it never
hangs, fills the memory, or gets further than a `CardlibError` that names file and place.

    read_json(path)                 the value in a file
    parse_json(text, "deck.json")   the value in a text; `where` is named in errors
    read_lines(path)                the lines of a long file, one after the other
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from cardlib.bounds import DEEPEST, FILE, LONGEST_NUMBER, amount
from cardlib.errors import CardlibError

if TYPE_CHECKING:
    from io import BufferedReader

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_DIGITS = str.maketrans("123456789", "0" * 9)
_TOO_LONG = "0" * (LONGEST_NUMBER + 1)
_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISLNK, "a link"),
)
_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)


class Unreadable(CardlibError):
    """A file that cannot be read: what was found in its place, and what was expected."""

    def __init__(self, path: Path, found: str, expected: str) -> None:
        super().__init__(f"{path}: found {found}, expected {expected}")
        self.found = found
        self.expected = expected


def kind_of(mode: int) -> str:
    """Return what a file of a mode is, "" for an ordinary one."""
    return next((kind for test, kind in _KINDS if test(mode)), "")


@contextmanager
def opened(path: Path) -> Iterator[BufferedReader]:
    """Open an ordinary file for reading; raises `Unreadable` for a folder, a pipe, a device and what cannot be read.

    A pipe that nobody writes to would be waited for without end, and a device may never come to one.
    """
    try:
        _ordinary(path, path.stat().st_mode)
        with os.fdopen(os.open(path, os.O_RDONLY | _AT_ONCE), "rb") as file:
            _ordinary(path, os.fstat(file.fileno()).st_mode)  # not something else since
            yield file
    except OSError as wrong:
        raise Unreadable(path, f"a file that cannot be read ({wrong.strerror or wrong})", "a readable file") from None
    except ValueError:  # NUL in the name
        raise Unreadable(path, "a name with a NUL in it", "the name of a file") from None


def read_bytes(path: Path, largest: int = FILE) -> bytes:
    """Return the content of an ordinary file; raises `Unreadable` for any other, and for one that is too large."""
    with opened(path) as file:
        data = file.read(largest + 1)
        size = max(len(data), os.fstat(file.fileno()).st_size)
    if size > largest:
        raise Unreadable(path, f"a file of {size:,} bytes", f"at most {amount(largest)}")
    return data


def _ordinary(path: Path, mode: int) -> None:
    kind = kind_of(mode)
    if kind:
        raise Unreadable(path, kind, "a file")


def read_text(path: Path, largest: int = FILE, error: type[CardlibError] = CardlibError) -> str:
    """Return the text of a UTF-8 file, without a byte-order mark; raises `error` for others."""
    with told_as(error):
        return as_text(read_bytes(path, largest), str(path), error)


@contextmanager
def told_as(error: type[CardlibError]) -> Iterator[None]:
    """Raise what is `Unreadable` as an error of another class."""
    try:
        yield
    except Unreadable as wrong:
        raise (wrong if error is CardlibError else error(str(wrong))) from None


def as_text(data: bytes, where: str, error: type[CardlibError] = CardlibError, *, line: int = 0) -> str:
    """Return bytes as text, without a byte-order mark; raises `error`, with the line, for what is not UTF-8.

    `line` is the number of the line that the bytes are, where they are no whole file.
    """
    try:
        text = data.decode("utf-8").removeprefix(BOM)
    except UnicodeDecodeError as wrong:
        line = line or data[: wrong.start].count(b"\n") + 1
        byte = f"byte 0x{data[wrong.start]:02x}"
        raise error(f"{where}:{line}: not UTF-8 ({byte}); save the file as UTF-8") from None
    if "\0" in text[:2]:  # UTF-16 of plain letters, without its mark
        raise error(f"{where}:{line or 1}: not UTF-8 text (byte 0x00, as in UTF-16); save the file as UTF-8")
    return text


def read_json(path: Path, largest: int = FILE, error: type[CardlibError] = CardlibError) -> Json:
    """Return the value in a JSON file; raises `error` for anything that is not plain UTF-8 JSON."""
    return parse_json(read_text(path, largest, error), str(path), error)


def parse_json(
    text: str, where: str, error: type[CardlibError] = CardlibError, *, whole: bool = False, line: int = 0
) -> Json:
    """Return the value in JSON text; `where` is named in errors, with `line` if the text is only that line of it.

    Plain is what every program reads alike: each key once in an object, no NaN, numbers that fit (with `whole` only
    whole ones), whole characters, and no more than 60 levels. Raises `error` for anything else, with the line where
    that is known.
    """
    number = _no_fraction if whole else _finite
    here = f"{where}:{line}" if line else where
    try:
        value: Json = json.loads(text, object_pairs_hook=_members, parse_constant=_no_number, parse_float=number)
        if _TOO_LONG in text.translate(_DIGITS):
            json.loads(text, parse_int=_short)
    except json.JSONDecodeError as wrong:
        if not text.strip():
            raise error(f"{here}: {'the line' if line else 'the file'} is empty, JSON was expected") from None
        raise error(f"{where}:{line or wrong.lineno}: not JSON: {wrong.msg} (column {wrong.colno})") from None
    except RecursionError:
        raise error(f"{here}: nested too deeply; {DEEPEST} levels are read") from None
    except ValueError as wrong:
        said = str(wrong) if wrong.args and not wrong.args[0].startswith("Exceeds") else _LONG
        raise error(f"{here}: {said}") from None
    if text.count("[") + text.count("{") > DEEPEST and deeper_than(value, DEEPEST):
        raise error(f"{here}: nested too deeply; {DEEPEST} levels are read")
    if _SURROGATE.search(text) and not _encodes(value):
        raise error(f"{here}: found half of a surrogate pair (\\ud800 to \\udfff), expected whole characters")
    return value


def read_lines(
    path: Path, longest: int = FILE, error: type[CardlibError] = CardlibError
) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file as bytes, with their numbers from 1; raises `error` for one that is too long.

    The last one has no line break at its end if it was cut short.
    """
    with told_as(error), opened(path) as file:
        number = 0
        while line := file.readline(longest + 1):
            number += 1
            if len(line) > longest:
                raise error(f"{path}:{number}: found a line of more than {amount(longest)}, expected a shorter one")
            yield number, line


def deeper_than(value: Json, levels: int) -> bool:
    """Whether lists and objects lie in each other more than so many levels deep."""
    level: list[list[Json] | dict[str, Json]] = [value] if isinstance(value, dict | list) else []
    for _ in range(levels):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, (dict, list))
        ]
        if not level:
            return False
    return bool(level)


_LONG = f"found a number of more than {LONGEST_NUMBER} characters, expected one that fits"


def _members(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"found the key {twice[:40]!r} twice in one object, expected every key once")
    return made


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"found {word}, expected a number; {word} is not a number in JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"found {digits[:40]}, expected a number that fits")
    if len(digits) > LONGEST_NUMBER:
        raise ValueError(_LONG)
    return number


def _no_fraction(digits: str) -> NoReturn:
    raise ValueError(f"found {digits[:40]}, expected a whole number")


def _short(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise ValueError(_LONG)
    return 0


def _encodes(value: Json) -> bool:
    """Whether all characters are whole: a text with half of a surrogate pair cannot be written anywhere."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True
