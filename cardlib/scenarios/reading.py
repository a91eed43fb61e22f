"""Scenarios as they stand in files: read, and checked against the schema and the words of a project."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardlib.catalog.reading import read_json
from cardlib.errors import CardlibError

if TYPE_CHECKING:
    from cardlib.catalog import Project
    from cardlib.catalog.check.schemas import Schemas
    from cardlib.catalog.check.words import Words


class ScenarioError(CardlibError):
    """A scenario that says something impossible, or whose expectation fails; the message names the step."""


class Unmet(ScenarioError):
    """Something that can be, and is not so."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario: id, title, the ids that it pins, and its data."""

    id: str
    title: str
    pins: tuple[str, ...]
    data: Mapping[str, Any]
    file: str


def scenarios_in(project: Project) -> Iterator[Scenario]:
    """Read every scenario of a project, in the order of files and entries; `data check` looks at their words."""
    for path in project.files("scenarios"):
        yield from _entries(path)


def read_scenarios(path: Path, project: Project) -> Iterator[Scenario]:
    """Read the scenarios of one file, or of a folder of files, which may lie anywhere.

    Raises ScenarioError naming file, line and place of everything that the schema or the words of the project refuse.
    """
    from cardlib.catalog.check.schemas import Schemas
    from cardlib.catalog.check.sources import read_sources
    from cardlib.catalog.check.words import words_of

    words = words_of(read_sources(project.path, []))
    schemas = Schemas(words.formats(), words.slug)
    files = sorted(path.glob("*.json")) if path.is_dir() else [path]
    for file in files:
        _listed(file)
        _check(file, schemas, words)
    for file in files:
        yield from _entries(file)


def _listed(path: Path) -> list[Any]:
    """Return what a file lists as scenarios; raises ScenarioError for a file of something else."""
    data = read_json(path)
    entries: Any = data.get("scenarios") if isinstance(data, dict) else None
    if not isinstance(entries, list):
        raise ScenarioError(f"{path}: no file of scenarios; it needs a list 'scenarios'")
    if not entries:
        raise ScenarioError(f"{path}: 'scenarios' is empty; a file without scenarios proves nothing")
    return entries


def _entries(path: Path) -> Iterator[Scenario]:
    entries = _listed(path)
    for number, entry in enumerate(entries, 1):
        match entry:
            case {"id": str(id_), "title": str(title), "pins": [*pins], "steps": [*_]}:
                yield Scenario(id_, title, tuple(str(pin) for pin in pins), entry, path.name)
            case _:
                raise ScenarioError(f"{path}: scenario {number} needs id, title, pins and steps")


def _check(path: Path, schemas: Schemas, words: Words) -> None:
    """Check a file as `data check` does with those of the project."""
    from cardlib.catalog.check import check_file
    from cardlib.catalog.check.sources import Source, read_text
    from cardlib.catalog.positions import read_positions
    from cardlib.catalog.problems import Problem, path_text

    problems: list[Problem] = []
    text = read_text(path, str(path), problems)
    if text is not None:
        source = Source(str(path), path, "scenario", read_positions(text))
        source.readable = source.positions.complete
        slips = source.positions.slips
        problems += [Problem(str(path), line, path_text(at), what, expected) for line, at, what, expected in slips]
        problems += check_file(source, schemas, words)
        first: dict[object, int] = {}
        for index, entry in source.items("scenarios"):
            if first.setdefault(entry.get("id"), index) != index:
                problems.append(source.problem(("scenarios", index, "id"), entry.get("id"), "an id of its own"))
    if problems:
        raise ScenarioError("\n".join(str(problem) for problem in problems))
