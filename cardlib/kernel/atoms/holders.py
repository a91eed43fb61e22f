"""Atoms of holders: who owns a thing, with what it lies; things that are made while a match runs.

What follows from them, with its event, stands in `cardlib.kernel.holding`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.kernel.atoms.things import _vacate, listen
from cardlib.kernel.slots import SLOT
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


def own(m: Match, obj: int, player: int) -> None:
    """Let a player own an object, or nobody (NOWHERE); where it lies and who controls it stays as it is."""
    s = m.state
    s.owner = [*s.owner[:obj], player, *s.owner[obj + 1 :]]
    m.changed()


def put_with(m: Match, obj: int, host: int, slot: int = 0) -> None:
    """Let an object of the same zone lie with another one, in a slot by its number, 0 for none; it leaves its space."""
    s = m.state
    if s.place[obj] != NOWHERE:
        if m.facts.board is not None:
            _vacate(m, obj)
        s.place[obj] = NOWHERE
    s.host[obj] = host
    if SLOT in s.columns:
        s.columns[SLOT][obj] = slot
    m.changed()


def make(m: Match, card: int, owner: int, zone: int) -> int:
    """Make an object of a printed card, which somebody owns or nobody (NOWHERE), in a zone; return its number."""
    obj = m.state.add(card, owner, zone)
    listen(m, obj)
    m.changed()
    return obj
