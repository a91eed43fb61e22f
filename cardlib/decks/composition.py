"""What a deck is made of: its list in reading order, curve, types, sums and keywords, and what two decks differ in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardlib.decks.formats import Format, load_format
from cardlib.decks.model import Deck

if TYPE_CHECKING:
    from cardlib.catalog import Card, Project


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts over all copies in a deck.

    `curve` counts cards by the value of the format's curve attribute (as text: "0", "1", "X"), `average` is the mean
    of its numbers, `sums` adds up the numbers that the format names, such as the bandwidth that the deck provides.
    """

    size: int
    different: int
    curve_name: str
    curve: Mapping[str, int]
    average: float | None
    types: Mapping[str, int]
    sums: Mapping[str, int]
    keywords: Mapping[str, int]

    def rows(self) -> Iterator[tuple[str, str, int | float]]:
        """Group, value and number, for tables."""
        yield "cards", "all", self.size
        yield "cards", "different", self.different
        for name, total in self.sums.items():
            yield "sums", name, total
        for kind, count in self.types.items():
            yield "types", kind, count
        for value, count in self.curve.items():
            yield self.curve_name, value, count
        if self.average is not None:
            yield self.curve_name, "average", round(self.average, 2)
        for keyword, count in self.keywords.items():
            yield "keywords", keyword, count


def statistics(deck: Deck, project: Project, rules: Format | None = None) -> Statistics:
    """Count a deck; the format says which attribute makes the curve and what is summed up."""
    overview = rules or load_format(project)
    counts = deck.counts()
    curve: dict[str, int] = {}
    types: dict[str, int] = {}
    keywords: dict[str, int] = {}
    sums = dict.fromkeys((overview.sums or {}).keys(), 0)
    total = numbers = 0
    for id_, count in counts.items():
        card = project.cards[id_]
        types[card.type_line] = types.get(card.type_line, 0) + count
        value = card.attributes.get(overview.curve)
        if value is not None:
            curve[str(value)] = curve.get(str(value), 0) + count
        if isinstance(value, int):
            total += value * count
            numbers += count
        for keyword in card.keywords:
            name = project.keywords[keyword].name if keyword in project.keywords else keyword
            keywords[name] = keywords.get(name, 0) + count
        for name, field in (overview.sums or {}).items():
            found = card.attributes.get(field, card.keywords.get(field, 0))
            sums[name] += found * count if isinstance(found, int) else 0
    attribute = project.game.attributes.get(overview.curve)
    return Statistics(
        size=deck.size,
        different=len(counts),
        curve_name=attribute.title.lower() if attribute else overview.curve,
        curve=dict(sorted(curve.items(), key=lambda item: (not item[0].isdigit(), len(item[0]), item[0]))),
        average=total / numbers if numbers else None,
        types=dict(sorted(types.items(), key=lambda item: (-item[1], item[0]))),
        sums=sums,
        keywords=dict(sorted(keywords.items(), key=lambda item: (-item[1], item[0]))),
    )


def reading_order(card: Card, project: Project, curve: str = "cost") -> tuple[int, int, str]:
    """Sort key of a list that people read: by type as the game lists them, then cost, then name."""
    value = card.attributes.get(curve)
    return list(project.game.types).index(card.type), value if isinstance(value, int) else -1, card.name


@dataclass(frozen=True, slots=True)
class Change:
    """A card that two decks hold in different numbers."""

    section: str
    card: str
    before: int
    after: int


def difference(a: Deck, b: Deck) -> list[Change]:
    """What has to change in deck `a` to make it deck `b`, section by section, by card id."""
    changes: list[Change] = []
    for section in dict.fromkeys(part.name for part in (*a.sections, *b.sections)):
        before, after = a.counts(section), b.counts(section)
        changes += [
            Change(section, card, before.get(card, 0), after.get(card, 0))
            for card in sorted({*before, *after})
            if before.get(card, 0) != after.get(card, 0)
        ]
    return changes
