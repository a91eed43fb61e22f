"""Draw cases, run each in a world of its own, and report what the oracles find, by oracle and by fault.

    make fuzz
    make fuzz N=300 SEED=7 KIND=decks
    make fuzz CASE='decks:1:17'

A case that fails is made smaller where leaving out a damage keeps it failing; its name runs it again, with everything
that was done and printed. Exit code 1 if a case fails, 2 for a name that is none.
"""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import os
import random
import re
import resource
import shlex
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from cardlib.errors import CardlibError
from cardlib_cli.output import note, write
from cardlib_cli.progress import progress
from fuzz.cases import Case, drawn, named
from fuzz.kinds import KINDS
from fuzz.oracles import ORACLES, Seen, judged
from fuzz.preparing import ANSWERED, prepared, warmed
from fuzz.running import FORK, Outcome, run
from fuzz.surroundings import USUAL
from fuzz.world import GAMES, World

WORKER = 4 << 30  # bytes that a worker may have
EVERY = 6  # which part of the cases is asked afterwards whether all is well again
CACHED = ("databases", "cache")  # of these kinds all are
SHOWN = 3  # cases that a report shows of each fault


@dataclass(frozen=True, slots=True)
class Result:
    """A case, what was done to files, what became of the command, and what is wrong about it."""

    name: str
    argv: tuple[str, ...]
    done: tuple[str, ...]
    how: str
    code: int
    seconds: float
    wall: float
    megabytes: int
    wrong: dict[str, str]


def played(case: Case, world: World) -> tuple[Result, Outcome]:
    """Run a case in a pristine world and judge it; the world is pristine again afterwards."""
    try:
        done = tuple(damage.do(world) for damage in case.done())
        before = world.now()
        outcome = run(world, case.argv, case.typed, case.how, case.around)
        after = world.now()
        later = _afterwards(case, world) if case.number % EVERY == 0 or case.kind in CACHED else ""
    finally:
        world.restore()
    seen = Seen(case.argv, outcome, before, after, case.around.name, later)
    wrong = judged(seen)
    how = case.how if case.around.name == "usual" else case.around.name
    figures = outcome.code, outcome.seconds, outcome.wall, outcome.megabytes
    return Result(case.name, case.argv, done, how, *figures, wrong), outcome


def _afterwards(case: Case, world: World) -> str:
    """Mend the files, leave what cardlib keeps for itself, and ask again; returns what is wrong about the answer."""
    if case.game not in world.answers:
        return ""
    world.restore(but=("cache/", "share/"))
    outcome = run(world, ANSWERED.format(game=case.game).split(), b"", FORK, USUAL)
    if outcome.code:
        return f"afterwards exit code {outcome.code}: {outcome.err[-200:].decode('utf-8', 'replace')}"
    return "" if outcome.out == world.answers[case.game] else "afterwards the answer is another one"


def shrunk(case: Case, result: Result, world: World) -> Result:
    """Leave out damages as long as the same oracles find something."""
    smaller = case.smaller()
    while (one := next(smaller, None)) is not None:
        found, _ = played(one, world)
        if set(found.wrong) == set(result.wrong):
            result, smaller = found, one.smaller()
    return result


def numbers(kinds: Sequence[str], count: int) -> Iterator[tuple[str, int]]:
    """Share cases out among the kinds; every kind has at least one."""
    whole = sum(KINDS[kind].share for kind in kinds)
    for kind in kinds:
        for number in range(max(1, round(count * KINDS[kind].share / whole))):
            yield kind, number


# -- many at a time ------------------------------------------------------------------------------------------------


def survey(
    chosen: Sequence[tuple[str, int]],
    seed: int,
    jobs: int,
    games: Sequence[str] = GAMES,
    shrink: bool = True,
    shown: Callable[[int, int], None] | None = None,
) -> list[Result]:
    """Run cases, several at a time; returns their results in the order in which they were given."""
    context = multiprocessing.get_context("fork")
    gc.freeze()
    workers: dict[Connection, BaseProcess] = {}
    for at in range(jobs):
        here, there = context.Pipe(duplex=False)
        workers[here] = context.Process(target=_work, args=(chosen[at::jobs], seed, games, shrink, there))
        workers[here].start()
        there.close()
    results: list[Result] = []
    try:
        while workers:
            for here in wait(list(workers)):
                try:
                    message = here.recv()
                except EOFError:
                    workers.pop(here).join()
                    continue
                if isinstance(message, str):
                    raise CardlibError(message)
                results.append(message)
                if shown:
                    shown(len(results), len(chosen))
    finally:
        for worker in workers.values():
            worker.terminate()
        gc.unfreeze()
    if len(results) < len(chosen):
        done = {result.name.partition("/")[0] for result in results}
        lost = [name for kind, number in chosen if (name := f"{kind}:{seed}:{number}") not in done]
        raise CardlibError(f"{len(lost)} cases were never finished: a worker died, perhaps in one of {lost[:jobs]}")
    order = {f"{kind}:{seed}:{number}": at for at, (kind, number) in enumerate(chosen)}
    return sorted(results, key=lambda result: order[result.name.partition("/")[0]])


