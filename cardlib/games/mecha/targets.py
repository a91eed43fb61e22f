"""What may be a target, beyond the filter of the text: no permanent that a text keeps from it (MIW-055 to MIW-058)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.mecha.board import untargetable

if TYPE_CHECKING:
    from cardlib.engine.abilities import Target
    from cardlib.engine.match import Match


def legal(m: Match, target: Target, obj: int, source: int, you: int) -> bool:
    """Whether an object may be a target of this kind now."""
    s = m.state
    if target.zone == "player":
        return target.whose == "each player" or obj != you
    zones = m.rules.zones_of(m, target.zone, target.whose, you)
    if s.zone[obj] not in zones or not target.test(m, obj, source, you):
        return False
    return target.zone != "battlefield" or not untargetable(m, obj, you)
