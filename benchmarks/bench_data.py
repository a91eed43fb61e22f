"""Decks, catalogue and commands: checks per second, build time, and whole read commands."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time

RUNS = 9
BARE = [sys.executable, "-c", "import typer"]


def _whole(command: list[str], cache: str, runs: int = RUNS) -> list[float]:
    environment = {**os.environ, "CARDLIB_CACHE": cache}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # compiled modules are kept, as on a user's machine
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
    for row in {"decks": deck_checks, "catalogue": catalogue, "commands": commands}[which]():
        print(row)
