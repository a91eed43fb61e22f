"""Chance from a counter: the n-th draw of a seed is a pure function, so a state carries two integers and no generator.

The mixing function is SplitMix64 (Steele, Lea, Flood 2014). A scenario may script outcomes; those come first.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Final

_MASK = (1 << 64) - 1
_GOLDEN: Final = 0x9E3779B97F4A7C15


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
    z = seed + counter * _GOLDEN
    for i in range(len(items) - 1, 0, -1):
        z = mixed = (z + _GOLDEN) & _MASK  # `mix`, written out: decks are shuffled for every sample
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        j = ((mixed ^ (mixed >> 31)) * (i + 1)) >> 64
        items[i], items[j] = items[j], items[i]
    return counter + max(0, len(items) - 1)
