"""What `cardlib print` does with what is to be printed: on paper, only checked; and which sheets there are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cardlib.errors import CardlibError
from cardlib.filters.words import number_of
from cardlib.writing import is_standard_output, is_stream
from cardlib_cli.output import Format, emit, note, write
from cardlib_cli.prints import say_unprinted, show_swaps
from cardlib_cli.progress import progress

if TYPE_CHECKING:
    from cardlib.catalog.projects import Project
    from cardlib_print import PrintOptions, Problem
    from cardlib_print.noting import Run

MOST_COPIES = 9999


def to_paper(
    project: Project, run: Run, target: Path, options: PrintOptions, form: Format, *, swaps: bool, proof: bool
) -> None:
    """Print a run to a PDF, and say what was printed."""
    from cardlib_print import print_cards
    from cardlib_print.noting import print_run

    if target.suffix.lower() != ".pdf" and not is_stream(target):
        raise CardlibError(f"{target}: cards are printed to PDF, expected a name that ends in .pdf")
    with progress("Printing") as shown:
        if proof:
            printed = print_cards(project, run.cards, target, options, shown) if run.cards else None
            slip = ""
        else:
            noted = print_run(project, run, target, options, shown)
            printed, slip = noted.printed, noted.slip
    aside = is_standard_output(target)
    tell = note if aside or (swaps and form is not Format.TABLE) else write
    if swaps:
        say_unprinted(run, project.slug, tell)
        show_swaps([pile for pile in run.piles if pile.before], form, aside=aside)
    for warning in printed.warnings if printed else ():
        warn(warning)
    if printed:
        different = "" if printed.different == printed.cards else f" ({printed.different} different)"
        tell(f"{run.told}{different} on {number_of(printed.sheets, 'sheet')}: {target}")
    elif any(pile.changes for pile in run.piles):
        tell("nothing to print")
    if slip:
        note(f"warning: not noted as printed: {slip}")


def check_cards(project: Project, run: Run, options: PrintOptions, form: Format) -> None:
    """List what keeps cards from being printed, and what could look better; exit with 1 if anything does."""
    from cardlib_print import PreflightError, preflight
    from cardlib_print.printing import other_sizes

    problems, warnings = preflight(project, run.cards, options)
    if form is not Format.TABLE:
        rows: list[dict[str, object]] = [
            {"severity": severity, "card": one.card, "layout": one.layout, "element": one.element, "text": one.text}
            for severity, found in (("error", problems), ("warning", warnings))
            for one in found
        ]
        emit(rows, ["severity", "card", "layout", "element", "text"], form)
        if problems:
            raise typer.Exit(1)
        return
    for warning in warnings:
        warn(warning)
    if problems:
        raise PreflightError(problems, remedy=other_sizes(project, run.cards, problems, options))
    write(f"{run.different} can be printed")


def warn(warning: Problem) -> None:
    """Say what could look better."""
    note(f"warning: {warning}")


def show_sheets(project: Project, form: Format) -> None:
    """List the sheets."""
    from cardlib_print import sheets

    rows = [
        {
            "sheet": sheet.name,
            "paper": str(sheet.size) if sheet.size else "the card",
            "cards": str(sheet.card) if sheet.card else "any size",
            "grid": f"{sheet.columns} x {sheet.rows}" if sheet.columns and sheet.rows else "as many as fit",
            "bleed": sheet.bleed,
            "title": sheet.title,
        }
        for sheet in sheets(project).values()
    ]
    emit(rows, ["sheet", "paper", "cards", "grid", "bleed", "title"], form)


def copies_of(text: str | None) -> int | str | None:
    """A number of copies, or the name of what says how many."""
    if text is None or text[:1].isalpha():
        return text
    if not (text.isascii() and text.isdigit() and len(text) < 9 and 1 <= int(text) <= MOST_COPIES):
        raise CardlibError(f"--copies: expected a number from 1 to {MOST_COPIES}, or an attribute, found {text!r}")
    return int(text)
