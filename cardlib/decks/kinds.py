"""Kinds of documents: what a deck, a team sheet, a rig build or a set-up of a game holds, from `documents/*.json`.

A kind declares fields with types and bounds, each with the rule that a wrong value breaks, tables, and figures: values
that formulas derive from the fields. How it is drawn and what dice it rolls is read by `portrayal`. A deck needs no
declaration; its parts stand in its format.

    number  a whole number from `min` to `max`        map     values `of` one kind by `keys`, or by words of its own
    word    one of `values`                           list    values `of` one kind, in order
    text    a line                                    record  named `fields`
    flag    yes or no                                 cards   how many of which cards
    card    a card of the game that passes `only`
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cardlib.catalog.reading import Shape
from cardlib.decks.fields import FormatError
from cardlib.decks.formulas import FormulaError, Name
from cardlib.decks.ledgers import Given
from cardlib.decks.naming import Formula, Naming
from cardlib.decks.portrayal import Drawing, Question, drawing_of, questions_of
from cardlib.errors import NotFound
from cardlib.filters.nearest import nearest_note

if TYPE_CHECKING:
    from cardlib.catalog import Project

DECK = "deck"
TYPES = ("number", "word", "text", "flag", "card", "map", "list", "record", "cards")
RESERVED = ("name", "game", "kind", "format", "credit", "comments", "sections", "cards", "headers")
KEYS = re.compile(r"[A-Za-z0-9][\w-]{0,79}")  # of a map without keys of its own: C1, red, left-arm
DEEPEST = 6  # fields inside each other


@dataclass(frozen=True, slots=True)
class Field:
    """A field, or what a map or list holds: its type and bounds, and the ids of the rules that a wrong one breaks.

    `rule` is broken by a value out of bounds and by a needed one that is missing, `key_rule` by a key that is not
    among `keys`, `twice_rule` by one that is there twice. `random` says whether random documents have it: "never",
    "always", or sometimes.
    """

    type: str
    title: str = ""
    about: str = ""
    rule: str = ""
    needed: bool = False
    min: int | None = None
    max: int | None = None
    values: Mapping[str, str] = field(default_factory=dict)
    only: str = ""
    keys: tuple[str, ...] = ()
    key_rule: str = ""
    twice_rule: str = ""
    random: str = ""
    of: Field | None = None
    fields: Mapping[str, Field] = field(default_factory=dict)

    @property
    def held(self) -> bool:
        """Whether it holds cards, itself or somewhere in it."""
        inner = [*self.fields.values(), *([self.of] if self.of is not None else [])]
        return self.type in ("card", "cards") or any(one.held for one in inner)

    @property
    def plain(self) -> bool:
        """Whether it is one value, that fits on a line with others."""
        return self.type in ("number", "word", "flag", "card")

    @property
    def rules(self) -> Iterator[str]:
        """The ids of the rules that it names."""
        yield from (rule for rule in (self.rule, self.key_rule, self.twice_rule) if rule)
        for inner in (*self.fields.values(), *([self.of] if self.of is not None else [])):
            yield from inner.rules


@dataclass(frozen=True, slots=True)
class Figure:
    """A value that follows from the fields, and how it is called; a hidden one only serves other formulas.

    It is worked out by a formula, or `given` by the game's package as a ledger.
    """

    title: str
    formula: Formula
    hidden: bool = False
    given: Given | None = None


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of document; `brought` says whose it is: each seat brings one, the table has one, or neither.

    `made_by` names what the game's package makes random ones with; chance alone if it is "".
    With `random` "changed" random ones are documents of the project, changed here and there.
    """

    id: str
    name: str
    fields: Mapping[str, Field]
    figures: Mapping[str, Figure]
    naming: Naming
    brought: str = "seat"
    random: str = ""
    drawing: Drawing | None = None
    questions: Mapping[str, Question] = field(default_factory=dict)
    made_by: str = ""

    @property
    def sections(self) -> tuple[str, ...]:
        """The fields that hold cards: what the sections are in a deck."""
        return tuple(name for name, one in self.fields.items() if one.held)


