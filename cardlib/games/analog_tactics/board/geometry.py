"""Numbered spaces, lines, what is behind, and what attacks of many spaces are laid on (AT-005, AT-162 to AT-181)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.attacks import attacking
from cardlib.games.analog_tactics.board import tokens
from cardlib.kernel.boards import sight
from cardlib.kernel.boards.board import spaces_in
from cardlib.kernel.boards.distances import distances
from cardlib.kernel.boards.facing import directions_to, line, sides_from, step
from cardlib.kernel.boards.occupants import board_of, spaces_of
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

WAYS = 6


def toward(m: Match, space: int, way: int) -> int:
    """Return the next space in a direction; NOWHERE off the board."""
    return step(board_of(m), space, way % WAYS)


def numbered(m: Match, unit: int, number: int) -> int:
    """Return a numbered space of a unit, space 1 in front; NOWHERE off the board (AT-005)."""
    return toward(m, m.state.place[unit], m.state.columns["facing"][unit] + number - 1)


def ways_away(m: Match, origin: int, space: int) -> tuple[int, ...]:
    """Return the directions closest to the line from a space to another one, two on an exact tie (AT-181, ATA-Q21)."""
    return directions_to(board_of(m), origin, space)


def number_seen_from(m: Match, unit: int, space: int) -> tuple[int, ...]:
    """Return the numbered spaces of a unit in whose direction a space lies, from 1 (AT-006)."""
    return sides_from(board_of(m), m.state.place[unit], m.state.columns["facing"][unit], space)


def behind(m: Match, unit: int, target: int) -> list[int]:
    """Return the space straight behind a target as seen from a unit; two on an exact tie, none off board (ATA-Q21)."""
    place = m.state.place
    return beyond(m, place[unit], place[target])


def beyond(m: Match, here: int, space: int) -> list[int]:
    """Return the space straight behind another one as seen from a space; two on an exact tie, none off the board."""
    found = [toward(m, space, way) for way in ways_away(m, here, space)] if here != space else []
    return [one for one in found if one != NOWHERE]


def backed(m: Match, unit: int, target: int) -> bool:
    """Whether something stands straight behind a target; on an exact tie it is where its player would see it."""
    there = units.occupied(m)
    return any(there >> space & 1 for space in behind(m, unit, target))


def laid(m: Match, unit: int, shape: str, number: int, length: int) -> int:
    """Return the spaces of a shape around a unit as one number: three in front, a ring, all within a distance."""
    if shape == "sweeping":
        return sweeping(m, unit, number)
    if shape == "ring":
        return ring(m, unit)
    return bits([space for space, far in enumerate(distances(board_of(m), m.state.place[unit])) if far <= length])


def sweeping(m: Match, unit: int, number: int) -> int:
    """Return a numbered space of a unit and its two neighbours around the unit as one number (AT-166)."""
    return before_it(m, m.state.place[unit], m.state.columns["facing"][unit] + number - 1)


def before_it(m: Match, space: int, way: int) -> int:
    """Return the next space in a direction and its two neighbours around a space as one number (AT-166)."""
    return bits([toward(m, space, way + by) for by in (-1, 0, 1)])


def ring(m: Match, unit: int) -> int:
    """Return the spaces next to a unit as one number (AT-162)."""
    return bits(board_of(m).neighbours[m.state.place[unit]])


def straight(m: Match, unit: int, number: int, length: int) -> int:
    """Return the spaces of a straight line that begins in a numbered space of a unit."""
    way = m.state.columns["facing"][unit] + number - 1
    return bits(ray(m, m.state.place[unit], way, length))


def ray(m: Match, space: int, way: int, length: int) -> tuple[int, ...]:
    """Return the spaces in a direction from one, nearest first, up to a number of them or the edge."""
    return line(board_of(m), space, way % WAYS)[: max(0, length)]


def before(m: Match, unit: int, target: int) -> list[int]:
    """Return the space next to a target in the direction of a unit, two on an exact tie (ATA-Q51)."""
    place = m.state.place
    return [toward(m, place[target], way) for way in ways_away(m, place[target], place[unit])]


def arc(m: Match, target: int, space: int) -> int:
    """Return the two spaces that touch both a target's space and the one before it (ATA-Q51)."""
    board = board_of(m)
    return bits([one for one in board.neighbours[m.state.place[target]] if one in board.neighbours[space]])


def attackable_on(m: Match, unit: int, spaces: int) -> tuple[int, ...]:
    """Return what of some spaces a unit may attack, without a test of sight.

    Tokens of opponents are attacked where nothing else of it is on their spaces: what hurts that removes them (AT-203).
    """
    place, side = m.state.place, m.state.controller[unit]
    aims = attacking.aims(m, side)
    if not spaces & attacking.held(m, aims, ("aimed", side)):
        return ()
    there = [one for one in aims if place[one] != NOWHERE and one != unit and _on(m, one, spaces)]
    hit = bits(space for one in there if not tokens.is_token(m, one) for space in spaces_of(m, one))
    return tuple(one for one in there if not (tokens.is_token(m, one) and hit >> place[one] & 1))


def _on(m: Match, obj: int, spaces: int) -> bool:
    """Whether a thing stands on one of some spaces, with any part (AT-306)."""
    return any(spaces >> space & 1 for space in spaces_of(m, obj))


def attackable_by(m: Match, player: int, spaces: int) -> list[int]:
    """Return what of some spaces a player may damage: enemies, their Objectives, Obstacles but own ones (AT-165)."""
    place, owner = m.state.place, m.state.controller
    found = attacking.enemies(m, player)
    return [one for one in found if place[one] != NOWHERE and owner[one] != player and _on(m, one, spaces)]


def things_on(m: Match, spaces: int) -> list[int]:
    """Return everything that holds one of some spaces."""
    board = m.state.board
    return list(dict.fromkeys(board[space] for space in spaces_in(spaces) if board[space] != NOWHERE))


def between(m: Match, one: int, other: int, wanted: int) -> int:
    """Return the spaces on the line between two spaces as one number, the ends not counted (ATA-Q65).

    Along edges it is those on one side of the whole line: on the side of more spaces that are wanted.
    """
    board = board_of(m)
    sides = sight.alongside(board, one, other)
    return bits(sight.between(board, one, other)) | max(sides, key=lambda side: (side & wanted).bit_count())


def bits(spaces: Iterable[int]) -> int:
    """Return spaces as one number, leaving out those off the board."""
    found = 0
    for space in spaces:
        if space != NOWHERE:
            found |= 1 << space
    return found


def free(m: Match) -> list[int]:
    """Return every space without an occupant (AT-008), gathered once until something moves."""
    found: list[int] | None = m.cache.get("free")
    if found is None:
        taken = units.occupied(m)
        found = m.cache["free"] = [space for space in range(len(board_of(m))) if not taken >> space & 1]
    return found
