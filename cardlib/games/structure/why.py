"""Why something is not possible now, with the rule that forbids it: for messages, scenarios and the `?` of play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.engine.state import NOWHERE
from cardlib.engine.targets import enough
from cardlib.filters import nearest
from cardlib.games.structure.battle import able_to_block, in_battle
from cardlib.games.structure.cards import (
    ATTACKS,
    COMBATANT,
    COUNTER,
    EQUIPMENT,
    RESOURCE,
    TACTIC,
    TECHNOLOGY,
    TYPES,
    UNIT,
    UPGRADE,
    VEHICLE,
)
from cardlib.games.structure.deploying import assisted, upgradable, usable
from cardlib.games.structure.numbers import crew, crewing, field, keyword, kind, pool
from cardlib.games.structure.paying import payable
from cardlib.games.structure.verbs import hungry, unique_there

if TYPE_CHECKING:
    from cardlib.engine.abilities import Ability
    from cardlib.engine.match import Match

Why = tuple[str, str | None]

# The rules by which the decisions of the game are asked.
CHAIN, MAIN, WINDOW, ATTACK, BLOCK, TACTICS, HUNGER = (
    "DOS-064",
    "DOS-032",
    "DOS-073",
    "DOS-094",
    "DOS-107",
    "DOS-112",
    "DOS-194",
)
BATTLE = 3  # the number of phase 4


def why_not(m: Match, player: int, words: list[str]) -> Why:
    """Say why the words are no option now, and by which rule."""
    if not words:
        return "say what to do", None
    verb, rest = words[0], words[1:]
    answer = ANSWERS.get(verb)
    if answer is not None:
        return answer(m, player, rest)
    if verb in TYPES:
        return _resources(m, player, words)
    asked = _asked(m, player)
    if asked == "DOS-043":
        return _target(m, player, words)
    if asked in ("DOS-009", "DOS-015") and verb in m.facts.number:
        return f"{m.facts.names[m.facts.number[verb]]} is not among the cards in your Hand", asked
    return f"'{' '.join(words)}' is not offered now", None


def _asked(m: Match, player: int) -> str | None:
    """Return the rule of the decision that the player has before him; None where another one is asked."""
    return m.decision.rule if m.decision is not None and m.decision.player == player else None


def _find(m: Match, words: list[str], player: int) -> tuple[int, list[str]]:
    """Find a card on the battlefield by its notation, of several copies one of the player; NOWHERE if there is none."""
    s = m.state
    card = m.facts.number.get(words[0]) if words else None
    rest = words[1:]
    copies = [obj for obj in field(m) if s.card[obj] == card]
    if rest and rest[0].isdigit():
        at, rest = int(rest[0]), rest[1:]
        return (copies[at - 1] if 0 < at <= len(copies) else NOWHERE), rest
    copies.sort(key=lambda obj: s.controller[obj] != player)
    return (copies[0] if copies else NOWHERE), rest


def _absent(m: Match, words: list[str]) -> Why:
    """Say that no such card is on the battlefield."""
    if not words:
        return "say which card", None
    if words[0] not in m.facts.number:
        return _unknown(m, words[0])
    return f"no '{' '.join(words[:2])}' is on the battlefield", "DOS-044"


def _unknown(m: Match, id_: str) -> Why:
    hint = nearest(id_, m.facts.ids)
    return f"no card has the id '{id_}'" + (f"; nearest: {hint}" if hint else ""), "DOS-D10"


# -- playing and using -------------------------------------------------------------------------------------------


def _play(m: Match, player: int, words: list[str]) -> Why:
    s = m.state
    if not words:
        return "say which card", None
    card = m.facts.number.get(words[0])
    if card is None:
        return _unknown(m, words[0])
    name, kind_ = m.facts.names[card], m.facts.game.kind[card]
    if kind_ == COUNTER:
        return f"{name} only keeps count and is never deployed", "DOS-007"
    held = [obj for obj in s.zones[m.facts.zone["hand"][player]] if s.card[obj] == card]
    if not held:
        return f"{name} is not in your Hand", "DOS-017"
    moment = _moment_of_tactic(m, player, name) if kind_ == TACTIC else _moment_of_card(m, player, name, kind_)
    if moment is not None:
        return moment
    if unique_there(m, card, player):
        return f"{name} is unique, and one is on your side of the battlefield", "DOS-055"
    if not payable(m, player, m.facts.game.cost[card]):
        return _too_dear(m, player, card)
    if kind_ == UPGRADE:
        return _host(m, player, held[0], words[1:])
    ability = m.facts.game.played[card]
    if ability is not None and not usable(m, ability, held[0], player):
        return _unusable(m, player, ability, held[0])
    return f"{name} is played as 'play {words[0]}'; what else there is to choose is asked then", None


def _moment_of_tactic(m: Match, player: int, name: str) -> Why | None:
    asked = _asked(m, player)
    if asked in (MAIN, WINDOW, CHAIN, TACTICS):
        return None
    if m.state.vars["phase"] == BATTLE:
        return f"{name} waits: in the Battle phase Tactics are played in step 4.3", "DOS-071"
    return f"{name} is played in a window for Tactics", "DOS-070"


def _moment_of_card(m: Match, player: int, name: str, kind_: int) -> Why | None:
    asked = _asked(m, player)
    if asked == MAIN:
        return None
    if m.state.chain:
        return f"only Tactics are added to a chain, and {name} is none", "DOS-065"
    if m.state.vars["phase"] == BATTLE:
        return f"{name} is not deployed in the Battle phase", "DOS-114"
    if kind_ == RESOURCE:
        return f"{name} is deployed by the attacker, in phases 3 and 5", "DOS-062"
    if m.state.vars["active"] != player:
        return f"{name} is deployed by the attacker of the round; the defender only plays Tactics", "DOS-021"
    return f"{name} is deployed in phases 3 and 5", "DOS-032"


def _too_dear(m: Match, player: int, card: int) -> Why:
    """Say which resources are missing for the deployment cost of a card."""
    cost, have = m.facts.game.cost[card], pool(m, player)
    short = [
        f"{need} {type_.capitalize()}" for type_, need, there in zip(TYPES, cost, have, strict=False) if there < need
    ]
    there = ", ".join(f"{number} {type_.capitalize()}" for type_, number in zip(TYPES, have, strict=True))
    if short:
        return f"{m.facts.names[card]} costs {' and '.join(short)}; your pool: {there}", "DOS-047"
    return f"{m.facts.names[card]} costs {sum(cost)} resources in all; your pool: {there}", "DOS-048"


def _host(m: Match, player: int, upgrade: int, words: list[str]) -> Why:
    name = m.rules.name(m, upgrade)
    host, _ = _find(m, words, player)
    if host == NOWHERE:
        hosts = ", ".join(m.rules.label(m, obj) for obj in upgradable(m, upgrade, player))
        return f"{name} goes on a friendly Technology that its text allows; there is {hosts or 'none'}", "DOS-154"
    title = m.rules.title(m, host)
    if m.state.controller[host] != player:
        return f"{title} is not friendly", "DOS-154"
    if not kind(m, host) & TECHNOLOGY:
        return f"{title} is no Technology", "DOS-154"
    if kind(m, host) == UPGRADE:
        return f"{title} is an Upgrade, and no Upgrade goes on another", "DOS-154"
    return f"the text of {name} does not allow {title}", "DOS-154"


def _use(m: Match, player: int, words: list[str]) -> Why:
    s = m.state
    words, at = _ability_named(m, words)
    obj, _ = _find(m, words, player)
    if obj == NOWHERE:
        return _absent(m, words)
    title = m.rules.title(m, obj)
    if s.controller[obj] != player:
        return f"{title} is controlled by its General, your opponent", "DOS-182"
    abilities = m.facts.game.activated[s.card[obj]]
    if not abilities:
        return f"{title} has no activated ability", "DOS-170"
    if s.chain:
        return "only Tactics are added to a chain, and no abilities", "DOS-065"
    if _asked(m, player) not in (MAIN, TACTICS):
        own = s.vars["active"] == player
        when = "in phases 3 and 5 and in step 4.3 of a battle" if own else "as defender only in step 4.3 of a battle"
        return f"abilities are activated {when}", "DOS-173"
    if kind(m, obj) == UNIT and s.columns["arrived"][obj] == s.vars["turn"]:
        return f"{title} arrived this round; it activates abilities from the next round on", "DOS-172"
    if not 0 <= at < len(abilities):
        return f"{title} has {len(abilities)} activated abilities", "DOS-170"
    if not usable(m, abilities[at], obj, player):
        return _unusable(m, player, abilities[at], obj)
    return f"the same is offered as another copy of {m.rules.name(m, obj)}", None


def _ability_named(m: Match, words: list[str]) -> tuple[list[str], int]:
    """Take the number of the ability off the words, where the card has several; return the words and its index."""
    card = m.facts.number.get(words[0]) if words else None
    several = card is not None and len(m.facts.game.activated[card]) > 1
    if several and len(words) > 1 and words[-1].isdigit():
        return words[:-1], int(words[-1]) - 1
    return words, 0


def _unusable(m: Match, player: int, ability: Ability, obj: int) -> Why:
    """Say which part of the cost, or which target, an ability lacks."""
    title = m.rules.title(m, obj)
    for instruction in ability.cost:
        operation, arguments = instruction.operation.name, instruction.arguments
        if operation == "spend":
            resource = arguments["resource"]
            need, have = arguments["amount"](m, obj, player, {}), m.rules.player_value(m, player, resource)
            if have < need:
                return f"{title} costs {need} {resource.capitalize()}; your pool has {have}", "DOS-047"
        elif operation == "utilize" and m.state.columns["utilized"][obj]:
            return f"{title} is utilized, and its cost is to utilize it", "DOS-039"
    if ability.targets and not enough(m, ability, obj, player):
        for spec in ability.targets:
            for hidden in field(m) if spec.zone == "battlefield" else ():
                if spec.test(m, hidden, obj, player) and _is_hidden(m, hidden):
                    return f"{title} has no target: {m.rules.title(m, hidden)} is Hidden while it is ready", "DOS-192"
        return f"{title} has no legal target", "DOS-044"
    if ability.needs is not None and not ability.needs(m, obj, player, {}):
        return f"{title} can't be used as things are", "DOS-044"
    return f"the whole cost of {title} can't be paid", "DOS-052"


def _is_hidden(m: Match, obj: int) -> bool:
    return not m.state.columns["utilized"][obj] and bool(keyword(m, obj, "hidden"))


def _target(m: Match, player: int, words: list[str]) -> Why:
    if words[0] in ("player", "base"):
        return "a Base is affected only by effects that name a Base or a player", "DOS-181"
    obj, _ = _find(m, words, 1 - player)
    if obj == NOWHERE:
        return f"'{' '.join(words)}' is no legal target", "DOS-044"
    title = m.rules.title(m, obj)
    if _is_hidden(m, obj):
        return f"{title} is Hidden and can't be targeted while it is ready", "DOS-192"
    return f"{title} is no legal target", "DOS-044"


# -- equipping ---------------------------------------------------------------------------------------------------


def _moment_of_equipping(m: Match, player: int) -> Why | None:
    if _asked(m, player) == MAIN:
        return None
    if m.state.vars["phase"] == BATTLE:
        return "nothing is equipped or unequipped in the Battle phase", "DOS-114"
    return "the attacker equips and unequips, in phases 3 and 5", "DOS-080"


def _equip(m: Match, player: int, words: list[str]) -> Why:
    s = m.state
    technical, rest = _find(m, words, player)
    if technical == NOWHERE:
        return _absent(m, words)
    unit, _ = _find(m, rest, player)
    if unit == NOWHERE:
        return _absent(m, rest)
    first, second = m.rules.title(m, technical), m.rules.title(m, unit)
    for obj, title in ((technical, first), (unit, second)):
        if s.controller[obj] != player:
            return f"{title} is not yours to equip with", "DOS-080"
    if not kind(m, technical) & (EQUIPMENT | VEHICLE) or kind(m, unit) != UNIT:
        return f"{first} and {second} are no pair: Equipment or a Vehicle goes with a Unit", "DOS-083"
    if crewing(m, unit):
        return f"{second} is crew and can't be equipped", "DOS-162"
    if s.host[technical] != NOWHERE:
        return f"{first} is attached already; take it off first", "DOS-083"
    if kind(m, technical) == VEHICLE and len(crew(m, technical)) >= m.facts.game.crew[s.card[technical]]:
        return f"{first} has no free place for crew", "DOS-083"
    moment = _moment_of_equipping(m, player)
    if moment is not None:
        return moment
    if s.columns["utilized"][technical]:
        return f"{first} is utilized; both must be ready", "DOS-081"
    if s.columns["utilized"][unit] and not keyword(m, unit, "tech-savvy") and not assisted(m, player):
        return f"{second} is utilized; both must be ready", "DOS-081"
    return "the same is offered with another copy", None


def _unequip(m: Match, player: int, words: list[str]) -> Why:
    s = m.state
    obj, _ = _find(m, words, player)
    if obj == NOWHERE:
        return _absent(m, words)
    title = m.rules.title(m, obj)
    if s.controller[obj] != player:
        return f"{title} is not yours to take off", "DOS-080"
    if kind(m, obj) == UPGRADE:
        return f"{title} is an Upgrade and stays where it is", "DOS-156"
    if s.host[obj] == NOWHERE:
        return f"{title} is attached to nothing", "DOS-084"
    moment = _moment_of_equipping(m, player)
    if moment is not None:
        return moment
    used = obj if s.columns["utilized"][obj] else s.host[obj]
    return f"{m.rules.title(m, used)} is utilized; both must be ready", "DOS-084"


# -- battle ------------------------------------------------------------------------------------------------------


def _attack(m: Match, player: int, words: list[str]) -> Why:
    s = m.state
    if s.vars["active"] != player:
        return "only the attacker of the round attacks", "DOS-021"
    obj, _ = _find(m, words, player)
    if obj == NOWHERE:
        return _absent(m, words)
    title = m.rules.title(m, obj)
    if s.controller[obj] != player:
        return f"{title} is controlled by your opponent", "DOS-182"
    if not kind(m, obj) & ATTACKS:
        return f"{title} is no Unit and no Vehicle, and never attacks", "DOS-093"
    if crewing(m, obj):
        return f"{title} is crew of {m.rules.title(m, s.host[obj])}", "DOS-162"
    for word, name, rule in (("pacifist", "Pacifist", "DOS-201"), ("crippled", "Crippled", "DOS-186")):
        if keyword(m, obj, word):
            return f"{title} has {name}", rule
    if s.columns["attacking"][obj]:
        return f"{title} attacks already", "DOS-098"
    if s.columns["utilized"][obj]:
        return f"{title} is utilized", "DOS-039"
    if kind(m, obj) == UNIT and s.columns["arrived"][obj] == s.vars["turn"]:
        return f"{title} arrived this round; it attacks from the next round on", "DOS-145"
    if _asked(m, player) == ATTACK:
        return f"{title} is among the attacking cards, or another copy of it is offered", "DOS-094"
    return "attacking cards are declared together, once in a round, in phase 4", "DOS-089"


def _block(m: Match, player: int, words: list[str]) -> Why:
    s = m.state
    if s.vars["active"] == player:
        return "only the defender blocks", "DOS-100"
    obj, rest = _find(m, words, player)
    if obj == NOWHERE:
        return _absent(m, words)
    title = m.rules.title(m, obj)
    if s.controller[obj] != player:
        return f"{title} is controlled by your opponent", "DOS-182"
    if crewing(m, obj):
        return f"{title} is crew of {m.rules.title(m, s.host[obj])}", "DOS-162"
    if s.columns["utilized"][obj] and kind(m, obj) & COMBATANT:
        return f"{title} is utilized", "DOS-039"
    if not able_to_block(m, obj):
        return f"{title} is no Unit, Vehicle or Fortification", "DOS-100"
    other, _ = _find(m, rest, 1 - player)
    if other == NOWHERE:
        return _absent(m, rest)
    against = m.rules.title(m, other)
    if keyword(m, other, "unblockable"):
        return f"{against} has Unblockable", "DOS-207"
    least, have = m.facts.constants["disguise_survivors"], s.players[player]["survivor"]
    if keyword(m, other, "disguise") and have >= least:
        return f"{against} has Disguise, and your pool {have} Survivor, {least} or more", "DOS-188"
    if s.columns["blocks"][obj]:
        return f"{title} blocks already and can't be withdrawn", "DOS-108"
    if _asked(m, player) != BLOCK:
        return "blocking cards are declared in step 4.2", "DOS-107"
    if any(value[0] == "block" and value[1] == obj for value in s.stack[-1][3]):
        return f"{title} blocks an attacking card already", "DOS-101"
    if other not in in_battle(m):
        return f"{against} does not attack", "DOS-100"
    return "the same is offered with another copy", None


# -- resources, hunger, passing ----------------------------------------------------------------------------------


def _resources(m: Match, player: int, words: list[str]) -> Why:
    asked = _asked(m, player)
    if asked == "DOS-048":
        return f"your pool has no {words[0].capitalize()} left to pay with", "DOS-048"
    if m.state.vars["active"] != player:
        return "only the attacker adds resources", "DOS-024"
    if asked == "DOS-023":
        wanted = m.facts.constants["income"]
        return f"name {wanted} different types, in the order {', '.join(TYPES)}", "DOS-023"
    return "resources are added once, in the Regroup phase", "DOS-023"


def _hunger(m: Match, player: int, words: list[str]) -> Why:
    eater, rest = _find(m, words, player)
    if eater == NOWHERE:
        return _absent(m, words)
    title = m.rules.title(m, eater)
    if not keyword(m, eater, "hunger"):
        return f"{title} has no Hunger", "DOS-193"
    if _asked(m, player) != HUNGER or eater not in hungry(m, player):
        return f"{title} is not hungry now; who is not fed by a kill is asked at the end of an own round", "DOS-194"
    return f"{title} eats another friendly Unit, found '{' '.join(rest)}'", "DOS-196"


def _end(m: Match, player: int, words: list[str]) -> Why:
    if m.state.vars["active"] != player:
        return "the attacker ends phases 3 and 5; you may pass", "DOS-021"
    if _asked(m, player) == ATTACK:
        return "say 'done' when the attacking cards are declared", "DOS-094"
    return "something has to be chosen first", None


def _pass(m: Match, player: int, words: list[str]) -> Why:
    asked = _asked(m, player)
    if asked == MAIN:
        return "say 'end' to end the phase", "DOS-034"
    if asked in (ATTACK, BLOCK):
        return "say 'done' when all are declared", asked
    return "a choice has to be made first", asked


ANSWERS = {
    "play": _play,
    "use": _use,
    "equip": _equip,
    "unequip": _unequip,
    "attack": _attack,
    "block": _block,
    "feed": _hunger,
    "starve": _hunger,
    "end": _end,
    "pass": _pass,
    "done": _pass,
}
