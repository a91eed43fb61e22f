"""Numbers that come one after another, worked out ahead in other processes.

A course gives a number at each call, and its n-th one depends on nothing but n: not on what other courses gave, nor on
when it was asked. So it is the same wherever it is worked out. Processes that were forked from this one keep some of
the courses each and go on with them before anybody asks, with what is likely asked for next; whoever asks has the same
numbers in the same order as from this process alone, only sooner.
"""

from __future__ import annotations

import gc
import os
import select
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from struct import Struct
from typing import Final, NoReturn

Course = Callable[[], float]
Promise = Callable[[Sequence[int]], Sequence[float]]  # how likely each course is asked next, by how far it is ahead
Ask = Callable[[int, Promise], float]  # the next number of a course by its place

WAITING: Final = 2  # numbers that are asked of a process at a time: one that it works on, and one for afterwards
FAR: Final = 8  # numbers of one course, at most, that are worked out ahead
_PLACE: Final = Struct("<I")
_FOUND: Final = Struct("<Id")


@contextmanager
def worked_out(courses: Sequence[Course], processes: int) -> Iterator[Ask]:
    """Yield what gives the next number of a course, worked out in so many processes.

    In this one alone where there is one, or a system has no forks. What a course raises is raised where it is asked.
    """
    several = min(processes, len(courses))
    if several < 2 or not hasattr(os, "fork"):
        yield lambda place, promise: courses[place]()
        return
    ahead = Ahead(courses)
    try:
        ahead.begin(several)
        yield ahead.ask
    finally:
        ahead.end()


class Worker:
    """A fork that works courses out: its process id, and the pipes to ask it and to read what it found."""

    __slots__ = ("asks", "finds", "held", "process", "waiting")

    def __init__(self, process: int, asks: int, finds: int) -> None:
        self.process = process
        self.asks = asks
        self.finds = finds
        self.held = b""  # of what was read, the beginning of a record
        self.waiting = 0  # numbers that were asked and are not there yet


class Ahead:
    """Courses and the processes that work them out; a course stays with the process that was first asked for it.

    When a process is lost, all are given up, and the courses are worked out here, again from their beginnings.
    """

    __slots__ = ("coming", "courses", "found", "known", "of", "workers")

    def __init__(self, courses: Sequence[Course]) -> None:
        self.courses = courses
        self.workers: list[Worker] = []
        self.of: dict[int, Worker] = {}  # by the place of a course
        self.found = [0] * len(courses)  # numbers that processes worked out, and this one did not
        self.known: list[deque[float]] = [deque() for _ in courses]  # those that nobody asked for yet
        self.coming = [0] * len(courses)  # numbers that were asked of a process and are not there yet

    def begin(self, processes: int) -> None:
        """Fork so many processes; where the system refuses one there are none."""
        try:
            for _ in range(processes):
                self.workers.append(self._forked())
        except OSError:
            self.end()

    def end(self) -> None:
        """End all processes, whatever they are at."""
        for worker in self.workers:
            os.kill(worker.process, signal.SIGKILL)
            os.waitpid(worker.process, 0)
            os.close(worker.asks)
            os.close(worker.finds)
        self.workers = []

    def ask(self, place: int, promise: Promise) -> float:
        """Return the next number of the course at a place. Raises what the course raises."""
        known = self.known[place]
        while not known:
            if not self.workers:
                return self._here(place)
            try:
                self._send(place, promise)
                self._receive()
            except OSError:  # also where a pipe has come to its end
                self.end()
        return known.popleft()

    def _here(self, place: int) -> float:
        course = self.courses[place]
        while self.found[place]:
            self.found[place] -= 1
            course()
        return course()

    def _send(self, needed: int, promise: Promise) -> None:
        """Give every process enough to do: what is needed now, then what is most likely asked for next."""
        if not self.coming[needed]:
            self._give(needed, self.of.get(needed) or min(self.workers, key=lambda worker: worker.waiting))
        for worker in self.workers:
            while worker.waiting < WAITING:
                ahead = [len(known) + coming for known, coming in zip(self.known, self.coming, strict=True)]
                free = [at for at, number in enumerate(ahead) if number < FAR and self.of.get(at, worker) is worker]
                if not free:
                    break
                self._give(max(free, key=promise(ahead).__getitem__), worker)

    def _give(self, place: int, worker: Worker) -> None:
        os.write(worker.asks, _PLACE.pack(place))
        self.of[place] = worker
        self.coming[place] += 1
        worker.waiting += 1

    def _receive(self) -> None:
        """Wait until a process has found something, and take it."""
        by_file = {worker.finds: worker for worker in self.workers}
        for file in select.select(list(by_file), [], [])[0]:
            worker = by_file[file]
            read = os.read(file, 4096)
            if not read:
                raise BrokenPipeError
            held = worker.held + read
            whole = len(held) - len(held) % _FOUND.size
            worker.held = held[whole:]
            for place, number in _FOUND.iter_unpack(held[:whole]):
                self.known[place].append(number)
                self.found[place] += 1
                self.coming[place] -= 1
                worker.waiting -= 1

    def _forked(self) -> Worker:
        asked, asks = os.pipe()
        try:
            finds, found = os.pipe()
        except OSError:
            os.close(asked)
            os.close(asks)
            raise
        try:
            process = os.fork()
            if not process:
                self._serve(asked, found, (asks, finds))
        except OSError:
            os.close(asks)
            os.close(finds)
            raise
        finally:
            os.close(asked)
            os.close(found)
        return Worker(process, asks, finds)

    def _serve(self, asked: int, found: int, others: Sequence[int]) -> NoReturn:
        """Be a fork: work out what is asked until nobody is there to ask.

        What goes wrong here goes wrong again, and is told, in the process that asked. An interrupt is that one's.
        """
        try:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            gc.freeze()  # what was there before is shared as long as nobody touches it
            for file in others:
                os.close(file)
            for worker in self.workers:
                os.close(worker.asks)
                os.close(worker.finds)
            while order := os.read(asked, _PLACE.size):
                (place,) = _PLACE.unpack(order)
                os.write(found, _FOUND.pack(place, self.courses[place]()))
        finally:
            os._exit(0)
