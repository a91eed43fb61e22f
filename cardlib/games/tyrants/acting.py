"""Actions in combat: attack, orders, changing theaters, removing Disruption; Command and other instructions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from cardlib.engine import atoms
from cardlib.engine.abilities import begin_effect
from cardlib.engine.decisions import DONE, Value
from cardlib.engine.match import AGAIN, END
from cardlib.engine.rules import procedure
from cardlib.engine.state import NOWHERE
from cardlib.engine.targets import a_mode_is_open, choose_targets, cost_can_be_paid, enough
from cardlib.games.tyrants import verbs
from cardlib.games.tyrants.attack import Front, attack, front
from cardlib.games.tyrants.board import base, leaders, rows, units
from cardlib.games.tyrants.numbers import working

if TYPE_CHECKING:
    from cardlib.engine.abilities import Ability
    from cardlib.engine.match import Match


# -- what may be done --------------------------------------------------------------------------------------------


def actions(m: Match, player: int, acting: Iterable[int], attacks_only: bool = False) -> list[Value]:
    """Return every action that these units of a player may take now (AAT-049).

    A disrupted unit can only remove a Disruption token (AAT-143).
    """
    s = m.state
    game = m.facts.game
    disruption = s.columns["disruption"]
    card, place = s.card, s.place
    fronts: list[Front | None] = [None, None]
    found: list[Value] = []
    for unit in acting:
        if disruption[unit]:
            if not attacks_only:
                found.append(("clear", unit))
            continue
        theater = place[unit]
        facing = fronts[theater]
        if facing is None:
            facing = fronts[theater] = front(m, player, theater)
        found += [("attack", unit, target) for target in facing.targets(m, unit)]
        if attacks_only:
            continue
        number = card[unit]
        orders = game.orders[number]
        if orders:
            found += [("order", unit, ability.number) for ability in orders if usable(m, ability, unit, player)]
        if game.mover[number]:
            found.append(("move", unit))
    return found


def usable(m: Match, ability: Ability, obj: int, player: int) -> bool:
    """Whether an order can be used: its needs hold, its cost can be paid, its targets are there (AAT-079)."""
    if ability.needs is not None and not ability.needs(m, obj, player, {}):
        return False
    if ability.cost and not cost_can_be_paid(m, ability, obj, player):
        return False
    if not a_mode_is_open(m, ability, obj, player):
        return False
    return not ability.targets or enough(m, ability, obj, player)


def base_orders(m: Match, player: int) -> list[Value]:
    """Return the orders of a base and of its leaders; each spends the base's one action (AAT-050, AAT-051)."""
    s = m.state
    own = base(m, player)
    if own == NOWHERE or not s.columns["ready"][own]:
        return []
    game = m.facts.game
    return [
        ("order", obj, ability.number)
        for obj in (own, *leaders(m, player))
        for ability in game.orders[s.card[obj]]
        if usable(m, ability, obj, player)
    ]


def combat_options(m: Match, player: int) -> list[Value]:
    """Return every action of the phase, and the end of it (AAT-048)."""
    ready = m.state.columns["ready"]
    mine = rows(m)[player]
    found = actions(m, player, [unit for row in mine for unit in row if ready[unit]])
    found += base_orders(m, player)
    found.append(("end",))
    return found


# -- doing it ----------------------------------------------------------------------------------------------------


def act(m: Match, value: Value, player: int) -> None:
    """Carry out an action; whose own action it is has been noted by the caller."""
    verb, obj = value[0], value[1]
    s = m.state
    is_unit = s.place[obj] != NOWHERE and obj != base(m, player)
    if is_unit and m.facts.game.command[s.card[obj]] and working(m, obj, "command"):
        m.push("command", unit=obj, player=player, at=0)
    if verb == "attack":
        left = working(m, obj, "repeater")
        if left:
            m.push("repeat", unit=obj, left=left)
        attack(m, obj, value[2])
    elif verb == "order":
        ability = m.facts.abilities[s.card[obj]][value[2]]
        m.emit("order", obj, NOWHERE, value[2], player, ability.rule or "AAT-078")
        if ability.targets or ability.cost:
            m.push("order", obj=obj, number=value[2], player=player)
        else:
            begin_effect(m, ability, obj, player)
    elif verb == "move":
        atoms.relocate(m, obj, 1 - s.place[obj])
        m.emit("changes-theater", obj, NOWHERE, s.place[obj], player, "AAT-080")
    else:
        atoms.put(m, obj, "disruption", s.columns["disruption"][obj] - 1)
        m.emit("recovers", obj, NOWHERE, s.columns["disruption"][obj], player, "AAT-143")


def order_targets(m: Match, f: dict[str, Any]) -> str | None:
    """Choose what an order is about, then pay what it costs."""
    ability = m.facts.abilities[m.state.card[f["obj"]]][f["number"]]
    chosen = choose_targets(m, ability, f["obj"], f["player"], {})
    if chosen is None:
        return END
    f["targets"] = chosen
    if ability.cost:
        begin_effect(m, ability, f["obj"], f["player"], part="cost", targets=chosen)
    return None


def order_effect(m: Match, f: dict[str, Any]) -> None:
    """Then its text is carried out."""
    ability = m.facts.abilities[m.state.card[f["obj"]]][f["number"]]
    begin_effect(m, ability, f["obj"], f["player"], targets=f["targets"])


# -- instructions ------------------------------------------------------------------------------------------------


def can_be_instructed(m: Match, unit: int) -> bool:
    """Whether a unit may take an additional action this turn (AAT-047, AAT-082)."""
    columns = m.state.columns
    return columns["instructed"][unit] < m.facts.constants["instructions_per_turn"] and not columns["barred"][unit]


def instruct(m: Match, f: dict[str, Any]) -> str | None:
    """One of the units takes an additional action at once, then the next (AAT-083 to AAT-085)."""
    s = m.state
    player = f["player"]
    if not f["left"]:
        return END
    able = [unit for unit in f["cards"] if verbs.in_play(m, unit) and can_be_instructed(m, unit)]
    offers = actions(m, player, able, f["attacks_only"]) if able else []
    if not offers:
        return END
    prompt = "an additional attack" if f["attacks_only"] else "an additional action"
    answer = m.ask(player, "some", [*offers, DONE], prompt, rule=f["rule"], source=f["source"], offer=True)
    if answer == DONE:
        return END
    f["left"] -= 1
    unit = answer[1]
    atoms.put(m, unit, "instructed", s.columns["instructed"][unit] + 1)
    m.emit("instructed", unit, f["source"], 0, player, f["rule"])
    act(m, answer, player)
    return AGAIN


def command(m: Match, f: dict[str, Any]) -> str | None:
    """After an action of a unit in play, each of its Command traits instructs others of a type (AAT-110, AAT-111)."""
    s = m.state
    unit, player = f["unit"], f["player"]
    traits = m.facts.game.command[s.card[unit]]
    if f["at"] >= len(traits) or not verbs.in_play(m, unit):
        return END
    trait = traits[f["at"]]
    types = m.facts.game.types
    able = tuple(other for other in units(m, player) if other != unit and trait.type in types[s.card[other]])
    f["at"] += 1
    m.touched = True
    if able:
        m.push(
            "instruct",
            player=player,
            cards=able,
            left=trait.count,
            attacks_only=False,
            source=unit,
            rule="AAT-110",
        )
    return AGAIN


PROCEDURES = {
    "order": procedure(order_targets, order_effect),
    "instruct": procedure(instruct),
    "command": procedure(command),
}
