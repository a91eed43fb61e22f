"""What a filter is once it is read: a small tree of frozen nodes.

Inner nodes are `Both` (all of), `Either` (one of) and `Not`; the rest are leaves. `at` is the position in the text
and takes no part in equality. `Filter` is the tree together with the text that it came from.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

Op: TypeAlias = Literal["=", "!=", "<", "<=", ">", ">="]
Parity: TypeAlias = Literal["even", "odd"]


@dataclass(frozen=True, slots=True)
class FieldRef:
    """Another field as the right side of a comparison: `power>durability`."""

    field: str


@dataclass(frozen=True, slots=True)
class Both:
    """Every item holds; no items means everything."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """At least one item holds."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The item does not hold."""

    item: Node


@dataclass(frozen=True, slots=True)
class OfType:
    """The type, or group of types, `id`; `types` are all type ids that count as it (a Mecha Tower is a Tower)."""

    id: str
    types: frozenset[str]
    at: int = dataclasses.field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class OfSubtype:
    """The subtype `id`."""

    id: str
    at: int = dataclasses.field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class HasKeyword:
    """The keyword `id`; with the `word` that it names, and its number compared when `op` is given."""

    id: str
    op: Op | None = None
    value: int = 0
    word: str = dataclasses.field(default="", kw_only=True)
    at: int = dataclasses.field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class HasCounters:
    """The number of counters `id` on a permanent; only on the table."""

    id: str
    op: Op
    value: int
    at: int = dataclasses.field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Related:
    """A relation to the one who asks (`yours`, `self`, `within:3`); only on the table.

    `argument` is what stands behind it, "" for nothing; `placed` says that it is about where things stand.
    """

    name: str
    at: int = dataclasses.field(default=0, compare=False)
    argument: int | str = dataclasses.field(default="", kw_only=True)
    placed: bool = dataclasses.field(default=False, compare=False, kw_only=True)

    @property
    def said(self) -> str:
        """The relation as a filter writes it."""
        return self.name if self.argument == "" else f"{self.name}:{self.argument}"


@dataclass(frozen=True, slots=True)
class Compare:
    """A field against a number, a variable value ("X"), a word, or another field.

    Nothing compares with a missing value except `!=`; a variable value equals only itself.
    """

    field: str
    op: Op
    value: int | str | FieldRef
    at: int = dataclasses.field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class IsParity:
    """A number field is even, or odd."""

    field: str
    parity: Parity
    at: int = dataclasses.field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Has:
    """The field is there at all: `has:cost`."""

    field: str
    at: int = dataclasses.field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Contains:
    """A text field contains the folded text."""

    field: str
    text: str
    at: int = dataclasses.field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Matches:
    """A regular expression is found in a text field, whatever the case."""

    field: str
    pattern: str
    at: int = dataclasses.field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class NameHasWord:
    """The name has this whole (folded) word: `word:Drone` is in Insect Drone, not in Drones."""

    word: str
    at: int = dataclasses.field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class NameIs:
    """The name is exactly this, case ignored: `!"Stage 1"`."""

    name: str
    at: int = dataclasses.field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class InDeck:
    """The card is in a deck, named by its file or by the name of a deck of the project."""

    deck: str
    at: int = dataclasses.field(default=0, compare=False)


Leaf: TypeAlias = (
    OfType
    | OfSubtype
    | HasKeyword
    | HasCounters
    | Related
    | Compare
    | IsParity
    | Has
    | Contains
    | Matches
    | NameHasWord
    | NameIs
    | InDeck
)
Node: TypeAlias = Both | Either | Not | Leaf

_SEVERAL = (Both, Either)  # a tuple is asked about sooner than a union


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter that has been read. Equal filters have equal trees, whatever their text."""

    text: str = dataclasses.field(compare=False)
    root: Node

    def __str__(self) -> str:
        return self.text

    def leaves(self) -> Iterator[Leaf]:
        """Yield every leaf, from left to right."""
        waiting: list[Node] = [self.root]
        while waiting:
            node = waiting.pop()
            if isinstance(node, _SEVERAL):
                waiting.extend(reversed(node.items))
            elif isinstance(node, Not):
                waiting.append(node.item)
            else:
                yield node
