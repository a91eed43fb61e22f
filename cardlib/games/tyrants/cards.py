"""What the rules of Against All Tyrants read off the printed cards once, when the game is loaded.

Traits that do something when a card is deployed or destroyed become abilities of the card, so that they share one queue
with what is printed as text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from cardlib.filters.words import slug
from cardlib.games.tyrants.board import THEATERS

if TYPE_CHECKING:
    from cardlib.abilities.compiling import Compiler
    from cardlib.kernel.ability import Ability, ConditionTest
    from cardlib.kernel.facts import Facts

UNIT: Final = 1
OBJECTIVE: Final = 2
LEADER: Final = 4
ONE_TIME: Final = 8
BASE: Final = 16
REFERENCE: Final = 32
KINDS = {
    "unit": UNIT,
    "objective": OBJECTIVE,
    "leader": LEADER,
    "one-time": ONE_TIME,
    "base": BASE,
    "reference": REFERENCE,
}
IN_THEATER = UNIT | OBJECTIVE

WORKS: Mapping[str, Any] = {"not": {"is": "disrupted"}}


@dataclass(frozen=True, slots=True)
class Command:
    """The trait Command: up to `count` units of `type` are instructed after an action."""

    type: str
    count: int


@dataclass(slots=True)
class Printed:
    """By number of card: its kind as a bit, its theaters, its orders, what it does when played, when it is placed."""

    kind: list[int]
    theaters: list[tuple[int, ...]]
    unique: list[bool]
    orders: list[tuple[Ability, ...]]
    played: list[Ability | None]
    needs: list[ConditionTest | None]
    command: list[tuple[Command, ...]]
    expert: list[frozenset[str]]
    types: list[frozenset[str]]
    mover: list[bool]  # may be in both theaters
    subtypes: tuple[str, ...]  # every type of the game, in the order of the data
    subfactions: tuple[str, ...]
    order_names: tuple[str, ...]  # as notations write them


def order_name(ability: Ability) -> str:
    """Return the name of an order, or its number on the card where it has none."""
    return str(ability.node.get("name", ability.number + 1))


def read(facts: Facts) -> Printed:
    """Read the printed cards of the game."""
    game = facts.vocabulary
    printed = Printed([], [], [], [], [], [], [], [], [], [], tuple(game.subtypes), (), ())
    subfactions = set()
    for number, card in enumerate(facts.cards):
        abilities = facts.abilities[number]
        where = card.attributes.get("theaters") or ()
        where = (where,) if isinstance(where, str) else where
        theaters = tuple(i for i, name in enumerate(THEATERS) if name in where)
        printed.kind.append(KINDS[card.type])
        printed.theaters.append(theaters)
        printed.mover.append(len(theaters) > 1)
        printed.unique.append("unique" in card.keywords)
        printed.orders.append(tuple(ability for ability in abilities if ability.kind == "activated"))
        played = [ability for ability in abilities if ability.kind == "played"]
        printed.played.append(played[0] if played else None)
        printed.needs.append(next((ability.needs for ability in abilities if ability.kind == "option"), None))
        commands = card.words.get("command", {})
        printed.command.append(tuple(Command(type_, count) for type_, count in commands.items()))
        printed.expert.append(frozenset(card.words.get("expert", {})))
        printed.types.append(frozenset(card.subtypes))
        subfaction = card.attributes.get("subfaction")
        if subfaction:
            subfactions.add(str(subfaction))
    printed.subfactions = tuple(sorted(subfactions))
    printed.order_names = tuple(sorted({slug(name) for orders in printed.orders for name in map(order_name, orders)}))
    return printed


def trait_abilities(facts: Facts, compiler: Compiler) -> None:
    """Add the abilities that traits stand for to those that are printed as text (AAT-107, 112, 128, 129, 131)."""
    abilities = list(facts.abilities)
    for number, card in enumerate(facts.cards):
        nodes: list[dict[str, Any]] = []
        words = card.keywords
        if words.get("supply"):
            nodes.append(_deployed({"op": "draw", "count": words["supply"]}, "AAT-128"))
        if words.get("compute"):
            nodes.append(_deployed({"op": "compute", "amount": words["compute"]}, "AAT-112"))
        for type_, count in card.words.get("transport", {}).items():
            nodes.append(_deployed({"op": "bring", "what": f"unit {type_}", "count": count}, "AAT-131"))
        if words.get("backup"):
            nodes.append(_destroyed({"op": "back-up", "amount": words["backup"]}, "AAT-107"))
        if words.get("sympathized"):
            bring = {"op": "bring", "what": "unit keyword:rallied", "count": words["sympathized"]}
            nodes.append(_destroyed(bring, "AAT-129"))
        own = list(abilities[number])
        for node in nodes:
            compiler.where = f"card '{card.id}', trait"
            own.append(replace(compiler.ability(number, len(own), node), kind="trigger"))
        abilities[number] = tuple(own)
    facts.index(abilities)


def _deployed(operation: dict[str, Any], rule: str) -> dict[str, Any]:
    return {"when": "deployed", "do": [operation], "rule": rule}


def _destroyed(operation: dict[str, Any], rule: str) -> dict[str, Any]:
    return {"when": "destroyed", "while": WORKS, "do": [operation], "rule": rule}