def _work(chosen: Sequence[tuple[str, int]], seed: int, games: Sequence[str], shrink: bool, told: Connection) -> None:
    """A worker: make a world, run its share, and tell each result, or in words why there is none."""
    resource.setrlimit(resource.RLIMIT_AS, (WORKER, resource.getrlimit(resource.RLIMIT_AS)[1]))
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        kind, number = "preparing", 0
        try:
            world = prepared(Path(folder).resolve(), games)
            for kind, number in chosen:
                case = drawn(kind, seed, number, world)
                result, _ = played(case, world)
                told.send(shrunk(case, result, world) if result.wrong and shrink else result)
        except CardlibError as error:
            told.send(str(error))
        except Exception:
            told.send(f"{kind}:{seed}:{number}: {traceback.format_exc()}")


# -- the report ----------------------------------------------------------------------------------------------------


def faults(results: Iterable[Result]) -> dict[tuple[str, str], list[Result]]:
    """Group what is wrong by oracle and by what it says, numbers and names left out."""
    found: dict[tuple[str, str], list[Result]] = {}
    for result in results:
        for oracle, wrong in result.wrong.items():
            found.setdefault((oracle, _alike(wrong)), []).append(result)
    return dict(sorted(found.items(), key=lambda item: (item[0][0], -len(item[1]))))


def _alike(wrong: str) -> str:
    return re.sub(r"'[^']*'|\"[^\"]*\"|\d+(?:\.\d+)?|\b(?:out|fuzz)-\S+", "…", wrong)[:90]


def report(results: Sequence[Result], seed: int) -> None:
    """Print the faults, each with a few cases, then the number of cases per kind and of failures per oracle."""
    for (oracle, alike), cases in faults(results).items():
        write(f"{oracle}: {alike}  ({len(cases)} cases)")
        for result in cases[:SHOWN]:
            write(f"  make fuzz CASE='{result.name}'")
            write(f"    cardlib {shlex.join(result.argv)[:200]!a} ({result.how}, exit {result.code})")
            for done in result.done:
                write(f"    {done[:160]!a}")
            write(f"    {result.wrong[oracle][:300]!a}")
    kinds = Counter(result.name.partition(":")[0] for result in results)
    write("cases: " + ", ".join(f"{kind} {count}" for kind, count in kinds.items()))
    codes = Counter(result.code for result in results)
    write("exit codes: " + ", ".join(f"{code}: {count}" for code, count in sorted(codes.items())))
    failed = Counter(oracle for result in results for oracle in result.wrong)
    write("failures: " + ", ".join(f"{oracle.__name__} {failed[oracle.__name__]}" for oracle in ORACLES))
    slowest = max(results, key=lambda result: result.seconds)
    largest = max(results, key=lambda result: result.megabytes)
    write(f"slowest: {slowest.seconds:.1f} s ({slowest.name}); largest: {largest.megabytes} MB ({largest.name})")


def again(name: str, games: Sequence[str], keep: Path | None) -> int:
    """Run one case, and print all there is to know about it."""
    warmed(games)
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        world = prepared(Path(folder).resolve(), games)
        case = named(name, world)
        if keep is not None:
            for damage in case.done():
                damage.do(world)
            shutil.copytree(world.root, keep, symlinks=True, ignore=shutil.ignore_patterns("cache"))
            world.restore()
        result, outcome = played(case, world)
        write(f"$ cardlib {shlex.join(case.argv)[:2000]!a}  # {result.how}, exit {result.code}")
        for done in result.done:
            write(f"  {done!a}")
        if case.typed:
            write(f"  typed: {case.typed[:1500]!r}")
        for what, text in (("out", outcome.out), ("err", outcome.err)):
            write(f"--- {what}: {len(text)} bytes")
            write(
                text[-4000:].decode("utf-8", "replace").encode("ascii", "backslashreplace").decode().replace("\r", "")
            )
        write(f"--- {outcome.seconds:.2f} s, {outcome.wall:.2f} s by the clock, {outcome.megabytes} MB")
        for oracle, wrong in result.wrong.items():
            write(f"{oracle}: {wrong!a}")
    return 1 if result.wrong else 0


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser("fuzz", description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("-n", "--number", type=int, default=3000, help="how many cases")
    add("--seed", type=int, default=1, help="decides what they are")
    add("--kind", default="", help="only files of these kinds, with commas between")
    add("--games", default=",".join(GAMES), help="only these bundled games; they decide what the cases are, too")
    add("--jobs", type=int, default=os.cpu_count() or 1, help="how many at a time; all cores if left out")
    add("--case", default="", metavar="KIND:SEED:NUMBER", help="run one case and print all about it")
    add(
        "--keep", type=Path, default=None, metavar="FOLDER", help="with --case: leave the damaged files in a new folder"
    )
    asked = parser.parse_args(words)
    try:
        games = [game for game in GAMES if game in asked.games.split(",")]
        if asked.case:
            return again(asked.case, games, asked.keep)
        kinds = [kind for kind in asked.kind.split(",") if kind] or list(KINDS)
        unknown = [kind for kind in kinds if kind not in KINDS]
        if unknown:
            raise CardlibError(f"no kind is called '{unknown[0]}'; they are {', '.join(KINDS)}")
        warmed(games)
        chosen = list(numbers(kinds, asked.number))
        random.Random(asked.seed).shuffle(chosen)
        began = time.monotonic()
        with progress("cases") as shown:
            results = survey(chosen, asked.seed, asked.jobs, games, shown=shown)
    except CardlibError as error:
        note(str(error))
        return 2
    report(results, asked.seed)
    failed = [result for result in results if result.wrong]
    note(f"{len(results) - len(failed)} of {len(results)} cases as they should be, in {time.monotonic() - began:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
