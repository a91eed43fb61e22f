"""Works formulas out over a document: checked once against what can be named, then evaluated as often as needed.

A map is a dict, a list a list, a card its id; a field that counts cards is the list of all copies. Names are looked up
among what a `for` binds, the figures of the kind, the fields, the tables, and the numbers of the rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from cardlib.decks import formulas
from cardlib.decks.formulas import (
    Call,
    Choice,
    Each,
    FormulaError,
    Literal,
    Member,
    Name,
    Node,
    Not,
    Operation,
    Printed,
)
from cardlib.decks.ledgers import Given, Ledger, totals
from cardlib.filters import FilterError, nearest, parse, printed
from cardlib.filters.nearest import noted

if TYPE_CHECKING:
    from cardlib.catalog import Card, Project

Value: TypeAlias = Any  # int, str, bool, None, or a list or dict of such
STEPS = 200_000  # of one formula; what takes more is a slip, or a document made to keep a checker busy
_BRACES = re.compile(r"\{([A-Za-z_][\w-]*)\}")
_OWN = ("type", "name", "id")  # of a card, beside its attributes


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that has been read and checked, with the sets of cards of its filters."""

    text: str
    node: Node
    filters: Mapping[str, frozenset[str]]

    @property
    def path(self) -> str:
        """The place in the document that it names, with what is bound in braces; "" for another formula."""
        return _path(self.node) or ""

    @property
    def summed(self) -> tuple[str, Node] | None:
        """The attribute and the cards, of a formula that adds an attribute up and does nothing else."""
        node = self.node
        if isinstance(node, Call) and node.function == "sum" and len(node.arguments) == 1:
            inner = node.arguments[0]
            if isinstance(inner, Printed) and inner.step is None:
                return inner.attribute, inner.cards
        return None


def _path(node: Node) -> str | None:
    if isinstance(node, Name):
        return node.name
    if isinstance(node, Member):
        whole = _path(node.whole)
        key = node.key
        if whole is None or not isinstance(key, Literal | Name):
            return None
        return f"{whole}.{key.value}" if isinstance(key, Literal) else f"{whole}.{{{key.name}}}"
    return None


@dataclass(slots=True)
class Naming:
    """What formulas of one kind of document may name."""

    project: Project
    names: frozenset[str]
    figures: Mapping[str, Formula] = field(default_factory=dict)
    tables: Mapping[str, Value] = field(default_factory=dict)
    given: dict[str, Given] = field(default_factory=dict)  # the figures that the game's package works out

    def formula(self, text: str, bound: Iterable[str] = ()) -> Formula:
        """Read and check a formula; raises `FormulaError` for what does not parse and for what there is not."""
        filters: dict[str, frozenset[str]] = {}
        node = formulas.parse_formula(text)
        self._check(node, text, frozenset(bound), filters)
        return Formula(text, node, filters)

    def known(self) -> list[str]:
        """Every name that a formula may use."""
        return [*self.names, *self.figures, *self.tables, *self.project.game.constants]

    def _check(self, node: Node, text: str, bound: frozenset[str], filters: dict[str, frozenset[str]]) -> None:
        def inner(*nodes: Node | None) -> None:
            for one in nodes:
                if one is not None:
                    self._check(one, text, bound, filters)

        if isinstance(node, Literal):
            for name in _BRACES.findall(node.value) if isinstance(node.value, str) else ():
                self._name(name, text, text.find("{" + name), bound)
        elif isinstance(node, Name):
            self._name(node.name, text, node.at, bound)
        elif isinstance(node, Member):
            inner(node.whole, node.key)
        elif isinstance(node, Printed):
            self._attribute(node, text, bound, filters)
            inner(node.cards)
        elif isinstance(node, Operation):
            inner(node.left, node.right)
        elif isinstance(node, Not):
            inner(node.inner)
        elif isinstance(node, Choice):
            inner(node.condition, node.then, node.other)
        elif isinstance(node, Each):
            inner(node.entries)
            bound = bound | {node.name}
            inner(node.inner, node.condition)
        else:
            self._call(node, text, filters)
            inner(*node.arguments)

    def _name(self, name: str, text: str, at: int, bound: frozenset[str]) -> None:
        known = self.known()
        if name not in bound and name not in known:
            near = noted(nearest(name, [*bound, *known]))
            minus = "; a minus has spaces around it" if "-" in name else ""
            raise FormulaError(f"unknown name '{name}'{near}{minus}", text, at)

    def _attribute(self, node: Printed, text: str, bound: frozenset[str], filters: dict[str, frozenset[str]]) -> None:
        game = self.project.game
        known = [*game.attributes, *self.project.keywords, *_OWN]
        if node.attribute not in known:
            near = noted(nearest(node.attribute, known))
            raise FormulaError(f"'{node.attribute}' is no attribute or keyword of the game{near}", text, node.at)
        if node.step is None:
            return
        about = game.attributes.get(node.attribute)
        if about is None or about.type != "table":
            raise FormulaError(f"'{node.attribute}' is no table, and takes no '@'", text, node.at)
        step = node.step
        if not (isinstance(step, Name) and step.name in game.scales[about.by].steps):
            self._check(step, text, bound, filters)

    def _call(self, node: Call, text: str, filters: dict[str, frozenset[str]]) -> None:
        if node.function in ("cards", "fits"):
            second = node.arguments[1] if len(node.arguments) == 2 else None
            if not isinstance(second, Literal) or not isinstance(second.value, str):
                raise FormulaError(
                    f"{node.function}() takes a field and a filter: {node.function}(x, '…')", text, node.at
                )
            filters[second.value] = self._cards_of(second.value, text, node.at)
        elif len(node.arguments) != 1 and node.function not in ("min", "max", "sum"):
            raise FormulaError(f"{node.function}() takes one thing, found {len(node.arguments)}", text, node.at)

    def _cards_of(self, filter_: str, text: str, at: int) -> frozenset[str]:
        try:
            test = printed(parse(filter_, self.project.vocabulary))
        except FilterError as error:
            raise FormulaError(f"a filter: {error.problem}", text, at) from None
        return frozenset(id_ for id_, card in self.project.cards.items() if test(card))


