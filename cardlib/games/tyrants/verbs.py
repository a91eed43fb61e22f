"""What rules and cards do to units, leaders and bases: damage, destroy, enter, draw (AAT-031 to 044, 091 to 095)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.abilities.running import working_rule
from cardlib.errors import CardlibError
from cardlib.games.tyrants.board import base
from cardlib.games.tyrants.cards import BASE, IN_THEATER, LEADER, OBJECTIVE, Printed
from cardlib.games.tyrants.escalation import add_incidents, alternate
from cardlib.games.tyrants.numbers import health, remaining
from cardlib.kernel import atoms
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


def kind(m: Match, obj: int) -> int:
    """Return the kind of a card as a bit."""
    return int(m.facts.game.kind[m.state.card[obj]])


def in_play(m: Match, obj: int) -> bool:
    """Whether an object is in play."""
    return m.state.zone[obj] == m.facts.zone["battlefield"][0]


def settle(m: Match) -> None:
    """Let the triggers of this moment resolve before anything else; those that wait already go on after them."""
    if m.state.raised:
        m.push("settle", kept=len(m.state.queue))


# -- cards -------------------------------------------------------------------------------------------------------


def draw(m: Match, player: int, rule: str) -> bool:
    """Draw the top card; from an empty deck nothing is drawn (AAT-027)."""
    deck = m.state.zones[m.facts.zone["deck"][player]]
    if not deck:
        return False
    card = deck[0]
    atoms.move(m, card, "hand")
    m.emit("drawn", card, NOWHERE, 0, player, rule)
    return True


def draw_one(m: Match, player: int) -> None:
    """Draw a card by an effect or trait."""
    draw(m, player, working_rule(m, "AAT-128"))


def gain(m: Match, player: int, resource: str, number: int) -> None:
    """Gain (or, with a negative number, spend) tokens of a player by an ability: Funds (AAT-138)."""
    if resource != "funds-token":
        raise CardlibError(f"a player of Against All Tyrants does not gain or spend '{resource}'")
    fund(m, player, number, working_rule(m, "AAT-138"))


def fund(m: Match, player: int, number: int, rule: str) -> None:
    """Funds tokens come to a player or, with a negative number, go."""
    if number:
        have = m.state.players[player]["funds-token"] + number
        atoms.note_player(m, player, "funds-token", have)
        m.emit("gained", NOWHERE, NOWHERE, number, player, rule)
        m.changed(sources=False, board=False)


# -- damage and destruction --------------------------------------------------------------------------------------


def damage(m: Match, units: list[int], amount: int, source: int) -> None:
    """Deal effect damage to units at the same time: no Armor, no delegation, but Stealth and Shield (AAT-068)."""
    if amount <= 0:
        return
    hit = [obj for obj in units if in_play(m, obj)]
    for obj in hit:
        left = absorbed(m, obj, amount, source)
        if left:
            hurt(m, obj, left, source, "AAT-068")
    bury(m, hit, source)


def absorbed(m: Match, obj: int, amount: int, source: int) -> int:
    """Return what a Stealth token and then Shield tokens leave of damage, and take them off (AAT-059, AAT-060)."""
    s = m.state
    stealth = s.columns["stealth-token"][obj]
    if stealth:
        atoms.put(m, obj, "stealth-token", stealth - 1)
        m.emit("hidden", obj, source, amount, s.controller[obj], "AAT-059")
        return 0
    shield = s.columns["shield"][obj]
    if shield:
        used = min(shield, amount)
        atoms.put(m, obj, "shield", shield - used)
        m.emit("shielded", obj, source, used, s.controller[obj], "AAT-060")
        return amount - used
    return amount


def hurt(m: Match, obj: int, amount: int, source: int, rule: str) -> None:
    """Put Damage tokens on a unit, leader or base (AAT-062)."""
    s = m.state
    atoms.put(m, obj, "damage", s.columns["damage"][obj] + amount)
    m.emit("damaged", obj, source, amount, s.controller[obj], rule)


def bury(m: Match, objects: list[int], by: int) -> None:
    """Destroy those whose Damage tokens are at least their health, all together (AAT-063, AAT-093)."""
    counted = m.state.columns["damage"]
    dead = [obj for obj in objects if counted[obj] and counted[obj] >= health(m, obj)]
    if dead:
        destroy(m, dead, by)


def destroy(m: Match, objects: list[int], by: int) -> None:
    """Destroy together: all leave, all Incidents are added, then triggers resolve (AAT-091 to AAT-094).

    A destroyed base ends the game; two of them at once draw it (AAT-003, AAT-168).
    """
    s = m.state
    here = [obj for obj in objects if in_play(m, obj)]
    bases = [obj for obj in here if kind(m, obj) == BASE]
    if bases:
        _base_destroyed(m, bases, by)
        return
    fallen = [obj for obj in here if kind(m, obj) & IN_THEATER]
    for obj in here:
        rule = "AAT-076" if kind(m, obj) == LEADER else "AAT-091"
        m.emit("destroyed", obj, by, s.columns["computation"][obj], s.controller[obj], rule)
    for obj in here:
        atoms.move(m, obj, "objectives" if kind(m, obj) == OBJECTIVE else "discard")
    add_incidents(m, len(fallen), "AAT-097")
    settle(m)


def _base_destroyed(m: Match, bases: list[int], by: int) -> None:
    """Damage destroys a base (AAT-004), or an ability that deals none: that of the planet cracker (AAT-156)."""
    s = m.state
    for obj in bases:
        rule = working_rule(m, "AAT-156") if remaining(m, obj) > 0 else "AAT-004"
        m.emit("destroyed", obj, by, 0, s.controller[obj], rule)
    if len(bases) > 1:
        m.end(NOWHERE, "both bases are destroyed", "AAT-168")
        return
    winner = 1 - s.controller[bases[0]]
    goal = alternate(m, winner)
    cracked = by != NOWHERE and remaining(m, bases[0]) > 0 and kind(m, by) == OBJECTIVE
    if cracked and goal is not None and goal.rule == "AAT-156":
        m.end(winner, f"alternate: {goal.name}", goal.rule)
    else:
        m.end(winner, "base destroyed", "AAT-003")


def sacrifice(m: Match, obj: int, source: int) -> None:
    """Discard a card in play without destroying it: no Incident, no trigger (AAT-095)."""
    m.emit("removed", obj, source, 0, m.state.controller[obj], "AAT-095")
    atoms.move(m, obj, "objectives" if kind(m, obj) == OBJECTIVE else "discard")


# -- entering ----------------------------------------------------------------------------------------------------


def enter(m: Match, obj: int, theater: int, player: int, rule: str, *, deployed: bool) -> None:
    """A unit or leader comes into play; the older card of a Unique name goes first (AAT-037 to AAT-041, AAT-104).

    A leader lies next to its owner's base, whatever the theater.
    """
    s = m.state
    facts = m.facts
    card = s.card[obj]
    leader = facts.game.kind[card] == LEADER
    if facts.game.unique[card]:
        _replace(m, obj, player)
    if leader:
        atoms.move(m, obj, "battlefield", host=base(m, player))
    else:
        atoms.move(m, obj, "battlefield", place=theater)
    words = facts.keywords[card]
    if s.vars["combat"]:
        atoms.put(m, obj, "barred", 1)
    m.emit("deployed" if deployed else "placed", obj, NOWHERE, theater, player, rule)
    if deployed and "placed" in m.facts.heard:
        m.emit("placed", obj, NOWHERE, theater, player, "AAT-037")
    if "mark" in words and not leader:
        _come_with(m, obj, "mark-token", words["mark"], player, "AAT-120")
    if "funds" in words and (deployed or not leader):
        fund(m, player, words["funds"], "AAT-117")
    if deployed and "stealth" in words and not leader:
        _come_with(m, obj, "stealth-token", 1, player, "AAT-127")
    settle(m)


def _come_with(m: Match, obj: int, tokens: str, number: int, player: int, rule: str) -> None:
    """Put the tokens on a unit that a trait of it brings."""
    atoms.put(m, obj, tokens, number)
    m.emit("counters", obj, m.facts.counter(tokens), number, player, rule)


def _replace(m: Match, obj: int, player: int) -> None:
    """Discard the Unique card of the same name that the player has in play (AAT-104)."""
    s = m.state
    game: Printed = m.facts.game
    name = m.facts.names[s.card[obj]]
    for other in s.zones[m.facts.zone["battlefield"][0]]:
        card = s.card[other]
        if game.unique[card] and m.facts.names[card] == name and s.controller[other] == player:
            m.emit("replaced", other, obj, 0, player, "AAT-104")
            atoms.move(m, other, "objectives" if kind(m, other) == OBJECTIVE else "discard")
            return
