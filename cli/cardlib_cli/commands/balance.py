"""`cardlib balance`: alarms for what is out of the bands of a project's balance.json."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from cardlib.errors import CardlibError
from cardlib.filters.words import number_of
from cardlib_cli import completion
from cardlib_cli.matches import ChangeOption, changes_of, own_modules
from cardlib_cli.output import Format, FormatOption, emit, emit_json, note, say, write
from cardlib_cli.progress import progress
from cardlib_cli.projects import GameOption, chosen
from cardlib_cli.series_options import (
    EngineOption,
    JobsOption,
    ResultsOption,
    ResumeOption,
    check_results,
    engine_or_processes,
)
from cardlib_cli.signals import like_an_interrupt
from cardlib_cli.sim_end import end
from cardlib_cli.sim_report import print_heading

if TYPE_CHECKING:
    from cardlib.lab.balance import Balance, Finding

app = typer.Typer(
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
    help="Alarms for what is out of the bands of a project's balance.json.\n\nExample: cardlib balance check mecha",
)


@app.callback()
def balance() -> None:
    """Alarms for what is out of the bands of a project's balance.json.

    Example: cardlib balance check mecha
    """


@app.command()
def check(
    named: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="A game, or the folder of a project.", autocompletion=completion.games),
    ] = None,
    number: Annotated[
        int | None,
        typer.Option(
            "--number",
            "-n",
            min=1,
            help="Games in each cell, or at a table for each seat, in place of those of the file.",
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="In place of the one of the file.")] = None,
    bot: Annotated[
        str | None, typer.Option("--bot", help="In place of the one of the file.", autocompletion=completion.bots)
    ] = None,
    jobs: JobsOption = None,
    engine: EngineOption = "local",
    out: ResultsOption = None,
    resume: ResumeOption = False,
    change: ChangeOption = None,
    form: FormatOption = Format.TABLE,
    game: GameOption = None,
) -> None:
    """Play every deck against every deck, or at tables, and name what is out of its band; exit 1 if anything is.

    A figure is out when all of its interval is; the intervals are made so that a run in which nothing is out says
    otherwise at most as often as the file states (`error`, 5 %).

    Example: cardlib balance check mecha

    Example: cardlib balance check --game my-game -n 50 --set cards.turtle.durability=6
    """
    from cardlib.game import load
    from cardlib.lab.balance import check_balance, read_bands

    if named is not None and game is not None:
        raise CardlibError("the game is named twice; leave out --game")
    check_results(out, resume)
    workers = engine_or_processes(engine, jobs)
    loaded = load(chosen(named if named is not None else game), changes_of(change))
    bands = read_bands(loaded.project)
    bands = replace(
        bands,
        games=number or bands.games,
        seed=bands.seed if seed is None else seed,
        bot=bot or bands.bot,
    )
    own_modules([bands.bot])
    with like_an_interrupt() as came, progress("games") as shown:
        made = check_balance(loaded, bands, workers, out=out, resume=resume, progress=shown)
    print_balance(made, form)
    end(made, str(made.games), out, came)
    if made.out:
        named_out = ", ".join(f"{one.subject} ({one.what})" for one in made.out)
        note(f"cardlib: out of its band: {named_out}")
        raise typer.Exit(1)


def print_balance(made: Balance, form: Format) -> None:
    """Print what was looked at; the table has what is out, and what would be if more games said the same."""
    if form is Format.JSON:
        emit_json(made.to_json())
        return
    shown = made.found if form is Format.CSV else [one for one in made.found if one.is_beyond]
    rows = [_row(one, form is Format.CSV) for one in shown]
    columns = ["what", "subject", "figure", "low", "high", "least", "most", "games", "verdict"]
    if form is Format.CSV:
        emit(rows, columns, form)
        return
    bands = made.bands
    print_heading(f"{made.name}: {number_of(made.games, 'game')}, {bands.bot}, seed {bands.seed}", (), form)
    counts = {word: sum(one.verdict == word for one in made.found) for word in ("in", "unsure", "out")}
    say(
        f"{number_of(len(made.found), 'figure')}: {counts['in']} in their bands, {counts['out']} out, "
        f"{counts['unsure']} that so many games leave open"
    )
    if rows:
        write("")
        emit(rows, columns, form)


def _row(one: Finding, plain: bool) -> dict[str, object]:
    shares = one.what in ("deck wins", "seat wins", "wins when drawn")
    scale = 1 if plain or not shares else 100

    def told(value: float) -> object:
        if abs(value) == float("inf"):
            return None
        return round(value * scale, 4 if plain else 1)

    return {
        "what": one.what,
        "subject": one.subject,
        "figure": told(one.figure.value),
        "low": told(one.figure.low),
        "high": told(one.figure.high),
        "least": told(one.band[0]),
        "most": told(one.band[1]),
        "games": one.games,
        "verdict": one.verdict,
    }
