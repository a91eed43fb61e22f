"""Presets as data: for whom cards are printed, and what is wanted there.

Preset files ship with this package and may be added in a project's `print/presets/`; `schemas/preset.schema.json`
explains each property, and `source` says where its numbers come from.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from cardlib.errors import CardlibError, NotFound
from cardlib.filters import nearest_note
from cardlib_print.geometry import Size
from cardlib_print.layouts import read_object
from cardlib_print.reflow import Fit

if TYPE_CHECKING:
    from cardlib.catalog import Project

SHIPPED = Path(__file__).parent / "presets"
Makes = Literal["sheets", "pictures", "pdf", "tabletop", "playground"]
NEAR = 2.0  # mm by which a card may be off a product's size; it is laid out on that size then


@dataclass(frozen=True, slots=True)
class Product:
    """A size that a service has: its name there, the trimmed card in mm, and the pixels of its picture, if it says."""

    name: str
    card: Size
    pixels: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Preset:
    """What is wanted where cards are printed. Lengths in mm; `text` in points; `sheet` columns, rows and pixels."""

    name: str
    title: str
    source: str
    makes: Makes
    dpi: int
    bleed: float
    safe: float
    products: tuple[Product, ...]
    backs: bool
    back_first: bool
    names: Mapping[str, str]
    each: bool
    counts: tuple[int, ...]
    sheet: tuple[int, int, int]
    note: str
    text: float
    contrast: float
    resolution: int
    table: bool

    @property
    def fit(self) -> Fit | None:
        """The sizes that cards get: those of the products, if there are any."""
        return Fit(tuple(one.card for one in self.products), self.bleed, NEAR) if self.products else None

    def product(self, card: Size) -> Product | None:
        """Return the product for cards of a size, on either side; None where any size will do.

        Raises `CardlibError` with the sizes that there are.
        """
        if not self.products:
            return None
        found = self._product(card)
        if found is not None:
            return found
        raise CardlibError(self.lacks(f"cards of {card}"))

    def has(self, card: Size) -> bool:
        """Whether there is a product for cards of a size, on either side."""
        return not self.products or self._product(card) is not None

    def _product(self, card: Size) -> Product | None:
        sides = (card, Size(card.height, card.width))
        return next((one for one in self.products if one.card in sides), None)

    def lacks(self, what: str) -> str:
        """Say that there is no product for something, and which there are."""
        there = ", ".join(f"{one.name} ({one.card})" for one in self.products)
        return f"{self.name} has no product for {what}; it has {there}"


def presets(project: Project | None = None) -> dict[str, Preset]:
    """Return every preset by name: the shipped ones, overlaid by the project's own."""
    own = project.files("print/presets") if project is not None else []
    files = {path.stem: path for path in (*SHIPPED.glob("*.json"), *own)}
    return {name: _read(path) for name, path in sorted(files.items())}


def find_preset(project: Project, name: str) -> Preset:
    """Return a preset by name. Raises `NotFound` with the nearest name."""
    known = presets(project)
    if name not in known:
        raise NotFound(f"no preset {name!r}{nearest_note(name, known)}; there are: {', '.join(known)}")
    return known[name]


def _read(path: Path) -> Preset:
    raw = read_object(path)
    sheet = raw.get("sheet", {})
    return Preset(
        name=path.stem,
        title=raw["title"],
        source=raw["source"],
        makes=raw["makes"],
        dpi=raw.get("dpi", 300),
        bleed=raw.get("bleed", 0.0),
        safe=raw.get("safe", 0.0),
        products=tuple(_product(one) for one in raw.get("products", ())),
        backs=raw.get("backs", False),
        back_first=raw.get("order") == "back-first",
        names=raw.get("names", {}),
        each=raw.get("copies") == "each",
        counts=tuple(raw.get("counts", ())),
        sheet=(sheet.get("columns", 10), sheet.get("rows", 7), sheet.get("pixels", 4096)),
        note=raw.get("note", ""),
        text=raw.get("text", 0.0),
        contrast=raw.get("contrast", 1.0),
        resolution=raw.get("resolution", 0),
        table=raw["table"],
    )


def _product(raw: Mapping[str, Any]) -> Product:
    pixels = raw.get("pixels")
    size = Size(raw["card"]["width"], raw["card"]["height"])
    return Product(raw["name"], size, (pixels[0], pixels[1]) if pixels else None)
