"""The calibration page: rulers across and down, and crosses that lie behind each other when backs are right.

Two sheets, each with its back: one for paper that is turned over its long edge, one for the short edge. Held to the
light, the cross of the face is read on the scales of the back.
"""

# mypy: disable-error-code="no-untyped-call"
# (reportlab has no annotations)

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from cardlib.errors import NotFound
from cardlib.filters import nearest_note
from cardlib.writing import check_writable, write_bytes
from cardlib_print.colours import BLACK
from cardlib_print.document import Document
from cardlib_print.fonts import Fonts
from cardlib_print.painter import Painter
from cardlib_print.sheets import PAPERS

if TYPE_CHECKING:
    from pathlib import Path

    from cardlib_print.fonts import Chain
    from cardlib_print.geometry import Size

_LINE = 0.15  # mm
_ARM = 20  # mm of a cross, each way
_RULER = 100  # mm
_SIZE = 9.0  # points
_FACE = (
    "Face, {flip} edge. Print both pages on one sheet at 100 %, turned over its {flip} edge.",
    "Measure both rulers: what they are long on paper is --measured across,down (100,100 if exact).",
)
_BACK = (
    "Back, {flip} edge. Hold the sheet to the light, this side towards you.",
    "Read where the cross of the other side lies on the scales of this one, right and down",
    "as positive numbers: that is --offset right,down.",
)


def print_calibration(path: Path, paper: str = "a4") -> Path:
    """Write the calibration pages for a paper as a PDF. Raises `NotFound` for a paper of another name."""
    if paper not in PAPERS:
        raise NotFound(f"no paper {paper!r}{nearest_note(paper, PAPERS)}; there are: {', '.join(PAPERS)}")
    check_writable(path)
    made = BytesIO()
    fonts = Fonts([])
    document = Document("Calibration", fonts)
    chain = fonts.chain(("Fira Sans Condensed",), "regular", "Regular")
    size = PAPERS[paper]
    for flip in ("long", "short"):
        for lines, face in ((_FACE, True), (_BACK, False)):
            painter = Painter(document.document, 0.0, size.height)
            _page(painter, chain, size, [line.format(flip=flip) for line in lines], face=face)
            document.page(size, painter)
    document.save(made)
    write_bytes(path, made.getvalue())
    return path


def _page(painter: Painter, chain: Chain, size: Size, lines: list[str], *, face: bool) -> None:
    x, y = size.width / 2, size.height / 2
    _line(painter, (x - _ARM, y), (x + _ARM, y))
    _line(painter, (x, y - _ARM), (x, y + _ARM))
    if face:
        left, top = x - _RULER / 2, size.height - 20
        _line(painter, (left, top), (left + _RULER, top))
        _line(painter, (20, y - _RULER / 2), (20, y + _RULER / 2))
        for tick in range(_RULER + 1):
            long = 4 if tick % 10 == 0 else 2.5 if tick % 5 == 0 else 1.5
            _line(painter, (left + tick, top), (left + tick, top - long))
            _line(painter, (20, y - _RULER / 2 + tick), (20 + long, y - _RULER / 2 + tick))
        _write(painter, chain, f"{_RULER} mm", left, top + 4)
        _write(painter, chain, f"{_RULER} mm", 20, y + _RULER / 2 + 4)
    else:
        for half in range(-2 * _ARM, 2 * _ARM + 1):
            along = half / 2
            long = 2.0 if half % 10 == 0 else 1.4 if half % 2 == 0 else 0.7
            _line(painter, (x + along, y - long), (x + along, y + long))
            _line(painter, (x - long, y + along), (x + long, y + along))
            if half % 20 == 0 and half:
                _write(painter, chain, f"{along:g}", x + along - 1, y + 6)
                _write(painter, chain, f"{along:g}", x + 4, y + along + 1)
    for number, line in enumerate(lines):
        _write(painter, chain, line, 20, 20 + number * 5)


def _line(painter: Painter, start: tuple[float, float], end: tuple[float, float]) -> None:
    painter.line(start, end, BLACK, _LINE)


def _write(painter: Painter, chain: Chain, text: str, x: float, y: float) -> None:
    painter.text(x, y, chain.pieces(text), _SIZE, BLACK)
