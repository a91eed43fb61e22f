"""Runs one command of a case: in a fork of a parent that has imported everything, at a terminal, or from its start.

Whichever it is, it has a process of its own with bounds on memory, processor time and the size of a file, and is ended
when it takes too long. What it printed, what it did (see `watching`), and what it cost come back as an `Outcome`.
"""

from __future__ import annotations

import contextlib
import fcntl
import gc
import io
import os
import pty
import resource
import select
import signal
import sys
import tempfile
import termios
import time
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from fuzz.surroundings import Surroundings
from fuzz.watching import watch
from fuzz.world import World

SECONDS = 20.0  # of processor time before a case is ended
WALL = 45.0  # seconds before one that waits is ended
MEMORY = 3 << 30  # bytes of address space
FILE = 256 << 20  # bytes of one file
READ = 8 << 20  # bytes of output that are looked at

COMMAND = "command"  # how a case is run
TERMINAL = "terminal"
FORK = "fork"


@dataclass(slots=True)
class Outcome:
    """What became of a command: its exit code (-n for signal n), output, cost, and what was seen of it.

    `megabytes` are those that it took beyond what the process held that it was forked from.
    """

    code: int
    out: bytes
    err: bytes
    seconds: float
    wall: float
    megabytes: int
    seen: tuple[str, ...] = ()
    ended: str = ""  # why it had to be ended
    terminal: bool = False


def run(world: World, argv: Sequence[str], typed: bytes, how: str, around: Surroundings) -> Outcome:
    """Run a command in a world."""
    with (
        tempfile.TemporaryFile() as given,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
        tempfile.TemporaryFile() as seen,
    ):
        given.write(typed)
        given.seek(0)
        master, slave = pty.openpty() if how == TERMINAL else (-1, -1)
        files = (slave, slave, slave) if how == TERMINAL else (given.fileno(), out.fileno(), err.fileno())
        held = _held()
        began = time.monotonic()
        child = os.fork()
        if not child:
            try:
                _become(
                    [word.replace("{outside}", str(world.outside)) for word in argv], files, seen, how, around, world
                )
            finally:
                os._exit(99)
        if slave >= 0:
            os.close(slave)
        text, ended = _attended(child, master, typed, began)
        _, status, used = os.wait4(child, 0)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child, signal.SIGKILL)
        if master >= 0:
            os.close(master)
        return Outcome(
            os.waitstatus_to_exitcode(status),
            text or _read(out),
            _read(err),
            used.ru_utime + used.ru_stime,
            time.monotonic() - began,
            max(0, used.ru_maxrss // 1024 - held),
            tuple(_read(seen).decode("utf-8", "replace").splitlines()),
            ended,
            how == TERMINAL,
        )


def _become(
    argv: list[str], files: Sequence[int], seen: IO[bytes], how: str, around: Surroundings, world: World
) -> None:
    """In the child: be the command; never returns."""
    os.setsid()
    os.chdir(world.work)
    if how == TERMINAL:
        _silent(files[0])
        fcntl.ioctl(files[0], termios.TIOCSCTTY, 0)
    for number, file in enumerate(files):
        os.dup2(file, number)
    environment = {**_bare(), **world.environment(), **around.environment(world.root)}
    _bounded()
    if how == COMMAND:
        _started(argv, environment, around, world)
    else:
        _forked(argv, environment, os.dup(seen.fileno()), world)


def _held() -> int:
    """Return the megabytes of memory that this process holds; a fork of it begins with them."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() >> 20


def _bare() -> dict[str, str]:
    """What of the environment a command needs."""
    return {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL", "VIRTUAL_ENV") if name in os.environ}


def _silent(terminal: int) -> None:
    """A terminal that does not show what is typed."""
    set_to = termios.tcgetattr(terminal)
    set_to[3] &= ~termios.ECHO
    termios.tcsetattr(terminal, termios.TCSANOW, set_to)


def _bounded() -> None:
    for kind, bound in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_FSIZE, FILE),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_CPU, int(SECONDS)),
    ):
        resource.setrlimit(kind, (bound, bound + (kind == resource.RLIMIT_CPU)))


def _attended(child: int, master: int, typed: bytes, began: float) -> tuple[bytes, str]:
    """Wait for a child, typing and reading at its terminal if it has one; returns what it wrote there."""
    text = b""
    fd = os.pidfd_open(child)
    keys = typed.replace(b"\x04", b"") + b"\n\x04" if master >= 0 else b""
    at = 0  # how many of them are typed
    try:
        while True:
            left = began + WALL - time.monotonic()
            if left <= 0:
                os.kill(child, signal.SIGKILL)
                return text, f"waited for more than {WALL:.0f} s"
            readers = [fd, *([master] if master >= 0 else [])]
            ready, writable, _ = select.select(readers, [master] if at < len(keys) else [], [], left)
            if master in writable:
                end = keys.find(b"\n", at, at + 1000) + 1 or at + 1000
                with contextlib.suppress(OSError):
                    os.write(master, keys[at:end])
                at = end
            if master in ready:
                with contextlib.suppress(OSError):
                    text += os.read(master, 1 << 16)[: max(0, READ - len(text))]
            if fd in ready:
                while master >= 0 and select.select([master], [], [], 0)[0]:
                    try:
                        more = os.read(master, 1 << 16)
                    except OSError:
                        break
                    if not more:
                        break
                    text += more
                return text, ""
    finally:
        os.close(fd)


def _read(file: IO[bytes]) -> bytes:
    file.seek(0)
    return file.read(READ)


def _forked(argv: list[str], environment: Mapping[str, str], seen: int, world: World) -> None:
    """In the child: go on as the command, as if it had just been started; what is seen of it goes to a file."""
    from cardlib_cli import main

    gc.disable()  # a command is short, and its parent has much that would be looked through
    sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)), "utf-8", "strict")
    line = os.isatty(1)
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "w", closefd=False)), "utf-8", line_buffering=line)
    sys.stderr = io.TextIOWrapper(
        io.BufferedWriter(io.FileIO(2, "w", closefd=False)), "utf-8", "backslashreplace", line_buffering=True
    )
    os.environ.clear()
    os.environ.update(environment)
    tempfile.tempdir = str(world.root / "scratch")
    sys.argv = ["cardlib", *argv]
    sys.path_importer_cache.clear()
    watch(world.root, lambda what: os.write(seen, f"{what}\n".encode("utf-8", "replace")))
    code: object = 0
    try:
        main.main()
    except SystemExit as error:
        code = error.code
    except BaseException:
        traceback.print_exc()
        code = 1
    if isinstance(code, str):
        sys.stderr.write(code)
    try:
        sys.stdout.flush()
    except OSError:
        code = 120
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.flush()
    os._exit(code & 255 if isinstance(code, int) else 0 if code is None else 1)


def _started(argv: list[str], environment: dict[str, str], around: Surroundings, world: World) -> None:
    """In the child: start the command anew, as a shell would."""
    around.enter(world.root)
    command = Path(sys.executable).with_name("cardlib")
    words = [word.replace("\0", "").encode("utf-8", "surrogatepass") for word in argv]  # as a script may pass them
    os.execve(command, ["cardlib", *words], environment)
