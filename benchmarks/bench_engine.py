"""The engine, game by game: random play beside chess playouts, forks, greedy games, with counters that do not jitter.

`python -m benchmarks.bench_engine random|forks|greedy [GAME…]` measures these games, or all that are played.

Decisions are counted the same way on both sides: one option applied by a player. `hand` asks every player who holds
cards in every window (the contract's rule); `playable` passes silently for whoever can do nothing, so that only
decisions with a real choice remain, which are the expensive ones.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Sequence

import cardlib
from cardlib.decks import Deck
from cardlib.decks.files import load_deck
from cardlib.kernel.match import Match
from cardlib.lab.matrix import sample_decks

ROUNDS = 5
GAMES = 60
PEER_SECONDS = 2.0
DECKS = {  # of greedy games
    "mecha": ("graces-command", "donnas-search"),
    "tyrants": ("fln-d", "ff-a"),
    "structure": ("unburied", "holdouts"),
    "war-rig": ("scouts", "raiders"),
    "analog-tactics": ("gun-line", "nine-knives"),
}
GREEDY = {"war-rig": 20, "analog-tactics": 4}  # games, where they are long; elsewhere 1000
RANDOM = {"analog-tactics": 4}  # games of a round of random play; elsewhere GAMES
FORKED = {"analog-tactics": 5}  # matches in whose middle forks are measured; elsewhere 20
LARGEST = {"analog-tactics": (4, "-10")}  # players of the largest matches, and how the names of their decks end


def _chess() -> float:
    """Random chess playouts with `is_game_over()` at each ply: decisions per second."""
    import chess

    choose = random.Random(1).random
    plies = 0
    start = time.process_time()
    while time.process_time() - start < PEER_SECONDS:
        board = chess.Board()
        while not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[int(choose() * len(moves))])
            plies += 1
    return plies / (time.process_time() - start)


class Random:
    """Random play of one game over all pairs of its decks."""

    def __init__(self, game: cardlib.Game, windows: str) -> None:
        self.game = game
        self.decks = sample_decks(game)
        self.windows = windows
        self.games = RANDOM.get(game.project.game.slug, GAMES)

    def play(self, round_: int) -> tuple[float, list[float]]:
        """Play a round: decisions per second, and per decision events, trigger probes and games."""
        decisions = events = probes = 0
        start = time.process_time()
        for i in range(round_ * self.games, (round_ + 1) * self.games):
            choose = random.Random(i).random
            pair = [self.decks[i % len(self.decks)], self.decks[(i * 7 + 3) % len(self.decks)]]
            match = self.game.match(pair, i, windows=self.windows)
            match.events = match.picks = None
            while match.state.result is None:
                match.take(int(choose() * len(match.decision.choices)))  # type: ignore[union-attr]
                decisions += 1
            events += match.counts[0]
            probes += match.counts[1]
        took = time.process_time() - start
        return decisions / took, [events / decisions, probes / decisions, decisions / self.games, self.games / took]


def random_play(slug: str) -> list[str]:
    """Rows of random play beside chess, alternating in one run."""
    game = cardlib.load(slug)
    rows = []
    for windows in ("hand", "playable"):
        play = Random(game, windows)
        play.play(ROUNDS)
        ours, peers, counts = [], [], []
        for round_ in range(ROUNDS):
            speed, count = play.play(round_)
            ours.append(speed)
            peers.append(_chess())
            counts.append(count)
        ratios = [a / b for a, b in zip(ours, peers, strict=True)]
        events, probes, per_game, games = (statistics.median(column) for column in zip(*counts, strict=True))
        rows.append(
            f"| {slug}: random play, windows `{windows}` | {statistics.median(ours):,.0f} decisions/s | chess "
            f"{statistics.median(peers):,.0f} decisions/s | {statistics.median(ratios):.2f} "
            f"({min(ratios):.2f}–{max(ratios):.2f}) | {per_game:.0f} decisions/game, {games:.0f} games/s, "
            f"{events:.2f} events, {probes:.2f} trigger probes per decision |"
        )
    return rows


def forks(slug: str) -> list[str]:
    """The cost of a fork in the middle of random games, after half of their picks; also with the most players."""
    game = cardlib.load(slug)
    rows = [_forked(game, "a mid-game state", sample_decks(game), 2, FORKED.get(slug, 20))]
    if slug in LARGEST:
        players, ending = LARGEST[slug]
        large = [load_deck(path, game.project) for path in game.project.files("decks", f"*{ending}.*")]
        rows.append(_forked(game, f"a mid-game state with {players} players, level {ending[1:]}", large, players, 3))
    return rows


def _forked(game: cardlib.Game, what: str, decks: Sequence[Deck], players: int, matches: int) -> str:
    took = []
    for i in range(matches):
        sitting = [decks[(i + 3 * seat) % len(decks)] for seat in range(players)]
        match = _played(game, sitting, i, _played(game, sitting, i).state.serial // 2)
        start = time.process_time()
        for _ in range(1000):
            match.fork()
        took.append((time.process_time() - start) * 1000)
    slug = game.project.game.slug
    return f"| {slug}: fork of {what} | {statistics.median(took):.1f} µs | limit {60 if players > 2 else 40} µs | | |"


def _played(game: cardlib.Game, pair: Sequence[Deck], seed: int, picks: int = 1_000_000) -> Match:
    """Return a random game after a number of picks, or at its end."""
    choose = random.Random(seed).random
    match = game.match(pair, seed)
    while match.state.serial < picks and not match.over:
        match.take(int(choose() * len(match.options)))
    return match


def greedy(slug: str) -> list[str]:
    """Greedy against greedy with two decks of the game, on one core."""
    from cardlib.lab import simulate

    game = cardlib.load(slug)
    decks, games = DECKS[slug], GREEDY.get(slug, 1000)
    start = time.process_time()
    report = simulate(game, *decks, n=games, seed=1, bots=("greedy", "greedy"), jobs=1)
    took = time.process_time() - start
    return [
        f"| {slug}: {report.games} greedy games, one core | {took:.1f} s | | | {report.games / took:.1f} games/s, "
        f"{report.picks:.0f} decisions/game |"
    ]


if __name__ == "__main__":
    which, *named = sys.argv[1:] or ["random"]
    for slug in named or DECKS:
        for row in {"random": random_play, "forks": forks, "greedy": greedy}[which](slug):
            print(row, flush=True)
