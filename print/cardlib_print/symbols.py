"""Symbols: small vector pictures named in a project's `print/symbols.json`, drawn inline in text or on their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardlib.errors import CardlibError
from cardlib_print.colours import from_hex
from cardlib_print.paths import Outline, read_path

if TYPE_CHECKING:
    from cardlib_print.colours import Colour
    from cardlib_print.given import Raw
    from cardlib_print.reading import Reader


@dataclass(frozen=True, slots=True)
class Symbol:
    """An outline filled with the even-odd rule; without a colour of its own it takes the colour of the text around it.

    `scale` is its height in text in em; it stands centred on the capitals.
    """

    name: str
    outline: Outline
    colour: Colour | None = None
    scale: float = 0.86

    @property
    def width(self) -> float:
        """The width in text, in em."""
        return self.scale * self.outline.width / self.outline.height


def symbol(name: str, path: str, size: tuple[float, float], colour: Colour | None, scale: float) -> Symbol:
    """Read a symbol from SVG path data drawn in a box of `size` units; raise `CardlibError` where it does not parse."""
    return Symbol(name, read_path(path, *size), colour, scale)


def read_symbols(reader: Reader, raw: Raw, file: str) -> dict[str, Symbol]:
    """Read the symbols in a symbol file's content; what is wrong with them is noted in the reader."""
    found: dict[str, Symbol] = {}
    for key, value in reader.section(raw, "symbols").items():
        where = f"{file}: {key}"
        if not isinstance(value, dict):
            reader.wrong(where, "an object was expected", None)
            continue
        reader.known(where, value, {"path", "size", "colour", "scale", "comment"}, "property")
        size = value.get("size", [100, 100])
        if not isinstance(size, list) or len(size) != 2:
            reader.wrong(where, f"size: expected [width, height], found {size!r}", None)
            continue
        sides = dict(zip(("width", "height"), size, strict=True))
        width = reader.number(where, sides, "width", 100, 0.01, 100_000)
        height = reader.number(where, sides, "height", 100, 0.01, 100_000)
        name = reader.colour(where, value, "colour")
        colour = reader.colours.get(name) or (from_hex(name) if name else None)
        scale = reader.number(where, value, "scale", 0.86, 0.1, 3)
        try:
            found[key] = symbol(key, reader.word(where, value, "path"), (width, height), colour, scale)
        except CardlibError as error:
            reader.wrong(where, str(error), None)
    return found
