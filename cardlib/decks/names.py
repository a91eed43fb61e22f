"""From the names that people write to card ids: exact ids, names and former names, and help where nothing fits.

Case, quotation marks and runs of spaces do not matter; everything else does. A prefix is never taken for a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from cardlib.errors import Ambiguous, CardlibError, NotFound
from cardlib.filters import fold, noted
from cardlib.filters.words import number_of

if TYPE_CHECKING:
    from cardlib.catalog import Project

LONGEST_COUNT = 20  # characters of a wrong number that are shown
_NEAREST_FOR = 60  # names that get suggestions in one go; a list of more is not a deck with slips


class UnknownCards(NotFound):
    """Names in a deck that no card carries, all of them at once; `missing` pairs each with the nearest names."""

    def __init__(self, missing: Iterable[tuple[str, tuple[str, ...]]], where: str = "") -> None:
        self.missing = tuple(missing)
        lines = [f"{where + ': ' if where else ''}{number_of(len(self.missing), 'unknown card name')}"]
        lines += [f"  {name!r}{noted(*near)}" for name, near in self.missing[:_NEAREST_FOR]]
        if len(self.missing) > _NEAREST_FOR:
            lines.append(f"  and {len(self.missing) - _NEAREST_FOR} more")
        super().__init__("\n".join(lines))


class AmbiguousCards(Ambiguous):
    """Names in a deck that several cards carry, with the ids to choose from."""

    def __init__(self, names: Iterable[tuple[str, tuple[str, ...]]], where: str = "") -> None:
        self.names = tuple(names)
        lines = [
            f"{where + ': ' if where else ''}{number_of(len(self.names), 'ambiguous card name')}; write the id instead"
        ]
        lines += [f"  {name!r}: {', '.join(candidates)}" for name, candidates in self.names]
        super().__init__("\n".join(lines))


def folded(name: str) -> str:
    """A name with everything taken out that does not tell two names apart."""
    return re.sub(r"\s+", " ", fold(name)).strip()


@dataclass(frozen=True, slots=True)
class NameIndex:
    """Every way to name a card of a project; built once per project by `name_index`."""

    ids: dict[str, tuple[str, ...]]
    names: dict[str, str]
    written: dict[str, str]

    def find(self, name: str) -> tuple[str, ...]:
        """The ids of the cards that carry this id, name or former name: none, one, or several."""
        if name in self.names:
            return (name,)
        return self.ids.get(folded(name), ())

    def one(self, name: str) -> str:
        """The id of the one card that carries the name; raises `UnknownCards` or `AmbiguousCards`."""
        found = self.find(name)
        if len(found) == 1:
            return found[0]
        if found:
            raise AmbiguousCards([(name, found)])
        raise UnknownCards([(name, self.near(name))])

    def near(self, name: str) -> tuple[str, ...]:
        """Up to three printed names close to a name that no card carries."""
        from difflib import get_close_matches

        keys = get_close_matches(folded(name)[:80], self.ids, n=6, cutoff=0.7)
        return tuple(dict.fromkeys(self.names[card] for key in keys for card in self.ids[key]))[:3]

    def write(self, card: str) -> str:
        """How a file names a card: its printed name, or its id where another card carries that name too."""
        return self.written.get(card, card)


def name_index(project: Project) -> NameIndex:
    """The names of a project's cards. Current ids and names win over former ones."""
    return _index(tuple((card.id, card.name, tuple(card.formerly)) for card in project.cards.values()))


@lru_cache(maxsize=16)
def _index(cards: tuple[tuple[str, str, tuple[str, ...]], ...]) -> NameIndex:
    current: dict[str, list[str]] = {}
    for card, name, _ in cards:
        for key in {folded(card), folded(name)}:
            current.setdefault(key, []).append(card)
    former: dict[str, list[str]] = {}
    for card, _, formerly in cards:
        for old in formerly:
            former.setdefault(folded(old), []).append(card)
    ids = {key: tuple(dict.fromkeys(found)) for key, found in {**former, **current}.items()}
    written = {card: name if ids[folded(name)] == (card,) else card for card, name, _ in cards}
    return NameIndex(ids, {card: name for card, name, _ in cards}, written)


def checked_count(value: object, where: str) -> int:
    """A number of copies between 1 and 9999; raises `CardlibError` with the place otherwise."""
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 9999:
        raise CardlibError(f"{where}: found {shown_count(value)}, expected a number of copies from 1 to 9999")
    return value


def shown_count(value: object) -> str:
    """Return a wrong number of copies for a message; of a very long one how many digits it has."""
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else repr(value)
    text = value if isinstance(value, str) and value.isdecimal() else text
    if len(text) <= LONGEST_COUNT:
        return text
    digits = f" ({len(text)} digits)" if text.isdecimal() else ""
    return f"{text[: LONGEST_COUNT // 2]}...{digits}"
