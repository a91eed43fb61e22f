"""What a deck is: a name, headers, and sections of counted cards, each with the comments of its file.

A deck holds card ids only; names are looked up when it is read and written. Names that no card carries are kept beside
the cards (`Unknown`), so that the checker can report them as a breach of the card pool along with everything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

MAIN = "main"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a deck: so many copies of a card, with the comment behind it (`note`) and those `above` it."""

    count: int
    card: str
    note: str = ""
    above: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unknown:
    """A line of a deck whose name no card carries; `near` are the nearest names."""

    name: str
    count: int
    section: str
    line: int | None = None
    near: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a deck, e.g. `main`; `below` are comment lines after the last entry."""

    name: str
    entries: tuple[Entry, ...] = ()
    below: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """How many cards the section holds."""
        return sum(entry.count for entry in self.entries)


@dataclass(frozen=True, slots=True)
class Slip:
    """A value of a document that breaks a bound of its kind: where, by which rule, what is allowed, the repair."""

    path: str
    rule: str
    found: int | str
    allowed: str
    fix: str
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Deck:
    """A document as read from a file: a deck, with cards by section in the order of the file, or one of another kind.

    Of another kind the game declares the `fields`; the sections are those that hold cards, and `slips` the values that
    break its bounds.
    """

    name: str
    sections: tuple[Section, ...] = ()
    game: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    comments: tuple[str, ...] = ()
    unknown: tuple[Unknown, ...] = ()
    kind: str = "deck"
    fields: Mapping[str, Any] = field(default_factory=dict)
    slips: tuple[Slip, ...] = ()

    @property
    def size(self) -> int:
        """How many known cards all sections hold together."""
        return sum(section.size for section in self.sections)

    @property
    def format(self) -> str:
        """The id of the format that the deck is entered for, as its header has it; "" if it says none."""
        return self.headers.get("format", "").strip().lower()

    def section(self, name: str) -> Section:
        """The section of that name; an empty one if the deck has none."""
        for section in self.sections:
            if section.name == name:
                return section
        return Section(name)

    def counts(self, *sections: str) -> dict[str, int]:
        """Card id -> number of copies over the named sections, or over all of them."""
        totals: dict[str, int] = {}
        for section in self.sections:
            if not sections or section.name in sections:
                for entry in section.entries:
                    totals[entry.card] = totals.get(entry.card, 0) + entry.count
        return totals

    def cards(self, section: str = MAIN) -> list[str]:
        """Every card of a section, one id per copy, in the order of the file."""
        return [entry.card for entry in self.section(section).entries for _ in range(entry.count)]

    def with_counts(self, counts: Mapping[str, int], section: str = MAIN) -> Deck:
        """The same deck with other cards in one section; comments of that section are dropped."""
        made = Section(section, tuple(Entry(count, card) for card, count in counts.items() if count > 0))
        names = [part.name for part in self.sections]
        parts = tuple(made if part.name == section else part for part in self.sections)
        return replace(self, sections=parts if section in names else (*parts, made))


def deck_of(
    counts: Mapping[str, int] | Mapping[str, Mapping[str, int]],
    name: str = "",
    game: str = "",
    headers: Mapping[str, str] | None = None,
) -> Deck:
    """A deck from `{card: count}`, or from `{section: {card: count}}`."""
    sections: list[Section] = []
    loose: list[Entry] = []
    for key, value in counts.items():
        if isinstance(value, int):
            loose.append(Entry(value, key))
        else:
            sections.append(Section(key, tuple(Entry(count, card) for card, count in value.items())))
    if loose:
        sections.insert(0, Section(MAIN, tuple(loose)))
    return Deck(name, tuple(sections), game, dict(headers or {}))


def same_cards(a: Deck, b: Deck) -> bool:
    """Whether two decks hold the same cards in the same sections, whatever their comments and the order of lines."""

    def by_section(deck: Deck) -> dict[str, dict[str, int]]:
        names: Iterable[str] = (section.name for section in deck.sections if section.entries)
        return {name: deck.counts(name) for name in names}

    return by_section(a) == by_section(b)
