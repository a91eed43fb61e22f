"""The words that a filter may use in one game: types, subtypes, keywords, fields, counters, relations, shortcuts.

The catalogue builds a `Vocabulary` from `game.json` and `keywords.json`. Every entry carries its English, so that the
same declaration serves the parser, its messages and the rendered card text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from cardlib.filters.nodes import Filter

from cardlib.filters.words import fold

Kind: TypeAlias = Literal["number", "text", "word", "words", "flag"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A type, group, subtype, keyword or counter: its name as printed, its plural, and the types that it also is.

    A keyword may carry a value, and name one of `words`: `transport:trooper`.
    """

    name: str
    plural: str = ""
    is_: tuple[str, ...] = ()
    has_value: bool = False
    words: tuple[str, ...] = ()

    @property
    def many(self) -> str:
        """The plural as printed."""
        return self.plural or f"{self.name}s"


@dataclass(frozen=True, slots=True)
class Field:
    """A field: how it compares, what else it may hold than a number, which words it may hold, and how it reads.

    `printed` says how each of the `values` is printed; none are printed as they are written. `behind` follows its
    number: "at level 3". `said` is what running text calls it, capitals and all; its name in small letters if left out.
    """

    kind: Kind
    name: str = ""
    variables: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    preposition: str = "of"
    printed: tuple[str, ...] = ()
    behind: str = ""
    said: str = ""

    def known_as(self) -> dict[str, str]:
        """Return every way to write one of its values, folded, with the value: as in the data, and as printed."""
        printed = zip(self.printed, self.values, strict=True) if self.printed else ()
        return {fold(name): value for name, value in (*printed, *((value, value) for value in self.values))}


@dataclass(frozen=True, slots=True)
class Relation:
    """How a relation reads: words `before` the noun, `after` it, a `determiner` that it forces, or a `noun` of its own.

    `not_before` and `not_after` are the same for its negation; `either` stands beside other alternatives, `typed`
    after the noun in place of a noun of its own where the filter names a type.

    What `takes` an argument is written with it, `within:3`: a number from `least` to `most`, or one of `words`. In its
    English {n} and {word} are the argument, {n:space|spaces} the number with its noun, {a word} the word with its
    article, {Word} with a capital; `printed` are the words as they read, where not as they are written. `placed` says
    that it is about where things stand.
    """

    before: str = ""
    after: str = ""
    not_before: str = ""
    not_after: str = ""
    either: str = ""
    determiner: str = ""
    noun: str = ""
    plural: str = ""
    typed: str = ""
    takes: Literal["", "number", "word"] = ""
    least: int = 0
    most: int = 0
    words: tuple[str, ...] = ()
    placed: bool = False
    printed: tuple[str, ...] = ()

    def said(self, argument: int | str) -> int | str:
        """Return an argument as English says it."""
        return (
            self.printed[self.words.index(str(argument))] if argument in self.words[: len(self.printed)] else argument
        )

    @property
    def wants(self) -> str:
        """What its argument has to be, in words."""
        if self.takes == "number":
            return f"a number from {self.least} to {self.most}"
        return f"one of {', '.join(self.words)}"

    @property
    def example(self) -> str:
        """An argument that it takes."""
        return str(max(self.least, min(3, self.most))) if self.takes == "number" else next(iter(self.words), "")


FACE_DOWN = "face-down"  # a thing that lies face down, in filters and in notations

COMMON_RELATIONS: Mapping[str, Relation] = {
    "yours": Relation(after="you control", not_after="you do not control"),
    "theirs": Relation(after="an opponent controls", not_after="no opponent controls"),
    "self": Relation(determiner="this", not_before="other"),
    "other": Relation(before="other", determiner="", not_after="that is this one"),
    "owned": Relation(after="you own", not_after="you do not own"),
    "namesake": Relation(after="with the same name as this one", not_after="with another name than this one"),
    "neighbouring": Relation(
        before="neighbouring", not_after="that is not neighbouring", either="on a neighbouring space", placed=True
    ),
    "here": Relation(after="on the same space", not_after="on another space", either="on this space", placed=True),
    "neutral": Relation(before="neutral", not_after="that a player controls"),
    "host": Relation(determiner="the", after="this is attached to", not_after="that this is not attached to"),
    "permanent": Relation(noun="permanent", plural="permanents", typed="in play", not_after="that is not a permanent"),
    "attached": Relation(before="attached", not_after="that is not attached"),
    "standing": Relation(before="standing", not_after="that is not standing"),
    FACE_DOWN: Relation(before=FACE_DOWN, not_before="face-up"),
}

