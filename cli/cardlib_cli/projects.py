"""Which project a command is about: `--game`, else the project in the current folder, else `CARDLIB_GAME`.

Also where the parts meet that the catalogue may not import: it gets its deck reader from here.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardlib.errors import CardlibError

if TYPE_CHECKING:
    from cardlib.catalog.database import BuiltDeck
    from cardlib.catalog.projects import Project

GameOption = Annotated[
    str | None,
    typer.Option(
        "--game", "-g", metavar="SLUG", help="A bundled game, or the folder of a project.", show_default=False
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


def read_decks(project: Project) -> Iterable[BuiltDeck]:
    """Read every deck of a project for the database; one that cannot be read keeps its place and says why."""
    from cardlib.catalog.database import BuiltDeck
    from cardlib.decks import load_deck

    for path in project.files("decks", "*.*"):
        file = path.relative_to(project.path).as_posix()
        try:
            deck = load_deck(path, project, strict=False)
        except CardlibError as error:
            yield BuiltDeck(path.stem, path.stem, file, (), str(error))
            continue
        cards = tuple((section.name, entry.card, entry.count) for section in deck.sections for entry in section.entries)
        unknown = ", ".join(sorted({entry.name for entry in deck.unknown}))
        yield BuiltDeck(path.stem, deck.name or path.stem, file, cards, f"unknown cards: {unknown}" if unknown else "")


def cards_in_deck(project: Project, name: str) -> set[str]:
    """Return the ids of the cards in a deck, for `in:` in a query: a file, or the name of a deck of the project."""
    from cardlib.decks import load_deck

    return set(load_deck(name, project, strict=False).counts())
