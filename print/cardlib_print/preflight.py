"""What keeps a print from being made: every problem of every card, found before a file is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardlib.errors import CardlibError
from cardlib.filters.words import number_of


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem: the card's id ("" if it is the same for every card of the layout), the element, what is wrong."""

    card: str
    element: str
    text: str
    layout: str

    def __str__(self) -> str:
        return f"{self.card or f'layout {self.layout}'}: {self.element}: {self.text}"


class PreflightError(CardlibError):
    """Cards that cannot be printed as they are, and nothing was written.

    `problems` lists all that is wrong, `warnings` what could look better, `remedy` says what would help.
    """

    def __init__(self, problems: Sequence[Problem], warnings: Sequence[Problem] = (), remedy: str = "") -> None:
        self.problems = tuple(problems)
        self.warnings = tuple(warnings)
        count = number_of(len(problems), "problem")
        cards = len({problem.card for problem in problems if problem.card})
        layouts = len({problem.layout for problem in problems if not problem.card})
        places = [f"on {number_of(cards, 'card')}"] if cards else []
        places += [f"in {number_of(layouts, 'layout')}"] if layouts else []
        listed = "\n".join(f"  {problem}" for problem in problems)
        after = f"\n{remedy}" if remedy else ""
        super().__init__(f"nothing printed: {count} {' and '.join(places)}\n{listed}{after}")
