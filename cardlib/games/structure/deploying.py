"""What may be announced, equipped or taken off, and the announcing (DOS-032 to DOS-055, DOS-080 to DOS-088)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.engine import atoms
from cardlib.engine.abilities import begin_effect
from cardlib.engine.decisions import Value
from cardlib.engine.match import END
from cardlib.engine.rules import procedure
from cardlib.engine.state import NOWHERE
from cardlib.engine.targets import choose_targets, cost_can_be_paid, enough
from cardlib.games.structure.cards import EQUIPMENT, RESOURCE, TACTIC, TECHNOLOGY, UNIT, UPGRADE, VEHICLE
from cardlib.games.structure.numbers import crew, distinct, field, keyword, likeness
from cardlib.games.structure.paying import pay, payable
from cardlib.games.structure.verbs import unique_there

if TYPE_CHECKING:
    from cardlib.engine.abilities import Ability
    from cardlib.engine.match import Match


# -- what may be done --------------------------------------------------------------------------------------------


def playable(m: Match, player: int, *, tactics_only: bool) -> list[Value]:
    """Return the cards of a Hand that may be announced now, Upgrades once for each host (DOS-044, DOS-065)."""
    s = m.state
    game = m.facts.game
    found: list[Value] = []
    seen = set()
    for obj in s.zones[m.facts.zone["hand"][player]]:
        card = s.card[obj]
        kind = game.kind[card]
        if card in seen or (tactics_only and kind != TACTIC):
            continue
        seen.add(card)
        if not payable(m, player, game.cost[card]) or unique_there(m, card, player):
            continue
        if kind == UPGRADE:
            found += [("play", obj, host) for host in upgradable(m, obj, player)]
        elif kind & (TACTIC | RESOURCE):
            ability = game.played[card]
            if ability is None or usable(m, ability, obj, player):
                found.append(("play", obj, NOWHERE))
        else:
            found.append(("play", obj, NOWHERE))
    return found


def upgradable(m: Match, upgrade: int, player: int) -> list[int]:
    """Return the Technology that an Upgrade may be put on (DOS-154, DOS-Q49)."""
    s = m.state
    game = m.facts.game
    onto = game.onto[s.card[upgrade]]
    return [
        obj
        for obj in field(m)
        if s.controller[obj] == player
        and game.kind[s.card[obj]] & TECHNOLOGY & ~UPGRADE
        and (onto is None or onto(m, obj, upgrade, player))
    ]


def usable(m: Match, ability: Ability, obj: int, player: int) -> bool:
    """Whether needs, cost and targets of an ability are there (DOS-044)."""
    if ability.needs is not None and not ability.needs(m, obj, player, {}):
        return False
    if ability.cost and not cost_can_be_paid(m, ability, obj, player):
        return False
    return not ability.targets or enough(m, ability, obj, player)


def activatable(m: Match, player: int) -> list[Value]:
    """Return the abilities that a player may activate; a Unit's not in the round of its arrival (DOS-172)."""
    s = m.state
    game = m.facts.game
    turn = s.vars["turn"]
    found: list[Value] = []
    seen = set()
    for obj in s.listeners.get("activate:action", ()):
        if s.controller[obj] != player:
            continue
        card = s.card[obj]
        if game.kind[card] == UNIT and s.columns["arrived"][obj] == turn:
            continue
        for ability in game.activated[card]:
            if usable(m, ability, obj, player):
                key = (ability.number, *likeness(m, obj))
                if key not in seen:
                    seen.add(key)
                    found.append(("use", obj, ability.number))
    return found


def equippable(m: Match, player: int) -> list[Value]:
    """Return the pairs that may be equipped, and those that may be separated (DOS-080 to DOS-084)."""
    s = m.state
    game = m.facts.game
    utilized = s.columns["utilized"]
    units: list[int] = []
    technology: list[int] = []
    found: list[Value] = []
    for obj in field(m):
        if s.controller[obj] != player:
            continue
        kind = game.kind[s.card[obj]]
        host = s.host[obj]
        if host != NOWHERE:
            other = kind == EQUIPMENT or (kind == UNIT and game.kind[s.card[host]] == VEHICLE)
            if other and not utilized[obj] and not utilized[host]:
                found.append(("unequip", obj))
        elif kind == UNIT:
            units.append(obj)
        elif kind == EQUIPMENT or (kind == VEHICLE and len(crew(m, obj)) < game.crew[s.card[obj]]):
            technology.append(obj)
    technology = [obj for obj in technology if not utilized[obj]]
    if not technology or not units:
        return found
    free = assisted(m, player)
    able = [obj for obj in units if free or not utilized[obj] or keyword(m, obj, "tech-savvy")]
    able = distinct(m, able)
    return found + [("equip", technical, unit) for technical in distinct(m, technology) for unit in able]