def kind_of(project: Project, id_: str) -> Kind:
    """Return a kind of documents; raises `NotFound` with the nearest one, `FormatError` for a wrong declaration."""
    if id_ not in project.kinds:
        more = nearest_note(id_, project.kinds, f"; kinds: {', '.join([DECK, *project.kinds])}")
        raise NotFound(f"{project.slug} has no documents of the kind {id_!r}{more}")
    kept: dict[str, Kind] = project.__dict__.setdefault("read_kinds", {})
    if id_ not in kept:
        kept[id_] = _kind(project, id_, Shape(dict(project.kinds[id_]), f"documents/{id_}.json"))
    return kept[id_]


def _kind(project: Project, id_: str, data: Shape) -> Kind:
    fields = {name: _field(value) for name, value in data.members("fields")}
    for name in fields:
        if name in RESERVED:
            raise FormatError(f"{data.file}: fields.{name}: found a field {name!r}, expected another name; it is taken")
    tables = {name: value.value for name, value in data.members("tables")}
    naming = Naming(project, frozenset(fields), {}, tables)
    taken = [name for name, _ in data.members("figures") if name in fields or name in tables]
    if taken:
        raise FormatError(f"{data.file}: figures.{taken[0]}: found a name that a field has, expected another one")
    made: dict[str, Formula] = {}
    figures: dict[str, Figure] = {}
    for name, value in data.members("figures"):
        given = value.word("given", "")
        if given:
            naming.given[name] = _given(project, given, value)
            made[name] = Formula(name, Name(name, 0), {})
        else:
            try:  # a figure may name those before it
                before = Naming(project, naming.names, made, tables, naming.given)
                made[name] = before.formula(value.word("formula"))
            except FormulaError as error:
                raise FormatError(f"{data.file}: figures.{name}.formula: {error.line}") from None
        title = value.word("title", name.replace("-", " ").capitalize())
        figures[name] = Figure(title, made[name], value.mapping().get("hidden") is True, naming.given.get(name))
    naming.figures = made
    maps = {name: one.keys for name, one in fields.items() if one.type == "map"}
    return Kind(
        id_,
        data.word("name", id_.capitalize()),
        fields,
        figures,
        naming,
        data.word("brought", "seat"),
        data.word("random", ""),
        drawing_of(data.get("drawing"), naming, maps),
        questions_of(data, naming),
        data.word("made_by", ""),
    )


def _given(project: Project, name: str, data: Shape) -> Given:
    from cardlib import plugins

    found: Given | None = plugins.figure(name, project.slug)
    if found is None:
        where = f"{data.file}: {data.path}.given: found {name!r}"
        raise FormatError(f"{where}, expected a figure that a package provides (entry points {plugins.FIGURES})")
    return found


def _field(data: Shape, depth: int = 0) -> Field:
    if depth > DEEPEST:
        raise FormatError(f"{data.file}: {data.path}: found fields more than {DEEPEST} deep, expected fewer")
    type_ = data.word("type")
    if type_ not in TYPES:
        raise data.at("type").wrong(f"one of {', '.join(TYPES)}")
    low, high, inner, values = data.get("min"), data.get("max"), data.get("of"), data.get("values")
    named: dict[str, str] = {}
    if values is not None:
        words = values.value
        named = {key: str(name) for key, name in words.items()} if isinstance(words, dict) else {}
        named = named or {word: word for word in data.words("values")}
    keys = data.words("keys")
    return Field(
        type=type_,
        title=data.word("title", ""),
        about=data.word("description", ""),
        rule=data.word("rule", ""),
        needed=data.mapping().get("needed") is True,
        min=low.number() if low is not None else None,
        max=high.number() if high is not None else None,
        values=named,
        only=data.word("only", ""),
        keys=keys,
        key_rule=data.word("key_rule", ""),
        twice_rule=data.word("twice_rule", ""),
        random=data.word("random", ""),
        of=_field(inner, depth + 1) if inner is not None else None,
        fields={name: _field(value, depth + 1) for name, value in data.members("fields")},
    )


def plain(values: Mapping[str, Any]) -> Any:
    """Return the values of a document as JSON."""
    return {key: _plain(value) for key, value in values.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value
