"""What a printed page looks like, read back from its PDF: the size, colour and ground of each letter, and the edges."""

from __future__ import annotations

import ctypes
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pypdfium2
import pypdfium2.raw as raw
from PIL import Image

from cardlib.catalog import Card, Project
from cardlib_print import PrintOptions
from cardlib_print.colours import Colour, contrast
from cardlib_print.printing import pressed
from cardlib_print.sheets import single_sheet

MM = 72 / 25.4
DPI = 150


@dataclass(frozen=True)
class Letter:
    """A letter: points, colour, the line that it stands in, mm from the cut, and where it is in the picture."""

    text: str
    size: float
    colour: Colour
    line: str
    edge: float
    picture: Image.Image
    around: tuple[int, int, int, int]

    @cached_property
    def ground(self) -> Colour:
        """The commonest colour in and around the letter's box but for its own; looked for where it is asked for."""
        own = tuple(round(part * 255) for part in self.colour)
        near = Counter[tuple[int, ...]]()
        for count, dot in self.picture.crop(self.around).getcolors(1 << 16) or ():
            if max(abs(one - other) for one, other in zip(dot, own, strict=True)) > 60:
                near[dot] += count
        dot = near.most_common(1)[0][0] if near else own
        return dot[0] / 255, dot[1] / 255, dot[2] / 255

    @property
    def contrast(self) -> float:
        """The contrast of the letter to its ground."""
        return contrast(self.colour, self.ground)


@dataclass(frozen=True, slots=True)
class Look:
    """One card: its letters, and the colours that lie within some mm of its cut, each with its share of that rim."""

    card: str
    letters: tuple[Letter, ...]
    picture: Image.Image

    def rim(self, width: float) -> Counter[tuple[int, ...]]:
        """The colours within `width` mm of the cut, by how many dots have them."""
        picture, reach = self.picture, round(width / 25.4 * DPI) - 1
        inner = (reach, reach, picture.width - reach, picture.height - reach)
        whole, rest = (
            Counter({colour: count for count, colour in part.getcolors(part.width * part.height)})
            for part in (picture, picture.crop(inner))
        )
        whole.subtract(rest)
        return +whole


def looks(project: Project, cards: list[Card], options: PrintOptions | None = None, **more: object) -> Iterator[Look]:
    """Print cards one by one, and read back how each looks."""
    options = options or PrintOptions(sheet=single_sheet(), **more)  # type: ignore[arg-type]
    printed, data = pressed(project, [(card, 1) for card in cards], Path("looks.pdf"), options)
    document = pypdfium2.PdfDocument(data)
    try:
        for shown, page in zip(printed.pages, document, strict=True):
            yield _look(shown.cards[0], page)
    finally:
        document.close()


def _look(card: Card, page: pypdfium2.PdfPage) -> Look:
    picture = page.render(scale=DPI / 72).to_pil().convert("RGB")
    width, height = page.get_size()
    words = page.get_textpage()
    whole = words.get_text_range(0, words.count_chars())
    found = []
    for index in range(words.count_chars()):
        text = words.get_text_range(index, 1)
        left, bottom, right, top = words.get_charbox(index)
        if not text.strip() or right <= left:
            continue
        parts = [ctypes.c_uint() for _ in range(4)]
        raw.FPDFText_GetFillColor(words.raw, index, *parts)
        colour = (parts[0].value / 255, parts[1].value / 255, parts[2].value / 255)
        matrix = raw.FS_MATRIX()
        raw.FPDFText_GetMatrix(words.raw, index, matrix)
        size = raw.FPDFText_GetFontSize(words.raw, index) * math.hypot(matrix.c, matrix.d)
        begin, end = whole.rfind("\n", 0, index) + 1, whole.find("\n", index)
        line = whole[begin : end if end >= 0 else None].strip()
        edge = min(left, bottom, width - right, height - top) / MM
        around = _around((left, height - top, right, height - bottom))
        found.append(Letter(text, round(size, 2), colour, line, edge, picture, around))
    return Look(card.id, tuple(found), picture)


def _around(box: tuple[float, float, float, float]) -> tuple[int, int, int, int]:
    """The dots of a box in points from the top left, and two more on every side."""
    left, top, right, bottom = (round(edge * DPI / 72) for edge in box)
    return max(0, left - 2), max(0, top - 2), right + 2, bottom + 2
