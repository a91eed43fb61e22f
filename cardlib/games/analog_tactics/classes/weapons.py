"""Weapons of Warriors: which a unit has, their ranks, and the weaponform (AT-234 to AT-250)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.kinds import BOW, COMMON, ELITE, FORMS, WEAPONS
from cardlib.kernel import atoms, grants
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import Choice
from cardlib.kernel.match import AGAIN
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

FIRST = 2  # weapons of a unit at set-up (AT-235)
MORE_AT = (4, 6, 8)  # levels that bring one more (AT-236)


def has(m: Match, unit: int) -> list[str]:
    """Return the weapons of a unit."""
    columns = m.state.columns
    return [weapon for weapon in WEAPONS if columns[weapon][unit]]


def rank(m: Match, unit: int, weapon: str) -> int:
    """Return the rank of a weapon of a unit, -1 where it has none such."""
    return m.state.columns[weapon][unit] - 1


def reach(m: Match, unit: int) -> int:
    """Return how far a unit attacks without a form, with the weapon of it that reaches furthest (ATA-Q41)."""
    found = units.stat(m, unit, "range")
    return max([found, *(reach_with(m, unit, weapon) for weapon in has(m, unit))])


def reach_with(m: Match, unit: int, weapon: str) -> int:
    """Return how far a unit attacks with a weapon, without a form: with a Bow as far as its shot (AT-058, AT-242)."""
    if weapon != BOW:
        return units.stat(m, unit, "range")
    return grants.number(m, unit, m.facts.number["bow-attack"], "range")


def plain(m: Match, weapon: str) -> int:
    """Return the card that stands for a weapon in an attack without a form."""
    game = m.facts.game
    card: int = next(card for card in game.of_weapon[weapon] if not game.upgrade[card])
    return card


def to_counter_with(m: Match, unit: int, target: int) -> str:
    """Return the weapon of a counter-attack, of several that reach the owner's choice; "" for none (ATA-Q41)."""
    far = units.distance(m, unit, target)
    fit = [number for number, weapon in enumerate(WEAPONS) if weapon in has(m, unit)]
    offers: list[Choice] = [("arm", unit, number) for number in fit if reach_with(m, unit, WEAPONS[number]) >= far]
    if not offers:
        return ""
    player = m.state.controller[unit]
    answer = m.ask(player, "one", offers, "with which weapon?", rule="ATA-Q41", source=unit, default=offers[0])
    return WEAPONS[answer[2]]


def due(level: int) -> int:
    """Return how many weapons a unit has at a level (AT-235, AT-236)."""
    return FIRST + sum(1 for at in MORE_AT if at <= level)


# -- arming ------------------------------------------------------------------------------------------------------


def arm(m: Match, f: dict[str, Any]) -> str | None:
    """Each unit of the team takes weapons that it lacks, at rank 0, until it has what is due (AT-235, AT-236)."""
    player = f["player"]
    waiting = [unit for unit in units.team(m, player) if len(has(m, unit)) < f["most"]]
    if not waiting:
        return None
    unit = waiting[0]
    columns = m.state.columns
    lacking = [number for number, weapon in enumerate(WEAPONS) if not columns[weapon][unit]]
    offers: list[Choice] = [("arm", unit, number) for number in lacking]
    rule = "AT-235" if len(WEAPONS) - len(lacking) < FIRST else "AT-236"
    number = m.ask(player, "one", offers, "which weapon does it take?", rule=rule, source=unit)[2]
    atoms.put(m, unit, WEAPONS[number], 1)
    m.changed()
    m.emit("arms", unit, player=player, number=number, rule=rule)
    return AGAIN


# -- ranks -------------------------------------------------------------------------------------------------------


def raisable(m: Match, unit: int) -> list[int]:
    """Return the weapons, by number, that a unit can raise (AT-247)."""
    most, columns = m.facts.constants["weapon_rank"], m.state.columns
    return [number for number, weapon in enumerate(WEAPONS) if 0 < columns[weapon][unit] <= most]


def raise_one(m: Match, f: dict[str, Any]) -> None:
    """A unit raises one of its weapons by one rank; with every weapon at the highest the raise is lost (AT-247)."""
    unit = f["unit"]
    open_ = raisable(m, unit)
    if not open_:
        return
    offers: list[Choice] = [("raise", unit, number) for number in open_]
    player = m.state.controller[unit]
    number = m.ask(player, "one", offers, "which weapon does it raise?", rule=f["rule"], source=unit)[2]
    weapon = WEAPONS[number]
    atoms.put(m, unit, weapon, m.state.columns[weapon][unit] + 1)
    m.changed()
    m.emit("raises", unit, player=player, number=rank(m, unit, weapon), rule=f["rule"], total=weapon)


def raise_all(m: Match, player: int, rule: str) -> None:
    """Every unit of a team raises one of its weapons, the Elite first (AT-244, AT-246)."""
    for unit in units.team(m, player)[::-1]:
        m.push("raising", unit=unit, rule=rule)


def raise_for(m: Match, unit: int, player: int) -> None:
    """An elimination or decapture raises a weapon of the Common that did it, or of all if the Elite did (AT-245)."""
    if unit == NOWHERE:
        return
    if units.kind(m, unit) == ELITE:
        raise_all(m, player, "AT-246")
    elif units.kind(m, unit) == COMMON:
        m.push("raising", unit=unit, rule="AT-245")


# -- the weaponform ----------------------------------------------------------------------------------------------


def advance(m: Match, unit: int) -> None:
    """The weaponform of a unit goes up by one, from the last one back to the first (AT-240)."""
    form = m.state.columns["form"][unit] % FORMS + 1
    atoms.put(m, unit, "form", form)
    m.emit("form", unit, player=m.state.controller[unit], number=form, rule="AT-240")


PROCEDURES = {"arming": procedure(arm), "raising": procedure(raise_one)}
