"""Fire fighting, by squads and by rigs (WR-160 to WR-163, WR-201)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.war_rig import rigs, sites, squads
from cardlib.games.war_rig.fire.fires import half
from cardlib.games.war_rig.kinds import DRONES
from cardlib.kernel import atoms, rolling
from cardlib.kernel.refusals import Refusal

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

DISPERSAL = "co2-dispersal-system"
NOT_BURNING = Refusal("WR-160", "{o} is not burning")
OUT_OF_REACH = Refusal("WR-160", "{s} fights fires of its own sites at home; elsewhere it takes Fire Control Drones")
OUT_OF_AREA = Refusal("WR-161", "{o} is not in the area of {s}")
NO_DISPERSAL = Refusal("WR-201", "{s} has no working CO2 Dispersal System")
NOT_OWN_PART = Refusal("WR-201", "{o} is no other part of {s}")


def not_fought(m: Match, actor: int, site: int) -> Refusal | None:
    """Say why a squad or a rig cannot fight a fire (WR-160, WR-161, WR-201)."""
    s = m.state
    if not s.columns["fire"][site]:
        return NOT_BURNING
    if rigs.is_rig(m, actor):
        if not rigs.working(m, actor, DISPERSAL):  # what burns, and so the site, does not work
            return NO_DISPERSAL
        return None if s.host[site] == actor else NOT_OWN_PART
    drones = s.columns[DRONES][actor]
    if s.space_of(site) != s.place[actor]:
        return OUT_OF_AREA if drones else OUT_OF_REACH
    return None if drones or _at_home(m, actor, site) else OUT_OF_REACH


def _at_home(m: Match, squad: int, site: int) -> bool:
    """Whether a squad fights the fire of a site of its player at home, for which it needs no drones (WR-160)."""
    return m.state.controller[site] == m.state.controller[squad] and squads.at_home(m, squad)


def by_rule(m: Match, actor: int, site: int) -> str:
    """Return by which rule a fire is fought: of rigs, of squads at home, of Fire Control Drones."""
    if rigs.is_rig(m, actor):
        return "WR-201"
    return "WR-160" if _at_home(m, actor, site) else "WR-161"


def fires(m: Match, actor: int) -> list[int]:
    """Return the burning sites that a squad or rig may fight."""
    burning: list[int] | None = m.steady.get("burning")
    if burning is None:
        burning = m.steady["burning"] = [site for site, burns in enumerate(m.state.columns["fire"]) if burns]
    return [site for site in burning if not_fought(m, actor, site) is None]


def fight(m: Match, actor: int, site: int) -> None:
    """White of 4 or more puts the fire out and restores half of the whole armour (WR-162, WR-163)."""
    player = m.state.controller[actor]
    roll = rolling.roll(m, "fire", {"white": 1}, player=player, rule=by_rule(m, actor, site), source=actor)
    if roll.number < m.facts.constants["fire_out_from"]:
        m.emit("burns-on", site, actor, player=player, rule="WR-162")
        return
    restored = half(sites.armour(m, site))
    atoms.put(m, site, "fire", 0)
    atoms.put(m, site, "hit", max(0, m.state.columns["hit"][site] - restored))
    m.emit("put-out", site, actor, sites.remaining(m, site), player, "WR-163")
