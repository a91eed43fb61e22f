"""A deck as a file writes it, before its names are looked up: what every reader returns and every writer takes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from cardlib import bounds
from cardlib.decks.model import Deck, Entry, Section, Unknown
from cardlib.decks.names import AmbiguousCards, UnknownCards
from cardlib.errors import CardlibError
from cardlib.filters import NameIndex, noted

TOLD = 100  # lines that make no sense; a file with more is told by these
NEAREST_FOR = 60
NOTE = re.compile(r"\s+(?:#|//)(?:\s+(.*))?$")  # a comment behind an entry of a text deck


class DeckError(CardlibError):
    """A deck file that cannot be read; the message lists every bad line."""


@dataclass(frozen=True, slots=True)
class WrittenLine:
    """One entry as written: a name or an id, and where it stands."""

    count: int
    name: str
    line: int | None = None
    note: str = ""
    above: tuple[str, ...] = ()


@dataclass(slots=True)
class WrittenSection:
    """A section as written; `below` are comments after its last entry."""

    name: str
    lines: list[WrittenLine] = field(default_factory=list)
    below: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Written:
    """A whole deck file as written."""

    name: str = ""
    game: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)
    sections: list[WrittenSection] = field(default_factory=list)
    problems: list[tuple[int, str]] = field(default_factory=list)  # lines that make no sense, by their numbers

    def section(self, name: str) -> WrittenSection:
        """The section of that name, made if it is new; a name written twice continues the first one."""
        for section in self.sections:
            if section.name == name:
                return section
        made = WrittenSection(name)
        self.sections.append(made)
        return made

    def header(self, key: str, value: str) -> None:
        """Record a header; `name` and `game` have fields of their own, and a key given twice keeps both values."""
        if key == "name":
            self.name = value
        elif key == "game":
            self.game = value
        elif key in self.headers:
            self.headers[key] = f"{self.headers[key]} / {value}"
        else:
            self.headers[key] = value


def one_line(text: str) -> str:
    """Free text of a file as one clean line: no line breaks, no control characters, no runs of spaces."""
    if not text.isprintable():
        text = "".join(char if char.isprintable() else " " for char in text)
    return " ".join(text.split())


def section_id(title: str) -> str:
    """`Special Forces` -> `special-forces`."""
    return re.sub(r"\W+", "-", title.casefold()).strip("-") or "main"


def resolve(written: Written, index: NameIndex, where: str = "", strict: bool = True) -> Deck:
    """Look every name up.

    Raises `DeckError` for lines that make no sense, together with the names that no card carries, and
    `AmbiguousCards` for names that several cards carry. Names that no card carries raise `UnknownCards`, all at
    once; with `strict=False` they are kept in `Deck.unknown` instead.
    """
    sections: list[Section] = []
    unknown: list[Unknown] = []
    ambiguous: dict[str, tuple[str, ...]] = {}
    lines = sum(len(part.lines) for part in written.sections)
    if lines > bounds.DECK_LINES:
        raise DeckError(
            f"{where + ': ' if where else ''}found {lines:,} entries, expected at most {bounds.DECK_LINES:,}"
        )
    total = 0
    for part in written.sections:
        entries: list[Entry] = []
        for line in part.lines:
            total += line.count
            found = index.find(line.name)
            if len(found) == 1:
                entries.append(Entry(line.count, found[0], line.note, line.above))
            elif found:
                ambiguous[line.name] = found
            else:
                near = index.near(line.name) if len(unknown) < NEAREST_FOR else ()
                unknown.append(Unknown(line.name, line.count, part.name, line.line, near))
        sections.append(Section(part.name, tuple(entries), tuple(part.below)))
    if written.problems:
        raise DeckError("\n".join(_bad_lines(written, unknown, where)))
    if total > bounds.DECK_CARDS:
        raise DeckError(f"{where + ': ' if where else ''}found {total} cards, expected at most {bounds.DECK_CARDS}")
    if ambiguous:
        raise AmbiguousCards(ambiguous.items(), where)
    if unknown and strict:
        raise UnknownCards({entry.name: entry.near for entry in unknown}.items(), where)
    return Deck(
        written.name, tuple(sections), written.game, dict(written.headers), tuple(written.comments), tuple(unknown)
    )


def _bad_lines(written: Written, unknown: list[Unknown], where: str) -> Iterator[str]:
    said = [
        (entry.line or 0, f"found '{entry.name}', expected the name of a card{noted(*entry.near)}") for entry in unknown
    ]
    found = sorted([*written.problems, *said])
    for line, problem in found[:TOLD]:
        yield f"{where}:{line}: {problem}"
    if len(found) > TOLD:
        yield f"and {len(found) - TOLD:,} more"


def written_from(deck: Deck, index: NameIndex) -> Written:
    """The deck with card names for a writer; an id where a name is not unique or would not survive on a line."""

    def name_of(card: str) -> str:
        name = index.write(card)
        return name if one_line(name) == name and not NOTE.search(name) else card

    made = Written(deck.name, deck.game, dict(deck.headers), list(deck.comments))
    for part in deck.sections:
        section = made.section(part.name)
        section.lines += [
            WrittenLine(entry.count, name_of(entry.card), None, entry.note, entry.above) for entry in part.entries
        ]
        section.below += part.below
    return made
