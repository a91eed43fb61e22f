"""Damage to sites, crashes, and fire that breaks out and spreads (WR-218, WR-226 to WR-240)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from cardlib.games.war_rig import rigs, sites
from cardlib.games.war_rig.board import land
from cardlib.games.war_rig.kinds import CENTRE
from cardlib.kernel import atoms, rolling, seats
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import Choice
from cardlib.kernel.match import AGAIN
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

BOOSTERS, GEL, REDUNDANCY = "flight-boosters", "impact-gel-deployment", "redundancy-systems"


def half(number: int) -> int:
    """Return half of a number, rounded up (WR-Q71)."""
    return (number + 1) // 2


# -- damage and fire ---------------------------------------------------------------------------------------------


class Before(NamedTuple):
    """How a rig was before something happened to it: whether it could move, which boosters worked."""

    rig: int
    movement: bool
    boosters: tuple[int, ...]


def _before(m: Match, site: int) -> Before | None:
    rig = m.state.host[site]
    if rig == NOWHERE:
        return None
    return Before(rig, rigs.can_move(m, rig), tuple(rigs.working(m, rig, BOOSTERS)))


def hurt(m: Match, site: int, hits: int, rule: str = "WR-218", burns: str = "WR-218") -> None:
    """A site loses armour; with none left it catches fire (WR-218, WR-234); what is infinite loses nothing (WR-246).

    `rule` says why it loses it, `burns` why what has lost all of it burns.
    """
    if hits and not sites.armour(m, site):
        m.emit("unharmed", site, player=m.state.controller[site], rule="WR-246")
        return
    lost = min(hits, sites.remaining(m, site))
    if not lost:
        return
    before = _before(m, site)
    atoms.put(m, site, "hit", m.state.columns["hit"][site] + lost)
    m.emit("damaged", site, NOWHERE, lost, m.state.controller[site], rule)
    if not sites.remaining(m, site):
        _ignite(m, site, burns)
    _stopped(m, before)


def burn(m: Match, site: int, rule: str) -> None:
    """A site catches fire, unless it burns already or never burns (WR-233, WR-234, WR-246)."""
    before = _before(m, site)
    _ignite(m, site, rule)
    _stopped(m, before)


def _ignite(m: Match, site: int, rule: str) -> None:
    if m.state.columns["fire"][site] or not sites.armour(m, site):
        return
    atoms.put(m, site, "fire", 1)
    m.emit("burns", site, player=m.state.controller[site], rule=rule)


def disable(m: Match, disabled: Iterable[int], rule: str) -> None:
    """Sites stop working until the end of the turn, all at the same moment (WR-Q78, WR-Q79)."""
    at_once = tuple(disabled)
    befores = {m.state.host[site]: _before(m, site) for site in at_once}
    for site in at_once:
        atoms.put(m, site, "disabled", 1)
        m.emit("disabled", site, player=m.state.controller[site], rule=rule)
    for before in befores.values():
        _stopped(m, before)


def _stopped(m: Match, before: Before | None) -> None:
    """Boosters that stop let the rig crash; a rig that has lost its movement may come home (WR-226, WR-232)."""
    if before is None or any(frame[0] == "crash" for frame in m.state.stack):
        return
    rig = before.rig
    failed = [part for part in before.boosters if m.state.host[part] == rig and not sites.works(m, part)]
    gel = rigs.working(m, rig, GEL)
    crashes = bool(failed) and not gel
    if failed and gel:
        m.emit("cushions", gel[0], rig, player=m.state.controller[rig], rule="WR-Q78")
    if before.movement and (crashes or not rigs.grants_movement(m, rig)):
        m.push("coming_home", rig=rig)
    if crashes:
        m.emit("crashes", rig, player=m.state.controller[rig], rule="WR-226")
        m.push("crash", rig=rig, left=sites.parts(m, rig))


def come_home(m: Match, f: dict[str, Any]) -> None:
    """Redundancy Systems that work place a rig without movement in its Home Base, if it is elsewhere (WR-Q78)."""
    rig = f["rig"]
    home = land(m).home[m.state.controller[rig]]
    if m.state.place[rig] != home and not rigs.grants_movement(m, rig) and rigs.working(m, rig, REDUNDANCY):
        atoms.relocate(m, rig, home)
        m.emit("comes-home", rig, player=m.state.controller[rig], rule="WR-Q78")


def crash_part(m: Match, f: dict[str, Any]) -> str | None:
    """For each part with armour left, in the owner's order, white: fire, half the armour, or one (WR-227 to WR-231)."""
    rig, numbers = f["rig"], m.facts.constants
    left = [part for part in f["left"] if m.state.host[part] == rig and sites.remaining(m, part)]
    if not left:
        return None
    owner = m.state.controller[rig]
    offers: list[Choice] = [("card", part) for part in left]
    part = m.ask(owner, "one", offers, "which part is next in the crash", rule="WR-227", source=rig)[1]
    roll = rolling.roll(m, "crash", {"white": 1}, player=owner, rule="WR-227", source=part)
    f["left"] = tuple(other for other in left if other != part)
    if roll.number <= numbers["crash_fire_at"]:
        burn(m, part, "WR-228")
    elif roll.number <= numbers["crash_half_to"]:
        hurt(m, part, half(sites.remaining(m, part)), "WR-229", "WR-231")
    else:
        hurt(m, part, 1, "WR-230", "WR-231")
    return AGAIN


# -- spreading ---------------------------------------------------------------------------------------------------


def neighbours(m: Match, part: int) -> list[int]:
    """Return the parts next to a part: the centre is next to all others, nothing else is (WR-193)."""
    rig = m.state.host[part]
    if rig == NOWHERE:
        return []
    centre, slot = m.facts.holders.slots[CENTRE].number, m.state.columns["slot"]
    attached = sites.parts(m, rig)
    return [other for other in attached if other != part and centre in (slot[part], slot[other])]


def begin_spread(m: Match) -> None:
    """What burns as a turn begins spreads, in the order of seats and slots; fires that break out now wait (WR-235)."""
    fire = m.state.columns["fire"]
    owned = [sites.rig_of(m, player) for player in seats.players_in(m)]
    burning = tuple(part for rig in owned if rig != NOWHERE for part in sites.parts(m, rig) if fire[part])
    if burning:
        m.push("spreading", burning=burning)


def spread(m: Match, f: dict[str, Any]) -> str | None:
    """A burning part damages each neighbour that does not burn by half of its armour (WR-235 to WR-238)."""
    if not f["burning"]:
        return None
    part, *others = f["burning"]
    f["burning"] = tuple(others)
    for other in neighbours(m, part):
        if not m.state.columns["fire"][other] and sites.remaining(m, other):
            hurt(m, other, half(sites.remaining(m, other)), "WR-236")
    return AGAIN


PROCEDURES = {
    "crash": procedure(crash_part),
    "coming_home": procedure(come_home),
    "spreading": procedure(spread),
}
