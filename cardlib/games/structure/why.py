"""Why something is not possible now, with the rule that forbids it: for messages, scenarios and the `?` of play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.engine.decisions import DONE, PASS
from cardlib.engine.state import NOWHERE
from cardlib.games.structure.battle import able_to_block, in_battle
from cardlib.games.structure.cards import ATTACKS, COMBATANT, EQUIPMENT, TYPES, UNIT, UPGRADE, VEHICLE
from cardlib.games.structure.deploying import assisted
from cardlib.games.structure.numbers import crew, crewing, keyword, kind
from cardlib.games.structure.verbs import hungry
from cardlib.games.structure.why_playing import (
    ATTACK,
    BATTLE,
    BLOCK,
    HUNGER,
    MAIN,
    Why,
    absent,
    asked_by,
    find,
    why_not_play,
    why_not_target,
    why_not_use,
)

if TYPE_CHECKING:
    from cardlib.engine.match import Match
    from cardlib.engine.moves import Move


def why_not(m: Match, player: int, move: Move) -> Why:
    """Say why the words are no option now, and by which rule."""
    words = move.said.split()
    verb, rest = words[0], words[1:]
    answer = ANSWERS.get(verb)
    if answer is not None:
        return answer(m, player, rest)
    if verb in TYPES:
        return _resources(m, player, words)
    asked = asked_by(m, player)
    if asked == "DOS-043":
        return why_not_target(m, player, words)
    if asked in ("DOS-009", "DOS-015") and verb in m.facts.number:
        return f"{m.facts.names[m.facts.number[verb]]} is not among the cards in your Hand", asked
    if asked is None:
        return "your opponent chooses now", None
    return m.rules.not_offered(m, player, move)


# -- equipping ---------------------------------------------------------------------------------------------------


def _moment_of_equipping(m: Match, player: int) -> Why | None:
    if asked_by(m, player) == MAIN:
        return None
    if m.state.vars["phase"] == BATTLE:
        return "nothing is equipped or unequipped in the Battle phase", "DOS-114"
    return "the attacker equips and unequips, in phases 3 and 5", "DOS-080"


def _equip(m: Match, player: int, words: list[str]) -> Why:
    s = m.state
    technical, rest = find(m, words, player)
    if technical == NOWHERE:
        return absent(m, words)
    unit, _ = find(m, rest, player)
    if unit == NOWHERE:
        return absent(m, rest)
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
    obj, _ = find(m, words, player)
    if obj == NOWHERE:
        return absent(m, words)
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
    obj, _ = find(m, words, player)
    if obj == NOWHERE:
        return absent(m, words)
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
    if asked_by(m, player) == ATTACK:
        return f"{title} is among the attacking cards, or another copy of it is offered", "DOS-094"
    return "attacking cards are declared together, once in a round, in phase 4", "DOS-089"


def _block(m: Match, player: int, words: list[str]) -> Why:
    s = m.state
    if s.vars["active"] == player:
        return "only the defender blocks", "DOS-100"
    obj, rest = find(m, words, player)
    if obj == NOWHERE:
        return absent(m, words)
    title = m.rules.title(m, obj)
    if s.controller[obj] != player:
        return f"{title} is controlled by your opponent", "DOS-182"
    if crewing(m, obj):
        return f"{title} is crew of {m.rules.title(m, s.host[obj])}", "DOS-162"
    if s.columns["utilized"][obj] and kind(m, obj) & COMBATANT:
        return f"{title} is utilized", "DOS-039"
    if not able_to_block(m, obj):
        return f"{title} is no Unit, Vehicle or Fortification", "DOS-100"
    other, _ = find(m, rest, 1 - player)
    if other == NOWHERE:
        return absent(m, rest)
    against = m.rules.title(m, other)
    if keyword(m, other, "unblockable"):
        return f"{against} has Unblockable", "DOS-207"
    least, have = m.facts.constants["disguise_survivors"], s.players[player]["survivor"]
    if keyword(m, other, "disguise") and have >= least:
        return f"{against} has Disguise, and your pool {have} Survivor, {least} or more", "DOS-188"
    if s.columns["blocks"][obj]:
        return f"{title} blocks already and can't be withdrawn", "DOS-108"
    if asked_by(m, player) != BLOCK:
        return "blocking cards are declared in step 4.2", "DOS-107"
    if any(value[0] == "block" and value[1] == obj for value in s.stack[-1][3]):
        return f"{title} blocks an attacking card already", "DOS-101"
    if other not in in_battle(m):
        return f"{against} does not attack", "DOS-100"
    return "the same is offered with another copy", None


# -- resources, hunger, passing ----------------------------------------------------------------------------------


def _resources(m: Match, player: int, words: list[str]) -> Why:
    asked = asked_by(m, player)
    if asked == "DOS-048":
        return f"your pool has no {words[0].capitalize()} left to pay with", "DOS-048"
    if m.state.vars["active"] != player:
        return "only the attacker adds resources", "DOS-024"
    if asked == "DOS-023":
        wanted = m.facts.constants["income"]
        ordered = [type_ for type_ in TYPES if type_ in words]
        if len(ordered) == len(words) == wanted:
            return f"say '{' '.join(ordered)}'", None
        return f"name {wanted} different types, in the order {', '.join(TYPES)}", "DOS-023"
    return "resources are added once, in the Regroup phase", "DOS-023"


def _hunger(m: Match, player: int, words: list[str]) -> Why:
    eater, rest = find(m, words, player)
    if eater == NOWHERE:
        return absent(m, words)
    title = m.rules.title(m, eater)
    if not keyword(m, eater, "hunger"):
        return f"{title} has no Hunger", "DOS-193"
    if asked_by(m, player) != HUNGER or eater not in hungry(m, player):
        return f"{title} is not hungry now; who is not fed by a kill is asked at the end of an own round", "DOS-194"
    return f"{title} eats another friendly Unit, found '{' '.join(rest)}'", "DOS-196"


def _end(m: Match, player: int, words: list[str]) -> Why:
    if m.state.vars["active"] != player:
        return "the attacker ends phases 3 and 5; you may pass", "DOS-021"
    if asked_by(m, player) == ATTACK:
        return "say 'done' when the attacking cards are declared", "DOS-094"
    return "something has to be chosen first", None


def _pass(m: Match, player: int, words: list[str]) -> Why:
    asked = asked_by(m, player)
    if asked is None:
        return "your opponent chooses now", None
    if asked == MAIN:
        return "say 'end' to end the phase", "DOS-034"
    if asked in (ATTACK, BLOCK):
        return "say 'done' when all are declared", asked
    if m.decision is not None and DONE in m.decision.values:
        return "say 'done' to go on", asked
    if m.decision is not None and PASS in m.decision.values:
        return "say 'pass' to go on", asked
    return "a choice has to be made first", asked


ANSWERS = {
    "play": why_not_play,
    "use": why_not_use,
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
