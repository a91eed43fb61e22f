"""What is typed on the command line, bounded in one place: numbers that fit, words that are text.

The commands say what they take; here is only what no command can take: a number of thousands of digits, one that is
none, bytes that are no text, an option where the value of another one was expected. It is a wrong use like any other,
with exit code 2.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
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
    """Let a command, and those in it, refuse numbers that do not fit, paths of no name and options for values."""
    _watch_values(command)
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


def _watch_values(command: click.Command) -> None:
    """Let a command look at the values of its options before they are taken."""
    parse = command.parse_args

    def parse_args(ctx: click.Context, args: list[str]) -> list[str]:
        if not ctx.resilient_parsing:
            _check_values(command, ctx, args)
        return parse(ctx, args)

    command.parse_args = parse_args  # type: ignore[method-assign]


def _check_values(command: click.Command, ctx: click.Context, words: Sequence[str]) -> None:
    """Raise a usage error where an option of the command stands in place of the value of another one.

    What stands behind "=" or in the same word as a short option is a value, whatever it looks like.
    """
    options = {
        name: parameter
        for parameter in command.get_params(ctx)
        if isinstance(parameter, click.Option)
        for name in (*parameter.opts, *parameter.secondary_opts)
    }
    rest = iter(words)
    for word in rest:
        if word == "--":
            return
        name = _last_option(word, options)
        if not name:
            continue
        value = next(rest, None)
        if value is None:
            return
        joined = f"{name}={value}" if name.startswith("--") else f"{name}{value}"
        meant = f"; if it is meant to be the value, write {shortened(joined)}"
        if value == "--":
            raise click.UsageError(f"Option '{name}' needs a value, found '--', which ends the options{meant}", ctx)
        found = _option_in(value, options, isinstance(options[name].type, click.Path))
        if found:
            raise click.UsageError(
                f"Option '{name}' needs a value, found '{shortened(value)}', "
                f"which is the option '{found}' of this command{meant}",
                ctx,
            )


def _last_option(word: str, options: Mapping[str, click.Option]) -> str:
    """Return the option in a word whose value is the next word, "" if there is none."""
    if word in options:
        return word if _takes(options[word]) else ""
    if word.startswith("--") or not word.startswith("-"):
        return ""
    for place, letter in enumerate(word[1:], start=2):  # short options, one after another in a word
        option = options.get(f"-{letter}")
        if option is None or _takes(option):
            return f"-{letter}" if option is not None and place == len(word) else ""
    return ""


def _option_in(value: str, options: Mapping[str, click.Option], path: bool) -> str:
    """Return the option that a value is, "" if it is none.

    A text or a query may well begin like a short option, the name of a file hardly ever does.
    """
    name = value.partition("=")[0] if value.startswith("--") else value[:2] if path else value
    return name if name in options else ""


def _takes(option: click.Option) -> bool:
    return not option.is_flag and not option.count


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
