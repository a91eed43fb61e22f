"""What a deck check says: breaches of construction rules, each with its rule, and the smallest repair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Severity: TypeAlias = Literal["error", "warning", "advice"]


@dataclass(frozen=True, slots=True)
class Violation:
    """One breach.

    `code` is the kind of constraint, `rule` the id of the rule and `sentence` its text; `also` names a second rule that
    takes part. `cards` are the ids (or unknown names) concerned, `found` and `allowed` what the deck has and what the
    rule asks for, `fix` the smallest repair.
    """

    code: str
    rule: str
    sentence: str
    section: str
    cards: tuple[str, ...]
    found: int | str
    allowed: str
    fix: str
    severity: Severity = "error"
    also: str = ""

    def __str__(self) -> str:
        rule = f"{self.rule} (with {self.also})" if self.also else self.rule
        named = f" {', '.join(self.cards[:5])}" if self.cards else ""
        more = f" and {len(self.cards) - 5} more" if len(self.cards) > 5 else ""
        place = f" in {self.section}" if self.section else ""
        return (
            f"{rule or self.code}: {self.sentence} Found{place}:{named}{more} {self.found}; "
            f"allowed: {self.allowed}. Fix: {self.fix}."
        )

    def as_json(self) -> dict[str, object]:
        """The fields as plain JSON values."""
        return {
            "code": self.code,
            "severity": self.severity,
            "rule": self.rule,
            "also": self.also,
            "sentence": self.sentence,
            "section": self.section,
            "cards": list(self.cards),
            "found": self.found,
            "allowed": self.allowed,
            "fix": self.fix,
        }


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of a check. `violations` break the rules; `warnings` and `advice` do not."""

    deck: str
    format: str
    size: int
    violations: tuple[Violation, ...] = ()
    warnings: tuple[Violation, ...] = ()
    advice: tuple[Violation, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether the deck breaks no rule."""
        return not self.violations

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the broken rules, in order."""
        return tuple(dict.fromkeys(violation.rule for violation in self.violations))

    def as_json(self) -> dict[str, object]:
        """The report as plain JSON values."""
        return {
            "deck": self.deck,
            "format": self.format,
            "legal": self.legal,
            "cards": self.size,
            "violations": [violation.as_json() for violation in self.violations],
            "warnings": [violation.as_json() for violation in self.warnings],
            "advice": [violation.as_json() for violation in self.advice],
        }
