"""The numbers of a team as its sheet describes it: what each comes from, for showing, for checking, and for odds.

A constant or a maximum is what is printed at the team's level and the lasting bonuses (AT-059): weapon upgrades without
a weapon's name, house ranks, the damage bonus, attunement, Blueprints, picked abilities. `ledger` adds them up part by
part, from the tables of the unit cards and the static lists of the ability cards, which a match has in force. What
holds only for a while or in some place is not in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from cardlib.decks.ledgers import Ledger, Part, total
from cardlib.games.analog_tactics.kinds import SIGNED, STATS
from cardlib.games.analog_tactics.teams.rows import BOTH, COMMONS_ONLY, ELITE_ONLY, Change, Rows, worked_out

if TYPE_CHECKING:
    from cardlib.catalog.models import Card

ELITE = "E"
ORDER = ("health", "attack", "movement", "special", "reaction", "base", "critical", "evasion", "hit", "armor", "range")
TOP_RANK = 3  # of a weapon (AT-247)
DOUBLING = "blueprint-state-of-the-art"
UPGRADE = "engineer-4-blueprint-upgrade"
UPDATE = "engineer-4-update-version-2-0"
ELEMENTS = ("air", "water", "fire", "earth", "mana", "void")


@dataclass(frozen=True, slots=True)
class Equipped:
    """A Blueprint on a unit; State of the Art `doubles` another one."""

    id: str
    doubles: str = ""


@dataclass(slots=True)
class Team:
    """What the numbers of a team depend on. `attuned` has the element of each past round, the first one first."""

    of_class: str
    level: int
    units: Sequence[str]
    picks: Sequence[str] = ()
    weapons: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    houses: Mapping[str, int] = field(default_factory=dict)
    bonus: int = 0
    attuned: Sequence[str] = ()
    raised: Mapping[str, int] = field(default_factory=dict)  # attunement by Elemental Avatar
    blueprints: Mapping[str, Sequence[Equipped]] = field(default_factory=dict)


def attunement(team: Team, element: str) -> int:
    """Return the attunement of an element: how often it was attuned, and what the Avatar raised (AT-271)."""
    return sum(1 for one in team.attuned if one == element) + team.raised.get(element, 0)


def ledger(team: Team, rows: Rows) -> Ledger:
    """Return each number of each unit with its parts; nothing for a team without a class of the game."""
    found: dict[str, Mapping[str, tuple[Part, ...]]] = {}
    for unit in team.units:
        card = rows.cards.get(f"{team.of_class}-{ELITE_ONLY if unit == ELITE else COMMONS_ONLY}")
        if card is not None:
            found[unit] = _unit(team, rows, unit, card)
    return found


def printed(card: Card, stat: str, level: int) -> int:
    """Return what is printed on a card at a level."""
    value = card.attributes.get(f"{stat}@{level}", card.attributes.get(stat, 0))
    return value if isinstance(value, int) else 0


def _unit(team: Team, rows: Rows, unit: str, card: Card) -> dict[str, tuple[Part, ...]]:
    parts: dict[str, list[Part]] = {}
    tables = {f"{stat}@{team.level}" in card.attributes for stat in ORDER}
    where = f"{card.name}, level {team.level}" if any(tables) else card.name
    for stat in ORDER:
        parts[stat] = [(where, printed(card, stat, team.level))]
    later: list[tuple[Card, Change, int]] = []
    for id_, times, extra in _brought(team, rows, unit):
        for change in rows.lasting(id_):
            if change.who not in (BOTH, ELITE_ONLY if unit == ELITE else COMMONS_ONLY) and not extra.equipped:
                continue
            if isinstance(change.amount, dict) and _own(change.amount):
                later.append((rows.cards[id_], change, times))
            else:
                _add(parts, rows.cards[id_].name, change, _amount(team, change, times, extra.better))
    if unit == ELITE and team.bonus:
        parts["critical"].append(("damage bonus", team.bonus))
    if unit != ELITE:
        for stat, grown in growth(team, rows).items():
            parts[stat] += grown
    for source, change, times in later:
        sums = {stat: total(of) for stat, of in parts.items()}
        amount = worked_out(change.amount, partial(_look, team, sums))
        _add(parts, source.name, change, times * amount)
    for stat, of in parts.items():
        least = 1 if stat in ("health", "range") else 0
        if stat not in SIGNED and total(of) < least:
            of.append((f"not below {least}", least - total(of)))  # AT-060
    return {stat: tuple(parts[stat]) for stat in ORDER}


@dataclass(frozen=True, slots=True)
class _How:
    """How a card is brought: on the unit itself, and each amount better by so much."""

    equipped: bool = False
    better: int = 0


_PLAINLY = _How()


def _brought(team: Team, rows: Rows, unit: str) -> Iterator[tuple[str, int, _How]]:
    """Yield the cards whose lasting changes a unit may have, and how many times each amount counts."""
    for id_ in (*rows.start.get(team.of_class, ()), *rows.start.get("all", ())):
        yield id_, 1, _PLAINLY
    for id_ in dict.fromkeys(team.picks):
        yield id_, 1, _PLAINLY
    for weapon, rank in team.weapons.get(unit, {}).items():
        for reached in range(1, rank + 1):
            for id_ in rows.upgrades.get((weapon, reached), ()):
                yield id_, 1, _PLAINLY
    for id_ in pairs(team, rows, unit):
        yield id_, 1, _PLAINLY
    for house, rank in team.houses.items():
        for reached in range(1, rank + 1):
            for id_ in rows.houses.get((house, reached), ()):
                yield id_, 1, _PLAINLY
    equipped = team.blueprints.get(unit, ())
    twice = doubled(equipped)
    for one in equipped:
        better = int(UPGRADE in team.picks and price(team.picks, rows, one.id) == 1)
        yield one.id, 2 if one.id == twice else 1, _How(True, better)


def doubled(equipped: Sequence[Equipped]) -> str:
    """Return the Blueprint that State of the Art doubles: the one that is named, or the only other one (ATA-Q113)."""
    others = [one.id for one in equipped if one.id != DOUBLING]
    named = [one.doubles for one in equipped if one.id == DOUBLING]
    return (named[0] or (others[0] if len(others) == 1 else "")) if named else ""


def price(picks: Sequence[str], rows: Rows, blueprint: str) -> int:
    """Return the price of a Blueprint: what is printed, with Update Version 2.0 1 in place of 2 (AT-D33)."""
    cost = rows.blueprints.get(blueprint, 0)
    return 1 if cost == 2 and UPDATE in picks else cost


def pairs(team: Team, rows: Rows, unit: str) -> list[str]:
    """Return the multi-weapon abilities of a unit: of each pair of its weapons at rank 3 (AT-250)."""
    full = [weapon for weapon, rank in team.weapons.get(unit, {}).items() if rank >= TOP_RANK]
    return [id_ for two, id_ in rows.pairs.items() if two <= frozenset(full)]


def growth(team: Team, rows: Rows) -> dict[str, list[Part]]:
    """Return what the Commons of a Mage have gained at levels, by the elements attuned (AT-276)."""
    gained: dict[str, dict[str, int]] = {}
    for level, element in zip(range(2, team.level + 1), team.attuned, strict=False):
        card = rows.growth.get(element)
        for stat in ORDER if card is not None else ():
            number = printed(card, stat, level) if card is not None else 0
            if number and card is not None:
                of = gained.setdefault(stat, {})
                of[card.name] = of.get(card.name, 0) + number
    return {stat: list(of.items()) for stat, of in gained.items()}


def _amount(team: Team, change: Change, times: int, better: int) -> int:
    """What a change comes to: each amount of a better Blueprint is 1 more in its owner's favour, before doubling."""
    amount = worked_out(change.amount, partial(_look, team, {}))
    return times * (amount + better)


def _own(amount: Any) -> bool:
    """Whether an amount reads numbers of the unit itself."""
    if isinstance(amount, Mapping):
        return amount.get("of") == "self" or any(_own(one) for one in amount.values())
    return isinstance(amount, list) and any(_own(one) for one in amount)


def _look(team: Team, sums: Mapping[str, int], name: str, of: str) -> int:
    """A value that an amount reads: of the unit itself, or of the player."""
    if of == "self":
        return sums.get(name, 0)
    if name in ELEMENTS:
        return attunement(team, name)
    return {"bonus": team.bonus, "level": team.level}.get(name, 0)


def _add(parts: dict[str, list[Part]], name: str, change: Change, amount: int) -> None:
    if change.sets:
        parts[change.stat] = [(name, amount)]  # takes the place of what is printed (AT-059)
    elif amount:
        parts[change.stat].append((name, amount))


assert set(ORDER) == set(STATS)
