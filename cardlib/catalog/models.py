"""What a project holds, as plain frozen values: the game, its keywords, cards and rules.

Nothing here reads a file; `projects` fills these from JSON. An attribute of a card is a number, or a word of its own
such as "X" where the game declares one; it is absent where the card has none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from cardlib.filters.words import fold

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
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
class AttributeInfo:
    """An attribute of cards: its JSON type, limits, the values beside numbers, and the card types that carry it.

    `signed` lists the types that print it with a sign; `preposition` joins it to a noun in English ("of cost 2");
    a card of its types lacks it only if it is `optional`.
    """

    id: str
    type: Literal["integer", "string", "boolean", "array"]
    title: str
    description: str = ""
    minimum: int | None = None
    maximum: int | None = None
    variable: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    of: tuple[str, ...] = ()
    signed: tuple[str, ...] = ()
    preposition: str = "of"
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Keyword:
    """A keyword: how it is printed (`format` with {n}), what it reminds of, and the rule that defines it."""

    id: str
    name: str
    has_value: bool = False
    stacks: Literal["sum", "highest", "none"] = "none"
    reminder: str = ""
    format: str = ""
    rule: str = ""

    def printed(self, value: int | Literal[True] = True) -> str:
        """Return the keyword as a card prints it: "Flight", "Armour 2", "Provides 1u"."""
        if value is True or not self.has_value:
            return self.name
        return (self.format or f"{self.name} {{n}}").replace("{n}", str(value))


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
    raw: Mapping[str, Json] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Card:
    """One card as printed.

    `types` holds the type and every type that it also is; `keywords` maps an id to its number, or to True. `file` is
    relative to the project, `line` where the card begins. `written` is the text that overrides the rendered one.
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
    written: str | None = None
    flavour: str = ""
    formerly: tuple[str, ...] = ()
    art: str = ""
    unimplemented: str | None = None
    file: str = ""
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

    def called(self, name: str) -> bool:
        """Whether `name` is the card's id, name or a former name; case and accents do not matter."""
        wanted = fold(name)
        return wanted == self.id or wanted == fold(self.name) or any(wanted == fold(old) for old in self.formerly)
