"""Checks a project: everything that is wrong with it, in one run.

`check_project` reads every file, checks each against its schema and every word in it against what the project declares,
and then what no schema can say. Parts of cardlib above the catalogue (decks, print, games) hand in their own checks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

from cardlib.catalog.check.abilities import check_abilities
from cardlib.catalog.check.cards import check_attributes, check_ids, check_names
from cardlib.catalog.check.schemas import Schemas
from cardlib.catalog.check.sources import Source, read_sources
from cardlib.catalog.check.words import Words, words_of
from cardlib.catalog.problems import Problem
from cardlib.catalog.projects import Project, project_path
from cardlib.errors import CardlibError

Check: TypeAlias = Callable[[Project], Iterable[Problem]]


def check_project(source: str | Path, extra: Iterable[Check] = ()) -> list[Problem]:
    """Return every problem of a project, in the order of files and lines; an empty list means that all is well.

    `extra` are checks of other parts; they run when the project can be loaded.
    """
    folder = project_path(source)
    problems: list[Problem] = []
    sources = read_sources(folder, problems)
    words = words_of(sources)
    schemas = Schemas(words.formats())
    for file in sources:
        problems += _check_file(file, schemas, words)
    for schema, key in (("cards", "cards"), ("keywords", "keywords"), ("rules", "rules")):
        problems += check_ids(sources, schema, key)
    problems += check_names(sources)
    if not problems or extra:
        problems += _check_loaded(folder, sources, problems, extra)
    return sorted(set(problems), key=lambda problem: problem.place)


def core_problems(source: str | Path) -> list[Problem]:
    """Return the problems in what cards, queries and rules need: game, keywords, cards and rules."""
    places = ("game.json", "keywords.json", "rules.json", "cards/")
    return [problem for problem in check_project(source) if problem.file.startswith(places)]


def _check_file(file: Source, schemas: Schemas, words: Words) -> Iterator[Problem]:
    if not file.readable or file.schema not in schemas:
        return
    for misfit in schemas.misfits(file.schema, file.value):
        if misfit.words is not None:
            yield file.told(misfit.path, misfit.words, misfit.expected, misfit.hint)
        else:
            yield file.problem(misfit.path, misfit.value, misfit.expected, misfit.hint, misfit.detail)
    if file.schema == "cards":
        yield from check_attributes(file, words)


def _check_loaded(
    folder: Path, sources: list[Source], known: list[Problem], extra: Iterable[Check]
) -> Iterator[Problem]:
    """The checks that need a project that loads; what keeps it from loading has been reported already."""
    try:
        project = Project(folder)
        cards = project.cards
    except CardlibError as error:
        if not known:
            yield Problem("game.json", 0, "", str(error), "a project that loads")
        return
    yield from check_abilities(cards.values(), sources)
    for check in extra:
        yield from check(project)
