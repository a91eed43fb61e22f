"""`cardlib why`: what each card did to the games of its decks, which two do more together, how games turned."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

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
    JobsOption,
    NumberOption,
    ResultsOption,
    ResumeOption,
    TurnLimitOption,
    check_results,
    engine_or_processes,
)
from cardlib_cli.signals import like_an_interrupt
from cardlib_cli.sim_end import end
from cardlib_cli.why_report import Part, print_why

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def why(
    decks: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[A B ...]",
            help="What each player brings, as for sim: a deck, or documents with commas between; files or names.",
            autocompletion=completion.decks,
        ),
    ] = None,
    every: EveryOption = None,
    number: NumberOption = None,
    seed: SeedOption = 1,
    bots: BotsOption = "greedy",
    jobs: JobsOption = None,
    engine: EngineOption = "local",
    out: ResultsOption = None,
    resume: ResumeOption = False,
    page: Annotated[
        Path | None,
        typer.Option("--report", metavar="FILE", help="Write the report as a page for a browser (.html)."),
    ] = None,
    part: Annotated[
        Part, typer.Option("--show", help="What the table and CSV are about; the table has all if left out.")
    ] = Part.ALL,
    error: Annotated[
        float, typer.Option("--error", min=0.001, max=50, metavar="PERCENT", help="How often an answer may be wrong.")
    ] = 5.0,
    turn_limit: TurnLimitOption = 1000,
    players: Annotated[
        int | None,
        typer.Option("--players", min=2, help="With --all: how many sit at a table.", show_default=False),
    ] = None,
    table: TableOption = None,
    change: ChangeOption = None,
    strict: StrictOption = False,
    form: FormatOption = Format.TABLE,
    game: GameOption = None,
) -> None:
    """Play many games and say why decks win: by card, by pair of cards, and how the games turned.

    Of each card: what its decks win when it was in the opening hand, drawn, played, and its abilities used; what they
    would by chance; and by how many points they win more with it, with an interval that holds for all cards at once.
    Of games: the longest, those won from behind, and the turn of no return. With --out they can be told again:
    `cardlib replay FILE N`.

    Example: cardlib why ok40 graces-command -n 200 --out games.jsonl

    Example: cardlib why --all mecha --report why.html

    Example: cardlib why --all mecha --show pairs --format csv
    """
    from cardlib.lab.why import why as find_out
    from cardlib.lab.why_page import check_page, write_page

    own_modules(words_in(bots))
    check_results(out, resume)
    if page is not None:
        check_page(page)
    share = error / 100
    workers = engine_or_processes(engine, jobs)
    if every is not None:
        from cardlib.game import load
        from cardlib.lab.matrix import sample_decks

        if decks:
            raise CardlibError("--all plays all decks of a game; leave out the decks, or --all")
        if game is not None:
            raise CardlibError("--all names the game; leave out --game")
        loaded = load(chosen(every), changes_of(change))
        check_legal(loaded.project, sample_decks(loaded), strict, together=False)
        with like_an_interrupt() as came, progress("games") as shown:
            made = find_out(
                loaded, n=number or 0, seed=seed, bots=list(dict.fromkeys(words_in(bots))), jobs=workers, error=share,
                players=players or 0, turn_limit=turn_limit, out=out, resume=resume, progress=shown, table=table or (),
            )  # fmt: skip
    else:
        if decks is None or len(decks) < 2:
            raise CardlibError("name two decks, or a game with --all")
        if players is not None:
            raise CardlibError("--players goes with --all")
        seated = one_each(bots, len(decks), "bots")
        loaded, brought = decks_of_a_match(decks, game, change, strict, table)
        with like_an_interrupt() as came, progress("games") as shown:
            made = find_out(
                loaded, *brought.seats, n=number or 0, seed=seed, bots=seated, jobs=workers, error=share,
                names=names_apart(brought, decks), turn_limit=turn_limit, out=out, resume=resume, progress=shown,
                table=brought.table,
            )  # fmt: skip
    if page is not None:
        write_page(made, page, out)  # before a reader who has seen enough ends the command
    print_why(made, form, part, out)
    if page is not None:
        note(f"wrote {page}")
    end(made, f"{made.games} of {made.whole}", out, came)
