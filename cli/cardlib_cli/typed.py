"""What is typed on the command line, bounded in one place: numbers that fit, words that are text.

The commands say what they take; here is only what no command can take: a number of thousands of digits, one that is
none, bytes that are no text. It is a wrong use like any other, with exit code 2.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import click

from cardlib.bounds import LONGEST_NUMBER

LEAST, MOST = -(2**63), 2**64 - 1  # of whole numbers, as the records of matches have them


def check_words(words: Iterable[str]) -> None:
    """Raise a usage error for a word of the command line that is no text."""
    for word in words:
        if "\0" in word or not _encodes(word):
            raise click.UsageError(f"{shortened(ascii(word))} is no text; words of the command line are UTF-8")


def bound(command: click.Command) -> click.Command:
    """Let a command, and those in it, refuse numbers that do not fit and paths of no name; returns it."""
    for parameter in command.params:
        kind = type(parameter.type)
        if kind in _BOUNDED:
            parameter.type = _BOUNDED[kind](parameter.type)
        elif isinstance(parameter.type, click.Path):
            parameter.type = type("_Named", (_Named, kind), {})(parameter.type)
    for inner in getattr(command, "commands", {}).values():
        bound(inner)
    return command


def shortened(text: str) -> str:
    """Return a text for a message, cut where it is long."""
    return text if len(text) <= LONGEST_NUMBER else text[: LONGEST_NUMBER - 3] + "..."


class _Taken(click.ParamType):  # type: ignore[type-arg]
    """A type that takes over what another one has."""

    def __init__(self, kind: click.ParamType) -> None:  # type: ignore[type-arg]
        vars(self).update(vars(kind))


class _Named(_Taken):
    """A path that is not empty: an empty one would be the folder that one is in."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path; raises a usage error for an empty one."""
        if value == "":
            self.fail("a file or a folder was expected, nothing is named.", param, ctx)
        return super().convert(value, param, ctx)


class _Bounded(_Taken):
    """A number that fits."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number; raises a usage error for one that is too long, too large or none."""
        if isinstance(value, str) and len(value) > LONGEST_NUMBER:
            self.fail(
                f"{shortened(value)!r} has {len(value)} characters; a number has at most {LONGEST_NUMBER}.", param, ctx
            )
        number = super().convert(value, param, ctx)
        if not math.isfinite(number) or (isinstance(number, int) and not LEAST <= number <= MOST):
            self.fail(f"{shortened(str(value))!r} is not a number that fits.", param, ctx)
        return number


class _Whole(_Bounded, click.types.IntParamType):
    pass


class _WholeRange(_Bounded, click.IntRange):
    pass


class _Real(_Bounded, click.types.FloatParamType):
    pass


class _RealRange(_Bounded, click.FloatRange):
    pass


_BOUNDED: dict[type, type[_Bounded]] = {
    click.types.IntParamType: _Whole,
    click.IntRange: _WholeRange,
    click.types.FloatParamType: _Real,
    click.FloatRange: _RealRange,
}


def _encodes(word: str) -> bool:
    try:
        word.encode()
    except UnicodeEncodeError:
        return False
    return True
