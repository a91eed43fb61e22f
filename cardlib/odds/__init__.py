"""The odds of dice, exact: of plain dice, and of those that a project declares.

odds("2d6 >= 7").chance                   Fraction(7, 12)
odds("3 red.hit - 2 brown", project)      an answer: its distribution, and the chance of a comparison
distribution(Pool(...))                   of a pool that is put together in Python; `joint` of several symbols
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.kernel.dice import Dice
from cardlib.odds.distribution import Comparison, Distribution, constant, either
from cardlib.odds.notation import Odds, OddsError, read
from cardlib.odds.pools import Pool, Reroll, distribution, joint

if TYPE_CHECKING:
    from cardlib.catalog.projects import Project

__all__ = [
    "Comparison",
    "Distribution",
    "Odds",
    "OddsError",
    "Pool",
    "Reroll",
    "constant",
    "distribution",
    "either",
    "joint",
    "odds",
]


def odds(text: str, dice: Project | Dice | None = None) -> Odds:
    """Work out a question about dice in the notation of `cardlib odds`, exactly.

    `dice` are those of a project; dice such as d6 are always known. Raises `OddsError` for what cannot be read, and
    `TooLarge` for more than can be worked out in about two seconds.
    """
    return read(text, dice if dice is None or isinstance(dice, Dice) else dice.dice)
