"""The fitting of the rig at home: parts between its slots and the part store (WR-151, WR-152, WR-191, WR-192)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.war_rig import sites
from cardlib.games.war_rig.board import land
from cardlib.kernel import atoms, holding
from cardlib.kernel.decisions import Choice
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

RIG_AWAY = Refusal("WR-191", "the chassis does not stand in its Home Base")
BURNING = Refusal("WR-152", "{s} is burning")
MOVED_ALREADY = Refusal("WR-030", "{s} was moved in this slot")
NOT_STORED = Refusal("WR-152", "no {card} lies in the part store")
NO_SLOT = Refusal("WR-192", "{card} does not go into that slot, or it is taken")
NOT_ATTACHED = Refusal("WR-152", "{s} is no part of your rig")


def rig_at_home(m: Match, rig: int) -> bool:
    """Whether a chassis stands in the Home Base of its owner (WR-191)."""
    return m.state.place[rig] == land(m).home[m.state.controller[rig]]


def slots_for(m: Match, rig: int, part: int) -> list[str]:
    """Return the empty slots of its zone into which a part goes (WR-192)."""
    return [slot for slot in m.facts.holders.slots if holding.unfit(m, part, rig, slot) is None]


def fittings(m: Match, player: int) -> list[Choice]:
    """Return the free steps by which parts go between the part store and the rig at home (WR-152)."""
    rig = sites.rig_of(m, player)
    if rig == NOWHERE or not rig_at_home(m, rig):
        return []
    found: list[Choice] = []
    lying = m.state.zones[m.facts.zone["parts"][player]]
    if lying:
        moved, hit = m.state.columns["moved_units"], m.state.columns["hit"]
        sounder = sorted(lying, key=lambda part: hit[part])  # of two of a title the one with fewer hits
        stored = [("card", part) for part in sounder if not moved[part]]
        found = [("attach", part, slot) for _, part in m.rules.distinct(m, stored) for slot in slots_for(m, rig, part)]
    return found + [("detach", part) for part in sites.parts(m, rig) if not_detached(m, player, part) is None]


def not_detached(m: Match, player: int, part: int) -> Refusal | None:
    """Say why a part cannot be taken off (WR-030, WR-152, WR-191)."""
    rig = m.state.host[part]
    if rig == NOWHERE or m.state.controller[rig] != player:
        return NOT_ATTACHED
    if not rig_at_home(m, rig):
        return RIG_AWAY
    if m.state.columns["fire"][part]:
        return BURNING
    return MOVED_ALREADY if m.state.columns["moved_units"][part] else None


def attach(m: Match, player: int, part: int, slot: str) -> None:
    """A part goes from the store into a slot of the rig; hits stay with it (WR-152)."""
    holding.hold(m, part, sites.rig_of(m, player), slot, player=player, rule="WR-152")
    atoms.put(m, part, "moved_units", 1)


def detach(m: Match, player: int, part: int) -> None:
    """A part goes from the rig into the store; hits stay with it (WR-152)."""
    atoms.move(m, part, "parts", player=player)
    atoms.put(m, part, "moved_units", 1)
    m.emit("detached", part, player=player, rule="WR-152")
