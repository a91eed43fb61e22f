"""`cardlib data`: check a project, and build its database."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardlib.filters.words import number_of
from cardlib_cli import completion
from cardlib_cli.output import Format, FormatOption, emit, note, write
from cardlib_cli.projects import GameOption, own_folder, read_decks, typed_folder

if TYPE_CHECKING:
    from cardlib.catalog.problems import Problem

app = typer.Typer(rich_markup_mode=None, no_args_is_help=True, add_completion=False)


@app.callback()
def data() -> None:
    """Check the data of a project, and build the database that queries read.

    Example: cardlib data check data/mecha
    """


@app.command()
def check(
    path: Annotated[str | None, typer.Argument(help="The folder of a project; the chosen game if left out.")] = None,
    form: FormatOption = Format.TABLE,
    game: GameOption = None,
) -> None:
    """List every problem in the data as file:line: path: found, expected, nearest known name. Exits with 1 if any.

    Example: cardlib data check data/mecha
    """
    from cardlib.catalog.check import check_project
    from cardlib_cli.checks import EXTRA

    folders = _folders(path, game)
    if len(folders) > 1:
        games = ", ".join(folder.name for folder in folders)
        note(f"no project in this folder or above it; the bundled games: {games}")
    problems: list[Problem] = []
    for folder in folders:
        found = check_project(folder, EXTRA)
        problems += found
        if form is Format.TABLE:
            for problem in found:
                write(f"{_shown(folder)}{problem}")
            note(f"{folder.name}: {number_of(len(found), 'problem') if found else 'ok'}")
    if form is not Format.TABLE:
        columns = ["file", "line", "path", "found", "expected", "nearest", "detail"]
        rows = [
            {
                "file": problem.file,
                "line": problem.line,
                "path": problem.path,
                "found": problem.found,
                "expected": problem.expected,
                "nearest": problem.hint,
                "detail": problem.detail,
            }
            for problem in problems
        ]
        emit(rows, columns, form)
    if problems:
        raise typer.Exit(1)


@app.command()
def build(
    path: Annotated[str | None, typer.Argument(help="The folder of a project; the chosen games if left out.")] = None,
    to: Annotated[
        Path | None,
        typer.Option("--to", "-o", metavar="FILE", help="Write one database of all the chosen games there."),
    ] = None,
    game: GameOption = None,
) -> None:
    """Build the SQLite database; any SQLite tool can read it. Queries do this by themselves when a file has changed.

    Example: cardlib data build --to cards.sqlite
    """
    from cardlib.catalog.build import build_database
    from cardlib.catalog.database import keep_database
    from cardlib.catalog.projects import load_project

    projects = [load_project(folder) for folder in _folders(path, game)]
    if to is not None:
        build_database(projects, to, read_decks)
        note(f"wrote {to}")
        return
    for project in projects:
        note(f"wrote {keep_database(project, read_decks)}")


@app.command()
def lang(
    code: Annotated[
        str | None,
        typer.Argument(
            metavar="[LANG]", help="A language; all of the game if left out.", autocompletion=completion.languages
        ),
    ] = None,
    form: FormatOption = Format.TABLE,
    game: GameOption = None,
) -> None:
    """List what a language of a game has no words for, which is printed as it stands in the data.

    Example: cardlib data lang de --game mecha
    """
    from cardlib.catalog.languages import languages, untranslated
    from cardlib_cli.projects import chosen

    project = chosen(game)
    found = {each: untranslated(project, each) for each in ([code] if code else languages(project))}
    rows: list[dict[str, object]] = [
        {"language": each, "kind": one.kind, "id": one.id, "text": one.text}
        for each, missing in found.items()
        for one in missing
    ]
    emit(rows, ["language", "kind", "id", "text"], form)
    for each, missing in found.items() if form is Format.TABLE else ():
        note(f"{each}: {number_of(len(missing), 'text')} without words" if missing else f"{each}: complete")


def _folders(path: str | None, game: str | None) -> list[Path]:
    from cardlib.catalog.projects import bundled_paths

    wanted = path or game
    folder = typed_folder(wanted) if wanted is not None else own_folder()
    if folder is not None:
        return [folder]
    return bundled_paths()


def _shown(folder: Path) -> str:
    """The folder as a prefix of file names: relative to where the command runs, where that is shorter."""
    shown = os.path.relpath(folder)
    return "" if shown == "." else f"{min(shown, str(folder), key=len)}/"
