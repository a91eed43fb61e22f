"""Squads: who stands where, who is free, how strong a side is in an area, what a squad carries and has room for.

Every chapter asks these. A side is a player, or the planet: the squads of lesser factions stand under it until they
are coerced.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.war_rig.board import land
from cardlib.games.war_rig.kinds import HAULAGE, RIFLES, SCANNER, SQUAD, TITLES, TOKENS
from cardlib.kernel import holding, seats
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

NOBODY: tuple[int, ...] = ()


def planet(m: Match) -> int:
    """Return the side of lesser squads, which nobody controls (WR-184)."""
    return m.facts.players


def number(m: Match, squad: int) -> int:
    """Return the printed number of a squad."""
    found: int = m.facts.game.number[m.state.card[squad]]
    return found


def is_squad(m: Match, obj: int) -> bool:
    """Whether an object is a squad."""
    return bool(m.facts.game.kind[m.state.card[obj]] == SQUAD)


def all_squads(m: Match) -> tuple[int, ...]:
    """Return all squads that are in the game, free or not."""
    found: tuple[int, ...] | None = m.steady.get("squads")
    if found is None:
        kind, card = m.facts.game.kind, m.state.card
        found = tuple(obj for obj in m.state.zones[m.facts.field_zone] if kind[card[obj]] == SQUAD)
        m.steady["squads"] = found
    return found


def standing(m: Match) -> dict[tuple[int, int], tuple[int, ...]]:
    """Return who stands free, by area and side; of the planet the idle squads of lesser factions."""
    found: dict[tuple[int, int], tuple[int, ...]] | None = m.cache.get("free")
    if found is None:
        gathered: dict[tuple[int, int], list[int]] = {}
        s = m.state
        place, side, columns = s.place, s.controller, s.columns
        locked, holding, empire = columns["locked"], columns["holding"], columns["empire"]
        for squad in all_squads(m):  # as `is_free` says it, which is asked too often here
            if place[squad] != NOWHERE and not (locked[squad] or holding[squad] or empire[squad]):
                gathered.setdefault((place[squad], side[squad]), []).append(squad)
        found = m.cache["free"] = {at: tuple(squads) for at, squads in gathered.items()}
    return found


def is_free(m: Match, squad: int) -> bool:
    """Whether a squad is neither captured, nor in a cell or holding, nor held by the Empire."""
    s = m.state
    columns = s.columns
    return (
        s.place[squad] != NOWHERE
        and not columns["locked"][squad]
        and not columns["holding"][squad]
        and not columns["empire"][squad]
    )


def there(m: Match, area: int, side: int) -> tuple[int, ...]:
    """Return the free squads of a side in an area, infiltrated or not."""
    return standing(m).get((area, side), NOBODY)


def friends(m: Match, squad: int) -> tuple[int, ...]:
    """Return the free squads of its player in the area of a squad, itself included."""
    return there(m, m.state.place[squad], m.state.controller[squad])


def free_squads(m: Match, player: int) -> tuple[int, ...]:
    """Return the free squads of a player."""
    found: dict[int, tuple[int, ...]] | None = m.cache.get("free squads")
    if found is None:
        gathered: dict[int, tuple[int, ...]] = {}
        for (_, side), squads in standing(m).items():
            gathered[side] = gathered[side] + squads if side in gathered else squads
        found = m.cache["free squads"] = gathered
    return found.get(player, NOBODY)


def home(m: Match, player: int) -> int:
    """Return the Home Base of a player (WR-035)."""
    return land(m).home[player]


def at_home(m: Match, squad: int) -> bool:
    """Whether a squad stands in the Home Base of its player."""
    side = m.state.controller[squad]
    return side < m.facts.players and m.state.place[squad] == land(m).home[side]


def base_side(m: Match, area: int) -> int:
    """Return who controls a base: its player, the planet for a lesser faction, or NOWHERE (WR-035, WR-055, WR-189)."""
    base = land(m).base[area]
    if not base:
        return NOWHERE
    if base <= m.facts.players and not seats.is_out(m, base - 1):
        return base - 1
    return planet(m) if there(m, area, planet(m)) else NOWHERE


def infiltrated(m: Match, squad: int) -> bool:
    """Whether a free squad stands in a base that somebody else controls (WR-164)."""
    side = base_side(m, m.state.place[squad])
    return side not in (NOWHERE, m.state.controller[squad])


def intruding(m: Match, squad: int) -> bool:
    """Whether a free squad is infiltrated in the base of a player; lesser squads come back to bases with camps."""
    return infiltrated(m, squad) and base_side(m, m.state.place[squad]) != planet(m)


def counted(m: Match, squads: tuple[int, ...]) -> int:
    """Return as how many squads count: one each, more where they are camped (WR-047, WR-095)."""
    camp = m.state.columns["camp"]
    camped = m.facts.constants["camp_strength"]
    return sum(camped if camp[squad] else 1 for squad in squads)


def strength(m: Match, side: int, area: int) -> int:
    """Return the strength with which a side repels in an area: squads, camps, ID Scanners, its base (WR-047)."""
    squads = there(m, area, side)
    scanner = m.state.columns[SCANNER]
    base = m.facts.constants["base_strength"] if base_side(m, area) == side else 0
    return counted(m, squads) + sum(scanner[squad] for squad in squads) + base


def mover_strength(m: Match, side: int, area: int) -> int:
    """Return the strength of a squad that moves into an area, with its friends there; no scanner counts (WR-048)."""
    return 1 + counted(m, there(m, area, side))


def force(m: Match, squads: tuple[int, ...]) -> int:
    """Return offence or defence of squads: one each, and one for each unit of Assault Rifles (WR-104, WR-107)."""
    rifles = m.state.columns[RIFLES]
    return len(squads) + sum(rifles[squad] for squad in squads)


def defence(m: Match, squad: int) -> int:
    """Return the defence of a squad: that of its free friends in the area (WR-107)."""
    return force(m, friends(m, squad))


# -- what squads carry -------------------------------------------------------------------------------------------


def cargo(m: Match, obj: int) -> int:
    """Return how many tokens a squad carries, or lie loose in an area."""
    columns = m.state.columns
    found = 0
    for token in TOKENS:
        found += columns[token][obj]
    return found


def spaces(m: Match, squad: int) -> int:
    """Return how many cargo spaces a squad has; Armoured Haulage opens more (WR-081)."""
    numbers = m.facts.constants
    return numbers["cargo_spaces"] + (numbers["armoured_spaces"] if m.state.columns[HAULAGE][squad] else 0)


def room(m: Match, squad: int) -> int:
    """Return how many tokens more a squad can carry."""
    return max(0, spaces(m, squad) - cargo(m, squad))


def armoured(m: Match, squad: int) -> int:
    """Return how many of its tokens lie in armoured spaces, which are filled first."""
    if not m.state.columns[HAULAGE][squad]:
        return 0
    return min(m.facts.constants["armoured_spaces"], cargo(m, squad))


def titles(m: Match, squad: int) -> list[str]:
    """Return the equipment titles that a squad carries."""
    columns = m.state.columns
    return [title for title in TITLES if columns[title][squad]]


def units(m: Match, squad: int) -> int:
    """Return how many equipment titles a squad carries."""
    columns, found = m.state.columns, 0
    for title in TITLES:
        if columns[title][squad]:
            found += 1
    return found


def can_carry(m: Match, squad: int, title: str) -> bool:
    """Whether a squad may be given a unit of a title: one of each, and so many titles (WR-150)."""
    return not m.state.columns[title][squad] and units(m, squad) < m.facts.constants["equipment_titles"]


def captives(m: Match, captor: int) -> list[int]:
    """Return the squads that a squad has captured."""
    return [held for held in holding.held(m, captor) if is_squad(m, held)]


def prisoner(m: Match, area: int) -> int:
    """Return the squad that is locked in the cell of a base, NOWHERE where the cell is empty."""
    locked, place = m.state.columns["locked"], m.state.place
    return next((squad for squad in all_squads(m) if locked[squad] and place[squad] == area), NOWHERE)


def waiting(m: Match, area: int) -> list[int]:
    """Return the squads that wait in the holding of a base, first in first out (WR-066)."""
    holding, place = m.state.columns["holding"], m.state.place
    found = [squad for squad in all_squads(m) if holding[squad] and place[squad] == area]
    return sorted(found, key=lambda squad: holding[squad])
