"""What the rules and the cards do to objects, each as the rules word it: draw, discard, damage, destroy, sacrifice…"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.abilities.running import working_rule
from cardlib.games.mecha.kinds import MECHA
from cardlib.games.mecha.numbers import kind
from cardlib.kernel import atoms, values
from cardlib.kernel.records import Raised
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


def draw(m: Match, player: int, rule: str = "") -> None:
    """Draw the top card; a player who has to draw from an empty deck loses in the next state check (MIW-005)."""
    deck = m.state.zones[m.facts.zone["deck"][player]]
    if not deck:
        atoms.note_player(m, player, "drew_nothing", 1)
        atoms.note(m, "unsettled", 1)
        return
    card = deck[0]
    atoms.move(m, card, "hand")
    m.emit("drawn", card, NOWHERE, 0, player, rule or working_rule(m, "MIW-087"))


def discard(m: Match, player: int, card: int) -> None:
    """Discard a card from hand (MIW-076, MIW-077)."""
    atoms.move(m, card, "discard")
    atoms.note_player(m, player, "discarded", m.state.players[player]["discarded"] + 1)
    m.emit("discarded", card, NOWHERE, 0, player, "MIW-077")


def damage(m: Match, units: list[int], amount: int, source: int) -> None:
    """Deal effect damage; one armour counter prevents all of it (MIW-184)."""
    s = m.state
    for unit in units:
        if amount <= 0 or s.place[unit] == NOWHERE:
            continue
        armour = s.columns["armour"][unit]
        if armour:
            atoms.put(m, unit, "armour", armour - 1)
            m.emit("armour", unit, source, 1, s.controller[unit], "MIW-184")
        else:
            hurt(m, unit, amount, source, working_rule(m, "MIW-186"))


def hurt(m: Match, unit: int, amount: int, source: int, rule: str) -> None:
    """Put damage counters on a unit."""
    s = m.state
    if amount <= 0:
        return
    atoms.put(m, unit, "damage", s.columns["damage"][unit] + amount)
    m.emit("damaged", unit, source, amount, s.controller[unit], rule)


def destroy(m: Match, objects: list[int], by: int, rule: str = "MIW-078", attacker: bool = False) -> None:
    """Destroy permanents at the same time: triggers look back at the moment before (MIW-066), then all are discarded.

    `by` is the destroying source; with `attacker` it is the Mecha whose attack did it.
    """
    s = m.state
    here = [obj for obj in objects if s.zone[obj] == m.facts.zone["battlefield"][0]]
    mask = s.vars["destroyed"]
    for obj in here:
        other = s.columns["hit_by"][obj] - 1 if attacker else NOWHERE
        if kind(m, obj) & MECHA:
            mask |= 1 << s.controller[obj]
        m.emit("destroyed", obj, other, 0, s.controller[obj], rule)
        if other != NOWHERE:
            m.emit("destroys", other, obj, 0, s.controller[other], rule)
    if mask != s.vars["destroyed"]:
        atoms.note(m, "destroyed", mask)
    for obj in here:
        atoms.move(m, obj, "discard")


def sacrifice(m: Match, obj: int, source: int) -> None:
    """The controller discards a permanent; this is no destruction (MIW-079)."""
    m.emit("sacrificed", obj, source, 0, m.state.controller[obj], "MIW-079")
    atoms.move(m, obj, "discard")


def top_to(m: Match, player: int, zone: str) -> None:
    """Move the top card of a deck to another zone of its owner; nothing happens with an empty deck (MIW-Q09)."""
    deck = m.state.zones[m.facts.zone["deck"][player]]
    if not deck:
        return
    card = deck[0]
    if zone == "damage":
        to_damage_zone(m, card, "MIW-Q88")
    else:
        atoms.move(m, card, zone)
        m.emit("milled", card, NOWHERE, 0, player, "MIW-Q105")


def to_damage_zone(m: Match, card: int, rule: str) -> None:
    """Put a card face up into its owner's damage zone; a Trigger Command takes effect as a trigger (MIW-120)."""
    s = m.state
    player = s.owner[card]
    atoms.move(m, card, "damage")
    m.emit("damage-zone", card, NOWHERE, len(s.zones[m.facts.zone["damage"][player]]), player, rule)
    if m.facts.game.trigger[s.card[card]]:
        m.emit("triggered", card, NOWHERE, 0, player, "MIW-120")
        ability = m.facts.game.play[s.card[card]].played
        own = "triggered" in m.facts.triggers[s.card[card]]
        if ability is not None and not own:
            entry = Raised(ability.card, ability.number, card, player, card, NOWHERE, 0, player)
            atoms.raise_trigger(m, entry)


def enter(m: Match, obj: int, space: int, player: int, rule: str) -> None:
    """A unit enters the battlefield: clean, with its armour counters, and its entry triggers (MIW-113, MIW-084)."""
    s = m.state
    atoms.move(m, obj, "battlefield", place=space)
    atoms.occupy(m, obj, space)
    _arrive(m, obj)
    if m.facts.game.withstands[s.card[obj]] <= 0:
        atoms.note(m, "frail", 1)
    armour = values.keyword(m, obj, "armour")
    if armour:
        atoms.put(m, obj, "armour", armour)
    m.emit("enters", obj, NOWHERE, space, player, rule)


def attach(m: Match, obj: int, host: int, player: int, rule: str) -> None:
    """A Pilot or Command becomes attached (MIW-124, MIW-136)."""
    atoms.move(m, obj, "battlefield", host=host)
    _arrive(m, obj)
    m.emit("attached", obj, host, 0, player, rule)
    _open_hands(m, obj)


def _open_hands(m: Match, source: int) -> None:
    """What opens hands shows them at once, even if the next state check takes it away again (MIW-142)."""
    for player in (0, 1):
        if any(row[1] == source for row in values.for_player(m, player, "reveal:hand")):
            for card in m.state.zones[m.facts.zone["hand"][player]]:
                m.emit("shown", card, source, 0, player, "MIW-142")


def stand(m: Match, obj: int, space: int, player: int) -> None:
    """A Command becomes a standing Command on a space (MIW-116, MIW-117)."""
    atoms.move(m, obj, "battlefield", place=space)
    _arrive(m, obj)
    m.emit("stands", obj, NOWHERE, space, player, "MIW-117")


def _arrive(m: Match, obj: int) -> None:
    s = m.state
    atoms.put(m, obj, "entered", s.vars["turn"])
    atoms.note(m, "arrivals", s.vars["arrivals"] + 1)
    atoms.put(m, obj, "arrived", s.vars["arrivals"])
