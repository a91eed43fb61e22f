"""What the words that boards bring to filters mean on the table: `adjacent`, `within:3`, `in-arc:front`, `in-sight`.

They are common: every game whose board has the shape has them. Which words there are says
`cardlib.filters.placing`. A thing of several
spaces is as near as its nearest one, and is seen where any part of it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.errors import CardlibError
from cardlib.kernel.boards import distances
from cardlib.kernel.boards.board import NOWHERE, bits
from cardlib.kernel.boards.facing import in_arc
from cardlib.kernel.boards.occupants import FACING, board_of, where
from cardlib.kernel.boards.sight import sees
from cardlib.kernel.effects import Test

if TYPE_CHECKING:  # tests are made of the rules, which are made of tests
    from cardlib.kernel.contract import Rules
    from cardlib.kernel.facts import Facts
    from cardlib.kernel.match import Match

TAKING = ("within", "away", "in-arc")  # an argument
NAMES = ("adjacent", "in-sight", *TAKING)


def board_test(name: str, argument: int | str, rules: Rules, facts: Facts) -> Test | None:
    """Return the test of a relation that boards bring; None for another one.

    Raises CardlibError where the board or the rules of the game have not what it is about.
    """
    if name not in NAMES:
        return None
    if not facts.boards:
        raise CardlibError(f"'{name}' is about where things stand, and this game has no board")
    if name == "adjacent":
        return adjacent
    if name == "in-sight":
        for board in facts.boards:
            if not board.sight:
                raise CardlibError(f"'{name}' needs lines of sight, and the board '{board.id}' has none")
        return in_sight
    if name == "in-arc":
        if FACING not in rules.columns:
            raise CardlibError(
                f"'{name}' needs things with a facing, and the rules of {rules.slug} have no column '{FACING}'"
            )
        for board in facts.boards:
            if not board.directions:
                raise CardlibError(f"'{name}' needs things with a facing, and the board '{board.id}' has no directions")
        return _in_arc(str(argument))
    return _at_most(int(argument)) if name == "within" else _exactly(int(argument))


def adjacent(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether something stands next to a source; nothing stands next to itself, however many spaces it takes."""
    if obj == source:
        return False
    here, there = where(m, source), where(m, obj)
    if len(here) == 1 and len(there) == 1:
        return there[0] in board_of(m).neighbours[here[0]]
    return distances.adjacent(board_of(m), here, there)


def in_sight(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether a source sees something past whatever blocks sight; neither of them is in its own way."""
    here, there = where(m, source), where(m, obj)
    if not here or not there:
        return False
    board = board_of(m)
    blocked = m.rules.sight_blocked(m, source) & ~bits(here) & ~bits(there)
    return any(sees(board, one, other, blocked) for one in here for other in there)


def _far(m: Match, obj: int, source: int) -> int:
    """How far something is from a source; NOWHERE where one of them is not on the board."""
    here, there = where(m, source), where(m, obj)
    return distances.apart(board_of(m), here, there) if here and there else NOWHERE


def _at_most(most: int) -> Test:
    return lambda m, obj, source, you: 0 <= _far(m, obj, source) <= most


def _exactly(far: int) -> Test:
    return lambda m, obj, source, you: _far(m, obj, source) == far


def _in_arc(arc: str) -> Test:
    def inside(m: Match, obj: int, source: int, you: int) -> bool:
        s = m.state
        while s.place[source] == NOWHERE and s.host[source] != NOWHERE:
            source = s.host[source]
        anchor = s.place[source]
        if anchor == NOWHERE:
            return False
        board, facing = board_of(m), s.columns[FACING][source]
        return any(in_arc(board, anchor, facing, arc, space) for space in where(m, obj))

    return inside
