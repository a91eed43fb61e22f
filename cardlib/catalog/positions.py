"""A JSON reader that knows the line of every value and names every slip that a person can make.

The check uses it; everything else reads with `json`. It goes on after a doubled key, NaN or a comma too many, so that
one run reports them all, and stops at the first place where it cannot know what was meant.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from dataclasses import dataclass, field
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import NoReturn

from cardlib import bounds
from cardlib.bounds import DEEPEST, LONGEST_NUMBER
from cardlib.catalog.locating import Located
from cardlib.catalog.models import Json
from cardlib.catalog.problems import Path, shown

_SPACE = re.compile(r"[ \t\r\n]*")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?")
_WORD = re.compile(r"[+-]?[\w.+-]+")
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_WORDS: dict[str, Json] = {"true": True, "false": False, "null": None}
TWICE = "every key once"  # what is expected of a key that stands twice in one object
_NOT_NUMBERS = ("NaN", "Infinity", "-Infinity")
_HOLDING = (dict, list)


@dataclass(slots=True)
class Positioned:
    """A value, the line of every path in it, and the slips found on the way as (line, path, found, expected).

    A text without a slip is read by `json`; its lines are worked out when they are asked for.
    """

    value: Json = None
    found: dict[Path, int] = field(default_factory=dict)
    slips: list[tuple[int, Path, str, str]] = field(default_factory=list)
    complete: bool = True
    text: str | None = None
    located: Located | None = None

    @property
    def lines(self) -> dict[Path, int]:
        """The line of every path."""
        if self.text is not None:
            self.found = _read_closely(self.text).found
            self.text = self.located = None
        return self.found

    def line(self, path: Path) -> int:
        """The line of a path, or of the nearest path above it."""
        if self.text is not None:
            self.located = self.located or Located(self.text)
            return self.located.line(path)
        lines = self.lines
        while path and path not in lines:
            path = path[:-1]
        return lines.get(path, 1)


class _StoppedError(Exception):
    """What follows cannot be read."""


def read_positions(text: str) -> Positioned:
    """Read JSON text; what is wrong with it is in `slips`, and `complete` tells whether all of it was understood."""
    try:
        value: Json = json.loads(text, object_pairs_hook=_members, parse_constant=_refused, parse_int=_whole)
        if _depth(value) <= DEEPEST and not _SURROGATE.search(text):
            return Positioned(value, text=text)
    except (ValueError, RecursionError) as error:
        if len(text) > bounds.CLOSELY:
            line = error.lineno if isinstance(error, json.JSONDecodeError) else 0
            slip = (line, (), str(error), "JSON; a file of less than 1 MB is told more about")
            return Positioned(slips=[slip], complete=False)
    return _read_closely(text)


def _members(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a key stands twice")
    return made


def _refused(word: str) -> NoReturn:
    raise ValueError(word)


def _whole(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise ValueError("a very long number")
    return int(digits)


def _depth(value: Json) -> int:
    """Return how many lists and objects lie in each other, at the deepest place; at least 1."""
    depth, level = 1, _inner(value)
    while level:
        depth, level = depth + 1, [inner for item in level for inner in _inner(item)]
    return depth


def _inner(value: Json) -> list[Json]:
    """The lists and objects in a value."""
    if isinstance(value, dict):
        return [item for item in value.values() if isinstance(item, _HOLDING)]
    return [item for item in value if isinstance(item, _HOLDING)] if isinstance(value, list) else []


def _read_closely(text: str) -> Positioned:
    reader = _Reader(text)
    try:
        reader.result.value = reader.value((), reader.space(0), 0)
        end = reader.space(reader.at)
        if end < len(text):
            reader.slip(end, (), reader.peek(end), "the end of the file")
    except _StoppedError:
        reader.result.complete = False
    return reader.result


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.result = Positioned()
        self.at = 0
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def space(self, at: int) -> int:
        match = _SPACE.match(self.text, at)
        return match.end() if match else at

    def line_of(self, at: int) -> int:
        return bisect_right(self.starts, at)

    def peek(self, at: int) -> str:
        if at >= len(self.text):
            return "the end of the file"
        word = _WORD.match(self.text, at)
        if self.text[at] == "\n":
            return "a line break"
        return f"'{word[0][:40] if word else self.text[at]}'"

    def slip(self, at: int, path: Path, found: str, expected: str) -> None:
        self.result.slips.append((self.line_of(min(at, len(self.text))), path, found, expected))

    def stop(self, at: int, path: Path, expected: str) -> _StoppedError:
        self.slip(at, path, self.peek(at), expected)
        return _StoppedError()

    def value(self, path: Path, at: int, depth: int) -> Json:
        """Read the value that begins at `at`; leaves `self.at` behind it."""
        self.result.found[path] = self.line_of(at)
        if depth > DEEPEST:
            self.slip(at, path[:4], f"more than {DEEPEST} levels of nesting", f"at most {DEEPEST}")
            raise _StoppedError
        character = self.text[at : at + 1]
        if character == '"':
            return self.string(path, at)
        if character == "{":
            return self.object(path, at, depth)
        if character == "[":
            return self.array(path, at, depth)
        number = _NUMBER.match(self.text, at)
        if number and not _continues(self.text, number.end()):
            self.at = number.end()
            return self.number(path, number)
        word = _WORD.match(self.text, at)
        if word and word[0] in _WORDS:
            self.at = word.end()
            return _WORDS[word[0]]
        if word and word[0] in _NOT_NUMBERS:
            self.at = word.end()
            self.slip(at, path, word[0], "a number (JSON has no NaN and no Infinity)")
            return None
        raise self.stop(at, path, "a value")

    def number(self, path: Path, match: re.Match[str]) -> Json:
        text = match[0]
        if len(text) > LONGEST_NUMBER:
            self.slip(match.start(), path, f"a number of {len(text)} characters", f"at most {LONGEST_NUMBER}")
            return 0
        if match[1] is None and match[2] is None:
            return int(text)
        number = float(text)
        if number in (float("inf"), float("-inf")):
            self.slip(match.start(), path, text, "a number that fits")
            return 0
        return number

    def string(self, path: Path, at: int) -> str:
        try:
            read: tuple[str, int] = scanstring(self.text, at + 1, True)
        except ValueError as error:
            place = getattr(error, "pos", at)
            closed = "Unterminated" not in str(error)
            found = self.peek(min(place, len(self.text))) if closed else "text without a closing quotation mark"
            self.slip(
                place if closed else at, path, found, "text in quotation marks on one line, with \\n for a new line"
            )
            raise _StoppedError from None
        text, self.at = read
        if any("\ud800" <= character <= "\udfff" for character in text):
            self.slip(at, path, "half of a surrogate pair (\\ud800 to \\udfff)", "whole characters")
            return text.encode("utf-8", "replace").decode()
        return text

    def object(self, path: Path, at: int, depth: int) -> Json:
        found: dict[str, Json] = {}
        at = self.space(at + 1)
        if self.text[at : at + 1] == "}":
            self.at = at + 1
            return found
        while True:
            if self.text[at : at + 1] != '"':
                if self.text[at : at + 1] == "}" and found:
                    self.slip(at, path, "a comma before }", "no comma after the last member")
                    self.at = at + 1
                    return found
                raise self.stop(at, path, "a key in quotation marks")
            start = at
            key = self.string(path, at)
            at = self.space(self.at)
            if self.text[at : at + 1] != ":":
                raise self.stop(at, (*path, key), "':' after the key")
            if key in found:
                self.slip(start, (*path, key), f"the key {shown(key)} twice in one object", TWICE)
            found[key] = self.value((*path, key), self.space(at + 1), depth + 1)
            self.result.found[(*path, key)] = self.line_of(start)
            at = self.space(self.at)
            character = self.text[at : at + 1]
            if character == "}":
                self.at = at + 1
                return found
            if character != ",":
                raise self.stop(at, path, "',' or '}'")
            at = self.space(at + 1)

    def array(self, path: Path, at: int, depth: int) -> Json:
        found: list[Json] = []
        at = self.space(at + 1)
        if self.text[at : at + 1] == "]":
            self.at = at + 1
            return found
        while True:
            found.append(self.value((*path, len(found)), at, depth + 1))
            at = self.space(self.at)
            character = self.text[at : at + 1]
            if character == "]":
                self.at = at + 1
                return found
            if character != ",":
                raise self.stop(at, path, "',' or ']'")
            at = self.space(at + 1)
            if self.text[at : at + 1] == "]":
                self.slip(at, path, "a comma before ]", "no comma after the last item")
                self.at = at + 1
                return found


def _continues(text: str, at: int) -> bool:
    """Whether a number goes on as something that is none: 01, 1.x, 12abc."""
    return _WORD.match(text, at) is not None
