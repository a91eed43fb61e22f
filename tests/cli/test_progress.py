"""The progress bar: there as soon as the work takes over a second, and gone when it ends."""

from __future__ import annotations

import os
import pty
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from cardlib_cli import progress

LIMIT = 30  # seconds to wait for the bar; a guard, not a measure


@contextmanager
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Put a terminal in the place of standard error; returns the end at which somebody looks."""
    looked_at, made = pty.openpty()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    with os.fdopen(made, "w", encoding="utf-8") as stream, monkeypatch.context() as while_open:
        while_open.setattr(sys, "stderr", stream)
        yield looked_at
    os.close(looked_at)


def seen(looked_at: int, text: str = "") -> str:
    """Return what is shown: until a text stands there, or what waits."""
    found = ""
    while select.select([looked_at], [], [], LIMIT if text and text not in found else 0)[0]:
        found += os.read(looked_at, 65536).decode()
    return found


def test_a_bar_is_there_before_the_first_step_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game may take minutes, and nobody is to believe that nothing happens."""
    monkeypatch.setattr(progress, "AFTER", 0.05)
    with terminal(monkeypatch) as looked_at:
        with progress.progress("games") as step:
            assert step is not None
            step(0, 7)
            assert "games" in seen(looked_at, "0/7")
        assert seen(looked_at).endswith("\x1b[2K")  # the line is empty again


def test_a_second_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    with terminal(monkeypatch) as looked_at:
        with progress.progress("games") as step:
            assert step is not None
            step(3, 7)
        assert seen(looked_at) == ""


def test_a_terminal_that_cannot_take_a_line_back_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    with terminal(monkeypatch) as looked_at:
        monkeypatch.setenv("TERM", "dumb")
        with progress.progress("games") as step:
            assert step is None
        assert seen(looked_at) == ""


def test_nobody_looks_at_a_pipe() -> None:
    with progress.progress("games") as step:
        assert step is None
