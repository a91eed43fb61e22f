"""Which project a command is about: `--game`, else the project in the current folder, else `CARDLIB_GAME`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardlib.errors import CardlibError
from cardlib.queries import cards_in_deck as cards_in_deck
from cardlib.queries import read_decks as read_decks
from cardlib_cli.completion import games
from cardlib_cli.output import note

if TYPE_CHECKING:
    from cardlib.catalog.projects import Project

GameOption = Annotated[
    str | None,
    typer.Option(
        "--game",
        "-g",
        metavar="SLUG",
        help="A bundled game, or the folder of a project.",
        show_default=False,
        autocompletion=games,
    ),
]


class WhichGame(CardlibError):
    """No game is named, and none is in the current folder."""


def chosen(game: str | None) -> Project:
    """Return the one project that a command is about.

    Raises `WhichGame` if none is named and none is in the current folder.
    """
    project = _named(game)
    if project is None:
        from cardlib.catalog.projects import bundled_slugs

        raise WhichGame(
            f"which game? Name it with --game ({', '.join(bundled_slugs())}), set CARDLIB_GAME, or go to the folder "
            "of a project"
        )
    return project


def all_or_chosen(game: str | None) -> list[Project]:
    """Return the chosen project, or every bundled game when none is named."""
    project = _named(game)
    if project is not None:
        return [project]
    from cardlib.catalog.projects import Project, bundled_paths

    return [Project(path) for path in bundled_paths()]


def _named(game: str | None) -> Project | None:
    from cardlib.catalog.projects import Project, load_project

    if game is not None:
        return load_project(game)
    here = Path.cwd()
    if (here / "game.json").is_file():
        return Project(here)
    named = os.environ.get("CARDLIB_GAME")
    return load_project(named) if named else None


def tell_remarks(projects: Sequence[Project], query: str, found: int) -> None:
    """Say on standard error what of a query no game understood, and where its words were looked for."""
    if not query.strip():
        return
    from cardlib.catalog.understanding import remarks

    for remark in remarks(projects, query, found, read_decks):
        note(remark)
