"""Tuck boxes: one sheet each, to cut out along full lines, fold along dashed ones, and glue; sized for its deck."""

# mypy: disable-error-code="no-untyped-call"
# (reportlab has no annotations)

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

from reportlab.pdfgen.canvas import Canvas

from cardlib.errors import CardlibError
from cardlib_print.booklet import text_font
from cardlib_print.geometry import POINTS_PER_MM, Size, millimetres

if TYPE_CHECKING:
    from collections.abc import Iterable

_MM = POINTS_PER_MM
THICKNESS = 0.32  # mm of a card printed on stock of 250 to 300 g/m²
_PLAY = 1.5  # mm of room beside, above and behind the cards
_GLUE = 10.0
_TUCK = 14.0


@dataclass(frozen=True, slots=True)
class Box:
    """A box for some cards: its title, what is in it, and its inner measures in mm."""

    title: str
    contents: tuple[str, ...]
    width: float
    height: float
    depth: float

    @property
    def net(self) -> Size:
        """The size of the sheet that it is folded from."""
        return Size(_GLUE + 2 * (self.width + self.depth), self.height + 2 * self.depth + 2 * _TUCK)


def box_for(title: str, contents: Sequence[str], card: Size, count: int, thickness: float = THICKNESS) -> Box:
    """Return the box for so many cards of a size, which stand in it upright."""
    short, long = sorted((card.width, card.height))
    return Box(title, tuple(contents), short + _PLAY, long + _PLAY, max(6.0, count * thickness + _PLAY))


def laid(box: Box, paper: Size) -> Size | None:
    """Return the paper as it has to lie for a box, upright if it can; None for a box that is larger than it."""
    turned = box.net.width > paper.width - 10
    page = Size(paper.height, paper.width) if turned else paper
    fits = box.net.width <= page.width - 10 and box.net.height <= page.height - 10
    return page if fits else None


def box_pages(boxes: Iterable[Box], paper: Size, title: str) -> tuple[bytes, int]:
    """Return a PDF with a box on each page. Raises `CardlibError` for one that is larger than the paper."""
    made = BytesIO()
    canvas = Canvas(made, invariant=1, pageCompression=1)
    canvas.setTitle(title)
    canvas.setCreator("cardlib")
    canvas.setViewerPreference("PrintScaling", "None")
    pages = 0
    for box in boxes:
        page = laid(box, paper)
        if page is None:
            raise CardlibError(f"the box of {box.title} is {box.net}, too large for a sheet of {paper}")
        canvas.setPageSize((page.width * _MM, page.height * _MM))
        _draw(canvas, box, page)
        canvas.showPage()
        pages += 1
    canvas.save()
    return made.getvalue(), pages


def _draw(canvas: Canvas, box: Box, page: Size) -> None:
    """Front, side, back, side and glue flap in a row; lids above, bottoms below."""
    left, low = (page.width - box.net.width) / 2, (page.height - box.net.height) / 2 + _TUCK + box.depth
    edges = [left + _GLUE]
    for length in (box.width, box.depth, box.width, box.depth):
        edges.append(edges[-1] + length)
    top, high = low + box.height, low + box.height + box.depth
    front, side, back, other = ((edges[at], edges[at + 1]) for at in range(4))
    deep = low - box.depth
    flap = min(box.depth * 0.9, box.width * 0.45)
    cut: list[list[tuple[float, float]]] = [
        [(edges[0], low), (left, low + 4), (left, top - 4), (edges[0], top)],
        # The lid of the back with its tuck, and the bottom of the front with one.
        [
            (back[0], top),
            (back[0], high),
            (back[0] + 3, high + _TUCK),
            (back[1] - 3, high + _TUCK),
            (back[1], high),
            (back[1], top),
        ],
        [
            (front[0], low),
            (front[0], deep),
            (front[0] + 3, deep - _TUCK),
            (front[1] - 3, deep - _TUCK),
            (front[1], deep),
            (front[1], low),
        ],
        # The bottom of the back, glued behind that tuck; dust flaps at both ends of the sides.
        [(back[0], low), (back[0] + 1, deep), (back[1] - 1, deep), (back[1], low)],
        *([(one[0], top), (one[0] + 1, top + flap), (one[1] - 1, top + flap), (one[1], top)] for one in (side, other)),
        *([(one[0], low), (one[0] + 1, low - flap), (one[1] - 1, low - flap), (one[1], low)] for one in (side, other)),
        [(front[0], top), (front[1], top)],
        [(other[1], low), (other[1], top)],
    ]
    canvas.setLineWidth(0.6)
    for line in cut:
        path = canvas.beginPath()
        path.moveTo(line[0][0] * _MM, line[0][1] * _MM)
        for x, y in line[1:]:
            path.lineTo(x * _MM, y * _MM)
        canvas.drawPath(path)
    canvas.setDash(3, 2)
    canvas.setLineWidth(0.4)
    for x in edges[:4]:
        canvas.line(x * _MM, low * _MM, x * _MM, top * _MM)
    for start, end, y in (
        *((*one, top) for one in (side, back, other)),
        *((*one, low) for one in (front, side, back, other)),
        (*back, high),
        (*front, deep),
    ):
        canvas.line(start * _MM, y * _MM, end * _MM, y * _MM)
    canvas.setDash()
    _words(canvas, box, front, back, side, low)


def _words(
    canvas: Canvas,
    box: Box,
    front: tuple[float, float],
    back: tuple[float, float],
    side: tuple[float, float],
    low: float,
) -> None:
    """The title on the front and the side, the list of what is in it on the back, how large it is on the front."""
    plain, bold = text_font()
    room = (box.width - 8) * _MM
    size = min(20.0, 20.0 * room / max(room, canvas.stringWidth(box.title, bold, 20)))
    canvas.setFont(bold, size)
    middle = (front[0] + front[1]) / 2 * _MM
    canvas.drawCentredString(middle, (low + box.height * 0.6) * _MM, box.title)
    canvas.setFont(plain, 7)
    inner = f"{millimetres(box.width)} x {millimetres(box.height)} x {millimetres(box.depth)} mm inside"
    canvas.drawCentredString(middle, (low + 5) * _MM, inner)
    if box.depth >= 8:
        canvas.saveState()
        canvas.translate((side[0] + side[1]) / 2 * _MM + 3, (low + box.height / 2) * _MM)
        canvas.rotate(90)
        canvas.setFont(bold, min(11.0, size))
        canvas.drawCentredString(0, 0, box.title)
        canvas.restoreState()
    columns = 1 if len(box.contents) <= 24 else 2
    lines = -(-len(box.contents) // columns)
    leading = min(9.0, (box.height - 10) * _MM / max(1, lines))
    for index, text in enumerate(box.contents):
        column, line = divmod(index, lines)
        width = room / columns - 3
        height = min(
            leading * 0.82, leading * 0.82 * width / max(width, canvas.stringWidth(text, plain, leading * 0.82))
        )
        canvas.setFont(plain, height)
        x = (back[0] + 4) * _MM + column * room / columns
        canvas.drawString(x, (low + box.height - 5) * _MM - (line + 1) * leading, text)
