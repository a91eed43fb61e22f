"""A matrix as a picture: a heat map of win rates with their intervals, as SVG, PDF or PNG; and what pictures share.

A picture is laid out once as boxes, lines and words; SVG and PDF are two ways to write them down, and PNG is the PDF in
pixels.
"""

# mypy: disable-error-code="no-untyped-call"
# (reportlab has no annotations)

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from cardlib.errors import CardlibError
from cardlib.filters.words import number_of
from cardlib.writing import check_writable, write_bytes, write_whole

if TYPE_CHECKING:
    from cardlib.lab.intervals import Interval
    from cardlib.lab.matrix import Matrix

SUFFIXES = (".svg", ".pdf", ".png")
DPI = 150

# All sizes are in points.
CELL = (54.0, 34.0)
GAP = 8.0  # between the matrix and the column for all games of a deck
MARGIN = 18.0
TITLE, LABEL, RATE, SMALL = 13.0, 9.0, 10.5, 7.0
SLANT = 0.7072  # how far words at 45 degrees reach up and to the right
STRIP = (240.0, 10.0)

# From what the second seat wins to what the first wins: blue, white, orange, which every kind of eye tells apart.
Colour = tuple[float, float, float]
LOW, EVEN, HIGH = (0.13, 0.40, 0.67), (0.97, 0.97, 0.97), (0.85, 0.37, 0.01)
BLACK, WHITE, EMPTY = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0), (0.88, 0.88, 0.88)


@dataclass(frozen=True, slots=True)
class Box:
    """A filled box; `x` and `y` are its upper left corner."""

    x: float
    y: float
    width: float
    height: float
    colour: Colour


@dataclass(frozen=True, slots=True)
class Words:
    """Words at their baseline; slanted ones rise at 45 degrees."""

    x: float
    y: float
    text: str
    size: float
    anchor: Literal["start", "middle", "end"] = "start"
    bold: bool = False
    colour: Colour = BLACK
    slanted: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line from one point to another."""

    x: float
    y: float
    to_x: float
    to_y: float
    width: float
    colour: Colour


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture: its title, its size and what is on it, in the order in which it is drawn."""

    title: str
    width: float
    height: float
    parts: Sequence[Box | Words | Line]


def check_picture(path: Path) -> None:
    """Raise CardlibError if no picture can be written at `path`: before the games are played, not after."""
    if path.suffix.lower() not in SUFFIXES:
        raise CardlibError(f"{path}: found '{path.suffix}', expected a picture as {', '.join(SUFFIXES)}")
    check_writable(path)
    if path.suffix.lower() == ".png":
        _pypdfium2()


def write_picture(matrix: Matrix, path: Path) -> None:
    """Write the heat map of a matrix; the suffix of `path` says how. Raises CardlibError if it can't be written."""
    check_picture(path)
    write_drawing(drawn(matrix), path)


def write_drawing(drawing: Drawing, path: Path) -> None:
    """Write a drawing; the suffix of `path` says how. Raises CardlibError if it can't be written."""
    check_picture(path)
    suffix = path.suffix.lower()
    if suffix == ".svg":
        write_whole(path, svg(drawing))
    elif suffix == ".pdf":
        write_bytes(path, pdf(drawing))
    else:
        document = _pypdfium2().PdfDocument(pdf(drawing))
        made = BytesIO()
        document[0].render(scale=DPI / 72).to_pil().save(made, "PNG", dpi=(DPI, DPI))
        document.close()
        write_bytes(path, made.getvalue())


def _pypdfium2() -> Any:
    try:
        import pypdfium2
    except ImportError:
        raise CardlibError("a picture as .png needs pypdfium2: pip install pypdfium2; .svg and .pdf do not") from None
    return pypdfium2


# -- the layout --------------------------------------------------------------------------------------------------


