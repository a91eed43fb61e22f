"""The lab: how much of two cores a series of games uses, beside one process, and beside two that know of nothing.

`python -m benchmarks.bench_lab local` is the part of `make bench`; `dask` and `ray` measure those engines, where they
are installed. Each takes turns with its peers, in one run; figures are medians.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import cardlib
from cardlib.lab import simulate
from cardlib.lab.engines import Jobs, engine_of

DECKS = ("graces-command", "donnas-search")
GAMES, ROUNDS, WORKERS = 240, 3, 2
BARE = """
import sys
from cardlib.lab import simulate
simulate("mecha", *{decks}, n={n}, seed=1, start=int(sys.argv[1]), jobs=1)
"""


def _took(act: Callable[[], object]) -> float:
    """Seconds by the clock: of several processes nothing else says how long it takes."""
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def _bare() -> None:
    """As many Pythons as there are workers, each with its part of the series: what no engine can undercut."""
    part = GAMES // WORKERS
    text = BARE.format(decks=DECKS, n=part)
    running = [subprocess.Popen([sys.executable, "-c", text, str(at * part)]) for at in range(WORKERS)]
    for process in running:
        assert process.wait() == 0


def efficiency(name: str = "local") -> list[str]:
    """A row: games per second of an engine with two workers, beside one process; the share of what two could do."""
    _unpin()
    game = cardlib.load("mecha")

    def play(jobs: Jobs) -> Callable[[], object]:
        return lambda: simulate(game, *DECKS, n=GAMES, seed=1, jobs=jobs)

    engine = engine_of(name, WORKERS)
    try:
        simulate(game, *DECKS, n=2 * WORKERS, seed=2, jobs=engine)  # a cluster begins before it is measured
        one, two, bare = [], [], []
        for _ in range(ROUNDS):
            one.append(_took(play(1)))
            two.append(_took(play(engine)))
            bare.append(_took(_bare))
    finally:
        if engine is not None and not isinstance(engine, int):
            engine.close()
    used = statistics.median(alone / (WORKERS * both) for alone, both in zip(one, two, strict=True))
    floor = statistics.median(apart / both for apart, both in zip(bare, two, strict=True))
    return [
        f"| lab: mecha, greedy, {WORKERS} workers of `{name}` | {GAMES / statistics.median(two):.1f} games/s | "
        f"one process {GAMES / statistics.median(one):.1f} games/s | {used:.2f} | "
        f"of {WORKERS} times one; {floor:.2f} of {WORKERS} bare Pythons with half of the games each; at least 0.9 |"
    ]


def _unpin() -> None:
    """Use as many cores as there are workers; `make bench` pins each part to one."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, set(range(os.cpu_count() or 1)))


if __name__ == "__main__":
    for row in efficiency(*sys.argv[1:]):
        print(row)
