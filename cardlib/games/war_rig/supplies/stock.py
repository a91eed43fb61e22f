"""The home stock: deposits, and scrap that is swapped for resources (WR-083 to WR-085)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.war_rig import sites, squads
from cardlib.games.war_rig.kinds import RESOURCES, TOKENS
from cardlib.kernel import atoms
from cardlib.kernel.decisions import Choice
from cardlib.kernel.refusals import Refusal

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

NOT_ENOUGH_SCRAP = Refusal("WR-084", "a resource takes {n} scrap from the home stock")
NOT_ENOUGH_VENTED = Refusal("WR-085", NOT_ENOUGH_SCRAP.text)
NO_RESOURCE = Refusal("WR-084", "scrap is swapped for red, green, blue or brown")


def deposit(m: Match, squad: int, rule: str = "WR-083") -> None:
    """What a free squad carries in its own Home Base goes to the home stock at once (WR-083)."""
    s = m.state
    if not squads.at_home(m, squad) or not squads.is_free(m, squad) or not squads.cargo(m, squad):
        return
    player = s.controller[squad]
    stock, told = s.players[player], []
    for token in TOKENS:
        there = s.columns[token][squad]
        if there:
            atoms.note_player(m, player, token, stock[token] + there)
            atoms.put(m, squad, token, 0)
            told.append(f"{there} {token}")
    m.emit("deposited", squad, number=len(told), player=player, rule=rule, total=", ".join(told))


def vented(m: Match) -> bool:
    """Whether Experimental Core Vent was built (WR-085)."""
    return sites.exists(m, "experimental-core-vent")


def scrap_price(m: Match) -> int:
    """Return how much scrap a resource takes, less once Experimental Core Vent was built (WR-084, WR-085)."""
    return m.facts.constants["scrap_price_vented" if vented(m) else "scrap_price"]


def no_swap(m: Match, player: int) -> Refusal | None:
    """Say why a player cannot swap scrap: there is less than the price (WR-084, WR-085)."""
    if m.state.players[player]["scrap"] >= scrap_price(m):
        return None
    return NOT_ENOUGH_VENTED if vented(m) else NOT_ENOUGH_SCRAP


def swaps(m: Match, player: int) -> list[Choice]:
    """Return the resources that a player may swap scrap for (WR-084)."""
    return [("swap", token) for token in RESOURCES] if no_swap(m, player) is None else []


def swap(m: Match, player: int, token: str) -> None:
    """Scrap of the home stock becomes a resource (WR-084)."""
    stock = m.state.players[player]
    atoms.note_player(m, player, "scrap", stock["scrap"] - scrap_price(m))
    atoms.note_player(m, player, token, stock[token] + 1)
    m.emit("swapped", number=scrap_price(m), player=player, rule="WR-085" if vented(m) else "WR-084", total=token)
