"""Symbols: small vector pictures named in a project's `print/symbols.json`, drawn inline in text or on their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardlib_print.paths import Outline, read_path

if TYPE_CHECKING:
    from cardlib_print.colours import Colour


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
