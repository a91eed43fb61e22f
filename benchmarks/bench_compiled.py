"""Compiled beside pure Python: random play, greedy games and searched decisions of every game, with equal picks.

`python -m benchmarks.bench_compiled PURE COMPILED` is a part of `make compiled`: two interpreters, one that imports
cardlib from its sources and one where it is installed compiled. Each plays the same rounds, in turn with the other and
on the same core. The rows go to docs/benchmarks-compiled.md; the run fails where picks differ, and where compiled is
not fast enough.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from cardlib.decks import Deck
    from cardlib.game import Game
    from cardlib.kernel.match import Match

GAMES = ("mecha", "tyrants", "structure", "war-rig", "analog-tactics")
PARTS = {"random": "random play", "greedy": "greedy games", "search": "decisions of search:60"}
MATCHES = {"random": 40, "greedy": 5, "search": 6}  # of a round
FEWER = {"war-rig": {"greedy": 2, "search": 2}, "analog-tactics": {"random": 2, "greedy": 1, "search": 1}}  # long games
CHOICES = {"analog-tactics": 300}  # after so many real choices a greedy game is broken off
ROUNDS = 9
LIMIT = 1.6  # times as fast, at least
TARGET = Path(__file__).resolve().parent.parent / "docs" / "benchmarks-compiled.md"
HEAD = """# Compiled beside pure Python

Written by `make compiled`, on Python {python}: both play the same rounds, in turn and on the same core; figures are
medians of {rounds} rounds. What a row picks is equal on both sides, down to the hash. How to get it is in
[compiled.md](compiled.md).

| what | pure | compiled | times as fast | hash of the picks |
|---|---|---|---|---|
"""


class Round(NamedTuple):
    """What came of a round."""

    seconds: float
    picks: str


def _matches(slug: str, part: str) -> int:
    """Return how many matches make a round."""
    return FEWER.get(slug, {}).get(part, MATCHES[part])


def rounds(slug: str, part: str) -> Iterator[Round]:
    """Play the same round over and over."""
    import cardlib
    from cardlib.bots import Search
    from cardlib.lab.matrix import sample_decks

    game = cardlib.load(slug)
    decks = sample_decks(game)
    pairs = [[decks[i % len(decks)], decks[(i * 7 + 3) % len(decks)]] for i in range(_matches(slug, part))]
    positions = [_played(game, pair, i, greedy=True, choices=12) for i, pair in enumerate(pairs) if part == "search"]
    while True:
        start = time.process_time()
        if part == "search":
            picks: list[Any] = [Search(1, 60).choose(match.view(match.player)).choice for match in positions]
        else:
            greedy, choices = part == "greedy", CHOICES.get(slug, 1_000_000)
            picks = [_played(game, pair, i, greedy=greedy, choices=choices).picks for i, pair in enumerate(pairs)]
        yield Round(time.process_time() - start, hashlib.sha256(str(picks).encode()).hexdigest()[:12])


def _played(game: Game, pair: list[Deck], seed: int, *, greedy: bool, choices: int = 1_000_000) -> Match:
    """Return a match at its end, or at the decision that is the last of so many with a choice."""
    from cardlib.bots import Greedy

    match = game.match(pair, seed, windows="playable")
    bots, choose = (Greedy(seed), Greedy(seed + 1)), random.Random(seed).random
    while not match.over:
        assert match.decision is not None
        if greedy:
            view = match.view(match.player)
            choices -= len(view.worth_trying()) > 1
            if not choices:
                break
            match.take(bots[match.player].choose(view))
        else:
            match.take(int(choose() * len(match.decision.choices)))
    return match


def _play(slug: str, part: str) -> None:
    """Say how cardlib runs here, then what came of a round for every line that comes in."""
    from cardlib.kernel import state

    print(json.dumps("pure" if str(state.__file__).endswith(".py") else "compiled"), flush=True)
    for _, found in zip(sys.stdin, rounds(slug, part), strict=False):
        print(json.dumps(found), flush=True)


class Player:
    """An interpreter that plays rounds when it is asked to."""

    def __init__(self, python: str, how: str, slug: str, part: str) -> None:
        self.words = [python, __file__, "play", slug, part]
        self.process = subprocess.Popen(self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        found = self._read()
        if found != how:
            raise SystemExit(f"{python}: cardlib is {found} there, expected {how}")

    def round(self) -> Round:
        """Play one."""
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return Round(*self._read())

    def _read(self) -> Any:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"{' '.join(self.words)}: ended with {self.process.wait()}")
        return json.loads(line)


def compare(pure: str, compiled: str) -> tuple[list[str], list[str]]:
    """Return the rows, and what is not as it should be."""
    rows, wrong = [], []
    for slug in GAMES:
        for part, name in PARTS.items():
            both = [Player(pure, "pure", slug, part), Player(compiled, "compiled", slug, part)]
            found = [[player.round() for player in both] for _ in range(ROUNDS + 1)][1:]  # the first one warms up
            hashes = {one.picks for pair in found for one in pair}
            ratio = statistics.median(slow.seconds / fast.seconds for slow, fast in found)
            slow, fast = (statistics.median(pair[i].seconds for pair in found) for i in (0, 1))
            many = f"{_matches(slug, part)}"
            if part == "greedy" and slug in CHOICES:
                many += f", {CHOICES[slug]} choices"
            what = f"{slug}: {name} ({many})"
            rows.append(f"| {what} | {slow:.2f} s | {fast:.2f} s | {ratio:.2f} | {' '.join(sorted(hashes))} |")
            print(rows[-1], flush=True)
            if len(hashes) > 1:
                wrong.append(f"{what}: the picks differ: {' '.join(sorted(hashes))}")
            if ratio < LIMIT:
                wrong.append(f"{what}: {ratio:.2f} times as fast, expected at least {LIMIT}")
    return rows, wrong


def main(pure: str, compiled: str) -> None:
    """Compare, write the page, and fail where something is not as it should be."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    rows, wrong = compare(pure, compiled)
    text = HEAD.format(python=platform.python_version(), rounds=ROUNDS) + "\n".join(rows) + "\n"
    temporary = TARGET.with_name(".benchmarks-compiled.md.tmp")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(TARGET)
    if wrong:
        raise SystemExit("\n".join(wrong))


if __name__ == "__main__":
    if sys.argv[1] == "play":
        _play(*sys.argv[2:])
    else:
        main(*sys.argv[1:])
