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

MM = 72 / 25.4


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
