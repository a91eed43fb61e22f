"""Every deck against every other ones, where more than two play: tables of so many decks, and where each deck stands.

All tables that there are if they are few, else some that the seed draws. At each table the decks change seats, as in a
series of that table (`simulate`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import combinations
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardlib import bounds
from cardlib.game import Game, load
from cardlib.kernel.chance import Chance, apart
from cardlib.lab.engines import Jobs
from cardlib.lab.games import LabError, Played, Setting, seatings
from cardlib.lab.intervals import Interval, clustered_mean
from cardlib.lab.matrix import named, sample_decks
from cardlib.lab.report import Reason, interval_json, reasons
from cardlib.lab.results import Results
from cardlib.lab.rounds import by_round, rate
from cardlib.lab.series import TURN_LIMIT, play_all, settle
from cardlib.records import MATRIX

if TYPE_CHECKING:
    from cardlib.decks import Deck
    from cardlib.game import Document

MOST = 60  # tables that are played without being told how many; of more some are drawn
_DRAWN = 0x7AB1E5  # sets the draw of tables apart from the games of the same seed


@dataclass(frozen=True, slots=True)
class Place:
    """How a deck did at all its tables: games, wins, its share of the wins in all and by seat, its mean place."""

    name: str
    games: int
    wins: int
    rate: Interval | None
    by_seat: tuple[Interval | None, ...]
    place: Interval | None


@dataclass(slots=True)
class Tables:
    """All decks of `setting` at tables of `players`; `to_json()` depends on the games alone."""

    name: str  # of the game
    setting: Setting
    players: int
    each: int  # games at a table when all are played
    tables: list[tuple[int, ...]]  # the decks at each
    possible: int  # tables that there are
    standings: list[Place]
    seats: tuple[Interval | None, ...]  # the share won by each seat, all games together
    reasons: list[Reason]
    games: int
    draws: int
    shared: int
    interrupted: bool = False
    torn: bool = False  # the last line of the results was cut short, and its game was played again
    newly: int = 0
    seconds: float = 0.0
    played: Sequence[tuple[tuple[int, ...], Played]] = field(default=(), repr=False)  # games with their decks

    @property
    def whole(self) -> int:
        """How many games there are when all are played."""
        return self.each * len(self.tables)

    @property
    def round(self) -> int:
        """How many games at a table share their chance."""
        return len(seatings(self.players))

    def to_json(self) -> dict[str, Any]:
        """Return the tables as JSON; rates are shares from 0 to 1, places count from 1."""
        setting = self.setting
        return {
            "game": setting.game,
            "data": setting.data,
            "seed": setting.seed,
            "changes": [asdict(change) for change in setting.changes],
            "bot": setting.bots[0],
            "players": self.players,
            "seats": {seat: interval_json(rate) for seat, rate in zip(setting.seats, self.seats, strict=True)},
            "tables": [[setting.names[deck] for deck in table] for table in self.tables],
            "possible_tables": self.possible,
            "games_at_a_table": self.each,
            "games": self.games,
            "draws": self.draws,
            "shared": self.shared,
            "decks": [
                {
                    "name": line.name,
                    "games": line.games,
                    "wins": line.wins,
                    "win_rate": interval_json(line.rate),
                    "by_seat": {
                        seat: interval_json(rate) for seat, rate in zip(setting.seats, line.by_seat, strict=True)
                    },
                    "place": interval_json(line.place),
                }
                for line in self.standings
            ],
            "reasons": [reason.to_json(setting.seats) for reason in self.reasons],
            "interrupted": self.interrupted,
        }


def play_tables(
    game: Game | str | Path,
    players: int = 0,
    n: int = 0,
    seed: int = 0,
    bot: str = "greedy",
    jobs: Jobs = 1,
    *,
    decks: Sequence[Deck] | None = None,
    table: Document | Sequence[Document] = (),
    most: int = MOST,
    turn_limit: int = TURN_LIMIT,
    windows: str = "playable",
    out: Path | None = None,
    resume: bool = False,
    progress: Callable[[int, int], None] | None = None,
    course: bool = False,
    separate: bool = False,
) -> Tables:
    """Play decks at tables of so many players, the least that the game takes if left out; `n` games at each.

    `decks` are the game's own if left out, `n` one game for each seat. Of more than `most` tables the seed draws so
    many. The same seed gives the same tables and games, whatever `jobs`; `out`, `resume` and Ctrl-C are as in
    `simulate`. With `course` it is kept how each game went (`Played.course`), with `separate` no two games share their
    chance. Raises CardlibError for a number that cannot play and for fewer decks than that, decks that can't be played,
    and a game that broke.
    """
    loaded = game if isinstance(game, Game) else load(game)
    players = players or loaded.facts.least
    loaded.check_players(players)
    n = n or players
    own = sample_decks(loaded) if decks is None else decks
    if len(own) < players:
        raise LabError(f"found {len(own)} decks, expected at least {players}, so that so many can sit at a table")
    bounds.check_number(most, bounds.GAMES, "tables")
    setting = settle(loaded, own, seed, [bot] * len(own), named(own), turn_limit, windows, players, table=table)
    setting = replace(
        setting,
        players=players,
        tables=min(most, comb(len(own), players)),
        course=course,
        separate=separate,
    )
    drawn = tables_of(len(own), players, most, seed)
    bounds.check_number(n * len(drawn), bounds.GAMES, "games")
    settings = [setting.of_series(*seated) for seated in drawn]
    tasks = [task for number in range(n) for task in round_of(drawn, number)]
    with Results(out, setting, resume, MATRIX) as results:
        run = play_all(loaded, settings, tasks, results, jobs, progress=progress)
    done = [(task[0], results.done[task]) for task in tasks if task in results.done]
    made = _summed(loaded.project.game.name, setting, players, n, drawn, done)
    made.interrupted, made.newly, made.seconds = run
    made.torn = results.torn
    return made


def tables_of(decks: int, players: int, most: int, seed: int) -> list[tuple[int, ...]]:
    """Return which decks sit at each table, in order: all tables, or `most` that the seed draws."""
    if comb(decks, players) <= most:
        return list(combinations(range(decks), players))
    chance = Chance(apart(seed, _DRAWN, players))
    found: set[tuple[int, ...]] = set()
    while len(found) < most:
        left = list(range(decks))
        found.add(tuple(sorted(left.pop(chance.below(len(left))) for _ in range(players))))
    return sorted(found)


def round_of(tables: Sequence[tuple[int, ...]], number: int) -> list[tuple[int, int]]:
    """Return the games of a round, in the order in which they are played: which table, and number at it."""
    return [(at, number) for at in range(len(tables))]


def _summed(
    name: str,
    setting: Setting,
    players: int,
    n: int,
    tables: list[tuple[int, ...]],
    games: Sequence[tuple[int, Played]],
) -> Tables:
    played = [one for _, one in games]
    return Tables(
        name,
        setting,
        players,
        n,
        tables,
        comb(len(setting.names), players),
        [_standing(setting, deck, players, tables, games) for deck in range(len(setting.names))],
        tuple(rate(setting, [(game, game.points(game.deck(seat))) for game in played]) for seat in range(players)),
        reasons(played, players),
        len(played),
        sum(game.is_draw for game in played),
        sum(game.is_shared for game in played),
        played=[(tables[at], game) for at, game in games],
    )


def _standing(
    setting: Setting,
    deck: int,
    players: int,
    tables: Sequence[tuple[int, ...]],
    games: Sequence[tuple[int, Played]],
) -> Place:
    """Sum up the games of a deck, at whichever table."""
    own = [(tables[at].index(deck), game) for at, game in games if deck in tables[at]]
    points: list[list[tuple[Played, float]]] = [[] for _ in range(players)]
    for number, game in own:
        points[game.seat(number)].append((game, game.points(number)))
    return Place(
        setting.names[deck],
        len(own),
        sum(game.won(number) for number, game in own),
        rate(setting, [one for part in points for one in part]),
        tuple(rate(setting, part) for part in points),
        clustered_mean(
            by_round(setting, [(game, float(game.places[number])) for number, game in own if game.places is not None])
        ),
    )
