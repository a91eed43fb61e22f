"""How good a position of War Rig is: what a faction has, what its squads are about, how near it is to winning.

Everything is counted in actions (`weights`). What the turn limit ranks first, locations, counts little until the limit
is near, so that squads do not wait there instead of working.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cardlib.games.war_rig import rigs, sites, squads
from cardlib.games.war_rig.building import equipping
from cardlib.games.war_rig.judgement import plans, tasks
from cardlib.games.war_rig.judgement import weights as w
from cardlib.games.war_rig.judgement.ways import prospects, ways
from cardlib.games.war_rig.kinds import SCANNER, TITLES, store
from cardlib.games.war_rig.ways_to_win import winning
from cardlib.kernel import seats
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

STORED = tuple(map(store, TITLES))
STORED_SCANNER = store(SCANNER)
PARTS: Mapping[str, str] = {
    "ways": "how near the ways to win are",
    "squads": "squads, free or held, with their equipment, and prisoners",
    "stock": "resources, scrap, tech tokens, cards and equipment in store",
    "built": "the rig and the facilities",
    "locations": "the locations that are controlled, as the turn limit ranks them",
    "tasks": "what the own squads are about",
    "danger": "what they are in danger of",
}


def evaluate(m: Match, player: int) -> float:
    """Return how good a position is for a player, against the others, the best of them above all."""
    if seats.is_out(m, player):
        return -w.WON / 2
    others = [worth(m, other, player) for other in seats.opponents(m, player)]
    if not others:
        return w.WON
    rivals = m.facts.players - 1  # who is out counts as nothing, so that it is good to be rid of a weak one
    return worth(m, player, player) - w.LEADER * max(others) - (1.0 - w.LEADER) * sum(others) / rivals


def worth(m: Match, player: int, viewer: int) -> float:
    """Return what a player has and how near it is to winning, as far as the viewer may know.

    What squads are about, and what they are in danger of, is counted of the viewer's own alone.
    """
    plan = plans.plan(m, player, viewer)
    ahead = ways(m, player, plan)
    weight = m.judgement.weights
    found = weight["ways"] * prospects(ahead) + weight["squads"] * forces(m, player)
    found += weight["stock"] * stocked(m, player, plan)
    found += weight["built"] * built(m, player, viewer)
    controlled = winning.locations_controlled(m, player)
    if controlled:
        found += weight["locations"] * w.LOCATION * lateness(m) * controlled
    if equipping.without_tools(m, player):
        found -= weight["squads"] * w.TOOLLESS
    if player != viewer:
        return found
    home = squads.home(m, player)
    found += weight["tasks"] * tasks.tasks(m, player, plan, ahead)
    found += weight["tasks"] * tasks.jailer(m, player, home)
    return found - weight["danger"] * tasks.danger(m, player)


def lateness(m: Match) -> float:
    """Return how much of what the turn limit ranks counts by now: all of it in the last turns."""
    left = m.facts.constants["turn_limit"] - m.state.vars["turn"]
    return max(w.EARLY, 1.0 - max(0, left - 1) / w.LATE)


def forces(m: Match, player: int) -> float:
    """Return what the squads of a player are worth, free or held, with their equipment, and its prisoners."""
    key = ("forces", player)
    known: float | None = m.steady.get(key)
    if known is None:
        known = m.steady[key] = _forces(m, player)
    return known + tasks.led(m, player)


def _forces(m: Match, player: int) -> float:
    """What squads are worth wherever they stand, without the captives that they lead."""
    s, columns, home = m.state, m.state.columns, squads.home(m, player)
    found = 0.0
    for squad in squads.all_squads(m):
        if s.controller[squad] != player:
            if s.place[squad] == home and not squads.is_free(m, squad):
                locked = columns["locked"][squad]
                found += w.PRISONER - w.COERCING * columns["coercion"][squad] if locked else w.WAITING
        elif squads.is_free(m, squad):
            found += w.FREE + w.UNIT * squads.units(m, squad) + w.SENTRY * columns[SCANNER][squad]
        else:
            found += w.KEPT
    return found


def stocked(m: Match, player: int, plan: plans.Plan) -> float:
    """Return what the home stock, cargo on its way there, the store and the inventory of a player are worth."""
    stock = m.state.players[player]
    *resources, scrap, tech = plan.have
    found = w.SCRAP * scrap
    for have, want in zip(resources, plan.want, strict=True):
        found += w.WANTED * have if have < want else w.WANTED * want + w.SPARE * (have - want)
    cards = plan.cards + w.DRAWN * min(tech, float(tasks.drawable(m)))
    found += w.CARD * (cards - max(0.0, cards - w.CARDS) / 2)
    found += w.CARD * len(m.state.zones[m.facts.zone["parts"][player]])
    units = w.UNIT * sum([stock[units] for units in STORED]) + w.SENTRY * stock[STORED_SCANNER]
    return found + w.STORED * units


def built(m: Match, player: int, viewer: int) -> float:
    """Return what the rig and the facilities of a player are worth, by their cost, their armour and what they do.

    How near a ready rig is to its prey counts for the viewer's own; those of rivals are a danger.
    """
    key = ("built", player)
    known: tuple[float, int] | None = m.steady.get(key)
    if known is None:
        known = m.steady[key] = _built(m, player)
    found, ready = known
    if ready == NOWHERE:
        return found
    return found + w.READY - (tasks.chase(m, player, ready) if player == viewer else 0.0)


def _built(m: Match, player: int) -> tuple[float, int]:
    """What facilities and rig are worth wherever they stand, and the rig if it moves, aims and fires."""
    s, costs = m.state, m.facts.game.cost
    found = 0.0
    for site in sites.facilities(m):
        if s.controller[site] == player:
            found += w.BUILT * sum(costs[s.card[site]]) + (w.WORKS if sites.works(m, site) else -w.WORKS)
    rig = sites.rig_of(m, player)
    if rig == NOWHERE or not sites.parts(m, rig):
        return found, NOWHERE
    for part in rigs.working_parts(m, rig):
        left = sites.remaining(m, part) / max(1, sites.armour(m, part))
        found += w.BUILT * sum(costs[s.card[part]]) * (1.0 + left) / 2
    moves, aims = rigs.can_move(m, rig), rigs.has_targeting(m, rig) and bool(rigs.weapons(m, rig))
    found += w.MOBILE * moves + w.AIMED * aims
    return found, rig if moves and aims else NOWHERE
