"""War rigs: which parts work, weight and tiers, what lets them move and aim (WR-190 to WR-200, WR-208, WR-222)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.war_rig import sites
from cardlib.games.war_rig.kinds import RIG
from cardlib.kernel.refusals import Refusal

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

TIERS = LIGHT, MEDIUM, HEAVY, OVERWEIGHT = range(4)

NO_PARTS = Refusal("WR-190", "{s} has no working part")


def is_rig(m: Match, obj: int) -> bool:
    """Whether an object is a chassis."""
    return sites.kind_of(m, obj) == RIG


def working_parts(m: Match, rig: int) -> tuple[int, ...]:
    """Return the attached parts that work."""
    key = ("working", rig)
    found: tuple[int, ...] | None = m.steady.get(key)
    if found is None:
        found = m.steady[key] = tuple(part for part in sites.parts(m, rig) if sites.works(m, part))
    return found


def working(m: Match, rig: int, id_: str) -> list[int]:
    """Return the attached parts of a title that work."""
    card = m.facts.number[id_]
    return [part for part in working_parts(m, rig) if m.state.card[part] == card]


def weight(m: Match, rig: int) -> int:
    """Return the weight of all attached parts, burning or not (WR-194)."""
    printed, card = m.facts.game.weight, m.state.card
    return sum(printed[card[part]] for part in sites.parts(m, rig))


def limits(m: Match, rig: int) -> tuple[int, ...]:
    """Return the weights up to which a rig is light, medium and heavy: the least that is printed, none for no part.

    Those of a crawler double while it and another one work (WR-195, WR-196).
    """
    game, card = m.facts.game, m.state.card
    attached = sites.parts(m, rig)
    crawlers = [part for part in attached if card[part] in game.crawler and sites.works(m, part)]
    rows = []
    for part in attached:
        row = game.limits[card[part]]
        if row:
            doubled = part in crawlers and len(crawlers) > 1
            rows.append(tuple(2 * limit for limit in row) if doubled else row)
    return tuple(min(column) for column in zip(*rows, strict=True))


def tier(m: Match, rig: int) -> int:
    """Return the tier of a rig, LIGHT to OVERWEIGHT (WR-195, WR-197)."""
    heavy = weight(m, rig)
    found = limits(m, rig)
    return next((step for step, limit in enumerate(found) if heavy <= limit), OVERWEIGHT if found else LIGHT)


def grants_movement(m: Match, rig: int) -> bool:
    """Whether a working part grants movement; a walker only beside another one (WR-199, WR-200)."""
    game, card = m.facts.game, m.state.card
    working = [part for part in working_parts(m, rig) if card[part] in game.movement]
    walkers = [part for part in working if card[part] in game.walker]
    return len(walkers) > 1 or len(working) > len(walkers)


def can_move(m: Match, rig: int) -> bool:
    """Whether a rig can move: something grants it, and it is not overweight (WR-199)."""
    return grants_movement(m, rig) and tier(m, rig) != OVERWEIGHT


def has_targeting(m: Match, rig: int) -> bool:
    """Whether a working part grants targeting (WR-208)."""
    targeting, card = m.facts.game.targeting, m.state.card
    return any(card[part] in targeting for part in working_parts(m, rig))


def weapons(m: Match, rig: int) -> list[int]:
    """Return the working weapons of a rig, in the order of its slots."""
    dice, card = m.facts.game.dice, m.state.card
    return [part for part in working_parts(m, rig) if any(dice[card[part]].values())]


def agility(m: Match, attacker: int, rig: int) -> int:
    """Return how many rerolls a rig may force on each weapon fired at it (WR-222, WR-223, WR-225)."""
    if not is_rig(m, attacker) or not can_move(m, rig):
        return 0
    above = tier(m, attacker) if can_move(m, attacker) else HEAVY
    return max(0, min(above, HEAVY) - tier(m, rig))
