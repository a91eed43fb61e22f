"""Reads PDF files back: faces, text and where its letters are."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pypdfium2
import pypdfium2.raw
from PIL import Image

MM = 72 / 25.4
DPI = 254  # 10 pixels a mm


@dataclass(frozen=True, slots=True)
class Placed:
    """A face on a page: where its trimmed card begins and its scale, in mm from the top left corner of the paper."""

    x: float
    y: float
    scale: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Page:
    """A page as read back: paper in mm, faces in order, text, and the boxes of its letters in mm from the top left."""

    size: tuple[float, float]
    faces: list[Placed]
    text: str
    letters: list[tuple[str, float, float, float, float]]


def read(path: Path, height: float = 88.0) -> list[Page]:
    """Read a PDF back; `height` is that of the trimmed card."""
    with opened(path) as document:
        return [_page(page, height) for page in document]


@contextmanager
def opened(path: Path) -> Iterator[pypdfium2.PdfDocument]:
    """Open a PDF and close it again."""
    document = pypdfium2.PdfDocument(path)
    try:
        yield document
    finally:
        document.close()


def _page(page: pypdfium2.PdfPage, height: float) -> Page:
    paper = page.get_size()
    faces = []
    for item in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_FORM], max_depth=1):
        a, _, _, d, e, f = item.get_matrix().get()
        if not e and not f:
            continue  # cut marks and ruler, which cover the whole sheet
        top = paper[1] - f - height * MM if d > 0 else paper[1] - f
        faces.append(Placed(e / MM, top / MM, (a, d)))
    words = page.get_textpage()
    letters = []
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    for index in range(words.count_chars()):
        letter = chr(pypdfium2.raw.FPDFText_GetUnicode(words, index))
        pypdfium2.raw.FPDFText_GetCharBox(words, index, left, right, bottom, top)
        box = (left.value, paper[1] - top.value, right.value, paper[1] - bottom.value)
        letters.append((letter, *(edge / MM for edge in box)))
    size = (round(paper[0] / MM, 2), round(paper[1] / MM, 2))
    return Page(size, faces, words.get_text_range(), letters)


def words_of(page: Page) -> str:
    """The text of a page without line breaks."""
    return re.sub(r"\s+", " ", page.text)


def drawn(path: Path, number: int = 0) -> Image.Image:
    """A page as a picture of ten pixels a mm."""
    with opened(path) as document:
        picture: Image.Image = document[number].render(scale=DPI / 72).to_pil().convert("RGB")
        return picture


def at(picture: Image.Image, x: float, y: float) -> tuple[int, ...]:
    """The colour of a place, in mm."""
    found = picture.getpixel((round(x * 10), round(y * 10)))
    assert isinstance(found, tuple)
    return found


def lightness(picture: Image.Image, x: float, y: float, *, across: bool) -> tuple[int, int]:
    """The darkest and the lightest within a mm to both sides of a place."""
    places = [(x + step / 10, y) if across else (x, y + step / 10) for step in range(-5, 6)]
    values = [sum(at(picture, *place)) // 3 for place in places]
    return min(values), max(values)
