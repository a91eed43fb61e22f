"""Which rules and cards are pinned: by a scenario, or by a named test of a checkout.

A test says what it proves with `@pytest.mark.pins("MIW-D01")`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cardlib.places import data_root
from cardlib.scenarios import scenarios_in

if TYPE_CHECKING:
    from cardlib.catalog import Project

_MARK = re.compile(r"\bpins\(([^)]*)\)\s*\n(?:@[^\n]*\n)*(?:async )?(?:def|class) (\w+)")
_WORD = re.compile(r"[\"']([^\"']+)[\"']")


@dataclass(frozen=True, slots=True)
class Pin:
    """One id with what pins it: ids of scenarios and names of tests, none when nothing does."""

    id: str
    kind: str
    title: str
    scenarios: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def pinned(self) -> bool:
        """Whether anything pins it."""
        return bool(self.scenarios or self.tests)


def coverage(project: Project) -> list[Pin]:
    """Return every rule and card of a project with what pins it, in the order of the rules, then of the cards."""
    scenarios: dict[str, list[str]] = {}
    for scenario in scenarios_in(project):
        for id_ in scenario.pins:
            scenarios.setdefault(id_, []).append(scenario.id)
    tests: dict[str, list[str]] = {}
    for id_, name in _tests(project.path):
        tests.setdefault(id_, []).append(name)
    ids = [(rule.id, rule.kind, rule.title or rule.question or rule.text) for rule in project.rules.values()]
    ids += [(card.id, "card", card.name) for card in project.cards.values()]
    return [Pin(id_, kind, title, tuple(scenarios.get(id_, ())), tuple(tests.get(id_, ()))) for id_, kind, title in ids]


def unknown_pins(project: Project) -> list[tuple[str, str]]:
    """Return the pins of scenarios that name neither a rule nor a card: scenario and id."""
    known = project.rules.keys() | project.cards.keys()
    return [(scenario.id, id_) for scenario in scenarios_in(project) for id_ in scenario.pins if id_ not in known]


def tests_are_here(project: Project) -> bool:
    """Whether the tests that pin something are there to be looked at: in a checkout they are, in a wheel not."""
    return _tests_folder(project.path).is_dir()


def _tests_folder(project: Path) -> Path:
    return (data_root().parent if project.parent == data_root() else project) / "tests"


def _tests(project: Path) -> Iterator[tuple[str, str]]:
    """Yield id and test of every pin in the tests: the checkout's for a bundled game, else the project's own."""
    for path in sorted(_tests_folder(project).rglob("test_*.py")):
        for words, name in _MARK.findall(path.read_text(encoding="utf-8")):
            for id_ in _WORD.findall(words):
                yield id_, f"{path.name}::{name}"