@dataclass(slots=True)
class Work:
    """One document while its formulas are worked out; figures are worked out once."""

    naming: Naming
    fields: Mapping[str, Value]
    headers: Mapping[str, str] = field(default_factory=dict)
    known: dict[str, Value] = field(default_factory=dict)
    ledgers: dict[str, Ledger] = field(default_factory=dict)
    steps: int = 0

    def of(self, formula: Formula, bound: Mapping[str, Value] | None = None) -> Value:
        """Return the value of a formula; raises `FormulaError` where it has none."""
        self.steps = 0
        return self._value(formula.node, formula, bound or {})

    def ledger(self, name: str) -> Ledger:
        """Return a figure that the game's package works out, with the parts of each number."""
        if name not in self.ledgers:
            self.ledgers[name] = self.naming.given[name](self.fields, self.naming.project)
        return self.ledgers[name]

    def filled(self, text: str, bound: Mapping[str, Value]) -> str:
        """Return a text with the values of the names in braces."""
        return _BRACES.sub(lambda match: self.shown(self._named(match[1], bound)), text)

    def shown(self, value: Value) -> str:
        """Return a value in words: a card by its name, a list with commas."""
        if value is None:
            return "nothing"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, dict):
            return ", ".join(f"{key} {self.shown(one)}" for key, one in value.items()) or "nothing"
        if isinstance(value, list):
            return ", ".join(map(self.shown, value)) or "nothing"
        card = self.naming.project.cards.get(value) if isinstance(value, str) else None
        return card.name if card is not None else str(value)

    def _named(self, name: str, bound: Mapping[str, Value]) -> Value:
        naming = self.naming
        if name in bound:
            return bound[name]
        if name in naming.given:
            if name not in self.known:
                self.known[name] = totals(self.ledger(name))
            return self.known[name]
        if name in naming.figures:
            if name not in self.known:
                self.known[name] = None  # a figure that leads back to itself is nothing
                self.known[name] = self._value(naming.figures[name].node, naming.figures[name], {})
            return self.known[name]
        if name in self.fields:
            return self.fields[name]
        if name in naming.tables:
            return naming.tables[name]
        return naming.project.game.constants.get(name)

    def _value(self, node: Node, formula: Formula, bound: Mapping[str, Value]) -> Value:
        self.steps += 1
        if self.steps > STEPS:
            raise FormulaError(f"takes more than {STEPS:,} steps to work out", formula.text)
        return _HOW[type(node)](self, node, formula, bound)

    def _literal(self, node: Literal, formula: Formula, bound: Mapping[str, Value]) -> Value:
        value = node.value
        return self.filled(value, bound) if isinstance(value, str) and "{" in value else value

    def _name(self, node: Name, formula: Formula, bound: Mapping[str, Value]) -> Value:
        return self._named(node.name, bound)

    def _member(self, node: Member, formula: Formula, bound: Mapping[str, Value]) -> Value:
        return _member(self._value(node.whole, formula, bound), self._value(node.key, formula, bound))

    def _not(self, node: Not, formula: Formula, bound: Mapping[str, Value]) -> Value:
        return not self._value(node.inner, formula, bound)

    def _choice(self, node: Choice, formula: Formula, bound: Mapping[str, Value]) -> Value:
        chosen = node.then if self._value(node.condition, formula, bound) else node.other
        return self._value(chosen, formula, bound)

    def _operation(self, node: Operation, formula: Formula, bound: Mapping[str, Value]) -> Value:
        sign = node.sign
        left = self._value(node.left, formula, bound)
        if sign in ("and", "or"):
            return bool(self._value(node.right, formula, bound)) if bool(left) == (sign == "and") else bool(left)
        right = self._value(node.right, formula, bound)
        if sign == "=":
            return left is not None and left == right
        if sign == "!=":
            return left is None or left != right
        if sign == "in":
            return left in _entries(right)
        one, other = self._number(left, formula), self._number(right, formula)
        if sign == "..":
            if other - one > STEPS:
                raise FormulaError(f"takes more than {STEPS:,} steps to work out", formula.text)
            return list(range(one, other + 1))
        if sign in ("<", "<=", ">", ">="):
            if left is None or right is None:
                return False
            return (
                one < other
                if sign == "<"
                else one <= other
                if sign == "<="
                else one > other
                if sign == ">"
                else one >= other
            )
        if sign == "/":
            return one // other if other else 0
        return one + other if sign == "+" else one - other if sign == "-" else one * other

    def _number(self, value: Value, formula: Formula) -> int:
        if value is None:
            return 0
        if isinstance(value, int):
            return int(value)
        raise FormulaError(f"found {self.shown(value)!r}, expected a number", formula.text)

    def _each(self, node: Each, formula: Formula, bound: Mapping[str, Value]) -> list[Value]:
        found = []
        for entry in _entries(self._value(node.entries, formula, bound)):
            inner = {**bound, node.name: entry}
            if node.condition is None or self._value(node.condition, formula, inner):
                found.append(self._value(node.inner, formula, inner))
        return found

    def _printed(self, node: Printed, formula: Formula, bound: Mapping[str, Value]) -> Value:
        value = self._value(node.cards, formula, bound)
        attribute = node.attribute
        if node.step is not None:
            scale = self.naming.project.game.scales[self.naming.project.game.attributes[attribute].by]
            step = node.step
            if isinstance(step, Name) and step.name in scale.steps:
                attribute = f"{attribute}@{step.name}"
            else:
                at = self._value(step, formula, bound)
                word = at if at in scale.steps else scale.steps[scale.at(self._number(at, formula))]
                attribute = f"{attribute}@{word}"
        cards = self.naming.project.cards
        if isinstance(value, str):
            return _attribute(cards[value], attribute) if value in cards else None
        found = [_attribute(cards[id_], attribute) for id_ in held(value) if id_ in cards]
        return [one for one in found if one is not None]

    def _call(self, node: Call, formula: Formula, bound: Mapping[str, Value]) -> Value:
        function = node.function
        values = [self._value(one, formula, bound) for one in node.arguments]
        first = values[0]
        if function == "cards":
            return [id_ for id_ in held(first) if id_ in formula.filters[values[1]]]
        if function == "fits":
            return first in formula.filters[values[1]]
        if function == "has":
            return first is not None and first != {} and first != []
        if function == "header":
            written = self.headers.get(str(first))
            return int(written) if written is not None and re.fullmatch(r"\d{1,9}", written, re.ASCII) else written
        if function == "keys":
            return list(first) if isinstance(first, dict) else []
        entries = _entries(first) if len(values) == 1 else values
        if function == "count":
            return sum(1 for one in entries if one is not None and one is not False)
        if function == "different":
            return [one for at, one in enumerate(entries) if one not in entries[:at]]
        if function in ("all", "any"):
            return (all if function == "all" else any)(bool(one) for one in entries)
        numbers = [self._number(one, formula) for one in entries]
        if function == "sum":
            return sum(numbers)
        return (min(numbers) if function == "min" else max(numbers)) if numbers else None


