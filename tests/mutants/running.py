"""Every mutant in a process of its own: a fork that loads the package with the mutant in it, then plays the checks.

The parent has imported everything but the package, so that a fork costs little and none sees another one's mutant.
A first child plays all checks without a mutant and tells which functions each of them enters: those checks come first.
A check that takes more processor time than it may is ended with its process; that counts as noticed, too.
"""

from __future__ import annotations

import gc
import os
import re
import resource
import select
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FrameType, MappingProxyType, ModuleType
from typing import IO, Any

from cardlib.errors import CardlibError
from mutants.operators import Mutant, modules_of

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


# The functions that a check enters, as `Mutant.place` names them, by the name of the check.
Entered = Mapping[str, frozenset[str]]


def untouched(ground: Ground) -> Entered:
    """Return what each check enters; raises CardlibError naming the check that fails without any mutant."""
    entered: dict[str, frozenset[str]] = {}
    (outcome,) = (outcome for _, outcome in outcomes(ground, [None], told=entered))
    if outcome.state != SURVIVED:
        raise CardlibError(f"{ground.package}: without a mutant '{outcome.by}' is {outcome.state}; mend that first")
    return entered


def outcomes(
    ground: Ground,
    mutants: Sequence[Mutant | None],
    jobs: int = 1,
    entered: Entered = MappingProxyType({}),
    told: dict[str, frozenset[str]] | None = None,
) -> Iterator[tuple[int, Outcome]]:
    """Run mutants, several at a time, and yield the place of each in the list with its outcome, as they come.

    `entered` decides which checks come first; `told` is filled with what is entered where there is no mutant.
    """
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
                reader, child = _forked(ground, mutant, entered)
                running[reader] = (index, child)
            for reader in select.select(list(running), [], [])[0]:
                index, child = running[reader]
                text = b""
                while part := os.read(reader, 1 << 16):
                    text += part
                del running[reader]
                os.close(reader)
                outcome, found = _told(text.decode(), os.waitpid(child, 0)[1])
                if told is not None:
                    told.update(found)
                yield index, outcome
    finally:
        for reader, (_, child) in running.items():
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            os.close(reader)
        gc.unfreeze()


def _forked(ground: Ground, mutant: Mutant | None, entered: Entered) -> tuple[int, int]:
    """Start a child; return the end of a pipe that tells its outcome, and its process."""
    reader, writer = os.pipe()
    child = os.fork()
    if child:
        os.close(writer)
        return reader, child
    try:
        os.close(reader)
        with os.fdopen(writer, "w", buffering=1) as told:
            outcome = _played(ground, mutant, entered, told)
            told.write(f"={outcome.state} {outcome.by}\n")
    finally:
        os._exit(0)


def _told(text: str, status: int) -> tuple[Outcome, dict[str, frozenset[str]]]:
    """Read what a child told: each check that it began, what was entered before it, and the outcome if it came to one.

    A line begins with `>` and the check, with `+` and what it entered, or with `=` and the outcome.
    """
    begun, outcome, entered = "", None, {}
    for line in text.splitlines():
        sign, said = line[0], line[1:]
        if sign == ">":
            begun = said
        elif sign == "+":
            entered[begun] = frozenset(said.split())
        else:
            state, _, by = said.partition(" ")
            outcome = Outcome(state, by)
    return outcome or Outcome(ENDED, begun or signal.Signals(os.WTERMSIG(status)).name), entered


def _played(ground: Ground, mutant: Mutant | None, entered: Entered, told: IO[str]) -> Outcome:
    """In the child: load the package with the mutant, then play checks until one fails, the nearest first."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_VIRTUAL, 4 * ground.seconds)
    checks = list(ground.checks)
    if mutant is not None:
        sys.meta_path.insert(0, _Finder(f"{ground.package}.{mutant.module}", mutant))
        sys.dont_write_bytecode = True
        place, cited = mutant.place, mutant.cited
        checks.sort(key=lambda check: (place not in entered.get(check.name, ()), -len(check.pins & cited)))
    try:
        loaded = ground.load()
    except Exception as error:
        return Outcome(UNLOADABLE, repr(error))
    for check in checks:
        told.write(f">{check.name}\n")
        signal.setitimer(signal.ITIMER_VIRTUAL, ground.seconds)
        try:
            if mutant is not None:
                check.play(loaded)
            else:
                told.write(f"+{' '.join(sorted(_functions(ground.folder, check, loaded)))}\n")
        except Exception:
            return Outcome(KILLED, check.name)
    return Outcome(SURVIVED)


def _functions(folder: Path, check: Check, loaded: object) -> set[str]:
    """Play a check and return the functions of a package that it enters, as `Mutant.place` names them."""
    codes: set[CodeType] = set()

    def note(frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            codes.add(frame.f_code)

    sys.setprofile(note)
    try:
        check.play(loaded)
    finally:
        sys.setprofile(None)
    files = {str(file): name for file, name in modules_of(folder).items()}
    own = (code for code in codes if code.co_filename in files)
    return {re.sub(r"\.?<\w+>", "", f"{files[code.co_filename]}.{code.co_qualname}") for code in own}


class _Finder(MetaPathFinder, Loader):
    """Finds one module and gives it the text of the mutant."""

    def __init__(self, name: str, mutant: Mutant) -> None:
        self.name = name
        self.mutant = mutant

    def find_spec(self, fullname: str, path: object = None, target: ModuleType | None = None) -> ModuleSpec | None:
        return spec_from_file_location(fullname, self.mutant.file, loader=self) if fullname == self.name else None

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.mutant.source(), str(self.mutant.file), "exec"), module.__dict__)
