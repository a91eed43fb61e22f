"""Positions of Analog Tactics: what can be set and read beside the game's data, and how a position is completed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.classes.owning import HOUSES, TIERS
from cardlib.games.analog_tactics.classes.upkeep import ELEMENTS
from cardlib.games.analog_tactics.course import preparing
from cardlib.games.analog_tactics.kinds import COMMON, FORMS, POINTS, STATS, WEAPONS
from cardlib.games.analog_tactics.movement import large, paths
from cardlib.kernel import atoms
from cardlib.kernel.boards.occupants import board_of
from cardlib.kernel.declared import Declared

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

PHASES: Mapping[str, str] = {"round": "begin_round", "start": "respawn", "main": "act", "end": "score"}
OF_MATCH: Mapping[str, Declared] = {
    "round": Declared("the number of the round", 0),
    "last_round": Declared("1 once a player has enough victory points", 0, 1),
}
OF_PLAYER: Mapping[str, Declared] = {
    "vp": Declared("victory points", 0),
    "level": Declared("the level of the team", 1, "top_level"),
    "team_class": Declared("the class, by number: Warrior 0, Assassin 1, Mage 2, Engineer 3", 0, 3),
    "elites": Declared("enemy Elites eliminated", 0),
    "commons": Declared("enemy Commons eliminated", 0),
    **{
        name: Declared(f"the abilities picked of tier {tier}, a bit for each in the order of their ids", 0)
        for tier, name in TIERS.items()
    },
    "bonus": Declared("the bonus of an Assassin's Elite", 0, "damage_bonus"),
    "pool": Declared("Blueprints in the pool", 0),
    "attuned": Declared("the element attuned: Air 1, Water 2, Fire 3, Earth 4, Mana 5, Void 6", 0, 6),
    **{element: Declared(f"the {element.capitalize()} Attunement", 0) for element in ELEMENTS},
    **{house: Declared(f"the rank of House {house.capitalize()}", 0, "house_rank") for house in HOUSES},
}
OF_OBJECT: Mapping[str, Declared] = {
    **{points: Declared(f"{name} points left", 0) for points, name in POINTS.items()},
    **{weapon: Declared(f"1 and the rank of the {weapon}, 0 without one", 0, 4) for weapon in WEAPONS},
    "facing": Declared("which way it faces, clockwise from north-east", 0, 5),
    **{stat: Declared(f"its {stat} now") for stat in STATS},
    "blueprints": Declared("the Blueprints on it, a bit for each in the order of their ids", 0),
    "elite_blueprints": Declared("the Elite Blueprints on it, a bit for each in the order of their ids", 0),
    "doubled": Declared("the Blueprint that State of the Art doubles, counted from 1 in the order of their ids", 0),
    "in_hand": Declared("the weapon in hand, counted from 1", 0, len(WEAPONS)),
    "form": Declared("the weaponform", 1, FORMS),
    "number": Declared("the number of a Common", 0),
    "permanent": Declared("1 where it never changes hands or is never removed", 0, 1),
    "wounds": Declared("Health lost", 0),
    "left": Declared("the Health that it has"),
    "armor_now": Declared("the Armor that it has"),
}


def lay_out(m: Match) -> None:
    """Objects of the board that a position does not place are there, the players in the seats of their letters;
    Commons are numbered; all have their points.
    """
    s = m.state
    preparing.lay_objects(m)
    fixed = m.facts.printed["fixed"]
    for obj in s.zones[m.facts.field_zone]:
        if fixed[s.card[obj]]:
            s.columns["permanent"][obj] = 1
    for player in range(m.facts.players):
        preparing.settle(m, player, player)
        number = 0
        for unit in sorted(units.team(m, player)):
            if units.kind(m, unit) == COMMON:
                number += 1
                s.columns["number"][unit] = s.columns["number"][unit] or number
            s.columns["form"][unit] = s.columns["form"][unit] or 1
    for player in range(m.facts.players):
        for unit in units.units(m, player):
            if large.is_large(m, unit):
                large.grow(m, unit)
    paths.set_out(m, s.vars["active"])
    atoms.note(m, "place", s.order.index(s.vars["active"]) + 1)


def columns_on_entry(m: Match, obj: int) -> dict[str, int]:
    """Return what a position need not say: full points, the first weaponform."""
    if not units.is_unit(m, obj) and not units.stat(m, obj, "attack"):
        return {}
    return {"form": 1, **{column: units.stat(m, obj, name) for column, name in POINTS.items()}}


def cannot_be(m: Match) -> Iterator[str]:
    """Yield what no play leads to: a unit without Health, or where the board has an Objective or Respawn Point."""
    board = board_of(m)
    for space in (*board.region("objectives"), *board.region("respawns")):
        if units.is_unit(m, m.state.board[space]):
            title = m.rules.speech.title(m, m.state.board[space])
            yield f"{title} cannot stand there: the board has an Objective or a Respawn Point on that space (AT-063)"
    for player in range(m.facts.players):
        for unit in units.units(m, player):
            if units.health(m, unit) == 0:
                yield f"{m.rules.speech.title(m, unit)} has no Health left (AT-132)"
