"""A distribution: whole numbers, each with its weight. Everything is exact; floats are made by whoever prints them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import gcd
from typing import Literal, TypeAlias

from cardlib import bounds
from cardlib.bounds import TooLarge

Comparison: TypeAlias = Literal[">=", "<=", ">", "<", "="]

COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    ">=": lambda a, b: a >= b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    "<": lambda a, b: a < b,
    "=": lambda a, b: a == b,
}


class Work:
    """Counts the steps in which odds are worked out, so that every question has an end."""

    __slots__ = ("steps",)

    def __init__(self) -> None:
        self.steps = 0

    def spend(self, steps: int) -> None:
        """Count more steps; raises `TooLarge` where they come to more than anybody waits for."""
        self.steps += steps
        if self.steps > bounds.ODDS:
            raise TooLarge("too many dice, or too many different faces, to work out exactly; ask about fewer at a time")


class Distribution:
    """What a roll comes to: `weights` has each result, the lowest first, with how many of `total` ways lead to it.

    Two distributions are taken to be independent of each other.
    """

    __slots__ = ("total", "weights")

    def __init__(self, weights: Mapping[int, int]) -> None:
        found = {result: weights[result] for result in sorted(weights) if weights[result]}
        common = gcd(*found.values())
        if not common:
            raise ValueError("a distribution needs a result")
        self.weights: dict[int, int] = {result: weight // common for result, weight in found.items()}
        self.total = sum(self.weights.values())
        if self.total.bit_length() > bounds.ODDS_BITS:
            raise TooLarge("more ways in which the dice can fall than are counted; ask for less at a time")

    def __repr__(self) -> str:
        shown = ", ".join(f"{result}: {self.chance(result)}" for result in list(self.weights)[:12])
        return f"<Distribution {shown}{', …' if len(self.weights) > 12 else ''}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and self.weights == other.weights

    def __hash__(self) -> int:
        return hash(tuple(self.weights.items()))

    def __iter__(self) -> Iterator[int]:
        """Yield the results that can come, the lowest first."""
        return iter(self.weights)

    # -- asked ------------------------------------------------------------------------------------------------------

    def chance(self, result: int) -> Fraction:
        """The chance of exactly this result."""
        return Fraction(self.weights.get(result, 0), self.total)

    def compared(self, how: Comparison, number: int) -> Fraction:
        """The chance of a result that compares so with a number."""
        test = COMPARISONS[how]
        return Fraction(sum(weight for result, weight in self.weights.items() if test(result, number)), self.total)

    def at_least(self, number: int) -> Fraction:
        """The chance of at least so much."""
        return self.compared(">=", number)

    def at_most(self, number: int) -> Fraction:
        """The chance of at most so much."""
        return self.compared("<=", number)

    def rows(self) -> Iterator[tuple[int, Fraction, Fraction, Fraction]]:
        """Yield each result with the chances of exactly, of at least and of at most so much."""
        below = 0
        for result, weight in self.weights.items():
            least, upto = self.total - below, below + weight
            total = self.total
            yield result, Fraction(weight, total), Fraction(least, total), Fraction(upto, total)
            below = upto

    @property
    def mean(self) -> Fraction:
        """What it comes to on average."""
        return Fraction(sum(result * weight for result, weight in self.weights.items()), self.total)

    @property
    def variance(self) -> Fraction:
        """The mean square of the distance to the mean."""
        squares = Fraction(sum(result * result * weight for result, weight in self.weights.items()), self.total)
        return squares - self.mean**2

    @property
    def likeliest(self) -> int:
        """The result that comes most often, of several the lowest."""
        return self.all_likeliest[0]

    @property
    def all_likeliest(self) -> list[int]:
        """The results that come most often, the lowest first."""
        most = max(self.weights.values())
        return sorted(result for result, weight in self.weights.items() if weight == most)

    # -- combined ---------------------------------------------------------------------------------------------------

    def map(self, function: Callable[[int], int]) -> Distribution:
        """Return the distribution of a function of the result."""
        found: dict[int, int] = {}
        for result, weight in self.weights.items():
            made = function(result)
            found[made] = found.get(made, 0) + weight
        return Distribution(found)

    def with_(self, other: Distribution, function: Callable[[int, int], int], work: Work | None = None) -> Distribution:
        """Return the distribution of a function of two results; raises `TooLarge` for too many pairs of them."""
        (work or Work()).spend(len(self.weights) * len(other.weights))
        found: dict[int, int] = {}
        for one, weight in self.weights.items():
            for two, more in other.weights.items():
                made = function(one, two)
                found[made] = found.get(made, 0) + weight * more
        return Distribution(found)

    def __add__(self, other: Distribution) -> Distribution:
        return self.with_(other, lambda one, two: one + two)

    def minus(self, other: Distribution, floor: int | None = None, work: Work | None = None) -> Distribution:
        """Return the difference, not below `floor`: what is left of hits after dodges has a floor of 0."""
        if floor is None:
            return self.with_(other, lambda one, two: one - two, work)
        least = floor
        return self.with_(other, lambda one, two: max(least, one - two), work)

    def against(self, how: Comparison, other: Distribution) -> Fraction:
        """The chance that this result compares so with the other one."""
        test = COMPARISONS[how]
        return self.with_(other, lambda one, two: int(test(one, two))).chance(1)

    def twice(self, which: Literal["highest", "lowest"] = "highest") -> Distribution:
        """Return what comes of two tries of which the better one counts, or with "lowest" the worse one."""
        found: dict[int, int] = {}
        behind = 0  # the weight of the results before this one
        for result in self.weights if which == "highest" else reversed(list(self.weights)):
            weight = self.weights[result]
            found[result] = weight * (2 * behind + weight)
            behind += weight
        return Distribution(found)


def constant(number: int) -> Distribution:
    """Return the distribution of a number that is sure."""
    return Distribution({number: 1})


def either(chance: Fraction, yes: Distribution, no: Distribution) -> Distribution:
    """Return what comes of one distribution with a chance, else of another one."""
    found: dict[int, int] = {}
    ways = ((chance.numerator, yes, no.total), (chance.denominator - chance.numerator, no, yes.total))
    for share, one, factor in ways:
        for result, weight in one.weights.items():
            found[result] = found.get(result, 0) + share * weight * factor
    return Distribution(found)
