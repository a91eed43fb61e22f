"""How many tokens of each kind a kit needs: what the abilities and keywords of its cards bring of their counters.

Only counters that some card of the game brings are counted, and where one piece marks them; of others there are as many
as `pieces.json` says, as the rules bring them. What a card says beyond that (words of its own, a keyword that grants
another, an amount that is not told) needs as many as there are.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from cardlib.abilities.bringing import brought
from cardlib.abilities.operations.registry import load_operations
from cardlib.catalog.pieces import read_pieces

if TYPE_CHECKING:
    from cardlib.catalog import Card, Json, Project
    from cardlib.catalog.pieces import Entry


def tokens_brought(project: Project, used: Sequence[tuple[Card, int]]) -> dict[str, int]:
    """Return how many tokens some cards with their numbers of copies need, by the ids of those that are counted.

    0 for what other cards of the game name and none of these. No more than `copies` in pieces.json. Left out is what is
    not to be counted, and what no card brings.
    """
    load_operations(project.slug)
    words = project.words
    once = {event for event in words.wording.get("events", {}) if words.wording_of("events", event).get("once")}
    entries = [entry for entry in read_pieces(project) if entry.piece and entry.piece.counter]
    marking = Counter(entry.piece.counter for entry in entries if entry.piece)
    found = {}
    for entry in entries:
        assert entry.piece
        about = _Marked(project, entry, once)
        if not entry.counted:
            continue
        if about.naming(project.cards.values()) and not about.naming(card for card, _ in used):
            found[entry.piece.id] = 0
        elif marking[entry.piece.counter] == 1 and any(map(about.brings, project.cards.values())):
            number = sum(copies * about.brings(card) for card, copies in used)
            found[entry.piece.id] = int(min(number, entry.piece.supply(project.game.players[1])))
    return found


class _Marked:
    """The counter that a piece marks, and what cards say of it."""

    def __init__(self, project: Project, entry: Entry, once: Collection[str]) -> None:
        assert entry.piece
        self.project = project
        self.counter = entry.piece.counter
        self.keywords = entry.keywords
        self.name = _counter_name(project, self.counter).lower()
        self.once = once

    def brings(self, card: Card) -> float:
        """How many of it a copy of a card brings at most; infinite for no telling."""
        by_keywords = sum(int(card.keywords[word]) for word in self.keywords or () if word in card.keywords)
        if self._untold(card):
            return math.inf
        return by_keywords + brought(card.abilities, self.once).get(self.counter, 0)

    def naming(self, cards: Iterable[Card]) -> bool:
        """Whether any of some cards says something of it: in an ability, its text, or the reminder of a keyword."""
        return any(self._in_words(card.text) or self._reminded(card) or self._in_abilities(card) for card in cards)

    def _untold(self, card: Card) -> bool:
        if self._in_words(card.written or ""):
            return True
        if self.keywords is None:
            return self._reminded(card)
        return any(_grants(ability, word) for ability in map(dict, card.abilities) for word in self.keywords)

    def _in_words(self, text: str) -> bool:
        return self.name in text.lower()

    def _reminded(self, card: Card) -> bool:
        return any(self._in_words(reminder) for _, _, reminder in self.project.keywords_of(card))

    def _in_abilities(self, card: Card) -> bool:
        return any(_holds(ability, self.counter) for ability in map(dict, card.abilities))


def _holds(value: Json, word: str) -> bool:
    """Whether a word stands in an ability, as a value or as what has a number, but for the names of operations."""
    if isinstance(value, dict):
        return any(key == word or _holds(one, word) for key, one in value.items() if key != "op")
    return any(_holds(one, word) for one in value) if isinstance(value, list | tuple) else value == word


def _grants(value: Json, keyword: str) -> bool:
    """Whether an ability grants a keyword, alone, with its number or with one that is worked out."""
    if isinstance(value, dict):
        return any(
            (key == "keyword" and _is(one, keyword)) or _grants(one, keyword)
            for key, one in value.items()
            if key != "op"
        )
    return any(_grants(one, keyword) for one in value) if isinstance(value, list | tuple) else False


def _is(value: Json, keyword: str) -> bool:
    """Whether a keyword is written: `armour`, `armour 2`, or `{"armour": AMOUNT}`."""
    if isinstance(value, dict):
        return keyword in value
    return isinstance(value, str) and value.split()[:1] == [keyword]


def _counter_name(project: Project, counter: str) -> str:
    declared = project.game.raw.get("counters")
    about = declared.get(counter) if isinstance(declared, dict) else None
    return str(about.get("name", counter)) if isinstance(about, dict) else counter
