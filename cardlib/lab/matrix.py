"""Every deck against every deck: a matrix of win rates, rows with the first seat and columns with the second.

A cell is what `simulate` says of the two decks with the same seed; both cells of two decks come from the same pairs of
games on common chance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from cardlib import bounds
from cardlib.decks import Deck, load_deck
from cardlib.decks.brought import parts_of
from cardlib.decks.kinds import DECK, kind_of
from cardlib.game import Document, Game, load
from cardlib.lab.engines import Jobs
from cardlib.lab.games import LabError, Played, Setting, seatings
from cardlib.lab.groups import Grouped, groupings, values_of
from cardlib.lab.intervals import Interval, share
from cardlib.lab.report import Reason, interval_json, reasons
from cardlib.lab.results import Results
from cardlib.lab.rounds import rate
from cardlib.lab.series import TURN_LIMIT, play_all, settle
from cardlib.records import MATRIX


@dataclass(frozen=True, slots=True)
class Cell:
    """The games of one deck in the first seat against one in the second; the rate is that of the first."""

    first: int
    second: int
    games: int
    wins: int
    draws: int
    rate: Interval | None  # a draw counts as half a win


@dataclass(frozen=True, slots=True)
class Standing:
    """How a deck did against all others, in either seat."""

    name: str
    games: int
    wins: int
    rate: Interval | None
    by_seat: tuple[Interval | None, ...]


@dataclass(slots=True)
class Matrix:
    """All decks of `setting` against each other; `to_json()` depends on the games alone."""

    name: str  # of the game
    setting: Setting
    each: int  # games in a cell when all are played
    cells: list[list[Cell]]
    standings: list[Standing]
    seats: tuple[Interval | None, ...]  # the share won by each seat, all games together
    reasons: list[Reason]
    games: int
    draws: int
    interrupted: bool = False
    torn: bool = False  # the last line of the results was cut short, and its game was played again
    newly: int = 0
    seconds: float = 0.0
    played: Sequence[tuple[tuple[int, int], Played]] = field(default=(), repr=False)  # games with their two decks
    whole: int = 0  # how many games there are when all are played
    groups: list[Grouped] = field(default_factory=list)  # the same games by what decks have in common

    def to_json(self) -> dict[str, Any]:
        """Return the matrix as JSON; rates are shares from 0 to 1."""
        setting = self.setting
        names = setting.names
        return {
            "game": setting.game,
            "data": setting.data,
            "seed": setting.seed,
            "changes": [asdict(change) for change in setting.changes],
            "bot": setting.bots[0],
            "seats": {seat: interval_json(rate) for seat, rate in zip(setting.seats, self.seats, strict=True)},
            "games_in_a_cell": self.each,
            "games": self.games,
            "draws": self.draws,
            "decks": [
                {
                    "name": line.name,
                    "games": line.games,
                    "wins": line.wins,
                    "win_rate": interval_json(line.rate),
                    "by_seat": {
                        seat: interval_json(rate) for seat, rate in zip(setting.seats, line.by_seat, strict=True)
                    },
                }
                for line in self.standings
            ],
            "cells": [
                {
                    setting.seats[0]: names[cell.first],
                    setting.seats[1]: names[cell.second],
                    "games": cell.games,
                    "wins": cell.wins,
                    "draws": cell.draws,
                    "win_rate": interval_json(cell.rate),
                }
                for row in self.cells
                for cell in row
            ],
            "reasons": [reason.to_json(setting.seats) for reason in self.reasons],
            **({"groups": [one.to_json(setting.seats) for one in self.groups]} if self.groups else {}),
            "interrupted": self.interrupted,
        }


def play_matrix(
    game: Game | str | Path,
    n: int = 20,
    seed: int = 0,
    bot: str = "greedy",
    jobs: Jobs = 1,
    *,
    decks: Sequence[Deck] | None = None,
    turn_limit: int = TURN_LIMIT,
    windows: str = "playable",
    out: Path | None = None,
    resume: bool = False,
    progress: Callable[[int, int], None] | None = None,
    table: Document | Sequence[Document] = (),
    course: bool = False,
    separate: bool = False,
    by: str | None = None,
    alike: str | None = None,
) -> Matrix:
    """Play every deck against every deck, itself too, `n` games in each cell; `decks` are the game's own if left out.

    The same seed gives the same matrix, whatever `jobs`. `out`, `resume` and Ctrl-C are as in `simulate`; the games
    are played round by round, so that what is finished is spread over all cells. With `course` it is kept how each game
    went (`Played.course`). With `separate` no two games share their chance, so that each of them is an observation of
    its own.

    With `by` the games are also summed up by a field of the decks, such as their faction; with `alike` only decks meet
    that have the same value in a field, such as their level.

    Raises CardlibError for a game that two cannot play, decks that can't be played, and a game that broke.
    """
    loaded = game if isinstance(game, Game) else load(game)
    if loaded.facts.least > 2:
        raise LabError(
            f"a matrix is for two players; {loaded.project.game.name} is for {loaded.facts.how_many}: "
            "play_tables lets more of them play"
        )
    if n < 1:
        raise LabError("a cell has at least one game")
    own = sample_decks(loaded) if decks is None else decks
    if not own:
        raise LabError(f"{loaded.project.path / 'decks'}: no decks to play")
    setting = settle(loaded, own, seed, [bot] * len(own), named(own), turn_limit, windows, table=table)
    setting = replace(setting, course=course, separate=separate)
    pairs = pairs_of(len(own))
    settings = [setting.of_series(*pair) for pair in pairs]
    bounds.check_number(2 * n * len(pairs), bounds.GAMES, "games")
    shared = values_of(own, alike, loaded.project) if alike is not None else [""] * len(own)
    values = values_of(own, by, loaded.project) if by is not None else None
    meet = [at for at, (one, other) in enumerate(pairs) if shared[one] == shared[other]]
    tasks = [task for turn in range(n) for task in round_of(pairs, turn, meet)]
    with Results(out, setting, resume, MATRIX) as results:
        run = play_all(loaded, settings, tasks, results, jobs, progress=progress)
    made = _summed(
        loaded.project.game.name,
        setting,
        n,
        pairs,
        [(task[0], results.done[task]) for task in tasks if task in results.done],
    )
    made.interrupted, made.newly, made.seconds = run
    made.torn, made.whole = results.torn, len(tasks)
    if by is not None and values is not None:
        made.groups = groupings(setting, by, values, alike, shared, made.played)
    return made


def sample_decks(game: Game) -> list[Deck]:
    """Return what players bring of a game's project, in the order of the files: its decks, or documents of a seat.

    Raises LabError for a game whose players bring several documents each: what goes together nobody can say.
    """
    own = [load_deck(path, game.project) for path in game.project.files("decks", "*.*")]
    parts = [part for part in parts_of(game.project) if part.brought == "seat" and not part.optional]
    if len(parts) > 1:
        names = ", ".join(part.name for part in parts)
        raise LabError(f"each player of {game.project.game.name} brings several documents ({names}); name who plays")
    if parts:
        return [deck for deck in own if deck.kind == parts[0].kind]
    return [deck for deck in own if deck.kind == DECK or kind_of(game.project, deck.kind).brought == "seat"]


def named(decks: Sequence[Deck]) -> list[str]:
    """Return a name for each deck; those that share one get a number."""
    names = [deck.name or f"deck {number}" for number, deck in enumerate(decks, 1)]
    return [
        f"{name} ({names[:at].count(name) + 1})" if names.count(name) > 1 else name for at, name in enumerate(names)
    ]


def pairs_of(decks: int) -> list[tuple[int, int]]:
    """Return which two decks each series of a matrix is about, in order."""
    return [(one, other) for one in range(decks) for other in range(one, decks)]


def round_of(pairs: Sequence[tuple[int, int]], turn: int, meet: Sequence[int] | None = None) -> list[tuple[int, int]]:
    """Return the games of a round of a matrix, in the order in which they are played: series and number in it.

    Only the series of `meet` are played, where it is given.
    """
    played = range(len(pairs)) if meet is None else meet
    return [(at, number) for at in played for number in _numbers(pairs[at], turn)]


def _numbers(pair: tuple[int, int], turn: int) -> range:
    """Return which games of a series belong to a round: both seatings, but a deck against itself has only one."""
    each = len(seatings(2))
    return range(turn * each, turn * each + (1 if pair[0] == pair[1] else each))


def _summed(
    name: str, setting: Setting, n: int, pairs: Sequence[tuple[int, int]], games: Sequence[tuple[int, Played]]
) -> Matrix:
    cells: dict[tuple[int, int], list[Played]] = {}
    for which, game in games:
        pair = pairs[which]
        cells.setdefault((pair[game.first], pair[1 - game.first]), []).append(game)
    every = range(len(setting.names))
    played = [game for _, game in games]
    return Matrix(
        name,
        setting,
        n,
        [[_cell(one, other, cells.get((one, other), ())) for other in every] for one in every],
        [_standing(setting, deck, cells) for deck in every],
        tuple(rate(setting, [(game, game.points(game.deck(seat))) for game in played]) for seat in (0, 1)),
        reasons(played, 2),
        len(played),
        sum(game.winner is None for game in played),
        played=[(pairs[which], game) for which, game in games],
    )


def _cell(first: int, second: int, games: Sequence[Played]) -> Cell:
    wins = sum(game.winner == game.first for game in games)
    draws = sum(game.winner is None for game in games)
    return Cell(first, second, len(games), wins, draws, share([game.points(game.first) for game in games]))


def _standing(setting: Setting, deck: int, cells: dict[tuple[int, int], list[Played]]) -> Standing:
    """Sum up a deck's row and column, without the games against itself."""
    first = [game for (one, other), own in cells.items() if one == deck != other for game in own]
    second = [game for (one, other), own in cells.items() if other == deck != one for game in own]
    points = [[(game, game.points(game.deck(seat))) for game in own] for seat, own in enumerate((first, second))]
    wins = sum(game.winner == game.deck(seat) for seat, own in enumerate((first, second)) for game in own)
    both = points[0] + points[1]
    by_seat = (rate(setting, points[0]), rate(setting, points[1]))
    return Standing(setting.names[deck], len(both), wins, rate(setting, both), by_seat)
