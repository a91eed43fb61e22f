"""Plays many games of the same decks: seats swapped on common chance, on several processes, kept as they end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from string import ascii_uppercase
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from cardlib import bounds
from cardlib.bots import check_weights, named_bot
from cardlib.bots.ahead import cores
from cardlib.errors import CardlibError
from cardlib.game import Game, load
from cardlib.lab.engines import Engine, Jobs
from cardlib.lab.games import ORDERS, ROTATED, Setting
from cardlib.lab.processes import Processes
from cardlib.lab.report import Report, report
from cardlib.lab.results import Results
from cardlib.lab.work import Task, Work, replay_of
from cardlib.writing import check_writable

if TYPE_CHECKING:
    from cardlib.game import Document, Seat

TURN_LIMIT = 1000  # a guard; the games' own rules end a match before
SEATS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def simulate(
    game: Game | str | Path,
    *decks: Seat,
    n: int = 200,
    seed: int = 0,
    bots: Sequence[str] | None = None,
    jobs: Jobs = 1,
    orders: str = ROTATED,
    names: Sequence[str] | None = None,
    turn_limit: int = TURN_LIMIT,
    windows: str = "playable",
    out: Path | None = None,
    resume: bool = False,
    replays: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
    table: Document | Sequence[Document] = (),
    course: bool = False,
    start: int = 0,
) -> Report:
    """Play `n` games of the decks, a player for each, and return the report; the first bot plays the first deck.

    `table` are the documents of the table. `bots` are greedy if left out. Of two decks games 2k and 2k+1 are a pair:
    the same chance, the seats swapped. Of more as many games share their chance as there are decks, each once in every
    seat; with `orders` ALL as many as there are orders in which they can sit. The same seed gives the same report,
    whatever `jobs` (processes; None for one on each core, as `cardlib sim` has it; or an engine). `start` leaves out
    so many games of the series: `merge` puts the results of its parts together. Finished games go to the file
    `out`; with `resume` those found there are not played again. Interrupted by Ctrl-C, the report is about what is
    finished (`report.interrupted`). `replays` is a folder for one replay per game; with `n` 1 it may be a file (.json).
    With `course` it is kept how each game went (`Played.course`).
    With other `jobs` than 1 a script needs the usual `if __name__ == "__main__":`.

    Raises CardlibError for decks that can't be played, unknown bots, and a game that broke.
    """
    loaded = game if isinstance(game, Game) else load(game)
    loaded.check_players(len(decks))
    setting = settle(
        loaded, decks, seed, bots or ["greedy"] * len(decks), names, turn_limit, windows, len(decks), orders, table
    )
    setting = replace(setting, course=course)
    if n < 1:
        raise CardlibError("a series has at least one game")
    if start < 0:
        raise CardlibError("a series begins with its first game")
    bounds.check_number(n, bounds.GAMES, "games")
    bounds.check_number(start + n, bounds.LAST_GAME, "games")
    if replays is not None:
        if replays.suffix == ".json" and n != 1:
            raise CardlibError(f"{replays}: replays go to a folder when there is more than one game")
        check_writable(replay_of(replays, start) or replays)
    part = range(start, start + n)
    with Results(out, setting, resume) as results:
        run = play_all(loaded, [setting], [(0, number) for number in part], results, jobs, replays, progress)
    made = report(setting, [results.done[0, number] for number in part if (0, number) in results.done])
    made.interrupted, made.newly, made.seconds = run
    made.torn = results.torn
    made.start = start
    return made


def settle(
    game: Game,
    decks: Sequence[Seat],
    seed: int,
    bots: Sequence[str],
    names: Sequence[str] | None = None,
    turn_limit: int = TURN_LIMIT,
    windows: str = "playable",
    players: int = 2,
    orders: str = ROTATED,
    table: Document | Sequence[Document] = (),
) -> Setting:
    """Return the setting of a series; raises CardlibError for decks that can't be played and unknown bots."""
    if orders not in ORDERS:
        raise CardlibError(f"orders {orders!r}: expected one of {', '.join(ORDERS)}")
    if len(bots) != len(decks):
        count = {2: "two"}.get(len(decks), str(len(decks)))
        raise CardlibError(f"a series needs {count} bots, one for each deck; found {len(bots)}")
    bounds.check_number(turn_limit, bounds.TURNS, "turns")
    for name in bots:
        named_bot(name)
        check_weights(name, game.rules.judgement)
    made = game.gather(decks, table, players=players)
    return Setting(
        game.slug,
        game.facts.digest,
        tuple(names or _called(decks, made.names)),
        tuple(tuple(game.facts.listed(cards)) for cards in made.lists),
        tuple(bots),
        seat_names(game, players),
        bounds.seed_of(seed),
        turn_limit,
        windows,
        game.project.changes,
        made.documents,
        orders,
        made.table,
    )


def seat_names(game: Game, players: int) -> tuple[str, ...]:
    """Return what the game calls the players' seats, in order: its own words, else "first", "second" and so on."""
    later = tuple(f"{number}th" for number in range(len(SEATS) + 1, players + 1))
    return (game.project.game.seats or (*SEATS, *later))[:players]


def _called(decks: Sequence[Seat], together: Sequence[str]) -> list[str]:
    """Return what each deck is called; `together` are the names of seats that bring several documents."""
    found = [_label(deck, letter) for deck, letter in zip(decks, ascii_uppercase, strict=False)]
    return [name or label for name, label in zip(together or [""] * len(found), found, strict=True)]


def _label(deck: object, letter: str) -> str:
    if isinstance(deck, str | Path):
        return Path(deck).stem
    name = getattr(deck, "name", "")
    return str(name) if name else f"deck {letter}"


# -- playing ------------------------------------------------------------------------------------------------------


class Run(NamedTuple):
    """What became of a run: whether it was interrupted, how many games were played, in how many seconds."""

    interrupted: bool
    newly: int
    seconds: float


def play_all(
    game: Game | Sequence[Game],
    settings: Sequence[Setting],
    tasks: Sequence[Task],
    results: Results,
    jobs: Jobs = 1,
    replays: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
    enough: Callable[[], bool] | None = None,
) -> Run:
    """Play the games that are not among the results yet, in order, and keep each of them there.

    Several games are versions of one, each for the setting in its place. `jobs` is the number of processes, None for
    one on each core, or an engine. Where `enough` says so, after a game, the others are not played.
    """
    engine = _engine(jobs)
    games = [game] * len(settings) if isinstance(game, Game) else game
    started = perf_counter()
    missing = [task for task in tasks if task not in results.done]
    done = before = len(tasks) - len(missing)
    interrupted = False
    try:
        if progress is not None:
            progress(done, len(tasks))
        if enough is None or not enough():
            with closing(engine.play(Work(games, settings, replays), missing)) as arriving:
                for which, played in arriving:
                    results.add(played, which)
                    done += 1
                    if progress is not None:
                        progress(done, len(tasks))
                    if enough is not None and enough():
                        break
    except KeyboardInterrupt:
        interrupted = True
    return Run(interrupted, done - before, perf_counter() - started)


def _engine(jobs: Jobs) -> Engine:
    """Return where games are played."""
    if jobs is not None and not isinstance(jobs, int):
        return jobs
    count = cores() if jobs is None else jobs
    bounds.check_number(count, bounds.PROCESSES, "processes")
    return Processes(count)
