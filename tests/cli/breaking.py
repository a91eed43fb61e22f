"""Breaks matches off on real terminals, at moments that a seed chooses, and reads what is left of them."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from terminals import Terminal

from cardlib_cli.keeping import found

MATCH = ("play", "graces-command", "donnas-search", "--seed", "7", "--autosave", "my.json")
TYPED = ("no", "play radio-tower d1", "end", "?", "end", "log", "undo", "pass", "end", "board", "end", "end")
BOTS = (*MATCH, "--seats", "search:4,greedy")
WAYS = {  # with the exit codes that fit them, as a shell counts
    "closed": {129},
    "two Ctrl-C": {130},
    "SIGTERM": {143},
    "SIGHUP twice": {129},
    "SIGTERM and SIGINT": {130, 143},
    "SIGKILL": {-signal.SIGKILL},
}


@dataclass
class Broken:
    """What a match that was broken off left behind."""

    code: int
    shown: str
    folder: Path
    typed: int = 0  # lines
    obeyed: int = 0  # lines that led to the next question

    def picks(self) -> list[str]:
        """Return its picks, from the save or the journal."""
        saved, keeping, _ = found(self.folder / "my.json")
        keeping.leave()
        picks: list[str] = saved.replay["picks"]
        return picks


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


def at_the_table(folder: Path, way: str, seed: int) -> Broken:
    """Break off the match of a person, a moment after a line was typed."""
    chance = random.Random(seed)
    folder.mkdir()
    with Terminal(folder, *MATCH) as terminal:
        lines = chance.randrange(1, len(TYPED))
        for number, line in enumerate(TYPED[:lines], 1):
            terminal.wait_for("\n> ", number)
            terminal.type(f"{line}\n")
        until = time.monotonic() + chance.random() * 0.05
        while time.monotonic() < until:
            terminal.read(0.002)
        obeyed = terminal.shown.count("\n> ") - 1
        code = break_off(terminal, way, chance)
        return Broken(code, terminal.shown, folder, lines, obeyed)


def among_bots(folder: Path, way: str, seed: int) -> Broken:
    """Break off a match of bots, anywhere from its beginning to its end screen."""
    chance = random.Random(seed)
    folder.mkdir()
    with Terminal(folder, *BOTS) as terminal:
        turn = chance.choice((1, 2, 3, 5, 8))
        terminal.wait_for(" wins in turn" if chance.random() < 0.3 else f"Turn {turn}:")
        return Broken(break_off(terminal, way, chance), terminal.shown, folder)


def check_at_the_table(broken: Broken, way: str, after: Callable[[int], list[str]]) -> None:
    """Compare with the picks `after` so many lines: no line is lost that led to the next question."""
    where = f"{way}: {broken}"
    assert broken.code in WAYS[way], where
    assert "Traceback" not in broken.shown, where
    if way not in ("closed", "SIGKILL"):
        assert "saved; go on with: cardlib play --resume my.json" in broken.shown, where
    least, most, picks = after(broken.obeyed), after(broken.typed), broken.picks()
    if len(most) >= len(least):
        assert picks[: len(least)] == least and most[: len(picks)] == picks, where
    else:  # the last line was an undo
        assert picks in (least, most), where


def check_among_bots(broken: Broken, way: str, whole: list[str]) -> None:
    """Compare with the picks of the whole match: what was shown of it is kept, until its end is shown."""
    where = f"{way}: {broken}"
    over = " wins in turn" in broken.shown
    assert "Traceback" not in broken.shown, where
    if over and not list(broken.folder.glob("my.json*")):
        return  # all was told, and only the process had not ended
    assert broken.code in WAYS[way], where
    picks = broken.picks()
    assert whole[: len(picks)] == picks, where
    assert picks == whole or not over, where
