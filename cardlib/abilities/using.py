"""Activated abilities: which ones a player may use now, what refuses the others, and how one is carried out.

A game that asks for them among other moves offers `options`, and calls `use` with the answer. Its form of the move is
`use PERMANENT [N]`, where N tells several of one card apart, from 1 on; `refusing` makes the test that stands under
`use` in `forbids`. The rule of a refusal is what `cites` has for what is in the way: `use-cost`, `use-condition`,
`use-target`, `turn-limit` (and so on); else the rule of the ability, and that of `use`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardlib.abilities.performing import begin_effect
from cardlib.abilities.targets import can_begin, choose_targets, enough, short_of
from cardlib.kernel import spans, values
from cardlib.kernel.match import END
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.ability import Ability
    from cardlib.kernel.decisions import Choice
    from cardlib.kernel.match import Match


def of_timing(m: Match, obj: int, timing: str) -> list[Ability]:
    """Return the printed abilities of a thing that may be used at a timing, in their order; no granted ones."""
    return [
        ability
        for ability in m.facts.abilities[m.state.card[obj]]
        if ability.kind == "activated" and ability.node["activate"] == timing
    ]


def options(m: Match, player: int, timing: str) -> list[Choice]:
    """Return what a player may use at a timing: `("use", thing)`, of several of one thing `("use", thing, number)`."""
    found: list[Choice] = []
    for obj in m.state.listeners.get(f"activate:{timing}", ()):
        if m.rules.controller(m, obj) == player:
            abilities = of_timing(m, obj, timing)
            for number, ability in enumerate(abilities, 1):
                if unusable(m, player, obj, ability, told=False) is None:
                    found.append(("use", obj, number) if len(abilities) > 1 else ("use", obj))
    return found


def unusable(m: Match, player: int, obj: int, ability: Ability, told: bool = True) -> Refusal | None:
    """Say why a player can't use an ability of a thing now, in full where it is told; None if nothing is in the way."""
    if m.rules.controller(m, obj) != player:
        return _refusal(m, ability, "use", "{s} is not yours")
    zone = m.facts.zone_kinds[m.state.zone[obj]]
    if zone not in ability.zones:
        return _refusal(m, ability, "use", "{s} has nothing to use there")
    if zone == m.facts.field and values.lost(m, obj):
        return _refusal(m, ability, "use", "{s} has lost its abilities")
    if ability.limit is not None and spans.used_up(m, ability, obj, player):
        often = f"{spans.how_often(ability.limit)} per {ability.limit.per}"
        return _refusal(m, ability, f"{ability.limit.per}-limit", f"{{s}} can be used only {often}")
    for condition in (ability.condition, ability.needs):
        if condition is not None and not condition(m, obj, player, {}):
            return _refusal(m, ability, "use-condition", "what {s} needs is not so")
    short = short_of(m, ability, obj, player, {}, told)
    if short is not None:
        kept = m.rules.kept_back(m, ability, obj) if told else None
        return kept or _refusal(m, ability, "use-cost", f"{{s}} can't be paid{f': {short}' if short else ''}")
    if not enough(m, ability, obj, player):
        return _refusal(m, ability, "use-target", "{s} has no legal target")
    return None if can_begin(m, ability, obj, player) else _refusal(m, ability, "use-target", "{s} could do nothing")


def refusing(timing: str) -> Callable[..., Refusal | None]:
    """Return the test of the move `use PERMANENT [N]` for what may be used at a timing, for `forbids`.

    Without a number, which may have been read as that of the copy, it tells what is in the way of any ability.
    """

    def refused(m: Match, player: int, obj: int, number: int | None = None) -> Refusal | None:
        """Say why a thing, or its ability of a number, can't be used."""
        found = of_timing(m, obj, timing)
        asked = found if number is None else found[number - 1 : number] if number > 0 else []
        if not asked:
            return Refusal(m.rules.cites.get("use", ""), "{s} has nothing to use now")
        reasons = (unusable(m, player, obj, ability) for ability in asked)
        return next((reason for reason in reasons if reason is not None), None)

    return refused


def use(m: Match, player: int, timing: str, obj: int, number: int = 1) -> None:
    """Let a player use what `options` offered: targets, cost and effect come before the present procedure goes on."""
    ability = of_timing(m, obj, timing)[number - 1]
    m.push("use", ability=(ability.card, ability.number), source=obj, you=player)


def _refusal(m: Match, ability: Ability, cites: str, text: str) -> Refusal:
    known = m.rules.cites
    return Refusal(known.get(cites) or ability.rule or known.get("use", ""), text)


# -- the procedure -----------------------------------------------------------------------------------------------


def use_targets(m: Match, f: dict[str, Any]) -> str | None:
    """Targets are chosen; without a legal one nothing happens."""
    targets = choose_targets(m, _ability(m, f), f["source"], f["you"], {})
    if targets is None:
        return END
    f["targets"] = targets
    return None


def use_cost(m: Match, f: dict[str, Any]) -> None:
    """The use is counted and told, and the cost paid."""
    ability = _ability(m, f)
    spans.use(m, ability, f["source"], f["you"])
    f["kept"] = ()
    rule = ability.rule or m.rules.cites.get("use")
    m.emit("used", f["source"], NOWHERE, ability.number, f["you"], rule)
    begin_effect(m, ability, f["source"], f["you"], part="cost")


def use_effect(m: Match, f: dict[str, Any]) -> None:
    """The ability takes effect."""
    begin_effect(m, _ability(m, f), f["source"], f["you"], targets=f["targets"], **dict(f["kept"]))


def _ability(m: Match, f: dict[str, Any]) -> Ability:
    card, number = f["ability"]
    ability: Ability = m.facts.abilities[card][number]
    return ability


USE = ((use_targets, use_cost, use_effect), {"use_targets": 0, "use_cost": 1, "use_effect": 2})
