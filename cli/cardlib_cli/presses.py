"""Where cards are printed: `--for` a service or a program, and on which printer.

The presets are data; what is made of them stands in `cardlib_print.services`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cardlib.errors import CardlibError
from cardlib.filters.words import number_of
from cardlib.writing import is_standard_output, is_stream
from cardlib_cli.output import Format, emit, note, write
from cardlib_cli.progress import progress

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cardlib.catalog import Project
    from cardlib_print import PrintOptions, Problem
    from cardlib_print.noting import Run
    from cardlib_print.presets import Preset
    from cardlib_print.printers import Printer

_COLUMNS = ["preset", "makes", "cards", "bleed", "safe", "title"]


def list_presets(project: Project, form: Format) -> None:
    """List for whom cards can be printed."""
    from cardlib_print.presets import presets

    rows: list[dict[str, object]] = [
        {
            "preset": one.name,
            "makes": one.makes,
            "cards": ", ".join(product.name for product in one.products) or "any size",
            "bleed": one.bleed,
            "safe": one.safe,
            "title": one.title,
            "source": one.source,
        }
        for one in presets(project).values()
    ]
    emit(rows, _COLUMNS, form)


def print_for(
    project: Project, run: Run, preset: Preset, output: Path | None, options: PrintOptions, *, proof: bool
) -> None:
    """Make what a preset wants, and say what was made and what is left to do."""
    from cardlib_print.services import deliver

    pdf = preset.makes == "pdf"
    target = output or Path(f"{preset.name}.pdf" if pdf else preset.name)
    if pdf is not (target.suffix.lower() == ".pdf"):
        raise CardlibError(f"{target}: {preset.name} makes {'a PDF' if pdf else 'files in a folder'}, name one with -o")
    if not run.cards:
        write("nothing to print")
        return
    with progress("Drawing") as shown:
        made = deliver(project, run, preset, target, options, shown, proof=proof)
    for warning in _gathered(made.warnings):
        note(f"warning: {warning}")
    for remark in made.remarks:
        note(remark)
    files = "" if pdf else f" in {number_of(len(made.files), 'file')}"
    write(f"{run.told}{files} for {preset.name}: {target}")
    if made.noted.slip:
        note(f"warning: not noted as printed: {made.noted.slip}")


def _gathered(found: Sequence[Problem]) -> Iterator[str]:
    """What was found, once for each layout and kind, with the first card and on how many others."""
    alike: dict[tuple[str, str], list[Problem]] = {}
    for one in found:
        alike.setdefault((one.layout, one.element), []).append(one)
    for (layout, _), same in alike.items():
        others = len({one.card for one in same} - {same[0].card})
        also = f" (and the like on {number_of(others, 'other card')} of layout {layout})" if others else ""
        yield f"{same[0]}{also}"


def check_preset(project: Project, run: Run, preset: Preset, options: PrintOptions, form: Format) -> None:
    """Say what a preset would find; exit with 1 if something should be looked at."""
    from cardlib_print.services import check_for

    found, remarks = check_for(project, run, preset, options)
    rows: list[dict[str, object]] = [
        {"severity": "warning", "card": one.card, "layout": one.layout, "element": one.element, "text": one.text}
        for one in found
    ]
    if form is not Format.TABLE:
        emit(rows, ["severity", "card", "layout", "element", "text"], form)
    else:
        for told in _gathered(found):
            write(told)
        for remark in remarks:
            note(remark)
        ready = "is ready" if not found else f"has {number_of(len(found), 'finding')}"
        write(f"{run.different} for {preset.name}: {ready}")
    if found:
        raise typer.Exit(1)


def calibrate(output: Path | None, paper: str) -> None:
    """Write the calibration pages."""
    from cardlib_print.calibration import print_calibration

    target = output or Path("calibration.pdf")
    if target.suffix.lower() != ".pdf" and not is_stream(target):
        raise CardlibError(f"{target}: calibration pages are a PDF, expected a name that ends in .pdf")
    print_calibration(target, paper)
    (note if is_standard_output(target) else write)(f"calibration pages: {target}")


def known_printer(name: str | None, tray: str, offset: str | None, measured: str | None) -> Printer:
    """Return what is known of a printer, or given; what is given with its name is kept."""
    from cardlib_print.printers import Printer, find_printer, printers, remember

    if name is None:
        for option, given in (("--tray", tray), ("--measured", measured)):
            if given:
                raise CardlibError(f"{option}: goes with --printer")
        return Printer(_pair("--offset", offset, 20)) if offset else Printer()
    key = f"{name}/{tray}" if tray else name
    if offset is None and measured is None:
        return find_printer(key)
    before = printers().get(key, Printer())
    known = Printer(
        _pair("--offset", offset, 20) if offset else before.offset,
        _pair("--measured", measured, 10, about=100) if measured else before.measured,
    )
    note(f"printer {key} is kept in {remember(key, known)}")
    return known


def _pair(option: str, text: str, most: float, about: float = 0.0) -> tuple[float, float]:
    """Two numbers in mm, at most so far from what they are about."""
    try:
        right, down = (float(part) for part in text.split(","))
    except ValueError:
        example = "0.5,-1.2" if not about else "99.6,100.2"
        raise CardlibError(f"{option}: expected two numbers in mm such as {example}, found {text!r}") from None
    if not max(abs(right - about), abs(down - about)) <= most:
        near = f"{about - most:g} to {about + most:g} mm" if about else f"at most {most:g} mm"
        raise CardlibError(f"{option}: {near} either way, found {text!r}")
    return right, down
