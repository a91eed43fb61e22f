"""An Elite that attacks through a Kineblade: from which space, and what is seen of it there (ATA-Q68)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.attacks import attacking, volleys
from cardlib.games.analog_tactics.board import sight
from cardlib.kernel.boards.occupants import spaces_of
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.decisions import Choice
    from cardlib.kernel.match import Match


def stand_in(m: Match, f: dict[str, Any]) -> None:
    """An Elite may attack as if it stood on the space of a Kineblade, at distance 1 (ATA-Q68)."""
    attacker, (target, *_) = f["attacker"], f["aimed"]
    if not f["is_attack"] or f["spread"] or not units.may(m, attacker, "attack-through-kineblades"):
        return
    if volleys.waiting(m, attacker, "ring"):
        return
    reach = volleys.reach(m, attacker)
    blades = attacking.blades_beside(m, attacker, target)
    if not blades:
        return
    straight = attacking.no_attack(m, attacker, target, reach) is None
    own = (m.state.place[attacker],) if straight else ()
    offers: list[Choice] = [("space", space) for space in (*(m.state.place[blade] for blade in blades), *own)]
    space = m.ask(f["by"], "one", offers, "from which space does it attack?", rule="ATA-Q68", source=attacker)[1]
    m.touched = True
    f["part"] = NOWHERE if space in own else space


def seen_at(m: Match, f: dict[str, Any], target: int) -> tuple[int, ...]:
    """Return the spaces of the attacker that a target sees if it faces them; of what stands in for it."""
    attacker, part = f["attacker"], f["part"]
    if part != NOWHERE and part not in spaces_of(m, attacker):
        return (part,)
    return sight.seen_spaces(m, target, f["origin"] if f["origin"] != NOWHERE else attacker)


def attacking_from(m: Match, unit: int) -> int:
    """Return the space from which a unit attacks: its own, or in a running attack that of a Kineblade (ATA-Q68)."""
    return standing_to_attack(m, unit)[0]


def standing_to_attack(m: Match, unit: int) -> tuple[int, ...]:
    """Return the spaces from which a unit attacks: its own, the anchor first, or the one of a running attack."""
    running = (bind for name, _, bind, _ in m.state.stack[::-1] if name == "interaction" and bind["attacker"] == unit)
    part = next((int(bind["part"]) for bind in running), NOWHERE)
    return spaces_of(m, unit) if part == NOWHERE else (part,)
