"""Why decks win: what each card did to the games of its decks, which two do more together, and how games turned.

    made = why("mecha", n=20, seed=1, jobs=2)                         every deck against every deck
    made = why("mecha", "ok40", "graces-command", n=200, seed=1)      the decks of one table
    [line.card for line in made.cards if line.verdict == "more"]

It plays games as `play_matrix`, `play_tables` and `simulate` do, and keeps how each of them went (`Course`). All that
it says comes of the finished games alone, in the order of their numbers: whatever the number of processes, and however
often it was interrupted, the same games give the same report. A game can be told again by its number
(`again.replay_of`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardlib.errors import CardlibError
from cardlib.game import Game, load
from cardlib.lab.again import layout_of
from cardlib.lab.cards import (
    DRAWN,
    OPENING,
    PLAYED,
    USED,
    CardStory,
    Entry,
    Measure,
    PairStory,
    Turns,
    card_lines,
    pair_lines,
    seen_in,
)
from cardlib.lab.engines import Jobs
from cardlib.lab.games import Played, Setting
from cardlib.lab.intervals import Interval
from cardlib.lab.matrix import play_matrix
from cardlib.lab.report import interval_json
from cardlib.lab.rounds import rate, rate_in_series
from cardlib.lab.series import TURN_LIMIT, simulate
from cardlib.lab.swings import Swing, Swings, swings
from cardlib.lab.tables import MOST, play_tables
from cardlib.records import MATRIX, SERIES

if TYPE_CHECKING:
    from cardlib.catalog import Project
    from cardlib.game import Document, Seat

ERROR = 0.05
GAMES, GAMES_IN_A_CELL = 200, 20


@dataclass(frozen=True, slots=True)
class DeckLine:
    """What a deck won, of all its games."""

    name: str
    games: int
    rate: Interval | None


@dataclass(slots=True)
class Why:
    """The report; `to_json()` depends on the games alone."""

    name: str  # of the game
    setting: Setting
    error: float  # how often a family of answers may be wrong: all cards, and all pairs
    games: int
    whole: int  # when all are played
    decks: list[DeckLine]
    cards: list[CardStory]
    pairs: list[PairStory]
    swings: Swings
    called: Mapping[str, str]  # names of cards by id
    interrupted: bool = False
    torn: bool = False
    newly: int = 0
    seconds: float = 0.0
    entries: Sequence[Entry] = field(default=(), repr=False)
    project: Project | None = field(default=None, repr=False, compare=False)

    @property
    def told(self) -> list[str]:
        """What there is to tell of cards: of a game without decks to draw from only what is played and used."""
        found = [
            name for name in (DRAWN, OPENING, PLAYED, USED) if any(line.measures[name].games for line in self.cards)
        ]
        return found or [DRAWN]

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON; rates are shares from 0 to 1, differences go from -1 to 1."""
        setting = self.setting
        told = self.swings
        return {
            "game": setting.game,
            "data": setting.data,
            "seed": setting.seed,
            "changes": [asdict(change) for change in setting.changes],
            "bots": list(dict.fromkeys(setting.bots)),
            "error": self.error,
            "games": self.games,
            "decks": [
                {"name": one.name, "games": one.games, "win_rate": interval_json(one.rate)} for one in self.decks
            ],
            "cards": [self._card(line) for line in self.cards],
            "pairs": [self._pair(line) for line in self.pairs],
            "turning": {
                "judged": told.judged,
                "from_behind": interval_json(told.from_behind),
                "undecided": told.undecided,
                "turns": told.lengths,
                "no_return": told.decided,
                "turns_after": told.after,
                "games_by_turns": [list(one) for one in told.turns.items()],
                "games_by_no_return": [list(one) for one in told.decided_turns.items()],
            },
            "longest": [_swing(one) for one in told.longest],
            "from_behind": [_swing(one) for one in told.behind],
            "decided_early": [_swing(one) for one in told.lingering],
            "interrupted": self.interrupted,
        }

    def _card(self, line: CardStory) -> dict[str, Any]:
        return {
            "card": line.card,
            "name": self.called.get(line.card, line.card),
            "decks": [self.setting.names[deck] for deck in line.decks],
            "games": line.games,
            "verdict": line.verdict,
            **{name: _measure(one) for name, one in line.measures.items()},
            "turn_drawn": _turns(line.turn_drawn),
            "turn_played": _turns(line.turn_played),
            "searched_for": line.fetched,
            "uses": line.uses,
            "example": line.example,
        }

    def _pair(self, line: PairStory) -> dict[str, Any]:
        return {
            "cards": list(line.cards),
            "names": [self.called.get(card, card) for card in line.cards],
            "games": line.games,
            "win_rate": interval_json(line.rate),
            "apart": round(line.apart, 4),
            "more": interval_json(line.more),
            "verdict": line.verdict,
        }


def _measure(one: Measure) -> dict[str, Any]:
    return {
        "games": one.games,
        "points": round(one.points, 4),
        "win_rate": interval_json(one.rate),
        "by_chance": None if one.chance is None else round(one.chance, 4),
        "more": interval_json(one.more),
        "verdict": one.verdict,
    }


def _turns(turns: Turns | None) -> dict[str, float] | None:
    return None if turns is None else asdict(turns)


