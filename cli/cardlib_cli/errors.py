"""Turns every `CardlibError` into a message on standard error and an exit code; the only place that does."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from cardlib.errors import CardlibError


@contextmanager
def reported() -> Iterator[None]:
    """Run a command; print what a person can mend and exit with 1 (130 when interrupted)."""
    try:
        yield
    except CardlibError as error:
        sys.stderr.write(f"cardlib: {error}\n")
        raise SystemExit(1) from None
    except KeyboardInterrupt:
        sys.stderr.write("\ncardlib: interrupted\n")
        raise SystemExit(130) from None
    except BrokenPipeError:
        hush()
        raise SystemExit(0) from None
    except OSError as error:
        hush()
        sys.stderr.write(f"cardlib: {f'{error.filename}: ' if error.filename else ''}{error.strerror or error}\n")
        raise SystemExit(1) from None


def open_streams() -> None:
    """Let a stream that the caller has closed (`>&-`) lead nowhere, before a file of ours gets its number."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            try:
                os.fstat(number)
            except OSError:
                os.open(os.devnull, os.O_RDWR)  # gets the lowest number that is free, which is this one
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))


def last_words(text: str) -> None:
    """Say something on standard error to whoever is still there; streams that lead nowhere any more are hushed."""
    with suppress(OSError, ValueError):
        sys.stderr.write(f"{text}\n")
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with suppress(OSError, ValueError):
                hush(stream)


def hush(stream: TextIO | None = None) -> None:
    """Let standard output, or another stream, lead nowhere: what is not written yet has no place to go."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), (stream or sys.stdout).fileno())
