"""Which units may move, and over which spaces (MIW-143 to MIW-152, MIW-158, MIW-162, MIW-163)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cardlib.games.mecha.board import ways
from cardlib.games.mecha.kinds import MECHA, TOWER
from cardlib.games.mecha.numbers import kind, speed
from cardlib.kernel import values
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

MANY: Final = 4000  # paths; a unit fast enough for more is offered the shorter ones

FRESH = Refusal("MIW-144", "{s} entered this turn and has no haste")
NO_MECHA = Refusal("MIW-145", "{s} is a Tower and does not move")
HAS_MOVED = Refusal("MIW-143", "{s} has moved this turn")
HAS_ATTACKED = Refusal("MIW-158", "{s} has attacked this turn")
OWN_TEXT = Refusal("MIW-146", "{s} can't move, as its own text says")
HELD = Refusal("MIW-162", "{s} can't move: {by}")
SURROUNDED = Refusal("MIW-150", "every space next to {s} is taken")
NO_STEPS = Refusal("MIW-151", "{s} needs at least one step")
TOO_FAR = Refusal("MIW-148", "{s} moves at most {n:space|spaces}")
NOT_NEXT = Refusal("MIW-147", "{space} is not next to {here}")
IN_THE_WAY = Refusal("MIW-150", "{o} is in the way")


def fresh(m: Match, unit: int) -> bool:
    """Whether a unit entered this turn and has no haste (MIW-144)."""
    s = m.state
    return s.columns["entered"][unit] == s.vars["turn"] and not values.keyword(m, unit, "haste")


def unable_to_move(m: Match, unit: int) -> Refusal | None:
    """Say why a unit may not declare a move at all now; None if it may."""
    refusal = held_back(m, unit)
    return SURROUNDED if refusal is None and not ways(m, m.state.place[unit], NOWHERE) else refusal


def held_back(m: Match, unit: int) -> Refusal | None:
    """Say why a unit may not declare a move now, whatever stands around it; None if it may."""
    columns = m.state.columns
    if not kind(m, unit) & MECHA:
        return NO_MECHA
    if columns["attacks_made"][unit]:
        return HAS_ATTACKED
    if columns["move_used"][unit]:
        return HAS_MOVED
    if fresh(m, unit):
        return FRESH
    source = values.forbidding(m, unit, "move")
    if source != NOWHERE:
        return OWN_TEXT if source == unit and kind(m, unit) & TOWER else HELD
    return None


def obliged(m: Match, unit: int) -> bool:
    """Whether a unit has an open must-move obligation that it can meet (MIW-163)."""
    rows = values.effects(m, "must:move")
    return bool(rows) and any(values.covers(m, row, unit) for row in rows) and unable_to_move(m, unit) is None


def paths(m: Match, unit: int) -> list[tuple[int, ...]]:
    """Return every path of one to `speed` steps over free spaces; its own counts as free (MIW-147 to MIW-151)."""
    start = m.state.place[unit]
    free = ways(m, start, NOWHERE)
    if not free:
        return []
    found: list[tuple[int, ...]] = [(space,) for space in free]
    far = speed(m, unit)
    last = found
    for _ in range(far - 1):
        last = [(*path, space) for path in last for space in ways(m, path[-1], start)]
        if len(found) > MANY:
            break
        found = found + last
    return found


def illegal_path(m: Match, unit: int, path: Sequence[int]) -> tuple[Refusal, int] | None:
    """Say what is wrong with a path, and at which of its steps; None if it may be declared."""
    start = here = m.state.place[unit]
    if not path:
        return NO_STEPS, 0
    assert m.facts.board is not None
    for at, space in enumerate(path):
        if space not in m.facts.board.neighbours[here]:
            return NOT_NEXT, at
        if at >= speed(m, unit):
            return TOO_FAR, at
        if space not in ways(m, here, start if at else NOWHERE):
            return IN_THE_WAY, at
        here = space
    return None
