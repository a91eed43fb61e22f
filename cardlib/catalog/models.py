"""What a project holds, as plain frozen values: the game, its keywords, cards and rules.

Nothing here reads a file; `projects` fills these from JSON. An attribute of a card is a number, or a word of its own
such as "X" where the game declares one; it is absent where the card has none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from cardlib.catalog.problems import shown
from cardlib.filters.words import fold
from cardlib.reading import Json as Json

Attribute: TypeAlias = int | str | bool | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TypeInfo:
    """A card type: `is_` names the types that a card of this type also is."""

    id: str
    name: str
    plural: str
    is_: tuple[str, ...] = ()
    description: str = ""


@dataclass(frozen=True, slots=True)
class Scale:
    """What tables go by, such as levels: its steps as words ("1", "2"… or "light", "heavy"), the first one's number.

    A table without a step is read at `plain`. In play the step is the number in `reads`: a column of the object
    ("object", name) or a variable of its player ("player", name); ("", "") where play never reads it.
    """

    id: str
    title: str
    steps: tuple[str, ...]
    first: int = 1
    plain: str = ""
    reads: tuple[str, str] = ("", "")

    def at(self, number: int) -> int:
        """Return the place of a step by its number, the first or last one for numbers beyond them."""
        return min(max(number - self.first, 0), len(self.steps) - 1)


@dataclass(frozen=True, slots=True)
class AttributeInfo:
    """An attribute of cards: its JSON type, limits, the values beside numbers, and the card types that carry it.

    `names` says how values are printed that are not printed as they are written. `signed` lists the types that print
    it with a sign; `preposition` joins it to a noun in English ("of cost 2"); a card of its types lacks it only if it
    is `optional`. A `sum` has `parts`, which are attributes as well: each a number with the `letter` that stands for
    it, and `part_of` the sum. A sum whose parts have a `pool` is read off the costs of abilities; `pools` are its parts
    by pool. A `table` goes `by` a scale, and its parts are its numbers at each `step`.
    """

    id: str
    type: Literal["integer", "string", "boolean", "array", "sum", "table"]
    title: str
    description: str = ""
    minimum: int | None = None
    maximum: int | None = None
    variable: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    of: tuple[str, ...] = ()
    signed: tuple[str, ...] = ()
    preposition: str = "of"
    optional: bool = False
    parts: tuple[str, ...] = ()
    part_of: str = ""
    letter: str = ""
    by: str = ""
    step: str = ""
    pools: Mapping[str, str] = field(default_factory=dict)

    @property
    def prose(self) -> bool:
        """Whether its values are free text rather than numbers or words of a list."""
        return self.type == "string" and not self.values

    def named(self, value: Attribute | list[str]) -> str:
        """Return a value as it is printed, but for the sign: 3, X, "Space, Planetside"."""
        words = value if isinstance(value, tuple | list) else (value,)
        return ", ".join(self.names.get(str(word), str(word)) for word in words)


@dataclass(frozen=True, slots=True)
class Keyword:
    """A keyword: how it is printed (`format` with {n} and {word}), what it reminds of, and the rule that defines it.

    With `has_value` it carries a number of at least `minimum`; `plain` is its reminder where it may lack that number.
    `word` says what else it names: nothing, a subtype or a type. A keyword with a `mark` is printed as that mark behind
    the name of the card and not in its list of keywords.
    """

    id: str
    name: str
    has_value: bool = False
    minimum: int | None = None
    word: Literal["", "subtype", "type"] = ""
    mark: str = ""
    plain: str = ""
    stacks: Literal["sum", "highest", "none"] = "none"
    reminder: str = ""
    format: str = ""
    rule: str = ""

    def printed(self, value: int | Literal[True] = True, word: str = "") -> str:
        """Return the keyword as a card prints it: "Flight", "Armour 2", "Provides 1u", "Transport 1: Trooper"."""
        numbered = self.has_value and value is not True
        if (self.has_value and not numbered) or (self.word and not word):
            return self.name
        return self._format(numbered).replace("{n}", str(value)).replace("{word}", word)

    def _format(self, numbered: bool) -> str:
        if self.format:
            return self.format
        return f"{self.name}{' {n}' if numbered else ''}{' {word}' if self.word else ''}"

    def reminded(self, value: int | Literal[True] = True, word: str = "") -> str:
        """Return the reminder with its number and word put in; "unit(s)" becomes "unit" or "units"."""
        if value is True and self.has_value and self.plain:
            return self.plain
        text = self.reminder.replace("{n}", "" if value is True else str(value)).replace("{word}", word)
        return text.replace("(s)", "" if value in (True, 1) else "s")

    def called(self, words: str) -> bool:
        """Whether words are its id, its name or what a card prints: "provide", "Provides 2u"."""
        names = {self.id, fold(self.name), fold(self._format(self.has_value).partition("{")[0].strip())}
        return fold(words) in names or re.fullmatch(self.pattern(), words, re.IGNORECASE) is not None

    def reminded_of_any(self) -> str:
        """Return the reminder with "n" for its number and "[subtype]" for its word."""
        return self.reminder.replace("{n}", "n").replace("{word}", f"[{self.word}]").replace("(s)", "s")

    def reminder_for(self, printed: str) -> str | None:
        """Return the reminder of the keyword as it is printed somewhere, or None if that is another keyword."""
        if printed == self.name:
            return self.reminded()
        pattern = re.escape(self._format(self.has_value)).replace(r"\{n\}", r"(?P<n>\d{1,9})")
        found = re.fullmatch(pattern.replace(r"\{word\}", "(?P<word>.+)"), printed)
        if found is None:
            return None
        parts = found.groupdict()
        return self.reminded(int(parts["n"]) if parts.get("n") else True, parts.get("word") or "")

    def pattern(self) -> str:
        """Return a regular expression for the keyword in rules text, with or without number and word."""
        forms = {re.escape(self.name) + (r"(?: \d+)?" if self.has_value and not self.word else "")}
        if self.format and not self.word:
            forms.add(re.escape(self.format).replace(r"\{n\}", r"\d+"))
        return "|".join(sorted(forms, key=lambda form: (-len(form), form)))


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule, construction rule, ruling or example, with its id."""

    id: str
    kind: str
    text: str
    section: str = ""
    title: str = ""
    question: str = ""
    why: str = ""
    refs: tuple[str, ...] = ()
    pins: tuple[str, ...] = ()
    broken_by: str = ""
    example: str = ""
    words: tuple[str, ...] = ()  # that it explains better than the others


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What game.json declares; `raw` is the whole file, for what other parts read from it."""

    slug: str
    name: str
    prefix: str
    players: tuple[int, int]
    constants: Mapping[str, int]
    types: Mapping[str, TypeInfo]
    groups: Mapping[str, tuple[str, ...]]
    subtypes: Mapping[str, str]
    attributes: Mapping[str, AttributeInfo]
    source: str = ""
    credits: str = ""
    licence: str = ""
    type_line: str = ""
    stats: tuple[str, ...] = ()  # the attributes that are shown of a card in play, "3/2"
    seats: tuple[str, ...] = ()  # the players' roles in order of their seats, where the game has such
    letters: tuple[str, ...] = ()  # what notation calls them: of their own, of their roles, or A, B, C…
    colours: tuple[str, ...] = ()  # of the seats on a screen, then of those who act by rules
    actors: Mapping[str, str] = field(default_factory=dict)  # who acts by rules, without a seat: names by id
    scales: Mapping[str, Scale] = field(default_factory=dict)  # what tables go by
    roles: Mapping[str, str] = field(default_factory=dict)  # role -> the zone that has it, of several the first
    raw: Mapping[str, Json] = field(default_factory=dict, compare=False, repr=False)

    def line_of(self, type_: str, subtypes: tuple[str, ...]) -> str:
        """Return the line of types of a card: as `type_line` says, else subtypes and type in one row.

        `type_line` is used for cards that have what it names beside the type: subtypes, or a type that it also is.
        """
        names = [self.subtypes.get(subtype, subtype) for subtype in subtypes]
        about = self.types[type_]
        also = [self.types[other].name for other in about.is_ if other in self.types]
        beside = {"{subtypes}": ", ".join(names), "{is}": ", ".join(also)}
        if not any(text for slot, text in beside.items() if slot in self.type_line):
            return " ".join([*names, about.name])
        line = self.type_line.replace("{type}", about.name)
        for slot, text in beside.items():
            line = line.replace(slot, text)
        return " ".join(line.split())

    def parts_in(self, attribute: AttributeInfo, values: Mapping[str, object]) -> list[tuple[AttributeInfo, int]]:
        """Return the parts of a sum that a card has, in the order in which the card has them, each with its number."""
        found = [(self.attributes[id_], number) for id_, number in values.items() if id_ in attribute.parts]
        return [(part, number) for part, number in found if isinstance(number, int)]

    def written(self, attribute: AttributeInfo, values: Mapping[str, object]) -> str:
        """Return a sum with the letters of its parts, "2B 1S", and a table with its numbers, "5/5/7/7".

        A sum without parts is "0", a table that says the same everywhere one number.
        """
        if attribute.type == "table":
            cells = [str(values[part]) for part in attribute.parts if values.get(part) is not None]
            return "/".join(cells if len(set(cells)) > 1 else cells[:1])
        return " ".join(f"{number}{part.letter}" for part, number in self.parts_in(attribute, values)) or "0"

    def spelled(self, attribute: AttributeInfo, values: Mapping[str, object]) -> str:
        """Return a sum or table in words: "2 bio 1 survivor"; a part named "Black dice" of "Dice" is black there."""
        whole = attribute.title.lower()
        parts = [(f" {part.title.lower()}", number) for part, number in self.parts_in(attribute, values)]
        if attribute.type == "table" or not parts:
            return self.written(attribute, values)
        return ", ".join(f"{number}{title.removesuffix(f' {whole}')}" for title, number in parts)

    def word_of(self, keyword: Keyword, word: str) -> str:
        """Return the word that a keyword names, as printed."""
        if keyword.word == "type" and word in self.types:
            return self.types[word].name
        return self.subtypes.get(word, word)


@dataclass(frozen=True, slots=True)
class Card:
    """One card as printed.

    `types` holds the type and every type that it also is; `keywords` maps an id to its number, or to True, and `words`
    the id of a keyword that names something to what it names, each with its number, or True. `file` is relative
    to the project, `place` its path there ("cards[3]"), `line` where the card begins. `written` is the text that
    overrides the rendered one.
    """

    id: str
    name: str
    type: str
    types: frozenset[str]
    subtypes: tuple[str, ...]
    attributes: Mapping[str, Attribute]
    keywords: Mapping[str, int | Literal[True]]
    abilities: tuple[Mapping[str, Json], ...]
    game: str
    words: Mapping[str, Mapping[str, int | Literal[True]]] = field(default_factory=dict)
    written: str | None = None
    flavour: str = ""
    formerly: tuple[str, ...] = ()
    art: str = ""
    unimplemented: str | None = None
    file: str = ""
    place: str = ""
    line: int = 0
    type_line: str = ""
    render: Callable[[Card], str] | None = field(default=None, compare=False, repr=False)

    @property
    def text(self) -> str:
        """The rules text: what the data writes in its place, else what the abilities say."""
        if self.written is not None:
            return self.written
        return self.render(self) if self.render is not None else ""

    @property
    def override(self) -> bool:
        """Whether a written text stands in place of the rendered one."""
        return self.written is not None

    def stated(self) -> Iterator[tuple[str, int | Literal[True], str]]:
        """Yield each keyword as it stands on the card: its id, its number or True, and what it names or ""."""
        for id_, value in self.keywords.items():
            if id_ in self.words:
                for word, number in self.words[id_].items():
                    yield id_, number, word
            else:
                yield id_, value, ""


@dataclass(frozen=True, slots=True)
class Change:
    """One change: its place, the value now, and what the data has there (None for nothing)."""

    path: str
    value: Json
    was: Json

    def __str__(self) -> str:
        return self.setting + ("" if self.was is None else f" (was {shown(self.was)})")

    @property
    def setting(self) -> str:
        """The change as `parse_change` reads it."""
        return f"{self.path}={json.dumps(self.value, ensure_ascii=False)}"
