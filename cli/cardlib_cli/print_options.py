"""The options of `cardlib print`: what each is called, what it takes, and how its help reads."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from cardlib_cli import completion

DEFAULT = "cards.pdf"


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


WhatArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[DECK|QUERY|status|forget|calibrate]",
        help="A deck file, a deck of the project, or a query; status, forget DECK, or calibrate.",
        autocompletion=completion.deck_or_query,
    ),
]
OutputOption = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help=f"The PDF to write; {DEFAULT} unless named.")
]
SheetOption = Annotated[
    str | None,
    typer.Option("--sheet", help="A sheet by name; see --list-sheets.", autocompletion=completion.sheets),
]
ForOption = Annotated[
    str | None,
    typer.Option(
        "--for",
        metavar="PRESET",
        help="For whom: home, mpc, tgc, drivethru, tts, ttpg, png; see --list-presets.",
        autocompletion=completion.presets,
    ),
]
SizeOption = Annotated[
    str | None,
    typer.Option("--size", metavar="SIZE", help="Cards of another size: poker, mini, tarot, … or 63x88 in mm."),
]
PaperOption = Annotated[
    Paper, typer.Option("--paper", case_sensitive=False, help="The paper, where no sheet is named.")
]
BleedOption = Annotated[
    float | None, typer.Option("--bleed", min=0, max=10, help="mm of colour beyond the cut; else the sheet's own.")
]
BacksOption = Annotated[
    Backs | None,
    typer.Option(
        "--backs",
        help="Print backs too, for paper turned over this edge; none if left out, with --changed as the pile has them.",
    ),
]
CutLinesOption = Annotated[
    CutLines, typer.Option("--cut-lines", help="Where cards are cut: ticks in the margin, or lines over them too.")
]
OffsetOption = Annotated[
    str | None, typer.Option("--offset", metavar="X,Y", help="Move the backs by mm to the right and down.")
]
PrinterOption = Annotated[
    str | None,
    typer.Option("--printer", metavar="NAME", help="A printer's offset and scale; kept if given with it."),
]
TrayOption = Annotated[str, typer.Option("--tray", metavar="NAME", help="With --printer: one of its trays.")]
MeasuredOption = Annotated[
    str | None,
    typer.Option("--measured", metavar="X,Y", help="With --printer: what 100 mm across and down measure on paper."),
]
CopiesOption = Annotated[
    str | None,
    typer.Option(
        "--copies",
        "-n",
        metavar="NUMBER",
        help="So many of each card, whatever the deck says; or the attribute that says how many.",
    ),
]
OnlyOption = Annotated[str, typer.Option("--only", metavar="QUERY", help="Only the cards that pass this query.")]
LowInkOption = Annotated[bool, typer.Option("--low-ink", help="White grounds, black text, pictures as outlines.")]
SleevesOption = Annotated[bool, typer.Option("--sleeves", help="Slips for sleeves: low ink, in grey, with cut lines.")]
WatermarkOption = Annotated[str, typer.Option("--watermark", metavar="TEXT", help="A pale word across each card.")]
LayoutOption = Annotated[
    str | None, typer.Option("--layout", help="A layout by name, in place of the one that each card has.")
]
LangOption = Annotated[
    str,
    typer.Option(
        "--lang",
        metavar="LANG",
        help="The language of the faces: de for lang/de.json.",
        autocompletion=completion.languages,
    ),
]
TokensOption = Annotated[bool, typer.Option("--tokens", help="The tokens of the game, as many as it needs.")]
DiceOption = Annotated[bool, typer.Option("--dice", help="What the game prints for its dice.")]
BoardOption = Annotated[bool, typer.Option("--board", help="The boards and tracks of the game.")]
ReferenceOption = Annotated[bool, typer.Option("--reference", help="The reference cards of the game.")]
PngOption = Annotated[
    Path | None,
    typer.Option(
        "--png",
        metavar="DIR",
        help="Write each different card as a PNG into this folder; with --backs its back too.",
    ),
]
ChangedOption = Annotated[
    bool,
    typer.Option("--changed", help="Only what changed since it was printed; without a deck, of all that was."),
]
RewordedOption = Annotated[
    bool, typer.Option("--reworded", help="With --changed: leave cards that only look different as they are.")
]
SinceOption = Annotated[
    Path | None,
    typer.Option("--since", metavar="MANIFEST", help="Compare with this print, not with what is noted."),
]
ErrataOption = Annotated[
    bool,
    typer.Option("--errata", help="List texts that changed, as was and is now; with -o print stickers."),
]
ProofOption = Annotated[
    bool, typer.Option("--proof", help="A print to look at: no manifest, and not noted as printed.")
]
GalleryOption = Annotated[
    Path | None,
    typer.Option("--gallery", metavar="DIR", help="Write pages into this folder that show the cards in a browser."),
]
WatchOption = Annotated[
    bool, typer.Option("--watch", help="With --gallery: draw anew what is saved, and show it on the open page.")
]
KitOption = Annotated[
    bool,
    typer.Option(
        "--kit",
        help="Print all that a game needs on the table into a folder: cardlib print --kit GAME [DECK…] -o FOLDER.",
    ),
]
FitOption = Annotated[bool, typer.Option("--fit", help="List how small the texts of each card get, and stop.")]
CheckOption = Annotated[
    bool, typer.Option("--check", help="Only find what could not be printed; write nothing, exit with 1 if any.")
]
ListSheetsOption = Annotated[bool, typer.Option("--list-sheets", help="List the sheets and stop.")]
ListAllPresetsOption = Annotated[bool, typer.Option("--list-presets", help="List for whom and stop.")]
