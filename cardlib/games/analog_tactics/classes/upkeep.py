"""Points beside those that are refreshed, and what classes keep count of: bonus, attunement, Blueprints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.kinds import POINTS
from cardlib.kernel import atoms
from cardlib.kernel.decisions import Choice
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.abilities.running import Run
    from cardlib.kernel.match import Match

ELEMENTS = ("air", "water", "fire", "earth", "mana", "void")
OVER = {"spent": "kept_points", "turn": "lent_points"}  # where points are counted that outlast the round


# -- points ------------------------------------------------------------------------------------------------------


def gain(m: Match, unit: int, pool: str, number: int, lasts: str) -> None:
    """A unit gains points; those that last beyond the round are carried over when points return (ATA-Q18)."""
    if number <= 0 or m.state.place[unit] == NOWHERE:
        return
    atoms.put(m, unit, pool, m.state.columns[pool][unit] + number)
    if column := OVER.get(lasts):
        atoms.put(m, unit, column, m.state.columns[column][unit] + number)
    m.emit("gains-points", unit, number=number, player=m.state.controller[unit], rule="ATA-Q18", total=pool)


def give_back(m: Match, player: int) -> None:
    """Movement points that last until the own next turn go as it begins; they were spent first (AT-035, ATA-Q18)."""
    columns = m.state.columns
    for unit in units.units(m, player):
        if columns["lent_points"][unit]:
            most = units.stat(m, unit, "movement") + columns["kept_points"][unit]
            atoms.put(m, unit, "movement_points", min(columns["movement_points"][unit], most))
            atoms.put(m, unit, "lent_points", 0)


def regain(m: Match, unit: int, pool: str, number: int, rule: str | None) -> None:
    """Points come back, at most up to the maximum."""
    there = m.state.columns[pool][unit]
    most = max(there, units.stat(m, unit, POINTS[pool]))
    if there < most:
        back = min(most - there, number)
        atoms.put(m, unit, pool, there + back)
        m.emit("gains-points", unit, number=back, player=m.state.controller[unit], rule=rule, total=pool)


def spend_all(m: Match, unit: int, pool: str) -> None:
    """A unit has no points of a pool left."""
    atoms.put(m, unit, pool, 0)


def maxima(m: Match, unit: int) -> dict[str, int]:
    """Return the maximum of each pool of a unit now."""
    return {pool: units.stat(m, unit, name) for pool, name in POINTS.items()}


def lift(m: Match, unit: int, before: dict[str, int]) -> None:
    """Maxima that have risen lift the points by as much; those that have fallen cap them (ATA-Q27)."""
    columns = m.state.columns
    for pool, most in maxima(m, unit).items():
        there = columns[pool][unit]
        if most > before[pool]:
            atoms.put(m, unit, pool, there + most - before[pool])
        elif most < before[pool]:
            besides = min(there, columns["lent_points"][unit]) if pool == "movement_points" else 0
            atoms.put(m, unit, pool, besides + min(there - besides, most))


def maxima_of(m: Match, player: int) -> dict[int, dict[str, int]]:
    """Return the maxima of every unit of a player on the board."""
    return {unit: maxima(m, unit) for unit in units.units(m, player)}


def lift_all(m: Match, before: dict[int, dict[str, int]]) -> None:
    """Points of several units follow their maxima (AT-061)."""
    for unit, most in before.items():
        lift(m, unit, most)


# -- the bonus of an Assassin's Elite ----------------------------------------------------------------------------


def raise_bonus(m: Match, player: int, number: int) -> None:
    """The bonus rises or falls, between 0 and its maximum (AT-254)."""
    set_bonus(m, player, m.state.players[player]["bonus"] + number)


def set_bonus(m: Match, player: int, number: int) -> None:
    """The bonus becomes a number."""
    number = max(0, min(m.facts.constants["damage_bonus"], number))
    if number != m.state.players[player]["bonus"]:
        atoms.note_player(m, player, "bonus", number)
        m.changed()
        m.emit("bonus", number=number, player=player, rule="AT-254")


# -- elements ----------------------------------------------------------------------------------------------------


def attune(run: Run) -> None:
    """A player chooses an element: it is attuned, and its Attunement rises by 1 (AT-271)."""
    m = run.match
    offers: list[Choice] = [("attune", number) for number in range(len(ELEMENTS))]
    number = m.ask(run.you, "one", offers, "which element do you attune?", rule="AT-271", default=offers[0])[1]
    atoms.note_player(m, run.you, "attuned", number + 1)
    raise_element(m, run.you, number)


def raise_element(m: Match, player: int, number: int) -> None:
    """The Attunement of an element rises by 1."""
    element = ELEMENTS[number]
    before = maxima_of(m, player)
    atoms.note_player(m, player, element, m.state.players[player][element] + 1)
    m.changed()
    lift_all(m, before)
    m.emit("attunes", number=m.state.players[player][element], player=player, rule="AT-271", total=element)


def raise_lowest(run: Run) -> None:
    """The lowest Attunement rises by 1; the player picks between equals (AT-271)."""
    m = run.match
    there = [m.state.players[run.you][element] for element in ELEMENTS]
    offers: list[Choice] = [("attune", number) for number, found in enumerate(there) if found == min(there)]
    number = m.ask(run.you, "one", offers, "which element rises?", rule="AT-271", default=offers[0])[1]
    raise_element(m, run.you, number)


def grow(m: Match, player: int, card: int, level: int) -> dict[str, int]:
    """The Commons of a player gain for good what a table of growth says of a level; return it (AT-276, AT-277)."""
    gained = {name: number for name, rows in m.facts.game.stats.items() if (number := rows[card][level - 1])}
    for name, number in gained.items():
        kept = f"grown_{name}"
        atoms.note_player(m, player, kept, m.state.players[player][kept] + number)
    m.changed()
    return gained


# -- Blueprints --------------------------------------------------------------------------------------------------


def blueprints(m: Match, player: int) -> int:
    """Return how many Blueprints are in the pool of a player."""
    return int(m.state.players[player]["pool"])


def install(m: Match, unit: int, card: int) -> None:
    """An Elite Blueprint stays on the Elite from now on (ATA-Q117)."""
    bit = 1 << m.facts.game.elite_blueprints.index(card)
    before = maxima(m, unit)
    atoms.put(m, unit, "elite_blueprints", m.state.columns["elite_blueprints"][unit] | bit)
    m.changed()
    lift(m, unit, before)
