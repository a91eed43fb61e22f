"""`make bench`: every measurement as a process of its own, pinned to one core, written to docs/benchmarks.md.

`python -m benchmarks [PART…]` measures all parts, or these. The page is written after each part, so that nothing that
was measured is lost; the rows of parts that are not measured stay as they are.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "docs" / "benchmarks.md"
GAMES = ("mecha", "tyrants", "structure", "war-rig", "analog-tactics")
Command = tuple[str, ...]  # a module and its words


def _each(module: str, part: str, games: tuple[str, ...] = GAMES) -> list[Command]:
    return [(module, part, game) for game in games]


PARTS: dict[str, list[Command]] = {
    "random": _each("benchmarks.bench_engine", "random"),
    "forks": _each("benchmarks.bench_engine", "forks"),
    "greedy": _each("benchmarks.bench_engine", "greedy"),
    "search": _each("benchmarks.bench_search", "thinking", GAMES[:4]),
    "workers": [("benchmarks.bench_lab", "local"), ("benchmarks.bench_lab", "dask")],
    "data": [("benchmarks.bench_data", part) for part in ("decks", "beginnings", "catalogue", "large")],
    "commands": [("benchmarks.bench_data", "commands")],
    "print": [("benchmarks.bench_print",), ("benchmarks.bench_art",)],
}
TABLE = "| what | measured | beside | ratio | notes |"
HEAD = f"""# Benchmarks

Written by `make bench`; `python -m benchmarks PART…` measures the named parts anew, by the headings below. Each row
comes of a process of its own, pinned to one core, on Python {platform.python_version()}; figures are medians. Peers and
floors run in the same process or right beside it. Read differences below 1.3 as noise.
"""


def _pin() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def _measure(command: Command) -> list[str]:
    """Run a measurement; return its rows. Raises `CalledProcessError` when it fails."""
    module, *words = command
    print(f"{' '.join(command)} …", file=sys.stderr, flush=True)
    done = subprocess.run(
        [sys.executable, "-m", module, *words], preexec_fn=_pin, check=True, stdout=subprocess.PIPE, text=True
    )
    print(done.stdout, end="", flush=True)
    return done.stdout.splitlines()


def _kept() -> dict[str, list[str]]:
    """Return the rows by part as the page has them."""
    found: dict[str, list[str]] = {}
    part = ""
    for line in TARGET.read_text(encoding="utf-8").splitlines() if TARGET.exists() else ():
        if line.startswith("## "):
            part = line.removeprefix("## ")
        elif part in PARTS and line.startswith("| ") and line != TABLE:
            found.setdefault(part, []).append(line)
    return found


def _write(rows: dict[str, list[str]]) -> None:
    tables = [
        f"## {part}\n\n{TABLE}\n|---|---|---|---|---|\n" + "\n".join(rows[part]) for part in PARTS if part in rows
    ]
    temporary = TARGET.with_name(".benchmarks.md.tmp")
    temporary.write_text("\n".join((HEAD, "\n\n".join(tables), "")), encoding="utf-8")
    temporary.replace(TARGET)


def main(named: list[str]) -> None:
    """Measure the named parts, or all, and write the page after each."""
    if unknown := [part for part in named if part not in PARTS]:
        sys.exit(f"no part '{unknown[0]}' of the benchmarks: there are {', '.join(PARTS)}")
    rows = _kept()
    for part in named or PARTS:
        rows[part] = [row for command in PARTS[part] for row in _measure(command)]
        _write(rows)


if __name__ == "__main__":
    main(sys.argv[1:])
