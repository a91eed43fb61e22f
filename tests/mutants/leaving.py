"""What is not mutated, and which mutants that survive are explained: both are data, with a reason for every entry.

`left_out.json` holds for all games: modules, functions, tables and expressions that no rule is in, marks for the
kernel, and calls whose arguments are words of the log. `explained/GAME.json` names mutants that change nothing which a
player could notice. An explanation that fits no mutant any more, or one that is killed, is an error: it says something
that is so no longer.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING

from cardlib.errors import CardlibError

if TYPE_CHECKING:
    from mutants.operators import Mutant

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What is left out by name, each with the reason: modules (also `why*`), functions, tables, expressions, marks…

    Of calls all arguments are, of `keywords` the one that is named behind its call: `ask.default`.
    """

    modules: Mapping[str, str]
    functions: Mapping[str, str]
    tables: Mapping[str, str]
    expressions: Mapping[str, str]
    marks: Mapping[str, str]
    calls: Mapping[str, str]
    keywords: Mapping[str, str]

    def module(self, name: str) -> bool:
        """Whether a module has no rule in it."""
        return any(fnmatch(name, pattern) for pattern in self.modules)

    def function(self, name: str) -> bool:
        """Whether a function or class has no rule in it."""
        return name in self.functions

    def table(self, name: str) -> bool:
        """Whether what is assigned to a name has no rule in it."""
        return name in self.tables

    def expression(self, text: str) -> bool:
        """Whether an expression, by its end, says the same however it is written."""
        return any(text.endswith(known) for known in self.expressions)

    def mark(self, name: str) -> bool:
        """Whether nothing but the kernel reads what is assigned to an attribute."""
        return name in self.marks

    def arguments(self, name: str) -> bool:
        """Whether what is handed to a call is only told."""
        return name in self.calls

    def keyword(self, call: str, name: str) -> bool:
        """Whether what is handed to a call under a name decides nothing that a rule is about."""
        return f"{call}.{name}" in self.keywords


NOTHING = LeftOut({}, {}, {}, {}, {}, {}, {})


@dataclass(frozen=True, slots=True)
class Explained:
    """Why nobody can notice a mutant: it is named by its place, its line before and after.

    `*` for the line after is whatever survives of that line.
    """

    at: str
    line: str
    mutant: str
    why: str

    def fits(self, one: Mutant, noticed: bool = False) -> bool:
        """Whether it is about this mutant; of a whole line it is about what nobody noticed."""
        meant = self.mutant == one.mutant or (self.mutant == "*" and not noticed)
        return meant and (self.at, self.line) == (one.place, one.line)


def left_out(file: Path = HERE / "left_out.json") -> LeftOut:
    """Read what is not mutated."""
    data = json.loads(file.read_text(encoding="utf-8"))
    return LeftOut(**data)


def explained(file: Path) -> list[Explained]:
    """Read the explanations of a game; none where there is no file. Raises CardlibError for one without a reason."""
    if not file.exists():
        return []
    found = []
    for number, entry in enumerate(json.loads(file.read_text(encoding="utf-8"))["explained"], 1):
        if sorted(entry) != ["at", "line", "mutant", "why"] or not entry["why"]:
            raise CardlibError(f"{file.name}: entry {number}: expected at, line, mutant and why, found {entry}")
        found.append(Explained(**entry))
    return found


def stale(explanations: Iterable[Explained], mutants: Iterable[Mutant]) -> list[Explained]:
    """Return the explanations that fit none of the mutants which a package has."""
    there = {(one.place, one.line, mutant) for one in mutants for mutant in (one.mutant, "*")}
    return [one for one in explanations if (one.at, one.line, one.mutant) not in there]
