"""Finds the lines of values in sound JSON text, as far as they are asked for.

What stands before a value is skipped by `json` itself, so that the line of one value among hundreds of thousands costs
little more than to read the text once.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from json import JSONDecoder
from json.decoder import scanstring  # type: ignore[attr-defined]

from cardlib.catalog.problems import Path

_SPACE = re.compile(r"[ \t\n\r]*")
_skipped = JSONDecoder(parse_int=str, parse_float=str).scan_once  # type: ignore[attr-defined]


class Located:
    """Where the values of a text stand. The text has been read by `json` already, and nothing was wrong with it."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = [0, *(match.end() for match in re.finditer("\n", text))]
        self._begins = self._behind_space(0)
        self._known: dict[Path, dict[str | int, tuple[int, int]]] = {}  # per container what was found in it so far
        self._rest: dict[Path, Iterator[tuple[str | int, int, int]]] = {}

    def line(self, path: Path) -> int:
        """The line of a path, or of the nearest path above it."""
        start = value = self._begins
        for depth, step in enumerate(path):
            above = path[:depth]
            if above not in self._rest:
                self._rest[above], self._known[above] = self._parts(value), {}
            known = self._known[above]
            while step not in known:
                part = next(self._rest[above], None)
                if part is None:
                    return self._line_of(start)
                known[part[0]] = part[1:]
            start, value = known[step]
        return self._line_of(start)

    def _parts(self, at: int) -> Iterator[tuple[str | int, int, int]]:
        """The keys or numbers of what is in the object or list at a place, where each begins, and where its value."""
        closed = {"{": "}", "[": "]"}.get(self._text[at])
        number = 0
        at = self._behind_space(at + 1)
        while closed and self._text[at] != closed:
            start = at
            if closed == "}":
                name, at = scanstring(self._text, at + 1, True)
                at = self._behind_space(self._behind_space(at) + 1)
                yield name, start, at
            else:
                yield number, start, at
            at = self._behind_space(_skipped(self._text, at)[1])
            if self._text[at] == ",":
                at = self._behind_space(at + 1)
            number += 1

    def _behind_space(self, at: int) -> int:
        match = _SPACE.match(self._text, at)
        return match.end() if match else at

    def _line_of(self, at: int) -> int:
        return bisect_right(self._lines, at)
