"""Alarms: what is out of the bands that a designer has set, found in games of every deck against every other.

Where a game is for more than two, the decks sit at tables of as many as it takes at least (`cardlib.lab.tables`).

    made = check_balance("mecha")       by the `balance.json` of the project
    [one.subject for one in made.found if one.verdict == OUT]

Each figure has an interval, and is out when all of the interval is. Many figures are looked at, so the intervals are
the wider the more there are (Bonferroni), and every game has a chance of its own, where a matrix of `play_matrix` deals
alike in all cells: what one good shuffle does is seen once. The chance that a run says of anything within its band that
it is out is at most the stated error.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from math import inf, sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any

from cardlib.bots.registry import bot, is_own
from cardlib.catalog import Project
from cardlib.decks import Deck
from cardlib.errors import CardlibError
from cardlib.game import Game, load
from cardlib.lab.engines import Jobs
from cardlib.lab.games import PLAYED, LabError, Played
from cardlib.lab.intervals import Interval, mean, student, wilson
from cardlib.lab.matrix import Matrix, play_matrix
from cardlib.lab.report import interval_json
from cardlib.lab.tables import Tables, play_tables

FILE = "balance.json"
IN, OUT, UNSURE = "in", "out", "unsure"
LEAST = 8.0  # the weight that makes a card's difference worth telling: so many games on both sides, harmonically
Series = Matrix | Tables
Games = Sequence[tuple[tuple[int, ...], Played]]  # who sat there, by the numbers of their decks


@dataclass(frozen=True, slots=True)
class Bands:
    """What is watched; shares and points from 0 to 1. What is None is not."""

    games: int = 20
    seed: int = 1
    bot: str = "greedy"
    error: float = 0.05
    deck_wins: tuple[float, float] | None = None
    card_when_drawn: float | None = None
    seat_bias: float | None = None
    turns: tuple[float, float] | None = None
    runaways: int | None = None
    never_played: int | None = None


WATCHED = tuple(each.name for each in fields(Bands) if each.default is None)


@dataclass(frozen=True, slots=True)
class Finding:
    """One figure that was looked at: what of whom, with its interval, the band, and whether it is in it."""

    what: str
    subject: str
    figure: Interval
    band: tuple[float, float]
    games: int
    verdict: str = ""

    @property
    def is_beyond(self) -> bool:
        """Whether the figure itself lies out of the band, however sure that is."""
        return not self.band[0] <= self.figure.value <= self.band[1]


@dataclass(slots=True)
class Balance:
    """Every figure that was looked at, those that are out first; `to_json()` depends on the games alone."""

    name: str  # of the game
    bands: Bands
    found: list[Finding]
    games: int
    interrupted: bool = False
    torn: bool = False
    newly: int = 0
    seconds: float = 0.0

    @property
    def out(self) -> list[Finding]:
        """What is out of its band."""
        return [one for one in self.found if one.verdict == OUT]

    def to_json(self) -> dict[str, Any]:
        """Return the findings as JSON; shares and points go from 0 to 1."""
        return {
            "game": self.name,
            "games": self.games,
            "seed": self.bands.seed,
            "bot": self.bands.bot,
            "error": self.bands.error,
            "out": len(self.out),
            "figures": [
                {
                    "what": one.what,
                    "subject": one.subject,
                    "figure": interval_json(one.figure),
                    "band": [None if abs(end) == inf else end for end in one.band],
                    "games": one.games,
                    "verdict": one.verdict,
                }
                for one in self.found
            ],
            "interrupted": self.interrupted,
        }


def read_bands(project: Project) -> Bands:
    """Return the bands of a project; raises LabError if it has none that can be held to."""
    path = project.file(FILE)
    if path is None:
        raise LabError(f'{project.path / FILE}: not there; say what to watch, such as {{"deck_wins": {{"max": 60}}}}')
    data = project.read(path)
    assert isinstance(data, Mapping)
    told: dict[str, Any] = {key: value for key, value in data.items() if key not in ("$schema", "comment")}
    if is_own(str(told.get("bot", ""))):
        raise LabError(
            f"{path}: bot: found '{told['bot']}', which is code of somebody's own, and a file never says what runs; "
            "name one of cardlib's bots there, and yours with --bot"
        )
    try:
        bot(str(told.get("bot", "greedy")))
    except CardlibError as error:
        raise LabError(f"{path}: bot: found '{told['bot']}', expected one of cardlib's bots: {error}") from None
    for name in ("error", "card_when_drawn", "seat_bias"):
        if name in told:
            told[name] = told[name] / 100
    for name, scale in (("deck_wins", 100), ("turns", 1)):
        if name in told:
            ends = told[name]
            told[name] = ends.get("min", 0) / scale, ends["max"] / scale if "max" in ends else inf
            if told[name][0] > told[name][1]:
                raise LabError(
                    f"{path}: {name}: found min {ends['min']} above max {ends['max']}, expected at most that"
                )
    if not any(name in told for name in WATCHED):
        raise LabError(
            f"{path}: found nothing to watch, expected one of {', '.join(WATCHED)}, "
            'such as {"deck_wins": {"max": 60}}'
        )
    return Bands(**told)


def check_balance(
    game: Game | str | Path,
    bands: Bands | None = None,
    jobs: Jobs = 1,
    *,
    decks: Sequence[Deck] | None = None,
    out: Path | None = None,
    resume: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Balance:
    """Play every deck against every deck, or at tables of three and more, and look at what the bands are about.

    The bands are those of the project if left out.

    Raises CardlibError for a project without bands, and for whatever `play_matrix` and `play_tables` do.
    """
    loaded = game if isinstance(game, Game) else load(game)
    bands = bands or read_bands(loaded.project)
    series: Series
    if loaded.facts.least > 2:
        series = play_tables(
            loaded,
            n=bands.games * loaded.facts.least,
            seed=bands.seed,
            bot=bands.bot,
            jobs=jobs,
            decks=decks,
            out=out,
            resume=resume,
            progress=progress,
            separate=True,
        )
    else:
        series = play_matrix(
            loaded,
            bands.games,
            bands.seed,
            bands.bot,
            jobs,
            decks=decks,
            out=out,
            resume=resume,
            progress=progress,
            separate=True,
        )
    found = findings(series, bands, not_for_play(loaded.project))
    made = Balance(loaded.project.game.name, bands, found, series.games, series.interrupted)
    made.torn, made.newly, made.seconds = series.torn, series.newly, series.seconds
    return made


def not_for_play(project: Project) -> frozenset[str]:
    """Return the cards that say of themselves that nobody can play them."""
    return frozenset(
        id_
        for id_, card in project.cards.items()
        if any(isinstance(play := ability.get("play"), Mapping) and play.get("never") for ability in card.abilities)
    )


def findings(series: Series, bands: Bands, unplayable: Collection[str] = ()) -> list[Finding]:
    """Return every figure with its interval at the common error, what is out first; `unplayable` may go unplayed."""
    sure = list(_figures(series, bands, 1.0))
    z = NormalDist().inv_cdf(1 - bands.error / (2 * max(1, len(sure))))
    judged = [_judged(one) for one in (*_figures(series, bands, z), *_counts(series, bands, unplayable))]
    return sorted(judged, key=lambda one: (OUT, UNSURE, IN).index(one.verdict))


def _figures(series: Series, bands: Bands, z: float) -> Iterator[Finding]:
    """Yield the figures that are estimates."""
    setting, names = series.setting, series.setting.names
    games: Games = series.played
    between = [(seated, game) for seated, game in games if len(set(seated)) == len(seated)]
    if bands.deck_wins is not None:
        for deck, name in enumerate(names):
            points = [game.points(seated.index(deck)) for seated, game in between if deck in seated]
            rate = wilson(sum(points), len(points), z)
            if rate is not None:
                yield Finding("deck wins", name, rate, bands.deck_wins, len(points))
    if bands.seat_bias is not None:
        rate = wilson(sum(game.points(game.deck(0)) for _, game in games), len(games), z)
        if rate is not None:
            fair = 1 / (setting.players or 2)
            ends = fair - bands.seat_bias, fair + bands.seat_bias
            yield Finding("seat wins", setting.seats[0], rate, ends, len(games))
    if bands.turns is not None:
        turns = mean([float(game.turns) for _, game in games], z)
        if turns is not None:
            yield Finding("turns", "all games", turns, bands.turns, len(games))
    if bands.card_when_drawn is not None:
        cards = sorted({name.rpartition("/")[2] for deck in setting.decks for name in deck})
        for card in cards:
            found = when_drawn(between, card, holders(series, card), z)
            if found is not None:
                yield Finding("wins when drawn", card, found[0], (-inf, bands.card_when_drawn), found[1])


def holders(series: Series, card: str) -> set[int]:
    """Return the decks that hold a card."""
    return {
        deck
        for deck, names in enumerate(series.setting.decks)
        if any(name.rpartition("/")[2] == card for name in names)
    }


def when_drawn(games: Games, card: str, held: set[int], z: float) -> tuple[Interval, int] | None:
    """Return how much more decks win when they have drawn a card, with its interval, and in how many games.

    A game is compared only with those of the same deck in the same seat against the same others, so that a card of a
    good deck is not good for that. The differences are weighted as Mantel and Haenszel do. None where too few games
    tell.
    """
    groups: dict[tuple[int, tuple[int, ...], int], tuple[list[float], list[float]]] = {}
    for seated, game in games:
        for side, deck in enumerate(seated):
            if deck in held:
                others = (*seated[:side], *seated[side + 1 :])
                group = groups.setdefault((deck, others, game.seat(side)), ([], []))
                group[card not in game.drawn[side]].append(game.points(side))
    total = weights = squares = 0.0
    free = count = 0
    for drawn, not_drawn in groups.values():
        if not drawn or not not_drawn:
            continue
        first, second = sum(drawn) / len(drawn), sum(not_drawn) / len(not_drawn)
        weight = len(drawn) * len(not_drawn) / (len(drawn) + len(not_drawn))
        total += weight * (first - second)
        weights += weight
        squares += sum((x - first) ** 2 for x in drawn) + sum((x - second) ** 2 for x in not_drawn)
        free += len(drawn) + len(not_drawn) - 2
        count += len(drawn) + len(not_drawn)
    if weights < LEAST or free < 1:
        return None
    middle = total / weights
    half = student(z, free) * sqrt(squares / free / weights)
    return Interval(middle, middle - half, middle + half), count


def _counts(series: Series, bands: Bands, unplayable: Collection[str]) -> Iterator[Finding]:
    """Yield what is counted and needs no interval."""
    games: Games = series.played
    if bands.runaways is not None:
        broken = float(sum(game.end != PLAYED for _, game in games))
        yield Finding("broken off", "games", Interval(broken, broken, broken), (0.0, bands.runaways), len(games))
    if bands.never_played is not None:
        drawn: dict[str, int] = {}
        played: dict[str, int] = {}
        for _, game in games:
            for table, sides in ((drawn, game.drawn), (played, game.played)):
                for card in {card for side in sides for card in side}:
                    table[card] = table.get(card, 0) + 1
        for card in sorted(drawn.keys() - set(unplayable)):
            if drawn[card] >= bands.never_played and not played.get(card):
                yield Finding("played", card, Interval(0.0, 0.0, 0.0), (1.0, inf), drawn[card])


def _judged(one: Finding) -> Finding:
    low, high = one.band
    figure = one.figure
    if figure.low > high or figure.high < low:
        return replace(one, verdict=OUT)
    return replace(one, verdict=IN if low <= figure.low and figure.high <= high else UNSURE)
