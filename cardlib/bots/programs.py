"""Programs of others that are talked with in lines: started without a shell, asked with a time limit, ended for sure.

A program is kept for the next match when one is over, and ended when nobody has asked for it for a moment, at the end
of this process, and when it does not answer. Should this process be killed, a warden, which is a small process of its
own, ends what it has started. Nothing here knows what the lines say.
"""

from __future__ import annotations

import atexit
import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections import deque
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread, Timer
from typing import IO

from cardlib.bots.protocol import ProgramError
from cardlib.bounds import ANSWER
from cardlib.errors import CardlibError, NotFound
from cardlib.visible import visible

IDLE = 2.0  # seconds for which a program is kept that nobody talks with
PATIENCE = 5.0  # seconds that it gets to end by itself when its input ends
GLANCE = 0.1  # seconds between two looks whether it has
MOMENT = 0.5  # seconds until one that says no more shows whether it has ended
KEPT = 8  # last lines of its standard error, for messages
SHOWN = 200  # characters of a line in a message
OURS = "cardlib"  # the value of PYTHONSAFEPATH that a series gives its processes, and that is not meant for programs

# Holds the numbers of programs; when its own input ends, whoever started them is gone, and they are ended.
_WARDEN = """
import os, signal, sys
held = set()
for line in sys.stdin:
    (held.add if line[0] == "+" else held.discard)(int(line[1:]))
for number in held:
    try:
        os.killpg(number, signal.SIGKILL) if hasattr(os, "killpg") else os.kill(number, signal.SIGTERM)
    except OSError:
        pass
"""


class Ended(ProgramError):
    """A program that ended, or closed its output, where it should have answered."""

    def __init__(self, message: str, code: int | None) -> None:
        """`code` is its exit code, None while it runs."""
        super().__init__(message)
        self.code = code


