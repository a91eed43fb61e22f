"""The battlefield of Mecha: entry zones, empty and usable spaces, steps and distances (MIW-012 to MIW-017)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cardlib.games.mecha.kinds import TOWER
from cardlib.games.mecha.numbers import movable, permanents
from cardlib.kernel.boards.board import Board
from cardlib.kernel.boards.distances import distances
from cardlib.kernel.boards.facing import step
from cardlib.kernel.boards.occupants import board_of, occupant
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

DIRECT: Final = -1  # as the target of an attack: the opponent


@dataclass(frozen=True, slots=True)
class Field:
    """What Mecha reads off its board once, by space; whatever is by player comes first."""

    entry: tuple[tuple[int, ...], ...]  # by player: the entry zone (MIW-013)
    in_entry: tuple[tuple[bool, ...], ...]  # by player
    missing: tuple[tuple[int, ...], ...]  # by player: steps from a space to the opponent's entry zone
    ahead: tuple[tuple[int, ...], ...]  # by player: the space in front of a space, NOWHERE behind the last
    aside: tuple[float, ...]  # how far from the middle of the columns
    deep: int  # steps from one entry zone to the other
    half: float  # from the middle to the first column


def field_of(board: Board) -> Field:
    """Read the board: rows of entry, what is ahead, how far everything is (MIW-012 to MIW-014)."""
    entry = tuple(board.region("entry", player) for player in (0, 1))
    spaces = range(len(board))
    rows = [[distances(board, space) for space in entry[1 - player]] for player in (0, 1)]
    missing = tuple(tuple(map(min, zip(*far, strict=True))) for far in rows)
    half = (len(board.columns) - 1) / 2
    return Field(
        entry=entry,
        in_entry=tuple(tuple(space in home for space in spaces) for home in entry),
        missing=missing,
        ahead=tuple(tuple(step(board, space, seat.forward) for space in spaces) for seat in board.seats[:2]),
        aside=tuple(abs(column - half) for column, _ in board.at),
        deep=max(missing[0]),
        half=half,
    )


def field(m: Match) -> Field:
    """Return what is known of the board of a match."""
    found: Field = m.facts.game.ground
    return found


def empty_entry(m: Match, player: int) -> list[int]:
    """Return the empty spaces of a player's entry zone."""
    board = m.state.board
    return [space for space in field(m).entry[player] if board[space] == NOWHERE]


def tower_spaces(m: Match, player: int, enemy_entry: bool = False) -> list[int]:
    """Return where a player may put a Tower: the own entry zone, or next to an own Tower (MIW-105, MIW-110)."""
    board, card, place = m.state.board, m.state.card, m.state.place
    assert m.facts.board is not None
    neighbours = m.facts.board.neighbours
    bits = m.facts.game.bits
    near: set[int] = set()
    near.update(*[neighbours[place[obj]] for obj in permanents(m)[player] if bits[card[obj]] & TOWER])
    if enemy_entry:
        return [space for space in field(m).entry[1 - player] if space in near and board[space] == NOWHERE]
    near.update(field(m).entry[player])
    return sorted([space for space in near if board[space] == NOWHERE])


def has_no_usable_space(m: Match, player: int) -> bool:
    """Whether every space of the own entry zone is taken by something that can't make room (MIW-006)."""
    s = m.state
    for space in field(m).entry[player]:
        obj = s.board[space]
        if obj == NOWHERE or (s.owner[obj] == player and movable(m, obj)):
            return False
    return True


def ways(m: Match, here: int, start: int) -> list[int]:
    """Return the spaces that a step may enter; where the move began counts as free (MIW-147, MIW-150, MIW-151)."""
    board = m.state.board
    assert m.facts.board is not None
    near = m.facts.board.neighbours[here]
    if start == NOWHERE:
        return [space for space in near if board[space] == NOWHERE]
    return [space for space in near if board[space] == NOWHERE or space == start]


def distance(m: Match, one: int, other: int) -> int:
    """Return how many orthogonal steps lie between two spaces."""
    return distances(board_of(m), one)[other]


def is_unit(m: Match, obj: int) -> bool:
    """Whether an object stands on the board as a unit: nothing attached, no standing Command."""
    place = m.state.place[obj]
    return place != NOWHERE and occupant(m, place) == obj
