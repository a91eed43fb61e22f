"""Compiles a filter to a Python predicate.

`predicate` does the logic; what a leaf means for an object is the caller's: the catalogue asks a card, the engine asks
a permanent on the table with its current values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVarTuple

from cardlib.filters.nodes import Both, Either, Filter, Leaf, Node, Not, Op

Ts = TypeVarTuple("Ts")


def predicate(filter_: Filter | Node, leaf: Callable[[Leaf], Callable[[*Ts], bool]]) -> Callable[[*Ts], bool]:
    """Return a function that tells whether the arguments pass the filter.

    `leaf` is called once per leaf, when compiling, and returns the test of that leaf.
    """
    node = filter_.root if isinstance(filter_, Filter) else filter_
    return _compile(node, leaf)


def _compile(node: Node, leaf: Callable[[Leaf], Callable[[*Ts], bool]]) -> Callable[[*Ts], bool]:
    if isinstance(node, Not):
        test = _compile(node.item, leaf)

        def negated(*args: *Ts) -> bool:
            return not test(*args)

        return negated
    if isinstance(node, Both):
        return _all([_compile(item, leaf) for item in node.items])
    if isinstance(node, Either):
        return _any([_compile(item, leaf) for item in node.items])
    return leaf(node)


def _all(tests: list[Callable[[*Ts], bool]]) -> Callable[[*Ts], bool]:
    if len(tests) == 2:
        first, second = tests

        def two(*args: *Ts) -> bool:
            return first(*args) and second(*args)

        return two

    def every(*args: *Ts) -> bool:
        for test in tests:  # noqa: SIM110 (a generator costs twice as much, and this runs for every permanent)
            if not test(*args):
                return False
        return True

    return every


def _any(tests: list[Callable[[*Ts], bool]]) -> Callable[[*Ts], bool]:
    def some(*args: *Ts) -> bool:
        for test in tests:  # noqa: SIM110
            if test(*args):
                return True
        return False

    return some


def compare(left: int | str | None, op: Op, right: int | str | None) -> bool:
    """Compare two values of a field: a missing or variable value is neither less nor more than anything."""
    if op == "=":
        return left is not None and left == right
    if op == "!=":
        return left != right
    if not isinstance(left, int) or not isinstance(right, int):
        return False
    if op == "<":
        return left < right
    if op == "<=":
        return left <= right
    if op == ">":
        return left > right
    return left >= right
