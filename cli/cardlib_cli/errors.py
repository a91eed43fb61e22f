"""Turns whatever ends a command into a message on standard error and an exit code; the only place that does."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn

from cardlib.errors import CardlibError, EngineError, raised
from cardlib.plugins import broken_by
from cardlib_cli.interrupts import INTERRUPTED, interrupted
from cardlib_cli.streams import hush


@contextmanager
def reported() -> Iterator[None]:
    """Run a command; print what a person can mend and exit with 1 (130 when interrupted, whatever came of it)."""
    try:
        try:
            yield
        finally:
            _finish()
    except SystemExit as leaving:
        if interrupted() and leaving.code != INTERRUPTED:
            end_as_interrupted()
        raise
    except BrokenPipeError:
        hush(sys.stdout)
        hush(sys.stderr)
        raise SystemExit(0) from None
    except CardlibError as error:
        _end(str(error), 1)
    except KeyboardInterrupt:
        end_as_interrupted()
    except OSError as error:
        _end(f"{f'{error.filename}: ' if error.filename else ''}{error.strerror or error}", 1)
    except MemoryError:
        _end("this needs more memory than there is; ask for less at a time", 1)
    except Exception as error:
        if type(error).__module__ != "sqlite3" and not interrupted():
            found = broken_by(error)
            if found is None and isinstance(error, EngineError):
                _end(f"the rules broke: {raised(error)}", 1)
            if found is None:
                raise  # a defect of cardlib
            slug, package = found
            _end(f"the rules of '{slug}' broke: {raised(error, package)}", 1)
        from cardlib.places import cache_root

        _end(f"the database can't be read: {error}; it is made anew when {cache_root()} is emptied", 1)


def end_as_interrupted() -> NoReturn:
    """Leave after Ctrl-C, where nothing else has been said of it."""
    _end("interrupted", INTERRUPTED, "\n")


def _finish() -> None:
    """Write out what a command has printed; where that can't be, it is not tried again."""
    try:
        sys.stdout.flush()
    except (OSError, CardlibError):
        hush(sys.stdout)
        raise


def _end(message: str, code: int, before: str = "") -> NoReturn:
    """Leave with a message; after an interrupt it is what ended the command, whatever a library made of it."""
    if interrupted() and code != INTERRUPTED:
        message, code, before = "interrupted", INTERRUPTED, "\n"
    try:
        sys.stderr.write(f"{before}cardlib: {message}\n")
        sys.stderr.flush()
    except (OSError, CardlibError):
        hush(sys.stderr)
    raise SystemExit(code) from None


def last_words(text: str) -> None:
    """Say something on standard error to whoever is still there; streams that lead nowhere any more are hushed."""
    with suppress(OSError, ValueError, CardlibError):
        sys.stderr.write(f"{text}\n")
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, CardlibError):
            hush(stream)
