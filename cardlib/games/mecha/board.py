"""The battlefield of Mecha: entry zones, empty and usable spaces, paths of moves, reach of attacks (MIW-012 to 017)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.engine import values
from cardlib.engine.state import NOWHERE
from cardlib.games.mecha.numbers import MECHA, TOWER, kind, movable, reach, speed

if TYPE_CHECKING:
    from cardlib.engine.match import Match

WIDE = 7
SPACES = 35
ENTRY = (tuple(range(7)), tuple(range(28, 35)))  # by player: row 1 for A, row 5 for B (MIW-013)
IN_ENTRY = tuple(tuple(i in row for i in range(SPACES)) for row in ENTRY)
DIRECT = -1  # as the target of an attack: the opponent


def empty_entry(m: Match, player: int) -> list[int]:
    """Return the empty spaces of a player's entry zone."""
    board = m.state.board
    return [space for space in ENTRY[player] if board[space] == NOWHERE]


def tower_spaces(m: Match, player: int, enemy_entry: bool = False) -> list[int]:
    """Return where a player may put a Tower: the own entry zone, or next to an own Tower (MIW-105, MIW-110)."""
    s = m.state
    board = s.board
    assert m.facts.board is not None
    neighbours = m.facts.board.neighbours
    bits = m.facts.game.bits
    near: set[int] = set()
    for obj in s.zones[m.facts.zone["battlefield"][0]]:
        if s.controller[obj] == player and bits[s.card[obj]] & TOWER:
            near.update(neighbours[s.place[obj]])
    if enemy_entry:
        return [space for space in ENTRY[1 - player] if space in near and board[space] == NOWHERE]
    near.update(ENTRY[player])
    return sorted(space for space in near if board[space] == NOWHERE)


def has_no_usable_space(m: Match, player: int) -> bool:
    """Whether every space of the own entry zone is taken by something that can't make room (MIW-006)."""
    s = m.state
    for space in ENTRY[player]:
        obj = s.board[space]
        if obj == NOWHERE or (s.owner[obj] == player and movable(m, obj)):
            return False
    return True


def paths(m: Match, unit: int) -> list[tuple[int, ...]]:
    """Return every path of one to `speed` steps over free spaces; its own counts as free (MIW-147 to MIW-151)."""
    board = m.state.board
    assert m.facts.board is not None
    neighbours = m.facts.board.neighbours
    start = m.state.place[unit]
    found: list[tuple[int, ...]] = [(space,) for space in neighbours[start] if board[space] == NOWHERE]
    last = found
    for _ in range(speed(m, unit) - 1):
        last = [
            (*path, space)
            for path in last
            for space in neighbours[path[-1]]
            if board[space] == NOWHERE or space == start
        ]
        if len(found) > 4000:
            break
        found = found + last
    return found


def can_step(m: Match, unit: int) -> bool:
    """Whether a unit has a free space next to it."""
    board = m.state.board
    assert m.facts.board is not None
    for space in m.facts.board.neighbours[m.state.place[unit]]:  # noqa: SIM110 - asked for every unit
        if board[space] == NOWHERE:
            return True
    return False


def in_reach(m: Match, unit: int) -> list[int]:
    """Return the enemy units, and DIRECT, that the range of a unit covers (MIW-167 to MIW-174)."""
    s = m.state
    board = s.board
    assert m.facts.board is not None
    neighbours = m.facts.board.neighbours
    player = s.controller[unit]
    home = IN_ENTRY[1 - player]
    found: list[int] = []
    start = s.place[unit]
    far = reach(m, unit)
    if far == 1:
        for space in neighbours[start]:
            obj = board[space]
            if obj != NOWHERE and s.controller[obj] != player:
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
                if obj != NOWHERE and s.controller[obj] != player:
                    found.append(obj)
                    continue
                following.append(space)
                direct |= home[space] and step < far
        edge = following
    if direct:
        found.append(DIRECT)
    return found


def may_attack(m: Match, unit: int, target: int) -> bool:
    """Whether the texts in force and Flight allow an attack (MIW-175 to MIW-178); distance is not tested here."""
    if target == DIRECT:
        return not values.cannot(m, unit, "attack directly") and not _barred(m, unit, target)
    if values.keyword(m, target, "flight") and not (
        values.keyword(m, unit, "flight") or values.keyword(m, unit, "reach")
    ):
        return False
    return (
        not _barred(m, unit, target)
        and not values.cannot(m, target, "be attacked", unit)
        and not untargetable(m, target, m.state.controller[unit])
    )


def _barred(m: Match, unit: int, target: int) -> bool:
    """Whether the attacker may not attack this target; what is said of units does not concern a player."""
    for row in values.effects(m, "cannot:attack"):
        if values.covers(m, row, unit):
            other = row[0].other
            if other is None or (target != DIRECT and other(m, target, row[1], row[2])):
                return True
    return False


def untargetable(m: Match, obj: int, chooser: int) -> bool:
    """Whether a text keeps opponents of its controller from choosing an object as a target (MIW-Q62)."""
    return any(row[2] != chooser and values.covers(m, row, obj) for row in values.effects(m, "cannot:be targeted"))


def attack_targets(m: Match, unit: int) -> list[int]:
    """Return every legal target of an attack by a unit now: enemy units and DIRECT (MIW-165 to MIW-178)."""
    found = in_reach(m, unit)
    if not found:
        return found
    return [target for target in found if may_attack(m, unit, target)]


def fresh(m: Match, unit: int) -> bool:
    """Whether a unit entered this turn and has no haste (MIW-144)."""
    s = m.state
    return s.columns["entered"][unit] == s.vars["turn"] and not values.keyword(m, unit, "haste")


def may_move(m: Match, unit: int) -> bool:
    """Whether a unit may declare its move now (MIW-143 to MIW-146, MIW-158, MIW-162)."""
    s = m.state
    columns = s.columns
    return (
        bool(kind(m, unit) & MECHA)
        and not columns["move_used"][unit]
        and not columns["attacks_made"][unit]
        and not fresh(m, unit)
        and not values.cannot(m, unit, "move")
        and can_step(m, unit)
    )


def obliged(m: Match, unit: int) -> bool:
    """Whether a unit has an open must-move obligation that it can meet (MIW-163)."""
    rows = values.effects(m, "must:move")
    return bool(rows) and any(values.covers(m, row, unit) for row in rows) and may_move(m, unit)
