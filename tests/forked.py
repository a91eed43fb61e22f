"""Many command lines, each in a process of its own with streams, limits and faults as told, in a few milliseconds.

`run(cases)` asks one Python, which imports everything once, forks for each case, and stays until the tests end. What a
fork finds is what a started command finds: closed streams are closed, a full one refuses, a pipe has lost its reader.
For lines of a shell, `programs()` is a folder for the front of PATH, whose `cardlib` is such a fork too.
"""

from __future__ import annotations

import gc
import json
import marshal
import os
import select
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal, NoReturn

LIMIT = 300  # seconds for one case; a guard, not a measure

# What stands in for a started command: it hands over its streams, and ends as that which has them.
PROGRAM = """#!{python} -IS
import _socket, marshal, posix, sys

asked = _socket.socket(_socket.AF_UNIX)
asked.connect("{place}/asked")
told = marshal.dumps([sys.argv[1:], posix.getcwd(), posix.environ])
streams = b"".join(number.to_bytes(4, sys.byteorder) for number in (0, 1, 2))
asked.sendmsg([len(told).to_bytes(8, "big")], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, streams)])
asked.sendall(told)
sys.exit(int(asked.recv(8) or b"70"))
"""

Stream = Literal["kept", "closed", "full", "gone"]


@dataclass(frozen=True)
class Case:
    """A command line: where it runs, what it finds, and after how many bytes of a file the disk is full."""

    words: Sequence[str] = ()
    folder: str = "."
    python: str = ""  # a program that runs in place of a command
    given: str | None = ""  # on standard input; None is closed
    stdout: Stream = "kept"
    stderr: Stream = "kept"
    environment: Mapping[str, str] = field(default_factory=dict)
    bare: bool = False  # whether the environment is nothing but that
    largest: int | None = None  # bytes of a file, as the system limits them
    umask: int = 0o022
    killed_at: int | None = None  # at which change of the file system, counted from 1
    killed_after: float | None = None  # seconds


@dataclass(frozen=True)
class Ran:
    """What became of a command: its exit code, and what it wrote."""

    code: int
    out: bytes
    err: str

    @property
    def calm(self) -> bool:
        """Whether nothing was shown that only an author of the program can read."""
        shown = self.err + self.out.decode(errors="replace")
        return self.code in (0, 1, 2, 130) and "Traceback" not in shown and "Exception ignored" not in shown


def run(cases: Sequence[Case]) -> list[Ran]:
    """Run the cases one after another and return what became of each."""
    server = _server()
    return [server.run(case) for case in cases]


