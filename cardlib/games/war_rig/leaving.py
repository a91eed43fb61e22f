"""What becomes of a faction that is out: its prisoners, squads, stock, rig, cards and facilities (WR-277, WR-Q104)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.war_rig import empire, power, sites, squads
from cardlib.games.war_rig.captives import escapes, removed
from cardlib.games.war_rig.equipping import inventory
from cardlib.games.war_rig.kinds import TITLES, TOKENS, plan, store
from cardlib.kernel import atoms, holding
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


def disband(m: Match, player: int) -> None:
    """The prisoners of a faction that is out escape; squads that are still its own are out of the game (WR-277)."""
    base = squads.home(m, player)
    held = squads.prisoner(m, base)
    for squad in [*([held] if held != NOWHERE else []), *squads.waiting(m, base)]:
        escapes(m, squad, "WR-277")
    for squad in squads.all_squads(m):
        if m.state.controller[squad] == player:
            removed(m, squad, "WR-277")
    for name in (*TOKENS, *map(store, TITLES), *map(plan, TITLES), "sway", "loyal"):
        atoms.note_player(m, player, name, 0)


def wind_up(m: Match) -> None:
    """Between two actions what factions left behind goes: invasion, Infinite Power, property (WR-277, WR-Q98, WR-Q101).

    A faction may leave while an attack on its rig is under way; until that is over the rig stands there.
    """
    for player, *_ in m.state.out:
        if empire.summoner(m) == player:
            empire.retreat(m, "WR-Q98")
        if power.controller(m) == player:
            power.forget(m)
        _give_back(m, player)


def _give_back(m: Match, player: int) -> None:
    """Chassis and standard issue leave the game, all else but the Experimental Core Vent goes into the tech deck."""
    copies, card = m.facts.game.copies, m.state.card
    rig = sites.rig_of(m, player)
    attached = sites.parts(m, rig) if rig != NOWHERE else ()
    stored = m.state.zones[m.facts.zone["parts"][player]]
    built = [site for site in sites.facilities(m) if m.state.controller[site] == player and sites.armour(m, site)]
    left = [*inventory(m, player), *stored, *attached, *built]
    if rig == NOWHERE and not left:
        return
    for obj in left:
        atoms.put(m, obj, "hit", 0)
        atoms.move(m, obj, "deck" if copies[card[obj]] else "removed", player=player)
        if copies[card[obj]]:
            holding.own(m, obj, NOWHERE)
    if rig != NOWHERE:
        atoms.move(m, rig, "removed")
    atoms.shuffle(m, m.facts.zone["deck"][0])
    m.emit("dissolved", number=len(left), player=player, rule="WR-277")
