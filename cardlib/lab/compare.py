"""Does a change matter? Two versions of a game on the same seeds and seats, until the question is answered.

    made = compare(load("mecha"), load("mecha", {"cards.turtle.durability": 6}), "ok40", "graces-command")
    made.verdict           "more", "less", "same" or "open"
    made.difference        of the shares that the first deck wins, after less before, with its interval

The interval is one that may be looked at after every round (`cardlib.lab.sequential`), and so the series stops as soon
as it leaves zero out, or lies within what does not matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from cardlib import bounds
from cardlib.errors import CardlibError
from cardlib.lab.engines import Jobs
from cardlib.lab.games import LabError, Played, Setting
from cardlib.lab.intervals import Interval, mean, share
from cardlib.lab.report import interval_json
from cardlib.lab.results import Results
from cardlib.lab.rounds import Version, alike, check_versions, finished, points, tasks
from cardlib.lab.sequential import is_above, is_below, within
from cardlib.lab.series import TURN_LIMIT, play_all, settle
from cardlib.records import COMPARISON

if TYPE_CHECKING:
    from cardlib.game import Document, Game, Seat

Verdict: TypeAlias = Literal["more", "less", "same", "open"]
MOST = 2000  # games of each version, if nobody says how many
MARGIN = 0.05  # what does not matter
ERROR = 0.05


@dataclass(frozen=True, slots=True)
class Part:
    """One of the two versions: the share that its first deck won, how many turns its games took, draws."""

    rate: Interval | None
    turns: float
    draws: int


@dataclass(slots=True)
class Comparison:
    """Two versions of a game, before and after; `to_json()` depends on the games alone.

    It is about the rounds up to the one that answered the question; in a round each version is played once with every
    deck in every seat, all on the same chance.
    """

    versions: tuple[Version, Version]
    margin: float  # a difference within it does not matter
    error: float  # the chance that the verdict is wrong is at most this, however often one looks
    most: int  # rounds, at which it is left open
    rounds: int
    differing: int  # rounds in which a game ended otherwise
    parts: tuple[Part, Part]
    difference: Interval | None
    turns: Interval | None  # the difference of the turns, by rounds
    verdict: Verdict
    otherwise: tuple[int, int] | None = None  # the numbers of a game before and after, the first that ended otherwise
    alike: bool = False  # whether both play the same in all that a match reads: then no game is played
    interrupted: bool = False
    torn: bool = False
    newly: int = 0
    seconds: float = 0.0

    @property
    def setting(self) -> Setting:
        """What the first version is about."""
        return self.versions[0].setting

    @property
    def games(self) -> int:
        """How many games it is about, of both versions."""
        return 2 * self.rounds * len(self.setting.decks)

    def to_json(self) -> dict[str, Any]:
        """Return the comparison as JSON; shares go from 0 to 1."""
        setting = self.setting
        before, after = self.versions
        return {
            "game": setting.game,
            "data": setting.data,
            "seed": setting.seed,
            "decks": list(setting.names),
            "bots": list(setting.bots),
            "before": {"changes": setting.to_json()["changes"], **_part_json(self.parts[0])},
            "after": {**after.told(before), **_part_json(self.parts[1])},
            "rounds": self.rounds,
            "games": self.games,
            "differing_rounds": self.differing,
            "ended_otherwise": None if self.otherwise is None else list(self.otherwise),
            "difference": interval_json(self.difference),
            "difference_in_turns": interval_json(self.turns),
            "margin": self.margin,
            "error": self.error,
            "verdict": self.verdict,
            "alike": self.alike,
            "most_rounds": self.most,
            "interrupted": self.interrupted,
        }


def _part_json(part: Part) -> dict[str, Any]:
    return {"win_rate": interval_json(part.rate), "turns": part.turns, "draws": part.draws}


def compare(
    before: Game,
    after: Game,
    *decks: Seat,
    after_decks: Sequence[Seat] | None = None,
    n: int = MOST,
    seed: int = 0,
    bots: Sequence[str] | None = None,
    after_bots: Sequence[str] | None = None,
    margin: float = MARGIN,
    error: float = ERROR,
    jobs: Jobs = 1,
    names: Sequence[str] | None = None,
    turn_limit: int = TURN_LIMIT,
    out: Path | None = None,
    resume: bool = False,
    progress: Callable[[int, int, Interval | None], None] | None = None,
    table: Document | Sequence[Document] = (),
    after_table: Document | Sequence[Document] | None = None,
) -> Comparison:
    """Play two versions of a game on the same chance until it is clear what the change does to the first deck.

    It ends when the interval of the difference leaves zero out ("more", "less"), when it lies within `margin` of zero
    ("same"), or after `n` games of each version ("open"). Where decks and bots of both are the same, and all that a
    match of them reads (`cardlib.reads`), it is "same" without a game. The chance of a wrong verdict is at most
    `error`. Decks and bots of the second version are those of the first, unless it has its own. `progress` is told the
    rounds, of how many, and the interval so far. Everything else is as in `simulate`.

    Raises CardlibError for what cannot be played or compared, and for a game that broke.
    """
    check_chances(margin, error)
    versions = (
        _version(before, decks, bots, seed, names, turn_limit, table),
        _version(
            after,
            decks if after_decks is None else after_decks,
            after_bots or bots,
            seed,
            names,
            turn_limit,
            table if after_table is None else after_table,
        ),
    )
    check_versions(versions)
    bounds.check_number(2 * n, bounds.GAMES, "games")
    rounds = max(1, -(-n // len(versions[0].setting.numbers(0))))
    if alike(*versions):
        nothing = _part([])
        return Comparison(versions, margin, error, rounds, 0, 0, (nothing, nothing), None, None, "same", alike=True)
    with Results(out, versions[0].setting, resume, COMPARISON, [versions[1].setting]) as results:
        watch = _Watch(versions, results, margin, error, rounds, progress)
        run = play_all(
            [version.game for version in versions],
            [version.setting for version in versions],
            tasks(versions, rounds),
            results,
            jobs,
            enough=watch.answered,
        )
        watch.answered()
    made = watch.summed()
    made.interrupted, made.newly, made.seconds = run
    made.torn = results.torn
    return made


def check_chances(margin: float, error: float) -> None:
    """Raise LabError for a margin or an error that is no share."""
    for name, value in (("margin", margin), ("error", error)):
        if not 0 < value < 1:
            raise LabError(f"{name}: found {value:g}, expected a share between 0 and 1 (100 points)")


def _version(
    game: Game,
    decks: Sequence[Seat],
    bots: Sequence[str] | None,
    seed: int,
    names: Sequence[str] | None,
    turn_limit: int,
    table: Document | Sequence[Document],
) -> Version:
    if len(decks) < 2:
        raise CardlibError("a comparison needs two decks or more")
    game.check_players(len(decks))
    setting = settle(
        game, decks, seed, bots or ["greedy"] * len(decks), names, turn_limit, players=len(decks), table=table
    )
    return Version(game, setting)


class _Watch:
    """Looks at the rounds in their order as they come, and knows when the question is answered."""

    def __init__(
        self,
        versions: tuple[Version, Version],
        results: Results,
        margin: float,
        error: float,
        most: int,
        progress: Callable[[int, int, Interval | None], None] | None,
    ) -> None:
        self.versions = versions
        self.results = results
        self.margin = margin
        self.error = error
        self.most = most
        self.progress = progress
        self.found: Counter[float] = Counter()  # how often each difference was found in a round
        self.rounds: list[tuple[list[Played], list[Played]]] = []
        self.verdict: Verdict = "open"

    def answered(self) -> bool:
        """Look at the rounds that are finished by now, one after the other; whether the question is answered."""
        if self.progress is not None and not self.rounds:
            self.progress(0, self.most, None)
        while self.verdict == "open" and len(self.rounds) < self.most:
            both = self._next()
            if both is None:
                return False
            self.rounds.append(both)
            self.found[points(both[1]) - points(both[0])] += 1
            self.verdict = judged(self.found, self.margin, self.error)
            if self.progress is not None:
                self.progress(len(self.rounds), self.most, within(self.found, self.error))
        return True

    def _next(self) -> tuple[list[Played], list[Played]] | None:
        """Return the next round of both versions, if it is finished."""
        turn, done = len(self.rounds), self.results.done
        before, after = (finished(done, which, version.setting, turn) for which, version in enumerate(self.versions))
        return None if before is None or after is None else (before, after)

    def summed(self) -> Comparison:
        """Return what the rounds up to the answer say."""
        return Comparison(
            self.versions,
            self.margin,
            self.error,
            self.most,
            len(self.rounds),
            sum(any(_end(one) != _end(other) for one, other in zip(*both, strict=True)) for both in self.rounds),
            (_part([one[0] for one in self.rounds]), _part([one[1] for one in self.rounds])),
            within(self.found, self.error),
            mean([fmean(g.turns for g in after) - fmean(g.turns for g in before) for before, after in self.rounds]),
            self.verdict,
            self._otherwise(),
        )

    def _otherwise(self) -> tuple[int, int] | None:
        """Return the numbers of the first game that ended otherwise after the change, as `again` counts them."""
        games = len(self.versions[0].setting.decks)
        for turn, both in enumerate(self.rounds):
            for at, (before, after) in enumerate(zip(*both, strict=True), 1):
                if _end(before) != _end(after):
                    number = turn * games * len(both) + at
                    return number, number + games
        return None


def judged(found: Counter[float], margin: float, error: float) -> Verdict:
    """Return what the differences of rounds say by now."""
    if is_above(found, 0.0, error):
        return "more"
    if is_below(found, 0.0, error):
        return "less"
    if is_above(found, -margin, error) and is_below(found, margin, error):
        return "same"
    return "open"


def _end(game: Played) -> tuple[object, ...]:
    return game.winner, game.places


def _part(rounds: Sequence[Sequence[Played]]) -> Part:
    games = [game for one in rounds for game in one]
    turns = round(fmean(game.turns for game in games), 2) if games else 0.0
    return Part(share([game.points(0) for game in games]), turns, sum(game.is_draw for game in games))
