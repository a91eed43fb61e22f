"""Facilities with something to do: free steps of their owner's slot, and the fuel of the platform (WR-241 to WR-244).

What works all the time (venting, cheap scrap, the hyperloop, re-education) stands where it matters.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from cardlib.games.war_rig import fires, sites, squads
from cardlib.games.war_rig.board import land
from cardlib.games.war_rig.kinds import RESOURCES
from cardlib.kernel import atoms
from cardlib.kernel.decisions import Choice
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

REFINERY, CANON, SHIELD, PLATFORM = "resource-refinery", "ion-canon", "arc-shield-generator", "orbital-platform"
FUELS = {"red": "red_fuel", "green": "green_fuel"}

NOT_WORKING = Refusal("WR-241", "you have no working {card}")
USED = Refusal("WR-242", "{card} was used in this turn")
UNSUPPORTED = Refusal("WR-241", "{card} works only while you control {wanted}")
CANNOT_PAY = Refusal("WR-241", "{card} takes {cost}")
NO_RIG = Refusal("WR-Q80", "{o} is no rival's war rig outside the bases")
FULL = Refusal("WR-244", "the platform holds so much {fuel} fuel already")
NO_FUEL = Refusal("WR-244", "you have no {fuel} resource at hand")
NOT_THERE = Refusal("WR-244", "there is no Orbital Platform")


def unusable(m: Match, player: int, id_: str) -> Refusal | None:
    """Say why a player cannot use a facility: none that works, what it depends on, once a turn (WR-241, WR-242)."""
    working = sites.working_facilities(m, id_, player)
    if not working:
        return NOT_WORKING
    wanted = m.facts.game.works_with[m.facts.number[id_]]
    if wanted and not sites.controls(m, player, wanted):
        return UNSUPPORTED
    if id_ == SHIELD and all(m.state.columns["uses"][site] for site in working):
        return USED
    return None


# -- Resource Refinery -------------------------------------------------------------------------------------------


def refinings(m: Match, player: int) -> list[Choice]:
    """Return the ways to pay so many resources of the stock as the card prints, of any colours, for one of a colour."""
    if unusable(m, player, REFINERY) is not None:
        return []
    stock = m.state.players[player]
    ways = [
        way
        for way in combinations_with_replacement(RESOURCES, refined_from(m))
        if all(stock[colour] >= way.count(colour) for colour in way)
    ]
    return [("refine", way, gained) for way in ways for gained in RESOURCES]


def refined_from(m: Match) -> int:
    """Return how many resources a refinery makes one of, as its card prints it."""
    return m.facts.keywords[m.facts.number[REFINERY]]["refining"]


def refine(m: Match, player: int, paid: tuple[str, ...], gained: str) -> None:
    """So many resources become one."""
    stock = m.state.players[player]
    for colour in paid:
        atoms.note_player(m, player, colour, stock[colour] - 1)
    atoms.note_player(m, player, gained, stock[gained] + 1)
    m.emit("refined", player=player, rule="WR-241", total=f"{', '.join(paid)} for {gained}")


# -- Ion Canon ---------------------------------------------------------------------------------------------------


def no_ionising(m: Match, player: int, rig: int) -> Refusal | None:
    """Say why the Ion Canon does not disable a rig (WR-Q80)."""
    if m.state.controller[rig] == player or land(m).base[m.state.place[rig]]:
        return NO_RIG
    return None if sites.parts(m, rig) else NO_RIG


def ionisings(m: Match, player: int) -> list[Choice]:
    """Return the rigs that an Ion Canon of a player may disable for red resources."""
    price = m.facts.constants["ion_canon_price"]
    if unusable(m, player, CANON) is not None or m.state.players[player]["red"] < price:
        return []
    return [("ionise", rig) for rig in sites.rigs(m) if no_ionising(m, player, rig) is None]


def ionise(m: Match, player: int, rig: int) -> None:
    """All parts of a rig are disabled at once until the turn ends."""
    price = m.facts.constants["ion_canon_price"]
    atoms.note_player(m, player, "red", m.state.players[player]["red"] - price)
    m.emit("ionised", rig, player=player, rule="WR-Q80")
    fires.disable(m, sites.parts(m, rig), "WR-Q80")


# -- Arc Shield Generator ----------------------------------------------------------------------------------------


def shieldings(m: Match, player: int) -> list[Choice]:
    """Return the areas that a player may shield, once a turn."""
    if unusable(m, player, SHIELD) is not None:
        return []
    return [("shield", space) for space in range(len(land(m).names))]


def shield(m: Match, player: int, space: int) -> None:
    """No attack is made in, from or into an area until the turn ends (WR-Q84)."""
    site = next(site for site in sites.working_facilities(m, SHIELD, player) if not m.state.columns["uses"][site])
    atoms.put(m, site, "uses", 1)
    atoms.put(m, squads.area_of(m, space), "shielded", 1)
    m.emit("shielded", site, NOWHERE, space, player, "WR-241")


def shielded(m: Match, space: int) -> bool:
    """Whether no attack may be made in an area (WR-102)."""
    return bool(m.state.columns["shielded"][squads.area_of(m, space)])


# -- Orbital Platform --------------------------------------------------------------------------------------------


def platform(m: Match) -> int:
    """Return the Orbital Platform, NOWHERE where it is not built."""
    card = m.facts.number[PLATFORM]
    return next((site for site in sites.facilities(m) if m.state.card[site] == card), NOWHERE)


def fuel_up(m: Match, site: int) -> None:
    """On construction the platform has its first fuel from the general supply (WR-Q81)."""
    if m.state.card[site] == m.facts.number[PLATFORM]:
        for column in FUELS.values():
            atoms.put(m, site, column, m.facts.constants["fuel"])
        atoms.put(m, site, "built", m.state.vars["turn"])


def upkeep(m: Match) -> None:
    """At the start of later turns the platform loses a fuel of each; without either it goes back (WR-243)."""
    site = platform(m)
    columns = m.state.columns
    if site == NOWHERE or columns["built"][site] >= m.state.vars["turn"]:
        return
    for column in FUELS.values():
        atoms.put(m, site, column, columns[column][site] - 1)
    owner = m.state.owner[site]
    m.emit("fuel-burnt", site, player=owner, rule="WR-243")
    if any(not columns[column][site] for column in FUELS.values()):
        atoms.put(m, site, "hit", 0)
        atoms.move(m, site, "known", player=owner)
        atoms.own(m, site, NOWHERE)
        m.emit("falls", site, player=owner, rule="WR-243")


def at_hand(m: Match, player: int, colour: str) -> list[int]:
    """Return the squads of a player in the area of the platform that carry a colour (WR-Q81)."""
    site = platform(m)
    there = squads.there(m, m.state.place[site], player) if site != NOWHERE else ()
    return [squad for squad in there if m.state.columns[colour][squad]]


def not_refuelled(m: Match, player: int, colour: str) -> Refusal | None:
    """Say why a player cannot refuel the platform with a colour (WR-244)."""
    site = platform(m)
    if site == NOWHERE:
        return NOT_THERE
    if m.state.columns[FUELS[colour]][site] >= m.facts.constants["fuel"]:
        return FULL
    if not m.state.players[player][colour] and not at_hand(m, player, colour):
        return NO_FUEL
    return None


def refuellings(m: Match, player: int) -> list[Choice]:
    """Return the colours with which a player may refuel the platform, from stock or from cargo there (WR-244)."""
    found: list[Choice] = []
    for colour in FUELS:
        if not_refuelled(m, player, colour) is None:
            if m.state.players[player][colour]:
                found.append(("refuel", colour, NOWHERE))
            found += [("refuel", colour, squad) for squad in at_hand(m, player, colour)]
    return found


def refuel(m: Match, player: int, colour: str, squad: int) -> None:
    """A resource of the stock, or of a squad in the area, becomes fuel (WR-244)."""
    site = platform(m)
    columns = m.state.columns
    if squad == NOWHERE:
        atoms.note_player(m, player, colour, m.state.players[player][colour] - 1)
    else:
        atoms.put(m, squad, colour, columns[colour][squad] - 1)
    atoms.put(m, site, FUELS[colour], columns[FUELS[colour]][site] + 1)
    m.emit("refuelled", site, number=columns[FUELS[colour]][site], player=player, rule="WR-244", total=colour)


def options(m: Match, player: int) -> list[Choice]:
    """Return what facilities let a player do in the own slot, as free steps (WR-241)."""
    if not sites.facilities(m):
        return []
    return [
        *refinings(m, player),
        *ionisings(m, player),
        *shieldings(m, player),
        *refuellings(m, player),
    ]
