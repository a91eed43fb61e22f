"""`cardlib sim`: many games of some decks, or of all decks of a game, and what they say about decks and cards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardlib.errors import CardlibError
from cardlib_cli import completion
from cardlib_cli.matches import (
    ChangeOption,
    SeedOption,
    StrictOption,
    TableOption,
    changes_of,
    check_legal,
    decks_of_a_match,
    names_apart,
    one_each,
    own_modules,
    words_in,
)
from cardlib_cli.output import Format, FormatOption, note
from cardlib_cli.progress import progress
from cardlib_cli.projects import GameOption, chosen
from cardlib_cli.series_options import (
    BotsOption,
    EngineOption,
    EveryOption,
    FromOption,
    JobsOption,
    ResultsOption,
    ResumeOption,
    TurnLimitOption,
    check_results,
    engine_or_processes,
)
from cardlib_cli.signals import like_an_interrupt
from cardlib_cli.sim_compare import Versions, print_comparison_of
from cardlib_cli.sim_end import end
from cardlib_cli.sim_matrix import print_matrix
from cardlib_cli.sim_merge import SimOrMerge
from cardlib_cli.sim_report import print_report, say_not_read
from cardlib_cli.sim_tables import print_tables

if TYPE_CHECKING:
    from cardlib.game import Game
    from cardlib.lab.engines import Jobs

app = typer.Typer(rich_markup_mode=None, add_completion=False)

GAMES, GAMES_IN_A_CELL = 200, 20


@app.command(cls=SimOrMerge)
def sim(
    decks: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[A B ...]",
            help="What each player brings: a deck, or documents with commas between; files or names.",
            autocompletion=completion.decks,
        ),
    ] = None,
    every: EveryOption = None,
    number: Annotated[
        int | None,
        typer.Option(
            "--number",
            "-n",
            min=1,
            help="How many games: 200; with --all in each cell: 20; with --compare of each version, at most: 2000.",
            show_default=False,
        ),
    ] = None,
    seed: SeedOption = 1,
    bots: BotsOption = "greedy",
    orders: Annotated[
        str,
        typer.Option(
            "--orders", metavar="rotated|all", help="With three decks and more: each in every seat once, or all orders."
        ),
    ] = "rotated",
    jobs: JobsOption = None,
    engine: EngineOption = "local",
    start: FromOption = 1,
    out: ResultsOption = None,
    resume: ResumeOption = False,
    replay: Annotated[
        Path | None,
        typer.Option("--replay", metavar="PATH", help="A folder for a replay of every game (a file with -n 1)."),
    ] = None,
    picture: Annotated[
        Path | None,
        typer.Option("--picture", metavar="FILE", help="With --all: write the matrix as .svg, .pdf or .png."),
    ] = None,
    turn_limit: TurnLimitOption = 1000,
    players: Annotated[
        int | None,
        typer.Option("--players", min=2, help="With --all: how many sit at a table.", show_default=False),
    ] = None,
    tables: Annotated[
        int | None,
        typer.Option(
            "--tables",
            min=1,
            help="With --all and more than two: at most so many tables: 60.",
            show_default=False,
        ),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(
            "--by",
            metavar="FIELD",
            help="With --all: sum the matrix up by a field of the decks, such as class or faction.",
            show_default=False,
        ),
    ] = None,
    alike: Annotated[
        str | None,
        typer.Option(
            "--alike",
            metavar="FIELD",
            help="With --all: only decks meet that have the same there, such as level.",
            show_default=False,
        ),
    ] = None,
    table: TableOption = None,
    change: ChangeOption = None,
    compared: Annotated[
        bool,
        typer.Option("--compare", help="Play the game as it is, too, on the same chance, until the answer is clear."),
    ] = False,
    against_data: Annotated[
        str | None,
        typer.Option("--compare-data", metavar="FOLDER", help="Compare with another folder of the game's data."),
    ] = None,
    against_commit: Annotated[
        str | None,
        typer.Option(
            "--compare-commit", metavar="A[..B]", help="Compare the data of a commit with B, or with the files."
        ),
    ] = None,
    against_bots: Annotated[
        str | None,
        typer.Option("--compare-bots", metavar="BOTS", help="Compare with other bots.", autocompletion=completion.bots),
    ] = None,
    margin: Annotated[
        float | None,
        typer.Option(
            "--margin",
            min=0.01,
            max=99,
            metavar="POINTS",
            help="With --compare: what does not matter: 5.",
            show_default=False,
        ),
    ] = None,
    error: Annotated[
        float | None,
        typer.Option(
            "--error",
            min=0.001,
            max=50,
            metavar="PERCENT",
            help="With --compare: how often an answer may be wrong: 5.",
            show_default=False,
        ),
    ] = None,
    strict: StrictOption = False,
    form: FormatOption = Format.TABLE,
    game: GameOption = None,
) -> None:
    """Play many games of two decks or more and report win rates, lengths, reasons and cards, with 95 % intervals.

    Games come in pairs with the same chance and swapped seats; the same seed gives the same report whatever --jobs.
    Of more decks, as many games share their chance as there are seats, and every deck has each seat once.
    With --all every deck of a game plays every other one, in both seats, and the report is a matrix. Where more than
    two play they sit at all tables of so many decks, or at some that the seed draws, and the report says who stands
    where. --by sums the matrix up by what decks have in common, and with --alike only those meet that share something.
    With --compare it plays the game as it is and as --set and its like make it, on the same chance, and stops as soon
    as it is clear whether the first deck wins more, less, or as often.
    Interrupted with Ctrl-C, or ended, it reports what is finished; with --out it can go on with --resume.
    With --from it plays a part of a series, on any machine; `cardlib sim merge` puts the results of parts together.

    Example: cardlib sim graces-command donnas-search -n 20 --seed 1

    Example: cardlib sim graces-command donnas-search --set rules.hand_size=7 --set cards.turtle.durability=4

    Example: cardlib sim graces-command donnas-search --bots 'pipe:./first.sh,greedy'

    Example: cardlib sim a.txt b.txt -n 1000 --bots greedy,random --out results.jsonl --resume --format json

    Example: cardlib sim scouts raiders builders --table three-in-a-ring --bots random -n 30

    Example: cardlib sim --all mecha --picture mecha.svg

    Example: cardlib sim --all analog-tactics -n 2 --by class --alike level

    Example: cardlib sim ok40 graces-command --compare --set cards.turtle.durability=6

    Example: cardlib sim ok40 graces-command --from 1001 -n 1000 --engine dask://node1:8786 --out second.jsonl

    Example: cardlib sim merge first.jsonl second.jsonl
    """
    own_modules([*words_in(bots), *words_in(against_bots or "")])
    check_results(out, resume)
    if start > 1 and (compared or every is not None):
        raise CardlibError("--from is for a series of named decks, without --all and --compare")
    workers = engine_or_processes(engine, jobs)
    options = (against_data, against_commit, against_bots)
    if compared or any(option is not None for option in options):
        if every is not None or decks is None or len(decks) < 2:
            raise CardlibError("--compare is about the decks of one table: name two or more, without --all")
        if replay is not None or picture is not None or orders != "rotated":
            raise CardlibError("--compare goes without --replay, --picture and --orders")
        versions = Versions(change, against_data, against_commit, bots, against_bots)
        print_comparison_of(
            decks, versions, number, seed, workers, out, resume, turn_limit, table, strict, form, game, margin, error
        )
        return
    if margin is not None or error is not None:
        raise CardlibError("--margin and --error go with --compare")
    if every is not None:
        from cardlib.game import load

        if decks or replay is not None:
            raise CardlibError("--all plays all decks of a game and keeps no replays; leave out decks and --replay")
        if game is not None:
            raise CardlibError("--all names the game; leave out --game")
        loaded = load(chosen(every), changes_of(change))
        many = players or loaded.facts.least
        if many > 2:
            for option, said in (("--picture", picture), ("--by", by), ("--alike", alike)):
                if said is not None:
                    raise CardlibError(f"{option} is for the matrix of two players")
            _tables(
                loaded, many, number or 0, tables, seed, bots, workers, out, resume, turn_limit, table, strict, form
            )  # fmt: skip
            return
        _matrix(
            loaded,
            number or GAMES_IN_A_CELL,
            seed,
            bots,
            workers,
            out,
            resume,
            picture,
            by,
            alike,
            turn_limit,
            table,
            strict,
            form,
        )
        return
    if decks is None or len(decks) < 2:
        raise CardlibError("name two decks, or a game with --all")
    for option, given in (
        ("--picture", picture),
        ("--players", players),
        ("--tables", tables),
        ("--by", by),
        ("--alike", alike),
    ):
        if given is not None:
            raise CardlibError(f"{option} goes with --all")
    _series(
        decks, number or GAMES, start, seed, bots, orders, workers, out, resume, replay, turn_limit, table, change,
        strict, form, game,
    )  # fmt: skip


def _series(
    named: list[str],
    number: int,
    start: int,
    seed: int,
    bots: str,
    orders: str,
    jobs: Jobs,
    out: Path | None,
    resume: bool,
    replay: Path | None,
    turn_limit: int,
    table: list[str] | None,
    change: list[str] | None,
    strict: bool,
    form: Format,
    game: str | None,
) -> None:
    """Play some decks."""
    from cardlib.lab import simulate
    from cardlib.lab.rounds import Version

    seated = one_each(bots, len(named), "bots")
    loaded, brought = decks_of_a_match(named, game, change, strict, table)
    with like_an_interrupt() as came, progress("games") as shown:
        made = simulate(
            loaded,
            *brought.seats,
            n=number,
            seed=seed,
            bots=seated,
            jobs=jobs,
            orders=orders,
            names=names_apart(brought, named),
            turn_limit=turn_limit,
            out=out,
            resume=resume,
            replays=replay,
            progress=shown,
            table=brought.table,
            start=start - 1,
        )
    print_report(made, form)
    say_not_read(Version(loaded, made.setting), (change.path for change in made.setting.changes))
    end(made, f"{made.games} of {number}", out, came)


def _matrix(
    loaded: Game,
    number: int,
    seed: int,
    bots: str,
    jobs: Jobs,
    out: Path | None,
    resume: bool,
    picture: Path | None,
    by: str | None,
    alike: str | None,
    turn_limit: int,
    table: list[str] | None,
    strict: bool,
    form: Format,
) -> None:
    """Play all decks of a game, two at a time."""
    from cardlib.lab import play_matrix
    from cardlib.lab.matrix import sample_decks
    from cardlib.lab.picture import check_picture, write_picture

    bot = _one_bot(bots)
    if picture is not None:
        check_picture(picture)
    check_legal(loaded.project, sample_decks(loaded), strict, together=False)
    with like_an_interrupt() as came, progress("games") as shown:
        made = play_matrix(
            loaded,
            number,
            seed,
            bot,
            jobs,
            turn_limit=turn_limit,
            out=out,
            resume=resume,
            progress=shown,
            table=table or (),
            by=by,
            alike=alike,
        )
    if picture is not None:
        write_picture(made, picture)  # before a reader who has seen enough ends the command
    print_matrix(made, form)
    if picture is not None:
        note(f"wrote {picture}")
    end(made, f"{made.games} of {made.whole}", out, came)


def _tables(
    loaded: Game,
    players: int,
    number: int,
    tables: int | None,
    seed: int,
    bots: str,
    jobs: Jobs,
    out: Path | None,
    resume: bool,
    turn_limit: int,
    table: list[str] | None,
    strict: bool,
    form: Format,
) -> None:
    """Play all decks of a game, more than two at a time."""
    from cardlib.lab import play_tables
    from cardlib.lab.matrix import sample_decks
    from cardlib.lab.tables import MOST

    bot = _one_bot(bots)
    check_legal(loaded.project, sample_decks(loaded), strict, together=False)
    with like_an_interrupt() as came, progress("games") as shown:
        made = play_tables(
            loaded,
            players,
            number,
            seed,
            bot,
            jobs,
            table=table or (),
            most=tables or MOST,
            turn_limit=turn_limit,
            out=out,
            resume=resume,
            progress=shown,
        )
    print_tables(made, form)
    end(made, f"{made.games} of {made.whole}", out, came)


def _one_bot(bots: str) -> str:
    """Return the bot that plays all decks."""
    found = dict.fromkeys(words_in(bots))
    if len(found) > 1:
        raise CardlibError(f"with --all one bot plays all decks; found {' and '.join(found)}")
    return next(iter(found))
