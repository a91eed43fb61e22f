"""Whether any card of a game can ever pass a filter: what is printed for good counts, the rest may become true.

A filter is not tried on one card after another: each of its words gives the set of cards that have it, and the filter
combines sets. A set of cards is a number with a bit for each, so that joining two of them is one step of the machine
for 64 cards, and as many different filters as there are cards stay affordable.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import combinations
from operator import and_, itemgetter, or_

from cardlib.filters import (
    Both,
    Compare,
    Contains,
    Either,
    Filter,
    Leaf,
    NameHasWord,
    NameIs,
    Node,
    Not,
    OfSubtype,
    OfType,
    Related,
    name_words,
)
from cardlib.filters.words import bare, fold

_MANY = 64  # sets of more cards are kept, of those of fewer only the last ones; so what is kept stays small
_LAST = 16  # how many: more than one filter asks about


@dataclass(frozen=True, slots=True)
class PrintedName:
    """What of a card no effect invents: its id, name, type and subtypes."""

    id: str
    name: str
    type: str
    subtypes: tuple[str, ...] = ()


class PrintedCards:
    """The cards of a game, as far as no effect changes them, and which of them have a word."""

    def __init__(self, cards: Iterable[PrintedName] = ()) -> None:
        self._cards = list(cards)
        self._known: dict[Leaf, int] = {}
        self._last: dict[Leaf, int] = {}
        self._containing: dict[str, tuple[int, list[str]]] = {}

    def append(self, card: PrintedName) -> None:
        """Add a card; all of them have to be there before the first filter is asked about."""
        self._cards.append(card)

    def __iter__(self) -> Iterator[PrintedName]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)

    @cached_property
    def all(self) -> int:
        """The set of all cards."""
        return (1 << len(self._cards)) - 1

    def having(self, leaf: Leaf) -> int | None:
        """Return the set of cards that pass a leaf, or None where the match decides."""
        if not isinstance(leaf, _PRINTED):
            return None
        found = self._known.get(leaf)
        if found is None:
            found = self._last.get(leaf)
        if found is not None:
            return found
        cards = self._passing(leaf)
        if cards is None:
            return None
        found = self._set(cards)
        if len(cards) > _MANY:
            self._known[leaf] = found
        else:
            if len(self._last) == _LAST:
                self._last.clear()
            self._last[leaf] = found
        return found

    def _passing(self, leaf: Leaf) -> list[int] | None:
        if isinstance(leaf, OfType):
            return [card for type_ in sorted(leaf.types) for card in self._by_type.get(type_, ())]
        if isinstance(leaf, OfSubtype):
            return self._by_subtype.get(leaf.id, [])
        if isinstance(leaf, NameHasWord):
            return self._by_word.get(leaf.word, [])
        if isinstance(leaf, NameIs):
            return self._by_name.get(bare(leaf.name), [])
        if isinstance(leaf, Contains) and leaf.field == "name":
            text, texts = leaf.text, self._texts
            return [card for card in self._perhaps_containing(text) if text in texts[card]]
        return None

    def _set(self, cards: Iterable[int]) -> int:
        bits = bytearray(len(self._cards) // 8 + 1)
        for card in cards:
            bits[card >> 3] |= 1 << (card & 7)
        return int.from_bytes(bits, "little")

    def _perhaps_containing(self, text: str) -> Iterable[int]:
        """The cards with a word that contains the rarest word of the text: few, and none is missing."""
        containing = [self._words_containing(part) for part in name_words(text)]
        if not containing:
            return range(len(self._cards))
        _, rarest = min(containing, key=itemgetter(0))
        if len(rarest) == 1:
            return self._by_word[rarest[0]]
        return {card for word in rarest for card in self._by_word[word]}

    def _words_containing(self, part: str) -> tuple[int, list[str]]:
        """The words that contain a part, behind the number of cards that have them."""
        found = self._containing.get(part)
        if found is None:
            ends = self._word_ends
            words = dict[str, None]()
            for at in range(bisect_left(ends, (part, "")), len(ends)):
                end, word = ends[at]
                if not end.startswith(part):
                    break
                words[word] = None
            found = self._containing[part] = sum(len(self._by_word[word]) for word in words), list(words)
        return found

    @cached_property
    def _by_type(self) -> dict[str, list[int]]:
        return self._listed((card.type,) for card in self._cards)

    @cached_property
    def _by_subtype(self) -> dict[str, list[int]]:
        return self._listed(card.subtypes for card in self._cards)

    @cached_property
    def _by_word(self) -> dict[str, list[int]]:
        return self._listed(name_words(card.name) for card in self._cards)

    @cached_property
    def _by_name(self) -> dict[str, list[int]]:
        return self._listed((bare(card.name),) for card in self._cards)

    @cached_property
    def _texts(self) -> list[str]:
        """The name of each card as a text is looked for in it: as printed, and its words (`cardlib.filters.words`)."""
        return [f"{fold(card.name)}\n{bare(card.name)}" for card in self._cards]

    @cached_property
    def _word_ends(self) -> list[tuple[str, str]]:
        """Every end of every word that is in a name, in alphabetical order, with the word."""
        return sorted((word[at:], word) for word in self._by_word for at in range(len(word)))

    @staticmethod
    def _listed(words: Iterable[Iterable[str]]) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for card, own in enumerate(words):
            for word in set(own):
                found.setdefault(word, []).append(card)
        return found


# What of a filter is printed on cards for good.
_PRINTED = (OfType, OfSubtype, NameHasWord, NameIs, Contains)


def can_match(filter_: Filter, cards: PrintedCards) -> bool:
    """Return whether some card can pass; whatever a match can change (numbers, keywords, control) may hold."""
    return _may(filter_.root, cards) != 0


def may_come(filter_: Filter, types: Iterable[str]) -> bool:
    """Return whether a card to come, without a name yet, can pass: of any of the types, with any of the subtypes."""
    subtypes = sorted({leaf.id for leaf in filter_.leaves() if isinstance(leaf, OfSubtype)})
    some = [found for number in range(len(subtypes) + 1) for found in combinations(subtypes, number)]
    return can_match(filter_, PrintedCards(PrintedName("", "", type_, own) for type_ in types for own in some))


def nameless(filter_: Filter, cards: PrintedCards, ids: Container[str]) -> Iterator[tuple[str, str, int]]:
    """Yield what no card is called, wherever it stands: "name" or "id", the word, and its place in the filter."""
    for leaf in filter_.leaves():
        if isinstance(leaf, Compare) and leaf.field == "id":
            if leaf.value not in ids:
                yield "id", str(leaf.value), leaf.at
        elif (word := _name_in(leaf)) and cards.having(leaf) == 0:
            yield "name", word, leaf.at


def _name_in(leaf: Leaf) -> str:
    """Return what a condition wants in a name; "" for one that is about something else."""
    if isinstance(leaf, Contains):
        return leaf.text if leaf.field == "name" else ""
    if isinstance(leaf, NameHasWord):
        return leaf.word
    return leaf.name if isinstance(leaf, NameIs) else ""


def _may(node: Node, cards: PrintedCards) -> int:
    """The cards that pass if the match is kind to them."""
    return _passing(node, cards, cards.all)


def _passing(node: Node, cards: PrintedCards, unknown: int) -> int:
    """The cards that pass where of what the match decides these do: all of them, or none."""
    if isinstance(node, Not):
        return cards.all & ~_passing(node.item, cards, cards.all & ~unknown)
    if isinstance(node, Both):
        parts = (_passing(item, cards, unknown) for item in node.items)
        return 0 if _contradicts(node.items) else reduce(and_, parts, cards.all)
    if isinstance(node, Either):
        return reduce(or_, (_passing(item, cards, unknown) for item in node.items), 0)
    found = cards.having(node)
    return unknown if found is None else found


_EXCLUSIVE = ({"yours", "theirs"}, {"self", "other"})


def _contradicts(items: Iterable[Node]) -> bool:
    """Whether conditions on one thing cannot all hold, whatever happens: `yours theirs`, `cost<=1 cost>=3`."""
    there = [item for item in items if not isinstance(item, Not)]
    absent = [item.item for item in items if isinstance(item, Not)]
    if absent and any(item in absent for item in there):
        return True
    relations = {item.name for item in there if isinstance(item, Related)}
    if relations and any(pair <= relations for pair in _EXCLUSIVE):
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
