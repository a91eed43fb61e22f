"""How good a position of War Rig is: squads and what they are about, prisoners, stock, what is built, ways to win.

Each way to win has its measure: how far the facilities of a path are held and built, what sway is left, what the
Empire holds, whether there are squads enough for three locations, how many squads a rival has left. What the turn limit
ranks first, locations, counts little until the limit is near, so that squads do not wait there instead of working.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.war_rig import empire, equipping, infiltrating, power, rigs, sites, squads, winning
from cardlib.games.war_rig.board import land
from cardlib.games.war_rig.judgement import plans
from cardlib.games.war_rig.kinds import RESOURCES, RIFLES, SCANNER, TITLES, TOKENS, TOOLS, store
from cardlib.kernel import seats
from cardlib.kernel.boards.distances import distance
from cardlib.kernel.boards.occupants import board_of
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

WON = 400.0
FREE, KEPT_FROM = 10.0, 3.0  # a squad of one's own that is free, and one that is not
FEW, LAST = 3, 6.0  # rivals with no more squads than this are worth finishing off: points for each one fewer
LOCATION, EARLY, LATE = 12.0, 0.01, 6  # a location at the end; the share of it before the last turns
CAPTIVE, WAITING, PRISONER, COERCING = 4.0, 4.6, 7.5, 1.0
WANTED, SPARE, ENOUGH = 1.7, 0.7, 8  # a resource that a plan wants, and each of so many others
SCRAP, TECH, TECH_LATE = 0.1, 1.2, 0.4
FAR_OFF = 0.15  # the share of a token's worth that each move on the way home takes
JAILER = 0.8  # somebody at home to coerce a prisoner
UNIT, SENTRY, CARD = 1.0, 5.5, 1.3  # a unit; a scanner, which costs most and holds locations; a card
BUILT = 1.8  # a resource that went into what stands: never less than it was worth in store
PART, FACILITY = 1.2, 3.0
ON_SITE, PER_MOVE = 4.0, 0.9  # tools on their way to where the next facility is built
RECRUIT, GATHERING, CAMPED, OUTWARD = 2.2, 1.1, 0.3, 0.6  # places: a rival's base, where tokens are, the way there
RAID = 2.6  # in the base of a rival whose last squads are captured, to sabotage what is left of its rig
HUNTED, CHASE = 2, 0.4  # rivals with so few free squads are chased: points for each move that an armed squad is nearer
LOYAL, SWAYED, DISCOVERED, WORKED = 25.0, 10.0, 15.0, 4.0
SUMMONED, HELD, SHIP_LOST = 30.0, 5.0, 10.0
MASSED, SETTLED, SEIZED = 17, 1.6, 6.0  # strength in all with which to settle on all locations at once
UNSETTLED = 1.0  # each move of a squad on its way there


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
    plan = plans.plan(m, player)
    found = plan.progress + built(m, player) + stocked(m, player, plan) + ruling(m, player) + settling(m, player)
    controller, home = m.state.controller, squads.home(m, player)
    left = 0
    for squad in squads.all_squads(m):
        if controller[squad] != player:
            if m.state.place[squad] == home and not squads.is_free(m, squad):
                locked = m.state.columns["locked"][squad]
                found += PRISONER - COERCING * m.state.columns["coercion"][squad] if locked else WAITING
        elif squads.is_free(m, squad):
            left += 1
            found += FREE + about(m, squad, home)
        else:
            found += KEPT_FROM
    found -= LAST * max(0, FEW - left)
    if left > 1 and squads.prisoner(m, home) != NOWHERE:
        found += JAILER * (1.0 if squads.there(m, home, player) else 0.0)
    found -= hunting(m, player)
    site = plans.building_site(m, player, plan.steps)
    if site != NOWHERE:
        found += on_site(m, player, site)
    return found


def lateness(m: Match) -> float:
    """Return how much of what the turn limit ranks counts by now: all of it in the last turns."""
    left = m.facts.constants["turn_limit"] - m.state.vars["turn"]
    return max(EARLY, 1.0 - max(0, left - 1) / LATE)


def settling(m: Match, player: int) -> float:
    """Return what locations are worth: controlled for the ranking, or all of them for domination."""
    ground, scanner = land(m).resource_rich, m.state.columns[SCANNER]
    found = LOCATION * lateness(m) * winning.locations_controlled(m, player)
    own = squads.free_squads(m, player)
    if 2 * len(own) + sum(scanner[squad] for squad in own) < MASSED:
        return found
    most, board, place = m.facts.constants["domination_strength"], board_of(m), m.state.place
    strength = {area: squads.strength(m, player, area) for area in ground}
    weak = [area for area in ground if strength[area] < most]
    for there in strength.values():
        found += SETTLED * min(most, there) + (SEIZED if there >= most else 0.0)
    camp = m.state.columns["camp"]
    for squad in own:
        here = place[squad]
        needed = here in strength and strength[here] - 1 - camp[squad] - scanner[squad] < most
        if weak and not needed:
            found -= UNSETTLED * min(distance(board, here, area) for area in weak) + UNSETTLED * camp[squad]
    return found


def ruling(m: Match, player: int) -> float:
    """Return how near Infinite Power and the Empire bring a player to winning."""
    s = m.state
    found = 0.0
    for site in sites.facilities(m):
        if s.controller[site] == player:
            found += WORKED * min(2, s.columns["working_turns"][site])
    if power.controller(m) == player:
        found += DISCOVERED + LOYAL * power.loyal_to(m, player)
        sway = m.facts.constants["sway"]
        found += sum(SWAYED * (sway - s.players[rival]["sway"]) for rival in seats.opponents(m, player))
    if empire.summoner(m) == player:
        held = sum(s.columns["held"])
        found += SUMMONED + HELD * held - SHIP_LOST * s.vars["ships_lost"]
        found -= sum(s.columns["hit"][ship] for ship in empire.ships(m))
    return found


def stocked(m: Match, player: int, plan: plans.Plan) -> float:
    """Return what the home stock, cargo on its way there, the store and the inventory of a player are worth."""
    s = m.state
    stock, columns, place = s.players[player], s.columns, s.place
    home, board = squads.home(m, player), board_of(m)
    have = [float(stock[token]) for token in TOKENS]
    for squad in squads.free_squads(m, player):
        near = 1.0 - FAR_OFF * distance(board, place[squad], home)
        for kind, token in enumerate(TOKENS):
            if columns[token][squad]:
                have[kind] += near * columns[token][squad]
    found = 0.0
    for kind in range(len(RESOURCES)):
        wanted = min(have[kind], plan.want[kind])
        found += WANTED * wanted + SPARE * min(ENOUGH, have[kind] - wanted)
    found += SCRAP * have[-2] + (TECH_LATE if len(plan.steps) > 2 else TECH) * have[-1]
    found += UNIT * sum(stock[store(title)] for title in TITLES) + SENTRY * stock[store(SCANNER)]
    return found + CARD * len(equipping.inventory(m, player)) + CARD * len(s.zones[m.facts.zone["parts"][player]])


def built(m: Match, player: int) -> float:
    """Return what the rig and the facilities of a player are worth, at least what they cost."""
    s, costs = m.state, m.facts.game.cost
    found = 0.0
    for site in sites.facilities(m):
        if s.controller[site] == player:
            found += BUILT * sum(costs[s.card[site]]) + (FACILITY if sites.works(m, site) else -FACILITY)
    rig = sites.rig_of(m, player)
    if rig == NOWHERE or not sites.parts(m, rig):
        return found
    for part in rigs.working_parts(m, rig):
        found += BUILT * sum(costs[s.card[part]]) + PART * sites.remaining(m, part) / 10
    return found + 1.5 * rigs.can_move(m, rig) + 1.5 * (rigs.has_targeting(m, rig) and bool(rigs.weapons(m, rig)))


def hunting(m: Match, player: int) -> float:
    """Return how far the armed squads of a player are from the last free squads of its rivals."""
    place, board, ground = m.state.place, board_of(m), land(m)
    armed = [place[one] for one in squads.free_squads(m, player) if m.state.columns[RIFLES][one]]
    far = 0
    for rival in seats.opponents(m, player) if armed else ():
        prey = [place[one] for one in squads.free_squads(m, rival)]
        if len(prey) <= HUNTED:
            far += sum(min(distance(board, here, there) for there in armed) for here in prey if not ground.base[here])
    return CHASE * far


def on_site(m: Match, player: int, site: int) -> float:
    """Return how near the tools of a faction are to where its next facility is built."""
    tools, place, camp = m.state.columns[TOOLS], m.state.place, m.state.columns["camp"]
    board = board_of(m)
    far = [distance(board, place[one], site) + camp[one] for one in squads.free_squads(m, player) if tools[one]]
    return ON_SITE - PER_MOVE * min(far) if far else 0.0


def about(m: Match, squad: int, home: int) -> float:
    """Return what a free squad is about: whom it leads, where it may recruit or gather; its equipment."""
    s = m.state
    columns, here = s.columns, s.place[squad]
    found = UNIT * 1.25 * len(squads.titles(m, squad)) + SENTRY * columns[SCANNER][squad]
    led = len(squads.captives(m, squad))
    if led:
        return found + led * (CAPTIVE - 0.6 * distance(board_of(m), here, home))
    if squads.infiltrated(m, squad):
        guards = infiltrating.guards(m, squad)
        needed = len(guards) + sum(columns[SCANNER][guard] for guard in guards)
        if guards:
            return found + RECRUIT * max(0, 6 - needed) / 6
        side = squads.base_side(m, here)
        return found + (RAID if side < m.facts.players and not squads.free_squads(m, side) else 0.0)
    free = squads.room(m, squad) / squads.spaces(m, squad)
    if land(m).yields[here] and free and here != land(m).wastes:
        found += free * (GATHERING + (CAMPED if columns["camp"][squad] else 0.0))
    elif columns["camp"][squad]:
        found -= 0.05  # with no space left it has to decamp before it comes home
    elif here == land(m).wastes:
        found += OUTWARD * free
    return found
