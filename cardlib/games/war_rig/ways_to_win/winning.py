"""How the game ends: domination, annihilation, the turn limit (WR-001, WR-272 to WR-280)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.war_rig import rigs, sites, squads
from cardlib.games.war_rig.board import land
from cardlib.games.war_rig.kinds import RESOURCES
from cardlib.games.war_rig.ways_to_win import leaving, power
from cardlib.kernel import seats
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


def controls(m: Match, player: int, area: int) -> bool:
    """Whether a player would repel whoever moved into a location, whatever the die shows (WR-273, WR-Q102)."""
    numbers = m.facts.constants
    own = squads.strength(m, player, area)
    if own < numbers["domination_strength"]:
        return False
    rivals = seats.opponents(m, player)
    return all(own >= numbers["repel_factor"] * squads.mover_strength(m, rival, area) for rival in rivals)


def locations_controlled(m: Match, player: int) -> int:
    """Return how many resource-rich locations a player controls."""
    key = ("locations", player)
    still = m.recall()
    found: int | None = still.get(key) if still is not None else None
    if found is None:
        held = squads.standing(m)
        areas = [area for area in land(m).resource_rich if (area, player) in held]
        found = sum([controls(m, player, area) for area in areas])
        if still is not None:
            still[key] = found
    return found


def dominates(m: Match, player: int) -> bool:
    """Whether a player controls all resource-rich locations at once (WR-272)."""
    return player in contenders(m) and all(controls(m, player, area) for area in land(m).resource_rich)


def contenders(m: Match) -> tuple[int, ...]:
    """Return the players who have free squads in each resource-rich location: of them one may dominate."""
    found: tuple[int, ...] | None = m.cache.get("contenders")
    if found is None:
        left = list(range(m.facts.players))
        held = squads.standing(m)
        for area in land(m).resource_rich:
            left = [player for player in left if (area, player) in held]
        found = m.cache["contenders"] = tuple(left)
    return found


def destroyed(m: Match, player: int) -> bool:
    """Whether a faction has no squad left, captured ones counted, and no functioning rig (WR-275, WR-276)."""
    controller = m.state.controller
    if any(controller[squad] == player for squad in squads.all_squads(m)):
        return False
    rig, fire = sites.rig_of(m, player), m.state.columns["fire"]
    return rig == NOWHERE or all(fire[part] for part in sites.parts(m, rig))


def check(m: Match) -> None:
    """Test the win conditions, for the active player first (WR-032, WR-274, WR-279)."""
    gone: list[int] | None = m.steady.get("destroyed")
    if gone is None:
        gone = m.steady["destroyed"] = [player for player in seats.players_in(m) if destroyed(m, player)]
    if gone:
        around = seats.players_around(m, m.state.vars["active"])
        if len(gone) == len(around):  # each of them has outlived all others: one of them wins (WR-279)
            gone = [player for player in gone if player != around[0]]
        m.rules.leave(m, gone, "no squad and no rig is left", "WR-275")
    if m.state.out:
        leaving.wind_up(m)
    elif power.controller(m) == NOWHERE and not contenders(m):
        return  # asked after everything that is done, and nearly always this is why nobody has won
    left = seats.players_around(m, m.state.vars["active"])
    if len(left) == 1:
        m.end(left[0], "every rival faction is destroyed", "WR-274")
        return
    for player in left:
        if power.controller(m) == player and power.loyal_to(m, player) >= power.loyalties_needed(m):
            m.end(player, "enough factions are loyal", "WR-270")
            return
        if dominates(m, player):
            m.end(player, "all three resource-rich locations are controlled", "WR-272")
            return


def standing_of(m: Match, player: int) -> tuple[int, ...]:
    """Return how a player stands at the turn limit, what counts first at the head (WR-Q106)."""
    stock = m.state.players[player]
    resources = sum(stock[colour] for colour in RESOURCES) + stock["scrap"] // m.facts.constants["scrap_price"]
    own = (rig for rig in sites.rigs(m) if m.state.controller[rig] == player)
    parts = sum(len(rigs.working_parts(m, rig)) for rig in own)
    built = sum(m.state.controller[site] == player for site in sites.facilities(m))
    loyal = power.loyal_to(m, player)
    return (locations_controlled(m, player), loyal, len(squads.free_squads(m, player)), parts, built, resources)


def limit(m: Match) -> None:
    """After the last turn the ranking decides; who is equal in all of it shares a place (WR-280)."""
    if m.state.vars["turn"] < m.facts.constants["turn_limit"]:
        return
    places: dict[tuple[int, ...], list[int]] = {}
    for player in seats.players_in(m):
        places.setdefault(standing_of(m, player), []).append(player)
    ranked = [places[key] for key in sorted(places, reverse=True)]
    gone: dict[int, list[int]] = {}
    for player, moment, *_ in m.state.out:
        gone.setdefault(moment, []).append(player)
    ranked += [gone[moment] for moment in sorted(gone, reverse=True)]
    m.end_ranked(ranked, "the turn limit is reached", "WR-280")
