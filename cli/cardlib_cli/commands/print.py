"""`cardlib print`: cards on sheets of paper, or as pictures."""

from __future__ import annotations

from dataclasses import replace
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cardlib.errors import CardlibError, NotFound
from cardlib.filters.words import number_of
from cardlib.writing import is_standard_output
from cardlib_cli.gallery import show_fits, show_gallery
from cardlib_cli.kit import check_kit, check_typed, kit_of, show_kit, show_kit_changes
from cardlib_cli.output import Format, FormatOption, write
from cardlib_cli.papers import check_cards, copies_of, show_sheets, to_paper, warn
from cardlib_cli.presses import calibrate, check_preset, known_printer, list_presets, print_for
from cardlib_cli.print_options import (
    DEFAULT,
    Backs,
    BacksOption,
    BleedOption,
    BoardOption,
    ChangedOption,
    CheckOption,
    CopiesOption,
    CutLines,
    CutLinesOption,
    DiceOption,
    ErrataOption,
    FitOption,
    ForOption,
    GalleryOption,
    KitOption,
    LangOption,
    LayoutOption,
    ListAllPresetsOption,
    ListSheetsOption,
    LowInkOption,
    MeasuredOption,
    OffsetOption,
    OnlyOption,
    OutputOption,
    Paper,
    PaperOption,
    PngOption,
    PrinterOption,
    ProofOption,
    ReferenceOption,
    RewordedOption,
    SheetOption,
    SinceOption,
    SizeOption,
    SleevesOption,
    TokensOption,
    TrayOption,
    WatchOption,
    WatermarkOption,
    WhatArgument,
)
from cardlib_cli.prints import (
    nothing_printed,
    print_errata,
    say_bare,
    say_forgotten,
    say_way,
    show_errata,
    show_status,
)
from cardlib_cli.progress import progress
from cardlib_cli.projects import GameOption, chosen

if TYPE_CHECKING:
    from cardlib.catalog.projects import Project
    from cardlib_print.selection import Selection

app = typer.Typer(rich_markup_mode=None, add_completion=False)

_WITH_SINCE = "goes with --changed, --errata or status"


@app.command(name="print")
def print_(
    context: typer.Context,
    what: WhatArgument = None,
    output: OutputOption = None,
    sheet: SheetOption = None,
    for_: ForOption = None,
    size: SizeOption = None,
    paper: PaperOption = Paper.A4,
    bleed: BleedOption = None,
    backs: BacksOption = None,
    cut_lines: CutLinesOption = CutLines.TICKS,
    offset: OffsetOption = None,
    printer: PrinterOption = None,
    tray: TrayOption = "",
    measured: MeasuredOption = None,
    copies: CopiesOption = None,
    only: OnlyOption = "",
    low_ink: LowInkOption = False,
    sleeves: SleevesOption = False,
    watermark: WatermarkOption = "",
    layout: LayoutOption = None,
    lang: LangOption = "",
    tokens: TokensOption = False,
    dice: DiceOption = False,
    board: BoardOption = False,
    reference: ReferenceOption = False,
    png: PngOption = None,
    changed: ChangedOption = False,
    reworded: RewordedOption = False,
    since: SinceOption = None,
    errata: ErrataOption = False,
    proof: ProofOption = False,
    gallery: GalleryOption = None,
    watch: WatchOption = False,
    kit: KitOption = False,
    fit: FitOption = False,
    check: CheckOption = False,
    list_sheets: ListSheetsOption = False,
    list_all_presets: ListAllPresetsOption = False,
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

        check_typed(context)
        project, decks = kit_of(what or [], game)
        on = known_printer(printer, tray, offset, measured)
        set_ = PrintOptions(
            paper=paper.value,
            backs=(backs or Backs.NONE).value,
            offset=on.offset,
            scale=on.scale,
            low_ink=low_ink,
            lang=lang,
            cut_lines=cut_lines.value,
        )
        if check and (changed or since is not None or reworded):
            raise CardlibError("--check looks at all of the kit; leave out --changed, --since and --reworded")
        if check:
            check_kit(project, decks, set_, form)
            return
        if changed:
            show_kit_changes(
                project,
                decks,
                output or Path(DEFAULT),
                set_,
                form,
                since=since,
                reworded=reworded,
                no_backs=backs is Backs.NONE,
            )
            return
        show_kit(project, decks, output, set_, form)
        return
    project = _project(words if words[:1] != ["forget"] else words[1:], game)
    if list_sheets:
        show_sheets(project, form)
        return
    if list_all_presets:
        list_presets(project, form)
        return
    if words == ["status"]:
        show_status(project, form, since)
        return
    if words[:1] == ["forget"]:
        if since is not None:
            raise CardlibError(f"--since: {_WITH_SINCE}")
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
            raise CardlibError(f"{name}: {_WITH_SINCE if name == '--since' else 'goes with --changed or --errata'}")
    known = known_printer(printer, tray, offset, measured)
    asked = (("tokens", tokens), ("dice", dice), ("board", board), ("reference", reference))
    groups = [name for name, on in asked if on]
    options = PrintOptions(
        sheet=sheet,
        paper=paper.value,
        bleed=bleed,
        backs=(backs or Backs.NONE).value,
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
        return gathered(project, " ".join(words), only, copies_of(copies), groups)

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
        no_backs = backs is Backs.NONE
        run = outdated(project, selection, options, since=since, reworded=reworded, no_backs=no_backs)
        if everything and not run.piles:
            raise CardlibError(nothing_printed(project))
        if changed:
            say_way(run, options)
            if no_backs:
                say_bare(run)
    else:
        assert selection is not None
        run = whole(project, selection, options)
        if not run.cards:
            raise CardlibError(f"{' '.join(words)}: has no cards to print")
    options = replace(run.options, layouts=run.layouts, title=f"{title} · changes" if changed else title)
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
            check_preset(project, run, preset, options, form)
        else:
            print_for(project, run, preset, output, options, proof=proof)
        return
    if check:
        check_cards(project, run, options, form)
        return
    if png is None or output is not None:
        to_paper(project, run, output or Path(DEFAULT), options, form, swaps=changed, proof=proof)
    if png is not None and run.cards:
        with progress("Drawing") as shown:
            told = output is not None  # with the PDF, which has the same cards
            cards = [card for card, _ in run.cards]
            paths = write_card_pngs(project, cards, png, options, shown, None if told else warn)
        write(f"{number_of(len(paths), 'picture')}: {png}")


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
