"""An interval for a mean that holds whenever one looks, so that a series may stop as soon as its question is answered.

An ordinary 95 % interval is for one look, after a number of games that was fixed before. Who looks after every game and
stops when it leaves zero out is wrong far more often. The interval here is a confidence sequence: the chance that it
ever leaves the true mean out, at any of all looks, is at most the stated error. It is the betting interval for bounded
values (Waudby-Smith and Ramdas 2024): whoever bets that the mean is above `m` has, if it is `m`, at no time a chance of
more than 1/k to have multiplied the stake by k (Ville 1939). The stake is spread over the bets `STAKES`, so nothing has
to be tuned, and only how often each value was found counts, not in which order.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import exp, inf, log

from cardlib.lab.intervals import Interval

# Shares of the stake that are bet at once: large ones find a large difference in a few games, small ones a small one.
STAKES = (0.9, *(0.5**power for power in range(1, 12)))
_HALVINGS = 40  # of the range in which a bound is looked for
WIDEST = 1.0  # the values lie between -1 and 1


def within(found: Mapping[float, int], error: float) -> Interval | None:
    """Return the mean of values from -1 to 1, given how often each was found, and its interval; None without values.

    The chance that the interval ever leaves the mean out, however often one looks, is at most `error`.
    """
    count = sum(found.values())
    if not count:
        return None
    middle = sum(value * times for value, times in found.items()) / count
    mirrored = {-value: times for value, times in found.items()}
    return Interval(middle, _above(found, middle, error), -_above(mirrored, -middle, error))


def is_above(found: Mapping[float, int], bound: float, error: float) -> bool:
    """Whether the mean is above a bound: what `within` says of its lower end, without working it out."""
    return wealth(found, bound) >= log(2 / error)


def is_below(found: Mapping[float, int], bound: float, error: float) -> bool:
    """Whether the mean is below a bound."""
    return is_above({-value: times for value, times in found.items()}, -bound, error)


def wealth(found: Mapping[float, int], bound: float) -> float:
    """Return the logarithm of what a stake of 1 has become that was bet on a mean above a bound.

    A bet of the share `c` on the value `x` makes `(1 - c) + c (x + 1) / (bound + 1)` of the stake; that is 1 on the
    average where the mean is the bound, and the less the higher the bound is.
    """
    if bound <= -WIDEST:
        return inf if any(value > -WIDEST for value in found) else 0.0
    made = [0.0] * len(STAKES)
    for value, times in found.items():
        for at, gain in enumerate(_gains(value, bound)):
            made[at] += times * gain
    most = max(made)
    return most + log(sum(exp(one - most) for one in made) / len(made))


@lru_cache(maxsize=1024)  # who looks after every game asks about the same values and bounds again
def _gains(value: float, bound: float) -> tuple[float, ...]:
    """Return the logarithm of what each bet makes of its stake on a value."""
    return tuple(log((1 - stake) + stake * (value + WIDEST) / (bound + WIDEST)) for stake in STAKES)


def _above(found: Mapping[float, int], middle: float, error: float) -> float:
    """Return the highest bound that the mean is shown to be above; -1 if there is none."""
    low, high = -WIDEST, middle
    for _ in range(_HALVINGS):
        half = (low + high) / 2
        if is_above(found, half, error):
            low = half
        else:
            high = half
    return low
