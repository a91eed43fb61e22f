"""What signals do to a command that keeps something: Ctrl-C, a kill and a closed terminal end it in good order.

A series of games ends like one that is interrupted (`like_an_interrupt`). A match at the table (`Signals`) is stopped
once, never in the middle of what must stay whole, and never again while it is saved.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

SHELL = 128  # to which a shell adds the number of the signal that ended a command
ENDING = ("SIGINT", "SIGTERM", "SIGHUP")
HUNG_UP = SHELL + 1  # SIGHUP, also where the system has none


class Stopped(KeyboardInterrupt):
    """A signal that ends the command; `exit_code` is what a shell makes of it."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.exit_code = SHELL + number


class Signals:
    """As a context: the first signal raises `Stopped`, once; those that come later are not heard.

    What stands in `whole()` is not interrupted: `Stopped` is raised behind it. After `hold()` nothing is raised any
    more. A command that was stopped stays deaf until its process ends; otherwise all is as it was before.
    """

    __slots__ = ("_before", "_first", "_held")

    def __init__(self) -> None:
        self._first: int | None = None  # the signal that came first
        self._held = 0
        self._before: dict[int, object] = {}

    def __enter__(self) -> Signals:
        for name in ENDING:
            number = getattr(signal, name, None)
            # What is ignored stays so: `nohup` and shells say in this way that a command outlives its terminal.
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                self._before[number] = signal.signal(number, self._heard)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.hold()
        if self._first is None:
            for number, handler in self._before.items():
                signal.signal(number, handler)  # type: ignore[arg-type]

    def _heard(self, number: int, frame: object) -> None:
        if self._first is None:
            self._first = number
            if not self._held:
                raise Stopped(number)

    @contextmanager
    def whole(self) -> Iterator[None]:
        """Let nothing interrupt what stands in the block."""
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1
            if self._first is not None and not self._held:
                raise Stopped(self._first)

    def hold(self) -> None:
        """From now on let nothing interrupt anything."""
        self._held += 1

    @property
    def exit_code(self) -> int | None:
        """The exit code of what was stopped, also while it was held; None while nothing came."""
        return None if self._first is None else SHELL + self._first


@contextmanager
def like_an_interrupt() -> Iterator[list[int]]:
    """Raise KeyboardInterrupt for SIGTERM and SIGHUP while the block runs; yield the numbers of those that came."""
    came: list[int] = []

    def stop(number: int, frame: object) -> None:
        came.append(number)
        raise KeyboardInterrupt

    names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {name: signal.signal(getattr(signal, name), stop) for name in names}
    try:
        yield came
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)
