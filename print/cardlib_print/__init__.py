"""Cards on paper: layouts and sheets as data, text that never overflows, one PDF with the same bytes every time.

print_cards(project, [(card, copies), ...], path, options) -> Printed   sheets of cards, and of backs
preflight(project, cards, options) -> problems, warnings                the same without a file
render_card_png(project, card, path)                                    one card as a picture
sheets(project), stamp(project, card)                                   what sheets there are; a card's version

Everything raises `CardlibError`; `PreflightError` lists every problem of every card, and then nothing is written.
"""

from __future__ import annotations

from cardlib_print.layouts import LayoutError
from cardlib_print.preflight import PreflightError, Problem
from cardlib_print.printing import Printed, PrintOptions, preflight, print_cards, stamp
from cardlib_print.raster import render_card_png, write_card_pngs
from cardlib_print.sheets import Sheet, sheets

__all__ = [
    "LayoutError",
    "PreflightError",
    "PrintOptions",
    "Printed",
    "Problem",
    "Sheet",
    "preflight",
    "print_cards",
    "render_card_png",
    "sheets",
    "stamp",
    "write_card_pngs",
]
