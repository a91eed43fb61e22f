"""Which rules and cards are pinned: by a scenario, or by a named test of a checkout; and what is odd about the pins.

A test says what it proves with `@pytest.mark.pins("MIW-D01")`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cardlib.filters import nearest_note
from cardlib.places import data_root
from cardlib.scenarios.reading import scenarios_in
from cardlib.scenarios.touching import cited, touches, trace

if TYPE_CHECKING:
    from cardlib.catalog import Project
    from cardlib.game import Game

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


class Odd(NamedTuple):
    """A pin, or an id that looks like one, that proves less than it says: where it stands, the id, what is odd."""

    where: str
    id: str
    what: str


def unknown_pins(project: Project) -> list[Odd]:
    """Return the pins of scenarios and the marks of tests that name neither a rule nor a card.

    The tests of a checkout are about all its games, so a mark may also be about another one of them.
    """
    own = project.rules.keys() | project.cards.keys()
    marks = [(name, id_) for id_, name in _tests(project.path) if id_ not in own]
    others = {id_ for other in _neighbours(project) for id_ in (*other.rules, *other.cards)} if marks else set()
    found = [(scenario.id, id_) for scenario in scenarios_in(project) for id_ in scenario.pins if id_ not in own]
    found += [(name, id_) for name, id_ in marks if id_ not in others]
    return [Odd(where, id_, f"names no rule and no card{nearest_note(id_, own)}") for where, id_ in found]


def _neighbours(project: Project) -> Iterator[Project]:
    """Yield the games whose tests lie in one folder with those of a project."""
    from cardlib.catalog import bundled_paths, load_project

    if project.path.parent == data_root():
        yield from (load_project(path) for path in bundled_paths())


def unpinned_cites(project: Project) -> list[Odd]:
    """Return the ids that the steps of scenarios cite (`because ID`) and those scenarios do not pin."""
    return [
        Odd(scenario.id, id_, "cited by a step and not pinned")
        for scenario in scenarios_in(project)
        for id_ in dict.fromkeys(cited(scenario))
        if id_ not in scenario.pins
    ]


def doubtful_pins(game: Game) -> list[Odd]:
    """Return the pins of scenarios that never touch what they pin, as far as `touching` can tell; it plays all."""
    found: list[Odd] = []
    for scenario in scenarios_in(game.project):
        occurred = trace(game, scenario)
        found += [
            Odd(scenario.id, id_, "pinned, and nothing in the scenario touches it")
            for id_ in scenario.pins
            if not touches(game, occurred, id_)
        ]
    return found


def wholly_doubtful(pins: Iterable[Pin], doubts: Iterable[Odd]) -> list[str]:
    """Return the ids that no test pins, and scenarios only such that never touch them."""
    doubted = {(one.where, one.id) for one in doubts}
    return [
        pin.id
        for pin in pins
        if pin.scenarios and not pin.tests and all((scenario, pin.id) in doubted for scenario in pin.scenarios)
    ]


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
