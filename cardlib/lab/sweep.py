"""What should a number be? The game with each of its values, on common chance, and how near each comes to a goal.

    made = sweep("mecha", "ok40", "graces-command", vary={"rules.opening_hand": [4, 5, 6]}, goal="win=50", n=600)
    made.best.values          {"rules.opening_hand": 5}
    made.sure                 in what share of resampled games it is the best one, too

One number is played equally often with each of its values, which gives a curve. Several numbers have many settings:
there the budget goes to the promising ones by sequential halving (Karnin, Koren, Somekh 2013): all play a few rounds,
the better half of them goes on, until the last stage.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil, log2
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from cardlib import bounds
from cardlib.catalog import Change
from cardlib.game import Game, load
from cardlib.kernel.chance import Chance, apart
from cardlib.lab.engines import Jobs
from cardlib.lab.games import LabError, Played, Setting
from cardlib.lab.goals import Goal, goal_of
from cardlib.lab.intervals import Interval
from cardlib.lab.report import interval_json
from cardlib.lab.results import Results
from cardlib.lab.rounds import Version, finished, numbers, shifted
from cardlib.lab.series import TURN_LIMIT, Run, play_all, settle
from cardlib.records import SWEEP

if TYPE_CHECKING:
    from cardlib.catalog import Json
    from cardlib.game import Document, Seat

EACH = 100  # games of each setting on the average, if nobody says how many in all
SETTINGS = 200  # at most: each is a game of its own in memory
_RESAMPLED = 200  # times, to tell how sure the best is
_DRAWN = 0x5EE9
_EQUAL = 1e-12


@dataclass(frozen=True, slots=True)
class Point:
    """One setting: its values by place, the rounds that it played, and what came of the goal's figure."""

    values: Mapping[str, Json]
    changes: tuple[Change, ...]
    rounds: int
    figure: Interval | None
    miss: float | None  # how far the figure is from the goal
    stage: int  # the last one that it played, from 1


@dataclass(slots=True)
class Sweep:
    """All settings in the order of their values; `to_json()` depends on the games alone."""

    name: str  # of the game
    setting: Setting
    goal: Goal
    vary: Mapping[str, Sequence[Json]]
    points: list[Point]
    chosen: int | None  # the best point
    sure: float  # the share of resampled games in which it is the best, too
    budget: int
    stages: int
    games: int
    interrupted: bool = False
    torn: bool = False
    newly: int = 0
    seconds: float = 0.0

    @property
    def best(self) -> Point | None:
        """The setting that came nearest to the goal, of those that played to the last stage."""
        return None if self.chosen is None else self.points[self.chosen]

    def to_json(self) -> dict[str, Any]:
        """Return the sweep as JSON; shares go from 0 to 1."""
        return {
            "game": self.setting.game,
            "data": self.setting.data,
            "seed": self.setting.seed,
            "decks": list(self.setting.names),
            "bots": list(self.setting.bots),
            "goal": str(self.goal),
            "vary": {place: list(values) for place, values in self.vary.items()},
            "games": self.games,
            "budget": self.budget,
            "stages": self.stages,
            "points": [
                {
                    "values": dict(point.values),
                    "rounds": point.rounds,
                    "stage": point.stage,
                    "figure": interval_json(point.figure),
                    "miss": None if point.miss is None else round(point.miss, 4),
                }
                for point in self.points
            ],
            "best": None if self.best is None else dict(self.best.values),
            "sure": round(self.sure, 4),
            "interrupted": self.interrupted,
        }


