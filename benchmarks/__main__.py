"""`make bench`: every measurement as a process of its own, pinned to one core, written to docs/benchmarks.md."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "docs" / "benchmarks.md"
GAMES = ("mecha", "tyrants", "structure", "war-rig")
PARTS = (
    *(
        ("benchmarks.bench_engine", part, game)
        for game in (*GAMES, "analog-tactics")
        for part in ("random", "forks", "greedy")
    ),
    *(("benchmarks.bench_search", "thinking", game) for game in GAMES),
    ("benchmarks.bench_lab", "local"),
    ("benchmarks.bench_lab", "dask"),
    ("benchmarks.bench_data", "decks"),
    ("benchmarks.bench_data", "beginnings"),
    ("benchmarks.bench_data", "catalogue"),
    ("benchmarks.bench_data", "large"),
    ("benchmarks.bench_data", "commands"),
    ("benchmarks.bench_art",),
)
HEAD = """# Benchmarks

Written by `make bench`. Each part runs as a process of its own, pinned to one core, on Python {python};
figures are medians. Peers and floors run in the same process or right beside it. Read differences below 1.3 as noise.

| what | measured | beside | ratio | notes |
|---|---|---|---|---|
"""


def _pin() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def main() -> None:
    """Run every part and write the page."""
    rows = []
    for module, *words in PARTS:
        print(f"{module} {' '.join(words)} …", file=sys.stderr, flush=True)
        done = subprocess.run(
            [sys.executable, "-m", module, *words], preexec_fn=_pin, check=True, capture_output=True, text=True
        )
        rows += done.stdout.splitlines()
        print(done.stdout, end="", flush=True)
    from benchmarks import bench_print

    print("benchmarks.bench_print …", file=sys.stderr, flush=True)
    _pin()
    for row in bench_print.run():
        rows.append(
            f"| {row['name']} | {row['ours']:.2f} {row['unit']} | bare reportlab {row['peer']:.2f} {row['unit']} | "
            f"{row['ratio']:.2f} | at most {row['limit']:.1f} |"
        )
        print(rows[-1])
    text = HEAD.format(python=platform.python_version()) + "\n".join(rows) + "\n"
    temporary = TARGET.with_name(".benchmarks.md.tmp")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(TARGET)


if __name__ == "__main__":
    main()
