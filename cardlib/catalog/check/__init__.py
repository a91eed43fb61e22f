"""Checks a project: everything that is wrong with it, in one run.

`check_project` reads every file, checks each against its schema and every word in it against what the project declares,
and then what no schema can say. Parts of cardlib above the catalogue (decks, print, games) hand in their own checks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, TypeAlias

from cardlib import bounds
from cardlib.catalog.cards import card_from, with_line
from cardlib.catalog.check.abilities import check_abilities
from cardlib.catalog.check.boards import check_boards
from cardlib.catalog.check.cards import (
    IDS,
    check_apart,
    check_attributes,
    check_files,
    check_ids,
    check_names,
    check_seats,
)
from cardlib.catalog.check.dice import check_dice
from cardlib.catalog.check.schemas import Schemas, crowded
from cardlib.catalog.check.sources import Source, read_sources
from cardlib.catalog.check.wording import check_braces
from cardlib.catalog.check.words import Words, doubts, words_of
from cardlib.catalog.models import Card
from cardlib.catalog.positions import Positioned
from cardlib.catalog.problems import Problem, path_text
from cardlib.catalog.projects import Project, project_path
from cardlib.catalog.reading import Misshapen, Shape
from cardlib.catalog.signature import Signature
from cardlib.catalog.text import Texts
from cardlib.errors import CardlibError
from cardlib.filters.names import key_of
from cardlib.memory import uncollected

DECLARING = ("game", "keywords", "rules", "wording")  # schemas of the files whose words the others use

# A check of another part: it gets the project, and the files that have problems already.
Check: TypeAlias = Callable[[Project, Collection[str]], Iterable[Problem]]


class Checked(NamedTuple):
    """What a check found: the problems, and the project as it was read, with those of its cards that can be used.

    The project is None where it cannot be loaded. Whoever builds on a check takes this project, so that what was
    checked and what is built are the same, and nothing is read twice.
    """

    problems: list[Problem]
    project: Project | None


def check_project(source: str | Path, extra: Iterable[Check] = ()) -> list[Problem]:
    """Return every problem of a project, game.json first, then by files and lines; an empty list means all is well.

    `extra` are checks of other parts; they run when the project can be loaded.
    """
    return checked_project(source, extra).problems


@uncollected()
def checked_project(source: str | Path, extra: Iterable[Check] = ()) -> Checked:
    """Check a project as `check_project` does; return the project, too."""
    folder = project_path(source)
    signature = Signature(folder)
    problems: list[Problem] = []
    sources = read_sources(folder, problems)
    for file in sources:
        problems += _emptied(file)
    words = words_of(sources)
    words.doubtful = doubts(sources, ())
    schemas = Schemas(words.formats(), words.slug)
    for file in sources:
        if file.schema in DECLARING:
            problems += check_file(file, schemas, words)
    words.doubtful = doubts(sources, problems)
    if words.doubtful:
        words.game = words.vocabulary = None
        schemas = Schemas(words.formats(), words.slug)
    for file in sources:
        if file.schema not in DECLARING:
            problems += check_file(file, schemas, words)
    if len(problems) > bounds.PROBLEMS:
        return Checked(_sorted(problems), None)  # looking closer at what is that broken would take long, and tell less
    for schema, key in IDS.items():
        problems += check_ids(sources, schema, key)
    problems += check_files(sources)
    problems += check_names(sources)
    problems += check_dice(sources)
    problems += check_braces(sources)
    problems += check_boards(sources, {problem.file for problem in problems})
    for file in sources:
        if file.schema == "game":
            problems += [*check_seats(file), *check_apart(file)]
    project: Project | None = None
    if words.unusable is not None and not any(problem.file in ("game.json", "keywords.json") for problem in problems):
        problems.append(_unusable(words.unusable, sources))
    if words.vocabulary is not None:
        try:
            project = _loaded(folder, sources, words)
            project.signature = signature  # of the files before any of them was read
        except CardlibError as error:
            if not any(f"{problem.file}:" in str(error) for problem in problems):
                problems.append(Problem("game.json", 0, "", str(error), "a project that loads"))
        else:
            problems += _without_pieces(project, sources, problems)
            problems += _check_loaded(project, sources, words, list(problems), extra)
    return Checked(_sorted(problems), project)


def _without_pieces(project: Project, sources: list[Source], known: list[Problem]) -> list[Problem]:
    """What no schema says of pieces.json, and keeps it from being used; the project is looked at without it then."""
    try:
        len(project.pieces)
    except CardlibError as error:
        project.__dict__["pieces"] = {}
        found = _unusable(error, sources)
        return [] if any(problem.file == found.file for problem in known) else [found]
    return []


def _unusable(error: CardlibError, sources: list[Source]) -> Problem:
    """What no schema says of a file such as game.json, and keeps it from being used."""
    if not isinstance(error, Misshapen):
        return Problem("game.json", 0, "", str(error), "a game that can be read")
    named = (one.file for one in sources if str(error).startswith((f"{one.file}:", f"{one.path}:")))
    file = next(named, "game.json")
    return _with_line(Problem(file, 0, error.path, error.found, error.expected, error.near), sources)


def _sorted(problems: Iterable[Problem]) -> list[Problem]:
    return sorted(set(problems), key=lambda one: (one.file != "game.json", *one.place, one.found, one.expected))


def check_file(file: Source, schemas: Schemas, words: Words) -> Iterator[Problem]:
    """One file against its schema; what a closer check has said about a value is not said again.

    Of a file with very many problems the first are told.
    """
    for number, problem in enumerate(_misfits(file, schemas, words)):
        if number == bounds.PROBLEMS:
            yield Problem(file.file, 0, "", f"more than {bounds.PROBLEMS} problems", "fewer: mend these first")
            return
        yield problem


def _emptied(file: Source) -> list[Problem]:
    """What a file has more of than any file may; such a file is taken for one that cannot be read."""
    found = [file.problem(one.path, one.value, one.expected) for one in crowded(file.schema, file.value)]
    if found:
        file.positions, file.readable = Positioned(complete=False), False
    return found


def _misfits(file: Source, schemas: Schemas, words: Words) -> Iterator[Problem]:
    if not file.readable or file.schema not in schemas:
        return
    said = {path_text(path) for _, path, _, _ in file.positions.slips}
    if file.schema == "cards":
        for problem in check_attributes(file, words):
            said.add(problem.path)
            yield problem
    for misfit in schemas.misfits(file.schema, file.value):
        if path_text(misfit.path) in said:
            continue
        if misfit.words is not None:
            yield file.told(misfit.path, misfit.words, misfit.expected, misfit.hint)
        else:
            yield file.problem(misfit.path, misfit.value, misfit.expected, misfit.hint, misfit.detail)


def _loaded(folder: Path, sources: list[Source], words: Words) -> Project:
    """The project of the sources; cards that cannot be loaded have been reported and are left out."""
    contents = {source.path: source.value for source in sources if source.readable or source.schema == "board"}
    project = Project(folder, problems=(), contents=contents)
    if words.vocabulary is not None and words.vocabulary == project.vocabulary:
        project.vocabulary = words.vocabulary  # it has read the filters already
    project.__dict__["cards"] = _loadable(project, sources)
    return project


def _check_loaded(
    project: Project, sources: list[Source], words: Words, known: list[Problem], extra: Iterable[Check]
) -> Iterator[Problem]:
    """The checks that need a project."""
    yield from check_abilities(project, sources, known)
    bad = frozenset(problem.file for problem in known)
    for check in extra:
        for problem in check(project, bad):
            if words.all_cards and key_of(problem.found.strip("'")) not in words.names:
                yield _with_line(problem, sources)


def _with_line(problem: Problem, sources: list[Source]) -> Problem:
    """A problem that knows its path and not its line."""
    if problem.line or not problem.path:
        return problem
    for source in sources:
        if source.file == problem.file:
            for path, line in source.positions.lines.items():
                if path_text(path) == problem.path:
                    return replace(problem, line=line)
            parent = problem.path.rpartition(".")[0]
            return replace(problem, line=_with_line(replace(problem, path=parent), sources).line)
    return problem


def _loadable(project: Project, sources: list[Source]) -> dict[str, Card]:
    render = Texts(project)
    cards: dict[str, Card] = {}
    for source in sources:
        for index, item in source.items("cards") if source.schema == "cards" else ():
            shape = Shape(item, source.file, f"cards[{index}]")
            with suppress(CardlibError):
                card = card_from(shape, project.game, source.file, render)
                line = source.positions.line(("cards", index, "id")) if source.readable else 0
                cards.setdefault(card.id, with_line(card, line))
    return cards
