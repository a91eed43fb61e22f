"""The preflight of a preset: what of a finished PDF would be cut off, too small, too faint or too coarse there.

It is read back from the file, letter by letter and picture by picture, and not from the layouts; only what a text
stands on is asked of its layout, as a page does not tell. Nothing of this keeps a file from being written: what a
service refuses (another size, too little bleed) is an error before it comes here.
"""

# mypy: disable-error-code="no-untyped-call"
# (pypdfium2 is annotated in part)

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from cardlib_print.colours import BLACK, WHITE, contrast
from cardlib_print.elements import ArtElement, TableElement, TextElement, colour
from cardlib_print.geometry import POINTS_PER_MM, Box, millimetres
from cardlib_print.preflight import Problem
from cardlib_print.printing import Press

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage

    from cardlib.catalog import Card, Project
    from cardlib_print.colours import Colour
    from cardlib_print.elements import Layout, Row
    from cardlib_print.presets import Preset
    from cardlib_print.printing import Printed, PrintOptions

SMALLEST_MARK = 4.0  # points of an id; the stamp has a limit of its own, which every print looks at
_BETWEEN = " ·"  # what stands between marks
_SHOWN = 40  # characters of a text that is told
_LESS = 0.02  # mm, points: less than that is rounding


def findings(
    project: Project, printed: Printed, document: PdfDocument, preset: Preset, options: PrintOptions
) -> list[Problem]:
    """Return what could be better for a preset of a PDF that has one side of one card on each page."""
    press = Press(project, options)
    found: list[Problem] = []
    for shown, page in zip(printed.pages, document, strict=True):
        (card,) = shown.cards
        side = printed.drawn[card.id, shown.side]
        width, _ = page.get_size()
        bleed = (width / POINTS_PER_MM - side.size.width) / 2
        trim = Box(bleed, bleed, side.size.width, side.size.height)
        texts = list(_letters(page))
        told = [("safe zone", text) for text in _unsafe(texts, trim, preset)]
        marks = (card.id, side.stamp, project.game.prefix)
        told += [("smallest text", text) for text in _small(texts, marks, preset)]
        told += [("resolution", text) for text in _coarse(page, preset)]
        if shown.side == "face":
            told += [("contrast", text) for text in _faint(press, card, preset)]
        found += [Problem(card.id, what, text, side.layout) for what, text in told]
    return list(dict.fromkeys(found))


def _pdfium() -> Any:
    """The bare functions of pdfium, which have no annotations; loaded where pages are read."""
    import pypdfium2.raw

    bare: Any = pypdfium2.raw
    return bare


class _Letter:
    """A letter of a page: what it is, its size in points, and where it stands, in mm from the top left."""

    __slots__ = ("box", "size", "text")

    def __init__(self, text: str, size: float, box: Box) -> None:
        self.text = text
        self.size = size
        self.box = box


def _letters(page: PdfPage) -> Iterator[_Letter]:
    pdfium = _pdfium()
    _, height = page.get_size()
    texts = page.get_textpage()
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    for index in range(texts.count_chars()):
        letter = chr(pdfium.FPDFText_GetUnicode(texts, index))
        pdfium.FPDFText_GetCharBox(texts, index, left, right, bottom, top)
        x, y = left.value / POINTS_PER_MM, (height - top.value) / POINTS_PER_MM
        box = Box(x, y, (right.value - left.value) / POINTS_PER_MM, (top.value - bottom.value) / POINTS_PER_MM)
        yield _Letter(letter, pdfium.FPDFText_GetFontSize(texts, index), box)


def _unsafe(letters: list[_Letter], trim: Box, preset: Preset) -> Iterator[str]:
    """Texts that stand in the zone that a cut which is off may take."""
    nearest: dict[str, float] = {}
    for text, bad in _lines(letters, lambda one: _inside(one.box, trim) < preset.safe - _LESS):
        nearest[text] = min(_inside(one.box, trim) for one in bad)
    for text, inside in nearest.items():
        yield (
            f"{text!r} stands {millimetres(inside)} mm inside the cut, expected {millimetres(preset.safe)} mm or more"
        )


