"""Attributes that are tables: what is printed at the present step of an object, such as its player's level.

Which number of the match says the step is declared with the scale in game.json: a column of objects or a variable of
players. A number beyond the steps means the first or the last one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


@dataclass(frozen=True, slots=True)
class Steps:
    """A scale as play reads it: the number of its first step, the place of the one that holds where nothing is read.

    `of` is "object", "player" or "", `name` the column or variable with the number.
    """

    first: int
    plain: int
    of: str = ""
    name: str = ""

    def place(self, m: Match, obj: int) -> int:
        """Return the place of an object's present step, from 0; beyond the last one too."""
        if self.of == "player":
            number = m.state.players[m.state.controller[obj]].get(self.name, self.first)
        elif self.of == "object":
            number = m.state.columns[self.name][obj]
        else:
            return self.plain
        return max(number - self.first, 0)


@dataclass(frozen=True, slots=True)
class Numbers:
    """An attribute that is a table: its steps, and the numbers of each printed card, none for cards without it."""

    steps: Steps
    rows: Sequence[tuple[int, ...]]

    def at(self, m: Match, obj: int) -> int:
        """Return the printed number of an object at its present step, 0 where none is printed."""
        row = self.rows[m.state.card[obj]]
        return row[min(self.steps.place(m, obj), len(row) - 1)] if row else 0
