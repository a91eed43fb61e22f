"""Continuous effects: what one of them says, and the table of all that are in force, found by attribute and object.

A row of the table is an effect with its source, its player, the objects that were fixed when it began, and its number
from then. What is in force now is gathered by `values`, which answers what it makes of a thing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

Test = Callable[["Match", int, int, int], bool]  # (match, object, source, you)
Number = Callable[["Match", int, int, dict[str, Any]], int]  # (match, source, you, bind)
Holds = Callable[["Match", int, int, dict[str, Any]], bool]  # (match, source, you, bind)


@dataclass(frozen=True, slots=True, eq=False)
class Narrowing:
    """What of a filter stays: with `own` nothing fits but the source, `kind` tests what a thing is and whose.

    `whole` tells that the filter says nothing else.
    """

    own: bool
    kind: Test
    whole: bool


@dataclass(frozen=True, slots=True)
class Constant:
    """A number that is printed as such."""

    number: int

    def __call__(self, m: Match, source: int, you: int, bind: dict[str, Any]) -> int:
        return self.number


@dataclass(frozen=True, slots=True, eq=False)
class Continuous:
    """One continuous effect of an ability: which attribute of which objects it changes, and how.

    `attr` is an attribute ("power"), "keyword:flight", "cannot:move", "lose"… `mode` is "add", "set" or "is".
    `other` narrows it to the other party (who is attacked, who plays). `test` tells whom it covers. `alone` says that
    it can cover nothing but its "source", or its "host"; `certain` that it covers that one whatever happens. `constant`
    is the number where that is printed as such. `holds` is the condition of a lasting effect that has one.
    """

    attr: str
    mode: str
    number: Number
    test: Test
    other: Test | None = None
    unlosable: bool = False
    alone: str = ""
    certain: bool = False
    constant: int | None = None
    holds: Holds | None = None


# (effect, source, you, fixed objects or None, number or None)
InForce = tuple[Continuous, int, int, "tuple[int, ...] | None", "int | None"]

NONE: tuple[InForce, ...] = ()
Granted = dict[int, tuple[tuple[int, int], ...]]  # object -> cards whose abilities it has, each with its source
Index = dict[int, list[InForce]]  # the rows that may cover an object, by object; under NOWHERE those for all others
# What is in force without what is granted, and what things have by the rules.
Basis = tuple[tuple[tuple[str, tuple[InForce, ...]], ...], list[tuple[int, Sequence[int]]]]
_NOBODY: Granted = {}  # never written to
NOTHING: frozenset[int] = frozenset()
FEW: Final = 3  # rows on one attribute that are looked through one by one


class Effects:
    """What is in force: `rows` by attribute. Which of them may cover an object is worked out when first asked."""

    __slots__ = (
        "_index", "_reach", "_silent", "_sums", "basis", "cards", "controllers", "granted", "hosts", "known",
        "listening", "rows", "shifting", "there",
    )  # fmt: skip

    def __init__(self) -> None:
        self.rows: dict[str, list[InForce]] = {}
        self.granted: Granted = _NOBODY
        self.listening: dict[Any, Any] = {}  # what was worked out of what is granted alone: see `grants`
        # What was worked out of the rows, what is granted, and of things what they are and whose, as it was then.
        self.known: dict[Any, Any] = {}
        # What all of this was worked out of, where abilities are granted: see `values`.
        self.basis: Basis | None = None
        self.cards: list[int] = []
        self.controllers: list[int] = []
        self.hosts: list[int] = []
        self.there: list[bool] = []
        self.shifting = False  # whether what is granted may come and go without a change of what is in force
        self._index: dict[str, Index] = {}
        self._sums: dict[str, tuple[dict[int, int], Index]] = {}
        self._reach: dict[tuple[str, bool], frozenset[int] | None] = {}
        self._silent: dict[frozenset[str], bool] = {}

    def forget(self) -> None:
        """Work out anew which rows cover what: there are more of them."""
        self._index = {}
        self._sums = {}
        self._reach = {}
        self._silent = {}
        self.known = {}

    def again(self, m: Match, basis: Basis) -> Effects | None:
        """Return this where all that it was worked out of is the same again; None where it has to be worked out anew.

        Things that came since do not count: what is not `shifting` grants abilities to its source or its host alone.
        """
        if self.shifting or self.basis != basis:
            return None
        s, many = m.state, len(self.cards)
        if (self.cards, self.controllers, self.hosts) != (s.card[:many], s.controller[:many], s.host[:many]):
            return None
        if self.there != _granted_in_play(m, self.rows):
            return None
        if len(s.card) == many:
            return self
        more = Effects()
        more.rows, more.granted, more.listening, more.known = self.rows, self.granted, self.listening, self.known.copy()
        more.keep(m, basis)
        return more

    def keep(self, m: Match, basis: Basis) -> None:
        """Note what this was worked out of."""
        s = m.state
        self.basis, self.cards, self.controllers, self.hosts = basis, s.card[:], s.controller[:], s.host[:]
        self.there = [] if self.shifting else _granted_in_play(m, self.rows)

    def take_over(self, former: Effects) -> None:
        """Keep what was worked out before, where what it came of is the same again."""
        if former.granted != self.granted:
            return
        self.granted, self.listening = former.granted, former.listening
        if former.rows != self.rows:
            return
        many = len(former.controllers)
        if former.cards == self.cards and former.controllers == self.controllers:
            self.known = former.known
        elif former.cards == self.cards[:many] and former.controllers == self.controllers[:many]:
            self.known = former.known.copy()  # of the things that came since nothing was asked

    def about(self, m: Match, attr: str, obj: int) -> Sequence[InForce]:
        """Return the rows on an attribute that may cover an object, in order; `covers` decides."""
        rows = self.rows.get(attr, NONE)
        if len(rows) <= FEW:
            return rows
        found = self._index.get(attr)
        if found is None:
            found = self._index[attr] = _by_object(m, rows)
        return found.get(obj, found[NOWHERE])

    def sums(self, m: Match, attr: str) -> tuple[dict[int, int], Index]:
        """Return by object what is certainly added to an attribute, and the index of all other rows on it."""
        found = self._sums.get(attr)
        if found is None:
            certain: dict[int, int] = {}
            others = []
            for row in self.rows.get(attr, NONE):
                effect = row[0]
                number = known_number(row)
                objects = _only(m, row) if row[3] is not None or effect.certain else None
                if objects is None or number is None or effect.mode != "add":
                    others.append(row)
                else:
                    for obj in objects:
                        certain[obj] = certain.get(obj, 0) + number
            found = self._sums[attr] = (certain, _by_object(m, others))
        return found

    def silent(self, attrs: frozenset[str]) -> bool:
        """Whether there is no row on any of some attributes."""
        found = self._silent.get(attrs)
        if found is None:
            found = self._silent[attrs] = attrs.isdisjoint(self.rows)
        return found

    def reach(self, m: Match, attr: str, lowering: bool) -> frozenset[int] | None:
        """Return the objects that rows on an attribute may cover, or those that may lower it; None for any object."""
        key = attr, lowering
        if key in self._reach:
            return self._reach[key]
        found: frozenset[int] | None = NOTHING
        for row in self.rows.get(attr, NONE):
            if found is not None and (not lowering or may_lower(row)):
                objects = _only(m, row)
                found = None if objects is None else found.union(objects)
        self._reach[key] = found
        return found


def _only(m: Match, row: InForce) -> Collection[int] | None:
    """Return the only objects that a row may cover; None if it may cover any."""
    if row[3] is not None:
        return set(row[3])
    alone = row[0].alone
    if not alone:
        return None
    only = row[1] if alone == "source" else m.state.host[row[1]]
    return (only,) if only != NOWHERE else ()


def _by_object(m: Match, rows: Sequence[InForce]) -> Index:
    """Return the index of rows: those that may cover any object, and by object those together with its own."""
    broad: list[InForce] = []
    found = {NOWHERE: broad}
    for row in rows:
        objects = _only(m, row)
        if objects is None:
            for those in found.values():
                those.append(row)
        else:
            for obj in objects:
                found.setdefault(obj, broad.copy()).append(row)
    return found


def known_number(row: InForce) -> int | None:
    """The number of an effect in force where it need not be worked out: from when it began, or as printed."""
    return row[0].constant if row[4] is None else row[4]


def may_lower(row: InForce) -> bool:
    """Whether an effect in force may make a number smaller, as far as can be told without working it out."""
    number = known_number(row)
    return number is None or number < 0 or row[0].mode == "set"


def _granted_in_play(m: Match, rows: Mapping[str, Sequence[InForce]]) -> list[bool]:
    """Return whether those are in play to whom alone something is granted, row by row."""
    zone, kinds, facts = m.state.zone, m.facts.zone_kinds, m.facts
    granting = [row for attr in facts.granting for row in rows.get(attr, ())]
    return [kinds[zone[obj]] == facts.field for row in granting for obj in _only(m, row) or ()]
