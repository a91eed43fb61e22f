"""Steps of Cinder: each step of a unit burns what is around it (ATA-Q84)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.attacks import harming
from cardlib.games.analog_tactics.board import geometry, tokens
from cardlib.kernel import atoms
from cardlib.kernel.boards.occupants import board_of

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


def go_out(m: Match) -> None:
    """What is left of Steps of Cinder ends with the turn (ATA-Q84)."""
    for player in range(m.facts.players):
        for unit in units.units(m, player):
            if m.state.columns["cinders"][unit]:
                atoms.put(m, unit, "cinders", 0)


def burn(m: Match, unit: int) -> None:
    """One step of Steps of Cinder has been made (ATA-Q84)."""
    columns = m.state.columns
    if not columns["cinders"][unit]:
        return
    atoms.put(m, unit, "cinders", columns["cinders"][unit] - 1)
    side, here = m.state.controller[unit], m.state.place[unit]
    spaces = geometry.bits(list(board_of(m).neighbours[here]))
    tokens.clear_tokens(m, spaces, side)
    found = geometry.attackable_by(m, side, spaces)
    harming.deal(m, found, columns["cinder_damage"][unit], unit, side, (), aimed=False)
