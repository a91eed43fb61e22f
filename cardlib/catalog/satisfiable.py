"""Whether any card of a game can ever pass a filter: what is printed for good counts, the rest may become true."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cardlib.filters import (
    Both,
    Contains,
    Either,
    Filter,
    NameHasWord,
    NameIs,
    Node,
    Not,
    OfSubtype,
    OfType,
    fold,
    name_words,
)


@dataclass(frozen=True, slots=True)
class PrintedName:
    """What of a card no effect invents: its id, name, type and subtypes."""

    id: str
    name: str
    type: str
    subtypes: tuple[str, ...] = ()


def can_match(filter_: Filter, cards: Iterable[PrintedName]) -> bool:
    """Return whether some card can pass; whatever a match can change (numbers, keywords, control) may hold."""
    return any(_test(filter_.root, card) is not False for card in cards)


def _test(node: Node, card: PrintedName) -> bool | None:
    """True, False, or None for "it depends on the match"."""
    if isinstance(node, Not):
        inner = _test(node.item, card)
        return None if inner is None else not inner
    if isinstance(node, Both | Either):
        found = [_test(item, card) for item in node.items]
        decisive = isinstance(node, Either)
        if decisive in found:
            return decisive
        return None if None in found else not decisive
    if isinstance(node, OfType):
        return card.type in node.types
    if isinstance(node, OfSubtype):
        return node.id in card.subtypes
    if isinstance(node, NameHasWord):
        return node.word in name_words(card.name)
    if isinstance(node, NameIs):
        return fold(node.name) == fold(card.name)
    if isinstance(node, Contains) and node.field == "name":
        return node.text in fold(card.name)
    return None
