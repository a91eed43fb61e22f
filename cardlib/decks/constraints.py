"""The kinds of constraint, compiled: each finds its breaches in a counted deck.

Filters are worked out to sets of card ids beforehand, so that a test is a few look-ups; words are made only for a
breach. The random generator reads the same values (`Bound`, `Copies`, `Lock`, `Partners`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from cardlib.decks import repairs
from cardlib.decks.facts import Check, Counted, Counts, Facts, limits
from cardlib.decks.formats import Constraint
from cardlib.decks.model import Deck
from cardlib.decks.violations import Violation
from cardlib.decks.written import section_id
from cardlib.filters import nearest
from cardlib.filters.words import number_of


def behind(number: int) -> Literal["none", "plural"]:
    """How what stands behind a number of it is written."""
    return "none" if number == 1 else "plural"


def breach(
    facts: Facts,
    constraint: Constraint,
    found: int | str,
    allowed: str,
    fix: str,
    cards: tuple[str, ...] = (),
    section: str = "",
    rule: str = "",
    also: str = "",
) -> Violation:
    """A violation of a constraint, with the sentence of its rule."""
    named = rule or constraint.rule
    sentence = facts.sentence(named, "" if rule else constraint.note, constraint.kind)
    also = also or ("" if rule else constraint.also)
    return Violation(constraint.kind, named, sentence, section, cards, found, allowed, fix, constraint.severity, also)


@dataclass(frozen=True, slots=True)
class Bound:
    """A sum over cards with a lower and an upper limit: `size`, `count`, `only` and `budget`.

    `weights` gives what each card adds; None means one for every card but those of `uncounted`, unknown ones included.
    """

    facts: Facts
    constraint: Constraint
    sections: tuple[str, ...]
    weights: Mapping[str, int] | None
    low: int | None = None
    high: int | None = None
    high_header: str = ""
    uncounted: frozenset[str] = frozenset()

    @property
    def of_all(self) -> bool:
        """Whether it counts cards, whichever they are."""
        return self.weights is None

    @property
    def of_copies(self) -> bool:
        """Whether it counts the copies of each card."""
        return False

    def weight(self, card: str) -> int:
        """What one copy of a card adds."""
        return int(card not in self.uncounted) if self.weights is None else self.weights.get(card, 0)

    def total(self, counted: Counted) -> int:
        """The sum for a deck."""
        if self.weights is None:
            size = counted.size(self.sections)
            return size - sum(counted.of(self.sections).get(card, 0) for card in self.uncounted)
        weights = self.weights
        return sum(count * weights[card] for card, count in counted.of(self.sections).items() if card in weights)

    def left(self, counted: Counted, card: str, moved: Mapping[str, int]) -> int | None:
        """How many more copies of a card there may be, beside those that are moved; None for no limit."""
        weight = self.weight(card)
        if self.high is None or weight <= 0:
            return None
        there = self.total(counted) + sum(self.weight(one) * count for one, count in moved.items())
        return max(0, self.high - there) // weight

    def short(self, counted: Counted, gone: Mapping[str, int]) -> int:
        """How far a deck without these copies is below the lower limit."""
        rest = self.total(counted) - sum(self.weight(card) * count for card, count in gone.items())
        return max(0, (self.low or 0) - rest)

    def test(self, counted: Counted) -> Iterator[Violation]:
        """Yield a violation if the sum is outside of the limits."""
        total = self.total(counted)
        high = self.high
        if self.high_header:
            written = counted.deck.headers.get(self.high_header, "")
            high = int(written) if written.isascii() and written.isdigit() and len(written) < 9 else None
        if self.low is not None and total < self.low:
            yield self._too_low(counted, total, self.low - total)
        elif high is not None and total > high:
            yield self._too_high(counted, total, high)

    def fits(self, deck: Deck, card: str, section: str) -> bool:
        """Whether a constraint of the kind `only` admits a card in a section, whatever else is in the deck."""
        return section not in self.sections or card not in (self.weights or ())

    def _too_low(self, counted: Counted, total: int, missing: int) -> Violation:
        facts, constraint = self.facts, self.constraint
        if self.weights is None:
            fix = repairs.fill(facts, counted, self.sections, self.uncounted, missing)
        elif constraint.kind == "budget":
            heavy = [card for card, weight in self.weights.items() if weight > 0]
            full = repairs.in_place(facts, counted, self.sections, heavy, 1) and " in place of others"
            fix = f"add cards with {constraint.sum} for {missing} more{full}"
        else:
            wanted = facts.described(frozenset(self.weights), constraint.of, "a" if missing == 1 else "plural")
            full = repairs.in_place(facts, counted, self.sections, self.weights, missing)
            fix = f"add {missing} more{full}: {wanted}"
        return breach(facts, constraint, total, self._allowed(self.high), fix, section=", ".join(self.sections))

    def _too_high(self, counted: Counted, total: int, high: int) -> Violation:
        facts, constraint = self.facts, self.constraint
        inside = counted.of(self.sections)
        cards = inside if self.weights is None else {card: n for card, n in inside.items() if card in self.weights}
        section = ", ".join(self.sections)
        if constraint.kind == "budget":
            heavy = {card: n for card, n in cards.items() if self.weights and self.weights[card] > 0}
            less = repairs.heaviest_first(heavy, self.weights or {}, total - high)
            fix = f"remove cards with {constraint.sum} for {total - high}, e.g. {facts.named(less)}"
            if repairs.falls_short(facts, counted, self.sections, less):
                fix = f"swap cards for others, so that the sum of {constraint.sum} is {total - high} lower"
            return breach(facts, constraint, total, self._allowed(high), fix, tuple(heavy), section)
        weighed = {card: n for card, n in cards.items() if self.weight(card)}
        spare = repairs.spare(facts, counted, self.sections, weighed, total - high)
        enough = sum(spare.values()) == total - high
        if self.weights is None:
            such = f", e.g. {facts.named(spare)}" if enough else ""
            fix = f"remove {number_of(total - high, 'card')}{such}"
            return breach(facts, constraint, total, self._allowed(high), fix, (), section)
        surplus = spare if enough and constraint.kind == "count" else repairs.largest_first(cards, total - high)
        away = repairs.put_elsewhere if constraint.kind == "only" else repairs.take_out
        fix = away(facts, counted, self.sections, surplus)
        return breach(facts, constraint, total, self._allowed(high), fix, tuple(cards), section)

    def _allowed(self, high: int | None) -> str:
        constraint = self.constraint
        if constraint.kind == "only":
            return f"only {self.facts.described(self.facts.cards_of(constraint.of), constraint.of)}"
        number = (high or 0) if self.high_header else constraint.last
        cards = "card" if number == 1 else "cards"
        unit = cards if self.weights is None else constraint.sum
        if self.uncounted:
            unit = f"{cards}, {self.facts.in_english(constraint.without)} not counted"
        if not unit:
            unit = self.facts.described(frozenset(self.weights or ()), constraint.of, behind(number))
        return f"at most {high} {unit}" if self.high_header else limits(constraint, unit)


@dataclass(frozen=True, slots=True)
class Copies:
    """Copies of one card, or of cards of one name (`group`: card id -> key), within limits per key."""

    facts: Facts
    constraint: Constraint
    sections: tuple[str, ...]
    group: Mapping[str, str]
    high: Mapping[str, int]
    low: Mapping[str, int]

    @property
    def of_all(self) -> bool:
        """Whether it counts cards, whichever they are."""
        return False

    @property
    def of_copies(self) -> bool:
        """Whether it counts the copies of each card."""
        return True

    def short(self, counted: Counted, gone: Mapping[str, int]) -> int:
        """How far a deck without these copies is below the lower limits, of all cards together."""
        inside = counted.of(self.sections)
        rest = {key: sum(inside.get(one, 0) - gone.get(one, 0) for one in self._cards(key)) for key in self.low}
        return sum(max(0, least - rest[key]) for key, least in self.low.items())

    def left(self, counted: Counted, card: str, moved: Mapping[str, int]) -> int | None:
        """How many more copies of a card there may be, beside those that are moved; None for no limit."""
        key = self.group.get(card)
        if key is None or key not in self.high:
            return None
        inside = counted.of(self.sections)
        there = sum(inside.get(one, 0) + moved.get(one, 0) for one in self._cards(key))
        return max(0, self.high[key] - there)

    def test(self, counted: Counted) -> Iterator[Violation]:
        """Yield a violation for each card with too many or too few copies."""
        group, high = self.group, self.high
        totals: Counts = {}
        over = False
        for card, count in counted.of(self.sections).items():
            key = group.get(card)
            if key is not None:
                totals[key] = count = totals.get(key, 0) + count
                if key in high and count > high[key]:
                    over = True
        if over:
            for key, count in totals.items():
                if key in high and count > high[key]:
                    yield self._too_many(counted, key, count)
        for key, least in self.low.items():
            if totals.get(key, 0) < least:
                missing = {self._cards(key)[0]: least - totals.get(key, 0)}
                fix = repairs.bring(self.facts, counted, self.sections, missing)
                section = ", ".join(self.sections)
                yield breach(
                    self.facts,
                    self.constraint,
                    totals.get(key, 0),
                    f"exactly {least}" if self.constraint.full else limits(self.constraint),
                    fix,
                    tuple(missing),
                    section,
                )

    def _cards(self, key: str) -> list[str]:
        return [card for card, other in self.group.items() if other == key]

    def _too_many(self, counted: Counted, key: str, count: int) -> Violation:
        inside = counted.of(self.sections)
        cards = {card: inside[card] for card in self._cards(key) if card in inside}
        lines = [
            entry.count
            for part in counted.deck.sections
            if part.name in self.sections
            for entry in part.entries
            if entry.card in cards
        ]
        spread = self.constraint.spread if len(lines) > 1 else ""
        found: int | str = f"{' + '.join(map(str, lines))} = {count}" if len(lines) > 1 else count
        surplus = repairs.largest_first(cards, count - self.high[key])
        fix = repairs.take_out(self.facts, counted, self.sections, surplus)
        also = self.constraint.rule if spread else ""
        section = ", ".join(self.sections)
        allowed = f"{'exactly' if self.constraint.full else 'at most'} {self.high[key]}"
        return breach(self.facts, self.constraint, found, allowed, fix, tuple(cards), section, spread, also)


@dataclass(frozen=True, slots=True)
class Lock:
    """A header names one identity, and every card belongs to it: `identity`.

    `titles` maps the printed name of an identity, as an id, to the one that the format uses.
    """

    facts: Facts
    constraint: Constraint
    sections: tuple[str, ...]
    values: Mapping[str, frozenset[str]]
    titles: Mapping[str, str]

    def identity(self, written: str) -> str:
        """The id of an identity that is written as id or as printed."""
        id_ = section_id(written)
        return id_ if id_ in self.values else self.titles.get(id_, id_)

    def named(self, deck: Deck) -> list[str]:
        """The identities that the deck names, as ids."""
        written = deck.headers.get(self.constraint.header, "")
        return [self.identity(part) for part in written.replace(",", "/").split("/") if part.strip()]

    def fits(self, deck: Deck, card: str, section: str) -> bool:
        """Whether a card is of the identity that the deck names; any is where it names none."""
        names = self.named(deck)
        known = len(names) == 1 and names[0] in self.values
        return section not in self.sections or not known or card in self.values[names[0]]

    def test(self, counted: Counted) -> Iterator[Violation]:
        """Yield a violation for a header that names no identity, and one for the cards of others."""
        facts, constraint = self.facts, self.constraint
        names = self.named(counted.deck)
        inside = counted.of(self.sections)
        if len(names) != 1 or names[0] not in self.values:
            fitting = [value for value, cards in self.values.items() if inside.keys() <= cards]
            best = fitting or sorted(self.values, key=lambda value: -sum(inside.get(c, 0) for c in self.values[value]))
            found = " and ".join(names) or "none"
            allowed = f"exactly one {constraint.header}: {', '.join(self.values)}"
            fix = f"write '{constraint.header}: {best[0]}' at the head of the deck"
            rule = constraint.unnamed or constraint.rule
            yield breach(facts, constraint, found, allowed, fix, rule="" if rule == constraint.rule else rule)
            return
        by_section = constraint.by_section or {}
        areas = [(tuple(section for section in self.sections if section not in by_section), "")]
        areas += [((section,), rule) for section, rule in by_section.items() if section in self.sections]
        for sections, rule in areas:
            inside = counted.of(sections) if sections else {}
            foreign = {card: count for card, count in inside.items() if card not in self.values[names[0]]}
            if foreign:
                fix = repairs.take_out(facts, counted, sections, foreign)
                allowed = f"only cards that {constraint.header} {names[0]} may have"
                number, section = sum(foreign.values()), ", ".join(sections)
                yield breach(facts, constraint, number, allowed, fix, tuple(foreign), section, rule)


@dataclass(frozen=True, slots=True)
class Partners:
    """A card of `condition` asks for at least `least` cards of each set in `needs`: `requires`."""

    facts: Facts
    constraint: Constraint
    sections: tuple[str, ...]
    condition: frozenset[str]
    needs: tuple[frozenset[str], ...]
    least: int

    def test(self, counted: Counted) -> Iterator[Violation]:
        """Yield a violation for each set of partners that is missing."""
        inside = counted.of(self.sections)
        if inside.keys().isdisjoint(self.condition):
            return
        for cards, text in zip(self.needs, self.constraint.needs, strict=True):
            total = sum(inside[card] for card in cards if card in inside)
            if total < self.least:
                here = tuple(card for card in inside if card in self.condition)
                wanted = self.facts.described(cards, text, behind(self.least))
                missing = self.least - total
                of = f" of the {self.facts.described(cards, text)}" if len(cards) > 1 else f" {wanted}"
                fix = f"add {missing}{of}, or remove {', '.join(map(self.facts.name, here))}"
                yield breach(
                    self.facts,
                    self.constraint,
                    total,
                    f"at least {self.least} {wanted}",
                    fix,
                    here,
                    ", ".join(self.sections),
                )


@dataclass(frozen=True, slots=True)
class Pool:
    """Every card exists and is of the pool: `pool`."""

    facts: Facts
    constraint: Constraint
    sections: tuple[str, ...]
    cards: frozenset[str] | None

    def test(self, counted: Counted) -> Iterator[Violation]:
        """Yield a violation for all cards outside of the pool together."""
        outside: Counts = {}
        if self.cards is not None:
            outside = {card: n for card, n in counted.of(self.sections).items() if card not in self.cards}
        fixes = [f"remove {self.facts.named(outside)}"] if outside else []
        for entry in counted.unknown(self.sections):
            outside[entry.name] = outside.get(entry.name, 0) + entry.count
            near = f"write {' or '.join(entry.near)}" if entry.near else "replace it with a card of the list"
            line = f"line {entry.line}: " if entry.line else ""
            fixes.append(f"{line}{entry.name!r}: {near}")
        if outside:
            allowed = "cards of the published list" if self.cards is None else "cards of the format's pool"
            yield breach(self.facts, self.constraint, sum(outside.values()), allowed, "; ".join(fixes), tuple(outside))


@dataclass(frozen=True, slots=True)
class Sections:
    """No section but those of the format: `sections`."""

    facts: Facts
    constraint: Constraint
    known: tuple[str, ...]

    def test(self, counted: Counted) -> Iterator[Violation]:
        """Yield a violation for each section that the format does not have."""
        for part in counted.deck.sections:
            size = counted.size((part.name,))
            if part.name in self.known or not size:
                continue
            allowed = f"only the section{'s' if len(self.known) > 1 else ''} {', '.join(self.known)}"
            near = nearest(part.name, self.known)
            fix = f"delete the section {part.name} with its {number_of(size, 'card')}"
            if near is not None and not counted.size((near,)):
                fix = f"write [{near}] in place of [{part.name}]"
            yield breach(self.facts, self.constraint, size, allowed, fix, tuple(counted.of((part.name,))), part.name)


@dataclass(frozen=True, slots=True)
class Listed:
    """The deck equals one of the named decks, card by card: `listed`."""

    facts: Facts
    constraint: Constraint
    sections: tuple[str, ...]
    decks: Mapping[str, Counts]

    def test(self, counted: Counted) -> Iterator[Violation]:
        """Yield a violation that names the nearest listed deck and the difference to it."""
        inside = counted.of(self.sections)
        if inside in self.decks.values() or not self.decks:
            return

        def difference(name: str) -> Counts:
            listed = self.decks[name]
            changes = {card: listed.get(card, 0) - inside.get(card, 0) for card in {**listed, **inside}}
            return {card: change for card, change in changes.items() if change}

        closest = min(self.decks, key=lambda name: (sum(map(abs, difference(name).values())), name))
        changes = difference(closest)
        added = {card: change for card, change in changes.items() if change > 0}
        removed = {card: -change for card, change in changes.items() if change < 0}
        steps = [f"add {self.facts.named(added)}"] if added else []
        steps += [f"remove {self.facts.named(removed)}"] if removed else []
        yield breach(
            self.facts,
            self.constraint,
            f"{number_of(sum(map(abs, changes.values())), 'card')} other than in {closest}",
            f"one of {', '.join(self.decks)}",
            "; ".join(steps),
            tuple(changes),
            ", ".join(self.sections),
        )


@dataclass(frozen=True, slots=True)
class Named:
    """A check that a game's own package provides: `check`."""

    facts: Facts
    constraint: Constraint
    check: Check

    def test(self, counted: Counted) -> Iterator[Violation]:
        """Yield what the check finds, under the rule of the constraint."""
        for one in self.check(counted.deck, self.facts.project):
            yield breach(self.facts, self.constraint, one.found, one.allowed, one.fix, one.cards, one.section)
