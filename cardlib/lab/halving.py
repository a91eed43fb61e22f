"""Sequential halving (Karnin, Koren, Somekh 2013): all play a few rounds, the better half goes on, to the last stage.

Who plays are entrants: each has one series, or several that belong together. What a sweep sets against each other are
versions of a game, what a tuning does are bots.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, log2
from typing import NamedTuple

from cardlib.game import Game
from cardlib.lab.engines import Jobs
from cardlib.lab.games import LabError, Played, Setting
from cardlib.lab.results import Results
from cardlib.lab.rounds import finished
from cardlib.lab.series import Run, play_all


class Stage(NamedTuple):
    """How many entrants play in it, and up to which round."""

    alive: int
    upto: int


def fewest(entrants: int, equally: bool = False) -> int:
    """Return how many rounds the stages take at least: each entrant plays one in the first stage."""
    return entrants * (1 if equally else max(1, ceil(log2(entrants))))


def stages(entrants: int, rounds: int, equally: bool = False) -> list[Stage]:
    """Return the stages of so many rounds for all together; `equally` is one in which everybody plays.

    Raises LabError for fewer rounds than each entrant needs to play one in the first stage.
    """
    count = 1 if equally else max(1, ceil(log2(entrants)))
    plan, alive, so_far = [], entrants, 0
    for _ in range(count):
        so_far += rounds // (count * alive)
        plan.append(Stage(alive, so_far))
        alive = ceil(alive / 2)
    if not plan[0].upto:
        least = fewest(entrants, equally)
        raise LabError(f"found {rounds} rounds for {entrants} settings, expected at least {least}; give more games")
    return plan


class Race:
    """The entrants as they play, stage by stage; `each` series after another belong to one of them.

    `miss` says how far the rounds of an entrant are from what is wanted; the least goes on.
    """

    def __init__(
        self,
        games: Sequence[Game],
        settings: Sequence[Setting],
        results: Results,
        miss: Callable[[Sequence[Sequence[Played]]], float],
        each: int = 1,
    ) -> None:
        self.games = games
        self.settings = settings
        self.results = results
        self._of_rounds = miss
        self.each = each
        entrants = len(settings) // each
        self.alive = list(range(entrants))
        self.upto = [0] * entrants  # the rounds that each was to play
        self.stage = [0] * entrants  # the last one that it played, from 1
        self.whole = 0  # games of all stages together

    def run(
        self, plan: Sequence[Stage], jobs: Jobs, progress: Callable[[int, int], None] | None, proof: int = 0
    ) -> Run:
        """Play the stages; what is finished by then decides who goes on. Then the first of all plays `proof` rounds."""
        before = [0, *(stage.upto for stage in plan)]
        rounds = proof + sum(stage.alive * (stage.upto - done) for stage, done in zip(plan, before, strict=False))
        self.whole = total = rounds * self.each * len(self.settings[0].decks)
        run, played = Run(False, 0, 0.0), 0
        for number, stage in enumerate([*plan, Stage(1, plan[-1].upto + proof)] if proof else plan, 1):
            if number > 1:
                self.alive = sorted(sorted(self.alive, key=self._miss)[: stage.alive])
            if number <= len(plan):
                for which in self.alive:
                    self.upto[which], self.stage[which] = stage.upto, number
            tasks = [
                (place, game)
                for turn in range(before[number - 1], stage.upto)
                for which in self.alive
                for place in self.places(which)
                for game in self.settings[place].numbers(turn)
            ]
            more = play_all(
                self.games, self.settings, tasks, self.results, jobs, progress=_shifted(progress, played, total)
            )
            played += len(tasks)
            run = Run(more.interrupted, run.newly + more.newly, run.seconds + more.seconds)
            if run.interrupted:
                break
        return run

    def best(self) -> int | None:
        """Return who is nearest of those that play still and have finished a round."""
        there = [which for which in self.alive if self.rounds(which)]
        return min(there, key=self._miss) if there else None

    def _miss(self, which: int) -> float:
        rounds = self.rounds(which)
        return self._of_rounds(rounds) if rounds else float("inf")

    def rounds(self, which: int, first: int = 0, last: int | None = None) -> list[list[Played]]:
        """Return the finished rounds of an entrant, up to the first that is not; those of the stages if left out."""
        found: list[list[Played]] = []
        for turn in range(first, self.upto[which] if last is None else last):
            each = [finished(self.results.done, place, self.settings[place], turn) for place in self.places(which)]
            whole = [games for games in each if games is not None]
            if len(whole) < self.each:
                break
            found += whole
        return found

    def places(self, which: int) -> range:
        """Return which series are those of an entrant."""
        return range(which * self.each, (which + 1) * self.each)


def _shifted(progress: Callable[[int, int], None] | None, before: int, total: int) -> Callable[[int, int], None] | None:
    """Return what hears of the games of a stage, and tells of all of them."""
    return None if progress is None else lambda done, _: progress(before + done, total)
