"""Options of all commands that play series of games: who plays, on how many cores, and where results are kept."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardlib.errors import CardlibError
from cardlib_cli import completion
from cardlib_cli.output import note

BotsOption = Annotated[
    str,
    typer.Option(
        "--bots",
        help="Who plays A, B…, or one for all: random, greedy, search, search:ITERATIONS, or your own: module:Class,"
        " pipe:COMMAND.",
        autocompletion=completion.bots,
    ),
]
JobsOption = Annotated[
    int | None,
    typer.Option("--jobs", "-j", min=1, help="How many processes: one on each core.", show_default=False),
]
ResultsOption = Annotated[
    Path | None, typer.Option("--out", "-o", metavar="FILE", help="Keep each finished game in this file (JSONL).")
]
ResumeOption = Annotated[bool, typer.Option("--resume", help="Go on with the games in the --out file.")]
TurnLimitOption = Annotated[
    int, typer.Option("--turn-limit", min=1, help="A game that reaches this turn counts as a draw.")
]


def check_results(out: Path | None, resume: bool) -> None:
    """Say that there is nothing to go on with yet; raises CardlibError if no file is named."""
    if resume and out is None:
        raise CardlibError("--resume needs --out FILE, the results to go on with")
    if resume and out is not None and not out.exists():
        note(f"{out} is not there yet: all games are played")
