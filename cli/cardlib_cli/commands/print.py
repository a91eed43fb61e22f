"""`cardlib print`: cards on sheets of paper, or as pictures."""

from __future__ import annotations

from enum import StrEnum
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardlib.errors import CardlibError, NotFound
from cardlib.filters.words import number_of
from cardlib.writing import is_standard_output, is_stream
from cardlib_cli import completion
from cardlib_cli.gallery import show_fits, show_gallery
from cardlib_cli.kit import kit_of, show_kit
from cardlib_cli.output import Format, FormatOption, emit, note, write
from cardlib_cli.progress import progress
from cardlib_cli.projects import GameOption, chosen

if TYPE_CHECKING:
    from cardlib.catalog.projects import Project
    from cardlib_print import PrintOptions, Problem
    from cardlib_print.selection import Selection

MOST_COPIES = 9999
DEFAULT = "cards.pdf"
app = typer.Typer(rich_markup_mode=None, add_completion=False)


class Paper(StrEnum):
    """The paper to choose a sheet for."""

    A4 = "a4"
    LETTER = "letter"


class Backs(StrEnum):
    """The edge that the paper is turned over, or no backs."""

    LONG = "long"
    SHORT = "short"
    NONE = "none"


@app.command(name="print")
def print_(
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[DECK|QUERY]",
            help="A deck file, a deck of the project, or a query.",
            autocompletion=completion.deck_or_query,
        ),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help=f"The PDF to write; {DEFAULT} unless named.")
    ] = None,
    sheet: Annotated[
        str | None,
        typer.Option("--sheet", help="A sheet by name; see --list-sheets.", autocompletion=completion.sheets),
    ] = None,
    paper: Annotated[Paper, typer.Option("--paper", help="The paper, where no sheet is named.")] = Paper.A4,
    bleed: Annotated[
        float | None, typer.Option("--bleed", min=0, max=10, help="mm of colour beyond the cut; else the sheet's own.")
    ] = None,
    backs: Annotated[
        Backs, typer.Option("--backs", help="Print backs too, for paper turned over this edge.")
    ] = Backs.NONE,
    offset: Annotated[
        str, typer.Option("--offset", metavar="X,Y", help="Move the backs by mm to the right and down.")
    ] = "0,0",
    copies: Annotated[
        str | None,
        typer.Option(
            "--copies",
            "-n",
            metavar="NUMBER",
            help="So many of each card, whatever the deck says; or the attribute that says how many.",
        ),
    ] = None,
    only: Annotated[str, typer.Option("--only", metavar="QUERY", help="Only the cards that pass this query.")] = "",
    low_ink: Annotated[
        bool, typer.Option("--low-ink", help="White grounds, black text, pictures as outlines.")
    ] = False,
    watermark: Annotated[str, typer.Option("--watermark", metavar="TEXT", help="A pale word across each card.")] = "",
    layout: Annotated[
        str | None, typer.Option("--layout", help="A layout by name, in place of the one that each card has.")
    ] = None,
    tokens: Annotated[bool, typer.Option("--tokens", help="The tokens of the game, as many as it needs.")] = False,
    dice: Annotated[bool, typer.Option("--dice", help="What the game prints for its dice.")] = False,
    board: Annotated[bool, typer.Option("--board", help="The boards and tracks of the game.")] = False,
    reference: Annotated[bool, typer.Option("--reference", help="The reference cards of the game.")] = False,
    png: Annotated[
        Path | None,
        typer.Option(
            "--png",
            metavar="DIR",
            help="Write each different card as a PNG into this folder; with --backs its back too.",
        ),
    ] = None,
    gallery: Annotated[
        Path | None,
        typer.Option("--gallery", metavar="DIR", help="Write pages into this folder that show the cards in a browser."),
    ] = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="With --gallery: draw anew what is saved, and show it on the open page.")
    ] = False,
    kit: Annotated[
        bool,
        typer.Option(
            "--kit",
            help="Print all that a game needs on the table into a folder: cardlib print --kit GAME [DECK…] -o FOLDER.",
        ),
    ] = False,
    fit: Annotated[bool, typer.Option("--fit", help="List how small the texts of each card get, and stop.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Only find what could not be printed; write nothing, exit with 1 if any.")
    ] = False,
    list_sheets: Annotated[bool, typer.Option("--list-sheets", help="List the sheets and stop.")] = False,
    form: FormatOption = Format.TABLE,
    game: GameOption = None,
) -> None:
    """Print a deck, or the cards that a query finds, on sheets to cut out. Cards keep their size to the millimetre.

    Text that does not fit at its smallest size, a missing glyph or picture, an element outside its card, or more bleed
    than a layout paints is an error that names every such card, and then nothing is written. The same data gives the
    same file, byte for byte.

    --tokens, --dice, --board and --reference print what the game needs beside its cards, with a deck or query or by
    themselves.

    Example: cardlib print graces-command -o deck.pdf --backs long
    """
    if kit:
        from cardlib_print import PrintOptions

        project, decks = kit_of(what or [], game)
        set_ = PrintOptions(paper=paper.value, backs=backs.value, offset=_offset(offset), low_ink=low_ink)
        show_kit(project, decks, output, set_, form)
        return
    project = _project(what or [], game)
    if list_sheets:
        _list_sheets(project, form)
        return
    from cardlib_print import PrintOptions, print_cards, write_card_pngs
    from cardlib_print.pieces import pieces
    from cardlib_print.selection import Selection, select

    if bleed is not None and isnan(bleed):
        raise CardlibError("--bleed: expected a number of mm, found 'nan'")
    text = " ".join(what or ())
    if watch and gallery is None:
        raise CardlibError("--watch: goes with --gallery DIR, which it keeps as the files are")
    asked = (("tokens", tokens), ("dice", dice), ("board", board), ("reference", reference))
    groups = [name for name, on in asked if on]

    def gathered(project: Project) -> Selection:
        extra = pieces(project, groups)
        if groups and not (text or only):
            return Selection(f"{project.game.name} · {', '.join(groups)}", extra.cards)
        selection = select(project, text, only, _copies(copies))
        return Selection(selection.title, (*selection.cards, *extra.cards))

    extra = pieces(project, groups)
    selection = gathered(project)
    options = PrintOptions(
        sheet=sheet,
        paper=paper.value,
        bleed=bleed,
        backs=backs.value,
        offset=_offset(offset),
        low_ink=low_ink,
        watermark=watermark,
        layout=layout,
        layouts=extra.layouts,
        title=selection.title,
    )
    if gallery is not None:
        show_gallery(project, gathered, gallery, options, watch=watch)
        return
    if fit:
        show_fits(project, selection.cards, options, form)
        return
    if check:
        _check(project, selection, options, form)
        return
    if png is None or output is not None:
        target = output or Path(DEFAULT)
        if target.suffix.lower() != ".pdf" and not is_stream(target):
            raise CardlibError(f"{target}: cards are printed to PDF, expected a name that ends in .pdf")
        with progress("Printing") as shown:
            printed = print_cards(project, selection.cards, target, options, shown)
        for warning in printed.warnings:
            _warn(warning)
        different = "" if printed.different == printed.cards else f" ({printed.different} different)"
        tell = note if is_standard_output(target) else write
        tell(f"{number_of(printed.cards, 'card')}{different} on {number_of(printed.sheets, 'sheet')}: {target}")
    if png is not None:
        with progress("Drawing") as shown:
            told = output is not None  # with the PDF, which has the same cards
            cards = [card for card, _ in selection.cards]
            paths = write_card_pngs(project, cards, png, options, shown, None if told else _warn)
        write(f"{number_of(len(paths), 'picture')}: {png}")


