"""A painter writes PDF drawing operators: outlines, text and pictures, placed in mm from the top left corner.

It exists beside reportlab's canvas because a sheet of cards is thousands of small shapes: a painter writes each as
one line of operators, skips what is already set, and its result becomes a form that is stored once and placed often.
Fonts, images, pages and the file itself are reportlab's.
"""

# mypy: disable-error-code="no-untyped-call"
# (reportlab has no annotations)

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib_print.colours import BLACK, WHITE, Colour
from cardlib_print.geometry import POINTS_PER_MM, Box
from cardlib_print.paths import Outline, shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reportlab.pdfgen.canvas import Canvas

    from cardlib_print.fonts import Piece

_MM = POINTS_PER_MM


class Painter:
    """Draws on an area of `width` by `height` mm whose corner lies `margin` mm outside the top left origin.

    `outlined` turns every filled shape into a white one with a thin grey line, which is how low-ink pictures are made.
    """

    def __init__(self, canvas: Canvas, width: float, height: float, margin: float = 0.0) -> None:
        self.canvas = canvas
        self.outlined = False
        self._left = margin * _MM
        self._top = (height - margin) * _MM
        self._operators: list[str] = []
        self._fill: Colour | None = None
        self._stroke: tuple[Colour, float] | None = None

    def finish(self) -> None:
        """Hand what was drawn so far to the canvas, and forget it."""
        if self._operators:
            self.canvas.addLiteral("\n".join(self._operators))
        self._operators = []
        self._fill = self._stroke = None

    def outline(
        self, path: Outline, box: Box, fill: Colour | None, stroke: Colour | None = None, line: float = 0.0
    ) -> None:
        """Draw an outline stretched over the box; `line` is the stroke's width in mm."""
        scale_x, scale_y = box.width * _MM / path.width, box.height * _MM / path.height
        if self.outlined and fill is not None:
            fill, stroke, line = WHITE, (0.55, 0.55, 0.55), 0.12
        self._set(fill, stroke, line)
        drawn = path.operators(self._left + box.x * _MM, self._top - box.y * _MM, scale_x, scale_y)
        self._operators.append(f"{drawn} {'B*' if fill and stroke else 'f*' if fill else 'S'}")

    def shape(
        self,
        name: str,
        box: Box,
        fill: Colour | None,
        stroke: Colour | None = None,
        line: float = 0.0,
        radius: float = 0.0,
    ) -> None:
        """Draw one of the named shapes (see `paths.SHAPES`)."""
        self.outline(shape(name, box.width, box.height, radius), box, fill, stroke, line)

    def polygon(self, points: Sequence[tuple[float, float]], fill: Colour) -> None:
        """Fill the polygon through points in mm."""
        if self.outlined:
            self._set(WHITE, (0.55, 0.55, 0.55), 0.12)
        else:
            self._set(fill, None, 0.0)
        left, top = self._left, self._top
        drawn = " l ".join(f"{left + x * _MM:.2f} {top - y * _MM:.2f}" for x, y in points)
        drawn = drawn.replace(" l ", " m ", 1)
        self._operators.append(f"{drawn} l h {'B' if self.outlined else 'f'}")

    def line(self, start: tuple[float, float], end: tuple[float, float], colour: Colour, width: float) -> None:
        """Draw a straight line of `width` mm."""
        self._set(None, colour, width)
        x, y = self._left + start[0] * _MM, self._top - start[1] * _MM
        to_x, to_y = self._left + end[0] * _MM, self._top - end[1] * _MM
        self._operators.append(f"{x:.2f} {y:.2f} m {to_x:.2f} {to_y:.2f} l S")

    def text(
        self,
        x: float,
        baseline: float,
        pieces: Sequence[Piece],
        size: float,
        colour: Colour,
        tracking: float = 0.0,
        turn: int = 0,
    ) -> None:
        """Write pieces from `x`, `baseline` (mm) in `size` points; `turn` is 0, 90 or -90 degrees against the clock."""
        self._set(colour, None, 0.0)
        matrix = {0: "1 0 0 1", 90: "0 1 -1 0", -90: "0 -1 1 0"}[turn]
        parts = [f"BT {matrix} {self._left + x * _MM:.2f} {self._top - baseline * _MM:.2f} Tm"]
        if tracking:
            parts.append(f"{tracking:.2f} Tc")
        document = self.canvas._doc
        for font, text in pieces:
            for name, codes in font.encoded(text, document):
                parts.append(f"{name} {size:.2f} Tf <{codes}> Tj")
        if tracking:
            parts.append("0 Tc")
        parts.append("ET")
        self._operators.append(" ".join(parts))

    def clip(self, path: Outline, box: Box) -> None:
        """Draw only inside the outline from here to `unclip`."""
        scale_x, scale_y = box.width * _MM / path.width, box.height * _MM / path.height
        drawn = path.operators(self._left + box.x * _MM, self._top - box.y * _MM, scale_x, scale_y)
        self._operators.append(f"q {drawn} W n")
        self._fill = self._stroke = None

    def unclip(self) -> None:
        """End the last `clip`."""
        self._operators.append("Q")
        self._fill = self._stroke = None

    def picture(self, path: str, box: Box) -> None:
        """Place a JPEG file over the whole box."""
        self.finish()
        self.canvas.drawImage(
            path,
            self._left + box.x * _MM,
            self._top - box.bottom * _MM,
            box.width * _MM,
            box.height * _MM,
        )

    def _set(self, fill: Colour | None, stroke: Colour | None, line: float) -> None:
        if fill is not None and fill != self._fill:
            self._fill = fill
            self._operators.append(_grey_or_colour(fill, "g", "rg"))
        if stroke is not None and (stroke, line) != self._stroke:
            self._stroke = (stroke, line)
            self._operators.append(f"{_grey_or_colour(stroke, 'G', 'RG')} {line * _MM:.2f} w")


def _grey_or_colour(colour: Colour, grey: str, colours: str) -> str:
    if colour == BLACK:
        return f"0 {grey}"
    if colour == WHITE:
        return f"1 {grey}"
    if colour[0] == colour[1] == colour[2]:
        return f"{colour[0]:.3f} {grey}"
    return f"{colour[0]:.3f} {colour[1]:.3f} {colour[2]:.3f} {colours}"
