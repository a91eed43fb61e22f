"""What should a number be? The game with each of its values, on common chance, and how near each comes to a goal.

    made = sweep("mecha", "ok40", "graces-command", vary={"rules.opening_hand": [4, 5, 6]}, goal="win=50", n=600)
    made.best.values          {"rules.opening_hand": 5}
    made.sure                 in what share of resampled games it is the best one, too

One number is played equally often with each of its values, which gives a curve. Several numbers have many settings:
there the budget goes to the promising ones by sequential halving (`halving`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
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
from cardlib.lab.halving import Race, fewest, stages
from cardlib.lab.intervals import Interval
from cardlib.lab.report import interval_json
from cardlib.lab.results import Results
from cardlib.lab.rounds import Version, alike
from cardlib.lab.series import TURN_LIMIT, settle
from cardlib.records import SWEEP

if TYPE_CHECKING:
    from cardlib.catalog import Json
    from cardlib.game import Document, Seat

EACH = 100  # games of each setting on the average, if nobody says how many in all
SETTINGS = 200  # at most: each is a game of its own in memory
_RESAMPLED = 1000  # times, to tell how sure the best is: to about 2 points
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
    sure: float  # the share of resampled rounds in which it comes out, too
    budget: int
    stages: int
    games: int  # of finished rounds, which are what is told
    finished: int = 0
    whole: int = 0  # how many games the stages have
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

    Raises CardlibError for values that do not fit, a number that no match of the decks reads, what cannot be played,
    and a game that broke.
    """
    wanted = goal_of(goal) if isinstance(goal, str) else goal
    first = game if isinstance(game, Game) else load(game)
    make = loaded or (lambda changes: load(first.project, {**first.changes, **changes}))
    settings = _settings(vary)
    for place in vary:
        if place in first.changes:
            raise LabError(
                f"{place}: found a value in every setting ({first.changes[place]}), expected it to vary alone"
            )
    first.check_players(len(decks))
    versions = []
    for values in settings:
        one = make(values)
        played = settle(
            one, decks, seed, bots or ["greedy"] * len(decks), names, turn_limit, players=len(decks), table=table
        )
        versions.append(Version(one, played))
    _check_read(settings, versions)
    budget = EACH * len(settings) if n is None else n
    bounds.check_number(budget, bounds.GAMES, "games")
    each = len(versions[0].setting.numbers(0))  # games of a round
    least = fewest(len(settings), len(vary) == 1) * each
    if budget < least:
        raise LabError(f"found {budget} games, expected at least {least} for {len(settings)} settings (-n)")
    plan = stages(len(settings), budget // each, len(vary) == 1)
    about = [one.setting for one in versions]
    with Results(out, about[0], resume, SWEEP, about[1:]) as results:
        race = Race(
            [one.game for one in versions],
            about,
            results,
            lambda played: wanted.miss(fmean(wanted.figure(games) for games in played)),
        )
        run = race.run(plan, jobs, progress)
    rounds = [race.rounds(which) for which in range(len(versions))]
    best = race.best()
    return Sweep(
        first.project.game.name,
        about[0],
        wanted,
        vary,
        [_point(wanted, *each) for each in zip(settings, about, rounds, race.stage, strict=True)],
        best,
        0.0 if best is None else how_sure(wanted, rounds, race.stage, best, seed),
        budget,
        len(plan),
        sum(len(games) for played in rounds for games in played),
        min(len(results.done), race.whole),
        race.whole,
        run.interrupted,
        results.torn,
        run.newly,
        run.seconds,
    )


def _point(
    goal: Goal, values: Mapping[str, Json], setting: Setting, rounds: Sequence[Sequence[Played]], stage: int
) -> Point:
    figure = goal.interval(rounds)
    miss = None if figure is None else goal.miss(figure.value)
    return Point(values, setting.changes, len(rounds), figure, miss, stage)


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


def _check_read(settings: Sequence[Mapping[str, Json]], versions: Sequence[Version]) -> None:
    """Raise LabError for a number of which no value changes anything that a match of the decks reads."""
    first, start = versions[0], settings[0]
    for place in start:
        same = {other: value for other, value in start.items() if other != place}
        others = [
            version
            for values, version in zip(settings[1:], versions[1:], strict=True)
            if same.items() <= values.items()
        ]
        changes = [change.path for change in others[0].setting.changes if change not in first.setting.changes]
        why = [told for path in changes if (told := others[0].unread(path))]
        if why and all(alike(first, other) for other in others):
            raise LabError(f"{why[0]}: there is nothing to find out")


def how_sure(
    goal: Goal, rounds: Sequence[Sequence[Sequence[Played]]], stage: Sequence[int], best: int, seed: int
) -> float:
    """Return in what share of the resampled rounds the best setting goes on at every stage and is the nearest at last.

    Rounds are drawn anew with repetition, stage by stage, the same ones for all settings that played it, and as many
    as they had played when it was decided who goes on; whoever was dropped takes part in the stages that it played.
    Settings that are equally good share the places. One round drawn anew is always the same one: where the best played
    no more, any setting that got as far may be it.
    """
    figures = [[goal.figure(games) for games in played] for played in rounds]
    there = [[which for which, one in enumerate(stage) if one >= number] for number in range(1, stage[best] + 1)]
    if len(figures[best]) < 2:
        return 1 / len(there[-1])
    places = [*(len(played) for played in there[1:]), 1]
    chance = Chance(apart(seed, _DRAWN))
    first = 0.0
    for _ in range(_RESAMPLED):
        share = 1.0
        for played, room in zip(there, places, strict=True):
            finished = [which for which in played if figures[which]]
            count = min(len(figures[which]) for which in finished)
            drawn = [chance.below(count) for _ in range(count)]
            misses = [goal.miss(fmean(figures[which][at] for at in drawn)) for which in finished]
            own = misses[finished.index(best)]
            nearer = sum(miss < own - _EQUAL for miss in misses)
            equal = sum(abs(miss - own) <= _EQUAL for miss in misses)
            share *= min(1.0, max(0, room - nearer) / equal)
        first += share
    return first / _RESAMPLED
