"""`cardlib sweep`: what a number should be, by playing the game with each of its values."""

from __future__ import annotations

from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardlib.errors import CardlibError
from cardlib.filters.words import number_of
from cardlib_cli import completion
from cardlib_cli.matches import (
    ChangeOption,
    SeedOption,
    StrictOption,
    TableOption,
    decks_of_a_match,
    names_apart,
    one_each,
    own_modules,
    words_in,
)
from cardlib_cli.output import Format, FormatOption, emit, emit_json, note, say, write
from cardlib_cli.progress import progress
from cardlib_cli.projects import GameOption
from cardlib_cli.series_options import (
    BotsOption,
    EngineOption,
    JobsOption,
    ResultsOption,
    ResumeOption,
    TurnLimitOption,
    check_results,
    engine_or_processes,
)
from cardlib_cli.signals import like_an_interrupt
from cardlib_cli.sim_end import end
from cardlib_cli.sim_report import figures, print_heading, say_not_read

if TYPE_CHECKING:
    from cardlib.catalog import Change, Json
    from cardlib.game import Game
    from cardlib.lab import Interval, Sweep

_FEW = 5  # rounds: a setting that was dropped after fewer may have had bad luck

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def sweep(
    decks: Annotated[
        list[str],
        typer.Argument(metavar="A B ...", help="What each player brings, as for sim.", autocompletion=completion.decks),
    ],
    vary: Annotated[
        list[str] | None,
        typer.Option(
            "--vary", metavar="PLACE=VALUES", help="A number and its values: 1..5, or 1,2,4. May be given again."
        ),
    ] = None,
    goal: Annotated[
        str, typer.Option("--goal", metavar="FIGURE=NUMBER", help="win=50, first=50, draws=0 (percent), or turns=12.")
    ] = "win=50",
    number: Annotated[
        int | None,
        typer.Option("--number", "-n", min=1, help="How many games in all: 100 for each setting.", show_default=False),
    ] = None,
    seed: SeedOption = 1,
    bots: BotsOption = "greedy",
    jobs: JobsOption = None,
    engine: EngineOption = "local",
    out: ResultsOption = None,
    resume: ResumeOption = False,
    picture: Annotated[
        Path | None, typer.Option("--picture", metavar="FILE", help="Write a picture, as .svg, .pdf or .png.")
    ] = None,
    turn_limit: TurnLimitOption = 1000,
    table: TableOption = None,
    change: ChangeOption = None,
    strict: StrictOption = False,
    form: FormatOption = Format.TABLE,
    game: GameOption = None,
) -> None:
    """Play decks with every value of a number, on the same chance, and say which comes nearest to a goal.

    One number is played equally often with each value. Of several, all settings play a few games, the better half goes
    on, and so on to the last ones. The same seed gives the same report, whatever --jobs.

    Example: cardlib sweep ok40 graces-command --vary cards.turtle.durability=2..6 --goal win=50 --picture turtle.svg

    Example: cardlib sweep ok40 graces-command --vary rules.opening_hand=4..6 --vary rules.hand_size=5,7 -n 2000
    """
    from cardlib.lab import sweep as play_sweep
    from cardlib.lab.picture import check_picture, write_drawing

    own_modules(words_in(bots))
    check_results(out, resume)
    workers = engine_or_processes(engine, jobs)
    if picture is not None:
        check_picture(picture)
    if not vary:
        raise CardlibError("sweep what? Name a number and its values: --vary rules.hand_size=4..6")
    if len(decks) < 2:
        raise CardlibError("name two decks")
    ranges = dict(values_of(word) for word in vary)
    if len(ranges) < len(vary):
        raise CardlibError("--vary names a place twice")
    loaded, brought = decks_of_a_match(decks, game, change, strict, table)
    with like_an_interrupt() as came, progress("games") as shown:
        made = play_sweep(
            loaded,
            *brought.seats,
            vary=ranges,
            goal=goal,
            n=number,
            seed=seed,
            bots=one_each(bots, len(decks), "bots"),
            jobs=workers,
            names=names_apart(brought, decks),
            turn_limit=turn_limit,
            out=out,
            resume=resume,
            progress=shown,
            table=brought.table,
        )
    if picture is not None:
        from cardlib.lab.sweep_picture import drawn

        write_drawing(drawn(made), picture)  # before a reader who has seen enough ends the command
    print_sweep(made, form, loaded)
    if picture is not None:
        note(f"wrote {picture}")
    end(made, f"{made.finished} of {made.whole}", out, came)