def assisted(m: Match, player: int) -> bool:
    """Whether a player has Equipment Assist on the battlefield (DOS-189)."""
    s = m.state
    return any(s.controller[obj] == player and keyword(m, obj, "equipment-assist") for obj in field(m))


# -- doing it ----------------------------------------------------------------------------------------------------


def equip(m: Match, technical: int, unit: int, player: int) -> None:
    """Utilize both and put them together; Tech Savvy and Equipment Assist spare the Unit (DOS-081, DOS-082)."""
    s = m.state
    spared = keyword(m, unit, "tech-savvy") or assisted(m, player)
    atoms.put(m, technical, "utilized", 1)
    if not spared:
        atoms.put(m, unit, "utilized", 1)
    if m.facts.game.kind[s.card[technical]] == VEHICLE:
        atoms.attach(m, unit, technical)
    else:
        atoms.attach(m, technical, unit)
    m.emit("equipped", technical, unit, 0, player, "DOS-082")


def unequip(m: Match, obj: int, player: int) -> None:
    """Utilize both and separate them (DOS-084)."""
    host = m.state.host[obj]
    atoms.put(m, obj, "utilized", 1)
    atoms.put(m, host, "utilized", 1)
    atoms.attach(m, obj, NOWHERE)
    m.emit("unequipped", obj, host, 0, player, "DOS-084")


def announce(m: Match, value: Value, player: int) -> None:
    """Announce a card or an ability; the chain is worked off by whoever called (DOS-043)."""
    if value[0] == "play":
        m.push("announce_card", card=value[1], host=value[2], player=player)
    else:
        m.push("announce_ability", obj=value[1], number=value[2], player=player)


def card_targets(m: Match, f: dict[str, Any]) -> str | None:
    """Name the targets; the card is then in the Pending zone (DOS-045)."""
    s = m.state
    ability = m.facts.game.played[s.card[f["card"]]]
    chosen = choose_targets(m, ability, f["card"], f["player"], {}) if ability is not None else ()
    if chosen is None:
        return END
    f["targets"] = chosen
    return None


def card_cost(m: Match, f: dict[str, Any]) -> None:
    """Pay the deployment cost (DOS-046)."""
    s = m.state
    obj, player = f["card"], f["player"]
    pay(m, player, m.facts.game.cost[s.card[obj]], obj)
    f["kept"] = ()
    atoms.move(m, obj, "pending")
    ability = m.facts.game.played[s.card[obj]]
    if ability is not None and ability.cost:
        begin_effect(m, ability, obj, player, part="cost")


def card_linked(m: Match, f: dict[str, Any]) -> None:
    """It becomes the newest link of the chain (DOS-063)."""
    obj, player = f["card"], f["player"]
    atoms.chain(m, ("card", obj, player, f["host"], f["targets"], f["kept"]))
    m.emit("announced", obj, f["host"], 0, player, "DOS-063")
    m.emit("played", obj, f["host"], 0, player, "DOS-043")


def ability_cost(m: Match, f: dict[str, Any]) -> str | None:
    """Name targets and pay what an ability costs (DOS-170)."""
    ability = m.facts.abilities[m.state.card[f["obj"]]][f["number"]]
    chosen = choose_targets(m, ability, f["obj"], f["player"], {})
    if chosen is None:
        return END
    f["targets"], f["kept"] = chosen, ()
    m.touched = True
    if ability.cost:
        begin_effect(m, ability, f["obj"], f["player"], part="cost", targets=chosen)
    return None


def ability_linked(m: Match, f: dict[str, Any]) -> None:
    """It becomes the newest link of the chain."""
    atoms.chain(m, ("ability", f["obj"], f["player"], f["number"], f["targets"], f["kept"]))
    m.emit("used", f["obj"], NOWHERE, f["number"], f["player"], "DOS-170")


PROCEDURES = {
    "announce_card": procedure(card_targets, card_cost, card_linked),
    "announce_ability": procedure(ability_cost, ability_linked),
}
