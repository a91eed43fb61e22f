"""What a team can have, read off the cards once: abilities by tier, weapon, house and element, Blueprints, growth.

Here too is read which numbers a card changes for good (`lasting`): what stands in its static lists and depends neither
on where things stand nor on what happens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from cardlib.games.analog_tactics.kinds import STATS

if TYPE_CHECKING:
    from cardlib.catalog import Project
    from cardlib.catalog.models import Card

ELITE_ONLY, COMMONS_ONLY, BOTH = "elite", "common", "both"
_PLAIN = frozenset({"elite", "common", "unit", "yours"})  # words of a subject that means units of the team, wherever
_SUBJECTS = ("each", "of", "target", "choose")
_LASTING = ("gets", "sets", "improves")


@dataclass(frozen=True, slots=True)
class Change:
    """A lasting change of a number: whose, by how much, and whether it takes the place of what is printed."""

    stat: str
    who: str
    amount: Any  # a number, or how to work it out
    sets: bool = False


@dataclass(slots=True)
class Rows:
    """The cards of teams by what brings them."""

    cards: Mapping[str, Card]
    start: dict[str, list[str]] = field(default_factory=dict)  # class -> abilities of tier 0
    tiers: dict[str, dict[int, list[str]]] = field(default_factory=dict)  # class -> tier -> abilities
    upgrades: dict[tuple[str, int], list[str]] = field(default_factory=dict)  # weapon, rank -> abilities
    pairs: dict[frozenset[str], str] = field(default_factory=dict)  # two weapons -> ability
    houses: dict[tuple[str, int], list[str]] = field(default_factory=dict)  # house, rank -> abilities
    growth: dict[str, Card] = field(default_factory=dict)  # element -> what Commons gain
    blueprints: dict[str, int] = field(default_factory=dict)  # Blueprint -> price
    changes: dict[str, tuple[Change, ...]] = field(default_factory=dict)

    def lasting(self, id_: str) -> tuple[Change, ...]:
        """Return the lasting changes that a card brings."""
        if id_ not in self.changes:
            self.changes[id_] = lasting(self.cards[id_]) if id_ in self.cards else ()
        return self.changes[id_]


def rows_of(cards: Mapping[str, Card]) -> Rows:
    """Sort the cards of the game by what brings them."""
    rows = Rows(cards)
    for id_, card in cards.items():
        about = card.attributes
        team = str(about.get("class", ""))
        tier, upgrade, house = about.get("tier"), about.get("upgrade"), about.get("house")
        if card.type == "growth":
            rows.growth[str(about.get("element"))] = card
        elif card.type == "blueprint":
            rows.blueprints[id_] = _number(about.get("blueprints"))
        elif card.type != "ability":
            continue
        elif isinstance(weapons := about.get("weapons"), tuple):
            rows.pairs[frozenset(weapons)] = id_
        elif isinstance(upgrade, int):
            rows.upgrades.setdefault((str(about.get("weapon")), upgrade), []).append(id_)
        elif isinstance(house, str):
            rows.houses.setdefault((house, _number(about.get("rank"))), []).append(id_)
        elif isinstance(tier, int):
            rows.tiers.setdefault(team, {}).setdefault(tier, []).append(id_)
            if tier == 0:
                rows.start.setdefault(team, []).append(id_)
    return rows


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def lasting(card: Card) -> tuple[Change, ...]:
    """Return what a card changes for good: static `gets`, `sets` and `improves`, of itself or of units of the team."""
    found = []
    for ability in cast("tuple[Mapping[str, Any], ...]", card.abilities):
        for op in ability.get("static", ()) if "while" not in ability else ():
            if op.get("op") not in _LASTING or "while" in op:
                continue
            who = _whose(op, str(card.attributes.get("who", "")))
            if who:
                found += [
                    Change(stat, who, amount, op["op"] == "sets")
                    for stat, amount in op["stats"].items()
                    if stat in STATS and _of_team(amount)
                ]
    return tuple(found)


def _whose(op: Mapping[str, Any], who: str) -> str:
    """Whom a static operation is about: "elite", "common", "both"; "" where that depends on more than the team."""
    subject = next((op[key] for key in _SUBJECTS if key in op), "self")
    if not isinstance(subject, str):
        return ""
    if subject == "self":
        return who if who in (ELITE_ONLY, COMMONS_ONLY, BOTH) else ""
    words = set(subject.split())
    if "yours" not in words or not words <= _PLAIN:
        return ""
    named = words & {ELITE_ONLY, COMMONS_ONLY}
    return named.pop() if len(named) == 1 else BOTH if not named else ""


def _of_team(amount: Any) -> bool:
    """Whether an amount depends on the team alone: on numbers, and on values of the player or of the unit itself."""
    if isinstance(amount, Mapping):
        if "value" in amount:
            return bool(amount.get("of", "self") == "self")
        inner = [one for key in ("sum", "minus", "times", "over") for one in amount.get(key, ())]
        return bool(inner) and all(_of_team(one) for one in inner)
    return isinstance(amount, int)


def worked_out(amount: Any, look: Callable[[str, str], int]) -> int:
    """Return what an amount of a lasting change comes to; `look` tells values of the player, and of the unit itself."""
    if isinstance(amount, int):
        return amount
    if "value" in amount:
        found = look(str(amount["value"]), str(amount.get("of", "")))
    elif "sum" in amount:
        found = sum(worked_out(one, look) for one in amount["sum"])
    elif "minus" in amount:
        found = worked_out(amount["minus"][0], look) - worked_out(amount["minus"][1], look)
    elif "times" in amount:
        found = worked_out(amount["times"][0], look) * worked_out(amount["times"][1], look)
    elif "over" in amount:
        found = worked_out(amount["over"][0], look) // int(amount["over"][1])
    else:
        found = 0
    found = min(found, amount["most"]) if "most" in amount else found
    return max(found, amount["least"]) if "least" in amount else found


def rows(project: Project) -> Rows:
    """Return what teams of a project can have; read once for each project."""
    kept: dict[str, Rows] = project.__dict__.setdefault("read_teams", {})
    if "rows" not in kept:
        kept["rows"] = rows_of(project.cards)
    return kept["rows"]