COMMON_FIELDS: Mapping[str, Field] = {
    "name": Field("text", "name"),
    "text": Field("text", "rules text"),
    "flavour": Field("text", "flavour text"),
    "id": Field("word", "id"),
    "type": Field("words", "type"),
    "subtype": Field("words", "subtype"),
    "keyword": Field("words", "keyword"),
    "game": Field("word", "game"),
    "word": Field("text", "name"),
    "in": Field("word", "deck"),
    "counter": Field("words", "counter"),
    "used": Field("number", "number of decks"),
    "abilities": Field("number", "number of abilities", preposition="with"),
}

ALIASES: Mapping[str, str] = {
    "t": "type",
    "types": "type",
    "s": "subtype",
    "subtypes": "subtype",
    "k": "keyword",
    "kw": "keyword",
    "keywords": "keyword",
    "o": "text",
    "n": "name",
    "ft": "flavour",
    "flavor": "flavour",
    "g": "game",
    "deck": "in",
    "counters": "counter",
    "ability": "abilities",
}

COMMON_FLAGS: Mapping[str, str] = {
    "vanilla": "has neither abilities nor keywords",
    "override": "has a text that overrides the rendered one",
    "unimplemented": "has an ability that the engine cannot play yet",
}


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Everything that a bare word, a field name or a flag can mean in one game."""

    types: Mapping[str, Entry] = field(default_factory=dict)
    groups: Mapping[str, Entry] = field(default_factory=dict)
    subtypes: Mapping[str, Entry] = field(default_factory=dict)
    keywords: Mapping[str, Entry] = field(default_factory=dict)
    fields: Mapping[str, Field] = field(default_factory=dict)
    counters: Mapping[str, Entry] = field(default_factory=dict)
    shortcuts: Mapping[str, str] = field(default_factory=dict)
    relations: Mapping[str, Relation] = field(default_factory=lambda: COMMON_RELATIONS)
    digits: bool = False  # whether the game writes small counts in digits: "2 units", not "two units"
    read: dict[str, Filter] = field(default_factory=dict, init=False, repr=False, compare=False)  # what `parse` read
    named: dict[str, tuple[str, str]] = field(default_factory=dict, init=False, repr=False, compare=False)  # and words
    _counted: dict[str, frozenset[str]] = field(default_factory=dict, init=False, repr=False, compare=False)
    _typed: dict[frozenset[str], str] = field(default_factory=dict, init=False, repr=False, compare=False)

    def types_of(self, id_: str) -> frozenset[str]:
        """Return every type that counts as the type or group `id_`: with `mecha` also `mecha-tower`."""
        found = self._counted.get(id_)
        if found is None:
            wanted = set(self.groups[id_].is_) if id_ in self.groups else {id_}
            found = self._counted[id_] = frozenset(name for name in self.types if self._ancestors(name) & wanted)
        return found

    def type_of(self, types: frozenset[str]) -> str | None:
        """Return the type that exactly these types count as, the first of several; None where there is none."""
        if not self._typed:
            self._typed.update((self.types_of(id_), id_) for id_ in reversed(list(self.types)))
        return self._typed.get(types)

    def _ancestors(self, id_: str) -> set[str]:
        found: set[str] = set()
        waiting = [id_]
        while waiting:
            name = waiting.pop()
            if name not in found and name in self.types:
                found.add(name)
                waiting.extend(self.types[name].is_)
        return found

    def field(self, name: str) -> Field | None:
        """Return the field of that name: the game's own first, then one that every game has."""
        return self.fields.get(name) or COMMON_FIELDS.get(name)

    def comparable(self, name: str) -> Literal["number", "word", "none"] | None:
        """Say how a word compares that may stand before an operator, or "none" for a keyword without a number."""
        entry = self.field(name) or COMMON_FIELDS.get(ALIASES.get(name, ""))
        if entry is not None:
            return "number" if entry.kind == "number" else "word"
        if name in self.keywords:
            return "number" if self.keywords[name].has_value else "none"
        return "number" if name in self.counters else None

    def field_names(self) -> list[str]:
        """Return every word that may stand before an operator, for messages."""
        numbered = [name for name, entry in self.keywords.items() if entry.has_value]
        numbered += [name for name, relation in self.relations.items() if relation.takes]
        return [*self.fields, *COMMON_FIELDS, *numbered, *self.counters, "is", "has", "not", *ALIASES]

    def flag_names(self) -> list[str]:
        """Return every word that may follow `is:`."""
        own = [name for name, entry in self.fields.items() if entry.kind == "flag"]
        return [*own, *self.shortcuts, *self.types, *self.groups, *self.subtypes, *self.keywords, *COMMON_FLAGS]
