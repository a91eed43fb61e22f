"""Captured, repelled, escaped, locked up and coerced: what becomes of squads against their will (WR-056 to WR-072)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.war_rig import sites, squads
from cardlib.games.war_rig.board import area_of, land
from cardlib.games.war_rig.building.equipping import smoke_clears
from cardlib.games.war_rig.kinds import TOKENS
from cardlib.games.war_rig.supplies.stock import deposit
from cardlib.kernel import atoms
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

JOINED = 2  # of the record "acted": it became free too late to act in this turn (WR-026)

NOT_AT_HOME = Refusal("WR-132", "{s} does not stand in its Home Base")
NO_PRISONER = Refusal("WR-132", "no prisoner is locked in the cell of {base}")
TOO_SOON = Refusal("WR-131", "{o} was locked in the cell in this turn")


def _uproot(m: Match, squad: int) -> None:
    """A squad that is moved against its will loses its camp and the rest of its activation (WR-056, WR-060).

    With its activation the smoke that hides others from it is gone (WR-Q42).
    """
    atoms.put(m, squad, "camp", 0)
    atoms.put(m, squad, "actions", 0)
    if m.state.vars["acting"] == squad + 1:
        atoms.note(m, "acting", 0)
        smoke_clears(m, squad)


def repelled(m: Match, squad: int, rule: str = "WR-056") -> None:
    """A squad is placed in the Barren Wastes with its captives, and loses the actions left to it (WR-056, WR-059)."""
    _uproot(m, squad)
    atoms.relocate(m, squad, land(m).wastes)
    m.emit("repelled", squad, player=m.state.controller[squad], rule=rule)


def captured(m: Match, captor: int, squad: int, rule: str) -> None:
    """A squad becomes the captive of another one and goes where that goes (WR-061, WR-126, WR-127)."""
    _set_free(m, squad)
    _uproot(m, squad)
    atoms.relocate(m, squad, NOWHERE)
    atoms.attach(m, squad, captor)
    m.emit("captured", squad, captor, player=m.state.controller[captor], rule=rule)


def seized(m: Match, squad: int, rule: str) -> None:
    """A squad is captured by the Empire and stays where it is, with its items; its captives escape first (WR-Q95)."""
    _set_free(m, squad)
    _uproot(m, squad)
    atoms.put(m, squad, "empire", 1)
    m.emit("seized", squad, player=m.state.controller[squad], rule=rule)


def _set_free(m: Match, captor: int) -> None:
    """The captives of who is captured itself escape first (WR-072)."""
    for captive in squads.captives(m, captor):
        escapes(m, captive, "WR-072")


def escapes(m: Match, squad: int, rule: str) -> None:
    """A squad is free again: home from the Barren Wastes, else to them; a lesser one to its base (WR-068 to WR-071)."""
    s = m.state
    here = s.space_of(squad)
    ground = land(m)
    atoms.attach(m, squad, NOWHERE)
    for column in ("coercion", "locked", "holding", "empire"):
        atoms.put(m, squad, column, 0)
    if s.columns["lesser"][squad] or here == ground.wastes:
        goal = ground.bases[s.columns["home"][squad] - 1]
    else:
        goal = ground.wastes
    _joins_in(m, squad)
    atoms.relocate(m, squad, goal)
    m.emit("escapes", squad, NOWHERE, goal, s.controller[squad], rule)
    if goal != ground.wastes:
        deposit(m, squad)


def _joins_in(m: Match, squad: int) -> None:
    """Who becomes free in a round acts in this turn only with a higher number (WR-026)."""
    late = squads.number(m, squad) <= m.state.vars["round"]
    atoms.put(m, squad, "acted", JOINED if late else 0)


# -- prisoners ---------------------------------------------------------------------------------------------------


def imprisoned(m: Match, squad: int, player: int, rule: str) -> None:
    """A squad becomes a prisoner of a player: locked in the cell, or waiting until that is free (WR-064 to WR-066)."""
    _set_free(m, squad)
    _uproot(m, squad)
    base = squads.home(m, player)
    taken = squads.prisoner(m, base) != NOWHERE
    behind = squads.waiting(m, base)
    atoms.attach(m, squad, NOWHERE)
    atoms.relocate(m, squad, base)
    if taken:
        last = m.state.columns["holding"][behind[-1]] if behind else 0
        atoms.put(m, squad, "holding", last + 1)
        m.emit("waits", squad, player=player, rule="WR-066")
    else:
        _lock(m, squad, player, rule)
    m.changed()


def _lock(m: Match, squad: int, player: int, rule: str) -> None:
    """A prisoner is locked in the cell and gets its coercion counters (WR-065, WR-130)."""
    lesser = m.state.columns["lesser"][squad]
    atoms.put(m, squad, "holding", 0)
    atoms.put(m, squad, "locked", m.state.vars["turn"])
    atoms.put(m, squad, "coercion", m.facts.constants["coercion_lesser" if lesser else "coercion"])
    m.emit("locked", squad, NOWHERE, m.state.columns["coercion"][squad], player, rule)


def next_in(m: Match, player: int) -> None:
    """Once the cell of a player is free, who has waited longest goes into it (WR-066)."""
    base = squads.home(m, player)
    behind = squads.waiting(m, base)
    if behind and squads.prisoner(m, base) == NOWHERE:
        _lock(m, behind[0], player, "WR-066")


# -- coercing ----------------------------------------------------------------------------------------------------


def unable_to_coerce(m: Match, squad: int) -> Refusal | None:
    """Say why a squad cannot coerce: where it stands, and whom the cell holds since when (WR-131, WR-132)."""
    if not squads.at_home(m, squad):
        return NOT_AT_HOME
    held = squads.prisoner(m, m.state.place[squad])
    if held == NOWHERE:
        return NO_PRISONER
    return TOO_SOON if m.state.columns["locked"][held] >= m.state.vars["turn"] else None


def coerce(m: Match, squad: int) -> None:
    """A counter comes off, more with Re-education centres; without any the prisoner joins (WR-132 to WR-134)."""
    s = m.state
    player = s.controller[squad]
    held = squads.prisoner(m, s.place[squad])
    left = max(0, s.columns["coercion"][held] - 1 - sites.granted(m, player, "re-education"))
    atoms.put(m, held, "coercion", left)
    m.emit("coerced", held, squad, left, player, "WR-132")
    if left:
        return
    for column in ("locked", "lesser"):
        atoms.put(m, held, column, 0)
    atoms.put(m, held, "home", land(m).base[s.place[squad]])
    _joins_in(m, held)
    atoms.control(m, held, player)
    m.emit("joins", held, NOWHERE, 0, player, "WR-134")
    deposit(m, held, "WR-136")
    next_in(m, player)


def _left_behind(m: Match, squad: int) -> str:
    """What a squad carries that is removed lies loose where it was, its equipment is lost; return both (WR-220)."""
    columns = m.state.columns
    area = area_of(m, m.state.space_of(squad))
    loose: list[str] = []
    for token in TOKENS:
        if columns[token][squad]:
            atoms.put(m, area, token, columns[token][area] + columns[token][squad])
            loose.append(f"{columns[token][squad]} {token}")
    lost = [title.replace("_", " ") for title in squads.titles(m, squad)]
    told = (("loose", loose), ("lost", lost))
    return "; ".join(f"{how}: {', '.join(things)}" for how, things in told if things)


def removed(m: Match, squad: int, rule: str) -> None:
    """A squad is out of the game for good; its captives escape first (WR-072, WR-219)."""
    _set_free(m, squad)
    left = _left_behind(m, squad)
    player = m.state.controller[squad]
    m.emit("destroyed", squad, player=player, rule=rule, total=left)
    atoms.move(m, squad, "removed")
