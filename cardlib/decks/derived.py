"""Constraints over what a document says: bounds of its fields, values that formulas give, and what has to hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cardlib.decks.constraints import breach
from cardlib.decks.facts import Counted, Facts
from cardlib.decks.formats import Constraint
from cardlib.decks.naming import Formula
from cardlib.decks.running import bound_entries, held
from cardlib.decks.violations import Violation
from cardlib.decks.working import Work

CASES = 10_000  # for which one constraint is tested at most
REPAIR = ("change", "by", "wanted")  # names in the fix of a value: raise or lower it, by how much, to what

FIELDS = Constraint("fields")  # what the declared fields of a kind ask for


@dataclass(frozen=True, slots=True)
class Declared:
    """Every value keeps the bounds that the kind of document declares: the code of a breach is `field`."""

    facts: Facts
    constraint: Constraint = FIELDS

    def test(self, counted: Counted) -> Iterator[Violation]:
        """Yield a violation for every slip of the document."""
        for slip in counted.deck.slips:
            note = "" if slip.rule else "A value keeps the bounds of its field."
            sentence = self.facts.sentence(slip.rule, note)
            yield Violation("field", slip.rule, sentence, slip.path, slip.cards, slip.found, slip.allowed, slip.fix)


@dataclass(frozen=True, slots=True)
class Derived:
    """What a formula gives lies within limits (`value`), or is true (`holds`), for each case of `cases`."""

    facts: Facts
    constraint: Constraint
    cases: tuple[tuple[str, Formula], ...]
    formula: Formula
    low: Formula | None = None
    high: Formula | None = None
    exactly: Formula | None = None
    shown: Formula | None = None

    def test(self, counted: Counted) -> Iterator[Violation]:
        """Yield a violation for every case that is out of bounds, or not true."""
        work = counted.work()
        if work is None:
            return
        for bound in self.bound(work):
            value = work.of(self.formula, bound)
            if self.constraint.kind == "holds":
                if not value:
                    yield self._untrue(work, bound)
            elif (wrong := self.wrong(work, bound, value)) is not None:
                yield self._outside(work, bound, value, *wrong)

    def bound(self, work: Work) -> Iterator[Mapping[str, Any]]:
        """Yield what the names of each case stand for."""
        waiting: list[dict[str, Any]] = [{}]
        for name, entries in self.cases:
            waiting = [
                {**bound, name: entry} for bound in waiting for entry in bound_entries(work.of(entries, bound))[:CASES]
            ][:CASES]
        yield from waiting

    def wrong(self, work: Work, bound: Mapping[str, Any], value: Any) -> tuple[Any, str] | None:
        """Return the nearest value that is allowed, and what is allowed in words; None for a value that is."""
        if self.exactly is not None:
            wanted = work.of(self.exactly, bound)
            return None if (value or 0) == (wanted or 0) else (wanted, f"exactly {work.shown(wanted or 0)}")
        low = work.of(self.low, bound) if self.low is not None else None
        high = work.of(self.high, bound) if self.high is not None else None
        number = value if isinstance(value, int) else 0
        words = f"at least {low}" if high is None else f"at most {high}" if low is None else f"{low} to {high}"
        words = f"exactly {low}" if low is not None and low == high else words
        if low is not None and number < low:
            return low, words
        return (high, words) if high is not None and number > high else None

    def _place(self, bound: Mapping[str, Any], path: str) -> str:
        """Where a breach is: the field, else the case."""
        if path:
            for name, value in bound.items():
                path = path.replace(f"{{{name}}}", str(value))
            return "" if "{" in path else path
        return ", ".join(f"{name} {self._named(value)}" for name, value in bound.items())

    def _named(self, value: Any) -> str:
        if isinstance(value, dict):
            return " ".join(self.facts.name(one) if isinstance(one, str) else str(one) for one in value.values())
        return self.facts.name(value) if isinstance(value, str) else str(value)

    def _cards(self, bound: Mapping[str, Any]) -> tuple[str, ...]:
        return tuple(id_ for value in bound.values() for id_ in held(value) if id_ in self.facts.pool)

    def _outside(self, work: Work, bound: Mapping[str, Any], value: Any, wanted: Any, allowed: str) -> Violation:
        constraint, cards = self.constraint, self._cards(bound)
        path, summed = self.formula.path, self.formula.summed
        written = path.split(".")[0] in work.naming.names
        place = self._place(bound, path if written else "") or (summed[0] if summed is not None else "")
        surplus = (value or 0) - (wanted or 0) if isinstance(value or 0, int) and isinstance(wanted or 0, int) else 0
        heavy: dict[str, int] = {}
        if summed is not None and surplus > 0:
            inside = [id_ for id_ in held(work.of(summed[1], bound)) if id_ in self.facts.pool]
            heavy = {id_: number for id_ in inside if (number := self.facts.number(id_, summed[0])) > 0}
            cards = cards or tuple(heavy)
        change = "lower" if surplus > 0 else "raise"
        if constraint.fix:
            repair = dict(zip(REPAIR, (change, abs(surplus), wanted), strict=True))
            fix = work.filled(constraint.fix, {**bound, **repair})
        elif path and written and place:
            fix = f"write {place}: {work.shown(wanted or 0)}"
        elif summed is not None and surplus > 0:
            enough = sorted(heavy, key=lambda id_: (heavy[id_] < surplus, abs(heavy[id_] - surplus), id_))
            example = f", e.g. {self.facts.name(enough[0])}" if enough else ""
            fix = f"remove cards with {summed[0]} for {surplus}{example}"
        elif surplus:
            fix = f"{change} it by {abs(surplus)}"
        else:
            fix = f"make it {work.shown(wanted)}"
        found = value if isinstance(value, int) and not isinstance(value, bool) else work.shown(value)
        return breach(self.facts, constraint, found, allowed, fix, cards, place)

    def _untrue(self, work: Work, bound: Mapping[str, Any]) -> Violation:
        constraint = self.constraint
        found = work.shown(work.of(self.shown, bound)) if self.shown is not None else "otherwise"
        allowed = work.filled(constraint.allowed, bound) if constraint.allowed else f"only where {constraint.must}"
        fix = work.filled(constraint.fix, bound) if constraint.fix else f"make it so that {constraint.must}"
        return breach(self.facts, constraint, found, allowed, fix, self._cards(bound), self._place(bound, ""))


@dataclass(frozen=True, slots=True)
class Sometimes:
    """A constraint that is tested only where a formula is true: `when`."""

    facts: Facts
    constraint: Constraint
    condition: Formula
    inner: Any

    def test(self, counted: Counted) -> Iterator[Violation]:
        """Yield the violations of the constraint, where it is tested."""
        work = counted.work()
        if work is not None and work.of(self.condition):
            yield from self.inner.test(counted)
