"""What a print put on the table: one record for each print, written beside its PDF and into the history of the game.

A record holds whole piles, as they lie on the table once the print is cut out and put in: a pile is what one deck, one
query or one group of pieces was printed as. So the last record of a pile tells all of it, and older ones may be lost.
A copy in it has the stamp of its face and the words that stand on it, element by element: enough to tell later whether
it would be printed the same way, and what a player who holds it reads. Lengths are hundredths of a millimetre, since
records have whole numbers only.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import cardlib
from cardlib import bounds
from cardlib.records import PRINT, read_record
from cardlib_print.faces import hashed
from cardlib_print.geometry import Box

if TYPE_CHECKING:
    from pathlib import Path

    from cardlib_print.document import Drawn
    from cardlib_print.markup import Value
    from cardlib_print.selection import Kind

SUFFIX = ".manifest"


@dataclass(frozen=True, slots=True)
class Words:
    """What one text of a face says, and where it stands: the id of its element, and its box in mm.

    `look` is the hash of how it is drawn, "" where that is not known, as of a cell of a table.
    """

    element: str
    text: str
    box: Box
    look: str = ""


@dataclass(frozen=True, slots=True)
class Copy:
    """Copies of a card that look the same: how many, and how each was printed.

    `back` is the stamp of its back, "" if none was printed; `lang` the language of its face, "" that of the data;
    `size` that of its card and bleed, where it is not its layout's own (`63.5x88.9+3.048`); `patched` the stamp of the
    face that stickers make of it; `ground` the hash of all on its face that is no text, "" in older records; `new` how
    many of them this print made, on which of its `sheets`, from 1.
    """

    card: str
    name: str
    count: int
    layout: str
    stamp: str
    back: str = ""
    low_ink: bool = False
    lang: str = ""
    size: str = ""
    patched: str = ""
    ground: str = ""
    new: int = 0
    sheets: tuple[int, ...] = ()
    words: tuple[Words, ...] = ()

    @property
    def reads_as(self) -> str:
        """The stamp of the face that the card shows, stickers and all."""
        return self.patched or self.stamp


@dataclass(frozen=True, slots=True)
class Pile:
    """The copies of a deck, a query or a group of pieces on the table, and how to select what it should be.

    `layout` is that of `--layout`, which stands in place of the cards' own.
    """

    kind: Kind
    what: str
    name: str
    cards: tuple[Copy, ...]
    copies: str = ""
    layout: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """What tells it from the other piles of the game."""
        return self.kind, self.what

    @property
    def size(self) -> int:
        """How many cards it has."""
        return sum(copy.count for copy in self.cards)


@dataclass(frozen=True, slots=True)
class Sheets:
    """Sheets of one kind: the sheet's name, the size of its cards in mm, and how many sheets of paper."""

    sheet: str
    width: float
    height: float
    count: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """One print: the game by its slug, when (UTC, `2026-11-22T20:15:00Z`), the name of the file, and the piles."""

    game: str
    when: str
    file: str
    title: str
    piles: tuple[Pile, ...]
    sheets: tuple[Sheets, ...] = ()
    watermark: str = ""
    options: Mapping[str, str] = field(default_factory=dict)


def plain_words(drawn: Drawn) -> tuple[Words, ...]:
    """Return what each text of a face says, a symbol as `{name}`."""
    return tuple(
        Words(element.id, _written(value), element.box, hashed(proof) if proof else "")
        for element, value, proof in drawn.words
    )


def _written(value: Value) -> str:
    lines = ("".join(f"{{{run.text}}}" if run.symbol else run.text for run in paragraph) for paragraph in value)
    return "\n".join(lines).replace("\N{NO-BREAK SPACE}", " ")


def manifest_beside(path: Path) -> Path:
    """Return where the manifest of a PDF lies."""
    return path.with_name(path.stem + SUFFIX)


def read_manifest(path: Path) -> Manifest:
    """Read a manifest. Raises `RecordError` for what is none."""
    raw = read_record(path, PRINT, largest=bounds.MANIFEST)
    return Manifest(
        game=raw["game"],
        when=raw["when"],
        file=raw["file"],
        title=raw["title"],
        piles=tuple(_pile(one) for one in raw["piles"]),
        sheets=tuple(_sheets(one) for one in raw["sheets"]),
        watermark=raw["watermark"],
        options=raw["options"],
    )


def manifest_text(manifest: Manifest) -> str:
    """Return a manifest as its file has it: one line for each copy, so that two can be compared line by line."""
    head = {
        "form": PRINT,
        "version": cardlib.__version__,
        "game": manifest.game,
        "when": manifest.when,
        "file": manifest.file,
        "title": manifest.title,
        "options": dict(manifest.options),
        "watermark": manifest.watermark,
        "sheets": [
            {"sheet": one.sheet, "card": _hundredths((one.width, one.height)), "count": one.count}
            for one in manifest.sheets
        ],
    }
    lines = [f"  {_json(key)}: {_json(value)}" for key, value in head.items()]
    piles = ",\n".join(_pile_text(pile) for pile in manifest.piles)
    return "{\n" + ",\n".join(lines) + ',\n  "piles": [\n' + piles + "\n  ]\n}\n"


def _pile_text(pile: Pile) -> str:
    head = {key: getattr(pile, key) for key in ("kind", "what", "name", "copies", "layout")}
    lines = [f"      {_json(key)}: {_json(value)}" for key, value in head.items()]
    cards = ",\n".join(f"        {_json(_copy_value(copy))}" for copy in pile.cards)
    return "    {\n" + ",\n".join(lines) + ',\n      "cards": [' + (f"\n{cards}\n      " if cards else "") + "]\n    }"


def _copy_value(copy: Copy) -> dict[str, Any]:
    words = [
        {"element": one.element, "box": _hundredths(_edges(one.box)), "text": one.text, "look": one.look}
        for one in copy.words
    ]
    return {
        "card": copy.card,
        "name": copy.name,
        "count": copy.count,
        "layout": copy.layout,
        "stamp": copy.stamp,
        "back": copy.back,
        "low_ink": copy.low_ink,
        "lang": copy.lang,
        "size": copy.size,
        "patched": copy.patched,
        "ground": copy.ground,
        "new": copy.new,
        "sheets": list(copy.sheets),
        "words": words,
    }


def _pile(raw: dict[str, Any]) -> Pile:
    return Pile(**{**raw, "cards": tuple(_copy(card) for card in raw["cards"])})


def _copy(raw: dict[str, Any]) -> Copy:
    words = tuple(_words(one) for one in raw["words"])
    return Copy(**{**raw, "sheets": tuple(raw["sheets"]), "words": words})


def _sheets(raw: dict[str, Any]) -> Sheets:
    width, height = _mm(raw["card"])
    return Sheets(raw["sheet"], width, height, raw["count"])


def _words(raw: dict[str, Any]) -> Words:
    x, y, width, height = _mm(raw["box"])
    return Words(raw["element"], raw["text"], Box(x, y, width, height), raw.get("look", ""))


def _edges(box: Box) -> tuple[float, ...]:
    return box.x, box.y, box.width, box.height


def _hundredths(lengths: Sequence[float]) -> list[int]:
    return [round(length * 100) for length in lengths]


def _mm(lengths: Sequence[int]) -> list[float]:
    return [length / 100 for length in lengths]


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
