"""Numbers worked out ahead in forks: the same in the same order, whatever becomes of the forks; none of these stays."""

from __future__ import annotations

import fcntl
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

import pytest

from cardlib.bots.ahead import Ahead, Course, Row, cores, worked_out

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="systems without forks work everything out in one")

ASKED = (0, 0, 1, 0, 2, 0, 0, 1, 0, 0, 0, 2, 2, 1, 0, 0)  # rows, as somebody asks them


def course(place: int, turn: int) -> Course:
    """A course whose n-th number says of which row and course it is, and n."""
    numbers = count()
    return lambda: 100 * place + 10 * turn + next(numbers)


def rows(places: int = 3, turns: int = 2) -> list[Row]:
    return [[course(place, turn) for turn in range(turns)] for place in range(places)]


def evenly(ahead: object) -> list[float]:
    return [0.0, 0.0, 0.0]


def found(processes: int, given: list[Row] | None = None) -> list[float]:
    with worked_out(given or rows(), processes) as ask:
        return [ask(place, evenly) for place in ASKED]


HERE = found(1)


def open_files() -> int:
    return sum(1 for _ in Path("/dev/fd").iterdir())


@pytest.fixture
def forks(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The processes that were forked; in the end none is left, and no file that was opened to speak with one."""
    fork, files = os.fork, open_files()
    begun: list[int] = []

    def noted() -> int:
        process = fork()
        begun.append(process)
        return process

    monkeypatch.setattr("os.fork", noted)
    yield begun
    for process in begun:
        with pytest.raises(ChildProcessError):
            os.waitpid(process, os.WNOHANG)
    assert open_files() == files


def test_a_row_is_its_courses_in_turn() -> None:
    first = [number for place, number in zip(ASKED, HERE, strict=True) if place == 0]
    assert first == [0, 10, 1, 11, 2, 12, 3, 13, 4, 14]


@pytest.mark.parametrize("processes", [2, 3, 4, 20])
def test_numbers_are_the_same_from_any_number_of_processes(forks: list[int], processes: int) -> None:
    assert found(processes) == HERE
    assert len(forks) == min(processes, 6)  # there are as many courses


def test_other_processes_do_the_work_and_share_a_row(forks: list[int]) -> None:
    given: list[Row] = [[os.getpid, os.getpid] for _ in range(3)]
    seen = found(2, given)
    assert set(seen) == set(forks)
    assert {seen[0], seen[1]} == set(forks)  # the first two numbers of row 0


def test_nobody_goes_far_ahead_of_what_is_asked(forks: list[int]) -> None:
    """A process keeps off what is far ahead, whatever it promises, and so one row's numbers end."""
    most: list[int] = []

    def noting(ahead: Sequence[int]) -> list[float]:
        most.append(max(distance for distance in ahead if distance < 8))
        return [0.0, 1.0, 0.0]

    with worked_out(rows(), 2) as ask:
        for _ in range(30):
            ask(0, noting)
    assert max(most) == 7


@pytest.mark.parametrize("lost", [0, 1])
@pytest.mark.parametrize("after", [0, 1, 5, 9])
def test_a_lost_process_loses_nothing(forks: list[int], lost: int, after: int) -> None:
    with worked_out(rows(), 2) as ask:
        first = [ask(place, evenly) for place in ASKED[:after]]
        os.kill(forks[lost], signal.SIGKILL)
        assert first + [ask(place, evenly) for place in ASKED[after:]] == HERE


def test_a_process_that_somebody_else_buried_is_none_that_stays(forks: list[int]) -> None:
    with worked_out(rows(), 2) as ask:
        ask(0, evenly)
        os.kill(forks[1], signal.SIGKILL)
        os.waitpid(forks[1], 0)
        assert [ask(place, evenly) for place in ASKED[1:]] == HERE[1:]


def failing(at: int) -> Course:
    numbers = count()

    def play() -> float:
        number = next(numbers)
        if number == at:
            raise ValueError(f"number {number}")
        return number

    return play


@pytest.mark.parametrize("processes", [1, 2, 3])
def test_what_a_course_raises_is_raised_where_its_number_is_asked(forks: list[int], processes: int) -> None:
    given: list[Row] = [[failing(9)], [failing(2)]]
    with worked_out(given, processes) as ask:
        assert [ask(0, evenly) for _ in range(9)] == list(range(9))  # by then the other row has failed ahead
        assert [ask(1, evenly) for _ in range(2)] == [0, 1]
        with pytest.raises(ValueError, match="number 2"):
            ask(1, evenly)


def test_an_interrupt_ends_the_processes(forks: list[int]) -> None:
    def slow() -> float:
        time.sleep(60)
        return 0.0

    started = time.monotonic()
    signal.signal(signal.SIGALRM, lambda number, frame: signal.raise_signal(signal.SIGINT))
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(KeyboardInterrupt), worked_out([[slow], [slow]], 2) as ask:
            ask(0, evenly)
    finally:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
    assert len(forks) == 2
    assert time.monotonic() - started < 30


@contextmanager
def interrupted_while_it_forks(monkeypatch: pytest.MonkeyPatch, when: int) -> Iterator[None]:
    """Ctrl-C at a terminal, which all processes hear, just before and just after the n-th fork."""
    fork, calls = os.fork, count(1)

    def at_that_moment() -> int:
        now = next(calls) == when
        if now:
            signal.raise_signal(signal.SIGINT)
        process = fork()
        if now and not process:
            signal.raise_signal(signal.SIGINT)
        return process

    with monkeypatch.context() as patch:
        patch.setattr("os.fork", at_that_moment)
        yield


@pytest.mark.parametrize("when", [1, 2])
def test_an_interrupt_while_it_forks_is_heard_by_this_process_alone(
    forks: list[int], monkeypatch: pytest.MonkeyPatch, when: int
) -> None:
    """A fork that heard it too would go on with what this process does, and come here twice."""
    me = os.getpid()
    with interrupted_while_it_forks(monkeypatch, when), pytest.raises(KeyboardInterrupt), worked_out(rows(), 2):
        pass
    if os.getpid() != me:
        os._exit(1)


def test_a_fork_does_nothing_of_what_this_process_does_when_a_signal_comes(forks: list[int]) -> None:
    """SIGTERM ends it, SIGINT does not."""
    before = signal.signal(signal.SIGTERM, lambda number, frame: None)
    try:
        with worked_out(rows(), 2) as ask:
            ask(0, evenly)
            os.kill(forks[0], signal.SIGINT)
            assert [ask(place, evenly) for place in ASKED[1:]] == HERE[1:]
            os.kill(forks[0], signal.SIGTERM)
            assert os.WTERMSIG(os.waitpid(forks[0], 0)[1]) == signal.SIGTERM
    finally:
        signal.signal(signal.SIGTERM, before)


@pytest.mark.parametrize("refused", [1, 2])
def test_where_no_fork_is_to_be_had_it_works_alone(
    forks: list[int], monkeypatch: pytest.MonkeyPatch, refused: int
) -> None:
    fork, calls = os.fork, count(1)

    def at_its_limit() -> int:
        if next(calls) == refused:
            raise BlockingIOError
        return fork()

    monkeypatch.setattr("os.fork", at_its_limit)
    assert found(2) == HERE


def test_where_no_pipe_is_to_be_had_it_works_alone(forks: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    pipe, calls = os.pipe, count(1)

    def at_its_limit() -> tuple[int, int]:
        if next(calls) == 4:
            raise OSError
        return pipe()

    monkeypatch.setattr("os.pipe", at_its_limit)
    assert found(2) == HERE


def test_a_system_without_forks_works_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("os.fork")
    assert found(3) == HERE


def test_nothing_is_forked_beside_other_threads(forks: list[int]) -> None:
    done = threading.Event()
    other = threading.Thread(target=done.wait)
    other.start()
    try:
        assert found(2) == HERE
    finally:
        done.set()
        other.join()
    assert forks == []


def test_files_with_large_numbers_are_read(forks: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has thousands of files open gets pipes that select() would not take."""
    if resource.getrlimit(resource.RLIMIT_NOFILE)[0] < 2100:
        pytest.skip("no file has a number above 2000 here")
    pipe = os.pipe

    def far_up() -> tuple[int, int]:
        ends = pipe()
        moved = tuple(fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 2000) for end in ends)
        for end in ends:
            os.close(end)
        return moved[0], moved[1]

    monkeypatch.setattr("os.pipe", far_up)
    assert found(2) == HERE
    assert len(forks) == 2


KILLED = """
import os, signal, sys, time
from cardlib.bots.ahead import Ahead

def busy():
    time.sleep(0.01)
    return 0.0

ahead = Ahead([[busy, busy], [busy, busy]])
ahead.begin(3)
for _ in range(5):
    ahead.ask(0, lambda far: [0.0, 0.0])
print(*[worker.process for worker in ahead.workers], flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_processes_end_with_the_one_that_began_them_even_where_it_is_killed() -> None:
    ran = subprocess.run([sys.executable, "-c", KILLED], capture_output=True, text=True, check=False)
    assert ran.returncode == -signal.SIGKILL
    begun = [int(word) for word in ran.stdout.split()]
    assert len(begun) == 3
    until = time.monotonic() + 20
    while any(map(alive, begun)) and time.monotonic() < until:
        time.sleep(0.02)
    assert not any(map(alive, begun))


def alive(process: int) -> bool:
    """Whether a process runs; what waits to be buried does not."""
    with suppress(OSError):
        os.kill(process, 0)
        listed = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False)
        return bool(listed.stdout.strip()) and not listed.stdout.strip().startswith("Z")
    return False


def test_cores_are_those_that_this_process_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cores() >= 1
    monkeypatch.setattr("os.sched_getaffinity", lambda process: {1, 2}, raising=False)
    monkeypatch.setattr("os.process_cpu_count", lambda: 3, raising=False)
    assert cores() == 3  # what Python itself says comes first
    monkeypatch.delattr("os.process_cpu_count")
    assert cores() == 2


def the_others(ahead: object) -> list[float]:
    return [0.0, 5.0, 9.0]


def test_what_was_not_asked_is_not_kept_from_whoever_asks_next() -> None:
    """The first number of every course comes first, also after others were worked out ahead of it."""
    ahead = Ahead(rows())
    ahead.begin(2)
    try:
        assert [ahead.ask(0, the_others) for _ in range(4)] == [0, 10, 1, 11]
        assert [ahead.ask(2, the_others) for _ in range(4)] == [200, 210, 201, 211]
        assert [ahead.ask(1, the_others) for _ in range(3)] == [100, 110, 101]
    finally:
        ahead.end()
    assert ahead.workers == []