_HOW: Mapping[type[Node], Callable[[Work, Any, Formula, Mapping[str, Value]], Value]] = {
    Literal: Work._literal,
    Name: Work._name,
    Member: Work._member,
    Printed: Work._printed,
    Operation: Work._operation,
    Not: Work._not,
    Choice: Work._choice,
    Each: Work._each,
    Call: Work._call,
}


def _entries(value: Value) -> list[Value]:
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
    return _entries(value)


def held(value: Value) -> list[str]:
    """Return every text in a value, however deep: the ids of its cards."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict | list):
        return [id_ for one in _entries(value) for id_ in held(one)]
    return []


def _member(whole: Value, key: Value) -> Value:
    if isinstance(whole, dict):
        return whole.get(str(key)) if key is not None else None
    if isinstance(whole, list):
        if isinstance(key, int) and not isinstance(key, bool):
            return whole[key - 1] if 1 <= key <= len(whole) else None
        if not isinstance(key, str):
            return None
        found = [_member(one, key) for one in whole]
        return [one for one in found if one is not None]
    return None


def _attribute(card: Card, name: str) -> Value:
    if name in _OWN:
        return getattr(card, name)
    value: Value = card.attributes.get(name, card.keywords.get(name))
    return list(value) if isinstance(value, tuple) else value
