"""What becomes of a faction that is out: its prisoners, squads, stock, rig, cards and facilities (WR-277, WR-Q104)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.war_rig import sites, squads
from cardlib.games.war_rig.building.equipping import inventory
from cardlib.games.war_rig.kinds import TITLES, TOKENS, plan, store
from cardlib.games.war_rig.movement.captives import escapes, next_in, removed
from cardlib.games.war_rig.ways_to_win import empire, power
from cardlib.kernel import atoms, seats
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


def vacate(m: Match) -> None:
    """A faction is out: what it leaves behind goes at once, or when what it left in the midst of is over.

    Who gives up may have squads and a rig in an attack or on a move that others go on with.
    """
    if m.state.stack and m.state.stack[-1][0] == "turn":
        wind_up(m)


def wind_up(m: Match) -> None:
    """What factions left behind goes: invasion, Infinite Power, squads, property (WR-277, WR-Q98, WR-Q101).

    Every faction has a chassis until then.
    """
    for player, *_ in m.state.out:
        rig = sites.rig_of(m, player)
        if rig == NOWHERE:
            continue
        if empire.summoner(m) == player:
            empire.retreat(m, "WR-Q98")
        if power.controller(m) == player:
            power.forget(m)
        _disband(m, player)
        _give_back(m, player, rig)


def _disband(m: Match, player: int) -> None:
    """The prisoners of a faction that is out escape; squads that are still its own are out of the game (WR-277)."""
    base = squads.home(m, player)
    held = squads.prisoner(m, base)
    for squad in [*([held] if held != NOWHERE else []), *squads.waiting(m, base)]:
        escapes(m, squad, "WR-277")
    for squad in squads.all_squads(m):
        if m.state.controller[squad] == player:
            removed(m, squad, "WR-277")
    for other in seats.players_in(m):
        next_in(m, other)
    for name in (*TOKENS, *map(store, TITLES), *map(plan, TITLES), "sway", "loyal"):
        atoms.note_player(m, player, name, 0)


def _give_back(m: Match, player: int, rig: int) -> None:
    """Chassis and standard issue leave the game, all else but the Experimental Core Vent goes into the tech deck."""
    copies, card = m.facts.game.copies, m.state.card
    stored = m.state.zones[m.facts.zone["parts"][player]]
    built = [site for site in sites.facilities(m) if m.state.controller[site] == player and sites.armour(m, site)]
    left = [*inventory(m, player), *stored, *sites.parts(m, rig), *built]
    for obj in left:
        sites.renew(m, obj)
        if copies[card[obj]]:
            atoms.own(m, obj, NOWHERE)
        atoms.move(m, obj, "deck" if copies[card[obj]] else "removed", player=player)
    atoms.move(m, rig, "removed")
    atoms.shuffle(m, m.facts.zone["deck"][0])
    m.emit("dissolved", number=len(left), player=player, rule="WR-277")
