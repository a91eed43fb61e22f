"""How many actions the ways to win still take a faction: Infinite Power, the Empire, annihilation, domination.

Each way is worth the more the nearer it is (`nearness`), so that a faction goes on where it is ahead, and stands in the
way of a rival who nearly has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import exp
from typing import TYPE_CHECKING, NamedTuple

from cardlib.games.war_rig import sites, squads
from cardlib.games.war_rig.board import land
from cardlib.games.war_rig.judgement import weights as w
from cardlib.games.war_rig.judgement.plans import Path, Plan, unarmed
from cardlib.games.war_rig.kinds import SCANNER, store
from cardlib.games.war_rig.ways_to_win import empire, power
from cardlib.kernel import seats
from cardlib.kernel.boards.distances import distances
from cardlib.kernel.boards.occupants import board_of
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


def nearness(effort: float) -> float:
    """Return what a way is worth on which so many actions are left."""
    return w.NEAR * exp(-effort / w.FAR)


def prospects(ahead: Sequence[float]) -> float:
    """Return what all ways are worth together: the nearest one, and a share of the others, which cost the same."""
    near = [nearness(effort) for effort in ahead]
    return w.OTHERS * sum(near) + (1.0 - w.OTHERS) * max(near)


class Ways(NamedTuple):
    """How many actions each way to win still takes a faction."""

    power: float
    empire: float
    annihilation: float
    domination: float


def ways(m: Match, player: int, plan: Plan) -> Ways:
    """Return how far a player is from winning, by each way."""
    loyal, invading = sorted(plan.paths, key=lambda path: path.loyal, reverse=True)
    return Ways(
        by_power(m, player, loyal), by_empire(m, player, invading), by_annihilation(m, player), by_domination(m, player)
    )


def nearer(effort: float, saved: float) -> float:
    """Return what it is worth to have so many fewer actions left on a way."""
    return nearness(max(0.0, effort - saved)) - nearness(effort)


def by_power(m: Match, player: int, path: Path) -> float:
    """Return what Infinite Power still takes: facilities, their turns of work, the sway of rivals (WR-262, WR-270)."""
    ruler, numbers = power.controller(m), m.facts.constants
    if ruler == player:
        sway = sorted(m.state.players[rival]["sway"] for rival in seats.opponents(m, player))
        return w.SWAY * sum(sway[: power.loyalties_needed(m)])
    ahead = w.SWAY * numbers["sway"] * power.loyalties_needed(m)
    if ruler != NOWHERE:
        return ahead + path.effort + w.BLOCKED
    columns, worked = m.state.columns, 0
    for site in sites.working_facilities(m, power.REACTOR, player):
        worked = min(numbers["reactor_turns"], columns["working_turns"][site])
    return ahead + path.effort + w.TURN * (numbers["reactor_turns"] - worked) + w.SUMMON


def by_empire(m: Match, player: int, path: Path) -> float:
    """Return what the Empire still takes: the facilities, the waves until it holds all, ships lost (WR-251, WR-254)."""
    around = board_of(m).tracks["waves"].spaces
    if empire.summoner(m) == player:
        open_, ships = sum(not empire.is_held(m, space) for space in around), empire.ships(m)
        hits = sum(m.state.columns["hit"][ship] for ship in ships)
        waves = -(-open_ // max(1, len(ships))) + 1
        return w.TURN * waves + hits * w.WRECK + w.RUIN * m.state.vars["ships_lost"]
    ahead = w.SUMMON + w.TURN * (1 + len(around) // m.facts.constants["drop_ships"])
    return path.effort + ahead + (w.BLOCKED if empire.summoner(m) != NOWHERE else 0.0)


def by_annihilation(m: Match, player: int) -> float:
    """Return what is left of rivals: their squads, free or held, and the parts of their rigs (WR-274 to WR-276).

    Free squads are caught, or shot by a rig, once there is one that moves, aims and fires.
    """
    key = ("to catch", player)
    known: float | None = m.steady.get(key)
    if known is None:
        known = m.steady[key] = _to_catch(m, player)
    key = ("to burn", player)
    burnt: float | None = m.cache.get(key)
    if burnt is None:
        burnt = m.cache[key] = _to_burn(m, player)
    return known + burnt


def _to_catch(m: Match, player: int) -> float:
    """What the squads of rivals still take."""
    rivals = seats.opponents(m, player)
    s, columns, home = m.state, m.state.columns, squads.home(m, player)
    left = caught = shot = 0.0
    for squad in squads.all_squads(m):
        if s.controller[squad] not in rivals:
            continue
        captor = s.host[squad]
        if captor != NOWHERE and s.controller[captor] == player:
            left += w.LED
        elif s.place[squad] == home and columns["locked"][squad]:
            left += w.LOCKED + w.COUNTER * columns["coercion"][squad]
        elif s.place[squad] == home and columns["holding"][squad]:
            left += w.WAITS
        else:
            items = squads.units(m, squad)
            caught += w.HUNT + w.ITEM * items
            shot += w.SHOOT + w.WRECK * items
    own = sites.rig_of(m, player)
    return left + (min(caught, shot + w.ARM * unarmed(m, own)) if own != NOWHERE else caught)


def _to_burn(m: Match, player: int) -> float:
    """What the rigs of rivals still take: sabotage in their bases, and anywhere for who has nothing to fire."""
    rivals, ground, s, fire = seats.opponents(m, player), land(m), m.state, m.state.columns["fire"]
    own = sites.rig_of(m, player)
    armed = own != NOWHERE and not unarmed(m, own)
    left = 0.0
    for rig in sites.rigs(m):
        if s.controller[rig] in rivals:
            inside = ground.base[s.place[rig]]
            for part in sites.parts(m, rig):
                if not fire[part]:
                    left += w.RUIN if inside or not armed else 1.0 + w.WRECK * sites.remaining(m, part)
    return left


def by_domination(m: Match, player: int) -> float:
    """Return what it takes to hold all resource-rich locations: squads enough, each camped where it counts (WR-273).

    A squad that camps there counts two, one more with an ID Scanner, which may still lie in the store.
    """
    numbers, s = m.facts.constants, m.state
    scanner, most, each = s.columns[SCANNER], numbers["domination_strength"], numbers["camp_strength"]
    ground, own = land(m).resource_rich, squads.free_squads(m, player)
    sharp = sum(scanner[squad] for squad in own)
    stored = min(len(own) - sharp, s.players[player][store(SCANNER)])
    lacking = most * len(ground) - each * len(own) - sharp - stored
    if lacking > w.REACH:
        return w.STRENGTH * lacking + w.SETTLED
    rivals = seats.opponents(m, player)
    factor = numbers["repel_factor"]
    needed = [max([most, *(factor * squads.mover_strength(m, rival, area) for rival in rivals)]) for area in ground]
    shares = [
        [(first, -(-max(0, least - (each + 1) * first) // each)) for first in range(-(-least // (each + 1)) + 1)]
        for least in needed
    ]
    best = w.STRENGTH * max(each, lacking) + w.SETTLED
    for share in product(*shares):
        sharps, others = sum(one[0] for one in share), sum(one[1] for one in share)
        if sharps <= sharp and sharps + others <= len(own):
            best = min(best, _settling(m, own, share))
    return best


def _settling(m: Match, own: Sequence[int], share: Sequence[tuple[int, int]]) -> float:
    """Return what it takes to be so many in each location, with ID Scanners and others: moves, and camps there."""
    camp, scanner, place = m.state.columns["camp"], m.state.columns[SCANNER], m.state.place
    board, loose, found = board_of(m), set(own), 0.0
    for sharp in (True, False):
        short = []
        for area, (sharps, others) in zip(land(m).resource_rich, share, strict=True):
            fit = [one for one in loose if place[one] == area and (scanner[one] or not sharp)]
            stays = sorted(fit, key=lambda one: (-camp[one], one))[: sharps if sharp else others]
            loose.difference_update(stays)
            found += w.SETTLE * sum(1 - camp[one] for one in stays)
            short += [area] * ((sharps if sharp else others) - len(stays))
        for area in short:
            far = distances(board, area)
            fit = [one for one in loose if scanner[one] or not sharp]
            nearest = min(fit, key=lambda one: (far[place[one]] + camp[one], one))
            loose.remove(nearest)
            found += w.SETTLE + w.STRAY * (far[place[nearest]] + camp[nearest])
    return found
