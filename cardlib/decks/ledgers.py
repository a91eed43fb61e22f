"""Numbers of a document that a game's package works out, each with the parts that it comes from.

    ledger = kind.figures["stats"].given(fields, project)
    ledger["E"]["health"]        (("Warrior Elite, level 3", 7), ("Frame", 4))
    total(ledger["E"]["health"]) 11

A figure is `given` where no formula says it: the stats of a unit by tables, upgrades and equipment. Formulas name the
totals (`stats.E.health`), a sheet shows the parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from cardlib.catalog import Project

Part: TypeAlias = tuple[str, int]  # where it comes from, and how much
Ledger: TypeAlias = "Mapping[str, Mapping[str, tuple[Part, ...]]]"  # entry -> number -> its parts
Given: TypeAlias = (
    "Callable[[Mapping[str, Any], Project], Ledger]"  # from the fields of a document, as formulas see them
)


def total(parts: Iterable[Part]) -> int:
    """Return what the parts come to."""
    return sum(number for _, number in parts)


def totals(ledger: Ledger) -> dict[str, dict[str, int]]:
    """Return a ledger as formulas see it: numbers without their parts."""
    return {entry: {name: total(parts) for name, parts in of.items()} for entry, of in ledger.items()}


def told(parts: Iterable[Part]) -> str:
    """Return the parts in words: `7 Warrior Elite, level 3; +4 Frame`."""
    words: list[str] = []
    for where, number in parts:
        words.append(f"{number:+d} {where}" if words else f"{number} {where}")
    return "; ".join(words)


def alike(ledger: Ledger) -> list[tuple[list[str], Mapping[str, tuple[Part, ...]]]]:
    """Return the entries of a ledger, those with the same parts together."""
    groups: list[tuple[list[str], Mapping[str, tuple[Part, ...]]]] = []
    for entry, of in ledger.items():
        same = next((names for names, other in groups if other == of), None)
        if same is not None:
            same.append(entry)
        else:
            groups.append(([entry], of))
    return groups
