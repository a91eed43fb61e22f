"""What an attack is for each of its targets: the rows of its record, one of which is laid into the fields.

A window opens on one target after another (`interaction`). What answers to a target by itself changes its row alone;
what is bought for the whole attack is bought once, and changes all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.kinds import OBJECTIVE
from cardlib.kernel import atoms
from cardlib.kernel.spans import PART_OF
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


class Row(NamedTuple):
    """What an attack is for one of its targets; in windows the fields of the record of the same names hold it."""

    target: int
    distance: int
    hidden: int  # occluded corners at C1
    evade: tuple[Any, ...] = ()  # the roll; () where the target takes 3
    evasion_bonus: int = 0
    evasion_set: int = 0
    success: int = False
    evaded: int = False
    base: int = 0
    critical: int = 0
    wounding: int = False
    damage: int = 0
    loss: int = 0
    evasion_natural: int = 0
    margin: int = 0
    armor_bonus: int = 0
    piercing: int = False
    evade_advantage: int = False
    evade_disadvantage: int = False
    stood: tuple[int, ...] = ()  # where it stood at C1
    seen: tuple[int, ...] = ()  # the spaces of the attacker at C1 that it sees if it faces them
    aimed_at: int = True  # False where the damage is laid on its space (AT-127)
    hit_bonus: int = 0
    base_bonus: int = 0  # what the attacker adds to its Base Damage in this attack
    against: int = 0  # the Hit value of its Wounding for the rest of the interaction, once it was answered to (AT-158)
    weakened: int = 0  # what the defender takes off the base part in the end
    shielded: int = False  # True where the base part is 0 whatever is added to it
    parried: int = False
    crippled: int = False  # True where no Evasion modifier above 0 is added
    swift: int = False
    pierces: int = True  # False where nothing of it does
    guard: int = 0  # Armor that the target has throughout the interaction
    ward: int = 0  # what is added to its Evasion throughout the interaction
    faced: int = False  # True where it has evaded with the attacker in line of sight


FIELDS = Row._fields
THROUGHOUT = ("guard", "ward", "against")  # what holds for a target in all that is part of an interaction


def is_lost(m: Match, target: int) -> bool:
    """Whether a target is gone: it has left the board, or is an Objective that was decaptured meanwhile (AT-095)."""
    if m.state.place[target] == NOWHERE:
        return True
    return units.kind(m, target) == OBJECTIVE and m.state.controller[target] == NOWHERE


def lay(f: dict[str, Any], at: int) -> None:
    """Let the fields of the record be those of one target."""
    f.update(zip(FIELDS, f["rows"][at], strict=True))


def take_back(f: dict[str, Any], at: int) -> None:
    """Keep what the fields of the record have become for a target."""
    rows = f["rows"]
    f["rows"] = (*rows[:at], tuple(f[name] for name in FIELDS), *rows[at + 1 :])


def throughout(m: Match, action: int, name: str, by: int) -> None:
    """Change a number of an attack for all of its targets: what is bought for it is bought once."""
    f = m.state.stack[action][2]
    if name in FIELDS:  # others are of the attack, and not of one target
        _change_all(m, action, name, lambda number: number + by)
    atoms.bind(m, action, name, int(f[name]) + by)


def _change_all(m: Match, action: int, name: str, change: Callable[[int], int]) -> None:
    """Change what an attack is for each of its targets, and for whom it takes in later (`plain`)."""
    f, at = m.state.stack[action][2], FIELDS.index(name)
    rows = [(*row[:at], change(row[at]), *row[at + 1 :]) for row in (f["plain"], *f["rows"])]
    atoms.bind(m, action, "plain", rows[0])
    atoms.bind(m, action, "rows", tuple(rows[1:]))


def incoming(m: Match, f: Mapping[str, Any]) -> int:
    """What an attack deals before reductions: a stated amount, or base part and critical part (AT-107, AT-113)."""
    if f["stated"] >= 0:
        return int(f["stated"]) if f["success"] else 0
    base = f["base"] * (f["poison"] if f["poison"] and f["evaded"] and units.is_unit(m, f["target"]) else 1)
    base = min(base, 0 if f["shielded"] else max(0, base - f["weakened"]))
    base += f["critical"] * f["factor"] if f["success"] and not f["unrolled"] else 0
    return max(0, int(base))


def mark_throughout(m: Match, action: int, name: str) -> bool:
    """Set a flag of an attack for all of its targets, whoever has it by now; return whether any had it not."""
    f, at = m.state.stack[action][2], FIELDS.index(name)
    others = [row[at] for number, row in enumerate(f["rows"], 1) if number != f["at"]]
    _change_all(m, action, name, lambda _: True)
    atoms.bind(m, action, "throughout", (*f["throughout"], name))
    missing = not (f[name] and all(others))
    atoms.bind(m, action, name, True)
    return missing


def kept(m: Match, f: Mapping[str, Any], target: int) -> dict[str, Any]:
    """Return what holds for a target throughout the interaction of which damage is a part (AT-093, AT-135)."""
    found: dict[str, Any] = dict.fromkeys(THROUGHOUT, 0)
    whole = f.get(PART_OF, NOWHERE)
    for at, (_, _, bind, _) in enumerate(m.state.stack):
        if bind.get(PART_OF, at) != whole:
            continue
        rows = [row._asdict() for row in map(Row._make, bind.get("rows", ())) if row.target == target]
        if bind.get("target") == target:  # it lies in the fields, and in its row once that is taken back
            rows.append(bind)
        rows += [dict(zip(THROUGHOUT, held, strict=True)) for one, *held in bind.get("sheltered", ()) if one == target]
        for name in THROUGHOUT:
            found[name] = max([found[name], *(row[name] for row in rows)])
    return found


def keep(m: Match, f: Mapping[str, Any]) -> None:
    """What holds for who took damage holds for what else the interaction brings of which it was a part (AT-093)."""
    whole = f.get(PART_OF, len(m.state.stack) - 1)
    for row in map(Row._make, f["rows"]):
        held = tuple(getattr(row, name) for name in THROUGHOUT)
        if any(held):
            atoms.bind(m, whole, "sheltered", (*m.state.stack[whole][2]["sheltered"], (row.target, *held)))


def enclosing(m: Match) -> int:
    """Return the attack in flight to which what happens now belongs; outside of one, what happens itself (AT-093)."""
    stack = m.state.stack
    found = [at for at, (name, _, f, _) in enumerate(stack) if name == "interaction" and f["is_attack"]]
    return found[-1] if found else len(stack) - 1
