"""Costs: what a pool can pay, and how `*` is paid (DOS-046 to DOS-053)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.abilities.operations.params import reference
from cardlib.games.structure.cards import TYPES, Cost
from cardlib.games.structure.numbers import on_field, pool
from cardlib.kernel import atoms
from cardlib.kernel.decisions import Choice
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.ability import Ability
    from cardlib.kernel.match import Match


def payable(m: Match, player: int, cost: Cost) -> bool:
    """Whether typed symbols and then `*` can be paid (DOS-Q30)."""
    variables = m.state.players[player]
    left = 0
    for type_, number in zip(TYPES, cost, strict=False):
        rest = variables[type_] - number
        if rest < 0:
            return False
        left += rest
    return left >= cost[4]


def demands(m: Match, ability: Ability, source: int, you: int) -> bool:
    """Whether the resources that an ability costs can be paid, with the deployment cost of its card if that is due.

    A card that is utilized for it has to be ready (DOS-038, DOS-044).
    """
    s = m.state
    owed = list(m.facts.game.cost[ability.card]) if ability.kind == "played" else [0] * 5
    for instruction in ability.cost:
        arguments = instruction.arguments
        if instruction.operation.name == "spend":
            owed[TYPES.index(arguments["resource"])] += arguments["amount"](m, source, you, {})
        elif instruction.operation.name == "spend-any":
            owed[4] += arguments["amount"](m, source, you, {})
        elif instruction.operation.name == "utilize" and arguments["about"].kind == "of":
            of = reference(m, arguments["about"].of, source, {})
            if of == NOWHERE or not on_field(m, of) or s.columns["utilized"][of]:
                return False
    survivor, bio, power, supplies, any_ = owed
    return payable(m, you, (survivor, bio, power, supplies, any_))


def pay(m: Match, player: int, cost: Cost, source: int) -> None:
    """Pay a cost; the payer names the type for every `*` (DOS-047 to DOS-049)."""
    left = [have - number for have, number in zip(pool(m, player), cost, strict=False)]
    spent = list(cost[:4])
    if sum(left) <= cost[4]:  # all that is left is needed: nothing to choose
        spent = pool(m, player)
    else:
        for _ in range(cost[4]):
            choices: list[Choice] = [("resource", i) for i, have in enumerate(left) if have > 0]
            chosen = m.ask(player, "one", choices, "pay * with", rule="DOS-048", source=source)[1]
            left[chosen] -= 1
            spent[chosen] += 1
    m.touched = True
    for type_, number in zip(TYPES, spent, strict=True):
        if number:
            change(m, player, type_, -number, "DOS-047")


def change(m: Match, player: int, type_: str, number: int, rule: str) -> int:
    """Add resources to a pool or take them out; what is above the limit is lost (DOS-058). Return the real change."""
    have = m.state.players[player][type_]
    then = max(0, min(m.facts.constants["pool_limit"], have + number))
    if then != have:
        atoms.note_player(m, player, type_, then)
        m.emit("resources", NOWHERE, TYPES.index(type_), then - have, player, rule)
    return then - have
