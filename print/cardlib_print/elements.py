"""What a layout is made of, once it is read: boxes, texts, symbols and art, each with a place on the card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from cardlib_print.colours import Colour, from_hex
from cardlib_print.fitting import Limits
from cardlib_print.geometry import Box, Size
from cardlib_print.markup import Template
from cardlib_print.symbols import Symbol

if TYPE_CHECKING:
    from pathlib import Path

    from cardlib.catalog import Card
    from cardlib_print.forms import Cards, Formulas

Condition = Callable[["Card"], bool]
Align = Literal["left", "centre", "right"]
Valign = Literal["top", "middle", "bottom"]


@dataclass(frozen=True, slots=True)
class Element:
    """What every element has: an id for messages and overrides, a condition or None, and a box in mm."""

    id: str
    when: Condition | None
    box: Box


@dataclass(frozen=True, slots=True)
class BoxElement(Element):
    """A named shape, filled and stroked with colours by name or in hex; "" is none; lengths in mm."""

    shape: str
    fill: str
    stroke: str
    line: float
    radius: float


@dataclass(frozen=True, slots=True)
class SymbolElement(Element):
    """A symbol fitted into the box without distortion, unless `stretch`."""

    symbol: str
    fill: str
    stroke: str
    line: float
    stretch: bool


@dataclass(frozen=True, slots=True)
class TextElement(Element):
    """Text: the first of its `texts` that fits at full size, else the last one, made to fit.

    `tracking` is letter spacing in em, `turn` 0, 90 or -90 degrees against the clock. `fields` stand in any of the
    texts. With `cards` each of the texts is written for all of these, one under another. It stands in so many `columns`
    with a `gutter` of so many mm between them.
    """

    texts: tuple[Template, ...]
    font: str
    style: str
    limits: Limits
    align: Align
    valign: Valign
    colour: str
    upper: bool
    tracking: float
    turn: int
    fields: frozenset[str]
    cards: Cards | None = None
    columns: int = 1
    gutter: float = 0.0

    @property
    def measure(self) -> tuple[float, float]:
        """The width and height in mm that a column of it has, in the running direction of the text."""
        width, height = self.box.width, self.box.height
        if self.turn:
            width, height = height, width
        return (width - (self.columns - 1) * self.gutter) / self.columns, height

    def names(self, name: str) -> bool:
        """Whether a field stands in any of the texts."""
        return name in self.fields


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: its cells, whose boxes the table gives them, on which cards it is drawn, and its ground."""

    cells: tuple[TextElement, ...]
    when: Condition | None
    fill: str


@dataclass(frozen=True, slots=True)
class TableElement(Element):
    """Rows of texts in columns, all of one size; `widths` in mm, None for an equal part of what is left.

    `padding` (mm) lies around the text of a cell, lines of `line` mm between rows; a `spread` table fills its box.
    """

    widths: tuple[float | None, ...]
    rows: tuple[Row, ...]
    limits: Limits
    padding: float
    stroke: str
    line: float
    spread: bool

    @property
    def fields(self) -> frozenset[str]:
        """The fields that stand in any of its cells."""
        return frozenset(name for row in self.rows for cell in row.cells for name in cell.fields)


@dataclass(frozen=True, slots=True)
class ArtElement(Element):
    """The card's picture, or a generated one; `motifs` are tried in order, the first whose condition holds is drawn.

    A picture covers its box, cropped around `focus` (shares of its width and height), or is `contained` in it, on
    `ground`. A motif is a scene by name or, for the motif `icon`, the symbol in it; None is that of what the card is.
    """

    shape: str
    radius: float
    colour: str
    motifs: tuple[tuple[Condition | None, str, Symbol | None], ...]
    contained: bool
    focus: tuple[float, float]
    ground: str


Drawable: TypeAlias = BoxElement | SymbolElement | TextElement | TableElement | ArtElement


@dataclass(frozen=True, slots=True)
class FontRole:
    """Families to try character by character, and the file that each of the four styles stands for."""

    families: tuple[str, ...]
    files: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Layout:
    """A layout ready to draw; `applies` tells which cards it is for (None: any).

    A `poster` is printed over several sheets where it is larger than the paper. `formulas` are those in its texts.
    """

    name: str
    title: str
    path: Path
    applies: Condition | None
    size: Size
    corner: float
    bleed: float
    back: str
    fonts: Mapping[str, FontRole]
    colours: Mapping[str, Colour]
    palettes: tuple[tuple[Condition, Mapping[str, Colour]], ...]
    symbols: Mapping[str, Symbol]
    keyword_symbols: Mapping[str, str]
    bold_keywords: bool
    elements: tuple[Drawable, ...]
    low_ink: bool
    uses_card: bool
    poster: bool = False
    formulas: Formulas | None = None

    @property
    def fields(self) -> set[str]:
        """The fields that stand in any text of the layout."""
        return {
            field
            for element in self.elements
            if isinstance(element, TextElement | TableElement)
            for field in element.fields
        }

    def names(self, name: str) -> bool:
        """Whether a field stands in any text of the layout."""
        return name in self.fields

    def palette(self, card: Card | None) -> Mapping[str, Colour]:
        """Return the colours for a card: the layout's own, overlaid by each palette whose condition holds, in order."""
        if card is None or not self.palettes:
            return self.colours
        colours = dict(self.colours)
        for condition, more in self.palettes:
            if condition(card):
                colours.update(more)
        return colours


def colour(name: str, palette: Mapping[str, Colour]) -> Colour | None:
    """Return a colour by name or in hex; None for ""."""
    if not name:
        return None
    return palette[name] if name in palette else from_hex(name)
