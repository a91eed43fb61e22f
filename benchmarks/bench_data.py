"""Decks, catalogue and commands: checks per second, beginning a match, games of many cards, whole read commands."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 9
BARE = [sys.executable, "-c", "import typer"]


def _environment(cache: str) -> dict[str, str]:
    """The surroundings of a user's machine, where compiled modules are kept."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | {
        "CARDLIB_CACHE": cache
    }


def _whole(command: list[str], cache: str, runs: int = RUNS) -> list[float]:
    environment = _environment(cache)
    took = []
    for run in range(runs + 1):
        start = time.perf_counter()
        subprocess.run(command, env=environment, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if run:
            took.append(time.perf_counter() - start)
    return took


def deck_checks() -> list[str]:
    """Checks of loaded decks per second, the format compiled once."""
    from cardlib.catalog import load_project
    from cardlib.decks import compile_format, load_deck, project_decks

    project = load_project("mecha")
    rules = compile_format(project)
    decks = [load_deck(path, project) for path in project_decks(project).values()]
    speeds = []
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(200):
            for deck in decks:
                rules.check(deck)
        speeds.append(200 * len(decks) / (time.perf_counter() - start))
    return [f"| deck checks | {statistics.median(speeds):,.0f}/s | at least 5,000/s | | |"]


def catalogue() -> list[str]:
    """Checking all data of Mecha, and building its database, as whole processes."""
    rows = []
    program = [sys.executable, "-m", "cardlib_cli.main"]
    with tempfile.TemporaryDirectory() as cache:
        for name, command in (
            ("check all data of Mecha", [*program, "data", "check", "--game", "mecha"]),
            ("build its database", [*program, "data", "build", "--game", "mecha"]),
        ):
            took = _whole(command, cache, 5)
            rows.append(f"| {name} | {statistics.median(took):.2f} s | together under 1 s | | whole process |")
    return rows


def beginnings() -> list[str]:
    """Beginning a match of two decks named by their files: read for the first time, and again."""
    import cardlib
    from cardlib.decks import project_decks

    rows = []
    for slug in ("mecha", "tyrants", "structure"):
        names = list(project_decks(cardlib.load(slug).project))
        cardlib.load(slug).match(names[:2])
        new: list[float] = []
        again: list[float] = []
        for run in range(RUNS):
            game = cardlib.load(slug)
            game.match(names[2:4])
            for into in (new, again):
                start = time.perf_counter()
                game.match(names[:2], seed=run)
                into.append((time.perf_counter() - start) * 1000)
        bounds = "at most 3 ms and 1 ms"
        rows.append(
            f"| {slug}: `game.match` of two decks, new and seen before | {statistics.median(new):.2f} ms, "
            f"{statistics.median(again):.2f} ms | {bounds} | | |"
        )
    return rows


SIZES = (2_000, 20_000)


def large() -> list[str]:
    """Checking and building made-up games as whole processes, with filters that are alike and with none twice."""
    from benchmarks.made_up import make

    program = [sys.executable, "-m", "cardlib_cli.main", "data"]
    rows = []
    with tempfile.TemporaryDirectory() as place:
        environment = _environment(f"{place}/cache")
        for alike, filters in ((True, "filters alike"), (False, "no filter twice")):
            for cards in SIZES:
                folder = str(make(Path(place, f"{cards}-{alike}"), cards, alike=alike))
                for what, seconds in (("check", 6), ("build", 14)):
                    took, memory = zip(
                        *(_measured([*program, what, folder], environment) for _ in range(3)), strict=True
                    )
                    bound = f"at most {seconds} s" if cards == SIZES[-1] else ""
                    rows.append(
                        f"| {what} a made-up game of {cards:,} cards, {filters} | {statistics.median(took):.1f} s | "
                        f"{bound} | | peak memory {statistics.median(memory):.0f} MB |"
                    )
    return rows


def _measured(command: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """Run a command; return its seconds and its peak memory in MB."""
    start = time.perf_counter()
    child = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {child.returncode}")
    return time.perf_counter() - start, usage.ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)


def commands() -> list[str]:
    """Read commands as whole processes, beside a bare `import typer`."""
    program = [sys.executable, "-m", "cardlib_cli.main"]
    rows = []
    with tempfile.TemporaryDirectory() as cache:
        floor = statistics.median(_whole(BARE, cache))
        for words, limit in (
            (["--help"], 0.15),
            (["cards", "mecha flight cost<=2", "--sort", "cost,name"], 0.2),
            (["card", "Bugzapper"], 0.2),
            (["rules", "MIW-021"], 0.2),
            (["sql", "select count(*) from mecha_cards"], 0.2),
            (["stats", "mecha", "--by", "cost"], 0.2),
            (["deck", "show", "ok40", "--game", "mecha"], 0.2),
        ):
            took = statistics.median(_whole([*program, *words], cache))
            name = " ".join(words).replace("|", "\\|")
            beside = f"`import typer` {floor:.3f} s | {took / floor:.2f}"
            rows.append(f"| `cardlib {name}` | {took:.3f} s | {beside} | limit {limit} s |")
    return rows


if __name__ == "__main__":
    which = sys.argv[1] if len(sys.argv) > 1 else "commands"
    parts = {
        "decks": deck_checks,
        "beginnings": beginnings,
        "catalogue": catalogue,
        "large": large,
        "commands": commands,
    }
    for row in parts[which]():
        print(row)
