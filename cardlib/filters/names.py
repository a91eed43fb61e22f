"""The names of a game's cards: one index, by which deck files, lookups, notation and the table find a card.

A name counts as it is folded into a slug (`cardlib.filters.words`): case, accents and punctuation do not matter,
everything else does. A prefix is never taken for a name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from cardlib.filters.words import fold, slug


class Named(Protocol):
    """What the index needs of a card."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def formerly(self) -> Sequence[str]: ...


@dataclass(frozen=True, slots=True)
class NameIndex:
    """Every way to name a card: `names` by id, and the ids by the slug of an id, a name or a former name."""

    names: dict[str, str]
    now: dict[str, tuple[str, ...]]
    former: dict[str, tuple[str, ...]]

    def current(self, name: str) -> tuple[str, ...]:
        """The ids of the cards with this id or name. Spelt exactly, it is not one that differs in punctuation."""
        if name in self.names:
            return (name,)
        found = self.now.get(key_of(name), ())
        if len(found) > 1:
            wanted = _spelt(name)
            found = tuple(card for card in found if wanted == _spelt(self.names[card])) or found
        return found

    def find(self, name: str) -> tuple[str, ...]:
        """The ids of the cards with this id, name or former name: none, one, or several; present ones come first."""
        return self.current(name) or self.former.get(key_of(name), ())

    def near(self, name: str) -> tuple[str, ...]:
        """Up to three printed names close to a name that no card carries."""
        from difflib import get_close_matches

        known = [*self.now, *(key for key in self.former if key not in self.now)]
        keys = get_close_matches(key_of(name)[:80], known, n=6, cutoff=0.7)
        return tuple(dict.fromkeys(self.names[card] for key in keys for card in self.now.get(key) or self.former[key]))[
            :3
        ]

    def write(self, card: str) -> str:
        """How a file names a card: its printed name, or its id where that name means another card too."""
        name = self.names.get(card, card)
        return name if self.current(name) == (card,) else card


def name_index(cards: Iterable[Named]) -> NameIndex:
    """Return the index of the names of some cards."""
    names: dict[str, str] = {}
    now: dict[str, list[str]] = {}
    former: dict[str, list[str]] = {}
    for card in cards:
        names[card.id] = card.name
        for key in {key_of(card.id), key_of(card.name)}:
            now.setdefault(key, []).append(card.id)
        for key in {key_of(old) for old in card.formerly}:
            former.setdefault(key, []).append(card.id)
    return NameIndex(names, _fixed(now), _fixed(former))


def _fixed(found: dict[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {key: tuple(ids) for key, ids in found.items()}


def key_of(name: str) -> str:
    """Return what a name is found by: its slug; of a name without letters and digits what it is folded to."""
    return slug(name) or _spelt(name)


def _spelt(name: str) -> str:
    return " ".join(fold(name).split())
