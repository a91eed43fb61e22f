"""A painter writes PDF drawing operators: outlines, text and pictures, placed in mm from the top left corner.

It exists beside reportlab's canvas because a sheet of cards is thousands of small shapes: a painter writes each as
one line of operators, skips what is already set, and its result becomes a form that is stored once and placed often.
Fonts, images, pages and the file itself are reportlab's.

What is drawn has a second form, the *proof*: the same operators, with the words and the font files themselves where
the operators hold the codes that this one document gave to letters. So the same drawing has the same proof in every
document.
"""

# mypy: disable-error-code="no-untyped-call"
# (reportlab has no annotations)

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from cardlib_print.colours import BLACK, WHITE, Colour
from cardlib_print.geometry import POINTS_PER_MM, Box
from cardlib_print.paths import Outline, shape

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from reportlab.pdfbase.pdfdoc import PDFDocument

    from cardlib_print.fonts import Font, Piece

_MM = POINTS_PER_MM
_MATRICES = {0: "1 0 0 1", 90: "0 1 -1 0", -90: "0 -1 1 0"}


class Part(NamedTuple):
    """A part of a drawing that can be drawn again on an area of the same origin: its operators, and their proof."""

    operators: str
    proof: str


class Painter:
    """Draws on an area whose top left origin lies `left` mm from its left edge and `top` mm from its lower edge.

    `pictures` are the JPEG files that the drawing places, by the name that it places them under, with their masks.
    """

    def __init__(self, document: PDFDocument, left: float, top: float) -> None:
        self.document = document
        self.pictures: dict[str, tuple[Path, Path | None]] = {}
        self._left = left * _MM
        self._top = top * _MM
        self._operators: list[str] = []
        self._proof: list[str] = []
        self._fill: Colour | None = None
        self._stroke: tuple[Colour, float] | None = None

    @property
    def drawn(self) -> str:
        """The operators of everything drawn so far."""
        return "\n".join(self._operators)

    @property
    def proof(self) -> bytes:
        """The proof of everything drawn so far; put together as bytes, as one line is hardly ever all ASCII."""
        return b"\n".join([part.encode() for part in self._proof])

    @property
    def length(self) -> int:
        """How many operators are drawn so far; with `looks` from there on, what came since."""
        return len(self._proof)

    def looks(self, since: int) -> str:
        """Return the proof of what was drawn since then."""
        return "\n".join(self._proof[since:])

    def mark(self) -> int:
        """Begin a part of the drawing that can be drawn again elsewhere: it sets its own colours."""
        self._fill = self._stroke = None
        return len(self._operators)

    def since(self, mark: int) -> Part:
        """End the part that began at `mark`, and return it. What follows sets its own colours, as after `add`."""
        self._fill = self._stroke = None
        return Part("\n".join(self._operators[mark:]), "\n".join(self._proof[mark:]))

    def add(self, part: Part) -> None:
        """Draw a part again that was drawn on an area of the same origin."""
        self._draw(part.operators, part.proof)
        self._fill = self._stroke = None

    def drop(self, mark: int) -> None:
        """Take away the part that began at `mark`."""
        del self._operators[mark:], self._proof[mark:]
        self._fill = self._stroke = None

    def outline(
        self, path: Outline, box: Box, fill: Colour | None, stroke: Colour | None = None, line: float = 0.0
    ) -> None:
        """Draw an outline stretched over the box; `line` is the stroke's width in mm."""
        self._set(fill, stroke, line)
        self._draw(f"{self._path(path, box)} {'B*' if fill and stroke else 'f*' if fill else 'S'}")

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

    def symbol(self, path: Outline, x: float, y: float, height: float, colour: Colour) -> None:
        """Draw an outline undistorted, with its upper left corner at `x`, `y` and so high (mm)."""
        self._set(colour, None, 0.0)
        scale = height * _MM / path.height
        self._draw(
            f"q {scale:.5f} 0 0 {scale:.5f} {self._left + x * _MM:.2f} {self._top - y * _MM:.2f} cm "
            f"{_operators(path, 0.0, 0.0, 1.0, 1.0)} f* Q"
        )

    def line(self, start: tuple[float, float], end: tuple[float, float], colour: Colour, width: float) -> None:
        """Draw a straight line of `width` mm."""
        self._set(None, colour, width)
        x, y = self._left + start[0] * _MM, self._top - start[1] * _MM
        to_x, to_y = self._left + end[0] * _MM, self._top - end[1] * _MM
        self._draw(f"{x:.2f} {y:.2f} m {to_x:.2f} {to_y:.2f} l S")

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
        start = f"BT {_MATRICES[turn]} {self._left + x * _MM:.2f} {self._top - baseline * _MM:.2f} Tm "
        if tracking:
            start += f"{tracking:.2f} Tc "
        parts, words = [start], []
        last = digest = ""
        before: Font | None = None
        known: Mapping[str, list[tuple[str, str]]] = {}
        for font, text in pieces:
            if font is not before:
                before, digest, known = font, font.digest, font.codes(self.document)
            words.append(f"{digest} {text}")
            for name, codes in known.get(text) or font.encoded(text, self.document):
                if name == last:
                    parts.append(codes)
                else:
                    parts.append(f"{'> Tj ' if last else ''}{name} {size:.2f} Tf <{codes}")
                    last = name
        if last:
            parts.append("> Tj")
        parts.append(" 0 Tc ET" if tracking else " ET")
        self._draw("".join(parts), f"{start}{size:.2f} Tf {' '.join(words)}")

    def stage(self, box: Box, units: int, operators: str) -> None:
        """Place operators that were written for a stage `units` high, y downwards, over the box."""
        scale = box.height * _MM / units
        x, y = self._left + box.x * _MM, self._top - box.y * _MM
        self._draw(f"q {scale:.6f} 0 0 {-scale:.6f} {x:.2f} {y:.2f} cm\n{operators}\nQ")

    def clip(self, path: Outline, box: Box) -> None:
        """Draw only inside the outline from here to `unclip`."""
        self._draw(f"q {self._path(path, box)} W n")
        self._fill = self._stroke = None

    def unclip(self) -> None:
        """End the last `clip`."""
        self._draw("Q")
        self._fill = self._stroke = None

    def picture(self, path: Path, box: Box, mask: Path | None = None) -> None:
        """Place a JPEG file over the whole box, as far as its mask lets it be seen."""
        name = self.document.getXObjectName(f"art-{path.stem}")
        self.pictures[name] = path, mask
        x, y = self._left + box.x * _MM, self._top - box.bottom * _MM
        self._draw(f"q {box.width * _MM:.3f} 0 0 {box.height * _MM:.3f} {x:.3f} {y:.3f} cm /{name} Do Q")

    def _path(self, path: Outline, box: Box) -> str:
        scale_x, scale_y = box.width * _MM / path.width, box.height * _MM / path.height
        return _operators(path, self._left + box.x * _MM, self._top - box.y * _MM, scale_x, scale_y)

    def _set(self, fill: Colour | None, stroke: Colour | None, line: float) -> None:
        if fill is not None and fill != self._fill:
            self._fill = fill
            self._draw(filling(fill))
        if stroke is not None and (stroke, line) != self._stroke:
            self._stroke = (stroke, line)
            self._draw(stroking(stroke, line * _MM))

    def _draw(self, operators: str, proof: str | None = None) -> None:
        self._operators.append(operators)
        self._proof.append(operators if proof is None else proof)


@lru_cache(maxsize=512)
def _operators(path: Outline, left: float, top: float, scale_x: float, scale_y: float) -> str:
    """The same element stands in the same place on card after card."""
    return path.operators(left, top, scale_x, scale_y)


@lru_cache(maxsize=1024)
def filling(colour: Colour) -> str:
    """Return the operator that sets the colour of fills."""
    return _colour(colour, "g", "rg")


def stroking(colour: Colour, width: float) -> str:
    """Return the operators that set the colour of lines and their width in points."""
    return f"{_colour(colour, 'G', 'RG')} {width:.2f} w"


def _colour(colour: Colour, grey: str, colours: str) -> str:
    if colour == BLACK:
        return f"0 {grey}"
    if colour == WHITE:
        return f"1 {grey}"
    if colour[0] == colour[1] == colour[2]:
        return f"{colour[0]:.3f} {grey}"
    return f"{colour[0]:.3f} {colour[1]:.3f} {colour[2]:.3f} {colours}"
