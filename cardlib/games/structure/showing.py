"""What a screen shows of Dept. of Structure: attack and defense, ready or utilized, who attacks and blocks what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.engine.showing import Shown, counted, left_of
from cardlib.engine.state import NOWHERE
from cardlib.games.structure.cards import COMBATANT, UNIT, VEHICLE
from cardlib.games.structure.numbers import attack, defense, keyword, kind, remaining

if TYPE_CHECKING:
    from cardlib.engine.match import Match


def show(m: Match, obj: int) -> Shown:
    """Return attack and what is left of the defense, keywords, ready or utilized, and the part in a battle."""
    s = m.state
    columns = s.columns
    numbers = f"{attack(m, obj)}/{left_of(remaining(m, obj), defense(m, obj))}" if kind(m, obj) & COMBATANT else ""
    remarks = counted(m, obj, ("token",))
    if columns["attacking"][obj]:
        remarks.insert(0, "attacks, blocked" if columns["was_blocked"][obj] else "attacks")
    blocked = columns["blocks"][obj] - 1
    if blocked != NOWHERE:
        remarks.insert(0, f"blocks {m.rules.name(m, blocked)}")
    if columns["utilized"][obj]:
        remarks.append("utilized")
    if kind(m, obj) == UNIT and columns["arrived"][obj] == s.vars["turn"]:
        remarks.append("arrived now")
    host = s.host[obj]
    if host != NOWHERE and kind(m, obj) == UNIT and kind(m, host) == VEHICLE:
        remarks.append("crew")
    words = [word for word in m.facts.vocabulary.keywords if keyword(m, obj, word)]
    return Shown(numbers, not columns["utilized"][obj], words, remarks)
