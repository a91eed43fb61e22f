"""The engine that is there without being asked for: processes of this machine, as many as it has cores."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import connection, get_all_start_methods, get_context, parent_process
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from threading import Thread, current_thread, main_thread
from typing import Any

from cardlib.bots.programs import OURS
from cardlib.lab.games import LabError
from cardlib.lab.work import Done, Parcel, Task, Unit, Work, play_unit, told

FORKS = "forkserver"
SAFE_PATH = "PYTHONSAFEPATH"  # read by Python when it starts
TRIES = 4  # how often a game is given to a process before it is said to have ended them
AHEAD = 2  # units that a process has before it, so that it never waits


class Processes:
    """Plays in so many processes of this machine; in this one where there is one."""

    def __init__(self, count: int = 1) -> None:
        self.count = count

    def play(self, work: Work, tasks: Sequence[Task]) -> Generator[Done, None, None]:
        """Yield the games as they end.

        When a process is lost, for want of memory for instance, others begin, and what was on the way is played
        again. Raises LabError where that happens to a game again and again, and for a game that broke.
        """
        if self.count <= 1 or len(tasks) < 2:
            yield from map(work.play, tasks)
            return
        parcel = work.parcel()
        left: dict[Unit, None] = {(task,): None for task in tasks}  # one by one, so that what is finished is kept
        tries: Counter[Unit] = Counter()
        while left:
            try:
                for unit, games in _played(parcel, list(left), min(self.count, len(left)), tries):
                    del left[unit]
                    yield from games
            except BrokenProcessPool as error:
                lost = [unit for unit in left if tries[unit] >= TRIES]
                if lost:
                    raise LabError(
                        f"{told(lost[0], work.settings)}: {TRIES} times a process that played it, or another one at "
                        "the same time, was lost, perhaps for want of memory; try fewer processes"
                    ) from error

    def close(self) -> None:
        """Nothing is left behind: processes end with what they were begun for."""


def _played(
    parcel: Parcel, units: Iterable[Unit], count: int, tries: Counter[Unit]
) -> Iterator[tuple[Unit, list[Done]]]:
    """Yield units as they are finished; raises BrokenProcessPool when a process is lost."""
    started: list[BaseProcess] = []
    context: Any = _context()
    begin = context.Process

    def noted(*args: Any, **named: Any) -> BaseProcess:
        started.append(begin(*args, **named))
        return started[-1]

    context.Process = noted
    with safe_path(), deaf():  # what watches over semaphores begins with the pool
        executor = ProcessPoolExecutor(count, context, _begin, (parcel, dict(os.environ)))
    waiting = iter(units)
    given: dict[Future[list[Done]], Unit] = {}
    try:
        while True:
            with safe_path(), deaf():  # a process begins when there is something for it
                for unit in islice(waiting, AHEAD * count - len(given)):
                    tries[unit] += 1
                    given[executor.submit(_play, unit)] = unit
            if not given:
                return
            for future in wait(given, return_when=FIRST_COMPLETED).done:
                unit = given.pop(future)
                yield unit, future.result()
    finally:
        for process in started:
            process.terminate()  # nobody waits for the game that it plays
        for process in started:
            process.join()
        # And its thread ends: else Python wakes it at its own end, perhaps too late.
        executor.shutdown(cancel_futures=True)


def _context() -> BaseContext:
    """Return how processes begin: where the system can, as forks of one that has imported all that plays.

    That one has no threads and holds nothing of what is here, and stays for as long as this process: the next series,
    of a sweep for instance, begins at once.
    """
    if FORKS not in get_all_start_methods():
        return _own("spawn")
    context = _own(FORKS)
    context.set_forkserver_preload([__name__])
    return context


def _own(method: str) -> BaseContext:
    """Return a context that nobody else has, so that it may be changed."""
    context: BaseContext = type(get_context(method))()
    return context


@contextmanager
def safe_path() -> Iterator[None]:
    """Let processes that start now import nothing of the current folder, which Python else puts first for them.

    They are then given the path of this process.
    """
    before = os.environ.get(SAFE_PATH)
    os.environ[SAFE_PATH] = before or OURS
    try:
        yield
    finally:
        if before is None:
            del os.environ[SAFE_PATH]
        else:
            os.environ[SAFE_PATH] = before


@contextmanager
def deaf() -> Iterator[None]:
    """Let processes that start now be deaf to Ctrl-C from their first moment on: it is the parent's business.

    The parent hears of it behind the block; only where no system holds a signal back it misses one meanwhile.
    """
    if current_thread() is not main_thread() or signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        yield
        return
    if not hasattr(signal, "pthread_sigmask"):
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # which begins with any process, and holds nothing back behind its own start
    heard: list[int] = []  # by another thread
    before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])  # which processes that start have from their parent
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        if heard:
            signal.raise_signal(signal.SIGINT)


_work: list[Parcel] = []  # what this process plays, set as it starts


def _begin(parcel: Parcel, environment: Mapping[str, str]) -> None:
    os.environ.clear()  # what the one that this is a fork of was begun with may be long ago
    os.environ.update(environment)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])  # ignored from here on, and no more held back
    if hasattr(os, "setpgrp"):
        os.setpgrp()  # a kill of the whole group is the parent's business too
    _work[:] = [parcel]
    above = parent_process()
    if above is not None:
        Thread(target=_end_with, args=(above.sentinel,), daemon=True).start()


def _end_with(parent: int) -> None:
    """End this process when its parent has ended, which gives nothing more to play; it may have been killed."""
    connection.wait([parent])
    os._exit(1)


def _play(unit: Unit) -> list[Done]:
    return play_unit(_work[0], unit)
