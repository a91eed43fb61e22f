"""Options of all commands that play series of games: who plays, on how many cores, and where results are kept."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click
import typer

from cardlib.errors import CardlibError
from cardlib_cli import completion
from cardlib_cli.output import note

if TYPE_CHECKING:
    from cardlib.lab.engines import Jobs

BotsOption = Annotated[
    str,
    typer.Option(
        "--bots",
        help="Who plays A, B…, or one for all: random, greedy, search, search:ITERATIONS, or your own: module:Class,"
        " pipe:COMMAND. greedy:hand=2 weighs a part of a position otherwise.",
        autocompletion=completion.bots,
    ),
]
JobsOption = Annotated[
    int | None,
    typer.Option("--jobs", "-j", min=1, help="How many processes: one on each core.", show_default=False),
]
EngineOption = Annotated[
    str,
    typer.Option(
        "--engine",
        metavar="local|dask|dask://HOST:PORT|ray",
        help="Where games are played: on the cores of this machine, or on a cluster.",
    ),
]
FromOption = Annotated[
    int,
    typer.Option("--from", min=1, metavar="N", help="The first game of a part of a series; see `sim merge`."),
]
ResultsOption = Annotated[
    Path | None, typer.Option("--out", "-o", metavar="FILE", help="Keep each finished game in this file (JSONL).")
]
ResumeOption = Annotated[bool, typer.Option("--resume", help="Go on with the games in the --out file.")]
EveryOption = Annotated[
    str | None,
    typer.Option(
        "--all",
        metavar="GAME",
        help="All decks of a game against each other.",
        show_default=False,
        autocompletion=completion.games,
    ),
]
NumberOption = Annotated[
    int | None,
    typer.Option("--number", "-n", min=1, help="How many games: 200; with --all in each cell: 20.", show_default=False),
]
TurnLimitOption = Annotated[
    int, typer.Option("--turn-limit", min=1, help="A game that reaches this turn counts as a draw.")
]


def engine_or_processes(name: str, jobs: int | None) -> Jobs:
    """Return where games are played; what was begun for that ends with the command."""
    from cardlib.lab.engines import engine_of

    engine = engine_of(name, jobs)
    if engine is not None and not isinstance(engine, int):
        click.get_current_context().call_on_close(engine.close)
    return engine


def check_results(out: Path | None, resume: bool) -> None:
    """Say that there is nothing to go on with yet; raises CardlibError if no file is named."""
    if resume and out is None:
        raise CardlibError("--resume needs --out FILE, the results to go on with")
    if resume and out is not None and not out.exists():
        note(f"{out} is not there yet: all games are played")
