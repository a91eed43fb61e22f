"""What is done to an attack in flight: it takes in more spaces, or is rolled against after all (AT-158, AT-166)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.analog_tactics import geometry, interaction, units, volleys
from cardlib.kernel import atoms, rolling
from cardlib.kernel.dice import kept, roll_of
from cardlib.kernel.state import NOWHERE

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


def roll_against(m: Match, action: int, hit: int, advantage: bool, bonus: int) -> None:
    """Wounding becomes a roll of Evasion against a defined Hit value (AT-158, ATA-Q14)."""
    f = m.state.stack[action][2]
    target = f["target"]
    total = m.facts.constants["unseen_evasion"]
    if f["attacker"] == NOWHERE or interaction.rolls(m, f, target, f["stood"], f["seen"]):
        side = m.state.controller[target]
        roll = rolling.roll(m, "Evasion", {"d6": 2 if advantage else 1}, player=side, rule="AT-158", source=target)
        total = roll_of(kept(m.facts.dice, roll, "highest", 1) if advantage else roll).number
    total += units.stat(m, target, "evasion") + bonus
    atoms.bind(m, action, "wounding", 0)
    if total < hit:
        return
    atoms.bind(m, action, "success", 0)
    atoms.bind(m, action, "evaded", 1)
    left = max(0, int(f["base"])) if f["is_attack"] and f["stated"] < 0 else 0
    atoms.bind(m, action, "damage", min(int(f["damage"]), left))
    m.emit("evades", target, f["attacker"], hit, m.state.controller[target], "AT-158", total=f"{hit} to {total}")
