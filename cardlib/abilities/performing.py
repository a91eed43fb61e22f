"""Carries abilities out: the procedure `effect`, which runs the program of an ability one instruction after another."""

from __future__ import annotations

from typing import Any

from cardlib.abilities.running import Run
from cardlib.kernel import atoms
from cardlib.kernel.ability import Ability
from cardlib.kernel.match import AGAIN, END, Match

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
