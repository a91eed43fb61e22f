"""How `cardlib deck check` tells what it found: as lines, as rows, and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cardlib.filters.words import number_of
from cardlib_cli.deck_sources import Source, Unreadable
from cardlib_cli.output import bold, dim

if TYPE_CHECKING:
    from cardlib.catalog.projects import Project
    from cardlib.decks import Report, Violation


class Checked(NamedTuple):
    """A deck and what its check found."""

    source: Source
    report: Report
    kind: str = ""  # of a document that is no deck: what it is


def report_json(one: Checked | Unreadable) -> dict[str, object]:
    """Return what the check of a deck found, or why there is none, as JSON."""
    if isinstance(one, Unreadable):
        return {"file": one.label, "legal": False, "error": str(one.error)}
    return {"file": one.source.label, **one.report.as_json()}


def report_rows(one: Checked | Unreadable) -> list[dict[str, object]]:
    """Return a row for each thing that the check of a deck found, one in all if it found nothing."""
    if isinstance(one, Unreadable):
        return [{"file": one.label, "legal": False, "severity": "error", "sentence": str(one.error)}]
    source, report = one.source, one.report
    start: dict[str, object] = {"file": source.label, "deck": report.deck, "legal": report.legal}
    found = [*report.violations, *report.warnings, *report.advice]
    return [start | breach.as_json() | {"cards": _names(source.project, breach)} for breach in found] or [start]


def report_lines(checked: Checked | Unreadable) -> list[str]:
    """Return what the check of a deck found as lines: the verdict, then what breaks which rule, and a repair."""
    if isinstance(checked, Unreadable):
        return [f"{bold('UNREADABLE')}  {checked.label}", *(f"  {line}" for line in str(checked.error).splitlines())]
    source, report = checked.source, checked.report
    verdict = "legal" if report.legal else "ILLEGAL"
    size = checked.kind.lower() if checked.kind and not report.size else number_of(report.size, "card")
    lines = [f"{bold(verdict.ljust(10))}  {report.deck}, {size}  {dim(source.label)}"]
    for one in (*report.violations, *report.warnings, *report.advice):
        rule = f"{one.rule} (with {one.also})" if one.also else one.rule
        kind = one.code if one.severity == "error" else f"{one.severity}: {one.code}"
        lines.append(f"  {bold(rule or ('guideline' if one.severity == 'advice' else 'rule'))} {kind}: {one.sentence}")
        cards = ", ".join(_names(source.project, one))
        where = f"{one.section}: " if one.section else ""
        lines.append(f"    {where}found {one.found}{f' ({cards})' if cards else ''}, allowed {one.allowed}")
        lines.append(f"    fix: {one.fix}")
    return lines


def _names(project: Project, violation: Violation) -> list[str]:
    return [project.cards[card].name if card in project.cards else card for card in violation.cards]
