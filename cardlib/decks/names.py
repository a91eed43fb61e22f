"""What a deck says of the names in it: names that no card or several cards carry, all at once, and counts.

The index of names itself is the project's (`Project.names`, `cardlib.filters.names`).
"""

from __future__ import annotations

from collections.abc import Iterable

from cardlib.errors import Ambiguous, CardlibError, NotFound
from cardlib.filters import NameIndex, noted
from cardlib.filters.words import number_of

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


def one(index: NameIndex, name: str) -> str:
    """The id of the one card that carries the name; raises `UnknownCards` or `AmbiguousCards`."""
    found = index.find(name)
    if len(found) == 1:
        return found[0]
    if found:
        raise AmbiguousCards([(name, found)])
    raise UnknownCards([(name, index.near(name))])


def checked_count(value: object, where: str) -> int:
    """A number of copies between 1 and 9999; raises `CardlibError` with the place otherwise."""
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 9999:
        shown = (
            f"the text '{shown_count(value)}'" if isinstance(value, str) and value.isdecimal() else shown_count(value)
        )
        raise CardlibError(f"{where}: found {shown}, expected a number of copies from 1 to 9999")
    return value


def shown_count(value: object) -> str:
    """Return a wrong number of copies for a message; of a very long one how many digits it has."""
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else repr(value)
    text = value if isinstance(value, str) and value.isdecimal() else text
    if len(text) <= LONGEST_COUNT:
        return text
    digits = f" ({len(text)} digits)" if text.isdecimal() else ""
    return f"{text[: LONGEST_COUNT // 2]}...{digits}"
