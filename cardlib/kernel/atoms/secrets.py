"""Atoms of what only some know: choices that are sealed and opened, numbers that tell nothing of hidden things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.kernel.atoms.things import exchange_numbers
from cardlib.kernel.chance import mix
from cardlib.kernel.records import Sealing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardlib.kernel.decisions import Choice
    from cardlib.kernel.match import Match


def seal(m: Match, what: str, player: int, choice: Choice) -> None:
    """Keep what a player has chosen from the others; what was opened of the last time is forgotten."""
    s = m.state
    m.touched = True
    kept = [row for row in s.sealed if row.what != what or (not row.opened and row.player != player)]
    s.sealed = (*kept, Sealing(what, player, choice, 0))


def open_sealed(m: Match, what: str) -> None:
    """Let everybody see what was chosen."""
    m.touched = True
    m.state.sealed = tuple(row._replace(opened=1) if row.what == what else row for row in m.state.sealed)


def drop_sealed(m: Match, what: str, players: Sequence[int]) -> None:
    """Forget what these players have chosen."""
    m.touched = True
    m.state.sealed = tuple(row for row in m.state.sealed if row.what != what or row.player not in players)


def renumber(m: Match, obj: int, others: Sequence[int]) -> int:
    """Give a hidden thing the number of one of several, itself perhaps, by chance; return the number it has now.

    Decks are numbered in the order of their lists, so that its own number would tell what it is. Nothing is drawn that
    a scenario prescribes, and where one prescribes the order everything keeps its number.
    """
    s = m.state
    if s.vars.get("orderly") or len(others) < 2:
        return obj
    s.counter += 1
    other = others[(mix(s.seed, s.counter) * len(others)) >> 64]
    if other != obj:
        exchange_numbers(m, obj, other)
    return other
