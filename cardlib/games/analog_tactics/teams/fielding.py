"""Teams as team sheets describe them, at the start of any round: units, picks, weapons, houses, elements, Blueprints.

What a sheet tells of a team is laid into the variables and columns from which play tells everything else. Where units
and buildings stood no sheet says: a match begins with the placement of the units in the own respawn area (AT-026), and
of the buildings next to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.classes import owning, upkeep
from cardlib.games.analog_tactics.kinds import CLASSES
from cardlib.games.analog_tactics.teams.sheets import Equipped, doubled
from cardlib.kernel import atoms, spans
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

Said = Mapping[str, Any]


def first_round(m: Match) -> int:
    """Return the round in which the match begins: the latest that a team sheet tells of, 1 without any."""
    return max(int(m.document(player).get("round", 1)) for player in range(m.facts.players))


def field(m: Match, player: int) -> None:
    """Put a team into the reserve, from where it is placed: of the sheet, else an Elite and four Commons (AT-023)."""
    said, game, reserve = m.document(player), m.facts.game, m.facts.zone["reserve"][player]
    of_class = units.class_of(m, player)
    atoms.note_player(m, player, "level", said.get("level", 1))
    names = said.get("units") or ("E", *(f"C{at}" for at in range(1, m.facts.constants["commons"] + 1)))
    for name in names:
        number = int(name[1:] or 0)
        unit = atoms.make(m, game.common[of_class] if number else game.elite[of_class], player, reserve)
        atoms.put(m, unit, "number", number)
        _equip(m, unit, name, said)
    for made in ("summons", "buildings"):
        for id_, many in said.get(made, {}).items():
            for _ in range(many):
                atoms.make(m, m.facts.number[id_], player, reserve)
    _learn(m, player, said)


def _equip(m: Match, unit: int, name: str, said: Said) -> None:
    """Weapons with their ranks, the weaponform, Blueprints of a unit (AT-D13 to AT-D18, AT-D29 to AT-D34)."""
    game = m.facts.game
    for weapon, rank in said.get("weapons", {}).get(name, {}).items():
        atoms.put(m, unit, weapon, 1 + rank)
    atoms.put(m, unit, "form", said.get("weaponform", {}).get(name, 1))
    for one in said.get("blueprints", {}).get(name, ()):
        card = m.facts.number[one["name"]]
        column, cards = "blueprints", game.blueprints
        if card in game.elite_blueprints:
            column, cards = "elite_blueprints", game.elite_blueprints
        atoms.put(m, unit, column, m.state.columns[column][unit] | 1 << cards.index(card))
    carried = [Equipped(one["name"], one.get("doubles", "")) for one in said.get("blueprints", {}).get(name, ())]
    if twice := doubled(carried):
        atoms.put(m, unit, "doubled", game.blueprints.index(m.facts.number[twice]) + 1)


def _learn(m: Match, player: int, said: Said) -> None:
    """Picks, houses, bonus, elements and what the Commons grew by, the pool, used rituals (AT-D08 to AT-D30)."""
    game = m.facts.game
    for one in said.get("picks", ()):
        owning.pick(m, player, game.pickable.index(m.facts.number[one["ability"]]))
    for house in owning.HOUSES:
        atoms.note_player(m, player, house, said.get("houses", {}).get(house, 0))
    atoms.note_player(m, player, "bonus", said.get("damage-bonus", 0))
    atoms.note_player(m, player, "pool", said.get("pool", 0))
    attuned, raised = said.get("attuned", ()), said.get("avatar", {})
    for element in upkeep.ELEMENTS:
        atoms.note_player(m, player, element, attuned.count(element) + raised.get(element, 0))
    if attuned:
        atoms.note_player(m, player, "attuned", upkeep.ELEMENTS.index(attuned[-1]) + 1)
    for level, element in enumerate(attuned[: m.state.players[player]["level"] - 1], start=2):
        upkeep.grow(m, player, m.facts.number[f"{element}-growth"], level)
    for id_ in said.get("rituals-used", ()):
        for ability in m.facts.abilities[m.facts.number[id_]]:
            spans.use(m, ability, NOWHERE, player)  # once per game is counted for the player (AT-175)


def chosen_class(m: Match, player: int) -> int | None:
    """Return the class of a player's sheet; None where it brought none."""
    said = m.document(player).get("class")
    return None if said is None else CLASSES.index(said)
