"""Turns a formula into what works it out over a document: a function for each part, made once and called often.

A map is a dict, a list a list, a card its id; a field that counts cards is the list of all copies. What a formula goes
over again and again is counted in steps, and one that takes too many ends with `FormulaError`.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from cardlib.decks import formulas
from cardlib.decks.formulas import FormulaError, Node

if TYPE_CHECKING:
    from cardlib.catalog import Card, Project

Value: TypeAlias = Any  # int, str, bool, None, or a list or dict of such
Bound: TypeAlias = Mapping[str, Value]  # what a `for` binds, by name
Run: TypeAlias = "Callable[[Work, Bound], Value]"


class Work(Protocol):
    """What formulas are worked out over, as they see it: a document of a project (`cardlib.decks.working`)."""

    headers: Mapping[str, str]
    steps: int

    @property
    def project(self) -> Project:
        """The project of the document."""

    def named(self, name: str) -> Value:
        """Return what a name that no `for` binds is."""

    def filled(self, text: str, bound: Bound) -> str:
        """Return a text with the values of the names in braces."""

    def shown(self, value: Value) -> str:
        """Return a value in words."""


STEPS = 200_000  # of one formula; what takes more is a slip, or a document made to keep a checker busy
BRACES = re.compile(r"\{([A-Za-z_][\w-]*)\}")
OWN = ("type", "name", "id")  # of a card, beside its attributes
_COMPARED = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
_RECKONED: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda one, other: one // other if other else 0,
}


def run_of(node: Node, text: str, filters: Mapping[str, frozenset[str]]) -> Run:
    """Return what works a formula out; `text` is what errors show, `filters` has the cards that pass its filters."""
    return _Maker(text, filters).run(node)


@dataclass(slots=True)
class _Maker:
    text: str
    filters: Mapping[str, frozenset[str]]
    size: int = 0  # parts so far

    def run(self, node: Node) -> Run:
        self.size += 1
        return _MADE[type(node)](self, node)

    def literal(self, node: formulas.Literal) -> Run:
        value = node.value
        if isinstance(value, str) and "{" in value:
            return lambda work, bound: work.filled(value, bound)
        return lambda work, bound: value

    def name(self, node: formulas.Name) -> Run:
        name = node.name
        return lambda work, bound: bound[name] if name in bound else work.named(name)

    def member(self, node: formulas.Member) -> Run:
        whole, key = self.run(node.whole), self.run(node.key)
        if isinstance(node.key, formulas.Literal) and not (isinstance(node.key.value, str) and "{" in node.key.value):
            known = node.key.value
            return lambda work, bound: member(whole(work, bound), known)
        return lambda work, bound: member(whole(work, bound), key(work, bound))

    def opposite(self, node: formulas.Not) -> Run:
        inner = self.run(node.inner)
        return lambda work, bound: not inner(work, bound)

    def choice(self, node: formulas.Choice) -> Run:
        condition, then, other = self.run(node.condition), self.run(node.then), self.run(node.other)
        return lambda work, bound: then(work, bound) if condition(work, bound) else other(work, bound)

    def operation(self, node: formulas.Operation) -> Run:
        sign, left, right = node.sign, self.run(node.left), self.run(node.right)
        if sign == "and":
            return lambda work, bound: bool(left(work, bound)) and bool(right(work, bound))
        if sign == "or":
            return lambda work, bound: bool(left(work, bound)) or bool(right(work, bound))
        if sign == "=":
            return lambda work, bound: (one := left(work, bound)) is not None and one == right(work, bound)
        if sign == "!=":
            return lambda work, bound: (one := left(work, bound)) is None or one != right(work, bound)
        if sign == "in":
            return lambda work, bound: left(work, bound) in entries(right(work, bound))
        if sign == "..":
            return self.numbers(left, right)
        if sign in _COMPARED:
            return self.comparison(_COMPARED[sign], left, right)
        reckoned, number = _RECKONED[sign], self.number
        return lambda work, bound: reckoned(number(work, left(work, bound)), number(work, right(work, bound)))

    def numbers(self, left: Run, right: Run) -> Run:
        def run(work: Work, bound: Bound) -> Value:
            first, last = self.number(work, left(work, bound)), self.number(work, right(work, bound))
            self.taking(work, last - first)
            return list(range(first, last + 1))

        return run

    def comparison(self, compared: Callable[[int, int], bool], left: Run, right: Run) -> Run:
        def run(work: Work, bound: Bound) -> Value:
            one, other = left(work, bound), right(work, bound)
            first, second = self.number(work, one), self.number(work, other)
            return one is not None and other is not None and compared(first, second)

        return run

    def number(self, work: Work, value: Value) -> int:
        """Return a number as it is, nothing as 0."""
        if value is None:
            return 0
        if isinstance(value, int):
            return int(value)
        raise FormulaError(f"found {work.shown(value)!r}, expected a number", self.text)

    def taking(self, work: Work, steps: int) -> None:
        """Count steps; raises `FormulaError` once there are too many."""
        if steps > 0:
            work.steps += steps
        if work.steps > STEPS:
            raise FormulaError(f"takes more than {STEPS:,} steps to work out", self.text)

    def each(self, node: formulas.Each) -> Run:
        name, over = node.name, self.run(node.entries)
        before = self.size
        inner = self.run(node.inner)
        condition = self.run(node.condition) if node.condition is not None else None
        steps = self.size - before

        def run(work: Work, bound: Bound) -> Value:
            there = entries(over(work, bound))
            self.taking(work, steps * len(there))
            within = {**bound}
            found = []
            for entry in there:
                within[name] = entry
                if condition is None or condition(work, within):
                    found.append(inner(work, within))
            return found

        return run

    def printed(self, node: formulas.Printed) -> Run:
        cards = self.run(node.cards)
        if node.step is None:
            return lambda work, bound: on_cards(work, cards(work, bound), node.attribute)
        step, named = self.run(node.step), node.step.name if isinstance(node.step, formulas.Name) else None

        def run(work: Work, bound: Bound) -> Value:
            game = work.project.game
            scale = game.scales[game.attributes[node.attribute].by]
            word = named
            if word not in scale.steps:
                at = step(work, bound)
                word = at if at in scale.steps else scale.steps[scale.at(self.number(work, at))]
            return on_cards(work, cards(work, bound), f"{node.attribute}@{word}")

        return run

    def call(self, node: formulas.Call) -> Run:
        runs = [self.run(one) for one in node.arguments]
        first, function = runs[0], node.function
        if function in ("cards", "fits"):
            filter_ = node.arguments[1]
            assert isinstance(filter_, formulas.Literal)
            passing = self.filters[str(filter_.value)]
            if function == "cards":
                return lambda work, bound: [id_ for id_ in held(first(work, bound)) if id_ in passing]
            return lambda work, bound: first(work, bound) in passing
        if function == "header":
            return lambda work, bound: _header(work, first(work, bound))
        if function in _OF_ONE:
            told = _OF_ONE[function]
            return lambda work, bound: told(first(work, bound))
        of_all = _OF_ALL.get(function)
        if of_all is None:
            return self.reckoning(function, runs)
        if len(runs) == 1:
            return lambda work, bound: of_all(entries(first(work, bound)))
        return lambda work, bound: of_all([one(work, bound) for one in runs])

    def reckoning(self, function: str, runs: list[Run]) -> Run:
        """What adds numbers up, or finds the lowest or highest; of none it is nothing."""
        first, alone = runs[0], len(runs) == 1
        made: Callable[[list[int]], int] = sum if function == "sum" else min if function == "min" else max

        def run(work: Work, bound: Bound) -> Value:
            there = entries(first(work, bound)) if alone else [one(work, bound) for one in runs]
            numbers = [self.number(work, one) for one in there]
            return made(numbers) if numbers or function == "sum" else None

        return run


_MADE: Mapping[type, Callable[[_Maker, Any], Run]] = {
    formulas.Literal: _Maker.literal,
    formulas.Name: _Maker.name,
    formulas.Member: _Maker.member,
    formulas.Printed: _Maker.printed,
    formulas.Operation: _Maker.operation,
    formulas.Not: _Maker.opposite,
    formulas.Choice: _Maker.choice,
    formulas.Each: _Maker.each,
    formulas.Call: _Maker.call,
}
_OF_ONE: Mapping[str, Callable[[Value], Value]] = {
    "has": lambda value: value is not None and value != {} and value != [],
    "keys": lambda value: list(value) if isinstance(value, dict) else [],
}
_OF_ALL: Mapping[str, Callable[[list[Value]], Value]] = {
    "count": lambda there: sum(1 for one in there if one is not None and one is not False),
    "different": lambda there: [one for at, one in enumerate(there) if one not in there[:at]],
    "all": lambda there: all(map(bool, there)),
    "any": lambda there: any(map(bool, there)),
}


def _header(work: Work, name: Value) -> Value:
    written = work.headers.get(str(name))
    return int(written) if written is not None and re.fullmatch(r"\d{1,9}", written, re.ASCII) else written


def on_cards(work: Work, value: Value, attribute: str) -> Value:
    """Return an attribute of a card by its id, or the list of those of all cards in a value that have it."""
    cards = work.project.cards
    if isinstance(value, str):
        return _attribute(cards[value], attribute) if value in cards else None
    found = [_attribute(cards[id_], attribute) for id_ in held(value) if id_ in cards]
    return [one for one in found if one is not None]


def entries(value: Value) -> list[Value]:
    """The entries of a list, the values of a map; anything else is one entry, nothing none."""
    if value is None:
        return []
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else [value]


def bound_entries(value: Value) -> list[Value]:
    """What `for` of a constraint goes over: the keys of a map, the entries of a list, the numbers from 1 to one."""
    if isinstance(value, dict):
        return list(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return list(range(1, min(value, STEPS) + 1))
    return entries(value)


def held(value: Value) -> list[str]:
    """Return every text in a value, however deep: the ids of its cards."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict | list):
        return [id_ for one in entries(value) for id_ in held(one)]
    return []


def member(whole: Value, key: Value) -> Value:
    """Return the entry of a map, the entry of a list by its number from 1, or that member of every entry of a list."""
    if isinstance(whole, dict):
        return whole.get(str(key)) if key is not None else None
    if isinstance(whole, list):
        if isinstance(key, int) and not isinstance(key, bool):
            return whole[key - 1] if 1 <= key <= len(whole) else None
        if not isinstance(key, str):
            return None
        found = [member(one, key) for one in whole]
        return [one for one in found if one is not None]
    return None


def _attribute(card: Card, name: str) -> Value:
    if name in OWN:
        return getattr(card, name)
    value: Value = card.attributes.get(name, card.keywords.get(name))
    return list(value) if isinstance(value, tuple) else value
