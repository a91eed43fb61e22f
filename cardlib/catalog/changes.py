"""Changes to a game that touch no file: a number of its rules or a member of a card is another one, for a trial.

    changed(load_project("mecha"), {"rules.hand_size": 6, "cards.turtle.durability": 4}) -> Project

A change names its place as the check does, `rules.hand_size` or `cards.<id>.abilities[0].do[0].amount`, and its
value has to fit the same schema as the files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import replace

from cardlib.catalog.cards import card_from, with_line
from cardlib.catalog.models import Change, Json
from cardlib.catalog.names import find_card
from cardlib.catalog.problems import Path, Problem, path_text, shown
from cardlib.catalog.projects import Project
from cardlib.catalog.reading import Shape
from cardlib.catalog.text import Texts, disagreements
from cardlib.errors import CardlibError
from cardlib.filters.nearest import nearest_note
from cardlib.reading import parse_json

CONSTANTS, CARDS = "rules", "cards"

_INDEX = re.compile(r"\[(\d+)\]")


class ChangeError(CardlibError):
    """A change that names nothing, or whose value does not fit; the message says what is there."""


def parse_change(text: str) -> tuple[str, Json]:
    """Return place and value of a change written as `place=value`; a value that is no JSON is text.

    >>> parse_change("rules.hand_size=6"), parse_change("cards.turtle.name=Tortoise")
    (('rules.hand_size', 6), ('cards.turtle.name', 'Tortoise'))
    """
    place, sign, value = text.partition("=")
    if not sign or not place.strip():
        raise ChangeError(f"'{text}': a change is a place and a value, such as rules.hand_size=6")
    try:
        return place.strip(), parse_json(value, place)
    except CardlibError:
        return place.strip(), value


def changed(project: Project, changes: Mapping[str, Json]) -> Project:
    """Return a project with changes beside the given one, whose `changes` say what is other than in its files.

    Raises ChangeError for a place that is not there, and for a value that does not fit.
    """
    if not changes:
        return project
    trial = _Trial(project)
    for place, value in changes.items():
        steps = _steps(place)
        if steps[0] == CONSTANTS:
            trial.change_constant(place, steps, value)
        elif steps[0] == CARDS:
            trial.change_card(place, steps, value)
        else:
            raise _unknown(place, steps[0], (CONSTANTS, CARDS))
    trial.check_texts()
    return trial.project


def _steps(place: str) -> tuple[str, ...]:
    """Return the steps of a place; an index may stand in brackets."""
    steps = tuple(_INDEX.sub(r".\1", place).split("."))
    if len(steps) < 2 or not all(steps):
        raise ChangeError(f"'{place}' is no place; expected rules.NAME or cards.ID.MEMBER, such as rules.hand_size")
    return steps


def _unknown(place: str, word: object, known: Iterable[object]) -> ChangeError:
    words = [str(one) for one in known]
    expected = f"expected one of {', '.join(words) or 'nothing'}"
    return ChangeError(f"{place}: found '{word}', {expected}{nearest_note(str(word), words)}")


class _Trial:
    """A project on which changes are made, one after the other, each checked by the schemas."""

    def __init__(self, project: Project) -> None:
        from cardlib.catalog.check.schemas import Schemas
        from cardlib.catalog.check.sources import read_sources
        from cardlib.catalog.check.words import words_of
        from cardlib.catalog.tree import walk

        self.project = Project(project.path, project.problems, contents=project.contents)
        self.project.signature = project.signature
        self.project.lines = project.lines
        declaring = [one for one in walk(project.path, []) if not one.file.startswith("scenarios/")]
        self.words = words_of(read_sources(project.path, [], declaring))
        self.schemas = Schemas(self.words.formats(), self.words.slug)
        self.render = Texts(self.project)
        self.items: dict[str, dict[str, Json]] = {}  # the changed cards as JSON

    def change_constant(self, place: str, steps: tuple[str, ...], value: Json) -> None:
        game = self.project.game
        name = ".".join(steps[1:])
        if name not in game.constants:
            raise _unknown(place, name, game.constants)
        numbers: dict[str, Json] = {**game.constants, name: value}
        document: dict[str, Json] = {**game.raw, CONSTANTS: numbers}
        for problem in self._problems("game", document):
            if problem.path == f"{CONSTANTS}.{name}":
                raise ChangeError(f"{place}: {problem.said}")
        constants = {name: number.number() for name, number in Shape(document, "game.json").members(CONSTANTS)}
        self.project.game = replace(game, constants=constants, raw=document)
        self.project.keywords = self.project.keywords_with(constants)
        self._note(f"{CONSTANTS}.{name}", value, game.constants[name])

    def change_card(self, place: str, steps: tuple[str, ...], value: Json) -> None:
        try:
            card = find_card(self.project, steps[1])
        except CardlibError as error:
            raise ChangeError(f"{place}: {error}") from None
        item = deepcopy(self.items.get(card.id) or self._item(card.id, card.file))
        if steps[2:] in ((), ("id",)):
            members = ", ".join(key for key in item if key != "id")
            raise ChangeError(f"{place}: found no member that may change; {card.id} has {members}")
        path, was = _put(item, steps[2:], value, place)
        where = f"{CARDS}.{card.id}"
        for problem in self._problems(CARDS, {CARDS: [item]}):
            raise ChangeError(f"{problem.path.replace(f'{CARDS}[0]', where, 1)}: {problem.said}")
        self.items[card.id] = item
        made = card_from(Shape(item, card.file, where), self.project.game, card.file, self.render)
        self.project.cards[card.id] = with_line(made, card.line)
        self.project.__dict__.pop("names", None)  # it may be called otherwise now
        self._note(path_text((where, *path)), value, was)

    def check_texts(self) -> None:
        """Every changed card can be put in words, and a text written for it still agrees with what it does."""
        for id_ in self.items:
            card = self.project.cards[id_]
            _ = card.text
            for found in disagreements(card, self.project):
                place = path_text((CARDS, id_, *found.path))
                raise ChangeError(
                    f"{place}: found the {found.kind} {found.written}, expected those of the abilities: {found.said}; "
                    "change the text too"
                )

    def _note(self, path: str, value: Json, was: Json) -> None:
        if any(path == other.path for other in self.project.changes):
            raise ChangeError(f"{path}: changed twice")
        self.project.changes = (*self.project.changes, Change(path, value, was))

    def _item(self, id_: str, file: str) -> dict[str, Json]:
        data = Shape(self.project.read(self.project.path / file), file)
        return next(item.mapping() for item in data.items(CARDS) if item.mapping().get("id") == id_)

    def _problems(self, schema: str, document: dict[str, Json]) -> Iterator[Problem]:
        from cardlib.catalog.check import check_file
        from cardlib.catalog.check.sources import Source
        from cardlib.catalog.positions import Positioned

        return check_file(Source("", self.project.path, schema, Positioned(document)), self.schemas, self.words)


def _put(item: dict[str, Json], steps: tuple[str, ...], value: Json, place: str) -> tuple[Path, Json]:
    """Put a value into a card at a place; returns the place and what was there."""
    path: Path = ()
    inner: Json = item
    for number, step in enumerate(steps, 1):
        last = number == len(steps)
        if isinstance(inner, list):
            if not step.isdecimal() or int(step) >= len(inner):
                items = ", ".join(f"[{at}] {shown(one)}" for at, one in enumerate(inner)) or "no item"
                raise ChangeError(f"{place}: found '{step}', expected an item of the list by its number: {items}")
            at = int(step)
            path = (*path, at)
            if last:
                was, inner[at] = inner[at], value
                return path, was
            inner = inner[at]
        elif isinstance(inner, dict):
            path = (*path, step)
            if last:
                was, inner[step] = inner.get(step), value
                return path, was
            if step not in inner:
                raise _unknown(place, step, inner)
            inner = inner[step]
        else:
            break
    raise ChangeError(f"{place}: found {shown(inner)} at {path_text(path)}, which has no '{step}'")
