"""Numbers that come one after another, worked out ahead in other processes.

A course gives a number at each call, and its n-th one depends on nothing but n: not on what other courses gave, nor on
when it was asked. So it is the same wherever it is worked out. Courses that take turns make a row: its n-th number is
the next one of its course n modulo their number. Processes that were forked from this one keep some of the courses
each, those of one row apart, and go on with them before anybody asks, with what is likely asked for next; whoever asks
has the same numbers in the same order as from this process alone, only sooner.
"""

from __future__ import annotations

import gc
import os
import select
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from struct import Struct
from typing import Final, NoReturn

Course = Callable[[], float]
Row = Sequence[Course]
Promise = Callable[[Sequence[int]], Sequence[float]]  # how likely each row is asked next, by how far it is ahead
Ask = Callable[[int, Promise], float]  # the next number of a row by its place

WAITING: Final = 2  # numbers that are asked of a process at a time: one that it works on, and one for afterwards
FAR: Final = 8  # numbers of one row, at most, that are worked out ahead
_PLACE: Final = Struct("<II")
_FOUND: Final = Struct("<IId")


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "process_cpu_count"):
        return os.process_cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def worked_out(rows: Sequence[Row], processes: int) -> Iterator[Ask]:
    """Yield what gives the next number of a row, worked out in so many processes.

    In this one alone where there is one, where a system has no forks, and where other threads run: a fork of those
    could wait for a lock that nobody there lets go. What a course raises is raised where it is asked.
    """
    ahead = Ahead(rows)
    try:
        if processes > 1 and hasattr(os, "fork") and threading.active_count() == 1:
            ahead.begin(min(processes, sum(map(len, rows))))
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
    """Rows and the processes that work them out; a course stays with one process.

    When a process is lost, all are given up, and the courses are worked out here, again from their beginnings.
    """

    __slots__ = ("asked", "found", "given", "known", "rows", "workers")

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self.workers: list[Worker] = []
        self.asked = [0] * len(rows)  # numbers of a row that somebody has
        # by row and course: numbers that processes were asked for, those that they found, and of these the unasked ones
        self.given = [[0] * len(row) for row in rows]
        self.found = [[0] * len(row) for row in rows]
        self.known: list[list[deque[float]]] = [[deque() for _ in row] for row in rows]

    def begin(self, processes: int) -> None:
        """Fork so many processes; where the system refuses one there are none."""
        try:
            for _ in range(processes):
                self._fork()
        except OSError:
            self.end()

    def end(self) -> None:
        """End all processes, whatever they are at."""
        workers, self.workers = self.workers, []
        for worker in workers:
            with suppress(ProcessLookupError):
                os.kill(worker.process, signal.SIGKILL)
        for worker in workers:
            os.close(worker.asks)
            os.close(worker.finds)
            with suppress(ChildProcessError):  # who ignores that children end has nothing to wait for
                os.waitpid(worker.process, 0)

    def ask(self, place: int, promise: Promise) -> float:
        """Return the next number of the row at a place. Raises what its course raises."""
        turn = self.asked[place] % len(self.rows[place])
        known = self.known[place][turn]
        while not known:
            if not self.workers:
                known.append(self._here(place, turn))
                break
            try:
                self._send(place, turn, promise)
                self._receive()
            except OSError:  # also where a pipe has come to its end
                self.end()
        self.asked[place] += 1
        return known.popleft()

    def _here(self, place: int, turn: int) -> float:
        course, found = self.rows[place][turn], self.found[place]
        while found[turn]:
            found[turn] -= 1
            course()
        return course()

    def _send(self, place: int, turn: int, promise: Promise) -> None:
        """Give every process enough to do: what is needed now, then what is most likely asked for next."""
        if self.given[place][turn] == self.found[place][turn]:
            self._give(place, turn)
        for number, worker in enumerate(self.workers):
            while worker.waiting < WAITING:
                nearest = [self._nearest(at, number) for at in range(len(self.rows))]
                ahead = [distance for distance, _ in nearest]
                free = [at for at, distance in enumerate(ahead) if distance < FAR]
                if not free:
                    break
                best = max(free, key=promise(ahead).__getitem__)
                self._give(best, nearest[best][1])

    def _nearest(self, place: int, number: int) -> tuple[int, int]:
        """Return how far ahead a row is at the next number of it that a process has yet to work out, and whose turn."""
        row, several = self.rows[place], len(self.workers)
        found = (FAR, 0)
        for turn, given in enumerate(self.given[place]):
            if (place + turn) % several == number:
                found = min(found, (given * len(row) + turn - self.asked[place], turn))
        return found

    def _give(self, place: int, turn: int) -> None:
        worker = self.workers[(place + turn) % len(self.workers)]
        os.write(worker.asks, _PLACE.pack(place, turn))
        self.given[place][turn] += 1
        worker.waiting += 1

    def _receive(self) -> None:
        """Wait until processes have found something, and take it."""
        by_file = {worker.finds: worker for worker in self.workers}
        poll = select.poll()
        for file in by_file:
            poll.register(file, select.POLLIN)
        for file, _ in poll.poll():
            worker = by_file[file]
            read = os.read(file, 4096)
            if not read:
                raise BrokenPipeError
            held = worker.held + read
            whole = len(held) - len(held) % _FOUND.size
            worker.held = held[whole:]
            for place, turn, number in _FOUND.iter_unpack(held[:whole]):
                self.known[place][turn].append(number)
                self.found[place][turn] += 1
                worker.waiting -= 1

    def _fork(self) -> None:
        """Begin a process. No signal comes between the fork and the moment when somebody knows of it."""
        asked, asks = os.pipe()
        try:
            finds, found = os.pipe()
        except OSError:
            os.close(asked)
            os.close(asks)
            raise
        heard = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        try:
            process = os.fork()
            if not process:
                self._serve(asked, found, (asks, finds), heard)
            self.workers.append(Worker(process, asks, finds))
        except OSError:
            os.close(asks)
            os.close(finds)
            raise
        finally:
            os.close(asked)
            os.close(found)
            signal.pthread_sigmask(signal.SIG_SETMASK, heard)

    def _serve(self, asked: int, found: int, others: Sequence[int], heard: set[int]) -> NoReturn:
        """Be a fork: work out what is asked until nobody is there to ask.

        What goes wrong here goes wrong again, and is told, in the process that asked. An interrupt is that one's, and
        so is whatever it does when a signal comes.
        """
        try:
            for number in signal.valid_signals():
                if callable(signal.getsignal(number)):
                    signal.signal(number, signal.SIG_IGN if number == signal.SIGINT else signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_SETMASK, heard)
            gc.freeze()  # what was there before is shared as long as nobody touches it
            for file in others:
                os.close(file)
            for worker in self.workers:
                os.close(worker.asks)
                os.close(worker.finds)
            while order := os.read(asked, _PLACE.size):
                place, turn = _PLACE.unpack(order)
                os.write(found, _FOUND.pack(place, turn, self.rows[place][turn]()))
        finally:
            os._exit(0)
