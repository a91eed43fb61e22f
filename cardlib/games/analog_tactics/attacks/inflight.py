"""What is done to an attack in flight: it takes in more spaces, or is rolled against after all (AT-158, AT-166)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.attacks import interaction, rolls, volleys
from cardlib.games.analog_tactics.attacks.struck import Row
from cardlib.games.analog_tactics.board import geometry
from cardlib.kernel import atoms
from cardlib.kernel.boards.occupants import spaces_of
from cardlib.kernel.contract import procedure
from cardlib.kernel.windows import open_window

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


def widen(m: Match, action: int, shape: str) -> None:
    """An attack takes in more spaces; who stands there is attacked too, against the same die (AT-166, AT-167).

    They are told from where its attacker and its targets stood when it was declared (AT-095). Which ones they are may
    be the choice of its player, who is asked once all that is automatic has happened.
    """
    attacker, stance = (m.state.stack[action][2][name] for name in ("attacker", "stance"))
    if shape == "sweeping":
        laid = geometry.before_it(m, *stance)
        _take_in(m, action, geometry.attackable_on(m, attacker, laid))
        atoms.bind(m, action, "laid", laid)
        atoms.bind(m, action, "aimed_at", False)  # it is laid on the spaces in place of the target (AT-127, AT-166)
    else:
        m.push("widened", action=action, shape=shape)


def widened(m: Match, f: dict[str, Any]) -> None:
    """Who stands behind the targets, or beside the space before the target, is attacked too."""
    attack = m.state.stack[f["action"]][2]
    attacker = attack["attacker"]
    if f["shape"] == "cleave":
        rows = map(Row._make, attack["rows"])
        struck = {row.target: row.stood or spaces_of(m, row.target) for row in rows}
        more = volleys.cleft(m, attacker, attack["stance"][0], struck, attack["laid"])
    else:
        more = _scattered(m, attacker, attack["target"])
    m.touched = True
    _take_in(m, f["action"], more)


def _scattered(m: Match, attacker: int, target: int) -> tuple[int, ...]:
    """Return what stands on the two spaces beside the one before a target; of two its player picks one (ATA-Q51)."""
    arcs = {
        space: geometry.attackable_on(m, attacker, geometry.arc(m, target, space))
        for space in geometry.before(m, attacker, target)
    }
    return arcs[volleys.pick(m, attacker, list(arcs), "which space is before it?")] if any(arcs.values()) else ()


def _take_in(m: Match, action: int, more: tuple[int, ...]) -> None:
    there = {row.target for row in map(Row._make, m.state.stack[action][2]["rows"])}
    for target in units.in_order(m, more):
        if target not in there:
            interaction.join(m, action, target)


def resist(m: Match, f: dict[str, Any]) -> None:
    """Wounding is rolled against; who rolls may change the roll before it is compared (AT-137, AT-158)."""
    m.touched = True
    rolls.roll_against(m, f["action"], f["advantage"])
    open_window(m, "evasion-after", action=f["action"])


def resisted(m: Match, f: dict[str, Any]) -> None:
    """What is evaded counts as an attack evaded (AT-158, ATA-Q14)."""
    m.touched = True
    if rolls.is_evaded(m, f["action"], f["hit"]):
        open_window(m, "result", action=f["action"])


PROCEDURES = {"widened": procedure(widened), "resisted": procedure(resist, resisted)}
