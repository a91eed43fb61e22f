"""What a format demands of the cards themselves: `demands`.

A deck with a card that is printed wrong is refused, and the data check names every such card of the project.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cardlib.decks.constraints import breach
from cardlib.decks.facts import Counted, Facts
from cardlib.decks.formats import Constraint
from cardlib.decks.violations import Violation


@dataclass(frozen=True, slots=True)
class Demands:
    """Every card `of` a filter also passes another one; `wrong` are the cards that do not."""

    facts: Facts
    constraint: Constraint
    sections: tuple[str, ...]
    wrong: frozenset[str]

    @property
    def allowed(self) -> str:
        """What is demanded, as the format writes it."""
        of = f" that pass '{self.constraint.of}'" if self.constraint.of else ""
        return f"only cards{of} with '{self.constraint.must}'"

    def test(self, counted: Counted) -> Iterator[Violation]:
        """Yield a violation for all cards of the deck that are printed wrong."""
        found = {card: count for card, count in counted.of(self.sections).items() if card in self.wrong}
        if found:
            fix = f"correct {', '.join(map(self.facts.name, found))} in the data of the game"
            section = ", ".join(self.sections)
            yield breach(self.facts, self.constraint, sum(found.values()), self.allowed, fix, tuple(found), section)