def values_of(word: str) -> tuple[str, list[Json]]:
    """Return place and values of `place=1..5` or `place=1,2,4`."""
    from cardlib.catalog import parse_change
    from cardlib.lab.sweep import SETTINGS

    place, sign, text = word.partition("=")
    low, dots, high = text.partition("..")
    if not text.strip():
        raise CardlibError(f"--vary {word}: found no values, expected some behind the place: {place or 'PLACE'}=1..5")
    if sign and dots:
        try:
            first, last = int(low), int(high)
        except ValueError:
            raise CardlibError(f"--vary {word}: found '{text}', expected whole numbers such as 1..5") from None
        if not first < last:
            raise CardlibError(f"--vary {word}: found '{text}', expected from a number up to a higher one")
        if last - first >= SETTINGS:
            raise CardlibError(f"--vary {word}: found {last - first + 1} values, expected at most {SETTINGS}")
        return place.strip(), list(range(first, last + 1))
    return place.strip(), [parse_change(f"{place}={part.strip()}")[1] for part in text.split(",")]


def print_sweep(made: Sweep, form: Format, loaded: Game) -> None:
    """Print a sweep of a game; CSV has a line for each setting."""
    from cardlib.lab.rounds import Version

    if form is Format.JSON:
        emit_json(made.to_json())
        return
    if form is Format.CSV:
        rows = [
            {
                **point.values,
                "rounds": point.rounds,
                "stage": point.stage,
                **dict(zip((made.goal.what, "low", "high"), figures(point.figure), strict=True)),
                "best": point is made.best,
            }
            for point in made.points
        ]
        emit(rows, list(rows[0]), form)
        return
    sides = " against ".join(f"{n} ({bot})" for n, bot in zip(made.setting.names, made.setting.bots, strict=True))
    print_heading(f"{sides}: {number_of(made.games, 'game')}, seed {made.setting.seed}", fixed(made), form)
    say_not_read(Version(loaded, made.setting), [*(change.path for change in fixed(made)), *made.vary])
    table: list[dict[str, object]] = [
        {
            **{
                place.rpartition(".")[2] if len(made.vary) > 1 else place: value
                for place, value in point.values.items()
            },
            "rounds": point.rounds,
            made.goal.what: _figure(made, point.figure),
            "95 %": _span(made, point.figure),
            "": "best" if point is made.best else "",
        }
        for point in made.points
    ]
    emit(table, list(table[0]), form)
    best = made.best
    if best is not None and best.figure is not None:
        values = ", ".join(f"{place}={value}" for place, value in best.values.items())
        write("")
        say(f"Nearest to {made.goal}: {values}, with {_figure(made, best.figure)} ({_span(made, best.figure)})")
        does = "is the nearest" if made.stages == 1 else "goes on at every stage and is the nearest"
        say(f"It {does} in {100 * made.sure:.0f} of 100 draws of as many rounds from those that were played")
        early = [point for point in made.points if point.stage < best.stage and point.rounds < _FEW]
        if early:
            most = number_of(max(point.rounds for point in early), "round")
            say(
                f"{number_of(len(early), 'setting')} dropped after no more than {most}: more games (-n) would tell more"
            )


def fixed(made: Sweep) -> list[Change]:
    """Return what is changed in every setting."""
    return [change for change in made.setting.changes if change.path not in made.vary]


def _figure(made: Sweep, figure: Interval | None) -> str:
    if figure is None:
        return ""
    return f"{100 * figure.value:.1f} %" if made.goal.scale == 100 else f"{figure.value:.1f}"


def _span(made: Sweep, figure: Interval | None) -> str:
    if figure is None:
        return ""
    if made.goal.scale == 100:
        return f"{100 * figure.low:.0f} to {100 * figure.high:.0f} %"
    if figure.high == inf:  # of one round
        return "not known"
    return f"{figure.low:.1f} to {figure.high:.1f}"
