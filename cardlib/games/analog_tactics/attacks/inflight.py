"""What is done to an attack in flight: it takes in more spaces, or is rolled against after all (AT-158, AT-166)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.analog_tactics.attacks import interaction, volleys
from cardlib.games.analog_tactics.board import geometry

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


def widen(m: Match, action: int, shape: str) -> None:
    """An attack takes in more spaces; who stands there is attacked too, against the same die (AT-166, AT-167)."""
    f = m.state.stack[action][2]
    attacker, there = f["attacker"], tuple(row[0] for row in f["rows"])
    if shape == "cleave":
        more = volleys.cleft(m, attacker, there)
    elif shape == "sweeping":
        more = geometry.attackable_on(m, attacker, geometry.around(m, attacker, f["target"]))
    else:
        more = geometry.attackable_on(m, attacker, geometry.arc(m, attacker, f["target"]))
    for target in (one for one in more if one not in there):
        interaction.join(m, action, target)
