"""A bundled game, a small one of our own, and a reader for the PDF files that come out."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pypdfium2
import pypdfium2.raw
import pytest

from cardlib.catalog import Card, Project, load_project

MM = 72 / 25.4
A4 = (210.0, 297.0)


@pytest.fixture(scope="session")
def mecha() -> Project:
    """The bundled game."""
    return load_project("mecha")


@pytest.fixture
def harbour(tmp_path: Path) -> Project:
    """A game of two types with a layout of its own, in a folder that a test may change."""
    return load_project(harbour_at(tmp_path / "harbour"))


@pytest.fixture
def bugzapper(mecha: Project) -> Card:
    """A card with a cost, numbers and keywords."""
    return mecha.cards["bugzapper"]


@pytest.fixture
def saying(bugzapper: Card) -> Callable[[str], Card]:
    """Make a card with a text of the test's own."""
    return lambda text: replace(bugzapper, written=text)


def harbour_at(folder: Path) -> Path:
    """Write the small game."""
    game = {
        "slug": "harbour",
        "name": "Harbour",
        "prefix": "HBR",
        "players": {"min": 2, "max": 4},
        "types": {"ship": {"name": "Ship"}, "quay": {"name": "Quay"}},
        "subtypes": {"old": {"name": "Old"}},
        "attributes": {
            "price": {
                "type": "integer",
                "title": "Price",
                "description": "What it costs.",
                "of": ["ship", "quay"],
                "variable": ["X"],
            },
            "cargo": {"type": "integer", "title": "Cargo", "description": "What it carries.", "of": ["ship"]},
        },
    }
    cards = [
        {"id": "barge", "name": "Barge", "type": "ship", "subtypes": ["old"], "price": 2, "cargo": 4, "text": "Slow."},
        {"id": "ferry", "name": "Ferry", "type": "ship", "price": "X", "cargo": 1, "flavour": "Always late."},
        {"id": "pier", "name": "Pier", "type": "quay", "price": 1, "text": "Draw a card."},
    ]
    write(folder / "game.json", game)
    write(folder / "keywords.json", {"keywords": [{"id": "swift", "name": "Swift", "reminder": "Moves twice."}]})
    write(folder / "cards" / "all.json", {"cards": cards})
    return folder


def write(path: Path, value: object) -> None:
    """Write JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Placed:
    """A face on a page: its lower left corner and its scale, in mm from the top left corner of the paper."""

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
    """Read a PDF back; `height` is that of a face with its bleed."""
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
    for index in range(words.count_chars()):
        left, bottom, right, top = words.get_charbox(index)
        letter = words.get_text_range(index, 1)
        letters.append((letter, left / MM, (paper[1] - top) / MM, right / MM, (paper[1] - bottom) / MM))
    size = (round(paper[0] / MM, 2), round(paper[1] / MM, 2))
    return Page(size, faces, words.get_text_range(), letters)


def words_of(page: Page) -> str:
    """The text of a page without line breaks."""
    return re.sub(r"\s+", " ", page.text)
