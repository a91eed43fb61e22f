"""How good a position of War Rig is: squads and what they are about, prisoners, stock, what is built, locations.

The turn limit ranks by locations, loyalty, squads, parts and facilities, so these count most; what leads to them counts
by how near it is: captives and cargo on their way home, infiltrated squads that may recruit, camps where one gathers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.war_rig import infiltrating, power, rigs, sites, squads, winning
from cardlib.games.war_rig.board import land
from cardlib.games.war_rig.kinds import RESOURCES, TITLES, TOKENS, store
from cardlib.kernel import seats
from cardlib.kernel.boards.distances import distance
from cardlib.kernel.boards.occupants import board_of
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

WON = 200.0
FREE, KEPT_FROM = 10.0, 3.0  # a squad of one's own that is free, and one that is not
LOCATION, LOYAL = 12.0, 15.0
CAPTIVE, WAITING, PRISONER, COERCING = 4.0, 4.2, 7.5, 1.0
WORTH = {"scrap": 0.1, "tech": 0.55}  # of a token aboard, beside the colours
PART, FACILITY, UNIT, CARD = 1.6, 2.5, 0.8, 0.6
STOCK = 0.55  # a resource at home


def evaluate(m: Match, player: int) -> float:
    """Return how good a position is for a player, against the best of the others."""
    s = m.state
    if s.result is not None:
        if s.result[0] == NOWHERE:
            return 0.0
        return WON if s.result[0] == player else -WON
    if seats.is_out(m, player):
        return -WON / 2
    others = [worth(m, other) for other in seats.opponents(m, player)]
    return worth(m, player) - max(others, default=0.0)


def worth(m: Match, player: int) -> float:
    """Return what a player has, and how near it is to more."""
    found = LOCATION * winning.locations_controlled(m, player) + LOYAL * power.loyal_to(m, player)
    found += built(m, player) + stocked(m, player)
    controller, home = m.state.controller, squads.home(m, player)
    for squad in squads.all_squads(m):
        if controller[squad] != player:
            if m.state.place[squad] == home and not squads.is_free(m, squad):
                locked = m.state.columns["locked"][squad]
                found += PRISONER - COERCING * m.state.columns["coercion"][squad] if locked else WAITING
        elif squads.is_free(m, squad):
            found += FREE + about(m, squad, home)
        else:
            found += KEPT_FROM
    return found


def stocked(m: Match, player: int) -> float:
    """Return what the home stock, the store and the inventory of a player are worth."""
    stock, zones, zone = m.state.players[player], m.state.zones, m.facts.zone
    found = STOCK * sum(min(stock[colour], 8) for colour in RESOURCES) + 0.1 * stock["scrap"] + 0.6 * stock["tech"]
    found += 0.8 * UNIT * sum(stock[store(title)] for title in TITLES)
    return found + CARD * sum(min(8, len(zones[zone[kind][player]])) for kind in ("inventory", "known", "parts"))


def built(m: Match, player: int) -> float:
    """Return what the rig and the facilities of a player are worth."""
    found = FACILITY * sum(m.state.controller[site] == player for site in sites.facilities(m))
    rig = sites.rig_of(m, player)
    if rig == NOWHERE or not sites.parts(m, rig):
        return found
    found += sum(PART * (1 + sites.remaining(m, part) / 10) for part in rigs.working_parts(m, rig))
    return found + 1.5 * rigs.can_move(m, rig) + 1.5 * (rigs.has_targeting(m, rig) and bool(rigs.weapons(m, rig)))


def about(m: Match, squad: int, home: int) -> float:
    """Return what a free squad is about: what it carries home, whom it leads, where it may recruit or gather."""
    s = m.state
    columns, here = s.columns, s.place[squad]
    far = distance(board_of(m), here, home)
    found = UNIT * len(squads.titles(m, squad))
    carried = sum(WORTH.get(token, 0.5) * columns[token][squad] for token in TOKENS)
    if carried:
        found += carried * (1.0 - 0.2 * far)
    if here == home and squads.prisoner(m, home) != NOWHERE:
        found += 0.8
    led = len(squads.captives(m, squad))
    if led:
        return found + led * (CAPTIVE - 0.6 * far)
    if squads.infiltrated(m, squad):
        guards = len(infiltrating.guards(m, squad))
        return found + 2.2 * max(0, 6 - guards) / 6 if guards else found
    free = squads.room(m, squad) / squads.spaces(m, squad)
    if land(m).yields[here] and free and here != land(m).wastes:
        found += free * (0.45 + (0.25 if columns["camp"][squad] else 0.0))
    elif columns["camp"][squad]:
        found -= 0.05  # with no space left it has to decamp before it comes home
    elif here == land(m).wastes:
        found += 0.2
    return found
