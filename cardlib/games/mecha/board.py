"""The battlefield of Mecha: entry zones, empty and usable spaces, steps and distances (MIW-012 to MIW-017)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.mecha.numbers import TOWER, movable
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

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


def ways(m: Match, here: int, start: int) -> list[int]:
    """Return the spaces that a step may enter; where the move began counts as free (MIW-147, MIW-150, MIW-151)."""
    board = m.state.board
    assert m.facts.board is not None
    return [space for space in m.facts.board.neighbours[here] if board[space] == NOWHERE or space == start]


def distance(m: Match, one: int, other: int) -> int:
    """Return how many orthogonal steps lie between two spaces."""
    board = m.facts.board
    assert board is not None
    return abs(board.column[one] - board.column[other]) + abs(board.row[one] - board.row[other])


def rows_to_entry(m: Match, player: int, space: int) -> int:
    """Return how many rows lie between a space and a player's entry zone (MIW-174)."""
    board = m.facts.board
    assert board is not None
    return abs(board.row[space] - board.row[ENTRY[player][0]])


def is_unit(m: Match, obj: int) -> bool:
    """Whether an object stands on the board as a unit: nothing attached, no standing Command."""
    place = m.state.place[obj]
    return place != NOWHERE and m.state.board[place] == obj
