"""Moves and attacks as they resolve, step by step as in the table of the rules (MIW-153 to MIW-189)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.games.mecha import verbs
from cardlib.games.mecha.aiming import attack_targets, attacks_left, barred, in_reach, unable_to_attack
from cardlib.games.mecha.board import DIRECT
from cardlib.games.mecha.chain import announce, may_announce
from cardlib.games.mecha.moving import fresh
from cardlib.games.mecha.numbers import arrival, power, speed
from cardlib.games.mecha.settle import settle
from cardlib.kernel import atoms, values
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import Choice
from cardlib.kernel.match import AGAIN, END
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


def step(m: Match, f: dict[str, Any]) -> str | None:
    """Make the next step of the declared path; before an illegal one the unit stops (MIW-153, MIW-154)."""
    s = m.state
    unit, path, made = f["unit"], f["path"], f["made"]
    if made == len(path) or s.place[unit] == NOWHERE or s.controller[unit] != f["player"]:
        return None
    if not s.columns["move_used"][unit]:
        return None  # it has left since and come back, as a unit of which no move is declared (MIW-203)
    if s.board[path[made]] != NOWHERE or made >= speed(m, unit):  # it may have lost its Speed in response (MIW-148)
        return None
    if made == 0 and (fresh(m, unit) or values.cannot(m, unit, "move")):
        return None
    start = s.place[unit]
    atoms.occupy(m, unit, path[made])
    m.emit("step", unit, start, path[made], f["player"], "MIW-147")
    f["made"] = made + 1
    return AGAIN


def moved(m: Match, f: dict[str, Any]) -> None:
    """A move of at least one step has happened: triggers, once (MIW-155)."""
    if f["made"]:
        atoms.put(m, f["unit"], "moves", 1)
        m.emit("moves", f["unit"], NOWHERE, f["made"], f["player"], "MIW-155")
    settle(m)


def attack_or_forfeit(m: Match, f: dict[str, Any]) -> str | None:
    """At once either declare an attack with the unit or forfeit it (MIW-156, MIW-157)."""
    s = m.state
    unit, player = f["unit"], f["player"]
    if not f["made"] or s.place[unit] == NOWHERE or s.controller[unit] != player:
        return END  # a unit that has made no step has not moved (MIW-154)

    def choices() -> list[Choice]:
        targets = attack_targets(m, unit) if may_announce(m) and unable_to_attack(m, unit) is None else []
        return [*(("attack", unit, target) for target in targets), ("forfeit", unit)]

    answer = m.ask(player, "one", choices, "attack now or forfeit the attack", rule="MIW-156", source=unit)
    if answer[0] == "attack":
        m.push("work_off", base=len(s.chain))
        announce(m, answer, player)
        return END
    return _forfeit(m, unit, player)


def _forfeit(m: Match, unit: int, player: int) -> str:
    atoms.put(m, unit, "forfeited", attacks_left(m, unit))
    m.emit("forfeits", unit, NOWHERE, 0, player, "MIW-156")
    return END


def strike(m: Match, f: dict[str, Any]) -> None:
    """Steps 3 and 4 of an attack: test again, then damage, armour or the damage zone (MIW-180 to MIW-184)."""
    s = m.state
    unit, target, player = f["unit"], f["target"], f["player"]
    gone = s.place[unit] == NOWHERE or not s.columns["attacks_made"][unit]  # or come back, by which it attacks no more
    if gone or s.controller[unit] != player or not _still_legal(m, f):
        m.emit("attack-ends", unit, target, 0, player, "MIW-180")
        return
    force = power(m, unit)
    if target == DIRECT:
        m.emit("hits-player", unit, NOWHERE, force, player, "MIW-003" if force else "MIW-181")
        deck = s.zones[m.facts.zone["deck"][1 - player]]
        if force >= 1 and deck:
            verbs.to_damage_zone(m, deck[0], "MIW-003")
    else:
        armour = s.columns["armour"][target]
        atoms.put(m, target, "hit_by", unit + 1)
        atoms.note(m, "hit", target + 1)
        # The check of this attack follows, whatever the attack has done (MIW-Q88).
        atoms.note(m, "unsettled", 1)
        if armour and not values.keyword(m, unit, "pierce"):
            atoms.put(m, target, "armour", armour - 1)
            m.emit("armour", target, unit, 1, s.controller[target], "MIW-183")
        else:
            verbs.hurt(m, target, force, unit, "MIW-182")
        m.emit("attacked", target, unit, force, s.controller[target], "MIW-187")
    m.emit("attacks", unit, target, force, player, "MIW-187")


def _still_legal(m: Match, f: dict[str, Any]) -> bool:
    """Whether an attack may still go on; reach and bans are not tested for a target that was named later (MIW-188)."""
    unit, target = f["unit"], f["target"]
    if arrival(m, target) != f["since"]:
        return False  # it has left, and is another one where it has come back (MIW-203)
    return f["redirected"] or (not fresh(m, unit) and target in in_reach(m, unit) and barred(m, unit, target) is None)


def after_strike(m: Match, f: dict[str, Any]) -> None:
    """Steps 5 to 7: state check, triggers, destruction window."""
    settle(m)


PROCEDURES = {
    "moving": procedure(step, moved, attack_or_forfeit),
    "attacking": procedure(strike, after_strike),
}
