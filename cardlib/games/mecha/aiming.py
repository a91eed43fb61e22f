"""Which units may attack, and whom: reach, blocked paths, Flight and texts that forbid (MIW-157 to MIW-178)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.mecha.board import DIRECT, distance, field, is_unit
from cardlib.games.mecha.kinds import MECHA
from cardlib.games.mecha.moving import FRESH, fresh, obliged
from cardlib.games.mecha.numbers import arrival, attacks, kind, reach
from cardlib.kernel import values
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match
    from cardlib.kernel.records import Link

TOWER_ATTACKS = Refusal("MIW-164", "{s} is a Tower and does not attack")
FORFEITED = Refusal("MIW-157", "{s} has forfeited its attack this turn")
NONE_LEFT = Refusal("MIW-165", "{s} has no attack left this turn")
NOT_BOTH = Refusal("MIW-160", "{s} can't both move and attack in one turn")
MUST_MOVE = Refusal("MIW-163", "{s} must move before it can attack")

OWN_SIDE = Refusal("MIW-166", "{o} is under your own control")
NO_UNIT = Refusal("MIW-166", "{o} is no unit; only units and the opponent are attacked")
NOT_DIRECTLY = Refusal("MIW-178", "{s} can't attack the opponent directly")
FORBIDDEN = Refusal("MIW-177", "{s} can't attack {o}: {by}")
FLIES = Refusal("MIW-175", "{o} has Flight; {s} has neither Flight nor Reach")
NO_TARGET = Refusal("MIW-Q62", "{o} can't be chosen as a target")

NOT_ADJACENT = Refusal("MIW-167", "{o} is not adjacent to {s}")
NOT_ADJACENT_PLAYER = Refusal("MIW-168", "the opponent is out of reach of {s}")
TOO_FAR = Refusal("MIW-169", "{o} is {far} steps away from {s}, which reaches {n}")
TOO_FAR_PLAYER = Refusal("MIW-174", "the opponent is {far} steps away from {s}, which reaches {n}")
BLOCKED = Refusal("MIW-172", "units of the opponent block every path of at most {n} steps from {s} to {o}")


def attacks_left(m: Match, unit: int) -> int:
    """How many attacks a unit has left this turn: neither made nor forfeited (MIW-157, MIW-165)."""
    columns = m.state.columns
    return attacks(m, unit) - columns["attacks_made"][unit] - columns["forfeited"][unit]


def attacked(m: Match, link: Link) -> int:
    """Return the unit that a waiting attack is aimed at; NOWHERE for none, or one that has left since (MIW-180)."""
    return link.about if link.kind == "attack" and arrival(m, link.about) == link.targets else NOWHERE


def unable_to_attack(m: Match, unit: int) -> Refusal | None:
    """Say why a unit may not declare an attack at all now; None if it may."""
    columns = m.state.columns
    if not kind(m, unit) & MECHA:
        return TOWER_ATTACKS
    if fresh(m, unit):
        return FRESH
    if columns["moves"][unit] and values.cannot(m, unit, "move and attack"):
        return NOT_BOTH  # which it has forfeited for that (MIW-160)
    if (columns["attacks_made"][unit] or columns["forfeited"][unit]) and attacks_left(m, unit) <= 0:
        return FORFEITED if columns["forfeited"][unit] else NONE_LEFT
    return MUST_MOVE if obliged(m, unit) else None


def attack_targets(m: Match, unit: int) -> list[int]:
    """Return every legal target of an attack by a unit now: enemy units and DIRECT (MIW-165 to MIW-178)."""
    found = in_reach(m, unit)
    return [target for target in found if barred(m, unit, target) is None] if found else found


def in_reach(m: Match, unit: int) -> list[int]:
    """Return the enemy units, and DIRECT, that the range of a unit covers (MIW-167 to MIW-174)."""
    s = m.state
    board = s.board
    assert m.facts.board is not None
    neighbours = m.facts.board.neighbours
    player = s.controller[unit]
    home = field(m).in_entry[1 - player]
    controller = s.controller
    start = s.place[unit]
    far = reach(m, unit)
    found: list[int] = []
    if far == 1:
        for space in neighbours[start]:
            obj = board[space]
            if obj != NOWHERE and controller[obj] != player:
                found.append(obj)
        if home[start]:
            found.append(DIRECT)
        return found
    direct = home[start]
    seen = {start}
    edge = [start]
    for step in range(1, far + 1):
        following = []
        for at in edge:
            for space in neighbours[at]:
                if space in seen:
                    continue
                seen.add(space)
                obj = board[space]
                if obj != NOWHERE and controller[obj] != player:
                    found.append(obj)
                    continue
                following.append(space)
                direct |= home[space] and step < far
        edge = following
    if direct:
        found.append(DIRECT)
    return found


def steps_to(m: Match, unit: int, target: int) -> int:
    """Return how many steps away a target would be if nothing stood in the way (MIW-169, MIW-174)."""
    s = m.state
    if target == DIRECT:
        return field(m).missing[s.controller[unit]][s.place[unit]] + 1
    return distance(m, s.place[unit], s.place[target])


def out_of_reach(m: Match, unit: int, target: int) -> Refusal | None:
    """Say why the range of a unit does not cover a target: too far away, or every path blocked; None if it does."""
    if target in in_reach(m, unit):
        return None
    if target != DIRECT and not is_unit(m, target):
        return NO_UNIT
    far = reach(m, unit)
    if steps_to(m, unit, target) <= far:
        return BLOCKED
    if far == 1:
        return NOT_ADJACENT_PLAYER if target == DIRECT else NOT_ADJACENT
    return TOO_FAR_PLAYER if target == DIRECT else TOO_FAR


def barred(m: Match, unit: int, target: int) -> Refusal | None:
    """Say what forbids an attack whatever the distance: side, Flight, texts in force (MIW-175 to MIW-178, MIW-Q62)."""
    if target == DIRECT:
        if values.cannot(m, unit, "attack directly"):
            return NOT_DIRECTLY
        return FORBIDDEN if forbidder(m, unit, target) != NOWHERE else None
    if m.state.controller[target] == m.state.controller[unit]:
        return OWN_SIDE
    if values.keyword(m, target, "flight") and not (
        values.keyword(m, unit, "flight") or values.keyword(m, unit, "reach")
    ):
        return FLIES
    if forbidder(m, unit, target) != NOWHERE:
        return FORBIDDEN
    return NO_TARGET if untargetable(m, target, m.state.controller[unit]) else None


def forbidder(m: Match, unit: int, target: int) -> int:
    """Return the source of a text that forbids an attack; what is said of units does not concern a player (MIW-177)."""
    for row in values.effects(m, "cannot:attack"):
        if values.covers(m, row, unit):
            other = row[0].other
            if other is None or (target != DIRECT and other(m, target, row[1], row[2])):
                return row[1]
    return values.forbidding(m, target, "be attacked", unit) if target != DIRECT else NOWHERE


def untargetable(m: Match, obj: int, chooser: int) -> bool:
    """Whether a text keeps opponents of its controller from choosing an object as a target (MIW-Q62)."""
    rows = values.effects(m, "cannot:be targeted")
    return bool(rows) and any(row[2] != chooser and values.covers(m, row, obj) for row in rows)