def command_of(text: str, where: str) -> list[str]:
    """Return the words of a command, as a shell would read them; raises NotFound for a program that is not there."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise CardlibError(f"{where}: the command can't be read: {error}") from None
    if not words:
        raise CardlibError(f"{where}: found no command, expected one such as pipe:./mybot.sh")
    if shutil.which(words[0]) is None:
        there = Path(words[0]).exists()
        hint = f"; a file in this folder is ./{words[0]}" if there and "/" not in words[0] else ""
        hint = hint or ("; it is no file that may be run (chmod +x)" if there else "")
        raise NotFound(f"{where}: no program '{words[0]}' can be started{hint}")
    return words


class Program:
    """A running program. What it says is read by threads, so that waiting for it has an end."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self.command = command
        self.folder = Path.cwd()  # where it runs
        self.lines = 0  # that were read of it
        self.greeted = False
        self.served = False  # whether it was given back before
        self.timer: Timer | None = None
        self.ending = Lock()  # held by whoever ends it
        environment = {name: value for name, value in os.environ.items() if (name, value) != ("PYTHONSAFEPATH", OURS)}
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment,
                start_new_session=True,  # so that Ctrl-C is the business of this process
            )
        except OSError as error:
            raise ProgramError(f"can't be started: {error.strerror or error}") from None
        _warden(f"+{self.process.pid}")
        self._said: SimpleQueue[bytes | None] = SimpleQueue()
        self._heard: SimpleQueue[bytes | None] = SimpleQueue()
        self.errors: deque[str] = deque(maxlen=KEPT)
        assert self.process.stdin and self.process.stdout and self.process.stderr
        self._threads = [
            Thread(target=_writing, args=(self._heard, self.process.stdin), daemon=True),
            Thread(target=_reading, args=(self.process.stdout, self._said), daemon=True),
            Thread(target=_noting, args=(self.process.stderr, self.errors), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def say(self, line: str) -> None:
        """Send a line; it does not wait until the program has read it."""
        self._heard.put(line.encode() + b"\n")

    def early(self) -> str | None:
        """Return what the program has said before it was asked, if it has said anything."""
        with suppress(Empty):
            return self._told(self._said.get_nowait())
        return None

    def answer(self, seconds: float) -> str:
        """Return its next line; raises ProgramError where none comes in time, and for one that is no text."""
        try:
            line = self._said.get(timeout=seconds)
        except Empty:
            hint = "; a line counts when it is whole and written out (flushed)"
            raise ProgramError(f"gave no answer within {seconds:g} seconds{hint}{self.last_words()}") from None
        return self._told(line)

    def _told(self, line: bytes | None) -> str:
        if line is None:
            self._said.put(None)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(MOMENT)
            self._threads[-1].join(MOMENT)
            code = self.process.returncode
            how = "closed its output" if code is None else f"ended with {_ending(code)}"
            raise Ended(f"{how} instead of an answer{self.last_words()}", code)
        self.lines += 1
        if not line.endswith(b"\n") and len(line) > ANSWER:
            raise ProgramError(f"its line {self.lines} is longer than {ANSWER:,} bytes")
        try:
            return line.decode().rstrip("\r\n")
        except UnicodeDecodeError:
            raise ProgramError(f"its line {self.lines} is no UTF-8: {shown(repr(line)[1:])}") from None

    def last_words(self) -> str:
        """Return what it wrote to standard error last, for the end of a message."""
        return "".join(f"\n  {line}" for line in self.errors)

    def end(self) -> None:
        """End it: first its input, then the program, and all that it has started in turn."""
        if self.timer is not None:
            self.timer.cancel()
        self._heard.put(None)
        for _ in range(round(PATIENCE / GLANCE)):  # by and by: where the clock leaps it is still given its time
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(GLANCE)
                break
        if hasattr(os, "killpg"):
            with suppress(OSError):  # also what it left behind in its group
                os.killpg(self.process.pid, signal.SIGKILL)
        elif self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        _warden(f"-{self.process.pid}")
        for thread in self._threads:
            thread.join(MOMENT)


def shown(text: str) -> str:
    """Return a line of a program as messages show it."""
    return visible(text if len(text) <= SHOWN else f"{text[:SHOWN]}…")


def _ending(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"


def _writing(lines: SimpleQueue[bytes | None], stream: IO[bytes]) -> None:
    """Write lines until there are no more; a program that reads none shows when it is asked."""
    with suppress(OSError, ValueError), stream:
        while (line := lines.get()) is not None:
            stream.write(line)
            stream.flush()


def _reading(stream: IO[bytes], lines: SimpleQueue[bytes | None]) -> None:
    with suppress(OSError, ValueError), stream:
        while line := stream.readline(ANSWER + 1):
            lines.put(line)
    lines.put(None)


def _noting(stream: IO[bytes], lines: deque[str]) -> None:
    with suppress(OSError, ValueError), stream:
        while line := stream.readline(ANSWER + 1):
            lines.append(shown(line.decode(errors="replace").rstrip("\r\n")))


# -- those that run ------------------------------------------------------------------------------------------------

_lock = Lock()
_running: list[Program] = []
_idle: list[Program] = []
_warden_process: list[subprocess.Popen[bytes]] = []


def borrow(command: tuple[str, ...]) -> Program:
    """Return a program that nobody talks with and that was started in this folder; one is started if there is none.

    It may have ended in the meantime, which shows when it is asked.
    """
    folder = Path.cwd()
    with _lock:
        for program in _idle:
            if (program.command, program.folder) == (command, folder):
                _idle.remove(program)
                if program.timer is not None:
                    program.timer.cancel()
                return program
    program = Program(command)
    with _lock:
        _running.append(program)
    return program


def give_back(program: Program) -> None:
    """Keep a program for whoever wants it next; for a moment."""
    program.served = True
    program.timer = Timer(IDLE, _expire, (program,))
    program.timer.daemon = True
    with _lock:
        _idle.append(program)
    program.timer.start()


def dismiss(program: Program) -> None:
    """End a program; it counts as running until it has ended, so that nobody leaves before."""
    with _lock:
        if program in _idle:
            _idle.remove(program)
    with program.ending:
        if program in _running:
            program.end()
            _running.remove(program)


def _expire(program: Program) -> None:
    with _lock:
        if program not in _idle:
            return
        _idle.remove(program)
    dismiss(program)


@atexit.register
def end_all() -> None:
    """End all programs that run."""
    for program in [*_running]:
        dismiss(program)


def _warden(line: str) -> None:
    """Tell the warden of a program that was started (+) or has ended (-)."""
    with _lock:
        if not _warden_process:
            _warden_process.append(
                subprocess.Popen(
                    [sys.executable, "-I", "-S", "-c", _WARDEN],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,
                )
            )
        stream = _warden_process[0].stdin
        assert stream is not None
        with suppress(OSError, ValueError):
            stream.write(f"{line}\n".encode())
            stream.flush()
