"""What the documents of the game ask of its package: the numbers of team sheets, and random ones.

Fields are read as formulas see them: a map is a dict, a list a list, a card its id.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cardlib.decks.ledgers import Ledger, Part
from cardlib.games.analog_tactics.teams import growing, repertoire, sheets
from cardlib.games.analog_tactics.teams.rows import rows
from cardlib.games.analog_tactics.teams.sheets import ELEMENTS, Equipped, Team

if TYPE_CHECKING:
    from cardlib.catalog import Project


def team_of(fields: Mapping[str, Any], project: Project) -> Team:
    """Return what the numbers of a team sheet depend on; what is not there counts as nothing."""
    names = [unit for unit in fields.get("units") or {} if isinstance(unit, str)]
    return Team(
        of_class=str(fields.get("class", "")),
        level=min(int(fields.get("level") or 1), int(project.game.constants["top_level"])),
        units=names,
        picks=[one["ability"] for one in fields.get("picks") or () if "ability" in one],
        weapons=fields.get("weapons") or {},
        houses=fields.get("houses") or {},
        bonus=int(fields.get("damage-bonus") or 0),
        attuned=fields.get("attuned") or (),
        raised=fields.get("avatar") or {},
        blueprints={
            unit: [Equipped(one["name"], one.get("doubles", "")) for one in carried if "name" in one]
            for unit, carried in (fields.get("blueprints") or {}).items()
        },
    )


def stats(fields: Mapping[str, Any], project: Project) -> Ledger:
    """The numbers of each unit."""
    return sheets.ledger(team_of(fields, project), rows(project))


def grown(fields: Mapping[str, Any], project: Project) -> Ledger:
    """What the Commons have gained by attunement."""
    gained = sheets.growth(team_of(fields, project), rows(project))
    return {"commons": {stat: tuple(parts) for stat, parts in gained.items()}} if gained else {}


def attunements(fields: Mapping[str, Any], project: Project) -> Ledger:
    """The attunement of each element that was attuned or raised."""
    team = team_of(fields, project)
    found: dict[str, tuple[Part, ...]] = {}
    for element in ELEMENTS:
        attuned = sum(1 for one in team.attuned if one == element)
        raised = team.raised.get(element, 0)
        parts: list[Part] = [("attuned", attuned)] if attuned else []
        parts += [("Elemental Avatar", raised)] if raised else []
        if parts:
            found[element] = tuple(parts)
    return {"points": found} if found else {}


def multi(fields: Mapping[str, Any], project: Project) -> Ledger:
    """The multi-weapon abilities of each unit, each counted once."""
    team, known = team_of(fields, project), rows(project)
    found = {unit: sheets.pairs(team, known, unit) for unit in team.weapons}
    return {unit: dict.fromkeys(of, (("both weapons at rank 3", 1),)) for unit, of in found.items() if of}


def abilities(fields: Mapping[str, Any], project: Project) -> Ledger:
    """The abilities of each unit and of the team, with where each comes from."""
    return repertoire.abilities(team_of(fields, project), rows(project), list(fields.get("summons") or ()))


FIGURES = {
    "team-stats": stats,
    "team-growth": grown,
    "team-attunements": attunements,
    "team-pairs": multi,
    "team-abilities": abilities,
}
MAKERS = {"team": growing.random_team}
CHECKS: dict[str, Any] = {}
