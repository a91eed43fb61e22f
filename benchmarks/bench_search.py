"""The search: seconds per decision beside bare random playouts, how often it beats greedy, and what a lead is worth.

`python -m benchmarks.bench_search` is the part of `make bench`. The others take longer and are asked for:
`… strength GAME GAMES ITERATIONS JOBS` plays against greedy, the same decks with seats swapped, and counts by seat;
`… several GAME ITERATIONS` thinks in one process and in two by turns, and wants two cores for itself;
`… lead GAME` fits `Judgement.clear_lead` to greedy games.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from math import exp, log
from typing import NamedTuple

import cardlib
from cardlib.bots import Bot, Greedy, Search
from cardlib.decks import load_deck, project_decks
from cardlib.kernel.chance import derive
from cardlib.kernel.match import Match
from cardlib.lab import wilson
from cardlib.lab.matrix import sample_decks

ITERATIONS = 400
POSITIONS = 30
PLAYOUTS = 60
# Where seats differ, as attacker and defender do, a pair of decks stands for one deck that is played by both.
PAIRS = {
    "mecha": (("graces-command", "graces-command"), ("donnas-search", "donnas-search")),
    "tyrants": tuple((f"{side}-d", f"{side}-a") for side in ("ac", "ccn", "cheid", "ff", "fln", "ru")),
}


def _pairs(game: cardlib.Game) -> list[tuple[str, str]]:
    return list(PAIRS.get(game.slug, ((deck, deck) for deck in _names(game))))


def _names(game: cardlib.Game) -> list[str]:
    """Return the names of what players bring of a game's project."""
    own = sample_decks(game)
    return [name for name, path in sorted(project_decks(game.project).items()) if load_deck(path, game.project) in own]


