"""How sure a rate or a mean is: 95 % intervals, written out because two formulas need no library."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import atan2, erfc, exp, lgamma, pi, sin, sqrt
from typing import Final, NamedTuple

Z = 1.959963984540054  # 95 % of a normal distribution lies within
PARTS: Final = 200  # of an integral; an even number
FURTHEST: Final = 1e9  # beyond it nobody looks for one
MANY: Final = 100  # degrees of freedom with which a series is as good (Abramowitz, Stegun 1964, 26.7.5)
HALVINGS: Final = 40  # of the interval in which a quantile is looked for


class Interval(NamedTuple):
    """An estimate with its 95 % interval."""

    value: float
    low: float
    high: float


def wilson(hits: float, trials: float, z: float = Z) -> Interval | None:
    """Return a share with its Wilson score interval (Wilson 1927); None without trials.

    Unlike the textbook interval it stays within 0 and 1 and holds for small numbers and for shares near 0 and 1. Hits
    may be parts: a draw counts as half a win. Such shares vary less, so the interval is then rather too wide. `z` is
    how many standard deviations it reaches to either side, where it is to be another one than 95 %.
    """
    if trials == 0:
        return None
    share = hits / trials
    wide = 1 + z * z / trials
    centre = (share + z * z / (2 * trials)) / wide
    half = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / wide
    return Interval(share, max(0.0, centre - half), min(1.0, centre + half))


def share(points: Sequence[float]) -> Interval | None:
    """Return the share of games won, given what was got of each: 1, 0, or a part of 1 for a draw."""
    return wilson(sum(points), len(points))


def mean(values: Sequence[float], z: float = Z) -> Interval | None:
    """Return a mean with the interval of its standard error, Student's for few values; None without values.

    For a difference of pairs give one value per pair: what both games of a pair share cancels out.
    """
    return clustered_mean([[value] for value in values], z)


def clustered(groups: Sequence[Sequence[float]]) -> Interval | None:
    """Return the share of games won, where those of a group share their chance; None without games.

    What games of a group have in common counts once: it is the interval of as many games as would be as sure if each
    was for itself, by the design effect, with Student's quantile for few groups (Korn, Graubard 1998). They are as many
    as there are groups at least, and as there are games at most. Where all games went alike, nothing shows how much
    groups vary, and each is one.
    """
    made = _grouped(groups)
    if made is None:
        return None
    value, games, error = made
    count = len(groups)
    worth = float(count)
    if error and count > 1:
        apart = games * min(1.0, value * (1 - value) / games / error)
        worth = min(float(games), max(worth, apart * (Z / student(Z, count - 1)) ** 2))
    found = wilson(value * worth, worth)
    return found and Interval(value, min(value, found.low), max(value, found.high))


def clustered_mean(groups: Sequence[Sequence[float]], z: float = Z) -> Interval | None:
    """Return a mean with its interval, where the values of a group share their chance; None without values."""
    made = _grouped(groups)
    if made is None:
        return None
    value, count, error = made
    if len(groups) == 1:
        return Interval(value, float("-inf"), float("inf"))
    alone = sum((one - value) ** 2 for group in groups for one in group) / (count - 1) / count
    half = student(z, len(groups) - 1) * sqrt(max(error, alone))
    return Interval(value, value - half, value + half)


def _grouped(groups: Sequence[Sequence[float]]) -> tuple[float, int, float] | None:
    """Return the mean of all values, how many they are, and the variance of the mean as groups show it."""
    values = [one for group in groups for one in group]
    if not values:
        return None
    count, value = len(values), sum(values) / len(values)
    apart = sum((sum(group) - value * len(group)) ** 2 for group in groups)
    return value, count, apart * len(groups) / max(1, len(groups) - 1) / count**2


def paired(differences: Sequence[float], z: float = Z) -> Interval | None:
    """Return the mean of differences of two shares, each from -1 to 1, with its interval; None without any.

    The interval is that of Bonett and Price (2012): it is worked out as if there were two differences more, one of 1
    and one of -1. So it is not of no width where all of them are the same, as in two pairs that one deck wins.
    """
    count = len(differences)
    if count == 0:
        return None
    value, wide = sum(differences) / count, count + 2
    centre = sum(differences) / wide
    half = z * sqrt((2 + sum(one * one for one in differences) - wide * centre * centre) / wide / wide)
    return Interval(value, max(-1.0, centre - half), min(1.0, centre + half))


@lru_cache(maxsize=1024)
def student(z: float, free: float) -> float:
    """Return the quantile of Student's distribution for that of a normal one; `free` degrees of freedom, 1 or more."""
    if free > MANY:
        return z + (z**3 + z) / (4 * free) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2)
    wanted = erfc(z / sqrt(2))
    low, high = z, max(1.0, z) * 2
    while _beyond(high, free) > wanted and high < FURTHEST:
        low, high = high, high * 2
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _beyond(middle, free) > wanted else (low, middle)
    return high


def _beyond(t: float, free: float) -> float:
    """Return how likely Student's variable is beyond -t and t: the integral over the angle s² from 0, by Simpson."""
    step = sqrt(atan2(sqrt(free), t)) / PARTS
    heights = [2 * s * sin(s * s) ** (free - 1) for s in (number * step for number in range(PARTS + 1))]
    whole: float = (heights[0] + heights[-1] + 4 * sum(heights[1::2]) + 2 * sum(heights[2:-1:2])) * step / 3
    return 2.0 * whole * exp(lgamma((free + 1) / 2) - lgamma(free / 2)) / sqrt(pi)
