"""Incidents, the Escalation level, Objective tokens, the twelve alternate objectives (AAT-096 to 103, 150 to 168)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardlib.games.tyrants.board import ATTACKER, DEFENDER, base
from cardlib.kernel import atoms
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


@dataclass(frozen=True, slots=True)
class Alternate:
    """An alternate objective: its name, its rule, and whether it is won by Objective tokens (AAT-152)."""

    name: str
    rule: str
    tokens: bool = True


ALTERNATES = {
    ("freedom-fighters", DEFENDER): Alternate("Base Evacuation", "AAT-153"),
    ("freedom-fighters", ATTACKER): Alternate("Supply Raid", "AAT-154"),
    ("first-leaders-navy", DEFENDER): Alternate("Send Distress Signal", "AAT-155"),
    ("first-leaders-navy", ATTACKER): Alternate("Crack the Planet", "AAT-156", tokens=False),
    ("robot-uprising", DEFENDER): Alternate("Summon the Singularity", "AAT-157"),
    ("robot-uprising", ATTACKER): Alternate("Viral Computer Takeover", "AAT-158", tokens=False),
    ("church-of-celestial-numina", DEFENDER): Alternate("Shielded by Prayers", "AAT-161"),
    ("church-of-celestial-numina", ATTACKER): Alternate("Mass Conversion", "AAT-162"),
    ("alien-coalitions", DEFENDER): Alternate("Build Alliances", "AAT-163"),
    ("alien-coalitions", ATTACKER): Alternate("Prison Raid", "AAT-164"),
    ("cheid", DEFENDER): Alternate("Buyout", "AAT-165"),
    ("cheid", ATTACKER): Alternate("Economic Stifling", "AAT-166"),
}


def alternate(m: Match, player: int) -> Alternate | None:
    """Return the alternate objective of a player: by subfaction and role (AAT-005)."""
    number = m.state.players[player]["subfaction"]
    if number == NOWHERE:
        return None
    return ALTERNATES.get((m.facts.game.subfactions[number], player))


def add_incidents(m: Match, number: int, rule: str | None) -> None:
    """Add Incidents; every full four raise the level at once (AAT-097 to AAT-103)."""
    s = m.state
    limit, full = m.facts.constants["escalation_limit"], m.facts.constants["incidents_per_level"]
    level = s.vars["level"]
    if level >= limit or number <= 0:
        return
    there = s.vars["incidents"] + number
    m.emit("incident", NOWHERE, NOWHERE, number, NOWHERE, rule)
    rises, there = divmod(there, full)
    if rises:
        level = min(limit, level + rises)
        atoms.note(m, "level", level)
        m.emit("escalation", NOWHERE, NOWHERE, level, NOWHERE, "AAT-099" if rises == 1 else "AAT-100")
        m.changed()
    atoms.note(m, "incidents", 0 if level >= limit else there)


def score(m: Match, player: int, source: int, number: int = 1) -> None:
    """Score Objective tokens, one step each; the fourth wins where the alternate objective asks for them (AAT-151)."""
    s = m.state
    have = s.players[player]["objective-token"] + number
    atoms.note_player(m, player, "objective-token", have)
    m.changed(sources=False, board=False)
    m.emit("scored", NOWHERE, source, have, player, "AAT-151")
    add_incidents(m, number * m.facts.constants["incidents_per_step"], "AAT-098")
    goal = alternate(m, player)
    if goal is not None and goal.tokens and have >= m.facts.constants["objective_tokens"]:
        m.end(player, f"alternate: {goal.name}", goal.rule)


def takeover(m: Match, player: int) -> None:
    """The Viral Computer Takeover is read at the end of the player's own turn (AAT-158)."""
    goal = alternate(m, player)
    if goal is None or goal.rule != "AAT-158":
        return
    enemy = base(m, 1 - player)
    if enemy != NOWHERE and m.state.columns["computation"][enemy] >= m.facts.constants["takeover_tokens"]:
        m.end(player, f"alternate: {goal.name}", goal.rule)