def _positions(game: cardlib.Game) -> list[Match]:
    """Decisions with a real choice, spread over greedy games."""
    pairs = _pairs(game)
    found: list[Match] = []
    for seed in range(10):
        decks = [pairs[seed % len(pairs)][0], pairs[(seed // 2) % len(pairs)][1]]
        match = game.match(decks, seed, windows="playable")
        bots = (Greedy(seed), Greedy(seed + 100))
        choices = 0
        while not match.over:
            view = match.view(match.player)
            if len(view.worth_trying()) > 1:
                choices += 1
                if choices % 9 == 0:
                    found.append(match.fork())
            match.take(bots[match.player].choose(view))
    return found[:: max(1, len(found) // POSITIONS)][:POSITIONS]


def _bare(position: Match) -> float:
    """Seconds of one iteration with nothing in it but a sample and a random playout to the end."""
    view = position.view(position.player)
    start = time.process_time()
    for seed in range(PLAYOUTS):
        match = view.sample(seed)
        match.windows = "playable"
        choose = random.Random(seed).random
        while match.state.result is None:
            assert match.decision is not None
            match.take(int(choose() * len(match.decision.choices)))
    return (time.process_time() - start) / PLAYOUTS


def thinking(slug: str = "mecha") -> list[str]:
    """A row: seconds per decision, iterations per second, beside those of bare random playouts."""
    positions = _positions(cardlib.load(slug))
    took, speeds, bare = [], [], []
    for position in positions:
        start = time.process_time()
        found = Search(1, ITERATIONS).explain(position.view(position.player))
        took.append(time.process_time() - start)
        speeds.append(sum(thought.visits for thought in found) / took[-1])
        bare.append(1 / _bare(position))
    ratio = statistics.median(a / b for a, b in zip(speeds, bare, strict=True))
    return [
        f"| {slug}: a decision of search:{ITERATIONS} | {statistics.median(took):.2f} s, "
        f"{statistics.median(speeds):,.0f} iterations/s | bare random playouts to the end "
        f"{statistics.median(bare):,.0f} iterations/s | {ratio:.2f} | {len(positions)} positions of greedy games, "
        f"{min(took):.2f}–{max(took):.2f} s |"
    ]


def several(slug: str = "mecha", iterations: int = ITERATIONS, processes: int = 2) -> list[str]:
    """A row: how long a decision takes in one process and in several, by the clock, and what all of these work."""
    positions = _positions(cardlib.load(slug))
    alone: list[float] = []
    shared: list[float] = []
    work: list[float] = []
    for position in positions:
        view = position.view(position.player)
        found = []
        for count, took in ((1, alone), (processes, shared)):
            start, before = time.perf_counter(), _worked()
            found.append([(one.visits, one.win_rate) for one in Search(1, iterations, processes=count).explain(view)])
            took.append(time.perf_counter() - start)
            work.append(_worked() - before)
        assert found[0] == found[1]
    faster = statistics.median(one / two for one, two in zip(alone, shared, strict=True))
    return [
        f"| {slug}: a decision of search:{iterations} in {processes} processes | {statistics.median(shared):.2f} s by "
        f"the clock | in one {statistics.median(alone):.2f} s | {faster:.2f} | {len(positions)} positions of greedy "
        f"games; together they work {sum(work[1::2]) / sum(work[::2]):.2f} times as long as one |"
    ]


def _worked() -> float:
    """Return the seconds of processor time of this process and of those that it has seen end."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


class Played(NamedTuple):
    """One game of the search against greedy: its number, the seat of the search, who won, and what thinking took.

    `luck` is who wins where greedy sits in both seats, with the same cards in the same order.
    """

    number: int
    seat: int
    winner: int | None
    luck: int | None
    turns: int
    decks: tuple[str, str]
    thoughts: int
    seconds: float  # of processor time, the search's own


def _play(slug: str, iterations: int, number: int) -> Played:
    """Play the game of this number: the search goes first in even ones, then second with the same decks and seed."""
    game = cardlib.load(slug)
    pairs = _pairs(game)
    seat, pair = number % 2, number // 2
    decks = pairs[pair % len(pairs)]
    bots: list[Bot] = [Greedy(derive(pair, 1)), Greedy(derive(pair, 2))]
    luck = game.match(decks, derive(2026, pair), windows="playable")
    while not luck.over:
        luck.take(bots[luck.player].choose(luck.view(luck.player)))
    match = game.match(decks, derive(2026, pair), windows="playable")
    bots[seat] = search = Search(derive(pair, 3), iterations)
    thoughts, seconds = 0, 0.0
    while not match.over:
        view = match.view(match.player)
        if match.player == seat and len(view.worth_trying()) > 1:
            start = time.process_time()
            match.take(search.choose(view))
            seconds += time.process_time() - start
            thoughts += 1
        else:
            match.take(bots[match.player].choose(view))
    assert match.result is not None and luck.result is not None
    winner, lucky, turns = match.result.winner, luck.result.winner, match.result.turns
    return Played(number, seat, winner, lucky, turns, decks, thoughts, round(seconds, 3))


def strength(slug: str = "mecha", games: int = 100, iterations: int = ITERATIONS, jobs: int = 1) -> list[str]:
    """Rows by seat: wins of the search against greedy, on the pairs of decks in turn, each with the seats swapped.

    Beside them stands how often greedy won in the same seat with the same cards, which takes luck out of the
    difference. Every game is written to standard error, in turn.
    """
    found = []
    with ProcessPoolExecutor(jobs) as pool:
        for played in pool.map(_play, repeat(slug), repeat(iterations), range(games)):
            found.append(played)
            print(json.dumps(played._asdict()), file=sys.stderr, flush=True)
    per_decision = sum(played.seconds for played in found) / max(1, sum(played.thoughts for played in found))
    rows = []
    for name, seats in (("first", (0,)), ("second", (1,)), ("both", (0, 1))):
        these = [played for played in found if played.seat in seats]
        won = sum(played.winner == played.seat for played in these)
        beside = sum(played.luck == played.seat for played in these)
        rate = wilson(won, len(these))
        if rate is not None:
            rows.append(
                f"| {slug}: search:{iterations} against greedy, going {name} | {won} of {len(these)} won | "
                f"greedy with the same cards: {beside} | {100 * rate.low:.0f} to {100 * rate.high:.0f} % | "
                f"{per_decision:.2f} s per decision |"
            )
    return rows


def lead(slug: str = "mecha", games: int = 150) -> list[str]:
    """Rows: how well each lead fits the results of greedy games, by the mean log-likelihood at the ends of turns."""
    game = cardlib.load(slug)
    decks = _names(game)
    seen: list[float] = []
    for number in range(games):
        pair = [decks[number % len(decks)], decks[(number * 3 + number // len(decks)) % len(decks)]]
        match = game.match(pair, number, windows="playable")
        bots = (Greedy(derive(number, 1)), Greedy(derive(number, 2)))
        values: list[tuple[int, float]] = []
        while not match.over:
            player = match.player
            option = bots[player].choose(match.view(player))
            if match.state.vars["turn"] and game.rules.judgement.leaves_as_is(match, option.choice):
                now = game.rules.judgement.evaluate(match, player)
                values.append((player, game.rules.judgement.evaluate_stopped(match, player, now)))
            match.take(option)
        assert match.result is not None
        winner = match.result.winner
        if winner is not None:
            seen += [value if player == winner else -value for player, value in values]
    rows = []
    for points in (5, 10, 15, 20, 25, 30, 35, 40, 50, 60, 80, 100):
        fit = -sum(log(1 + exp(min(30.0, -value / points))) for value in seen) / len(seen)
        rows.append(f"| {slug}: lead {points} | {fit:.4f} | | | {len(seen)} ends of turns |")
    return rows


if __name__ == "__main__":
    part, *words = sys.argv[1:] or ["thinking"]
    slug, *numbers = words or ["mecha"]
    for row in {"thinking": thinking, "strength": strength, "several": several, "lead": lead}[part](
        slug, *map(int, numbers)
    ):
        print(row)
