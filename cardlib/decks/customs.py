"""What the decks of a project may say: the headers that something reads, the formats, and the sections by their names.

A header of one's own is kept; one that is spelt nearly like a header that something reads is asked about, because kept
it would do nothing: `formt: standard` leaves a deck to another format without a word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from cardlib.decks.model import MAIN
from cardlib.errors import CardlibError

if TYPE_CHECKING:
    from cardlib.catalog import Project
    from cardlib.decks.written import Written

READ = ("name", "game", "format", "credit")  # headers that mean something in every game
SIDE = "side"
_ALIKE = 0.75  # of two words' letters; `nmae` is that near to `name`
_USUAL = {
    **dict.fromkeys(("deck", "decklist", "deck-list", "maindeck", "main-deck", "mainboard"), MAIN),
    **dict.fromkeys(("sideboard", "side-board", "sidedeck", "side-deck"), SIDE),
}


@dataclass(frozen=True, slots=True)
class Customs:
    """Headers, formats, and sections: the id of each by the id and by the title that a heading may have."""

    headers: frozenset[str] = frozenset(READ)
    formats: frozenset[str] = frozenset()
    sections: Mapping[str, str] = field(default_factory=dict)

    def nearly(self, key: str) -> str | None:
        """The header that is meant by a word that is nearly one; None for one that is read, and for one's own."""
        if key in self.headers:
            return None
        near = {known: SequenceMatcher(None, key, known).ratio() for known in sorted(self.headers)}
        best = max(near, key=lambda known: near[known])
        return best if near[best] >= _ALIKE else None

    def section(self, title: str) -> str:
        """The id of a section by its id, its title in a format, or what other programs call it."""
        return self.sections.get(title) or _USUAL.get(title, title)

    def settle(self, deck: Written) -> None:
        """Give the sections of a deck the ids that the game has for them; two of one id become one."""
        parts, deck.sections = deck.sections, []
        for part in parts:
            section = deck.section(self.section(part.name))
            section.lines += part.lines
            section.below += part.below


def asked(key: str, meant: str) -> str:
    """The message about a header that is nearly one that something reads."""
    return f"found the header '{key}', did you mean '{meant}'?"


def customs_of(project: Project) -> Customs:
    """What the formats of a project read; a format that cannot be read adds nothing, its check says why."""
    from cardlib.decks.written import section_id

    try:
        formats = project.formats
    except CardlibError:
        return Customs()
    sections: dict[str, str] = {}
    for made in formats.values():
        parts = made.get("sections")
        for part in parts if isinstance(parts, list) else ():
            if isinstance(part, dict) and isinstance(id_ := part.get("id"), str):
                title = part.get("name")
                sections.setdefault(section_id(title) if isinstance(title, str) else id_, id_)
                sections[id_] = id_
    return Customs(frozenset({*READ, *_headers(list(formats.values()))}), frozenset(formats), sections)


def _headers(data: object) -> Iterator[str]:
    """Every header that constraints name, however deep."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            if key == "header" and isinstance(value, str):
                yield value
            yield from _headers(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _headers(value)
