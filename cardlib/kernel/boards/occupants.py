"""What stands where in a match: asked here, and changed by the atoms `move`, `occupy`, `relocate` and `turn` alone.

The state keeps the anchor of each object in `place`, and its facing in the column `facing` where the game has one. A
layer whose spaces hold so many things has places for them in `State.board`, `Layer.holds` for each space: those of the
first layer come first, so on a board for single units the unit on a space is `board[space]`. Things of a layer for any
number are found by their anchors. In which layer something stands, and whether it takes several spaces, the rules of
the game say (`Rules.layer`, `Rules.footprint`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardlib.kernel.boards.board import NOWHERE, Board
from cardlib.kernel.boards.facing import footprint

if TYPE_CHECKING:  # the match is what is asked about, and its loop asks these
    from cardlib.kernel.match import Match

FACING: Final = "facing"  # the column of a game whose things have one


def board_of(m: Match) -> Board:
    """Return the board of a match; only to be asked where the game has one."""
    board = m.facts.board
    assert board is not None
    return board


def facing_of(m: Match, obj: int) -> int:
    """Return the facing of an object, 0 in a game whose things have none."""
    column = m.state.columns.get(FACING)
    return column[obj] if column is not None else 0


def spaces_of(m: Match, obj: int) -> tuple[int, ...]:
    """Return the spaces on which an object stands, its anchor first; none off the board."""
    anchor = m.state.place[obj]
    if anchor == NOWHERE:
        return ()
    if not m.rules.footprint(m, obj):
        return (anchor,)
    return spaces_at(m, obj, anchor, facing_of(m, obj)) or (anchor,)


def spaces_at(m: Match, obj: int, anchor: int, facing: int) -> tuple[int, ...] | None:
    """Return the spaces that an object would take there; None where a part of it would be off the board."""
    shape = m.rules.footprint(m, obj)
    return footprint(board_of(m), shape, anchor, facing) if shape else (anchor,)


def where(m: Match, obj: int) -> tuple[int, ...]:
    """Return the spaces of an object, of its host where it is attached to one."""
    s = m.state
    while s.place[obj] == NOWHERE and s.host[obj] != NOWHERE:
        obj = s.host[obj]
    return spaces_of(m, obj)


def spaces_taken(m: Match) -> int:
    """Return the spaces on which a unit stands, as one number; to be asked on boards for single units.

    It is kept while things only move, by the atoms that move them.
    """
    found = m.occupied
    if found < 0:
        found = 0
        for space, obj in enumerate(m.state.board[: len(board_of(m))]):
            if obj != NOWHERE:
                found |= 1 << space
        m.occupied = found
    return found


def occupants(m: Match, space: int, layer: int = 0) -> tuple[int, ...]:
    """Return what stands on a space in a layer, by number of the object where the layer is for any number."""
    about = board_of(m).layers[layer]
    if about.holds:
        first = about.first + space * about.holds
        return tuple(obj for obj in m.state.board[first : first + about.holds] if obj != NOWHERE)
    return _standing(m).get((layer, space), ())


def occupant(m: Match, space: int, layer: int = 0) -> int:
    """Return what stands on a space in a layer, the first of several; NOWHERE where nothing does."""
    about = board_of(m).layers[layer]
    if about.holds == 1:
        return m.state.board[about.first + space]
    there = occupants(m, space, layer)
    return there[0] if there else NOWHERE


def is_free(m: Match, space: int, layer: int = 0, without: int = NOWHERE) -> bool:
    """Whether a space has room for one more thing in a layer; one that is about to leave does not count."""
    holds = board_of(m).layers[layer].holds
    if not holds:
        return True
    there = occupants(m, space, layer)
    return len(there) - (without in there) < holds


def free_spaces(m: Match, layer: int = 0) -> list[int]:
    """Return the spaces with room for one more thing in a layer, in the order of the board."""
    board = board_of(m)
    about = board.layers[layer]
    if about.holds == 1:
        there = m.state.board[about.first : about.first + len(board)]
        return [space for space, obj in enumerate(there) if obj == NOWHERE]
    return [space for space in range(len(board)) if is_free(m, space, layer)]


def fits(m: Match, obj: int, anchor: int, facing: int = 0) -> bool:
    """Whether an object has room at an anchor with a facing: all of it on the board, on spaces free of others."""
    spaces = spaces_at(m, obj, anchor, facing)
    layer = m.rules.layer(m, obj)
    return spaces is not None and all(is_free(m, space, layer, obj) for space in spaces)


def in_the_way(m: Match, what: str, without: int = NOWHERE) -> int:
    """Return the spaces, as one number, that block "movement" or "sight", or have something in a layer that does.

    What a single object blocks does not count.
    """
    board = board_of(m)
    found = board.blocks.get(what, 0)
    for number, layer in enumerate(board.layers):
        if not (layer.blocks_sight if what == "sight" else layer.blocks_movement):
            continue
        if layer.holds:
            slots = m.state.board[layer.first : layer.first + layer.holds * len(board)]
            for slot, obj in enumerate(slots):
                if obj not in (NOWHERE, without):
                    found |= 1 << slot // layer.holds
        else:
            for (of, space), there in _standing(m).items():
                if of == number and there != (without,):
                    found |= 1 << space
    return found


def slots_for(m: Match, obj: int, spaces: tuple[int, ...], layer: int) -> list[int]:
    """Return the places in `State.board` that an object takes; shorter than the spaces where there is no room."""
    about = board_of(m).layers[layer]
    found = []
    for space in spaces if about.holds else ():
        first = about.first + space * about.holds
        for slot in range(first, first + about.holds):
            if m.state.board[slot] in (NOWHERE, obj):
                found.append(slot)
                break
    return found


def _standing(m: Match) -> dict[tuple[int, int], tuple[int, ...]]:
    """What stands on each space in the layers for any number, gathered once until something changes."""
    found: dict[tuple[int, int], tuple[int, ...]] | None = m.cache.get("standing")
    if found is None:
        gathered: dict[tuple[int, int], list[int]] = {}
        layers = board_of(m).layers
        for obj, place in enumerate(m.state.place):
            if place != NOWHERE:
                layer = m.rules.layer(m, obj)
                if not layers[layer].holds:
                    for space in spaces_of(m, obj):
                        gathered.setdefault((layer, space), []).append(obj)
        found = m.cache["standing"] = {at: tuple(objects) for at, objects in gathered.items()}
    return found