def sweep(
    game: Game | str | Path,
    *decks: Seat,
    vary: Mapping[str, Sequence[Json]],
    goal: str | Goal = "win=50",
    n: int | None = None,
    seed: int = 0,
    bots: Sequence[str] | None = None,
    jobs: Jobs = 1,
    names: Sequence[str] | None = None,
    turn_limit: int = TURN_LIMIT,
    out: Path | None = None,
    resume: bool = False,
    progress: Callable[[int, int], None] | None = None,
    table: Document | Sequence[Document] = (),
    loaded: Callable[[Mapping[str, Json]], Game] | None = None,
) -> Sweep:
    """Play the decks with every value of the numbers that `vary` names by place, in at most `n` games altogether.

    Places are those of `--set`. All settings play the same chance. `loaded` makes the game with changes, where `load`
    does not know its rules. Everything else is as in `simulate`.

    Raises CardlibError for values that do not fit, what cannot be played, and a game that broke.
    """
    wanted = goal_of(goal) if isinstance(goal, str) else goal
    first = game if isinstance(game, Game) else load(game)
    make = loaded or (lambda changes: load(first.project, {**first.changes, **changes}))
    settings = _settings(vary)
    first.check_players(len(decks))
    versions = []
    for values in settings:
        one = make(values)
        about = settle(
            one, decks, seed, bots or ["greedy"] * len(decks), names, turn_limit, players=len(decks), table=table
        )
        versions.append(Version(one, about))
    budget = EACH * len(settings) if n is None else n
    bounds.check_number(budget, bounds.GAMES, "games")
    plan = stages(len(settings), budget // len(decks), len(vary) == 1)
    with Results(out, versions[0].setting, resume, SWEEP, [one.setting for one in versions[1:]]) as results:
        race = _Race(versions, settings, wanted, results)
        run = race.run(plan, jobs, progress)
    made = race.summed(first.project.game.name, vary, budget, len(plan))
    made.interrupted, made.newly, made.seconds = run
    made.torn = results.torn
    return made


def stages(settings: int, rounds: int, equally: bool) -> list[tuple[int, int]]:
    """Return for each stage how many settings play in it, and up to which round; `rounds` are for all together.

    Raises LabError for fewer rounds than each setting needs to play one in the first stage.
    """
    count = 1 if equally else max(1, ceil(log2(settings)))
    plan, alive, so_far = [], settings, 0
    for _ in range(count):
        so_far += rounds // (count * alive)
        plan.append((alive, so_far))
        alive = ceil(alive / 2)
    if not plan[0][1]:
        least = count * settings
        raise LabError(f"found {rounds} rounds for {settings} settings, expected at least {least}; give more games")
    return plan


def _settings(vary: Mapping[str, Sequence[Json]]) -> list[dict[str, Json]]:
    """Return all settings; the last number changes fastest."""
    if not vary:
        raise LabError("a sweep needs a number to vary, such as rules.hand_size=4..6")
    for place, values in vary.items():
        if len(values) < 2 or any(values[:at].count(one) for at, one in enumerate(values)):
            raise LabError(f"{place}: found {list(values)}, expected two values or more, each once")
    count = 1
    for values in vary.values():
        count *= len(values)
    bounds.check_number(count, SETTINGS, "settings")
    return [dict(zip(vary, values, strict=True)) for values in product(*vary.values())]


class _Race:
    """The settings as they play, stage by stage."""

    def __init__(
        self, versions: Sequence[Version], settings: Sequence[Mapping[str, Json]], goal: Goal, results: Results
    ) -> None:
        self.versions = versions
        self.settings = settings
        self.goal = goal
        self.results = results
        self.alive = list(range(len(versions)))
        self.upto = [0] * len(versions)  # the rounds that each setting was to play
        self.stage = [0] * len(versions)

    def run(self, plan: Sequence[tuple[int, int]], jobs: Jobs, progress: Callable[[int, int], None] | None) -> Run:
        """Play the stages; what is finished by then decides who goes on."""
        players = len(self.versions[0].setting.decks)
        total = sum(alive * (upto - (plan[at - 1][1] if at else 0)) for at, (alive, upto) in enumerate(plan)) * players
        interrupted, newly, seconds = False, 0, 0.0
        before = 0
        for number, (alive, upto) in enumerate(plan, 1):
            if number > 1:
                self.alive = sorted(sorted(self.alive, key=self._miss)[:alive])
            games = [
                (which, game)
                for turn in range(plan[number - 2][1] if number > 1 else 0, upto)
                for which in self.alive
                for game in numbers(self.versions[which].setting, turn)
            ]
            for which in self.alive:
                self.upto[which], self.stage[which] = upto, number
            shown = None if progress is None else shifted(progress, before, total)
            run = play_all(
                [one.game for one in self.versions],
                [one.setting for one in self.versions],
                games,
                self.results,
                jobs,
                progress=shown,
            )
            before += len(games)
            newly, seconds = newly + run.newly, seconds + run.seconds
            if run.interrupted:
                interrupted = True
                break
        return Run(interrupted, newly, seconds)

    def summed(self, name: str, vary: Mapping[str, Sequence[Json]], budget: int, count: int) -> Sweep:
        """Return what the rounds say that are finished."""
        rounds = [self._rounds(which) for which in range(len(self.versions))]
        points = []
        for which, played in enumerate(rounds):
            figure = self.goal.interval(played)
            points.append(
                Point(
                    self.settings[which],
                    self.versions[which].setting.changes,
                    len(played),
                    figure,
                    None if figure is None else self.goal.miss(figure.value),
                    self.stage[which],
                )
            )
        finalists = [which for which in self.alive if rounds[which]]
        best = min(finalists, key=self._miss) if finalists else None
        return Sweep(
            name,
            self.versions[0].setting,
            self.goal,
            vary,
            points,
            best,
            self._sure(rounds, best),
            budget,
            count,
            sum(len(games) for played in rounds for games in played),
        )

    def _rounds(self, which: int) -> list[list[Played]]:
        """Return the rounds of a setting that are finished, in order."""
        found = []
        for turn in range(self.upto[which]):
            games = finished(self.results.done, which, self.versions[which].setting, turn)
            if games is None:
                break
            found.append(games)
        return found

    def _miss(self, which: int) -> float:
        found = [self.goal.figure(games) for games in self._rounds(which)]
        return self.goal.miss(fmean(found)) if found else float("inf")

    def _sure(self, rounds: Sequence[Sequence[Sequence[Played]]], best: int | None) -> float:
        """Return in what share of the resampled rounds the best setting is the best, too.

        Rounds are drawn anew with repetition, the same ones for all settings that played as many. Settings that are
        equally good share the place.
        """
        if best is None:
            return 0.0
        figures = [[self.goal.figure(games) for games in played] for played in rounds]
        chance = Chance(apart(self.versions[0].setting.seed, _DRAWN))
        first = 0.0
        for _ in range(_RESAMPLED):
            drawn: dict[int, list[int]] = {}
            misses: dict[int, float] = {}
            for which, found in enumerate(figures):
                if not found:
                    continue
                count = len(found)
                if count not in drawn:
                    drawn[count] = [chance.below(count) for _ in range(count)]
                misses[which] = self.goal.miss(fmean(found[at] for at in drawn[count]))
            least = min(misses.values())
            equal = [which for which, miss in misses.items() if miss <= least + _EQUAL]
            first += (best in equal) / len(equal)
        return first / _RESAMPLED
