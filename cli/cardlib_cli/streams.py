"""Standard input, output and error as a command finds them: closed, in another encoding, or into a pipe.

A terminal shows what its encoding has and a replacement for the rest. A file or a pipe gets data in UTF-8, whatever the
locale says: JSON, CSV, Markdown and decks are read by programs.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from cardlib.writing import unwritten


def open_streams() -> None:
    """Put something in the place of streams that were closed, and let none fail at a character.

    What is read from a closed input ends at once, and what is written to a closed output goes nowhere, as the caller
    wanted it. Without this the next file that is opened would become the standard output.
    """
    for number, found in enumerate((sys.stdin, sys.stdout, sys.stderr)):
        if found is None:
            _occupy(number)
    if sys.stdin is None:
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = sys.__stdout__ = open(1, "w", encoding="utf-8", closefd=False)  # type: ignore[misc]  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    _settle(sys.stdin, "replace")
    _settle(sys.stdout, "replace")
    _settle(sys.stderr, "backslashreplace")
    if not sys.stdin.isatty():
        _settle(sys.stdin, "replace", "utf-8")


@contextmanager
def naming(stream: str) -> Iterator[None]:
    """Name a stream that refuses what is written; a reader or terminal that went away is told as it is."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.errno == errno.EIO:
            raise
        raise unwritten(Path(stream), error) from None


def for_programs() -> TextIO:
    """Return standard output for data: in UTF-8 unless it is a terminal."""
    if not sys.stdout.isatty():
        _settle(sys.stdout, "replace", "utf-8")
    return sys.stdout


def hush(stream: TextIO) -> None:
    """Let a stream lead nowhere: what is not written yet has no place to go."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def _occupy(number: int) -> None:
    opened = os.open(os.devnull, os.O_RDWR)
    if opened != number:
        os.dup2(opened, number)
        os.close(opened)
    os.set_inheritable(number, True)


def _settle(stream: TextIO, errors: str, encoding: str | None = None) -> None:
    reconfigure = getattr(stream, "reconfigure", None)  # what tests put in its place may have none
    if reconfigure is not None:
        reconfigure(errors=errors, encoding=encoding)