class Server:
    """The Python that is asked: cases go to its standard input, a line each, and what became of them lies in files."""

    def __init__(self) -> None:
        self._place = tempfile.TemporaryDirectory()
        self.programs = Path(self._place.name, "programs")
        self.programs.mkdir()
        program = self.programs / "cardlib"
        program.write_text(PROGRAM.format(python=sys.executable, place=self._place.name), encoding="utf-8")
        program.chmod(0o755)
        self._process = subprocess.Popen(
            [sys.executable, __file__, self._place.name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None and self._process.stdout.readline(), "the commands can't be imported"

    def run(self, case: Case) -> Ran:
        """Run a case to its end."""
        given, answers = self._process.stdin, self._process.stdout
        assert given is not None and answers is not None
        given.write(f"{json.dumps(asdict(case))}\n")
        given.flush()
        ready, _, _ = select.select([answers], [], [], LIMIT)
        assert ready and answers.readline(), f"{case}: did not end within {LIMIT} s"
        out, err, code = (Path(self._place.name, name).read_bytes() for name in ("out", "err", "code"))
        return Ran(int(code), out, err.decode(errors="replace"))


def programs() -> Path:
    """Return a folder with a program `cardlib` that begins at once, with the streams and environment of its caller."""
    return _server().programs


@cache
def _server() -> Server:
    return Server()  # ends when its standard input does, and that is with this process


def child(case: Case, name: str, ends: Mapping[int, int]) -> NoReturn:
    """Become the command of a case, which writes to the ends of pipes; never returns."""
    import resource

    gc.disable()  # a command is short, and its parent has much that would be looked through
    for number, stream in ((2, case.stderr), (1, case.stdout)):  # a file that is opened gets the lowest free number
        os.close(number)
        if stream == "kept":
            opened = os.dup2(ends[number], number)
        elif stream == "full":
            opened = os.open("/dev/full", os.O_WRONLY)
        elif stream == "gone":
            opened, writing = os.pipe()  # the end to read from is `number`, and gone with the next line
            os.dup2(writing, number)
            os.close(writing)
        if stream != "closed":
            assert opened == number
    if case.given is not None:
        Path(f"{name}.given").write_text(case.given, encoding="utf-8", errors="surrogateescape")
    os.close(0)
    if case.given is not None:
        assert os.open(f"{name}.given", os.O_RDONLY) == 0
    if case.bare:
        os.environ.clear()
    os.environ |= case.environment
    os.umask(case.umask)
    os.chdir(case.folder)
    if case.largest is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (case.largest, case.largest))
    encoding = case.environment.get("PYTHONIOENCODING", "utf-8")
    sys.stdin = None if case.given is None else os.fdopen(0, encoding=encoding)  # type: ignore[assignment]
    sys.stdout = None if case.stdout == "closed" else os.fdopen(1, "w", encoding=encoding)  # type: ignore[assignment]
    sys.stderr = None if case.stderr == "closed" else os.fdopen(2, "w", buffering=1)  # type: ignore[assignment]
    sys.__stdout__ = sys.stdout  # type: ignore[misc]
    sys.argv = ["cardlib", *case.words]
    if case.killed_at is not None:
        sys.addaudithook(killer(case.killed_at))
    if case.killed_after is not None:
        threading.Timer(case.killed_after, os.kill, (os.getpid(), signal.SIGKILL)).start()
    become(case.python)


def become(python: str = "", end: Callable[[int], object] = os._exit) -> NoReturn:
    """Run a program, or the command that `sys.argv` tells, in this process, and end it with its exit code."""
    from cardlib.abilities.operations.registry import load_operations
    from cardlib_cli.main import main

    sys.path[:1] = [*[""] * bool(python), *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    load_operations.cache_clear()  # a package that this process finds brings its own
    code: object = 0
    try:
        exec(python, {"__name__": "__main__"}) if python else main()
    except SystemExit as ended:
        code = ended.code
    except BaseException:
        code = 70
        traceback.print_exc()
    try:
        sys.stdout.flush()
        if sys.stderr is not None:
            sys.stderr.flush()
    except Exception:
        code = 120
    end(code if isinstance(code, int) else 0 if code is None else 1)
    os._exit(0)


def gone(connection: socket.socket) -> None:
    """End this process when the program whose streams it has is no longer there, as a signal ends a started one."""
    connection.recv(1)  # which never says anything more
    os._exit(128 + signal.SIGTERM)


def asked(connection: socket.socket) -> NoReturn:
    """Become the command of a started program, with its streams, and tell it the exit code."""
    size, streams, _, _ = socket.recv_fds(connection, 8, 3)
    with connection.makefile("rb") as told:
        words, folder, environment = marshal.loads(told.read(int.from_bytes(size, "big")))
    gc.disable()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.environ.clear()
    os.environb |= environment
    os.chdir(folder)
    sys.stdin, sys.stdout = os.fdopen(0, encoding="utf-8"), os.fdopen(1, "w", encoding="utf-8")
    sys.stderr = os.fdopen(2, "w", buffering=1, encoding="utf-8")
    sys.__stdout__ = sys.stdout  # type: ignore[misc]
    sys.argv = ["cardlib", *words]
    threading.Thread(target=gone, args=(connection,), daemon=True).start()
    become(end=lambda code: connection.sendall(str(code).encode()))


def read_all(pipes: Mapping[int, int]) -> dict[int, bytes]:
    """Read some pipes to their ends at the same time, and close them."""
    found = dict.fromkeys(pipes, b"")
    with selectors.DefaultSelector() as selector:
        for number, pipe in pipes.items():
            selector.register(pipe, selectors.EVENT_READ, number)
        while selector.get_map():
            for key, _ in selector.select():
                data = os.read(key.fd, 1 << 16)
                found[key.data] += data
                if not data:
                    selector.unregister(key.fd)
                    os.close(key.fd)
    return found


def killer(at: int) -> Callable[[str, tuple[object, ...]], None]:
    """Return a hook that kills this process just before it changes the file system for the n-th time."""
    left = at

    def hook(event: str, given: tuple[object, ...]) -> None:
        nonlocal left
        writes = event == "open" and isinstance(given[2], int) and given[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        if writes or event in ("os.rename", "os.mkdir", "os.remove", "os.rmdir", "os.truncate", "sqlite3.connect"):
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    return hook


def serve(place: str) -> None:
    """Run the cases of standard input, one fork for each."""
    import pypdfium2
    import sqlmodel

    import cardlib.catalog.tables
    import cardlib.decks.checking
    import cardlib.lab.picture
    import cardlib_cli.session
    import cardlib_print.noting
    import cardlib_print.raster
    from cardlib import plugins
    from cardlib.catalog.check import check_project
    from cardlib.filters.grammar import tree_of
    from cardlib_cli.main import COMMANDS

    del cardlib_cli, cardlib_print, pypdfium2, sqlmodel, cardlib
    for module, _ in COMMANDS.values():
        __import__(module)
    for game in plugins.bundled():
        plugins.rules_maker(game)
    tree_of("cost<=2")
    check_project("mecha")  # the schemas
    gc.freeze()  # what is here now is not looked through by every fork
    answers = os.fdopen(os.dup(1), "w")
    with socket.socket(socket.AF_UNIX) as door, selectors.DefaultSelector() as selector:
        door.bind(f"{place}/asked")
        door.listen()
        selector.register(door, selectors.EVENT_READ)
        selector.register(0, selectors.EVENT_READ)
        answers.write("ready\n")
        answers.flush()
        while True:
            for key, _ in selector.select():
                if key.fileobj is door:
                    connection, _ = door.accept()
                    if os.fork() == 0:
                        asked(connection)
                    connection.close()
                elif line := sys.stdin.readline():
                    case_of(place, Case(**json.loads(line)))
                    answers.write("done\n")
                    answers.flush()
                else:
                    return
            with suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass


def case_of(place: str, case: Case) -> None:
    """Run a case in a fork, and leave in files what became of it."""
    pipes = {1: os.pipe(), 2: os.pipe()}
    process = os.fork()
    if process == 0:
        child(case, f"{place}/case", {number: writing for number, (_, writing) in pipes.items()})
    for _, writing in pipes.values():
        os.close(writing)
    for number, data in read_all({number: reading for number, (reading, _) in pipes.items()}).items():
        Path(f"{place}/{'out' if number == 1 else 'err'}").write_bytes(data)
    Path(f"{place}/code").write_text(str(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])))


if __name__ == "__main__":
    serve(sys.argv[1])
