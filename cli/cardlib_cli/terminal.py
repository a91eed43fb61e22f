"""What goes to the terminal: every character of standard output and standard error passes here.

Texts come from strangers' files, so nothing that commands a terminal or hides what is written gets through: it is shown
as a mark. Bold and colours are asked for with `styled`, which puts signs around a text that become commands here.
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from cardlib.errors import CardlibError
from cardlib.visible import visible
from cardlib_cli.streams import hush, naming

STYLES = {"bold": "1", "faint": "2", "cyan": "36", "yellow": "33", "magenta": "35", "green": "32"}
STYLES |= {"blue": "34", "red": "31", "white": "37"}
_SIGNS = {style: chr(0xFDD0 + number) for number, style in enumerate(STYLES)}
_PLAIN, _CLEAR = "\ufdde", "\ufddf"
_COMMANDS = {sign: f"\033[{STYLES[style]}m" for style, sign in _SIGNS.items()}
_COMMANDS |= {_PLAIN: "\033[0m", _CLEAR: "\033[2J\033[3J\033[H"}
_SIGN = re.compile(f"([{''.join(_COMMANDS)}])")


def styled(text: str, style: str) -> str:
    """Return a text in a style, a word of `STYLES`, for `Guarded`."""
    return f"{_SIGNS[style]}{_SIGN.sub('', text)}{_PLAIN}"


def plainly(text: str) -> str:
    """Return a text without the signs of `styled`."""
    return _SIGN.sub("", text)


def clear(stream: TextIO) -> None:
    """Clear the screen."""
    stream.write(_CLEAR)
    stream.flush()


def shown(text: str, commands: bool) -> str:
    """Return a text as a terminal may get it; without `commands` it has no styles either."""
    parts = _SIGN.split(text)
    if len(parts) == 1:
        return visible(text)
    return "".join((_COMMANDS[part] if commands else "") if part in _COMMANDS else visible(part) for part in parts)


class Guarded(io.TextIOWrapper):
    """A standard stream through which only text, and what this module adds to it, gets out."""

    asked: TextIO  # the stream that it stands for
    called: str  # what messages call it

    def isatty(self) -> bool:
        """Whether a person looks at it."""
        return self.asked.isatty()

    def write(self, text: str) -> int:
        """Write a text as `shown` gives it; what the encoding cannot hold becomes a question mark or an escape."""
        with naming(self.called):
            return super().write(shown(text, self.isatty()))

    def flush(self) -> None:
        """Write out what is waiting; a stream that refuses it is named in the error."""
        with naming(self.called):
            super().flush()


@contextmanager
def guarded() -> Iterator[None]:
    """Let everything that is printed pass `Guarded` while the block runs."""
    before = sys.stdout, sys.stderr
    made = (
        _around(sys.stdout, "replace", "standard output"),
        _around(sys.stderr, "backslashreplace", "standard error"),
    )
    sys.stdout, sys.stderr = made
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
        for stream in made:
            if isinstance(stream, Guarded):
                try:
                    stream.flush()
                except (OSError, ValueError, CardlibError):  # nobody reads it, or it is full: nothing more is tried
                    hush(stream)
                stream.detach()  # the stream itself stays open


def _around(stream: TextIO, errors: str, called: str) -> TextIO:
    """The stream, guarded; one that is closed, or is no stream of bytes, as it is."""
    binary = getattr(stream, "buffer", None)
    if binary is None:
        return stream
    with contextlib.suppress(OSError, ValueError):
        stream.flush()
    encoding = stream.encoding or "utf-8"
    at_once = bool(getattr(stream, "write_through", False))  # PYTHONUNBUFFERED: then Python calls no stream by the line
    by_line = at_once or bool(getattr(stream, "line_buffering", False)) or errors != "replace"
    made = Guarded(binary, encoding=encoding, errors=errors, newline="", line_buffering=by_line, write_through=at_once)
    made.asked, made.called = stream, called
    return made
