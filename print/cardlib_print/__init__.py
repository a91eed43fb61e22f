"""Cards on paper: layouts and sheets as data, text that never overflows, one PDF with the same bytes every time.

print_cards(project, [(card, copies), ...], path, options) -> Printed   sheets of cards, and of backs
preflight(project, cards, options) -> problems, warnings                the same without a file
render_card_png(project, card, path)                                    one card as a picture
sheets(project), stamp(project, card)                                   what sheets there are; a card's version
gathered(project, "deck") -> Selection                                  what is printed, pile by pile
whole(project, selection), outdated(project, selection) -> Run          all of it; what changed since it was printed
print_run(project, run, path, options) -> Noted                         the same with a manifest, noted as printed
deliver(project, run, preset, folder, options) -> Delivered             for a service or a program; presets(project)
print_stickers(project, run, path) -> Errata                            for texts that changed

Everything raises `CardlibError`; `PreflightError` lists every problem of every card, and then nothing is written.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from cardlib.memory import uncollected

# What every print needs: modules are kept too. Of some a module has the name too, and would stand in their place.
with uncollected():
    from cardlib_print.presets import presets
    from cardlib_print.printing import Printed, PrintOptions, preflight, print_cards, stamp
    from cardlib_print.sheets import Sheet, sheets

if TYPE_CHECKING:
    from cardlib_print.errata import print_stickers
    from cardlib_print.history import table
    from cardlib_print.layouts import LayoutError
    from cardlib_print.noting import outdated, print_run, whole
    from cardlib_print.preflight import PreflightError, Problem
    from cardlib_print.raster import render_card_png, write_card_pngs
    from cardlib_print.selection import gathered
    from cardlib_print.services import deliver

__all__ = [
    "LayoutError",
    "PreflightError",
    "PrintOptions",
    "Printed",
    "Problem",
    "Sheet",
    "deliver",
    "gathered",
    "outdated",
    "preflight",
    "presets",
    "print_cards",
    "print_run",
    "print_stickers",
    "render_card_png",
    "sheets",
    "stamp",
    "table",
    "whole",
    "write_card_pngs",
]

# Where each stands: what only some prints need (services, tables of errata) is read when it is asked for.
_ROOMS = {
    "LayoutError": "layouts",
    "PreflightError": "preflight",
    "Problem": "preflight",
    "deliver": "services",
    "gathered": "selection",
    "outdated": "noting",
    "print_run": "noting",
    "print_stickers": "errata",
    "render_card_png": "raster",
    "table": "history",
    "whole": "noting",
    "write_card_pngs": "raster",
}


def __getattr__(name: str) -> object:
    if name in _ROOMS:
        return getattr(import_module(f"cardlib_print.{_ROOMS[name]}"), name)
    raise AttributeError(f"module 'cardlib_print' has no attribute '{name}'")
