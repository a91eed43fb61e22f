"""Random team sheets that are legal by construction: a team grows round by round, with what it could have chosen.

What is fixed (class, level, round and whatever else) is kept; the rest is drawn. What the format says of a sheet is not
told here again: this goes the way that a match goes, and the check looks at where it leads.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cardlib.games.analog_tactics.kinds import CLASSES, WEAPONS
from cardlib.games.analog_tactics.teams import sheets
from cardlib.games.analog_tactics.teams.rows import Rows, rows
from cardlib.games.analog_tactics.teams.sheets import DOUBLING, ELEMENTS, ELITE, Team

if TYPE_CHECKING:
    from cardlib.catalog import Project
    from cardlib.decks.kinds import Kind
    from cardlib.kernel.chance import Chance

_EVENTS = 4  # eliminations and decaptures of a round that a random sheet tells of at most, one less


def random_team(project: Project, fixed: dict[str, Any], chance: Chance) -> dict[str, Any]:
    """Return the fields of a random team sheet with what is fixed in it."""
    from cardlib.decks.kinds import kind_of

    constants = project.game.constants
    top = constants["top_level"]
    said = str(fixed.get("class", ""))
    of_class = said if said in CLASSES else _one(CLASSES, chance)
    level = min(top, max(1, _number(fixed.get("level"), _number(fixed.get("round"), 1 + chance.below(top)))))
    made: dict[str, Any] = {"class": of_class, "round": max(level, _number(fixed.get("round"), level)), "level": level}
    commons = constants["commons"]
    kind = kind_of(project, "team")
    grow = {"warrior": _warrior, "assassin": _assassin, "mage": _mage, "engineer": _engineer}[of_class]
    made |= grow(rows(project), kind, constants, made["round"], level, chance)
    commons = int(made.pop("commons", commons))
    made["units"] = {unit: {} for unit in (ELITE, *(f"C{number}" for number in range(1, commons + 1)))}
    return made


def _number(value: object, otherwise: int) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else otherwise


def _one(of: Sequence[str], chance: Chance) -> str:
    return of[chance.below(len(of))]


def _some(of: Sequence[str], number: int, chance: Chance) -> list[str]:
    """So many different ones, by chance."""
    left = list(of)
    return [left.pop(chance.below(len(left))) for _ in range(min(number, len(left)))]


def _table(kind: Kind, name: str) -> Any:
    return kind.naming.tables[name]


def _warrior(rows: Rows, kind: Kind, constants: Any, round_: int, level: int, chance: Chance) -> dict[str, Any]:
    """Weapons for each unit, raises put on them one by one, and a pick at each level that brings one."""
    names = [ELITE, *(f"C{number}" for number in range(1, constants["commons"] + 1))]
    most = constants["weapon_rank"]
    number = 2 + sum(1 for at in _table(kind, "more-weapons") if at <= level)
    events = chance.below(min(_EVENTS, round_)) if round_ > 1 else 0
    own = {unit: chance.below(min(_EVENTS, round_)) if round_ > 1 else 0 for unit in names[1:]}
    free = min(round_ - 1, constants["first_raises"])
    weapons = {}
    for unit in names:
        ranks = dict.fromkeys(_some(WEAPONS, number, chance), 0)
        for _ in range(min(free + events + own.get(unit, 0), most * number)):
            weapon = _one([name for name, rank in ranks.items() if rank < most], chance)
            ranks[weapon] += 1
        weapons[unit] = ranks
    made: dict[str, Any] = {"weapons": weapons}
    pairs = {unit: sheets.pairs(Team("warrior", level, names, weapons=weapons), rows, unit) for unit in names}
    made["multi"] = {unit: of for unit, of in pairs.items() if of}
    told = {"elite-events": events, "own-events": {unit: one for unit, one in own.items() if one}}
    made["upgrades"] = {name: one for name, one in told.items() if one}
    levels = [at for at in _table(kind, "warrior-picks") if at <= level]
    chosen = _some(rows.tiers["warrior"].get(1, []), len(levels), chance)
    made["picks"] = [{"level": at, "ability": id_} for at, id_ in zip(levels, chosen, strict=False)]
    return {name: value for name, value in made.items() if value}


def _picks(rows: Rows, kind: Kind, of_class: str, level: int, chance: Chance) -> list[dict[str, Any]]:
    """One ability for each level from 2 on, of a tier that is open then (AT-D08 to AT-D11)."""
    opens = _table(kind, "opens")[of_class]
    picks: list[dict[str, Any]] = []
    for at in range(2, level + 1):
        taken = [one["ability"] for one in picks]
        tiers = [tier for tier, from_ in enumerate(opens, 1) if from_ <= at]
        open_ = [id_ for tier in tiers for id_ in rows.tiers[of_class].get(tier, ()) if id_ not in taken]
        picks.append({"level": at, "ability": _one(open_, chance)})
    return picks


def _assassin(rows: Rows, kind: Kind, constants: Any, round_: int, level: int, chance: Chance) -> dict[str, Any]:
    """Picks, houses raised at the end of round 1 and for kills, and a damage bonus."""
    made: dict[str, Any] = {"picks": _picks(rows, kind, "assassin", level, chance)}
    if round_ > 1:
        kills, decaptures = chance.below(min(_EVENTS, round_)), chance.below(min(_EVENTS, round_))
        most = constants["house_rank"]
        houses: dict[str, int] = {}
        names = sorted({house for house, _ in rows.houses})
        for _ in range(1 + kills + chance.below(decaptures + 1)):
            house = _one([name for name in names if houses.get(name, 0) < most], chance)
            houses[house] = houses.get(house, 0) + 1
        made["houses"] = houses
        told = {"elite-kills": kills, "decaptures": decaptures}
        made["events"] = {name: one for name, one in told.items() if one}
        made["damage-bonus"] = chance.below(min(round_, constants["damage_bonus"]) + 1)
    return {name: value for name, value in made.items() if value}


def _mage(rows: Rows, kind: Kind, constants: Any, round_: int, level: int, chance: Chance) -> dict[str, Any]:
    """An element for each past round, mostly of two that the team keeps to; Commons by attunement (AT-278)."""
    kept = _some(ELEMENTS, 2, chance)
    attuned = [_one(kept if chance.below(4) else ELEMENTS, chance) for _ in range(round_ - 1)]
    team = Team("mage", level, (), attuned=attuned)
    points = sum(sheets.attunement(team, element) for element in _table(kind, "familiar-elements"))
    made: dict[str, Any] = {"commons": constants["commons"] + points // constants["attunement_per_unit"]}
    return made | ({"attuned": attuned} if attuned else {})


def _engineer(rows: Rows, kind: Kind, constants: Any, round_: int, level: int, chance: Chance) -> dict[str, Any]:
    """Picks, Blueprints earned, and as many of them on units as the pool can pay."""
    picks = _picks(rows, kind, "engineer", level, chance)
    chosen = [one["ability"] for one in picks]
    commons = constants["commons"] if round_ == 1 else 1 + chance.below(constants["engineer_commons"])
    told = {name: chance.below(round_) for name in ("kills", "decaptures", "elite-deaths")} if round_ > 1 else {}
    pool = constants["starting_blueprints"] + sum(told.values())
    blueprints: dict[str, list[dict[str, Any]]] = {}
    for unit in (f"C{number}" for number in range(1, commons + 1)):
        for id_ in _some(list(rows.blueprints), 2, chance):
            price = sheets.price(chosen, rows, id_)
            if rows.cards[id_].attributes.get("who") == "common" and id_ != DOUBLING and price <= pool:
                blueprints.setdefault(unit, []).append({"name": id_, "paid": price})
                pool -= price
    made: dict[str, Any] = {"picks": picks, "pool": pool, "blueprints": blueprints, "commons": commons}
    made["earned"] = {name: one for name, one in told.items() if one}
    return {name: value for name, value in made.items() if value or name == "pool"}
