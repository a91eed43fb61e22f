"""Actions in combat: attack, orders, changing theaters, removing Disruption; Command and other instructions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from cardlib.abilities.performing import begin_effect
from cardlib.abilities.targets import can_begin, choose_targets, cost_can_be_paid, enough
from cardlib.games.tyrants import verbs
from cardlib.games.tyrants.attack import Front, attack, targets
from cardlib.games.tyrants.board import base, leaders, units
from cardlib.games.tyrants.cards import BASE, IN_THEATER
from cardlib.games.tyrants.numbers import working
from cardlib.kernel import atoms
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import DONE, Choice
from cardlib.kernel.match import AGAIN, END
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.ability import Ability
    from cardlib.kernel.match import Match


# -- what forbids an action --------------------------------------------------------------------------------------

NOT_IN_PLAY = Refusal("AAT-045", "no {name}{copy} is in play{where}")
NOT_OWN = Refusal("AAT-045", "{s} is the enemy's; only own units act")
SPENT = Refusal("AAT-045", "{s} has used its action of this turn")
OTHERS_TURN = Refusal("AAT-024", "{s} acts in its player's turn")
OTHER_PHASE = Refusal("AAT-023", "units and the base act in phase two")
ENTERED_NOW = Refusal("AAT-047", "{s} entered in phase two of this turn and acts from the next turn on")
INSTRUCTED = Refusal("AAT-082", "{s} has received an instruction this turn")
NO_UNIT = Refusal("AAT-082", "only units are instructed, neither bases nor leaders")
ATTACKS_ONLY = Refusal("AAT-085", "the additional action is an attack")
DISRUPTED = Refusal("AAT-143", "{s} is disrupted and can only remove a Disruption token: clear")
BASE_SPENT = Refusal("AAT-050", "the one action of the base is spent; orders of leaders spend it too")
BASE_ACTS = Refusal("AAT-050", "{s} is a base, and never attacks or moves")
LEADER_ACTS = Refusal("AAT-051", "{s} is a leader, lies next to its base and has no action")
NEVER_DISRUPTED = Refusal("AAT-Q60", "{s} is no unit and cannot be disrupted")
NO_DISRUPTION = Refusal("AAT-049", "{s} has no Disruption token")
ONE_THEATER = Refusal("AAT-080", "the card of {s} does not show the other theater")
NO_ORDER = Refusal("AAT-078", "{s} has no order")
NO_SUCH_ORDER = Refusal("AAT-078", "{s} has no such order; its orders: {orders}")
NEEDS = Refusal("AAT-079", "what {order} of {s} needs does not hold")
COST = Refusal("AAT-079", "what {order} of {s} spends is not there in full")
NO_CHOICE = Refusal("AAT-079", "none of what {order} of {s} lets you choose is possible")
NO_TARGET = Refusal("AAT-025", "{order} of {s} has no target, and an order needs all of its targets")
NOT_CALLED: Final = "{s} is none of the units that may be instructed now"


def not_own(m: Match, player: int, obj: int) -> Refusal | None:
    """Say why a player has nothing to do with an object's actions: an enemy, or the other player's turn."""
    s = m.state
    if s.controller[obj] != player:
        return NOT_OWN
    return None if s.vars["active"] == player else OTHERS_TURN


def spender(m: Match, obj: int) -> int:
    """Return whose action it is that an object acts by: its own, of a leader that of the base (AAT-051)."""
    s = m.state
    return s.players[s.controller[obj]]["base"] if s.place[obj] == NOWHERE else obj


def no_action_left(m: Match, obj: int) -> Refusal | None:
    """Say why an object has no action of its own in this phase two (AAT-045, AAT-047, AAT-050)."""
    columns = m.state.columns
    if columns["ready"][spender(m, obj)]:
        return None
    if not verbs.kind(m, obj) & IN_THEATER:
        return BASE_SPENT
    return ENTERED_NOW if columns["barred"][obj] else SPENT


def uninstructed(m: Match, unit: int) -> Refusal | None:
    """Say why a unit may take no additional action this turn (AAT-047, AAT-082)."""
    columns = m.state.columns
    if columns["barred"][unit]:
        return ENTERED_NOW
    return INSTRUCTED if columns["instructed"][unit] >= m.facts.constants["instructions_per_turn"] else None


def not_called(m: Match, f: dict[str, Any], obj: int) -> Refusal | None:
    """Say why something is not instructed by what instructs now (AAT-082 to AAT-085, AAT-110)."""
    if not verbs.kind(m, obj) & IN_THEATER:
        return NO_UNIT
    return uninstructed(m, obj) or (None if obj in f["cards"] else Refusal(f["rule"], NOT_CALLED))


def not_this(m: Match, obj: int, verb: str, attacks_only: bool) -> Refusal | None:
    """Say why an object never takes a kind of action, or not as it is now (AAT-049 to AAT-051, AAT-080, AAT-143)."""
    what = verbs.kind(m, obj)
    if not what & IN_THEATER:
        if verb == "order":
            return None
        return NEVER_DISRUPTED if verb == "clear" else BASE_ACTS if what == BASE else LEADER_ACTS
    if m.state.columns["disruption"][obj]:
        if verb != "clear":
            return DISRUPTED
        return ATTACKS_ONLY if attacks_only else None
    if attacks_only and verb != "attack":
        return ATTACKS_ONLY
    if verb == "clear":
        return NO_DISRUPTION
    return ONE_THEATER if verb == "move" and not m.facts.game.mover[m.state.card[obj]] else None


def unusable(m: Match, ability: Ability, obj: int, player: int) -> Refusal | None:
    """Say why an order cannot be used: its needs, its cost, what it lets choose, its targets (AAT-025, AAT-079)."""
    if ability.needs is not None and not ability.needs(m, obj, player, {}):
        return NEEDS
    if ability.cost and not cost_can_be_paid(m, ability, obj, player):
        return COST
    if not can_begin(m, ability, obj, player):
        return NO_CHOICE
    return NO_TARGET if ability.targets and not enough(m, ability, obj, player) else None


# -- what may be done --------------------------------------------------------------------------------------------


def actions(m: Match, player: int, acting: Iterable[int], attacks_only: bool = False) -> list[Choice]:
    """Return every action that these units of a player may take now (AAT-049)."""
    s, game = m.state, m.facts.game
    card, place, disruption = s.card, s.place, s.columns["disruption"]
    fronts: list[Front | None] = [None, None]
    found: list[Choice] = []
    for unit in acting:
        if disruption[unit]:
            if not_this(m, unit, "clear", attacks_only) is None:
                found.append(("clear", unit))
            continue
        theater = place[unit]
        facing = fronts[theater]
        if facing is None:
            facing = fronts[theater] = Front(m, player, theater)
        found += [("attack", unit, target) for target in targets(m, unit, facing)]
        if attacks_only:
            continue
        if game.orders[card[unit]]:
            found += orders(m, unit, player)
        if game.mover[card[unit]]:
            found.append(("move", unit))
    return found


def orders(m: Match, obj: int, player: int) -> list[Choice]:
    """Return the orders of an object that can be used now."""
    return [
        ("order", obj, ability.number)
        for ability in m.facts.game.orders[m.state.card[obj]]
        if unusable(m, ability, obj, player) is None
    ]


def combat_options(m: Match, player: int) -> list[Choice]:
    """Return every action of the phase, and the end of it (AAT-048); whose action is left is told by `ready`."""
    ready = m.state.columns["ready"]
    found = actions(m, player, [unit for unit in units(m, player) if ready[unit]])
    own = base(m, player)
    if own != NOWHERE and ready[own]:
        for obj in (own, *leaders(m, player)):
            found += orders(m, obj, player)
    found.append(("end",))
    return found


# -- doing it ----------------------------------------------------------------------------------------------------


def act(m: Match, choice: Choice, player: int) -> None:
    """Carry out an action; whose own action it is has been noted by the caller."""
    verb, obj = choice[0], choice[1]
    s = m.state
    is_unit = s.place[obj] != NOWHERE and obj != base(m, player)
    if is_unit and m.facts.game.command[s.card[obj]] and working(m, obj, "command"):
        m.push("command", unit=obj, player=player, at=0)
    if verb == "attack":
        left = working(m, obj, "repeater")
        if left:
            m.push("repeat", unit=obj, left=left)
        attack(m, obj, choice[2])
    elif verb == "order":
        ability = m.facts.abilities[s.card[obj]][choice[2]]
        m.emit("order", obj, NOWHERE, choice[2], player, ability.rule or "AAT-078")
        if ability.targets or ability.cost:
            m.push("order", obj=obj, number=choice[2], player=player)
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


def instruct(m: Match, f: dict[str, Any]) -> str | None:
    """One of the units takes an additional action at once, then the next (AAT-083 to AAT-085)."""
    s = m.state
    player = f["player"]
    if not f["left"]:
        return END
    able = [unit for unit in f["cards"] if verbs.in_play(m, unit) and not_called(m, f, unit) is None]
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
