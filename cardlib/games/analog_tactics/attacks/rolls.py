"""The dice of an attack: who rolls, with what advantage, and what the totals come to (AT-098 to AT-104, AT-121)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.attacks import struck
from cardlib.games.analog_tactics.attacks.struck import Row
from cardlib.games.analog_tactics.board import sight
from cardlib.games.analog_tactics.movement import large
from cardlib.kernel import atoms, rolling, values
from cardlib.kernel.dice import Roll, Which, roll_of
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


def rolls_evasion(m: Match, f: dict[str, Any], target: int, stood: tuple[int, ...], seen: tuple[int, ...]) -> bool:
    """Whether a target rolls its Evasion: a unit that sees the attacker, or is attacked Nondirectionally (AT-101).

    It is tested with the facing that the target has now, and with the positions of C1; `stood` is empty for what is
    no attack, which is tested as things stand.
    """
    if not units.is_unit(m, target):
        return False
    if f["nondirectional"]:
        return True
    return sight.turned_to(m, target, stood, seen) if stood else sight.sees(m, target, f["attacker"])


def die(m: Match, name: str, player: int, source: int, good: int, bad: int, rule: str = "AT-098") -> Roll:
    """One die; with advantage the higher of two, with disadvantage the lower, with both one (AT-121)."""
    bad = bad or int(values.cannot(m, source, "roll-plainly"))
    good = good or int(name == "Evasion" and units.may(m, source, "evade-with-advantage"))
    rule = rule if bool(good) == bool(bad) else "AT-121"
    if bool(good) == bool(bad):
        return rolling.roll(m, name, {"d6": 1}, player=player, rule=rule, source=source)
    best: Which = "highest" if good else "lowest"
    return rolling.roll(m, name, {"d6": 2}, player=player, rule=rule, source=source, best=best)


def hit_total(m: Match, f: dict[str, Any], row: Row) -> int:
    """Hit die, Hit modifier, bonuses for this attack, less occluded corners; or the defined value (AT-099, AT-123)."""
    if f["hit_set"]:
        return int(f["hit_set"])
    less = large.of_sides(m, f["attacker"])["hit_bonus"] if f["sided"] else 0
    return roll_of(f["hit"]).number + units.stat(m, f["attacker"], "hit") + row.hit_bonus + less - row.hidden


def evasion_total(m: Match, f: Mapping[str, Any], row: Row) -> int:
    """Evasion die or 3, Evasion modifier, bonuses for this attack; or the defined value (AT-100, AT-102, AT-124)."""
    if row.evasion_set:
        return row.evasion_set
    if not units.is_unit(m, row.target):
        return m.facts.constants["unseen_evasion"]
    number = roll_of(row.evade).number if row.evade else f["face"] or m.facts.constants["unseen_evasion"]
    own = units.stat(m, row.target, "evasion") - (marked(m, f["attacker"], row.target) if f["is_attack"] else 0)
    return number + (min(0, own) if row.crippled else own) + row.evasion_bonus + row.ward  # ATA-Q57


def marked(m: Match, attacker: int, target: int) -> int:
    """Return what those who mark a target now take off its Evasion modifier against an attacker, the most of them."""
    found = 0
    for row in values.effects(m, "marked"):
        by = row[0].other
        if values.covers(m, row, target) and (by is None or by(m, attacker, row[1], row[2])):
            found = max(found, values.amount(m, row, target))
    return found


def wins_ties(m: Match, attacker: int, target: int) -> bool:
    """Whether a tie goes to the attacker; if both sides win ties it is evaded (AT-104)."""
    return bool(units.may(m, attacker, "win-ties") and not units.may(m, target, "win-ties"))


def roll_against(m: Match, action: int, advantage: bool) -> None:
    """The target of Wounding makes its Evasion roll against a defined Hit value, or takes a number (AT-158)."""
    f = m.state.stack[action][2]
    target = f["target"]
    atoms.bind(m, action, "wounding", False)
    defined = f["face"] or f["evasion_set"]
    if not defined and (f["attacker"] == NOWHERE or rolls_evasion(m, f, target, f["stood"], f["seen"])):
        roll = die(m, "Evasion", m.state.controller[target], target, advantage, False, "AT-158")
        atoms.bind(m, action, "evade", roll)
        atoms.bind(m, action, "evasion_natural", roll_of(roll).number)


def is_evaded(m: Match, action: int, hit: int) -> bool:
    """Whether the target of Wounding evades a defined Hit value: it takes only the base part (AT-158, ATA-Q14)."""
    f = m.state.stack[action][2]
    target = f["target"]
    total = evasion_total(m, f, Row._make(f[name] for name in struck.FIELDS))
    if total < hit or (total == hit and f["is_attack"] and wins_ties(m, f["attacker"], target)):
        return False
    whole = f["damage"] >= struck.incoming(m, f)  # nothing has been taken off it by now
    atoms.bind(m, action, "success", False)
    atoms.bind(m, action, "evaded", True)
    atoms.bind(m, action, "faced", sight.turned_to(m, target, f["stood"], f["seen"]))
    atoms.bind(m, action, "margin", hit - total)
    base = struck.incoming(m, f)  # more than before where an evasion doubles it
    atoms.bind(m, action, "damage", base if whole else min(int(f["damage"]), base))
    m.emit("evades", target, f["attacker"], hit, m.state.controller[target], "AT-158", total=f"{hit} to {total}")
    return True
