"""`cardlib bots`: what bots weigh in a position, and with what weights they win more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cardlib.errors import CardlibError
from cardlib.filters.words import number_of
from cardlib_cli import completion
from cardlib_cli.matches import ChangeOption, SeedOption, StrictOption, TableOption, decks_of_a_match, words_in
from cardlib_cli.output import Format, FormatOption, emit, emit_json, say, write
from cardlib_cli.progress import progress
from cardlib_cli.projects import GameOption, chosen
from cardlib_cli.series_options import (
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
from cardlib_cli.sim_report import figures, percent, print_heading, span

if TYPE_CHECKING:
    from cardlib.lab import Tuned

app = typer.Typer(
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
    help="How bots weigh positions, and what weights win more.\n\nExample: cardlib bots parts mecha",
)

VERDICTS = {
    "better": "It wins more than the bot as it is.",
    "worse": "It wins less than the bot as it is: what it got before was luck.",
    "same": "So many games do not tell it from the bot as it is.",
}


@app.callback()
def bots() -> None:
    """How bots weigh positions, and what weights win more.

    Example: cardlib bots parts mecha
    """


@app.command()
def parts(
    named: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="A game, or the folder of a project.", autocompletion=completion.games),
    ] = None,
    form: FormatOption = Format.TABLE,
    game: GameOption = None,
) -> None:
    """List the parts of a game's evaluation, which greedy and search add up; each can be made to count more or less.

    A bot is told so behind its name: greedy:hand=1.5 counts cards in hand half as much again, and
    search:400:hand=1.5+base=2 two parts otherwise.

    Example: cardlib bots parts tyrants
    """
    from cardlib.game import load

    if named is not None and game is not None:
        raise CardlibError("the game is named twice; leave out --game")
    judgement = load(chosen(named if named is not None else game)).rules.judgement
    judgement.check(())
    emit([{"part": part, "counts": what} for part, what in judgement.parts.items()], ["part", "counts"], form)


@app.command()
def tune(
    decks: Annotated[
        list[str],
        typer.Argument(
            metavar="DECK...", help="What the bots play: each against itself.", autocompletion=completion.decks
        ),
    ],
    bot: Annotated[
        str,
        typer.Option("--bot", help="The bot as it is: greedy, search:ITERATIONS.", autocompletion=completion.bots),
    ] = "greedy",
    weighed: Annotated[
        str | None,
        typer.Option("--parts", metavar="PART,...", help="What is weighed: all parts of the game.", show_default=False),
    ] = None,
    candidates: Annotated[int, typer.Option("--candidates", min=2, help="How many weightings are tried.")] = 16,
    most: Annotated[
        float, typer.Option("--span", help="A part counts at most so many times as much as now, or as little.")
    ] = 2.0,
    number: Annotated[
        int | None,
        typer.Option("--number", "-n", min=1, help="How many games in all: 100 for each.", show_default=False),
    ] = None,
    players: Annotated[int, typer.Option("--players", min=2, help="How many sit at the table.")] = 2,
    seed: SeedOption = 1,
    jobs: JobsOption = None,
    engine: EngineOption = "local",
    out: ResultsOption = None,
    resume: ResumeOption = False,
    turn_limit: TurnLimitOption = 1000,
    table: TableOption = None,
    change: ChangeOption = None,
    strict: StrictOption = False,
    form: FormatOption = Format.TABLE,
    game: GameOption = None,
) -> None:
    """Let a bot play itself with other weights, and say which ones win more: by fresh games, after the best is chosen.

    All candidates play a few games against the bot as it is, with the same deck on both sides; the better half goes on,
    and so on to the last one. A quarter of the games is kept for the proof. What comes out is the name of a bot, which
    goes wherever a bot is named. The same seed gives the same report, whatever --jobs.

    Example: cardlib bots tune ok40 graces-command -n 1600

    Example: cardlib bots tune ok40 --bot search:50 --parts hand,units --candidates 8 --out tuned.jsonl
    """
    from cardlib.lab import tune as play_tune

    check_results(out, resume)
    workers = engine_or_processes(engine, jobs)
    read = [decks_of_a_match([deck] * players, game, change, strict, table) for deck in decks]
    loaded, first = read[0]
    for deck, (other, _) in zip(decks, read, strict=True):
        if other.project.path != loaded.project.path:
            raise CardlibError(f"{decks[0]} is a deck of {loaded.slug}, {deck} one of {other.slug}")
    with like_an_interrupt() as came, progress("games") as shown:
        made = play_tune(
            loaded,
            *(brought.seats[0] for _, brought in read),
            bot=bot,
            parts=words_in(weighed) if weighed is not None else None,
            candidates=candidates,
            span=most,
            n=number,
            seed=seed,
            players=players,
            jobs=workers,
            names=[brought.names[0] or word for (_, brought), word in zip(read, decks, strict=True)],
            turn_limit=turn_limit,
            out=out,
            resume=resume,
            progress=shown,
            table=first.table,
        )
    print_tuned(made, form)
    end(made, f"{made.games} of {made.whole}", out, came)


def print_tuned(made: Tuned, form: Format) -> None:
    """Print what was tuned; CSV has a line for each candidate."""
    if form is Format.JSON:
        emit_json(made.to_json())
        return
    if form is Format.CSV:
        rows = [
            {
                "bot": one.bot,
                **one.weights,
                "rounds": one.rounds,
                "stage": one.stage,
                **dict(zip(("share", "low", "high"), figures(one.share), strict=True)),
                "best": one is made.best,
            }
            for one in made.candidates
        ]
        emit(rows, list(rows[0]), form)
        return
    print_heading(
        f"{made.bot} against itself with other weights, playing {', '.join(made.decks)}: "
        f"{number_of(made.games, 'game')}, seed {made.setting.seed}",
        made.setting.changes,
        form,
    )
    table: list[dict[str, object]] = [
        {
            **{part: f"{weight:g}" for part, weight in one.weights.items()},
            "rounds": one.rounds,
            "got": percent(one.share),
            "95 %": span(one.share),
            "": "best" if one is made.best else "",
        }
        for one in made.candidates
    ]
    emit(table, list(table[0]), form)
    if made.best is None:
        return
    write("")
    write(f"Best: {made.best.bot}")
    if made.proof is not None:
        rounds = number_of(made.proof_rounds, "fresh round")
        say(f"Of {rounds} against {made.bot} it gets {percent(made.proof)} ({span(made.proof)})")
        say(VERDICTS[made.verdict])
