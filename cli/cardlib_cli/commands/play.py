"""`cardlib play`: one match, with people, bots, or both."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from shlex import quote as quoted
from string import ascii_uppercase
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardlib.errors import CardlibError
from cardlib.writing import check_writable
from cardlib_cli import completion
from cardlib_cli.matches import (
    ChangeOption,
    StrictOption,
    TableOption,
    ThinkingOption,
    decks_of_a_match,
    one_each,
    own_modules,
    words_in,
)
from cardlib_cli.output import emit, note
from cardlib_cli.projects import GameOption

if TYPE_CHECKING:
    from cardlib_cli.session import Session

app = typer.Typer(rich_markup_mode=None, add_completion=False)

DEFAULT_BOT = "greedy"


@app.command()
def play(
    decks: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[A B ...]",
            help="What players A, who begins, B and so on bring: a deck each, or documents with commas between.",
            autocompletion=completion.decks,
        ),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats",
            help="Who sits where: human, bot (greedy), random, greedy, search, search:ITERATIONS, module:Class or"
            " pipe:COMMAND; human and then greedy if left out.",
            show_default=False,
            autocompletion=completion.seats,
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", help="The same seed gives the same draws.", show_default=False)
    ] = None,
    goes_first: Annotated[
        str,
        typer.Option(
            "--first",
            metavar="A|B|…|draw",
            help="Which deck has the first seat, and so the first turn or role: A, B…, as named; draw asks the seed.",
        ),
    ] = "A",
    bluff: Annotated[
        bool,
        typer.Option("--bluff", help="Ask for responses whenever a hand holds cards, so that a pause tells nothing."),
    ] = False,
    explain: Annotated[
        bool,
        typer.Option("--explain", help="Show what a search thought: its best options, visits, estimated wins."),
    ] = False,
    replay: Annotated[
        Path | None, typer.Option("--replay", metavar="FILE", help="Write a replay when the match is over.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a saved match, or a broken-off one.")
    ] = None,
    saved: Annotated[bool, typer.Option("--saved", help="List the matches that are kept, for --resume.")] = False,
    autosave: Annotated[
        Path | None,
        typer.Option("--autosave", metavar="FILE", help="Where the match is kept.", show_default=False),
    ] = None,
    table: TableOption = None,
    change: ChangeOption = None,
    strict: StrictOption = False,
    jobs: ThinkingOption = None,
    game: GameOption = None,
) -> None:
    """Play a match in the terminal: pick options by number or by their words, ? for help, undo, save, quit.

    Every pick is kept as it is taken, and a match that breaks off is saved; go on with --resume, --saved lists them.
    Two people take turns at one screen with --seats human,human.

    Example: cardlib play graces-command donnas-search --seats greedy,greedy --seed 7

    Example: cardlib play graces-command donnas-search --seats human,greedy --set rules.hand_size=7

    Example: cardlib play graces-command donnas-search --seats search:400,greedy --explain

    Example: cardlib play graces-command donnas-search --seats 'human,pipe:python3 mybot.py'

    Example: cardlib play scouts raiders builders --table three-in-a-ring
    """
    from cardlib.bots.ahead import cores
    from cardlib.kernel.soundness import sound

    own_modules(words_in(seats or ""))
    if saved:
        if decks or resume is not None:
            raise CardlibError("--saved lists the matches that are kept; leave out decks and --resume")
        from cardlib_cli.shelf import COLUMNS, listed

        emit(listed(), COLUMNS)
        return
    if resume is not None:
        if decks or change or table:
            raise CardlibError("--resume goes on with the decks and changes of the saved match; name none beside it")
        session = _resumed(resume, seats, game, autosave, explain, replay, jobs or cores())
    elif decks is None or len(decks) < 2:
        raise CardlibError("name two decks, or a saved match with --resume")
    else:
        session = _new(
            decks,
            seats,
            seed,
            goes_first,
            bluff,
            table,
            change,
            strict,
            game,
            autosave,
            explain,
            replay,
            jobs or cores(),
        )
    try:
        if explain and not session.thinkers:
            raise CardlibError("--explain needs a bot that can say what it thought, such as search; none sits here")
        for path in (replay, autosave):
            if path is not None:
                check_writable(path)
        with sound(f"{resume}: state") if session.beginning.base is not None else nullcontext():
            code = session.play()
    finally:
        session.keeping.leave()
    if code:
        raise typer.Exit(code)


def _new(
    named: list[str],
    seats: str | None,
    seed: int | None,
    goes_first: str,
    bluff: bool,
    table: list[str] | None,
    change: list[str] | None,
    strict: bool,
    game: str | None,
    autosave: Path | None,
    explain: bool,
    replay: Path | None,
    processes: int,
) -> Session:
    import secrets

    from cardlib.bots import named_bot
    from cardlib.game import first_by_lot
    from cardlib_cli.keeping import Keeping
    from cardlib_cli.saving import Beginning
    from cardlib_cli.session import HUMAN, Session
    from cardlib_cli.shelf import new_place

    at = _seated(seats, len(named)) or [HUMAN, *[DEFAULT_BOT] * (len(named) - 1)]
    loaded, brought = decks_of_a_match(named, game, change, strict, table)
    seed = secrets.randbelow(1_000_000) if seed is None else seed
    letters = ascii_uppercase[: len(named)]
    lot = goes_first.upper()
    if lot != "DRAW" and (len(lot) != 1 or lot not in letters):
        raise CardlibError(f"--first is {', '.join(letters)} or draw, not '{goes_first}'")
    first = first_by_lot(seed, len(named)) if lot == "DRAW" else letters.index(lot)
    order = [*range(first, len(named)), *range(first)]
    at = [at[deck] for deck in order]
    windows = "hand" if bluff else "turns" if HUMAN in at else "playable"
    setup: dict[str, Any] = {"game": loaded.slug, "data": loaded.facts.digest, "seed": seed, "windows": windows}
    if loaded.changes:
        setup["changes"] = loaded.changes
    made = loaded.gather([brought.seats[deck] for deck in order], brought.table)
    if made.documents:
        setup["documents"] = list(made.documents)
    if made.table:
        setup["table"] = list(made.table)
    beginning = Beginning(loaded, {**setup, "decks": [loaded.facts.listed(cards) for cards in made.lists]})
    names = [brought.names[deck] or named[deck] for deck in order]
    keeping = Keeping(autosave or new_place(loaded.slug))
    return Session(beginning, beginning.begin(), at, names, seed, keeping, explain, replay, named_bot, processes)


def _seated(seats: str | None, players: int) -> list[str] | None:
    """Return who sits where, as `--seats` says; None where it is left out."""
    if seats is None:
        return None
    return [DEFAULT_BOT if seat == "bot" else seat for seat in one_each(seats, players, "seats")]


def _resumed(
    path: Path,
    said: str | None,
    game: str | None,
    autosave: Path | None,
    explain: bool,
    replay: Path | None,
    processes: int,
) -> Session:
    """Go on with a saved match. Who sits there comes from the file; code of somebody's own only from `--seats`."""
    from cardlib.bots import bot, is_own, named_bot
    from cardlib.game import load
    from cardlib.records import naming
    from cardlib_cli.keeping import Keeping, found
    from cardlib_cli.projects import named
    from cardlib_cli.saving import resumed
    from cardlib_cli.session import Session
    from cardlib_cli.shelf import place_of
    from cardlib_cli.stops import from_json

    place = place_of(path)
    saved, keeping, broken_off = found(place)
    try:
        at = _seated(said, len(saved.seats))
        if at is None and any(map(is_own, saved.seats)):
            raise CardlibError(
                f"{path}: this match was saved with a bot of somebody's own, and a file never says what runs; "
                f"say who sits there: cardlib play --resume {quoted(str(path))} --seats {quoted(','.join(saved.seats))}"
            )
        with naming(place):
            loaded = load(named(game or str(saved.replay["game"])), saved.replay.get("changes"))
            beginning, recorder, remark = resumed(loaded, saved)
        for line in filter(None, (broken_off, remark)):
            note(f"cardlib: {line}")
        if replay is not None and beginning.base is not None:
            raise CardlibError("a match that goes on from a saved position has no replay from its beginning")
    except BaseException:
        keeping.leave()
        raise
    if autosave is not None and autosave.resolve() != keeping.save_at.resolve():
        keeping.leave()
        keeping = Keeping(autosave)
    sit = bot if at is None else named_bot
    seats = at or saved.seats
    session = Session(beginning, recorder, seats, saved.names, saved.bot_seed, keeping, explain, replay, sit, processes)
    session.stops |= from_json(recorder.match, saved.stops)
    session.passed = set(saved.passed)
    return session
