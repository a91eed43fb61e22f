"""Compiled abilities, as the kernel knows them: what of a card's JSON runs.

An ability keeps its place (`card`, `number`), so that frames, triggers and lasting effects in a state name it by two
integers. Its `program` is a flat list of instructions; blocks ("may", "if you do") are jumps.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

from cardlib.kernel.effects import Continuous, Number, Test

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

ConditionTest = Callable[["Match", int, int, dict[str, Any]], bool]
Kind = Literal["played", "trigger", "activated", "static", "option", "reaction"]


# Words of the data by which an ability speaks of its own source, or of what set it off.
_PERSONAL = re.compile(r"\b(self|host|that|other|its|here|neighbouring|namesake|it|that player)\b")
# Those among them that mean what set it off.
_EVENT = re.compile(r"\b(that|other|its|it|that player)\b")


class Operation(Protocol):
    """What an instruction carries out: a name, a function of a run and its arguments, and the name of its block."""

    @property
    def name(self) -> str: ...
    @property
    def block(self) -> str | None: ...
    @property
    def function(self) -> Callable[..., Any]: ...
    @property
    def personal(self) -> bool: ...
    @property
    def cost(self) -> Callable[..., str | None] | None: ...
    @property
    def spends(self) -> bool: ...


def nodes_in(data: Any) -> Iterator[Mapping[str, Any]]:
    """Yield every object within abilities as data: operations, amounts, modes, outer ones first."""
    if isinstance(data, Mapping):
        yield data
        for part in data.values():
            yield from nodes_in(part)
    elif isinstance(data, list | tuple):
        for part in data:
            yield from nodes_in(part)


def operations_in(data: Any) -> Iterator[str]:
    """Yield the names of the operations within abilities as data."""
    return (node["op"] for node in nodes_in(data) if isinstance(node.get("op"), str))


@dataclass(frozen=True, slots=True)
class Limit:
    """How often an ability may be used: so many `times` per span, counted by `object` or for all of a `player`.

    What is counted is the use of this `ability`, or of any one of its `card` that says so.
    """

    times: int = 1
    per: str = "turn"
    by: str = "object"
    of: str = "ability"


@dataclass(frozen=True, slots=True, eq=False)
class Instruction:
    """One operation with its compiled arguments; `jump` is where the program goes on when its block is skipped."""

    operation: Operation
    arguments: dict[str, Any]
    jump: int


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """A choice made on announcement: what may be chosen, where, how many."""

    test: Test
    count: Number
    one: bool
    up_to: bool
    zone: str
    whose: str
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Ability:
    """One ability of a printed card."""

    card: int
    number: int
    kind: Kind
    event: str | None
    who: Test | None
    zones: frozenset[str]
    condition: ConditionTest | None
    targets: tuple[Target, ...]
    cost: tuple[Instruction, ...]
    program: tuple[Instruction, ...]
    continuous: tuple[Continuous, ...]
    optional: bool
    limit: Limit | None
    needs: ConditionTest | None
    rule: str | None
    node: Mapping[str, Any]
    where: tuple[tuple[str, Test], ...] = ()  # of a reaction: what the fields of the record have to be
    automatic: bool = False  # whether a reaction happens without being asked for
    also: tuple[str, ...] = ()  # of a reaction: further windows of the same record
    # The points that its cost takes of each pool, where it takes nothing else and they are printed as numbers.
    price: tuple[tuple[str, int], ...] | None = None

    @property
    def impersonal(self) -> bool:
        """Whether what it does is the same whichever copy does it, and whatever set it off."""
        said = _PERSONAL.search(str(self.node.get("do", "")))
        return not said and not any(instruction.operation.personal for instruction in self.program)

    @property
    def names_event(self) -> bool:
        """Whether what it does may depend on what set it off."""
        return bool(_EVENT.search(str(self.node.get("do", ""))))
