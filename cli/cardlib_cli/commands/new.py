"""`cardlib new`: a project for a game of one's own, with a few cards, a deck and a format, that passes the check."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from cardlib_cli.output import note

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def new(
    folder: Annotated[Path, typer.Argument(help="The folder to make; it must not exist, or be empty.")],
    name: Annotated[str, typer.Option("--name", help="The name of the game; from the folder if left out.")] = "",
) -> None:
    """Make a project: game.json, keywords, rules, a few cards, a deck and a format. Change them to your own.

    Example: cardlib new skirmish --name 'Skirmish at Dawn'
    """
    from cardlib.catalog.template import make_project

    project = make_project(folder, name)
    note(f"made {project.game.name} in {folder}; try: cd {quote(str(folder))}, then: cardlib data check")
