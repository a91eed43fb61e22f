"""Compiled abilities: what of a card's JSON the engine runs.

An ability keeps its place (`card`, `number`), so that frames, triggers and lasting effects in a state name it by two
integers. Its `program` is a flat list of instructions; blocks ("may", "if you do") are jumps.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from cardlib.engine import atoms
from cardlib.engine.match import AGAIN, END, Match
from cardlib.engine.running import Run
from cardlib.engine.values import Continuous, Number, Test

if TYPE_CHECKING:
    from cardlib.engine.operations.registry import Operation

ConditionTest = Callable[[Match, int, int, dict[str, Any]], bool]
Kind = Literal["played", "trigger", "activated", "static", "option"]


# Words of the data by which an ability speaks of its own source, or of what set it off.
_PERSONAL = re.compile(
    r"\b(self|host|that|other|its|here|neighbouring|namesake|it|that player)\b|stand-in|combine|choose-name"
)
# Those among them that mean what set it off.
_EVENT = re.compile(r"\b(that|other|its|it|that player)\b")


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
    once_per_turn: bool
    needs: ConditionTest | None
    rule: str | None
    node: Mapping[str, Any]

    @property
    def impersonal(self) -> bool:
        """Whether what it does is the same whichever copy does it, and whatever set it off."""
        return not _PERSONAL.search(str(self.node.get("do", "")))

    @property
    def names_event(self) -> bool:
        """Whether what it does may depend on what set it off."""
        return bool(_EVENT.search(str(self.node.get("do", ""))))


# What the payment of a cost hands on to the effect.
KEPT = ("it", "seen:it", "carried", "space", "named")


def perform(m: Match, bind: dict[str, Any]) -> str | None:
    """Run the next instruction of an ability's program: the one step of the procedure `effect`.

    `bind` holds ability (card, number), pc, source, you, targets, done and what earlier instructions kept.
    """
    card, number = bind["ability"]
    ability = m.facts.abilities[card][number]
    program = ability.cost if bind["part"] == "cost" else ability.program
    at = bind["pc"]
    if at >= len(program):
        if bind["part"] == "cost":
            kept = tuple((key, bind[key]) for key in KEPT if key in bind)
            atoms.hand_on(m, "kept", kept)
        return END
    instruction = program[at]
    outcome = instruction.operation.function(Run(m, bind, ability), **instruction.arguments)
    bind["pc"] = instruction.jump if outcome is False and instruction.operation.block else at + 1
    return AGAIN


def begin_effect(m: Match, ability: Ability, source: int, you: int, *, part: str = "do", **bind: Any) -> None:
    """Put an ability's program on the stack."""
    if not (ability.cost if part == "cost" else ability.program):
        return
    m.push("effect", ability=(ability.card, ability.number), part=part, pc=0, source=source, you=you, done=True, **bind)


EFFECT = ((perform,), {"perform": 0})
