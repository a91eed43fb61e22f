"""The abilities that a team has as its sheet describes it: what `owning` tells of a match, told of a document.

A sheet is of the start of a round; so the attuned element is the last one that was attuned. A test sets matches up from
the sheets that come with the game and holds both to the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardlib.games.analog_tactics.cards import ABILITIES, PARTS, who_has
from cardlib.games.analog_tactics.teams.rows import BOTH, COMMONS_ONLY, ELITE_ONLY
from cardlib.games.analog_tactics.teams.sheets import ELEMENTS, ELITE, Team, attunement, pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardlib.decks.ledgers import Ledger, Part
    from cardlib.games.analog_tactics.cards import ABILITIES, PARTS, who_has
from cardlib.games.analog_tactics.teams.rows import Rows

ELITE_BLUEPRINT_LEVEL = 8  # AT-296
LINK = "kineblade-link"
TEAM = "team"


def abilities(team: Team, rows: Rows, summons: Sequence[str] = ()) -> Ledger:
    """Return the ids of the abilities of each unit and of the team as such, each with where it comes from.

    Unit -> ability -> its source, counted once; what belongs to the team stands under "team".
    """
    of_team = list(_of_team(team, rows, summons))
    found: dict[str, dict[str, tuple[Part, ...]]] = {TEAM: {}}
    for unit in team.units:
        whom = (BOTH, ELITE_ONLY if unit == ELITE else COMMONS_ONLY)
        found[unit] = {id_: ((source, 1),) for id_, source in of_team if who_has(rows.cards[id_]) in whom}
        found[unit] |= {id_: ((source, 1),) for id_, source in _of_unit(team, rows, unit)}
    whose = (BOTH, ELITE_ONLY, COMMONS_ONLY)
    found[TEAM] = {id_: ((source, 1),) for id_, source in of_team if who_has(rows.cards[id_]) not in whose}
    return found


def _of_team(team: Team, rows: Rows, summons: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Every unit's, then the class's: tier 0, picks, houses, elements, rituals, growth, Blueprints of the Elite."""
    for id_, card in rows.cards.items():
        about = card.attributes
        if card.type not in ABILITIES or id_ in PARTS:
            continue
        if about.get("class") == "all":
            yield id_, "every unit"
        elif about.get("class") != team.of_class:
            continue
        elif about.get("tier") == 0:
            yield id_, "tier 0"
        elif id_ in team.picks:
            yield id_, "picked"
        elif (house := str(about.get("house", ""))) and _number(about.get("rank")) <= team.houses.get(house, 0):
            yield id_, f"{house.capitalize()}, rank {about.get('rank')}"
        elif level := _number(about.get("level")):
            element = str(about.get("element", ""))
            if level <= (_usable(team, element) if element in ELEMENTS else team.level):
                yield id_, f"{element.capitalize() or 'ritual'}, level {level}"
        elif card.type == "growth":
            yield id_, "growth"
        elif id_.startswith("elite-blueprint-") and team.level >= ELITE_BLUEPRINT_LEVEL:
            yield id_, f"level {ELITE_BLUEPRINT_LEVEL}"
    if LINK in rows.cards and team.houses.get("esper", 0) >= 3 and "profile-kineblade" in summons:
        yield LINK, "Kineblade"


def _usable(team: Team, element: str) -> int:
    """Up to which level the abilities of an element can be used: the team's, or the attunement (AT-272, AT-273)."""
    attuned = bool(team.attuned) and team.attuned[-1] == element
    return team.level if attuned else min(team.level, attunement(team, element))


def _of_unit(team: Team, rows: Rows, unit: str) -> Iterator[tuple[str, str]]:
    """What a unit has by its weapons (AT-238, AT-247, AT-250) or its Blueprints."""
    ranks = team.weapons.get(unit, {})
    for id_, card in rows.cards.items():
        weapon, upgrade = str(card.attributes.get("weapon", "")), _number(card.attributes.get("upgrade"))
        if weapon in ranks and upgrade <= ranks[weapon]:
            yield id_, f"rank {upgrade}" if upgrade else weapon.capitalize()
    for id_ in pairs(team, rows, unit):
        yield id_, "both weapons at rank 3"
    for one in team.blueprints.get(unit, ()):
        yield one.id, "equipped"
        if one.id == "blueprint-dreadnought":
            yield "dreadnought-volley", "Dreadnought"


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
