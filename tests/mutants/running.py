"""Every mutant in a process of its own: a fork that loads the package with the mutant in it, then plays the checks.

The parent has imported everything but the package, so that a fork costs little and none sees another one's mutant.
A check that takes more processor time than it may is ended with its process; that counts as noticed, too.
"""

from __future__ import annotations

import gc
import os
import resource
import select
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from cardlib.errors import CardlibError
from mutants.operators import Mutant

SECONDS = 5.0  # of processor time for one check; the slowest takes a hundredth
MEMORY = 2 << 30  # bytes that a mutant may have

KILLED, SURVIVED, ENDED, UNLOADABLE = "killed", "survived", "ended", "unloadable"


@dataclass(frozen=True, slots=True)
class Check:
    """What notices a mutant: it raises. `pins` are the ids of rules that it is about."""

    name: str
    pins: frozenset[str]
    play: Callable[[Any], object]


@dataclass(frozen=True, slots=True)
class Ground:
    """A package to be mutated, how it is loaded (after the mutant is in), and its checks, which get what was loaded."""

    package: str
    folder: Path
    load: Callable[[], Any]
    checks: Sequence[Check]
    seconds: float = SECONDS


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a mutant, and by which check."""

    state: str
    by: str = ""

    @property
    def noticed(self) -> bool:
        """Whether a check failed or did not come to an end."""
        return self.state in (KILLED, ENDED)


def untouched(ground: Ground) -> None:
    """Raise CardlibError naming the check that fails without any mutant."""
    (outcome,) = (outcome for _, outcome in outcomes(ground, [None], 1))
    if outcome.state != SURVIVED:
        raise CardlibError(f"{ground.package}: without a mutant '{outcome.by}' is {outcome.state}; mend that first")


def outcomes(ground: Ground, mutants: Sequence[Mutant | None], jobs: int) -> Iterator[tuple[int, Outcome]]:
    """Run mutants, several at a time, and yield the place of each in the list with its outcome, as they come."""
    if not hasattr(os, "fork"):
        raise CardlibError("mutants need os.fork, which this system does not have")
    if any(name == ground.package or name.startswith(f"{ground.package}.") for name in sys.modules):
        raise CardlibError(f"'{ground.package}' is imported already: a fork would not see the mutant")
    gc.freeze()
    running: dict[int, tuple[int, int]] = {}
    waiting = list(enumerate(mutants))[::-1]
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                index, mutant = waiting.pop()
                reader, child = _forked(ground, mutant)
                running[reader] = (index, child)
            for reader in select.select(list(running), [], [])[0]:
                index, child = running[reader]
                told = b""
                while part := os.read(reader, 4096):
                    told += part
                del running[reader]
                os.close(reader)
                yield index, _outcome(told.decode(), os.waitpid(child, 0)[1])
    finally:
        for reader, (_, child) in running.items():
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            os.close(reader)


def _forked(ground: Ground, mutant: Mutant | None) -> tuple[int, int]:
    """Start a child; return the end of a pipe that tells its outcome, and its process."""
    reader, writer = os.pipe()
    child = os.fork()
    if child:
        os.close(writer)
        return reader, child
    try:
        os.close(reader)
        outcome = _noticed(ground, mutant, lambda name: os.write(writer, f"{name}\n".encode()))
        os.write(writer, f"={outcome.state} {outcome.by}".encode())
    finally:
        os._exit(0)


def _outcome(told: str, status: int) -> Outcome:
    """Read what a child told: the names of the checks that it began, and the outcome if it came to one."""
    names, found, last = told.partition("=")
    if found:
        state, _, by = last.partition(" ")
        return Outcome(state, by)
    begun = names.split("\n")[:-1]
    return Outcome(ENDED, begun[-1] if begun else signal.Signals(os.WTERMSIG(status)).name)


def _noticed(ground: Ground, mutant: Mutant | None, begin: Callable[[str], object]) -> Outcome:
    """In the child: load the package with the mutant, then play checks until one fails, the nearest first."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_VIRTUAL, 4 * ground.seconds)
    if mutant is not None:
        sys.meta_path.insert(0, _Finder(f"{ground.package}.{mutant.module}", mutant))
        sys.dont_write_bytecode = True
    try:
        loaded = ground.load()
    except Exception as error:
        return Outcome(UNLOADABLE, repr(error))
    cited = mutant.cited if mutant is not None else frozenset()
    for check in sorted(ground.checks, key=lambda check: -len(check.pins & cited)):
        begin(check.name)
        signal.setitimer(signal.ITIMER_VIRTUAL, ground.seconds)
        try:
            check.play(loaded)
        except Exception:
            return Outcome(KILLED, check.name)
    return Outcome(SURVIVED)


class _Finder(MetaPathFinder, Loader):
    """Finds one module and gives it the text of the mutant."""

    def __init__(self, name: str, mutant: Mutant) -> None:
        self.name = name
        self.mutant = mutant

    def find_spec(self, fullname: str, path: object = None, target: ModuleType | None = None) -> ModuleSpec | None:
        return spec_from_file_location(fullname, self.mutant.file, loader=self) if fullname == self.name else None

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.mutant.source(), str(self.mutant.file), "exec"), module.__dict__)
