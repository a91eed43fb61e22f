"""What formulas of one kind of document may name: each is read, checked against that, and made ready to run.

Names are looked up among what a `for` binds, the figures of the kind, the fields, the tables, and the numbers of the
rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

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
from cardlib.decks.ledgers import Given
from cardlib.decks.running import BRACES, OWN, Run, run_of
from cardlib.filters import FilterError, nearest, parse, printed
from cardlib.filters.nearest import noted

if TYPE_CHECKING:
    from cardlib.catalog import Project
    from cardlib.decks.running import Value


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that has been read and checked, with the sets of cards of its filters."""

    text: str
    node: Node
    filters: Mapping[str, frozenset[str]]
    run: Run = field(init=False, repr=False, compare=False)  # what works it out over a document

    def __post_init__(self) -> None:
        object.__setattr__(self, "run", run_of(self.node, self.text, self.filters))

    @property
    def path(self) -> str:
        """The place in the document that it names, with what is bound in braces; "" for another formula."""
        return _path(self.node) or ""

    @property
    def summed(self) -> tuple[str, Formula] | None:
        """The attribute and the formula of the cards, where this one adds an attribute up and does nothing else."""
        node = self.node
        if isinstance(node, Call) and node.function == "sum" and len(node.arguments) == 1:
            inner = node.arguments[0]
            if isinstance(inner, Printed) and inner.step is None:
                return inner.attribute, Formula(self.text, inner.cards, self.filters)
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
            for name in BRACES.findall(node.value) if isinstance(node.value, str) else ():
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
        known = [*game.attributes, *self.project.keywords, *OWN]
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
