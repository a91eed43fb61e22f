"""Whether any card of a game can ever pass a filter: what is printed for good counts, the rest may become true."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cardlib.filters import (
    Both,
    Compare,
    Contains,
    Either,
    Filter,
    NameHasWord,
    NameIs,
    Node,
    Not,
    OfSubtype,
    OfType,
    Related,
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
        if isinstance(node, Both) and _contradicts(node.items):
            return False
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


_EXCLUSIVE = ({"yours", "theirs"}, {"self", "other"})


def _contradicts(items: Iterable[Node]) -> bool:
    """Whether conditions on one thing cannot all hold, whatever happens: `yours theirs`, `cost<=1 cost>=3`."""
    there = [item for item in items if not isinstance(item, Not)]
    absent = [item.item for item in items if isinstance(item, Not)]
    if any(item in absent for item in there):
        return True
    relations = {item.name for item in there if isinstance(item, Related)}
    if any(pair <= relations for pair in _EXCLUSIVE):
        return True
    lowest: dict[str, int] = {}
    highest: dict[str, int] = {}
    for item in there:
        if isinstance(item, Compare) and isinstance(item.value, int):
            low = {"=": item.value, ">=": item.value, ">": item.value + 1}.get(item.op)
            high = {"=": item.value, "<=": item.value, "<": item.value - 1}.get(item.op)
            if low is not None:
                lowest[item.field] = max(low, lowest.get(item.field, low))
            if high is not None:
                highest[item.field] = min(high, highest.get(item.field, high))
    return any(field in highest and low > highest[field] for field, low in lowest.items())
