"""What keeps a print from being made: every problem of every card, found before a file is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardlib.errors import CardlibError
from cardlib.filters.words import number_of


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem: the card's id, the element of its layout, and what is wrong with it."""

    card: str
    element: str
    text: str

    def __str__(self) -> str:
        return f"{self.card}: {self.element}: {self.text}"


class PreflightError(CardlibError):
    """Cards that cannot be printed as they are, and nothing was written.

    `problems` lists all that is wrong, `warnings` what could look better.
    """

    def __init__(self, problems: Sequence[Problem], warnings: Sequence[Problem] = ()) -> None:
        self.problems = tuple(problems)
        self.warnings = tuple(warnings)
        count = number_of(len(problems), "problem")
        cards = len({problem.card for problem in problems})
        listed = "\n".join(f"  {problem}" for problem in problems)
        super().__init__(f"nothing printed: {count} on {number_of(cards, 'card')}\n{listed}")
