"""What a screen shows of Dept. of Structure: attack and defense, ready or utilized, who attacks and blocks what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from cardlib.games.structure.battle import blockers_of
from cardlib.games.structure.cards import COMBATANT, TYPES, UNIT, VEHICLE
from cardlib.games.structure.numbers import attack, defense, keyword, kind, remaining
from cardlib.games.structure.speech import SEATS, which_ability
from cardlib.games.structure.verbs import aims
from cardlib.kernel.showing import Shown, counted, left_of
from cardlib.kernel.state import NOWHERE
from cardlib.kernel.table import Table

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


PHASES = {
    "Set-up": "DOS-007",
    "Regroup": "DOS-028",
    "Draw": "DOS-030",
    "Deploy": "DOS-032",
    "Battle": "DOS-091",
    "Deploy and Retreat": "DOS-035",
    "End of round": "DOS-208",
}


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
        remarks.insert(0, f"blocks {_blocked(m, obj, blocked)}")
    if columns["utilized"][obj]:
        remarks.append("utilized")
    if kind(m, obj) == UNIT and columns["arrived"][obj] == s.vars["turn"]:
        remarks.append("arrived now")
    host = s.host[obj]
    if host != NOWHERE and kind(m, obj) == UNIT and kind(m, host) == VEHICLE:
        remarks.append("crew")
    words = [word for word in m.facts.vocabulary.keywords if keyword(m, obj, word)]
    return Shown(numbers, not columns["utilized"][obj], words, remarks)


def _blocked(m: Match, obj: int, attacker: int) -> str:
    """Name what a card blocks, and where several do its place in the blocking order, which is open (DOS-106, 107)."""
    order = blockers_of(m, attacker)
    place = f" as {order.index(obj) + 1} of {len(order)}" if len(order) > 1 else ""
    return m.rules.speech.title(m, attacker) + place


def pending(m: Match) -> list[str]:
    """Return what waits on the chain, newest first, each as a sentence."""
    told = []
    for link in m.state.chain[::-1]:
        what = m.rules.name(m, link.obj)
        if link.kind == "ability" and (which := which_ability(m, link.obj, link.about)):
            what += f", {which}"
        gone = dict(link.kept).get("gone", ())
        there = [m.rules.name(m, one) for one in aims(m, link) if one not in gone]
        on = f" on {' and '.join(there)}" if there else ""
        told.append(f"{SEATS[link.player]}: {'play' if link.kind == 'card' else 'use'} {what}{on}")
    return told


class StructureTable(Table):
    """What the game puts on a screen, as the kernel asks for it."""

    player_values = ("base_health", *TYPES)

    def show(self, m: Match, obj: int) -> Shown:
        return show(m, obj)

    named_phases: ClassVar[Mapping[str, str]] = PHASES
    turn_name = "Round"

    def phase(self, m: Match) -> str:
        return list(PHASES)[m.state.vars["phase"] + 1 if m.state.vars["turn"] else 0]

    windows: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "Regroup": (),
        "Draw": (),
        "Deploy": ("theirs",),
        "Battle": ("mine", "theirs"),
        "Deploy and Retreat": ("theirs",),
    }

    def announced(self, m: Match) -> int | None:
        return m.state.chain[-1].player if m.state.chain else None

    def pending(self, m: Match) -> list[str]:
        return pending(m)