def _check(project: Project, selection: Selection, options: PrintOptions, form: Format) -> None:
    from cardlib_print import PreflightError, preflight

    problems, warnings = preflight(project, selection.cards, options)
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
        _warn(warning)
    if problems:
        raise PreflightError(problems)
    write(f"{number_of(len(selection.cards), 'card')} can be printed")


def _warn(warning: Problem) -> None:
    note(f"warning: {warning}")


def _project(what: list[str], game: str | None) -> Project:
    """The game that is named or stood in, else the one that the deck belongs to."""
    try:
        return chosen(game)
    except CardlibError:
        if game is not None or len(what) != 1:
            raise
        from cardlib_cli.deck_sources import Sources

        try:
            return Sources(None).one(what[0]).project
        except NotFound:
            pass
        raise


def _list_sheets(project: Project, form: Format) -> None:
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


def _copies(text: str | None) -> int | str | None:
    """A number of copies, or the name of what says how many."""
    if text is None or text[:1].isalpha():
        return text
    if not (text.isascii() and text.isdigit() and len(text) < 9 and 1 <= int(text) <= MOST_COPIES):
        raise CardlibError(f"--copies: expected a number from 1 to {MOST_COPIES}, or an attribute, found {text!r}")
    return int(text)


def _offset(text: str) -> tuple[float, float]:
    parts = text.split(",")
    try:
        right, down = (float(part) for part in parts)
    except ValueError:
        raise CardlibError(f"--offset: expected two numbers in mm such as 0.5,-1.2, found {text!r}") from None
    if not max(abs(right), abs(down)) <= 20:
        raise CardlibError(f"--offset: at most 20 mm either way, found {text!r}")
    return right, down
