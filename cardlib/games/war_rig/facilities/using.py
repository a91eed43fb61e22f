"""Facilities with something to do: free steps of their owner's slot (WR-241, WR-242).

What works all the time (venting, cheap scrap, the hyperloop, re-education) stands where it matters.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Final

from cardlib.games.war_rig import sites
from cardlib.games.war_rig.board import area_of, land
from cardlib.games.war_rig.facilities import fuel
from cardlib.games.war_rig.fire import fires
from cardlib.games.war_rig.kinds import RESOURCES
from cardlib.kernel import atoms
from cardlib.kernel.decisions import Choice
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

REFINERY: Final = "resource-refinery"
CANON: Final = "ion-canon"
SHIELD: Final = "arc-shield-generator"

NOT_WORKING = Refusal("WR-241", "you have no working {card}")
USED = Refusal("WR-242", "{card} was used in this turn")
UNSUPPORTED = Refusal("WR-241", "{card} works only while you control {wanted}")
CANNOT_PAY = Refusal("WR-241", "{card} takes {cost}")
NO_RIG = Refusal("WR-Q80", "{o} is no rival's war rig outside the bases")


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
    atoms.put(m, area_of(m, space), "shielded", 1)
    m.emit("shielded", site, NOWHERE, space, player, "WR-241")


def options(m: Match, player: int) -> list[Choice]:
    """Return what facilities let a player do in the own slot, as free steps (WR-241)."""
    if not sites.facilities(m):
        return []
    return [
        *refinings(m, player),
        *ionisings(m, player),
        *shieldings(m, player),
        *fuel.refuellings(m, player),
    ]
