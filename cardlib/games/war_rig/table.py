"""What a screen shows of War Rig: the round, stocks, what squads carry and how they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from cardlib.games.war_rig import squads
from cardlib.games.war_rig.gathering import SUPPLY_OF
from cardlib.games.war_rig.kinds import AREA, SQUAD, TOKENS
from cardlib.kernel.showing import Shown
from cardlib.kernel.table import Table

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

PHASES = {"Set-up": "WR-003", "Start": "WR-018", "Rounds": "WR-019", "End": "WR-031"}


def carried(m: Match, obj: int) -> list[str]:
    """Return the tokens that a squad carries, or that lie loose in an area, in words."""
    columns = m.state.columns
    return [f"{columns[token][obj]} {token}" for token in TOKENS if columns[token][obj]]


def of_squad(m: Match, squad: int) -> Shown:
    """Return how a squad is, what it carries, and its equipment."""
    columns = m.state.columns
    remarks = []
    if columns["camp"][squad]:
        remarks.append("camped")
    for column, word in (("locked", "in the cell"), ("holding", "waits for the cell"), ("barred", "barred")):
        if columns[column][squad]:
            remarks.append(word)
    if columns["coercion"][squad]:
        remarks.append(f"{columns['coercion'][squad]} to coerce")
    remarks += [title.replace("_", " ") for title in squads.titles(m, squad)]
    remarks += carried(m, squad)
    return Shown("", not columns["acted"][squad], (), remarks)


def of_area(m: Match, area: int) -> Shown:
    """Return what can still be gathered in an area, and what lies loose there."""
    columns = m.state.columns
    left = [f"{columns[SUPPLY_OF[token]][area]} {token}" for token in TOKENS if columns[SUPPLY_OF[token]][area]]
    loose = carried(m, area)
    return Shown("", True, (), [*left, *([f"loose: {', '.join(loose)}"] if loose else [])])


class WarRigTable(Table):
    """What the game puts on a screen, as the kernel asks for it."""

    player_values = TOKENS
    named_phases: ClassVar[Mapping[str, str]] = PHASES

    def phase(self, m: Match) -> str:
        if not m.state.vars["turn"]:
            return "Set-up"
        return "Rounds" if m.state.vars["round"] else "Start"

    def beside(self, m: Match) -> str:
        return f"round {m.state.vars['round']}" if m.state.vars["turn"] else ""

    def show(self, m: Match, obj: int) -> Shown:
        kind = m.facts.game.kind[m.state.card[obj]]
        if kind == SQUAD:
            return of_squad(m, obj)
        return of_area(m, obj) if kind == AREA else Shown()
