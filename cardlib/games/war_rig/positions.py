"""Positions of War Rig: what can be set and read beside the game's data, what cannot be, how a position is settled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from cardlib.games.war_rig import sites, squads
from cardlib.games.war_rig.board import area_name, land
from cardlib.games.war_rig.course.preparing import lay_areas, lay_chassis
from cardlib.games.war_rig.kinds import (
    AREA,
    EQUIPMENT,
    FUELS,
    PART,
    PLATFORM,
    RIG,
    SUPPLIES,
    SUPPLY_OF,
    TITLES,
    TOKENS,
    plan,
    store,
)
from cardlib.games.war_rig.supplies.stock import deposit
from cardlib.games.war_rig.ways_to_win import empire, winning
from cardlib.kernel import atoms, seats
from cardlib.kernel.declared import Declared
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

PHASES: Mapping[str, str] = {"start": "begin", "slot": "judge", "end": "empire_wave"}
OF_MATCH: Mapping[str, Declared] = {
    "summoner": Declared("1 and the number of the seat that has summoned the Empire, 0 for none", 0, 4),
    "summoned": Declared("the turn in which the Empire was summoned", 0),
    "ships_lost": Declared("drop-ships that were destroyed", 0, 3),
    "retreated": Declared("the turn in which the Empire has last retreated", 0),
    "discoverer": Declared("1 and the number of the seat that controls Infinite Power, 0 for none", 0, 4),
    "discovered": Declared("the turn in which Infinite Power was discovered", 0),
    "round": Declared("the round of the turn", 1, 6),
}
OF_PLAYER: Mapping[str, Declared] = {
    **{token: Declared(f"{token} in the home stock", 0) for token in TOKENS},
    **{store(title): Declared(f"units of {title.replace('_', ' ')} in the store", 0) for title in TITLES},
    **{plan(title): Declared(f"1 where it has stolen the plan of {title.replace('_', ' ')}", 0, 1) for title in TITLES},
    "sway": Declared("sway counters on the base of the player", 0, "sway"),
    "loyal": Declared("1 and the number of the seat to which the player is loyal, 0 for none", 0, 4),
    "controls": Declared("resource-rich locations that the player controls"),
    "free": Declared("free squads of the player"),
}
OF_OBJECT: Mapping[str, Declared] = {
    **{title: Declared(f"1 where it carries the {title.replace('_', ' ')}", 0, 1) for title in TITLES},
    **{
        supply: Declared(f"{token} left in the supply of the area", 0)
        for token, supply in zip(TOKENS, SUPPLIES, strict=True)
    },
    "lesser": Declared("1 until it has been coerced by a player", 0, 1),
    "home": Declared("the number of the base to which it goes when it must go home", 1, 6),
    "locked": Declared("the turn in which it was locked in the cell", 0),
    "holding": Declared("its place among those that wait for the cell", 0),
    "empire": Declared("1 where the Empire holds it", 0, 1),
    "acted": Declared("1 once it has been activated in this turn, 2 where it came too late for that", 0, 2),
    "actions": Declared("actions that it has left", 0, "actions"),
    "barred": Declared("1 where it is barred from attacks until the end of the turn", 0, 1),
    "disabled": Declared("1 where it is disabled until the end of the turn", 0, 1),
    "captured": Declared("1 where another squad has captured it"),
    "is_free": Declared("1 where it is neither captured, nor in a cell or holding, nor held by the Empire"),
    "infiltrated": Declared("1 where it stands in a rival base"),
    "red_fuel": Declared("red fuel on the Orbital Platform", 0, "fuel"),
    "green_fuel": Declared("green fuel on the Orbital Platform", 0, "fuel"),
    "built": Declared("the turn in which the Orbital Platform was built", 0),
    "uses": Declared("how often it was used in this turn", 0),
    "held": Declared("1 where the Empire holds the area", 0, 1),
    "reach": Declared("how many areas a drop-ship has reached", 0, 5),
    "working_turns": Declared("the whole turns for which a reactor has worked", 0),
    "sound": Declared("1 while a reactor has worked since this turn began", 0, 1),
    "shielded": Declared("1 where no attack may be made in the area until the end of the turn", 0, 1),
    "remaining": Declared("the armour that a site has left"),
    "works": Declared("1 where a site works"),
    "load": Declared("the weight of all parts of a rig"),
    "tier": Declared("of a rig: 1 light, 2 medium, 3 heavy, 4 overweight"),
    "can_move": Declared("1 where a rig can move"),
    "has_targeting": Declared("1 where a rig can aim"),
    "offence": Declared("the offence of its side where it is"),
    "defence": Declared("the defence of its side where it is"),
    "cargo": Declared("how many tokens it carries, or lie loose in the area"),
    "room": Declared("how many tokens more it can carry"),
    "strength": Declared("the strength with which its side repels where it is"),
}


def columns_on_entry(m: Match, obj: int) -> dict[str, int]:
    """Return what a position need not say: the whole supply of an area, the fuel of an Orbital Platform."""
    game = m.facts.game
    card = m.state.card[obj]
    if card == m.facts.number[PLATFORM]:
        return dict.fromkeys(FUELS.values(), m.facts.constants["fuel"])
    if card not in game.area:
        return {}
    supply = land(m).supply[game.area.index(card)]
    return {SUPPLY_OF[token]: many for token, many in supply.items()}


def lay_out(m: Match) -> None:
    """Areas and every chassis are there, sites without armour burn, squads have a home, and who is active acts.

    Squads of the planet are lesser ones; what lies with nobody is the planet's as well (WR-184).
    """
    s = m.state
    lay_areas(m)
    for obj in s.zones[m.facts.field_zone]:
        if s.controller[obj] == NOWHERE:
            atoms.control(m, obj, squads.planet(m))
    for player in seats.players_in(m):
        lay_chassis(m, player)
    for site in _sites(m):
        if not sites.remaining(m, site):
            s.columns["fire"][site] = 1
    ground = land(m)
    for squad in squads.all_squads(m):
        side = s.controller[squad]
        lesser = side == squads.planet(m)
        if lesser:
            s.columns["lesser"][squad] = 1
        if not s.columns["home"][squad]:
            here = ground.base[s.place[squad]] if lesser and s.place[squad] != NOWHERE else 0
            s.columns["home"][squad] = here or (ground.base[ground.home[side]] if not lesser else 0)
        if s.columns["actions"][squad]:
            s.columns["acted"][squad] = 1
            atoms.note(m, "acting", squad + 1)
        if s.columns["locked"][squad] and not s.columns["coercion"][squad]:
            name = "coercion_lesser" if s.columns["lesser"][squad] else "coercion"
            s.columns["coercion"][squad] = m.facts.constants[name]


def _sites(m: Match) -> list[int]:
    """Return the facilities and attached parts."""
    return [*sites.facilities(m), *(part for rig in sites.rigs(m) for part in sites.parts(m, rig))]


def _misplaced(m: Match) -> Iterator[str]:
    """Yield sites that are hit too often or stand elsewhere, rigs in foreign bases, and squads that are there twice."""
    s, title, ground = m.state, m.rules.speech.title, land(m)
    for site in _sites(m):
        hits, whole = s.columns["hit"][site], sites.armour(m, site)
        if hits > whole:
            yield f"{title(m, site)} has {hits} hits with armour {whole} (WR-218)"
    for site in sites.facilities(m):
        printed, side = m.facts.game.location[s.card[site]], s.controller[site]
        homes = ground.home[: m.facts.players]
        where = (printed,) if printed != NOWHERE else homes[side : side + 1]
        if s.place[site] not in where:
            yield f"{title(m, site)} stands elsewhere than it is printed (WR-153)"
    for rig in sites.rigs(m):
        if ground.base[s.place[rig]] and s.place[rig] != ground.home[s.controller[rig]]:
            yield f"{title(m, rig)} stands in a base that is not its own (WR-203)"
    for card, many in Counter(s.card[squad] for squad in squads.all_squads(m)).items():
        if many > 1:
            yield f"{m.facts.names[card]} is there {many} times (WR-008)"


def _astray(m: Match) -> Iterator[str]:
    """Yield areas, chassis and cards that lie where they never do, and areas and chassis that are there twice."""
    s, title, game = m.state, m.rules.speech.title, m.facts.game
    for obj in s.zones[m.facts.field_zone]:
        card, place = s.card[obj], s.place[obj]
        kind = game.kind[card]
        if kind == AREA and card != game.area[place]:
            yield f"{title(m, obj)} lies in {area_name(m, place)} (WR-004)"
        elif kind == EQUIPMENT or (kind == PART and s.host[obj] == NOWHERE):
            rule = "WR-148" if kind == EQUIPMENT else "WR-151"
            yield f"{title(m, obj)} lies on the board, with no squad and in no slot ({rule})"
        elif kind == RIG and game.colour[card] != s.controller[obj]:
            yield f"{title(m, obj)} is another player's (WR-007)"
    for kind, rule in ((AREA, "WR-004"), (RIG, "WR-007")):
        for card, many in Counter(s.card[obj] for obj in s.zones[m.facts.field_zone]).items():
            if game.kind[card] == kind and many > 1:
                yield f"{m.facts.names[card]} is there {many} times ({rule})"


def _of_the_empire(m: Match) -> Iterator[str]:
    """Yield drop-ships where none lands, or without armour, and a summoner or controller who has no seat."""
    s, ground, ships = m.state, land(m), empire.ships(m)
    for ship in ships:
        if not ground.basic[s.place[ship]]:
            yield f"a drop-ship is in {area_name(m, s.place[ship])}, which is no basic location (WR-248)"
        elif not sites.remaining(m, ship):
            yield f"the drop-ship in {area_name(m, s.place[ship])} has no armour left (WR-255)"
    for place, many in Counter(s.place[ship] for ship in ships).items():
        if many > 1:
            yield f"{many} drop-ships are in {area_name(m, place)} (WR-249)"
    for name, rule in (("summoner", "WR-247"), ("discoverer", "WR-262")):
        if s.vars[name] > m.facts.players:
            yield f"{name} is {s.vars[name]}, and there are {m.facts.players} players ({rule})"


def cannot_be(m: Match) -> Iterator[str]:
    """Yield what no play leads to: squads that carry too much, captives of no squad, two prisoners in a cell."""
    yield from _astray(m)
    yield from _of_the_empire(m)
    yield from _misplaced(m)
    s = m.state
    title = m.rules.speech.title
    numbers = m.facts.constants
    for squad in squads.all_squads(m):
        if squads.cargo(m, squad) > squads.spaces(m, squad):
            yield f"{title(m, squad)} carries {squads.cargo(m, squad)} tokens (WR-081)"
        if len(squads.titles(m, squad)) > numbers["equipment_titles"]:
            yield f"{title(m, squad)} carries {len(squads.titles(m, squad))} equipment titles (WR-150)"
        host = s.host[squad]
        if host != NOWHERE and not squads.is_squad(m, host):
            yield f"{title(m, squad)} is captured by {title(m, host)}, which is no squad (WR-127)"
        elif host != NOWHERE and s.controller[host] == s.controller[squad]:
            yield f"{title(m, squad)} is captured by {title(m, host)}, a squad of the same player (WR-127)"
        elif host != NOWHERE and not squads.is_free(m, host):
            yield f"{title(m, squad)} is captured by {title(m, host)}, which is not free itself (WR-072)"
        if not s.columns["home"][squad]:
            yield f"{title(m, squad)} has no base to go home to (WR-071)"
        if s.columns["camp"][squad] and (not squads.is_free(m, squad) or squads.intruding(m, squad)):
            yield f"{title(m, squad)} is camped where it cannot be (WR-060, WR-093)"
        if s.columns["locked"][squad] and s.place[squad] not in land(m).home[: m.facts.players]:
            yield f"{title(m, squad)} is locked in no cell of a player (WR-065)"
    for player in range(m.facts.players):
        locked = [
            one for one in squads.all_squads(m) if s.columns["locked"][one] and s.place[one] == land(m).home[player]
        ]
        if len(locked) > 1:
            yield f"the cell of player {m.facts.seats[player]} holds {len(locked)} squads (WR-065)"


def settle_position(m: Match) -> None:
    """Carry out what follows every action: deposits at home, then the win conditions."""
    for squad in squads.all_squads(m):
        if squads.is_free(m, squad):
            deposit(m, squad)
    winning.check(m)
