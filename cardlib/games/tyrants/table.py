"""What a screen shows of Against All Tyrants: attack and health, tokens, what may still act, the Escalation track."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from cardlib.games.tyrants.board import base
from cardlib.games.tyrants.cards import BASE, IN_THEATER, LEADER, OBJECTIVE
from cardlib.games.tyrants.escalation import alternate
from cardlib.games.tyrants.numbers import attack_value, health, remaining, working
from cardlib.kernel.showing import Shown, counted, left_of
from cardlib.kernel.state import NOWHERE
from cardlib.kernel.table import Table

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

ROLES = ("Defender", "Attacker")
TOKENS = ("charge", "computation", "shield", "stealth-token", "mark-token", "disruption")
# Traits that are over once the card is in play, or that its tokens tell.
DONE_WITH = frozenset(
    {
        "attacker-objective",
        "compute",
        "defender-objective",
        "funds",
        "infiltrate",
        "mark",
        "mass",
        "stealth",
        "supply",
        "transport",
        "unique",
    }
)


PHASES = {"Set-up": "AAT-017", "Deployment": "AAT-029", "Combat": "AAT-045", "End of turn": "AAT-086"}


def show(m: Match, obj: int) -> Shown:
    """Return attack and what is left of the health, tokens, working traits, and whether a card has its action left."""
    s = m.state
    columns = s.columns
    kind = m.facts.game.kind[s.card[obj]]
    numbers = left_of(remaining(m, obj), health(m, obj))
    remarks = counted(m, obj, TOKENS)
    if kind == LEADER:
        return Shown(numbers, None, (), ["leader", *remarks])
    if kind == BASE:
        return Shown(numbers, _acts(m, obj), (), ["base", *remarks])
    if kind == OBJECTIVE:
        remarks.insert(0, "objective")
    if kind & IN_THEATER:
        numbers = f"{attack_value(m, obj)}/{numbers}"
    if columns["instructed"][obj]:
        remarks.append("instructed")
    if columns["barred"][obj]:
        remarks.append("arrived now")
    words = [word for word in m.facts.keywords[s.card[obj]] if word not in DONE_WITH and working(m, obj, word)]
    return Shown(numbers, _acts(m, obj), words, remarks)


def _acts(m: Match, obj: int) -> bool | None:
    """Whether an object of the player whose Combat it is has its action left; None at any other time."""
    s = m.state
    if s.vars["combat"] != 1 or s.controller[obj] != s.vars["active"]:
        return None
    return bool(s.columns["ready"][obj])


def table(m: Match) -> str:
    """Return the Escalation track in words."""
    s, constants = m.state, m.facts.constants
    level, limit = s.vars["level"], constants["escalation_limit"]
    track = f"Escalation {level} of {limit}"
    if level < limit:
        track += f", Incidents {s.vars['incidents']} of {constants['incidents_per_level']}"
    return track


def side(m: Match, player: int) -> str:
    """Return the role of a player and the alternate objective, with what is done for it."""
    s, constants = m.state, m.facts.constants
    goal = alternate(m, player)
    if goal is None:
        return ROLES[player]
    done = ""
    if goal.tokens:
        done = f", {s.players[player]['objective-token']} of {constants['objective_tokens']} Objective tokens"
    elif goal.rule == "AAT-158" and base(m, 1 - player) != NOWHERE:
        there = s.columns["computation"][base(m, 1 - player)]
        done = f", {there} of {constants['takeover_tokens']} Computation tokens"
    return f"{ROLES[player]}: {goal.name}{done}"


class TyrantsTable(Table):
    """What the game puts on a screen, as the kernel asks for it."""

    player_values = ("funds-token",)
    unlisted = frozenset({"aside"})
    spread = ("special-forces", "objectives", "discard")
    named_phases: ClassVar[Mapping[str, str]] = PHASES

    def phase(self, m: Match) -> str:
        return list(PHASES)[m.state.vars["combat"] + 1 if m.state.vars["turn"] else 0]

    def show(self, m: Match, obj: int) -> Shown:
        return show(m, obj)

    def beside(self, m: Match) -> str:
        return table(m)

    def side(self, m: Match, player: int) -> str:
        return side(m, player)