def _small(letters: list[_Letter], marks: Sequence[str], preset: Preset) -> Iterator[str]:
    """Texts that are too small to be read; marks (the id, the stamp) are no text of play, and may be smaller."""
    smallest: dict[str, float] = {}
    for text, bad in _lines(letters, lambda one: one.size < preset.text - _LESS):
        small = "".join(one.text for one in bad)
        for mark in marks:
            small = small.replace(mark, "")
        size = min(one.size for one in bad)
        if small.strip(_BETWEEN) or size < SMALLEST_MARK - _LESS:
            smallest[text] = size
    for text, size in smallest.items():
        yield f"{text!r} is printed at {size:.3g} pt, expected {preset.text:g} pt or more"


def _coarse(page: PdfPage, preset: Preset) -> Iterator[str]:
    """Pictures with too few dots for the place that they have."""
    for item in page.get_objects(filter=[_pdfium().FPDF_PAGEOBJ_IMAGE], max_depth=4):
        wide, _ = item.get_px_size()
        a, b, *_ = item.get_matrix().get()
        length = (a * a + b * b) ** 0.5 / 72
        if length and wide / length < preset.resolution - 1:
            yield f"a picture has {wide / length:.0f} dots per inch, expected {preset.resolution} or more"


def _faint(press: Press, card: Card, preset: Preset) -> Iterator[str]:
    layout = press.faces(card).layout
    for element in layout.elements:
        if isinstance(element, TableElement):
            for row in element.rows:
                yield from _faint_row(layout, card, element, row, preset)
        if not isinstance(element, TextElement) or (element.when is not None and not element.when(card)):
            continue
        ratio = _contrast(layout, card, element)
        if ratio is not None and ratio < preset.contrast:
            yield f"the contrast of {element.id} with what lies below is {ratio:.2f}, expected {preset.contrast:g}"


def _faint_row(layout: Layout, card: Card, table: TableElement, row: Row, preset: Preset) -> Iterator[str]:
    """The cells of a row that can hardly be read on its ground, or on what lies below the table."""
    palette = layout.palette(card)
    ground = colour(row.fill, palette)
    for cell in row.cells:
        ink = colour(cell.colour, palette) or BLACK
        ratio = contrast(ink, ground) if ground else _contrast(layout, card, cell, table)
        if ratio is not None and ratio < preset.contrast:
            yield f"the contrast of {cell.id} with what lies below is {ratio:.2f}, expected {preset.contrast:g}"


def _contrast(layout: Layout, card: Card, text: TextElement, table: TableElement | None = None) -> float | None:
    """The contrast of a text with the shape or symbol that its middle stands on; None on a picture."""
    palette = layout.palette(card)
    x, y = text.box.x + text.box.width / 2, text.box.y + text.box.height / 2
    ground: Colour | None = WHITE
    for element in layout.elements:
        if element is text or element is table:
            break
        box = element.box
        if isinstance(element, TextElement | TableElement) or not (
            box.x <= x <= box.right and box.y <= y <= box.bottom
        ):
            continue
        if element.when is None or element.when(card):
            ground = None if isinstance(element, ArtElement) else colour(element.fill, palette) or ground
    return contrast(colour(text.colour, palette) or BLACK, ground) if ground else None


def _inside(box: Box, trim: Box) -> float:
    return min(box.x - trim.x, box.y - trim.y, trim.right - box.right, trim.bottom - box.bottom)


def _lines(letters: list[_Letter], wrong: Callable[[_Letter], bool]) -> Iterator[tuple[str, list[_Letter]]]:
    """The lines with letters of which something is wrong, and those letters; spaces lie nowhere."""
    line: list[_Letter] = []
    for one in [*letters, None]:
        if one is not None and one.text not in "\r\n":
            line.append(one)
            continue
        bad = [letter for letter in line if letter.box.width and wrong(letter)]
        text = "".join(letter.text for letter in line).strip()
        if bad and text:
            yield text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…", bad
        line = []
