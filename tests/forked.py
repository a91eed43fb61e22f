"""Many command lines, each in a process of its own with streams, limits and faults as told, in a few milliseconds.

`run(cases)` asks one Python, which imports everything once, forks for each case, and stays until the tests end. What a
fork finds is what a started command finds: closed streams are closed, a full one refuses, a pipe has lost its reader.
"""

from __future__ import annotations

import gc
import json
import os
import select
import selectors
import signal
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal, NoReturn

LIMIT = 300  # seconds for one case; a guard, not a measure

Stream = Literal["kept", "closed", "full", "gone"]


@dataclass(frozen=True)
class Case:
    """A command line: where it runs, what it finds, and after how many bytes of a file the disk is full."""

    words: Sequence[str]
    folder: str = "."
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
        self._process = subprocess.Popen(
            [sys.executable, __file__, self._place.name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

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
    from cardlib_cli.main import main

    code: object = 0
    try:
        main()
    except SystemExit as ended:
        code = ended.code
    except BaseException:
        code = 70
        traceback.print_exc()
    try:
        sys.stdout.flush()
    except Exception:
        code = 120
    os._exit(code if isinstance(code, int) else 0 if code is None else 1)


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
    for line in sys.stdin:
        pipes = {1: os.pipe(), 2: os.pipe()}
        process = os.fork()
        if process == 0:
            child(
                Case(**json.loads(line)), f"{place}/case", {number: writing for number, (_, writing) in pipes.items()}
            )
        for _, writing in pipes.values():
            os.close(writing)
        for number, data in read_all({number: reading for number, (reading, _) in pipes.items()}).items():
            Path(f"{place}/{'out' if number == 1 else 'err'}").write_bytes(data)
        Path(f"{place}/code").write_text(str(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])))
        answers.write("done\n")
        answers.flush()


if __name__ == "__main__":
    serve(sys.argv[1])
