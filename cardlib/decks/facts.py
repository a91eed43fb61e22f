"""What a compiled format knows about its game, and the deck under test with its counts worked out once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from cardlib.decks.documents import in_formulas
from cardlib.decks.fields import FormatError
from cardlib.decks.kinds import DECK, kind_of
from cardlib.decks.model import Deck, Unknown
from cardlib.decks.naming import Naming
from cardlib.decks.working import Work
from cardlib.filters import FilterError, parse, printed

if TYPE_CHECKING:
    from cardlib.catalog import Card, Project
    from cardlib.decks.formats import Constraint
    from cardlib.filters import Number

Counts = dict[str, int]
_SENTENCES = {
    "pool": "Every card of a deck is a card of the game.",
    "sections": "A deck has no other sections than those of its format.",
}


@dataclass(slots=True)
class Counted:
    """A deck and the number of copies of each card, by the sections that a constraint looks at."""

    deck: Deck
    naming: Naming | None = None  # what formulas may name
    seats: tuple[Deck, ...] = ()  # the documents of all players, where they are looked at together
    _counts: dict[tuple[str, ...], Counts] = field(default_factory=dict)
    _work: Work | None = None

    def work(self) -> Work | None:
        """What formulas are worked out with; None where nothing may be named."""
        if self._work is None and self.naming is not None:
            values = {"seats": [values_of(one, self.naming.project) for one in self.seats]} if self.seats else {}
            values = values or values_of(self.deck, self.naming.project)
            self._work = Work(self.naming, values, self.deck.headers)
        return self._work

    def of(self, sections: tuple[str, ...]) -> Counts:
        """Card id -> copies over these sections."""
        counts = self._counts.get(sections)
        if counts is None:
            counts = self._counts[sections] = self.deck.counts(*sections)
        return counts

    def unknown(self, sections: tuple[str, ...]) -> list[Unknown]:
        """Lines of these sections that name no card."""
        return [entry for entry in self.deck.unknown if entry.section in sections] if self.deck.unknown else []

    def size(self, sections: tuple[str, ...]) -> int:
        """Cards in these sections, unknown ones included."""
        size = sum(self.of(sections).values())
        return size + sum(entry.count for entry in self.unknown(sections)) if self.deck.unknown else size


def values_of(deck: Deck, project: Project) -> dict[str, Any]:
    """Return what formulas name of a document: its fields; of a deck its sections, as the lists of their cards."""
    if deck.kind == DECK:
        return {part.name: deck.cards(part.name) for part in deck.sections}
    fields = kind_of(project, deck.kind).fields
    return {name: in_formulas(value, fields[name]) for name, value in deck.fields.items()}


Fits = Callable[[Deck, str, str], bool]  # (deck, card, section): whether a constraint admits the card there


class Limit(Protocol):
    """A limit of sections, as the repair of another one asks of it."""

    @property
    def sections(self) -> tuple[str, ...]:
        """The sections that it is about."""

    @property
    def of_all(self) -> bool:
        """Whether it counts cards, whichever they are."""

    @property
    def of_copies(self) -> bool:
        """Whether it counts the copies of each card."""

    def left(self, counted: Counted, card: str, moved: Mapping[str, int]) -> int | None:
        """How many more copies of a card there may be, beside those that are moved; None for no limit."""

    def short(self, counted: Counted, gone: Mapping[str, int]) -> int:
        """How far a deck without these copies is below its lower limit."""


@dataclass(slots=True)
class Facts:
    """Names, rule sentences and filters of one game, for the tests of a format and their messages."""

    project: Project
    sections: tuple[str, ...]
    pool: dict[str, Card]
    where: str
    unlimited: tuple[str, ...] = ()  # cards with no limit of copies, in a format that limits others
    fits: list[Fits] = field(default_factory=list)
    # Of errors alone: what says which cards a section holds, and the limits of sections, as a repair asks of them.
    only: list[Fits] = field(default_factory=list)
    limits: list[Limit] = field(default_factory=list)

    def cards_of(self, text: str) -> frozenset[str]:
        """The ids of all cards that a filter finds; raises `FormatError` for a filter that does not parse."""
        try:
            test = printed(parse(text, self.project.vocabulary))
            return frozenset(id_ for id_, card in self.pool.items() if test(card))
        except FilterError as error:
            raise FormatError(f"{self.where}: {error}") from None

    def filler(self, deck: Deck, sections: tuple[str, ...], but: frozenset[str] = frozenset()) -> str:
        """The name of a card with no limit of copies that one of the sections admits; "" where there is none."""
        for card in self.unlimited:
            if card not in but and any(all(fits(deck, card, section) for fits in self.fits) for section in sections):
                return self.name(card)
        return ""

    def number(self, card: str, attribute: str) -> int:
        """A number of a card: an attribute, or the value of a keyword; 0 where the card has none."""
        known = self.pool[card]
        value = known.attributes.get(attribute, known.keywords.get(attribute, 0))
        return value if isinstance(value, int) and not isinstance(value, bool) else int(value is True)

    def name(self, card: str) -> str:
        """The printed name of a card."""
        return self.pool[card].name if card in self.pool else card

    def named(self, counts: Mapping[str, int]) -> str:
        """`1 Skipper and 2 Cap Gun`."""
        parts = [f"{count} {self.name(card)}" for card, count in counts.items()]
        return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)

    def described(self, cards: frozenset[str], text: str, number: Number = "plural") -> str:
        """A set of cards in words: their names if they are few, else the filter in English."""
        if 0 < len(cards) <= 3:
            return " or ".join(sorted(self.name(card) for card in cards))
        return self.in_english(text, number)

    def in_english(self, text: str, number: Number = "plural") -> str:
        """A filter in English, as cards in the plural, or as a `number` of them."""
        from cardlib.filters import english

        return english(parse(text, self.project.vocabulary), self.project.vocabulary, number, cards=True)

    def sentence(self, rule: str, note: str = "", kind: str = "") -> str:
        """The note of a constraint, else the text of its rule, else what its kind says in any game."""
        if note:
            return note
        known = self.project.rules.get(rule)
        return known.text if known is not None else _SENTENCES.get(kind, "A construction rule without a text.")


def limits(constraint: Constraint, unit: str = "") -> str:
    """`at least 40`, `at most 3`, `exactly 5` or `9 to 13`, with a unit behind."""
    low, high = constraint.min, constraint.max if isinstance(constraint.max, int) else None
    behind = f" {unit}" if unit else ""
    if low is not None and high is not None:
        return f"exactly {low}{behind}" if low == high else f"{low} to {high}{behind}"
    if low is not None:
        return f"at least {low}{behind}"
    return f"at most {high}{behind}"


Check = Callable[[Deck, "Project"], Iterable["Finding"]]


@dataclass(frozen=True, slots=True)
class Finding:
    """What a named check of a game's own package reports."""

    found: int | str
    allowed: str
    fix: str
    cards: tuple[str, ...] = ()
    section: str = ""
