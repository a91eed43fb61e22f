"""What the free squads and the rig of a faction are about: where they stand, and what they can do there or nearby.

Each squad counts the best of what it may do, a share of what doing it would bring, less for each move that it is away.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from cardlib.games.war_rig import sites, squads
from cardlib.games.war_rig.board import area_of, land
from cardlib.games.war_rig.judgement import weights as w
from cardlib.games.war_rig.judgement.plans import Plan, unarmed
from cardlib.games.war_rig.judgement.ways import Ways, nearer
from cardlib.games.war_rig.kinds import RESOURCES, SCANNER, SUPPLY_OF
from cardlib.games.war_rig.ways_to_win import empire
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
    """Return what the free squads of a player are about: a few raid or hunt, whoever gains most; the others gather.

    Where rivals are nearly gone all of them may, several for one goal.
    """
    leading = leaders(m, player)
    own = [squad for squad in squads.free_squads(m, player) if squad not in leading]
    board, place, camp = board_of(m), m.state.place, m.state.columns["camp"]
    fields = gathering_places(m, plan)
    home = squads.home(m, player)
    spots = {space: yielding(m, space, fields) for space in {place[squad] for squad in own}}
    found = {squad: gathering(m, squad, home, fields, spots[place[squad]]) for squad in own}
    busy: set[int] = set()
    every, raiders = goals(m, player, plan, ahead), (len(own) + 1) // w.RAIDERS
    if nearly_gone(m, player):
        every, raiders = every * len(own), len(own)
    for goal in sorted(every, reverse=True)[:raiders]:
        far = distances(board, goal.space)
        gains = {
            squad: goal.worth * (1.0 - w.PACE * (far[place[squad]] + camp[squad])) - found[squad]
            for squad in own
            if squad not in busy and (not goal.armed or squads.units(m, squad))
        }
        best = max(gains, key=lambda squad: gains[squad], default=NOWHERE)
        if best != NOWHERE and gains[best] > 0:
            busy.add(best)
            found[best] += gains[best]
    return sum(found.values())


def gathering_places(m: Match, plan: Plan) -> dict[int, float]:
    """Return by area how good it is to gather there, 1 where what is wanted can be had.

    Tech is wanted the less, the fewer tokens are enough for the rest of the deck: else the last ones would be left.
    """
    columns = m.state.columns
    short = {token for token, want, have in zip(RESOURCES, plan.want, plan.have, strict=False) if have < want}
    wanted = plan.paths[0].missing or plan.cards < w.CARDS
    tech = min(1.0, (drawable(m) - plan.have[-1]) / w.LAST_CARDS) if wanted else 0.0
    found = {}
    ground = land(m)
    for space in ground.fields:
        area = area_of(m, space)
        left = [kind for kind in ground.yields[space] if columns[SUPPLY_OF[kind]][area]]
        if "tech" in left:
            if tech > 0.0:
                found[space] = tech
        elif left:
            found[space] = w.UNWANTED if short.isdisjoint(left) else 1.0
    return found


def drawable(m: Match) -> int:
    """Return how many cards can still be had for tech tokens."""
    return len(m.state.zones[m.facts.zone["deck"][0]])


def yielding(m: Match, here: int, fields: Mapping[int, float]) -> float:
    """Return what a free space of a squad is worth in an area, by what is gathered nearby."""
    far = distances(board_of(m), here)
    return max(0.0, *[good * (1.0 - w.PACE * far[space]) for space, good in fields.items()]) if fields else 0.0


def gathering(m: Match, squad: int, home: int, fields: Mapping[int, float], best: float) -> float:
    """Return what the spaces of a squad are worth where it stands, free ones and those to unload, and its camp."""
    here, cargo = m.state.place[squad], squads.cargo(m, squad)
    room = max(0, squads.spaces(m, squad) - cargo)
    found = w.SPACE * room * best
    found += w.UNLOAD * cargo * (1.0 - w.PACE * distances(board_of(m), here)[home])
    if m.state.columns["camp"][squad]:
        found += w.CAMPED * (1.0 if room > 1 and fields.get(here, 0.0) >= best > 0.0 else -1.0)
    return found


class Base(NamedTuple):
    """A base of somebody else: its side, and what may be done in it, whoever does it."""

    space: int
    side: int
    recruits: float  # of what a captive brings, the share that an attempt to recruit is worth
    burns: bool  # a rig with a part that does not burn stands there


def bases(m: Match, player: int) -> tuple[Base, ...]:
    """Return the bases that others control."""
    key = ("bases", player)
    found: tuple[Base, ...] | None = m.cache.get(key)
    if found is None:
        sides = [(space, squads.base_side(m, space)) for space in land(m).bases]
        found = m.cache[key] = tuple([_base(m, space, side) for space, side in sides if side not in (NOWHERE, player)])
    return found


def _base(m: Match, space: int, side: int) -> Base:
    fire = m.state.columns["fire"]
    recruits = w.RECRUIT * odds_to_recruit(m, space, side)
    if side >= m.facts.players:
        return Base(space, side, recruits, burns=False)
    rig = sites.rig_of(m, side)
    parts = sites.parts(m, rig) if rig != NOWHERE and m.state.place[rig] == space else ()
    return Base(space, side, recruits, burns=not all(fire[part] for part in parts))


def odds_to_recruit(m: Match, base: int, side: int) -> float:
    """Return how likely an attempt to recruit in a base of a side succeeds; 0 where nobody is there (WR-166)."""
    guards, scanner = squads.there(m, base, side), m.state.columns[SCANNER]
    return max(0, 6 - len(guards) - sum([scanner[guard] for guard in guards])) / 6 if guards else 0.0


def goals(m: Match, player: int, plan: Plan, ahead: Ways) -> list[Goal]:
    """Return what there is to do beside gathering: rival bases, and the last squads of rivals where nothing hides them.

    A base that nobody controls hides nobody (WR-055).
    """
    place = m.state.place
    caught = nearer(ahead.annihilation, w.HUNT - w.LED) + w.FREE - w.KEPT + w.CAPTIVE
    found = [Goal(inside(m, base, plan, ahead, caught), base.space, armed=False) for base in bases(m, player)]
    for rival in seats.opponents(m, player):
        left = squads.free_squads(m, rival)
        for squad in left if len(left) <= w.HUNTED else ():
            if squads.base_side(m, place[squad]) == NOWHERE:
                found.append(Goal(w.PURSUIT * caught, place[squad], armed=True))
                found.append(Goal(w.PURSUIT * caught, place[squad], armed=False))
    return found


def nearly_gone(m: Match, player: int) -> bool:
    """Whether each rival has hardly a free squad, and fewer than the player: then all squads may raid and hunt."""
    most = min(w.REST, len(squads.free_squads(m, player)) - 1)
    return all(len(squads.free_squads(m, rival)) <= most for rival in seats.opponents(m, player))


def inside(m: Match, base: Base, plan: Plan, ahead: Ways, caught: float) -> float:
    """Return what a squad may do in a base of somebody else: recruit, else sabotage or spy (WR-165)."""
    if base.side >= m.facts.players:
        strength = w.STRENGTH * m.facts.constants["camp_strength"]
        return base.recruits * (w.CAPTIVE + nearer(ahead.domination, strength)) if base.recruits else 0.0
    found = base.recruits * caught
    if base.burns:
        found = max(found, w.RAID * nearer(ahead.annihilation, w.RUIN))
    if plan.paths[0].missing and m.state.zones[m.facts.zone["inventory"][base.side]]:
        found = max(found, w.SPY * nearer(min(ahead.power, ahead.empire), w.FIND))
    return found


def leaders(m: Match, player: int) -> Mapping[int, int]:
    """Return the free squads of a player that lead captives, each with how many."""
    key = ("leaders", player)
    found: dict[int, int] | None = m.steady.get(key)
    if found is None:
        host, controller = m.state.host, m.state.controller
        captors = [host[squad] for squad in squads.all_squads(m) if host[squad] != NOWHERE]
        found = m.steady[key] = {captor: captors.count(captor) for captor in captors if controller[captor] == player}
    return found


def led(m: Match, player: int) -> float:
    """Return what the captives that squads of a player lead are worth, less for each move from home."""
    leading = leaders(m, player)
    if not leading:
        return 0.0
    far, place = distances(board_of(m), squads.home(m, player)), m.state.place
    return sum([captives * (w.CAPTIVE - w.ESCORT * far[place[captor]]) for captor, captives in leading.items()])


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
    """Return how exposed the free squads of a player are: to recruiters at home, outside to ready rigs of rivals."""
    rivals = len(seats.opponents(m, player))  # of several one alone gains by it
    return w.LOST * recruited(m, player) / max(1, rivals) + under_fire(m, player)


def recruited(m: Match, player: int) -> float:
    """Return how likely rivals soon recruit a squad at home: the fewer guards there are, the likelier."""
    home, place, camp = squads.home(m, player), m.state.place, m.state.columns["camp"]
    odds = odds_to_recruit(m, home, player)
    if not odds:
        return 0.0
    far, safe, rivals = distances(board_of(m), home), 1.0, seats.opponents(m, player)
    for rival in rivals:
        for squad in squads.free_squads(m, rival):
            moves = far[place[squad]] + camp[squad]
            if moves < len(w.COMING):
                safe *= 1.0 - odds * w.COMING[moves] / len(rivals)
    return 1.0 - safe


def under_fire(m: Match, player: int) -> float:
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
                found += w.DANGER / (1 + 2 * far[s.place[squad]]) if far[s.place[squad]] < 2 else 0.0
    return found
