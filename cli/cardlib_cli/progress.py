"""One progress bar for every command: on standard error, only on a terminal, only once the work takes over a second.

It is there after that second, also where nothing is done by then: a game of the search may take minutes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, Timer
from typing import Protocol, TextIO

AFTER = 1.0  # seconds


class Step(Protocol):
    """Draws the bar: so many of so many are done, and what is known by now."""

    def __call__(self, done: int, total: int, known: str = "") -> None: ...


@contextmanager
def progress(title: str) -> Iterator[Step | None]:
    """Give a function that draws the bar; None if nobody looks, or the terminal cannot take a line back."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn(title),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[known]}"),
        console=Console(file=_bare(sys.stderr)),
        transient=True,
        redirect_stdout=False,  # what is told meanwhile goes its own way, which is guarded
        redirect_stderr=False,
    )
    task = bar.add_task(title, total=None, known="")
    ended, lock = False, Lock()

    def step(done: int, total: int, known: str = "") -> None:
        bar.update(task, completed=done, total=total, known=known)

    def begin() -> None:
        with lock:
            if not ended:
                bar.start()

    waiting = Timer(AFTER, begin)
    waiting.daemon = True
    waiting.start()
    try:
        yield step
    finally:
        waiting.cancel()
        with lock:
            ended = True
        if bar.live.is_started:
            bar.stop()


def _bare(stream: TextIO) -> TextIO:
    """The terminal itself: a bar moves the cursor, and its words are cardlib's own."""
    return open(stream.fileno(), "w", encoding=stream.encoding, closefd=False)