def drawn(matrix: Matrix) -> Drawing:
    """Return the heat map: rows have the first seat, columns the second; the last column is about both."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    register_fonts()
    names = matrix.setting.names
    longest = max(float(stringWidth(name, "Vera", LABEL)) for name in names)
    title, *lines = _lines(matrix)
    left = MARGIN + longest + 8
    top = MARGIN + TITLE + 14 * len(lines) + longest * SLANT + 26
    both = left + CELL[0] * len(names) + GAP
    bottom = top + CELL[1] * len(names)
    parts: list[Box | Words] = [Words(MARGIN, MARGIN + TITLE, title, TITLE, bold=True)]
    for number, line in enumerate(lines, 1):
        parts.append(Words(MARGIN, MARGIN + TITLE + 14 * number, line, LABEL))
    for column, name in enumerate(names):
        parts.append(Words(left + CELL[0] * (column + 0.45), top - 5, name, LABEL, slanted=True))
    parts.append(Words(both + CELL[0] * 0.45, top - 5, "all others", LABEL, bold=True, slanted=True))
    for row, name in enumerate(names):
        y = top + CELL[1] * row
        parts.append(Words(left - 6, y + CELL[1] / 2 + 3, name, LABEL, "end"))
        for column, cell in enumerate(matrix.cells[row]):
            parts += _cell(left + CELL[0] * column, y, cell.rate)
        parts += _cell(both, y, matrix.standings[row].rate, bold=True)
    parts += _legend(left, bottom + 14)
    widest = max(float(stringWidth(line, "Vera", LABEL)) for line in lines)
    width = max(both + CELL[0] + longest * SLANT / 2, MARGIN + widest, left + STRIP[0]) + MARGIN
    return Drawing(title, round(width, 2), round(bottom + 40 + MARGIN, 2), parts)


def _lines(matrix: Matrix) -> list[str]:
    """Return the title, and what stands below it."""
    setting = matrix.setting
    rows, columns = setting.seats
    missing = f" ({matrix.games} of {matrix.whole} games)" if matrix.games < matrix.whole else ""
    return [
        f"{matrix.name}: every deck against every deck",
        f"Rows: {rows}, columns: {columns}. The share won by the row, with its 95 % interval; a draw counts half.",
        f"{number_of(matrix.each, 'game')} in a cell{missing}, {setting.bots[0]}, seed {setting.seed}",
        *(f"Changed: {change}" for change in setting.changes),
    ]


def _cell(x: float, y: float, rate: Interval | None, bold: bool = False) -> Iterator[Box | Words]:
    if rate is None:
        yield Box(x + 0.5, y + 0.5, CELL[0] - 1, CELL[1] - 1, EMPTY)
        return
    colour = shade(rate.value)
    ink = WHITE if 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2] < 0.5 else BLACK
    middle = x + CELL[0] / 2
    yield Box(x + 0.5, y + 0.5, CELL[0] - 1, CELL[1] - 1, colour)
    yield Words(middle, y + 15, f"{100 * rate.value:.0f} %", RATE, "middle", bold, ink)
    span = f"{100 * rate.low:.0f}\N{EN DASH}{100 * rate.high:.0f}"
    yield Words(middle, y + 26, span, SMALL, "middle", colour=ink)


def _legend(x: float, y: float) -> Iterator[Box | Words]:
    """A strip of the colours from 0 to 100 %."""
    steps = 40
    for step in range(steps):
        yield Box(x + STRIP[0] / steps * step, y, STRIP[0] / steps, STRIP[1], shade((step + 0.5) / steps))
    for share in (0, 50, 100):
        yield Words(x + STRIP[0] * share / 100, y + STRIP[1] + 10, f"{share} %", SMALL, "middle")


def shade(share: float) -> Colour:
    """Return the colour of a share won; half is white."""
    end, part = (HIGH, share * 2 - 1) if share >= 0.5 else (LOW, 1 - share * 2)
    red, green, blue = (even + (to - even) * part for even, to in zip(EVEN, end, strict=True))
    return red, green, blue


# -- two ways to write it down -----------------------------------------------------------------------------------


def svg(drawing: Drawing) -> str:
    """Return a drawing as SVG."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{drawing.width:g}pt" height="{drawing.height:g}pt" '
        f'viewBox="0 0 {drawing.width:g} {drawing.height:g}" font-family="DejaVu Sans, Verdana, sans-serif">',
        f"<title>{escape(drawing.title)}</title>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
    ]
    for part in drawing.parts:
        colour = "#" + "".join(f"{round(255 * value):02x}" for value in part.colour)
        if isinstance(part, Box):
            box = f'x="{part.x:.2f}" y="{part.y:.2f}" width="{part.width:.2f}" height="{part.height:.2f}"'
            lines.append(f'<rect {box} fill="{colour}"/>')
            continue
        if isinstance(part, Line):
            ends = f'x1="{part.x:.2f}" y1="{part.y:.2f}" x2="{part.to_x:.2f}" y2="{part.to_y:.2f}"'
            lines.append(f'<line {ends} stroke="{colour}" stroke-width="{part.width:g}"/>')
            continue
        turned = f' transform="rotate(-45 {part.x:.2f} {part.y:.2f})"' if part.slanted else ""
        weight = ' font-weight="bold"' if part.bold else ""
        lines.append(
            f'<text x="{part.x:.2f}" y="{part.y:.2f}" font-size="{part.size:g}" text-anchor="{part.anchor}"{weight} '
            f'fill="{colour}"{turned}>{escape(part.text)}</text>'
        )
    return "\n".join([*lines, "</svg>", ""])


def pdf(drawing: Drawing) -> bytes:
    """Return a drawing as a page of PDF; the same drawing gives the same bytes."""
    from reportlab.pdfgen.canvas import Canvas

    register_fonts()
    made = BytesIO()
    canvas = Canvas(made, pagesize=(drawing.width, drawing.height), invariant=True)
    canvas.setTitle(drawing.title)
    for part in drawing.parts:
        canvas.setFillColorRGB(*part.colour)
        if isinstance(part, Box):
            y = drawing.height - part.y - part.height
            canvas.rect(part.x, y, part.width, part.height, stroke=0, fill=1)
            continue
        if isinstance(part, Line):
            canvas.setStrokeColorRGB(*part.colour)
            canvas.setLineWidth(part.width)
            canvas.line(part.x, drawing.height - part.y, part.to_x, drawing.height - part.to_y)
            continue
        canvas.saveState()
        canvas.translate(part.x, drawing.height - part.y)
        canvas.rotate(45 if part.slanted else 0)
        canvas.setFont("VeraBd" if part.bold else "Vera", part.size)
        draw = {"start": canvas.drawString, "middle": canvas.drawCentredString, "end": canvas.drawRightString}
        draw[part.anchor](0, 0, part.text)
        canvas.restoreState()
    canvas.save()
    return made.getvalue()


def register_fonts() -> None:
    """Make the fonts known that ship with reportlab."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    for font in ("Vera", "VeraBd"):
        if font not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(font, f"{font}.ttf"))
