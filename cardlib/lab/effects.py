"""What having something did to the share of games won: differences in points, each with its interval.

A row is one deck in one game: whether it had what is looked at (drew a card, used an ability), how likely chance alone
made that, and what it got of the game. Games are compared only with those of the same deck in the same seat against
the same others (the *cell*). Rows that share a shuffle (the *cluster*) count as one observation, however many there
are: every deck of a matrix is shuffled alike against each other deck.

Of a draw the chance is known: how many cards were drawn, how many copies of how many cards the deck has. What is
counted is by how much a card was there more than chance made it, and whether that goes with winning. So long games,
in which every card is drawn, prove nothing for any of them, and a card that does no more than the others of its deck
has a difference of zero. Of what a player chooses to do the chance is not known; there it is the share of its cell, and
the difference says what goes together, not what brings it about.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb, sqrt
from typing import NamedTuple

from cardlib.lab.intervals import Interval, student

LEAST = 5.0  # clusters that tell something, of which fewer say nothing about how sure a difference is


class Row(NamedTuple):
    """One deck in one game; `chance` is None where it is not known how likely it was to have it."""

    cell: Hashable
    cluster: Hashable
    had: bool
    chance: float | None
    points: float


class Effect(NamedTuple):
    """A difference in points (from -1 to 1), its standard error, and how many clusters tell it, less one."""

    value: float
    error: float
    free: float

    def within(self, z: float) -> Interval:
        """Return the difference with its interval; `z` is how many standard deviations it would reach of many games.

        A slope of few games may be steeper than any difference of shares can be; then it is told as the largest one.
        """
        half = student(z, self.free) * self.error
        value = max(-1.0, min(1.0, self.value))
        return Interval(value, min(max(-1.0, self.value - half), value), max(min(1.0, self.value + half), value))


@dataclass(slots=True)
class Excess:
    """Rows ready to be counted: by how much each had more than chance made it, and got more than its cell did."""

    clusters: list[Hashable]
    more: list[float]
    gained: list[float]


@cache
def chance_of(cards: int, copies: int, draws: int) -> float:
    """Return how likely at least one of some copies is among so many cards drawn of a deck (hypergeometric)."""
    draws = min(draws, cards)
    return 1 - comb(cards - copies, draws) / comb(cards, draws)


@cache
def chance_of_both(cards: int, copies: int, others: int, draws: int) -> float:
    """Return how likely at least one of each of two cards is among those drawn."""
    either = chance_of(cards, copies + others, draws)
    return chance_of(cards, copies, draws) + chance_of(cards, others, draws) - either


def centred(values: Sequence[float], cells: Sequence[Hashable]) -> list[float]:
    """Return each value less the mean of its cell."""
    sums: dict[Hashable, list[float]] = {}
    for value, cell in zip(values, cells, strict=True):
        found = sums.setdefault(cell, [0.0, 0.0])
        found[0] += value
        found[1] += 1
    means = {cell: total / count for cell, (total, count) in sums.items()}
    return [value - means[cell] for value, cell in zip(values, cells, strict=True)]


def excess(rows: Iterable[Row]) -> Excess:
    """Return rows ready to be counted."""
    every = list(rows)
    cells = [row.cell for row in every]
    return Excess(
        [row.cluster for row in every],
        centred([row.had - (row.chance or 0.0) for row in every], cells),
        centred([row.points for row in every], cells),
    )


def effect(rows: Excess) -> Effect | None:
    """Return by how many points those who had it won more; None where too few games tell.

    It is the slope of what was gained over what was had more, its error that of clusters (Liang and Zeger 1986), and
    the freedom the number of clusters that carry it (Kish 1965), less one.
    """
    return slope(rows.clusters, rows.more, rows.gained)


def slope(clusters: Sequence[Hashable], more: Sequence[float], gained: Sequence[float]) -> Effect | None:
    """Return the slope of one over the other, by clusters; see `effect`."""
    weight: dict[Hashable, float] = {}
    total = whole = 0.0
    for cluster, x, y in zip(clusters, more, gained, strict=True):
        square = x * x
        total += x * y
        whole += square
        weight[cluster] = weight.get(cluster, 0.0) + square
    squares = sum(part * part for part in weight.values())
    if not squares or not any(gained):  # all games of a cell went alike: nothing tells how sure a difference is
        return None
    carrying = whole * whole / squares
    if carrying < LEAST + 1:
        return None
    value = total / whole
    scores: dict[Hashable, float] = {}
    for cluster, x, y in zip(clusters, more, gained, strict=True):
        scores[cluster] = scores.get(cluster, 0.0) + x * (y - value * x)
    spread = sum(part * part for part in scores.values()) * len(scores) / (len(scores) - 1)
    return Effect(value, sqrt(spread) / whole, carrying - 1)
