"""What a screen shows of Analog Tactics: the round, VP and levels; of units their points, Health, what they can use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.board import objectives, sight
from cardlib.games.analog_tactics.course import using
from cardlib.games.analog_tactics.kinds import (
    CLASSES,
    COMMON,
    ELITE,
    OBJECTIVE,
    OBSTACLE,
    POINTS,
    SUMMON,
    WARRIOR,
    WEAPONS,
)
from cardlib.kernel.boards.occupants import board_of, spaces_of
from cardlib.kernel.showing import left_of
from cardlib.kernel.state import NOWHERE
from cardlib.kernel.table import Panel, Table
from cardlib.kernel.windows import asked_in, record_of

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

PHASES = {"Set-up": "AT-018", "Turn": "AT-039"}


def of_unit(m: Match, unit: int) -> str:
    """Return where a unit stands, its Health, its points, its weapons or Blueprints, and what it can use now."""
    columns, names, game = m.state.columns, m.facts.names, m.facts.game
    where = m.rules.speech.where(m, m.state.place[unit])
    points = [
        f"{name.capitalize()} {columns[pool][unit]}"
        for pool, name in POINTS.items()
        if columns[pool][unit] or units.stat(m, unit, name)
    ]
    remarks = [f"{title(m, unit)} {where}, Health {health(m, unit)}", *([", ".join(points)] if points else [])]
    if units.class_of(m, m.state.controller[unit]) == WARRIOR:
        remarks += weapons_of(m, unit)
    equipped = [
        names[card]
        for column, cards in (("blueprints", game.blueprints), ("elite_blueprints", game.elite_blueprints))
        for at, card in enumerate(cards)
        if columns[column][unit] >> at & 1
    ]
    if equipped:
        remarks.append(f"has {', '.join(equipped)}")
    if usable := usable_now(m, unit):
        remarks.append(f"can use {', '.join(usable)}")
    return "; ".join(remarks)


def title(m: Match, unit: int) -> str:
    """Return what a sheet calls a unit: Elite, Common and its number, the name of what is summoned."""
    kind, number = units.kind(m, unit), m.state.columns["number"][unit]
    if kind == ELITE:
        return "Elite"
    return f"Common {number or ''}".rstrip() if kind == COMMON else m.facts.names[m.state.card[unit]]


def weapons_of(m: Match, unit: int) -> list[str]:
    """Return the weapons of a Warrior's unit with their ranks, and the weaponform (AT-234)."""
    columns = m.state.columns
    held = [f"{weapon} {columns[weapon][unit] - 1}" for weapon in WEAPONS if columns[weapon][unit]]
    return [f"{', '.join(held)}, form {columns['form'][unit]}"] if held else []


def usable_now(m: Match, unit: int) -> list[str]:
    """Return the names of the abilities that a unit can use in its turn, as things stand (AT-049)."""
    s = m.state
    if not s.vars["turn"] or s.result is not None or s.vars["active"] != s.controller[unit]:
        return []
    return [m.facts.names[m.facts.game.usable[at]] for _, _, at in using.options(m, unit)]


def health(m: Match, obj: int) -> str:
    """Return the Health of a thing, and of how much where it is less."""
    return left_of(units.health(m, obj), max(1, m.rules.value(m, obj, "health")))


class AnalogTacticsTable(Table):
    """What the game puts on a screen, as the kernel asks for it."""

    player_values = ("vp", "level")
    named_phases: ClassVar[Mapping[str, str]] = PHASES

    def phase(self, m: Match) -> str:
        return "Turn" if m.state.vars["turn"] else "Set-up"

    def beside(self, m: Match) -> str:
        return f"round {m.state.vars['round']}" if m.state.vars["round"] else ""

    def asked(self, m: Match) -> str:
        """Of an attack who attacks whom, and what is about to be dealt or lost; of a step whose it was."""
        window = asked_in(m)
        record = record_of(m, m.state.stack[-1][2]["action"]) if window else None
        if record is None:
            return ""
        if record[0].id != "attack":
            mover = record[1].get("unit", NOWHERE)
            return m.rules.speech.title(m, mover) if mover != NOWHERE else ""
        attack = record[1]
        found = [attack[one] for one in ("attacker", "target") if attack.get(one, NOWHERE) != NOWHERE]
        parties = [m.rules.speech.title(m, one) for one in found]
        amount = {"damage-before": ("damage", "damage"), "health-before": ("loss", "Health")}.get(window)
        return " against ".join(parties) + (f", {attack[amount[0]]} {amount[1]}" if amount else "")

    def side(self, m: Match, player: int) -> str:
        """Return the class of a player, and the Objectives held."""
        if not units.team(m, player):
            return ""
        held = objectives.held(m, player)
        return f"{CLASSES[units.class_of(m, player)].capitalize()}, {held} Objective{'s' * (held != 1)}"

    def faces(self, m: Match, obj: int) -> bool:
        """Units and Turrets face somewhere (AT-005); Objectives, Respawn Points and Obstacles do not."""
        return units.is_unit(m, obj) or m.state.card[obj] == m.facts.game.turret

    def numbers(self, m: Match, obj: int) -> str:
        """What can lose Health says how much it has; a neutral Objective has none (AT-022)."""
        kind = units.kind(m, obj)
        if kind == OBJECTIVE:
            return "" if m.state.controller[obj] == NOWHERE else health(m, obj)
        if kind <= SUMMON or (kind == OBSTACLE and not m.state.columns["permanent"][obj]):
            return health(m, obj)
        return ""

    def sight(self, m: Match, obj: int) -> Mapping[int, str] | None:
        """What a unit or Turret sees: fully, or partly with what that takes off its Hit (AT-081, AT-084)."""
        if not self.faces(m, obj):
            return None
        own = spaces_of(m, obj)
        seen = ((space, sight.of_space(m, obj, space)) for space in range(len(board_of(m))) if space not in own)
        return {space: f"−{hidden}" if hidden else "·" for space, hidden in seen if hidden < sight.HIDDEN}

    def panels(self, m: Match, player: int) -> Sequence[Panel]:
        """The units of a player: where they stand, their Health, points and weapons, what they can use."""
        found = [of_unit(m, unit) for unit in units.units(m, player)]
        return [Panel("units", found)] if found else []
