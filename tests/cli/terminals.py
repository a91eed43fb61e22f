"""A real terminal for `cardlib`: a process on a pty of its own, which can be typed to, closed, and killed."""

from __future__ import annotations

import os
import pty
import select
import signal
import sys
import termios
import time
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

LIMIT = 60  # seconds to wait for anything; a guard, not a measure


class Terminal:
    """`cardlib …` in a window: the leader of a session whose terminal is a pty."""

    def __init__(self, folder: Path, *words: str, deaf_to: Collection[int] = ()) -> None:
        self.shown = ""
        self.code: int | None = None  # minus the number of the signal that killed it
        command = [sys.executable, "-m", "cardlib_cli.main", *words]
        more = {"CARDLIB_MATCHES": str(folder / "matches"), "COLUMNS": "100", "TERM": "dumb"}
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            for one in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
                signal.signal(one, signal.SIG_IGN if one in deaf_to else signal.SIG_DFL)
            os.chdir(folder)
            os.execve(command[0], command, {**os.environ, **more})

    def wait_for(self, text: str, times: int = 1) -> None:
        """Read what is shown until a text stands there that many times."""
        until = time.monotonic() + LIMIT
        while self.shown.count(text) < times:
            assert time.monotonic() < until, f"{text!r} was not shown:\n{self.shown}"
            if not self.read(1.0):
                assert self.code is None, f"it ended with {self.code}, {text!r} was not shown:\n{self.shown}"

    def read(self, seconds: float) -> bool:
        """Read what is shown now; False where nothing came or nothing will."""
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            found = os.read(self.master, 65536)
        except OSError:  # what Linux says when the last process of a pty has gone
            found = b""
        if not found:
            self.ended()
        self.shown += found.decode(errors="replace").replace("\r\n", "\n")
        return bool(found)

    def type(self, text: str | bytes) -> None:
        """Type something; a line ends with a newline."""
        os.write(self.master, text if isinstance(text, bytes) else text.encode())

    def deaf_to_keys(self) -> None:
        """Hand on every byte as it is, without keys that the terminal itself answers."""
        modes = termios.tcgetattr(self.master)
        modes[3] &= ~termios.ISIG
        termios.tcsetattr(self.master, termios.TCSANOW, modes)

    def signal(self, *numbers: int) -> None:
        """Send signals, one right behind the other."""
        for number in numbers:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def close(self) -> None:
        """Close the window."""
        os.close(self.master)
        self.master = -1

    def ended(self) -> int:
        """Wait for the end; returns the exit code, or minus the number of the signal that killed it."""
        until = time.monotonic() + LIMIT
        while self.code is None:
            if self.master >= 0 and select.select([self.master], [], [], 0)[0]:
                with suppress(OSError):
                    self.shown += os.read(self.master, 65536).decode(errors="replace").replace("\r\n", "\n")
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.code = os.waitstatus_to_exitcode(status)
                return self.code
            if time.monotonic() > until:
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
                raise AssertionError(f"it did not end:\n{self.shown}")
            time.sleep(0.005)
        return self.code

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self.code is None:
            self.signal(signal.SIGKILL)
            self.ended()
        if self.master >= 0:
            self.close()
