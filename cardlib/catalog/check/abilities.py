"""Checks of abilities beyond the schema: a range that nothing fits, a written text that says something else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from cardlib.catalog.check.sources import Source
from cardlib.catalog.models import Card, Json
from cardlib.catalog.problems import Path, Problem

_NUMBERS = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "twice": 2,
    "both": 2,
}
_TOKEN = re.compile(r"[A-Za-z]+|\d+")


def check_abilities(cards: Iterable[Card], sources: list[Source]) -> Iterator[Problem]:
    """Yield the problems in the abilities of cards that have passed the schema."""
    by_file = {source.file: source for source in sources}
    for card in cards:
        source = by_file.get(card.file)
        place = _place(source, card) if source else None
        if source is None or place is None:
            continue
        for number, ability in enumerate(card.abilities):
            yield from _impossible(source, (*place, "abilities", number), dict(ability))


def _place(source: Source, card: Card) -> Path | None:
    for index, item in source.items("cards"):
        if item.get("id") == card.id:
            return ("cards", index)
    return None


def _impossible(source: Source, path: Path, node: Json) -> Iterator[Problem]:
    """A range whose lower end is above its upper end."""
    if isinstance(node, dict):
        low, high = node.get("at_least"), node.get("at_most")
        if isinstance(low, int) and isinstance(high, int) and low > high:
            yield source.told(
                path, f"at least {low} and at most {high}", "a range that a number fits, or it can never be used"
            )
        for key, value in node.items():
            yield from _impossible(source, (*path, key), value)
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from _impossible(source, (*path, index), value)


def numbers_in(text: str) -> Counter[int]:
    """Return the numbers of a text, in digits or words, with how often each is said.

    >>> numbers_in("Draw two cards, then deal 2 damage")
    Counter({2: 2})
    """
    found: Counter[int] = Counter()
    for token in _TOKEN.findall(text.lower()):
        if token.isdigit():
            found[int(token[:9])] += 1
        elif token in _NUMBERS:
            found[_NUMBERS[token]] += 1
    return found