def _swing(one: Swing) -> dict[str, Any]:
    told = asdict(one)
    told["game"] = told.pop("number")
    told["no_return"] = told.pop("decided")
    return told


def why(
    game: Game | str | Path,
    *decks: Seat,
    n: int = 0,
    seed: int = 0,
    bots: Sequence[str] = ("greedy",),
    jobs: Jobs = 1,
    error: float = ERROR,
    players: int = 0,
    names: Sequence[str] | None = None,
    turn_limit: int = TURN_LIMIT,
    out: Path | None = None,
    resume: bool = False,
    progress: Callable[[int, int], None] | None = None,
    table: Document | Sequence[Document] = (),
) -> Why:
    """Play games and return why decks win in them: those of a table, or without `decks` all of the game's own.

    `n` is the number of games, 200 if left out; of all decks that in each cell, 20, or where more than two play (as
    many as `players`, or the least that the game takes) that at each table. `bots` is one for all decks, or one for
    each. `error` is how often all that is said of the cards may be wrong in one word, and all that is said of pairs.
    `out`, `resume`, `jobs` and Ctrl-C are as in `simulate`.

    Raises CardlibError for what `simulate`, `play_matrix` and `play_tables` do.
    """
    loaded = game if isinstance(game, Game) else load(game)
    if not 0 < error < 1:
        raise CardlibError(f"error: found {error:g}, expected a share between 0 and 1, such as 0.05")
    if decks:
        seated = [*bots] * len(decks) if len(bots) == 1 else [*bots]
        series = simulate(
            loaded, *decks, n=n or GAMES, seed=seed, bots=seated, jobs=jobs, names=names, turn_limit=turn_limit,
            out=out, resume=resume, progress=progress, table=table, course=True,
        )  # fmt: skip
        together = tuple(range(len(decks)))
        entries = _numbered([(together, one) for one in series.played], series.setting, SERIES)
        made = why_of(loaded, series.setting, entries, error, n or GAMES)
        return _with_run(made, series.interrupted, series.torn, series.newly, series.seconds)
    if len(set(bots)) != 1:
        raise CardlibError(f"all decks of a game are played by one bot; found {len(set(bots))}")
    if max(players, loaded.facts.least) > 2:
        tables = play_tables(
            loaded, players, n, seed, bots[0], jobs, table=table, most=MOST, turn_limit=turn_limit, out=out,
            resume=resume, progress=progress, course=True,
        )  # fmt: skip
        made = why_of(loaded, tables.setting, _numbered(tables.played, tables.setting, MATRIX), error, tables.whole)
        return _with_run(made, tables.interrupted, tables.torn, tables.newly, tables.seconds)
    matrix = play_matrix(
        loaded, n or GAMES_IN_A_CELL, seed, bots[0], jobs, turn_limit=turn_limit, out=out, resume=resume,
        progress=progress, table=table, course=True,
    )  # fmt: skip
    made = why_of(loaded, matrix.setting, _numbered(matrix.played, matrix.setting, MATRIX), error, matrix.whole)
    return _with_run(made, matrix.interrupted, matrix.torn, matrix.newly, matrix.seconds)


def why_of(game: Game, setting: Setting, entries: Sequence[Entry], error: float = ERROR, whole: int = 0) -> Why:
    """Return the report on finished games whose course was kept; their order does not matter."""
    ordered = sorted(entries, key=lambda entry: entry.number)
    seen = seen_in(setting, ordered)
    points: list[list[tuple[Played, float]]] = [[] for _ in setting.names]
    for entry in ordered:
        if len(set(entry.decks)) > 1:  # a deck against itself wins half of the games whatever it is
            for at, deck in enumerate(entry.decks):
                points[deck].append((entry.game, entry.game.points(at)))
    return Why(
        game.project.game.name,
        setting,
        error,
        len(ordered),
        whole or len(ordered),
        [DeckLine(name, len(own), _rate(setting, own)) for name, own in zip(setting.names, points, strict=True)],
        card_lines(seen, error),
        pair_lines(seen, error),
        swings(setting, ordered),
        dict(zip(game.facts.ids, game.facts.names, strict=True)),
        entries=ordered,
        project=game.project,
    )


def _rate(setting: Setting, got: Sequence[tuple[Played, float]]) -> Interval | None:
    """Return the share that a deck got: of one series as `sim` says it, of several that share their rounds by these."""
    several = len({game.game for game, _ in got}) < len(got)
    return rate(setting, got) if several else rate_in_series(setting, got)


def _numbered(played: Iterable[tuple[tuple[int, ...], Played]], setting: Setting, form: str) -> list[Entry]:
    """Return games with their numbers; see `again`."""
    games = list(played)
    layout = layout_of(setting, form)
    which = {seated: at for at, seated in enumerate(layout.seated)}
    numbers = layout.numbers(1 + max((game.game for _, game in games), default=-1))
    return [Entry(numbers[which[seated], game.game], seated, game) for seated, game in games]


def _with_run(made: Why, interrupted: bool, torn: bool, newly: int, seconds: float) -> Why:
    made.interrupted, made.torn, made.newly, made.seconds = interrupted, torn, newly, seconds
    return made
