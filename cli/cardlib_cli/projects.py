"""Which project a command is about: `--game`, else the project that the current folder lies in, else `CARDLIB_GAME`.

A slug means the own project (that of the current folder, or of `CARDLIB_GAME`) before a bundled game.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click
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

LOADED = "cardlib.projects"  # where the context of a command keeps the projects that it has loaded


class WhichGame(CardlibError):
    """No game is named, and the current folder lies in none."""


def chosen(game: str | None) -> Project:
    """Return the one project that a command is about.

    Raises `WhichGame` if none is named and the current folder lies in none.
    """
    project = named(game) if game is not None else own()
    if project is None:
        from cardlib.catalog.projects import bundled_slugs

        raise WhichGame(
            f"which game? Name it with --game ({', '.join(bundled_slugs())}), set CARDLIB_GAME, or go to the folder "
            "of a project"
        )
    return project


def all_or_chosen(game: str | None, prefixes: Collection[str] = ()) -> list[Project]:
    """Return the chosen project, or every bundled game when none is named: those of the prefixes, if all are known."""
    project = named(game) if game is not None else own()
    if project is not None:
        return [project]
    from cardlib.catalog.projects import bundled_paths

    paths = bundled_paths()
    if prefixes:
        of = {path: _said_of(path, "prefix") for path in paths}
        if set(prefixes) <= set(of.values()):
            paths = [path for path in paths if of[path] in prefixes]
    return [loaded(path) for path in paths]


def folders_in_question() -> list[Path]:
    """Return the folder of the own project, or of every bundled game where there is none; nothing is loaded."""
    from cardlib.catalog.projects import bundled_paths

    folder = own_folder()
    return [folder] if folder is not None else bundled_paths()


def loaded(folder: Path) -> Project:
    """Return the project of a folder; one command loads it once."""
    from cardlib.catalog.projects import Project

    context = click.get_current_context(silent=True)
    if context is None:
        return Project(folder)
    known: dict[Path, Project] = context.meta.setdefault(LOADED, {})
    if folder not in known:
        known[folder] = Project(folder)
    return known[folder]


def own() -> Project | None:
    """Return the project that the current folder lies in, else the one of `CARDLIB_GAME`, else None."""
    folder = own_folder()
    return loaded(folder) if folder is not None else None


def own_folder() -> Path | None:
    """Return the folder of the own project, whatever state it is in."""
    from cardlib.catalog.projects import project_path

    game = os.environ.get("CARDLIB_GAME")
    return around(Path.cwd()) or (project_path(game) if game else None)


def around(place: Path) -> Path | None:
    """Return the nearest project folder that a place lies in, itself included; None if it lies in none."""
    return next((folder for folder in (place, *place.parents) if (folder / "game.json").is_file()), None)


def named(game: str) -> Project:
    """Return the project of a slug, the own one first, or of a folder; raises `NotFound`."""
    return loaded(typed_folder(game))


def named_folder(game: str) -> Path:
    """Return the folder of the project that a slug or a path means, whatever state it is in."""
    from cardlib.catalog.projects import project_path

    if game and Path(game).name == game and not (Path(game) / "game.json").is_file():
        with suppress(CardlibError):
            mine = own_folder()
            if mine is not None and (_said_of(mine, "slug") or mine.name) == game:
                return mine
    return project_path(game)


def typed_folder(game: str) -> Path:
    """Return the same for what a user typed, who is told where a folder of that name is not what is meant."""
    folder, here = named_folder(game), Path(game)
    if (here / "game.json").is_file() and here.resolve() != folder.resolve():
        note(f"'{game}' is the bundled game; the project of that name here is .{os.sep}{game}")
    return folder


def _said_of(folder: Path, key: str) -> object:
    """Return what a project says of itself, also where it does not load; None where it does not say it."""
    from cardlib.catalog.reading import read_json

    with suppress(CardlibError):
        about = read_json(folder / "game.json")
        if isinstance(about, dict):
            return about.get(key)
    return None


def tell_remarks(projects: Sequence[Project], query: str, found: int) -> None:
    """Say on standard error what of a query no game understood, and where its words were looked for."""
    if not query.strip():
        return
    from cardlib.catalog.understanding import remarks

    for remark in remarks(projects, query, found, read_decks):
        note(remark)
