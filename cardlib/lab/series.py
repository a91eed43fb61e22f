"""Plays many games of two decks: pairs with swapped seats on common chance, on several processes, kept as they end."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from cardlib.bots import bot
from cardlib.errors import CardlibError
from cardlib.game import Game, load
from cardlib.lab.games import Played, Setting, play
from cardlib.lab.report import Report, report
from cardlib.lab.results import Results
from cardlib.writing import check_writable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from cardlib.catalog import Json
    from cardlib.decks import Deck

    DeckLike = Deck | Mapping[str, int] | Iterable[str] | str | Path

TURN_LIMIT = 200


def simulate(
    game: Game | str | Path,
    deck_a: DeckLike,
    deck_b: DeckLike,
    n: int = 200,
    seed: int = 0,
    bots: Sequence[str] = ("greedy", "greedy"),
    jobs: int = 1,
    *,
    names: Sequence[str] | None = None,
    turn_limit: int = TURN_LIMIT,
    windows: str = "playable",
    out: Path | None = None,
    resume: bool = False,
    replays: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Play `n` games of two decks and return the report; the first bot plays the first deck.

    Games 2k and 2k+1 are a pair: the same chance, the seats swapped. The same seed gives the same report, whatever
    `jobs` (processes). Finished games go to the file `out`; with `resume` those found there are not played again.
    Interrupted by Ctrl-C, the report is about what is finished (`report.interrupted`). `replays` is a folder for one
    replay per game. With `jobs` above 1 a script needs the usual `if __name__ == "__main__":`.

    Raises CardlibError for decks that can't be played, unknown bots, and a game that broke.
    """
    loaded = game if isinstance(game, Game) else load(game)
    setting = settle(loaded, deck_a, deck_b, seed, bots, names, turn_limit, windows)
    if n < 1:
        raise CardlibError("a series has at least one game")
    if replays is not None:
        check_writable(replays / "game")
        replays.mkdir(parents=True, exist_ok=True)
    started = perf_counter()
    interrupted = False
    with Results(out, setting, resume) as results:
        missing = [number for number in range(n) if number not in results.done]
        done = before = n - len(missing)
        try:
            for played in _played(loaded, setting, missing, jobs, replays):
                results.add(played)
                done += 1
                if progress is not None:
                    progress(done, n)
        except KeyboardInterrupt:
            interrupted = True
    finished = [results.done[number] for number in sorted(results.done) if number < n]
    made = report(setting, finished)
    made.interrupted = interrupted
    made.seconds = perf_counter() - started
    made.newly = done - before
    return made


def settle(
    game: Game,
    deck_a: DeckLike,
    deck_b: DeckLike,
    seed: int,
    bots: Sequence[str],
    names: Sequence[str] | None = None,
    turn_limit: int = TURN_LIMIT,
    windows: str = "playable",
) -> Setting:
    """Return the setting of a series; raises CardlibError for decks that can't be played and unknown bots."""
    if len(bots) != 2:
        raise CardlibError(f"a series needs two bots, one for each deck; found {len(bots)}")
    for name in bots:
        bot(name)
    decks = [tuple(game.facts.listed(game.cards_of(deck))) for deck in (deck_a, deck_b)]
    labels = names or [_label(deck, letter) for deck, letter in ((deck_a, "A"), (deck_b, "B"))]
    return Setting(
        game.slug,
        game.facts.digest,
        (labels[0], labels[1]),
        (decks[0], decks[1]),
        (bots[0], bots[1]),
        seed,
        turn_limit,
        windows,
        game.project.changes,
    )


def _label(deck: object, letter: str) -> str:
    if isinstance(deck, str | Path):
        return Path(deck).stem
    name = getattr(deck, "name", "")
    return str(name) if name else f"deck {letter}"


# -- processes ---------------------------------------------------------------------------------------------------


def _played(game: Game, setting: Setting, numbers: Sequence[int], jobs: int, replays: Path | None) -> Iterator[Played]:
    if jobs <= 1 or len(numbers) < 2:
        for number in numbers:
            yield play(game, setting, number, _replay(replays, number))
        return
    context = get_context("spawn")
    with context.Pool(
        min(jobs, len(numbers)), _begin, (str(game.project.path), game.changes, setting, replays)
    ) as pool:
        yield from pool.imap_unordered(_one, numbers)  # one by one, so that what is finished is kept


_worker: list[tuple[Game, Setting, Path | None]] = []  # what a process plays, set once when it starts


def _begin(project: str, changes: Mapping[str, Json], setting: Setting, replays: Path | None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    _worker[:] = [(load(project, changes), setting, replays)]


def _one(number: int) -> Played:
    game, setting, replays = _worker[0]
    return play(game, setting, number, _replay(replays, number))


def _replay(folder: Path | None, number: int) -> Path | None:
    return None if folder is None else folder / f"game-{number + 1:05d}.json"
