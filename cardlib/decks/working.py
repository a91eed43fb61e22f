"""Works formulas out over one document; what the figures of its kind come to is worked out once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cardlib.decks.ledgers import Ledger, totals
from cardlib.decks.naming import Formula, Naming
from cardlib.decks.running import BRACES, Value

if TYPE_CHECKING:
    from cardlib.catalog import Project


@dataclass(slots=True)
class Work:
    """One document while its formulas are worked out; figures are worked out once."""

    naming: Naming
    fields: Mapping[str, Value]
    headers: Mapping[str, str] = field(default_factory=dict)
    known: dict[str, Value] = field(default_factory=dict)
    ledgers: dict[str, Ledger] = field(default_factory=dict)
    steps: int = 0

    @property
    def project(self) -> Project:
        """The project of the document."""
        return self.naming.project

    def of(self, formula: Formula, bound: Mapping[str, Value] | None = None) -> Value:
        """Return the value of a formula; raises `FormulaError` where it has none."""
        self.steps = 0
        return formula.run(self, bound or {})

    def ledger(self, name: str) -> Ledger:
        """Return a figure that the game's package works out, with the parts of each number."""
        if name not in self.ledgers:
            self.ledgers[name] = self.naming.given[name](self.fields, self.project)
        return self.ledgers[name]

    def filled(self, text: str, bound: Mapping[str, Value]) -> str:
        """Return a text with the values of the names in braces."""
        return BRACES.sub(lambda match: self.shown(_told(self, match[1], bound)), text)

    def shown(self, value: Value) -> str:
        """Return a value in words: a card by its name, a list with commas."""
        if value is None:
            return "nothing"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, dict):
            return ", ".join(f"{key} {self.shown(one)}" for key, one in value.items()) or "nothing"
        if isinstance(value, list):
            return ", ".join(map(self.shown, value)) or "nothing"
        card = self.project.cards.get(value) if isinstance(value, str) else None
        return card.name if card is not None else str(value)

    def named(self, name: str) -> Value:
        """Return what a name that no `for` binds is; nothing where nothing has it."""
        naming, known = self.naming, self.known
        if name in known:
            return known[name]
        if name in naming.given:
            known[name] = totals(self.ledger(name))
            return known[name]
        if name in naming.figures:
            known[name] = None  # a figure that leads back to itself is nothing
            known[name] = naming.figures[name].run(self, {})
            return known[name]
        if name in self.fields:
            return self.fields[name]
        if name in naming.tables:
            return naming.tables[name]
        return self.project.game.constants.get(name)


def _told(work: Work, name: str, bound: Mapping[str, Value]) -> Value:
    return bound[name] if name in bound else work.named(name)
