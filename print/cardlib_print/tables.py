"""Tables on a card: read from a layout, fitted as a whole, and drawn.

All cells have one size of text: the largest at which every one fits its column and all rows together fit the box. A
row is as high as its highest cell. A row whose fields are all empty on a card is left out, like such a line of a text.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cardlib_print.elements import Row, TableElement, TextElement, colour
from cardlib_print.fitting import STEP, Fitted, Overflow, Word, fit
from cardlib_print.geometry import Box, length, millimetres
from cardlib_print.markup import Value, filled
from cardlib_print.repeats import expanded
from cardlib_print.typesetting import overflow
from cardlib_print.values import STAMP

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from cardlib.catalog import Card
    from cardlib_print.colours import Colour
    from cardlib_print.elements import Condition, FontRole
    from cardlib_print.given import Raw
    from cardlib_print.painter import Painter
    from cardlib_print.reading import Reader
    from cardlib_print.typesetting import Typesetter

TEXT = (
    "font",
    "style",
    "size",
    "min",
    "leading",
    "min_leading",
    "gap",
    "colour",
    "upper",
    "tracking",
    "align",
    "valign",
)
PROPERTIES = {*TEXT, "columns", "rows", "padding", "stroke", "line", "spread"}
_ROW = {"cells", "when", "fill", "repeat", "comment", "style", "colour", "upper", "font"}
_COLUMN = {"width", "align", "style", "colour", "font"}
MOST = 200  # rows
_NEAR = 1e-6


def read_table(
    reader: Reader, where: str, item: Raw, common: tuple[str, Condition | None, Box], fonts: Mapping[str, FontRole]
) -> TableElement:
    """Read a table; what is wrong with it is noted in the reader."""
    id_, _, box = common
    columns = reader.rows(item, "columns")
    for at, column in enumerate(columns):
        reader.known(f"{where}.columns[{at}]", column, _COLUMN, "property")
    widths = tuple(_width(reader, f"{where}.columns[{at}]", one.get("width"), box) for at, one in enumerate(columns))
    given_width = sum(width or 0.0 for width in widths)
    if given_width > box.width + _NEAR:
        wide, room = millimetres(given_width), millimetres(box.width)
        reader.wrong(where, f"columns: are {wide} mm wide together, expected at most {room} mm, as the box is", None)
    padding = reader.number(where, item, "padding", 0.7, 0, 20)
    base = {key: item[key] for key in TEXT if key in item}
    written = item.get("rows", [])
    given = [row if isinstance(row, dict) else {"cells": row} for row in written] if isinstance(written, list) else []
    if not given or not columns:
        reader.wrong(where, "a table needs columns and rows, each a list", None)
    found = expanded(
        reader, reader.language, [{**row, "id": f"{id_}-{at + 1}"} for at, row in enumerate(given)], reader.size
    )
    if len(found) > MOST:
        reader.wrong(where, f"rows: expected at most {MOST}, found {len(found)}", None)
    rows = []
    for at, row in enumerate(found[:MOST]):
        place = f"{where}.rows[{at}]"
        reader.known(place, row, _ROW | {"id"}, "property")
        cells = row.get("cells", [])
        if not isinstance(cells, list) or len(cells) != len(columns):
            reader.wrong(place, f"expected a list of {len(columns)} texts, one for each column, found {cells!r}", None)
            continue
        own: Raw = {key: row[key] for key in ("style", "colour", "upper", "font") if key in row}
        texts = []
        for number, text in enumerate(cells):
            spoken = {key: value for key, value in columns[number].items() if key != "width"}
            cell: Raw = {"align": "left", "valign": "middle", **base, **spoken, **own, "text": text}
            texts.append(reader.text(place, cell, (f"{id_}-{at + 1}-{number + 1}", None, box), fonts))
        if any(one.names(STAMP) for one in texts):
            reader.wrong(place, "the stamp stands in a text of its own, not in a table", None)
        when = reader.condition(place, row["when"]) if row.get("when") else None
        reader.uses_card = reader.uses_card or when is not None
        rows.append(Row(tuple(texts), when, reader.colour(place, row, "fill")))
    limits = reader.text(where, {**base, "text": ""}, common, fonts).limits
    line = reader.number(where, item, "line", 0.2, 0, 10)
    stroke = reader.colour(where, item, "stroke")
    return TableElement(*common, widths, tuple(rows), limits, padding, stroke, line, reader.flag(where, item, "spread"))


def _width(reader: Reader, where: str, given: object, box: Box) -> float | None:
    if given is None:
        return None
    width = length(given, box.width)
    if width is None or not 0 < width <= box.width + _NEAR:
        reader.wrong(where, f'width: expected mm, or a share of the table such as "30%", found {given!r}', None)
        return None
    return width


@dataclass(frozen=True, slots=True)
class Laid:
    """A table that fits: the size of its texts, its rows with their heights (mm), and each cell with what it says."""

    size: float
    rows: tuple[tuple[Row, float], ...]
    cells: tuple[tuple[TextElement, Value, Fitted], ...]


def laid(
    types: Typesetter, table: TableElement, card: Card | None, value_of: Callable[[str], Value], slips: list[str]
) -> Laid | str:
    """Fit a table for a card; the result is what is wrong if it does not. What has no glyph is added to `slips`."""
    shown: list[tuple[Row, list[tuple[Value, list[list[Word]]]]]] = []
    for row in table.rows:
        if row.when is not None and (card is None or not row.when(card)):
            continue
        values = [filled(cell.texts[0], value_of) if cell.texts else () for cell in row.cells]
        fields = [cell for cell in row.cells if cell.fields]
        if fields and not any(value for cell, value in zip(row.cells, values, strict=True) if cell.fields):
            continue
        words = [types.words(cell, value, slips) for cell, value in zip(row.cells, values, strict=True)]
        shown.append((row, list(zip(values, words, strict=True))))
    widths = column_widths(table)
    if min(widths, default=1.0) <= 2 * table.padding:
        return f"a column is {millimetres(min(widths))} mm wide, expected more than the padding on both sides"
    size = table.limits.size
    while True:
        found = _at(table, shown, widths, size)
        if isinstance(found, Laid):
            return found
        if size <= table.limits.smallest:
            return found
        size = max(table.limits.smallest, size - STEP)


def column_widths(table: TableElement) -> list[float]:
    """Return the widths of the columns in mm; those without one share what is left."""
    given = sum(width for width in table.widths if width is not None)
    open_ = sum(width is None for width in table.widths)
    rest = max(0.0, table.box.width - given) / open_ if open_ else 0.0
    return [rest if width is None else width for width in table.widths]


def _at(
    table: TableElement,
    shown: Sequence[tuple[Row, Sequence[tuple[Value, Sequence[Sequence[Word]]]]]],
    widths: Sequence[float],
    size: float,
) -> Laid | str:
    """The table in one size of text, or what is too large then."""
    limits = replace(table.limits, size=size, smallest=size, tightest=table.limits.leading)
    rows: list[tuple[Row, float, list[tuple[TextElement, Value, Fitted]]]] = []
    for row, texts in shown:
        cells = []
        for cell, (value, words), width in zip(row.cells, texts, widths, strict=True):
            inner = width - 2 * table.padding
            fitted = fit(words, inner, 10 * table.box.height, limits)
            if isinstance(fitted, Overflow):
                return f"{cell.id}: {overflow(fitted, words, inner, table.box.height, limits)}"
            cells.append((cell, value, fitted))
        rows.append((row, max(fitted.height for _, _, fitted in cells) + 2 * table.padding, cells))
    needed = sum(height for _, height, _ in rows)
    if needed > table.box.height + _NEAR:
        room = millimetres(table.box.height)
        return f"the table needs {millimetres(needed)} mm at {size:g} pt, the box is {room} mm high"
    more = (table.box.height - needed) / len(rows) if table.spread and rows else 0.0
    placed = []
    top = table.box.y
    for _, height, cells in rows:
        left = table.box.x
        for (cell, value, fitted), width in zip(cells, widths, strict=True):
            inside = Box(left, top, width, height + more).grown(-table.padding)
            placed.append((replace(cell, box=inside), value, fitted))
            left += width
        top += height + more
    return Laid(size, tuple((row, height + more) for row, height, _ in rows), tuple(placed))


def draw_table(
    types: Typesetter, painter: Painter, table: TableElement, found: Laid, palette: Mapping[str, Colour], ink: Colour
) -> None:
    """Draw the grounds of the rows, the lines between them, and what their cells say."""
    width, top = sum(column_widths(table)), table.box.y
    stroke = colour(table.stroke, palette)
    edges = []
    for row, height in found.rows:
        fill = colour(row.fill, palette)
        if fill is not None:
            painter.shape("rectangle", Box(table.box.x, top, width, height), fill)
        top += height
        edges.append(top)
    for edge in edges[:-1] if stroke else ():
        assert stroke is not None
        painter.line((table.box.x, edge), (table.box.x + width, edge), stroke, table.line)
    for cell, _, fitted in found.cells:
        types.write(painter, cell, fitted, colour(cell.colour, palette) or ink, palette)
