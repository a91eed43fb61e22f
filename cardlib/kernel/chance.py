"""Chance from a counter: the n-th draw of a seed is a pure function, so a state carries two integers and no generator.

The mixing function is SplitMix64 (Steele, Lea, Flood 2014). A scenario may script outcomes; those come first.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from struct import unpack
from typing import Any, Final

_MASK = (1 << 64) - 1
_GOLDEN: Final = 0x9E3779B97F4A7C15
_LANES: Final = 64  # draws that are mixed together, at most


def mix(seed: int, counter: int) -> int:
    """Return the `counter`-th 64-bit draw of `seed`."""
    z = (seed + counter * _GOLDEN) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def derive(seed: int, *parts: int) -> int:
    """Return a seed for a branch of the work (a match of a series, a bot's own chance), independent of the others."""
    for part in parts:
        seed = mix(seed ^ _GOLDEN, part + 1)
    return seed


def apart(seed: int, *parts: int) -> int:
    """Return a seed for somebody who must not know the one that it comes from, such as a bot: it cannot be turned back.

    `derive` can: its mixing loses nothing.
    """
    words = " ".join(map(str, (seed, *parts)))
    return int.from_bytes(blake2b(words.encode(), digest_size=8, person=b"cardlib bot").digest(), "big")


class Chance:
    """A stand-alone stream for work outside a match (bots, random decks): the same draws from the same seed."""

    __slots__ = ("counter", "seed")

    def __init__(self, seed: int) -> None:
        self.seed = mix(seed, 0)
        self.counter = 0

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1."""
        self.counter += 1
        return (mix(self.seed, self.counter) * n) >> 64

    def shuffle(self, items: list[Any]) -> None:
        """Shuffle in place (Fisher-Yates)."""
        self.counter = shuffle(items, self.seed, self.counter)


def shuffle(items: list[Any], seed: int, counter: int) -> int:
    """Shuffle in place (Fisher-Yates) with the draws of a seed that come after `counter`; return the last one's."""
    i = len(items) - 1
    for drawn in draws(seed, counter, i):
        j = (drawn * (i + 1)) >> 64
        items[i], items[j] = items[j], items[i]
        i -= 1
    return counter + max(0, len(items) - 1)


def draws(seed: int, counter: int, number: int) -> list[int]:
    """Return so many draws of a seed that come after `counter`: `mix` of all at once, since decks are shuffled often.

    They stand side by side in one long integer, each in the lower half of 128 bits, so that no product runs over.
    """
    found: list[int] = []
    first = seed + counter * _GOLDEN
    while number > 0:
        together = min(number, _LANES)
        low, ones, steps = _lanes(together)
        z = (ones * (first & _MASK) + steps) & low
        z = ((z ^ (z >> 30 & low)) * 0xBF58476D1CE4E5B9) & low
        z = ((z ^ (z >> 27 & low)) * 0x94D049BB133111EB) & low
        z ^= z >> 31 & low
        found += unpack(f"<{2 * together}Q", z.to_bytes(16 * together, "little"))[::2]
        first += together * _GOLDEN
        number -= together
    return found


@lru_cache(maxsize=_LANES + 1)
def _lanes(number: int) -> tuple[int, int, int]:
    """For so many numbers side by side: a mask of them, a 1 in each, and how far each is from the first one's seed."""
    places = [1 << 128 * at for at in range(number)]
    steps = sum(place * ((at + 1) * _GOLDEN & _MASK) for at, place in enumerate(places))
    return _MASK * sum(places), sum(places), steps
