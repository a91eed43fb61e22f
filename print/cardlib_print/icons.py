"""The symbols that come with cardlib: what they show, and the words of types and subtypes that they stand for.

A layout names them beside its own. Where a card has no picture, the first word of its subtypes and types that has a
symbol, of the project or of these, says what is drawn: so that a picture never shows what the card is not.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardlib_print.symbols import Symbol, symbol

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cardlib.catalog import Card

FILE = Path(__file__).parent / "layouts" / "symbols.json"
FALLBACK = "other"


@lru_cache(maxsize=1)
def _shipped() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return content


def icon_names() -> list[str]:
    """Return the names of the symbols that ship."""
    return list(_shipped()["symbols"])


@lru_cache(maxsize=256)
def icon(word: str) -> Symbol | None:
    """Return the symbol of that name, or the one that the word stands for; None if there is none."""
    name = _shipped()["words"].get(word, word)
    drawing = _shipped()["symbols"].get(name)
    return symbol(name, drawing["path"], (100.0, 100.0), None, 0.86) if drawing else None


def icon_named(name: str) -> Symbol | None:
    """Return the symbol of exactly that name; None if there is none."""
    return icon(name) if name in _shipped()["symbols"] else None


def icon_of(card: Card, own: Mapping[str, Symbol]) -> Symbol:
    """Return the symbol of what a card is: of its subtypes in their order, its type, and the types that it also is.

    A symbol of the project goes before one that ships; a card of which nothing is known gets a diamond.
    """
    found = (own.get(word) or icon(word) for word in _words(card))
    return next((one for one in found if one is not None), None) or icon(FALLBACK) or next(iter(own.values()))


def _words(card: Card) -> Iterator[str]:
    """The words of a card, and the parts of those that are joined."""
    words = [*card.subtypes, card.type, *sorted(card.types - {card.type})]
    yield from words
    for word in words:
        yield from reversed(word.split("-"))
