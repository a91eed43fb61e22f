"""Connections to the database whose statements come to an end: in time, in rows, and in memory.

SQLite asks back every few thousand steps, and after `bounds.SQL_SECONDS` of processor time the statement is broken off.
Values, rows and the memory for sorting and joining have bounds of their own. What the functions of cardlib could not do
is told in words, where SQLite only says that a function failed.
"""

from __future__ import annotations

import math
import re
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from cardlib import bounds
from cardlib.errors import CardlibError
from cardlib.filters.words import fold

Value: TypeAlias = str | bytes | int | float | None

_STEPS = 2_000  # of SQLite's machine between two looks at the clock
_CELL = 60  # bytes that a value takes in memory beside its text


_WIDE = re.compile(r"%[^a-zA-Z%]*(\*|\d{4})")


def _trimmed(strip: Callable[[str, str], str]) -> Callable[..., str | None]:
    def trim(text: object, what: object = " ") -> str | None:
        return None if text is None or what is None else strip(_as_text(text), _as_text(what))

    return trim


def _replace(text: object, old: object, new: object) -> str | None:
    if text is None or old is None or new is None:
        return None
    before, after = _as_text(old), _as_text(new)
    whole = _as_text(text)
    if before and len(whole) + whole.count(before) * (len(after) - len(before)) > bounds.SQL_CELL:
        return " " * (bounds.SQL_CELL + 1)  # which SQLite refuses
    return whole.replace(before, after) if before else whole


def _instr(text: object, part: object) -> int | None:
    if text is None or part is None:
        return None
    if isinstance(text, bytes) and isinstance(part, bytes):
        return text.find(part) + 1
    return _as_text(text).find(_as_text(part)) + 1


def _as_text(value: object) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


# SQLite compares every place of a text with every place of the other one here; Python does not.
_LINEAR: tuple[tuple[str, int, Callable[..., Value]], ...] = (
    *(("trim", number, _trimmed(str.strip)) for number in (1, 2)),
    *(("ltrim", number, _trimmed(str.lstrip)) for number in (1, 2)),
    *(("rtrim", number, _trimmed(str.rstrip)) for number in (1, 2)),
    ("replace", 3, _replace),
    ("instr", 2, _instr),
)


class Asked(sqlite3.Connection):
    """A connection with the functions `regexp` and `fold`, whose statements are watched."""

    _until = math.inf
    _problem = ""

    def prepare(self) -> Asked:
        """Set the bounds and make the functions known; returns the connection."""
        self.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, bounds.SQL_CELL)
        self.setlimit(sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, bounds.SQL_LIKE)
        self.create_function("regexp", 2, self._regexp, deterministic=True)
        self.create_function("fold", 1, self._fold, deterministic=True)
        self.set_progress_handler(self._late, _STEPS)
        return self

    def guard(self) -> None:
        """Let statements of other people's making be safe too: no single function may take long, no sorting much.

        SQLite looks at the clock between its steps only, so what one step can do has to be small.
        """
        self.execute(f"PRAGMA hard_heap_limit={bounds.SQL_HEAP}").close()
        for name in ("printf", "format"):
            self.create_function(name, -1, self._printf, deterministic=True)
        for name, arguments, function in _LINEAR:
            self.create_function(name, arguments, function, deterministic=True)

    def _late(self) -> bool:
        if time.process_time() < self._until:
            return False
        self._problem = f"takes longer than {bounds.SQL_SECONDS:g} s; ask for less at a time"
        return True

    def _regexp(self, pattern: object, text: object) -> bool:
        from cardlib.filters.patterns import PatternError, searching

        self._in_time()
        try:
            return searching(str(pattern))(str(text))
        except PatternError as error:
            self._problem = f"the regular expression {error}"
            raise

    def _fold(self, text: str | float | None) -> str | float | None:
        self._in_time()
        return fold(text) if isinstance(text, str) else text

    def _printf(self, *values: Any) -> Value:
        """What SQLite's own does, but for widths that it would count up to one by one."""
        if values and isinstance(values[0], str) and _WIDE.search(values[0]):
            self._problem = "asks for a width of '*' or of more than three digits; write a smaller number"
            raise ValueError
        plain = sqlite3.connect(":memory:")
        try:
            (made,) = plain.execute(f"SELECT printf({', '.join('?' * len(values))})", values).fetchone()
            return str(made)
        finally:
            plain.close()

    def _in_time(self) -> None:
        if self._late():
            raise TimeoutError

    @contextmanager
    def bounded(self) -> Iterator[None]:
        """Break off what the block asks when it takes too long, and say why a statement failed.

        Raises `CardlibError` for a bound, `sqlite3.Error` for everything else.
        """
        self._problem = ""
        self._until = time.process_time() + bounds.SQL_SECONDS
        try:
            yield
        except MemoryError:
            raise CardlibError(f"needs more memory than {bounds.amount(bounds.SQL_HEAP)}; ask for less") from None
        except sqlite3.Error as error:
            if self._problem:
                raise CardlibError(self._problem) from None
            if "too big" in str(error):
                size = bounds.amount(bounds.SQL_CELL)
                raise CardlibError(f"a value is larger than {size}; ask for a part of it") from None
            raise
        finally:
            self._until = math.inf

    def answer(self, statement: str, parameters: Sequence[Any] = ()) -> tuple[list[str], list[tuple[Any, ...]]]:
        """Return the names of the columns and the rows of a statement; raises as `bounded` does."""
        rows: list[tuple[Any, ...]] = []
        room = bounds.SQL_BYTES
        with self.bounded():
            cursor = self.execute(statement, parameters)
            names = [str(column[0]) for column in cursor.description or ()]
            for row in cursor:
                room -= sum([_CELL + len(value) if isinstance(value, str | bytes) else _CELL for value in row])
                if room < 0 or len(rows) == bounds.SQL_ROWS:
                    raise CardlibError(
                        f"gives more than {bounds.SQL_ROWS:,} rows or {bounds.amount(bounds.SQL_BYTES)}; "
                        "ask for less, with WHERE or LIMIT"
                    )
                rows.append(row)
        return names, rows


def opened(place: str | Path) -> Asked:
    """Open a database in a file read-only, or one in memory for `:memory:`."""
    address = place if isinstance(place, str) else address_of(place)
    return sqlite3.connect(address, uri=True, factory=Asked).prepare()


def address_of(path: Path) -> str:
    """The address of a database that is only read."""
    return f"{path.absolute().as_uri()}?mode=ro"
