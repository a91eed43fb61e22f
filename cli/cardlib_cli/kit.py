"""`cardlib print --kit GAME [DECK…]`: everything that is needed to play a game on a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cardlib.errors import CardlibError
from cardlib.filters.words import number_of
from cardlib_cli.output import Format, emit, note, write
from cardlib_cli.papers import check_cards, to_paper
from cardlib_cli.prints import say_bare, say_way
from cardlib_cli.progress import progress
from cardlib_cli.projects import chosen

if TYPE_CHECKING:
    from cardlib.catalog import Project
    from cardlib_print import PrintOptions


# What may stand beside --kit; it lays out everything else by itself.
_TAKEN = frozenset({"what", "output", "paper", "backs", "cut_lines", "low_ink", "lang", "form", "game", "kit", "check"})
_TAKEN |= {"offset", "printer", "tray", "measured", "changed", "reworded", "since"}


def check_typed(context: typer.Context) -> None:
    """Raise CardlibError for options that a kit would pass over in silence."""
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if parameter.name not in _TAKEN and source is not None and source.name == "COMMANDLINE":
            raise CardlibError(f"--kit prints all of a game, each part in its own way; leave out {parameter.opts[0]}")


def kit_of(words: Sequence[str], game: str | None) -> tuple[Project, list[str]]:
    """Return the game that a kit is of, named first or by --game or stood in, and the decks that are named behind."""
    if game is None and words:
        try:
            return chosen(words[0]), list(words[1:])
        except CardlibError as unknown:
            try:
                return chosen(None), list(words)
            except CardlibError:
                raise unknown from None
    return chosen(game), list(words)


def show_kit(project: Project, decks: Sequence[str], folder: Path | None, options: PrintOptions, form: Format) -> None:
    """Write a kit, and list its files with what to print them on."""
    from cardlib_print.kit import write_kit

    place = folder or Path(f"{project.slug}-kit")
    with progress("Printing") as shown:
        kit = write_kit(project, place, decks, options, shown)
    for warning in kit.warnings:
        note(f"warning: {warning}")
    for slip in kit.slips:
        note(f"warning: not noted as printed: {slip}")
    rows: list[dict[str, object]] = [
        {"file": part.file, "what": part.what, "sheets": part.sheets, "print on": part.print_on} for part in kit.parts
    ]
    emit(rows, ["file", "what", "sheets", "print on"], form)
    if form is Format.TABLE:
        guide = place / kit.parts[0].file
        write(f"{number_of(kit.sheets, 'sheet')}: {guide} says what to print on what, and how to cut it")


def check_kit(project: Project, decks: Sequence[str], options: PrintOptions, form: Format) -> None:
    """List what keeps a kit from being printed; nothing is written, and nothing noted."""
    from cardlib_print.kit_piles import kit_selection
    from cardlib_print.noting import whole

    run = whole(project, kit_selection(project, decks), options)
    check_cards(project, run, replace(run.options, layouts=run.layouts), form)


def show_kit_changes(
    project: Project,
    decks: Sequence[str],
    target: Path,
    options: PrintOptions,
    form: Format,
    *,
    since: Path | None,
    reworded: bool,
    no_backs: bool,
) -> None:
    """Print what changed of a kit since its piles were printed, and say what to take out and put in."""
    from cardlib_print.kit_piles import kit_selection
    from cardlib_print.noting import outdated

    selection = kit_selection(project, decks)
    run = outdated(project, selection, options, since=since, reworded=reworded, no_backs=no_backs)
    say_way(run, options)
    if no_backs:
        say_bare(run)
    set_ = replace(run.options, title=f"{selection.title} · changes")
    to_paper(project, run, target, set_, form, swaps=True, proof=False)
