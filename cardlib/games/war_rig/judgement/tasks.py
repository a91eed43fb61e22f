"""What the free squads and the rig of a faction are about: where they stand, and what they can do there or nearby.

Each squad counts the best of what it may do, a share of what doing it would bring, less for each move that it is away.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from cardlib.games.war_rig import empire, sites, squads
from cardlib.games.war_rig.board import land
from cardlib.games.war_rig.gathering import SUPPLY_OF
from cardlib.games.war_rig.judgement import weights as w
from cardlib.games.war_rig.judgement.plans import Plan, unarmed
from cardlib.games.war_rig.judgement.ways import Ways, nearer
from cardlib.games.war_rig.kinds import RESOURCES, SCANNER
from cardlib.kernel import seats
from cardlib.kernel.boards.distances import distances
from cardlib.kernel.boards.occupants import board_of
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


class Goal(NamedTuple):
    """Something for one squad to do: where, what it is worth to be there, and whether it takes equipment."""

    worth: float
    space: int
    armed: bool


def tasks(m: Match, player: int, plan: Plan, ahead: Ways) -> float:
    """Return what the free squads of a player are about: a few raid or hunt, whoever gains most; the others gather."""
    own = [squad for squad in squads.free_squads(m, player) if not squads.captives(m, squad)]
    board, place = board_of(m), m.state.place
    fields = gathering_places(m, plan)
    home = squads.home(m, player)
    found = {squad: gathering(m, squad, home, fields) for squad in own}
    busy: set[int] = set()
    for goal in sorted(goals(m, player, plan, ahead), reverse=True)[: (len(own) + 1) // w.RAIDERS]:
        far = distances(board, goal.space)
        gains = {
            squad: goal.worth * (1.0 - w.PACE * far[place[squad]]) - found[squad]
            for squad in own
            if squad not in busy and (not goal.armed or squads.units(m, squad))
        }
        best = max(gains, key=lambda squad: gains[squad], default=NOWHERE)
        if best != NOWHERE and gains[best] > 0:
            busy.add(best)
            found[best] += gains[best]
    return sum(found.values())


def gathering_places(m: Match, plan: Plan) -> dict[int, float]:
    """Return by area how good it is to gather there, 1 where what is wanted can be had."""
    columns = m.state.columns
    short = {token for token, want, have in zip(RESOURCES, plan.want, plan.have, strict=False) if have < want}
    if drawable(m) > plan.have[-1] and (plan.paths[0].missing or plan.cards < w.CARDS):
        short.add("tech")
    found = {}
    for space, kinds in enumerate(land(m).yields):
        if kinds and "scrap" not in kinds:
            area = squads.area_of(m, space)
            left = {kind for kind in kinds if columns[SUPPLY_OF[kind]][area]}
            if left and ("tech" not in left or "tech" in short):
                found[space] = 1.0 if left & short else w.UNWANTED
    return found


def drawable(m: Match) -> int:
    """Return how many cards can still be had for tech tokens."""
    return len(m.state.zones[m.facts.zone["deck"][0]])


def gathering(m: Match, squad: int, home: int, fields: Mapping[int, float]) -> float:
    """Return what the spaces of a squad are worth where it stands, free ones and those to unload, and its camp."""
    here, room = m.state.place[squad], squads.room(m, squad)
    far = distances(board_of(m), here)
    best = max((good * (1.0 - w.PACE * far[space]) for space, good in fields.items()), default=0.0)
    found = w.SPACE * room * max(0.0, best)
    found += w.UNLOAD * squads.cargo(m, squad) * (1.0 - w.PACE * far[home])
    if m.state.columns["camp"][squad]:
        found += w.CAMPED * (1.0 if room > 1 and here in fields else -1.0)
    return found


def goals(m: Match, player: int, plan: Plan, ahead: Ways) -> list[Goal]:
    """Return what there is to do beside gathering: rival bases, and the last squads of rivals."""
    ground, place = land(m), m.state.place
    caught = nearer(ahead.annihilation, w.HUNT - w.LED) + w.FREE - w.KEPT + w.CAPTIVE
    found = []
    for space in ground.bases:
        side = squads.base_side(m, space)
        if side not in (NOWHERE, player):
            found.append(Goal(inside(m, space, side, plan, ahead, caught), space, armed=False))
    for rival in seats.opponents(m, player):
        left = squads.free_squads(m, rival)
        for squad in left if len(left) <= w.HUNTED else ():
            if not ground.base[place[squad]]:
                found.append(Goal(w.PURSUIT * caught, place[squad], armed=True))
                found.append(Goal(w.PURSUIT * caught, place[squad], armed=False))
    return found


def inside(m: Match, space: int, side: int, plan: Plan, ahead: Ways, caught: float) -> float:
    """Return what a squad may do in a base of somebody else: recruit, else sabotage or spy (WR-165)."""
    scanner = m.state.columns[SCANNER]
    guards = squads.there(m, space, side)
    found = 0.0
    if side >= m.facts.players:
        caught = w.CAPTIVE + nearer(ahead.domination, w.STRENGTH * m.facts.constants["camp_strength"])
    if guards:
        needed = len(guards) + sum(scanner[guard] for guard in guards)
        found = w.RECRUIT * caught * max(0, 6 - needed) / 6
    if side >= m.facts.players:
        return found
    rig = sites.rig_of(m, side)
    parts = sites.parts(m, rig) if rig != NOWHERE and m.state.place[rig] == space else ()
    if any(not m.state.columns["fire"][part] for part in parts):
        found = max(found, w.RAID * nearer(ahead.annihilation, w.RUIN))
    if plan.paths[0].missing and m.state.zones[m.facts.zone["inventory"][side]]:
        found = max(found, w.SPY * nearer(min(ahead.power, ahead.empire), w.FIND))
    return found


def led(m: Match, squad: int, home: int) -> float:
    """Return what the captives of a squad are worth, less for each move from home."""
    captives = len(squads.captives(m, squad))
    return captives * (w.CAPTIVE - w.ESCORT * distances(board_of(m), m.state.place[squad])[home]) if captives else 0.0


def jailer(m: Match, player: int, home: int) -> float:
    """Return how near somebody is to coerce the prisoner in the cell."""
    if squads.prisoner(m, home) == NOWHERE:
        return 0.0
    far = distances(board_of(m), home)
    moves = [far[m.state.place[one]] for one in squads.free_squads(m, player)]
    return w.JAILER * max(0, 3 - min(moves, default=3))


def chase(m: Match, player: int, rig: int) -> float:
    """Return how far a ready rig is from what it may be fired at."""
    s, ground = m.state, land(m)
    far = distances(board_of(m), s.place[rig])
    spots = [s.place[ship] for ship in empire.ships(m)] if empire.summoner(m) not in (NOWHERE, player) else []
    if not spots:
        for rival in seats.opponents(m, player):
            spots += [s.place[one] for one in squads.free_squads(m, rival) if not ground.base[s.place[one]]]
            other = sites.rig_of(m, rival)
            if other != NOWHERE and not ground.base[s.place[other]] and sites.parts(m, other):
                spots.append(s.place[other])
        spots += [
            s.place[site]
            for site in sites.facilities(m)
            if s.controller[site] != player and not ground.base[s.place[site]] and sites.works(m, site)
        ]
    return w.CHASE * min([far[spot] for spot in spots], default=5)


def danger(m: Match, player: int) -> float:
    """Return how exposed the free squads of a player are to the ready rigs of rivals."""
    s, ground = m.state, land(m)
    found = 0.0
    for rival in seats.opponents(m, player):
        rig = sites.rig_of(m, rival)
        if rig == NOWHERE or not sites.parts(m, rig) or unarmed(m, rig):
            continue
        far = distances(board_of(m), s.place[rig])
        for squad in squads.free_squads(m, player):
            if not ground.base[s.place[squad]]:
                found += w.DANGER / (1 + far[s.place[squad]]) if far[s.place[squad]] < 2 else 0.0
    return found
