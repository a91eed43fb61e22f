"""After every action: the state check, the losing conditions, the trigger queue, the destruction window.

The procedure `settle` runs MIW-062 to MIW-073 until nothing is left to do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.abilities.triggers import next_trigger, order
from cardlib.filters.words import number_of
from cardlib.games.mecha import verbs
from cardlib.games.mecha.board import has_no_usable_space
from cardlib.games.mecha.kinds import PILOT
from cardlib.games.mecha.numbers import attached, durability
from cardlib.kernel import atoms, values
from cardlib.kernel.contract import procedure
from cardlib.kernel.match import AGAIN, END
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


def settle(m: Match) -> None:
    """Put the procedure on the stack, unless a look at the position shows that nothing follows."""
    s = m.state
    if s.vars["unsettled"]:
        if _lethal(m) or surplus_pilot(m) or _orphans(m):
            m.push("settle")
            return
        _settled(m)
    if s.raised or s.queue or s.vars["destroyed"]:
        m.push("settle")


def check(m: Match, f: dict[str, Any]) -> str | None:
    """Steps (1) to (4) of the state check, repeated until none changes anything, then the losing conditions."""
    if not m.state.vars["unsettled"]:
        return None
    dead = _lethal(m)
    if dead:
        verbs.destroy(m, dead, NOWHERE, "MIW-068", attacker=True)
        return AGAIN
    surplus = surplus_pilot(m)
    if surplus:
        player, copies = surplus
        gone = m.ask(player, "one", [("card", obj) for obj in copies], "keep one Pilot: discard", rule="MIW-069")[1]
        atoms.move(m, gone, "discard")
        m.emit("put-off", gone, NOWHERE, 0, player, "MIW-069")
        return AGAIN
    orphans = _orphans(m)
    if orphans:
        for obj in orphans:
            player = m.state.controller[obj]
            atoms.move(m, obj, "discard")
            m.emit("put-off", obj, NOWHERE, 0, player, "MIW-070")
        return AGAIN
    _settled(m)
    return None


def _settled(m: Match) -> None:
    """Nothing changes any more: the losing conditions are tested."""
    hit = m.state.vars["hit"]
    if hit:  # later deaths are not that attack's (MIW-Q88)
        atoms.put(m, hit - 1, "hit_by", 0)
        atoms.note(m, "hit", 0)
    atoms.note(m, "unsettled", 0)
    _losing(m)


def _lethal(m: Match) -> list[int]:
    """Step 1: units whose damage equals or exceeds their durability (MIW-068)."""
    damage = m.state.columns["damage"]
    return [obj for obj in _perhaps_due(m) if durability(m, obj) <= damage[obj]]


def _perhaps_due(m: Match) -> list[int]:
    """Return the units of the board with damage for all of their printed durability, or lowered by a text or a Pilot.

    Any other has its printed durability or more.
    """
    s = m.state
    damage, card = s.columns["damage"], s.card
    withstands = m.facts.game.withstands
    weak = values.lowered(m, "durability")
    carrying = attached(m)
    if carrying and weak is not None:
        every, burden = values.effects(m, "host:durability"), m.facts.game.burden
        weak = weak.union(
            [host for host, those in carrying.items() if every or any(burden[card[one]] for one in those)]
        )
    if weak is None:
        return [obj for obj in s.board if obj != NOWHERE]
    if not weak and not s.vars["frail"] and not any(damage):
        return []
    return [obj for obj in s.board if obj != NOWHERE and (damage[obj] >= withstands[card[obj]] or obj in weak)]


def surplus_pilot(m: Match) -> tuple[int, list[int]] | None:
    """Step 2: more than one copy of a Pilot under one player's control, and all of these (MIW-069)."""
    if not attached(m):
        return None
    s = m.state
    bits = m.facts.game.bits
    seen: dict[tuple[int, int], list[int]] = {}
    for obj in s.zones[m.facts.zone["battlefield"][0]]:
        if bits[s.card[obj]] == PILOT:
            seen.setdefault((s.controller[obj], s.card[obj]), []).append(obj)
    for (player, _), copies in seen.items():
        if len(copies) > 1:
            return player, copies
    return None


def _orphans(m: Match) -> list[int]:
    """Steps 3 and 4: what has lost its host or its space, to be discarded (MIW-070, MIW-071)."""
    s = m.state
    field = m.facts.zone["battlefield"][0]
    host, place, zone = s.host, s.place, s.zone
    return [
        obj for obj in s.zones[field] if place[obj] == NOWHERE and (host[obj] == NOWHERE or zone[host[obj]] != field)
    ]


def _losing(m: Match) -> None:
    """The losing conditions (MIW-004 to MIW-009)."""
    s = m.state
    lost: list[tuple[int, str, str]] = []
    limit = m.facts.constants["damage_limit"]
    for player in (0, 1):
        if len(s.zones[m.facts.zone["damage"][player]]) >= limit:
            lost.append((player, f"{number_of(limit, 'card')} in the damage zone", "MIW-004"))
        elif s.players[player]["drew_nothing"]:
            lost.append((player, "had to draw from an empty deck", "MIW-005"))
        elif has_no_usable_space(m, player):
            lost.append((player, "no usable space in the entry zone", "MIW-006"))
    if len(lost) == 2:
        m.end(NOWHERE, "both players lose at the same time", "MIW-009")
    elif lost:
        player, reason, rule = lost[0]
        m.end(1 - player, reason, rule)


def destruction(m: Match, f: dict[str, Any]) -> str | None:
    """Open the destruction window when the queue is empty and a Mecha was destroyed (MIW-072)."""
    s = m.state
    mask = s.vars["destroyed"]
    if not mask:
        return END
    atoms.note(m, "destroyed", 0)
    m.push("window", kind="destruction", base=len(s.chain), mask=mask)
    return "check"


SETTLE = procedure(check, order, next_trigger, destruction)
