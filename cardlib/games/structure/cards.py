"""What the rules of Dept. of Structure read off the printed cards once, when the game is loaded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cardlib.abilities.compiling import Compiler
    from cardlib.kernel.ability import Ability
    from cardlib.kernel.effects import Test
    from cardlib.kernel.facts import Facts

UNIT: Final = 1
VEHICLE: Final = 2
FORTIFICATION: Final = 4
EQUIPMENT: Final = 8
UPGRADE: Final = 16
TACTIC: Final = 32
RESOURCE: Final = 64
COUNTER: Final = 128
KINDS = {
    "unit": UNIT,
    "vehicle": VEHICLE,
    "fortification": FORTIFICATION,
    "equipment": EQUIPMENT,
    "upgrade": UPGRADE,
    "tactic": TACTIC,
    "resource": RESOURCE,
    "counter": COUNTER,
}
COMBATANT = UNIT | VEHICLE | FORTIFICATION
TECHNOLOGY = VEHICLE | FORTIFICATION | EQUIPMENT | UPGRADE
STAYS = COMBATANT | EQUIPMENT  # enters the battlefield by itself
ATTACKS = UNIT | VEHICLE

DEFENDING = ("leadership", "defense-gain")  # keywords that add to defense
TYPES = ("survivor", "bio", "power", "supplies")  # the four resources
Cost = tuple[int, int, int, int, int]  # by type, then `*`


@dataclass(slots=True)
class Printed:
    """By number of card: its kind as a bit, its cost, what it does when it resolves, its activated abilities."""

    kind: list[int]
    cost: list[Cost]
    unique: list[bool]
    played: list[Ability | None]
    activated: list[tuple[Ability, ...]]
    onto: list[Test | None]  # what an Upgrade may be put on
    crew: list[int]  # how many Units a Vehicle holds
    named: list[frozenset[str]]  # the printed keywords
    withstands: list[float]  # the damage that its printed defense does not outlast, without end for no combatant


def read(facts: Facts, compiler: Compiler) -> Printed:
    """Read the printed cards of the game."""
    printed = Printed([], [], [], [], [], [], [], [], [])
    capacity = facts.constants["crew_capacity"]
    for number, card in enumerate(facts.cards):
        abilities = facts.abilities[number]
        printed.kind.append(KINDS[card.type])
        printed.cost.append(_cost(card.attributes))
        printed.unique.append(bool(card.attributes.get("unique")))
        played = [ability for ability in abilities if ability.kind == "played"]
        printed.played.append(played[0] if played else None)
        printed.activated.append(tuple(ability for ability in abilities if ability.kind == "activated"))
        attach = [ability.node["play"]["attach"] for ability in abilities if "attach" in ability.node.get("play", {})]
        printed.onto.append(compiler.test(attach[0]) if attach else None)
        printed.crew.append(int(card.attributes.get("crew", capacity)))
        printed.named.append(frozenset(card.keywords))
        printed.withstands.append(facts.printed["defense"][number] or 0 if printed.kind[-1] & COMBATANT else inf)
    return printed


def _cost(attributes: Mapping[str, object]) -> Cost:
    survivor, bio, power, supplies, any_ = (int(str(attributes.get(part, 0))) for part in (*TYPES, "any"))
    return survivor, bio, power, supplies, any_
