"""`cardlib print`: cards on sheets of paper, or as pictures."""

from __future__ import annotations

from dataclasses import replace
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
from cardlib_cli.presses import calibrate, check_preset, known_printer, list_presets, print_for
from cardlib_cli.prints import (
    nothing_printed,
    print_errata,
    say_forgotten,
    say_unprinted,
    show_errata,
    show_status,
    show_swaps,
)
from cardlib_cli.progress import progress
from cardlib_cli.projects import GameOption, chosen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardlib.catalog import Card
    from cardlib.catalog.projects import Project
    from cardlib_print import PrintOptions, Problem
    from cardlib_print.noting import Run
    from cardlib_print.selection import Selection

MOST_COPIES = 9999
DEFAULT = "cards.pdf"
app = typer.Typer(rich_markup_mode=None, add_completion=False)


class Paper(StrEnum):
    """The paper to choose a sheet for."""

    A4 = "a4"
    A3 = "a3"
    LETTER = "letter"
    TABLOID = "tabloid"


class CutLines(StrEnum):
    """What is drawn where cards are cut: ticks in the margin, or lines over the cards too."""

    TICKS = "ticks"
    FULL = "full"
    DASHED = "dashed"
    CROSS = "cross"


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
            metavar="[DECK|QUERY|status|forget|calibrate]",
            help="A deck file, a deck of the project, or a query; status, forget DECK, or calibrate.",
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
    for_: Annotated[
        str | None,
        typer.Option(
            "--for",
            metavar="PRESET",
            help="For whom: home, mpc, tgc, drivethru, tts, png; see --list-presets.",
            autocompletion=completion.presets,
        ),
    ] = None,
    size: Annotated[
        str | None,
        typer.Option("--size", metavar="SIZE", help="Cards of another size: poker, mini, tarot, … or 63x88 in mm."),
    ] = None,
    paper: Annotated[Paper, typer.Option("--paper", help="The paper, where no sheet is named.")] = Paper.A4,
    bleed: Annotated[
        float | None, typer.Option("--bleed", min=0, max=10, help="mm of colour beyond the cut; else the sheet's own.")
    ] = None,
    backs: Annotated[
        Backs, typer.Option("--backs", help="Print backs too, for paper turned over this edge.")
    ] = Backs.NONE,
    cut_lines: Annotated[
        CutLines, typer.Option("--cut-lines", help="Where cards are cut: ticks in the margin, or lines over them too.")
    ] = CutLines.TICKS,
    offset: Annotated[
        str | None, typer.Option("--offset", metavar="X,Y", help="Move the backs by mm to the right and down.")
    ] = None,
    printer: Annotated[
        str | None,
        typer.Option("--printer", metavar="NAME", help="A printer's offset and scale; kept if given with it."),
    ] = None,
    tray: Annotated[str, typer.Option("--tray", metavar="NAME", help="With --printer: one of its trays.")] = "",
    measured: Annotated[
        str | None,
        typer.Option("--measured", metavar="X,Y", help="With --printer: what 100 mm across and down measure on paper."),
    ] = None,
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
    sleeves: Annotated[
        bool, typer.Option("--sleeves", help="Slips for sleeves: low ink, in grey, with cut lines.")
    ] = False,
    watermark: Annotated[str, typer.Option("--watermark", metavar="TEXT", help="A pale word across each card.")] = "",
    layout: Annotated[
        str | None, typer.Option("--layout", help="A layout by name, in place of the one that each card has.")
    ] = None,
    lang: Annotated[
        str,
        typer.Option(
            "--lang",
            metavar="LANG",
            help="The language of the faces: de for lang/de.json.",
            autocompletion=completion.languages,
        ),
    ] = "",
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
    changed: Annotated[
        bool,
        typer.Option("--changed", help="Only what changed since it was printed; without a deck, of all that was."),
    ] = False,
    reworded: Annotated[
        bool, typer.Option("--reworded", help="With --changed: leave cards that only look different as they are.")
    ] = False,
    since: Annotated[
        Path | None,
        typer.Option("--since", metavar="MANIFEST", help="Compare with this print, not with what is noted."),
    ] = None,
    errata: Annotated[
        bool,
        typer.Option("--errata", help="List texts that changed, as was and is now; with -o print stickers."),
    ] = False,
    proof: Annotated[
        bool, typer.Option("--proof", help="A print to look at: no manifest, and not noted as printed.")
    ] = False,
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
    list_all_presets: Annotated[bool, typer.Option("--list-presets", help="List for whom and stop.")] = False,
    form: FormatOption = Format.TABLE,
    game: GameOption = None,
) -> None:
    """Print a deck, or the cards that a query finds, on sheets to cut out. Cards keep their size to the millimetre.

    Text that does not fit at its smallest size, a missing glyph or picture, an element outside its card, or more bleed
    than a layout paints is an error that names every such card, and then nothing is written. The same data gives the
    same file, byte for byte.

    --tokens, --dice, --board and --reference print what the game needs beside its cards, with a deck or query or by
    themselves.

    Each print is noted, with a manifest beside the PDF. `cardlib print status` says which piles on the table are out of
    date, --changed prints what to swap, and `cardlib print forget DECK` takes back the last print of a deck.

    Example: cardlib print graces-command -o deck.pdf --backs long
    """
    words = what or []
    if words == ["calibrate"]:
        calibrate(output, paper.value)
        return
    if kit:
        from cardlib_print import PrintOptions

        project, decks = kit_of(what or [], game)
        on = known_printer(printer, tray, offset, measured)
        set_ = PrintOptions(
            paper=paper.value,
            backs=backs.value,
            offset=on.offset,
            scale=on.scale,
            low_ink=low_ink,
            lang=lang,
            cut_lines=cut_lines.value,
        )
        show_kit(project, decks, output, set_, form)
        return
    project = _project(words if words[:1] != ["forget"] else words[1:], game)
    if list_sheets:
        _list_sheets(project, form)
        return
    if list_all_presets:
        list_presets(project, form)
        return
    if words == ["status"]:
        show_status(project, form)
        return
    if words[:1] == ["forget"]:
        say_forgotten(project, words[1:])
        return
    from cardlib_print import PrintOptions, write_card_pngs
    from cardlib_print.noting import outdated, whole
    from cardlib_print.presets import find_preset
    from cardlib_print.reflow import Fit, size_named
    from cardlib_print.selection import gathered

    if bleed is not None and isnan(bleed):
        raise CardlibError("--bleed: expected a number of mm, found 'nan'")
    if watch and gallery is None:
        raise CardlibError("--watch: goes with --gallery DIR, which it keeps as the files are")
    for name, given in (("--reworded", reworded), ("--since", since is not None)):
        if given and not (changed or errata):
            raise CardlibError(f"{name}: goes with --changed or --errata")
    known = known_printer(printer, tray, offset, measured)
    asked = (("tokens", tokens), ("dice", dice), ("board", board), ("reference", reference))
    groups = [name for name, on in asked if on]
    options = PrintOptions(
        sheet=sheet,
        paper=paper.value,
        bleed=bleed,
        backs=backs.value,
        offset=known.offset,
        scale=known.scale,
        cut_lines="full" if sleeves and cut_lines is CutLines.TICKS else cut_lines.value,
        low_ink=low_ink or sleeves,
        pale=sleeves,
        watermark=watermark,
        lang=lang,
        layout=layout,
        fit=Fit((size_named(size),)) if size else None,
    )
    preset = find_preset(project, for_) if for_ else None
    if preset and preset.makes != "sheets" and (sheet or png):
        raise CardlibError(f"--for {for_}: makes {preset.makes} of its own, print without --sheet and --png")
    everything = (changed or errata) and not (words or only or groups)

    def selected(project: Project) -> Selection:
        return gathered(project, " ".join(words), only, _copies(copies), groups)

    selection = None if everything else selected(project)
    if selection and (gallery is not None or fit):
        shown_ = replace(options, layouts=selection.layouts, title=selection.title)
        if gallery is not None:
            show_gallery(project, selected, gallery, shown_, watch=watch)
        else:
            show_fits(project, selection.cards, shown_, form)
        return
    title = selection.title if selection else project.game.name
    if changed or errata:
        run = outdated(project, selection, options, since=since, reworded=reworded)
        if everything and not run.piles:
            raise CardlibError(nothing_printed(project))
    else:
        assert selection is not None
        run = whole(project, selection, options)
    options = replace(options, layouts=run.layouts, title=f"{title} · changes" if changed else title)
    if errata:
        if output is None or not is_standard_output(output):
            show_errata(run.piles, form)
        if output is not None:
            print_errata(project, run, output, options, form)
        return
    if not run.cards and (check or (png and output is None)):
        write("nothing to print")
        return
    if preset and (check or preset.makes != "sheets"):
        if check:
            check_preset(project, run.cards, preset, options, form)
        else:
            print_for(project, run, preset, output, options, proof=proof)
        return
    if check:
        _check(project, run.cards, options, form)
        return
    if png is None or output is not None:
        _to_paper(project, run, output or Path(DEFAULT), options, form, swaps=changed, proof=proof)
    if png is not None and run.cards:
        with progress("Drawing") as shown:
            told = output is not None  # with the PDF, which has the same cards
            cards = [card for card, _ in run.cards]
            paths = write_card_pngs(project, cards, png, options, shown, None if told else _warn)
        write(f"{number_of(len(paths), 'picture')}: {png}")


def _to_paper(
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
        _warn(warning)
    if printed:
        different = "" if printed.different == printed.cards else f" ({printed.different} different)"
        tell(f"{number_of(printed.cards, 'card')}{different} on {number_of(printed.sheets, 'sheet')}: {target}")
    elif any(pile.changes for pile in run.piles):
        tell("nothing to print")
    if slip:
        note(f"warning: not noted as printed: {slip}")


def _check(project: Project, cards: Sequence[tuple[Card, int]], options: PrintOptions, form: Format) -> None:
    from cardlib_print import PreflightError, preflight

    problems, warnings = preflight(project, cards, options)
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
    write(f"{number_of(len(cards), 'card')} can be printed")


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
