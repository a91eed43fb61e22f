"""Breaks matches off on real terminals, at moments that a seed chooses, and reads what is left of them."""

from __future__ import annotations

import random
import signal
import time
from pathlib import Path

from terminals import Terminal

from cardlib_cli.keeping import found

MATCH = ("play", "graces-command", "donnas-search", "--seed", "7", "--autosave", "my.json")
TYPED = ("no", "play radio-tower d1", "end", "?", "end", "log", "undo", "pass", "end", "board", "end", "end")
BOTS = (*MATCH, "--seats", "search:4,greedy")
WAYS = {
    "closed": 128 + signal.SIGHUP,
    "two Ctrl-C": 128 + signal.SIGINT,
    "SIGTERM": 128 + signal.SIGTERM,
    "SIGHUP twice": 128 + signal.SIGHUP,
    "SIGTERM and SIGINT": 128 + signal.SIGTERM,
    "SIGKILL": -signal.SIGKILL,
}


def break_off(terminal: Terminal, way: str, chance: random.Random) -> int:
    """Break off what runs in a terminal; returns its exit code."""
    if way == "closed":
        terminal.close()
    elif way == "two Ctrl-C":
        terminal.type(b"\x03")
        time.sleep(chance.random() * 0.004)
        terminal.type(b"\x03")
    elif way == "SIGTERM":
        terminal.signal(signal.SIGTERM)
    elif way == "SIGHUP twice":
        terminal.signal(signal.SIGHUP, signal.SIGHUP)
    elif way == "SIGTERM and SIGINT":
        terminal.signal(signal.SIGTERM, signal.SIGINT)
    else:
        terminal.signal(signal.SIGKILL)
    return terminal.ended()


def at_the_table(folder: Path, way: str, seed: int) -> tuple[int, int, str]:
    """Break off the match of a person; returns the exit code, how many lines were obeyed, and what was shown."""
    chance = random.Random(seed)
    folder.mkdir()
    with Terminal(folder, *MATCH) as terminal:
        lines = chance.randrange(1, len(TYPED))
        for number, line in enumerate(TYPED[:lines], 1):
            terminal.wait_for("\n> ", number)
            terminal.type(f"{line}\n")
        moment = chance.random() * 0.05
        until = time.monotonic() + moment
        while time.monotonic() < until:
            terminal.read(0.002)
        while terminal.read(0):
            pass
        obeyed = terminal.shown.count("\n> ") - 1
        return break_off(terminal, way, chance), obeyed, terminal.shown


def among_bots(folder: Path, way: str, seed: int) -> tuple[int, str]:
    """Break off a match of bots, anywhere from its beginning to its end screen; returns exit code and what was shown."""
    chance = random.Random(seed)
    folder.mkdir()
    with Terminal(folder, *BOTS) as terminal:
        turn = chance.choice((1, 2, 3, 5, 8, 12))
        late = chance.random() < 0.3
        terminal.wait_for(" wins in turn" if late else f"Turn {turn}:")
        return break_off(terminal, way, chance), terminal.shown


def picks_in(folder: Path) -> list[str]:
    """Return the picks of a match that was broken off, from its save or its journal."""
    saved, keeping, _ = found(folder / "my.json")
    keeping.leave()
    picks: list[str] = saved.replay["picks"]
    return picks

