"""The fuel of the Orbital Platform: what burns each turn, refuelling (WR-243, WR-244)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.war_rig import sites, squads
from cardlib.games.war_rig.kinds import FUELS, PLATFORM
from cardlib.kernel import atoms
from cardlib.kernel.decisions import Choice
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

FULL = Refusal("WR-244", "the platform holds so much {fuel} fuel already")
NO_FUEL = Refusal("WR-244", "you have no {fuel} resource at hand")
NOT_THERE = Refusal("WR-244", "there is no Orbital Platform")


def platform(m: Match) -> int:
    """Return the Orbital Platform, NOWHERE where it is not built."""
    card = m.facts.number[PLATFORM]
    return next((site for site in sites.facilities(m) if m.state.card[site] == card), NOWHERE)


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
        sites.renew(m, site)
        atoms.move(m, site, "known", player=owner)
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
    m.emit("refuelled", site, squad, columns[FUELS[colour]][site], player, "WR-244", total=colour)
