"""The last words of a command that played many games: how fast, what was mended, how an interrupted one goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import typer

from cardlib.filters.words import number_of
from cardlib_cli.output import note
from cardlib_cli.signals import SHELL


class Made(Protocol):
    """What many games have led to, whatever it says of them."""

    interrupted: bool
    torn: bool
    newly: int
    seconds: float


def end(made: Made, finished: str, out: Path | None, came: list[int], what: str = " games") -> None:
    """Say how fast it was, what was mended in the results, and how to go on with what was interrupted."""
    if made.torn:
        note(f"the last line of {out} was cut short; its game was played again")
    if made.newly:
        speed = made.newly / made.seconds if made.seconds > 0 else 0.0
        note(f"{number_of(made.newly, 'game')} in {made.seconds:.1f} s ({speed:.1f} games/s)")
    if made.interrupted:
        where = f"; go on with --out {out} --resume" if out is not None else ""
        note(f"interrupted: {finished}{what} are finished{where}")
        raise typer.Exit(SHELL + came[0] if came else 130)
