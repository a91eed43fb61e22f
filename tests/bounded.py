"""Runs a command in a process of its own and measures what it took: the bounds hold for whoever feeds it what."""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any, NamedTuple

from cardlib.catalog.check import check_project
from cardlib.places import data_root
from cardlib_cli import interrupts
from cardlib_cli.main import COMMANDS, main

SECONDS, MEGABYTES = 4.0, 500  # a second or less where nobody else is at work


class Ran(NamedTuple):
    """How a command ended: its exit code, what it wrote, processor time in seconds, and the most memory that it took.

    The memory is in MB, and what the process of the tests has, of which the command is a fork, is not counted.
    """

    code: int
    text: str
    seconds: float
    megabytes: float


def ran(words: Sequence[str], stdin: bytes = b"") -> Ran:
    """Run a command line in a fork of this process, which has imported everything already."""
    _imported()
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as written:
        given.write(stdin)
        given.seek(0)
        before = _memory()
        child = os.fork()
        if not child:
            _run(words, given.fileno(), written.fileno())
        _, status, used = os.wait4(child, 0)
        written.seek(0)
        text = written.read().decode("utf-8", "replace")
    return Ran(os.waitstatus_to_exitcode(status), text, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024 - before)


@cache
def _imported() -> None:
    """Import what commands import, and read what a check reads first; else every fork would do so."""
    import cardlib.catalog.tables
    import cardlib.decks.checking
    import cardlib.filters.grammar
    import cardlib.lab
    import cardlib_print.sheets

    del cardlib, cardlib_print
    for module, _ in COMMANDS.values():
        __import__(module)
    check_project("mecha")


def _memory() -> float:
    """What this process has in memory now, in MB; nothing where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * resource.getpagesize() / 1_048_576


def _run(words: Sequence[str], given: int, written: int) -> None:
    code = 1
    gc.disable()  # which would look through, and copy, all that the tests hold
    try:
        os.dup2(given, 0)
        os.dup2(written, 1)
        os.dup2(written, 2)
        resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
        sys.stdin, sys.stdout, sys.stderr = (os.fdopen(number, mode) for number, mode in ((0, "r"), (1, "w"), (2, "w")))
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        interrupts.watch()
        sys.argv = ["cardlib", *words]
        main()
        code = 0
    except SystemExit as leaving:
        code = leaving.code if isinstance(leaving.code, int) else 1
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def attacked(folder: Path, file: str, change: Callable[[Any], object] | bytes) -> Path:
    """Return a copy of a bundled game with one file changed, or written anew."""
    project = folder / "stranger"
    unread = ignore_patterns("scenarios", "print", "art")
    copytree(data_root() / "mecha", project, ignore=unread, dirs_exist_ok=True)
    path = project / file
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(change, bytes):
        path.write_bytes(change)
    else:
        value = json.loads(path.read_text(encoding="utf-8"))
        change(value)
        path.write_text(json.dumps(value), encoding="utf-8")
    return project


def within(found: Ran, expected: str) -> None:
    """Demand that a command refused what it was given with a message, in time and in memory."""
    assert "Traceback" not in found.text, found.text[-2000:]
    assert found.code in (1, 2), (found.code, found.text[-500:])
    assert expected in found.text
    assert found.seconds < SECONDS
    assert found.megabytes < MEGABYTES
