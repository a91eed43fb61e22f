"""Equipping, taking off and announcing, as they are carried out (DOS-043 to DOS-049, DOS-080 to DOS-088)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.abilities.performing import begin_effect
from cardlib.abilities.targets import choose_targets
from cardlib.games.structure.acting import assisted
from cardlib.games.structure.cards import VEHICLE
from cardlib.games.structure.numbers import keyword
from cardlib.games.structure.paying import pay
from cardlib.kernel import atoms
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import Choice
from cardlib.kernel.match import END
from cardlib.kernel.records import Link
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.abilities.targets import Targets
    from cardlib.kernel.ability import Ability
    from cardlib.kernel.match import Match


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


def announce(m: Match, choice: Choice, player: int) -> None:
    """Announce a card or an ability; the chain is worked off by whoever called (DOS-043)."""
    if choice[0] == "play":
        m.push("announce_card", card=choice[1], host=choice[2], player=player)
    else:
        m.push("announce_ability", obj=choice[1], number=choice[2], player=player)


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
    atoms.chain(m, Link("card", obj, player, f["host"], f["targets"], f["kept"]))
    m.emit("announced", obj, f["host"], 0, player, "DOS-063")
    m.emit("played", obj, f["host"], 0, player, "DOS-043")
    ability = m.facts.game.played[m.state.card[obj]]
    if ability is not None:
        _tell_targets(m, ability, obj, f["targets"], player)


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
    obj, player, number = f["obj"], f["player"], f["number"]
    atoms.chain(m, Link("ability", obj, player, number, f["targets"], f["kept"]))
    m.emit("used", obj, NOWHERE, number, player, "DOS-170")
    _tell_targets(m, m.facts.abilities[m.state.card[obj]][number], obj, f["targets"], player)


def _tell_targets(m: Match, ability: Ability, obj: int, targets: Targets, player: int) -> None:
    """What was announced is open with its targets, so that both know what they respond to (DOS-043, DOS-064)."""
    for spec, group in zip(ability.targets, targets, strict=True):
        for target in group if spec.zone != "player" else ():
            m.emit("aims-at", obj, target, 0, player, "DOS-043")


PROCEDURES = {
    "announce_card": procedure(card_targets, card_cost, card_linked),
    "announce_ability": procedure(ability_cost, ability_linked),
}
