"""Costs: what a pool can pay, and how `*` is paid (DOS-046 to DOS-053)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cardlib.abilities.operations.params import reference
from cardlib.abilities.operations.paying import SHORT, Payment, subjects_are_there
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
    survivor, bio, power, supplies, any_ = cost
    have = m.state.players[player]
    survivors, bios, powers, supply = have["survivor"], have["bio"], have["power"], have["supplies"]
    if survivors < survivor or bios < bio or powers < power or supply < supplies:
        return False
    return survivors + bios + powers + supply >= survivor + bio + power + supplies + any_


def demands(m: Match, ability: Ability, you: int, spent: Mapping[str, int]) -> bool:
    """Whether the resources that an ability costs can be paid, with the deployment cost of its card if that is due."""
    printed = m.facts.game.cost[ability.card] if ability.kind == "played" else (0, 0, 0, 0, 0)
    survivor, bio, power, supplies, any_ = (
        due + spent.get(type_, 0) for due, type_ in zip(printed, (*TYPES, "any"), strict=True)
    )
    return payable(m, you, (survivor, bio, power, supplies, any_))


def ready_to_utilize(payment: Payment) -> str | None:
    """A card that is utilized for a cost is on the battlefield and ready (DOS-038, DOS-044)."""
    about, m = payment.arguments["about"], payment.match
    short = subjects_are_there(payment)
    if short is not None or about.kind != "of":
        return short
    of = reference(m, about.of, payment.source, {})
    ready = of != NOWHERE and on_field(m, of) and not m.state.columns["utilized"][of]
    return None if ready else SHORT


def any_in_store(payment: Payment) -> str | None:
    """Resources of any types; `demands` looks at them together with the typed ones."""
    payment.spend("any", payment.number("amount"))
    return None


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
    for type_, number, typed in zip(TYPES, spent, cost, strict=False):
        if number:
            change(m, player, type_, -number, "DOS-047" if typed else "DOS-048")


def change(m: Match, player: int, type_: str, number: int, rule: str) -> int:
    """Add resources to a pool or take them out; what is above the limit is lost (DOS-058). Return the real change."""
    have = m.state.players[player][type_]
    then = max(0, min(m.facts.constants["pool_limit"], have + number))
    if then != have:
        atoms.note_player(m, player, type_, then)
        m.emit("resources", NOWHERE, TYPES.index(type_), then - have, player, rule)
    return then - have
