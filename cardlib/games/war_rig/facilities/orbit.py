"""What Low Orbit lets a player do once a turn: Orbital Cannon, Cyber Warfare Array, Solar Harvester (WR-242)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cardlib.games.war_rig import sites
from cardlib.games.war_rig.attacks import firing
from cardlib.games.war_rig.attacks.attacking import SHIELDED
from cardlib.games.war_rig.board import shielded
from cardlib.games.war_rig.building import equipping
from cardlib.games.war_rig.facilities import using
from cardlib.games.war_rig.kinds import SHIP
from cardlib.games.war_rig.rival_base import spying
from cardlib.kernel import atoms, seats
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import Choice
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

CANNON: Final = "orbital-cannon"
ARRAY: Final = "cyber-warfare-array"
HARVESTER: Final = "solar-harvester"


def unusable(m: Match, player: int, id_: str) -> Refusal | None:
    """Say why a player cannot use a facility in Low Orbit: it works, with a platform, and was not used (WR-242)."""
    refusal = using.unusable(m, player, id_)
    if refusal is not None:
        return refusal
    uses = m.state.columns["uses"]
    if not uses[sites.working_facilities(m, id_, player)[0]]:
        return None
    once = all(uses[site] < 2 for site in sites.facilities(m))  # what burns by now may have had the further use
    return None if once and sites.controls(m, player, HARVESTER) else using.USED


def _use(m: Match, player: int, id_: str) -> int:
    site = next(iter(sites.working_facilities(m, id_, player)))
    atoms.put(m, site, "uses", m.state.columns["uses"][site] + 1)
    return site


# -- Orbital Cannon ----------------------------------------------------------------------------------------------


def no_target(m: Match, player: int, target: int) -> Refusal | None:
    """Say why the Orbital Cannon is not fired at something: shields, what no weapon is fired at (WR-102, WR-209)."""
    cannon = next(iter(sites.working_facilities(m, CANNON, player)))
    if shielded(m, m.state.place[cannon]) or shielded(m, m.state.space_of(target)):
        return SHIELDED
    return firing.no_target(m, cannon, target, m.state.space_of(target))


def bombardments(m: Match, player: int) -> list[Choice]:
    """Return what the Orbital Cannon of a player may be fired at, in any area (WR-Q68)."""
    if unusable(m, player, CANNON) is not None:
        return []
    field = m.state.zones[m.facts.field_zone]
    return [("bombard", obj) for obj in field if m.state.space_of(obj) != NOWHERE and no_target(m, player, obj) is None]


def bombard(m: Match, player: int, target: int) -> None:
    """One attack with the dice of the cannon; nobody is agile against it (WR-225, WR-Q68)."""
    cannon = _use(m, player, CANNON)
    m.emit("shoots", cannon, target, 0, player, "WR-Q68")
    m.push("used", cannon=cannon)
    if sites.kind_of(m, target) == SHIP:
        m.push("answering", rig=cannon, ships=(target,))
    m.push("shot", rig=cannon, weapon=cannon, target=target, bonus=0, part=NOWHERE)


def use_ends(m: Match, f: dict[str, Any]) -> None:
    """Smoke Grenades that were used against the cannon are gone (WR-Q42)."""
    equipping.smoke_clears(m, f["cannon"])


# -- Cyber Warfare Array -----------------------------------------------------------------------------------------


def hackings(m: Match, player: int) -> list[Choice]:
    """Return the cards of rival inventories whose plans a player may steal for sure (WR-Q83)."""
    if unusable(m, player, ARRAY) is not None:
        return []
    zones, zone = m.state.zones, m.facts.zone
    found: list[Choice] = []
    for owner in seats.opponents(m, player):
        found += [("hack", owner, at, NOWHERE) for at in range(len(zones[zone["inventory"][owner]]))]
        found += [("hack", owner, NOWHERE, card) for card in spying.face_up(m, owner)]
    return found


def hack(m: Match, player: int, owner: int, at: int, card: int) -> None:
    """Espionage that succeeds: the card is looked at, its plans are stolen, and nobody is repelled (WR-Q83)."""
    array = _use(m, player, ARRAY)
    m.emit("hacks", array, NOWHERE, owner, player, "WR-Q83", total=spying.called(m, at, card))
    found = card
    if card == NOWHERE:
        found = m.state.zones[m.facts.zone["inventory"][owner]][at]
        spying.look_at(m, found, player)
    spying.steal(m, found, player)


def options(m: Match, player: int) -> list[Choice]:
    """Return what Low Orbit lets a player do in the own slot."""
    return [*bombardments(m, player), *hackings(m, player)] if sites.facilities(m) else []


PROCEDURES = {"used": procedure(use_ends)}
