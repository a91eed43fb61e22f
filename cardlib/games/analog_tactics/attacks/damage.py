"""Health that is lost, and what follows: Reorient, elimination, decapture, VP (AT-126 to AT-133, AT-204 to AT-207)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.classes import choosing, prints, upkeep
from cardlib.games.analog_tactics.kinds import COMMON, ELITE, OBJECTIVE, OBSTACLE
from cardlib.kernel import atoms
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


def lose(m: Match, target: int, number: int, source: int, by: int) -> int:
    """A thing loses Health, never more than it has; return how much it lost (AT-115)."""
    lost = min(number, units.health(m, target))
    if lost:
        atoms.put(m, target, "wounds", m.state.columns["wounds"][target] + lost)
        m.emit("lost", target, source, lost, by, "AT-115")
    return lost


def fall(m: Match, target: int, source: int, by: int) -> None:
    """What has no Health left is eliminated, decaptured or removed (AT-132, AT-193, AT-201)."""
    what = units.kind(m, target)
    choosing.fallen(m, target, by)
    if what == OBJECTIVE:
        decapture(m, target, source, by)
    elif what == OBSTACLE:
        m.emit("destroyed", target, player=by, rule="AT-201")
        atoms.move(m, target, "removed")
    else:
        eliminate(m, target, source, by)


def eliminate(m: Match, unit: int, source: int, by: int) -> None:
    """A unit leaves the board; its enemy scores for it, its own side does not (AT-132, AT-204 to AT-207)."""
    s = m.state
    what, side, counts = units.kind(m, unit), s.controller[unit], units.rank(m, unit)
    worth = m.facts.game.worth[m.facts.game.elite[units.class_of(m, side)] if counts == ELITE else s.card[unit]]
    atoms.put(m, unit, "last_space", s.place[unit] + 1)
    atoms.put(m, unit, "form", 1)
    m.emit("eliminated", unit, source, player=by, rule="AT-132")
    prints.return_blueprints(m, unit)
    before = upkeep.maxima_of(m, side)
    atoms.move(m, unit, "reserve" if what <= COMMON else "removed")
    upkeep.lift_all(m, before)  # a Kineblade takes from its Elite what it gave (ATA-Q27)
    if by in (side, NOWHERE):
        return
    if counts == ELITE:
        atoms.note_player(m, by, "elites", s.players[by]["elites"] + 1)
    elif counts == COMMON:
        atoms.note_player(m, by, "commons", s.players[by]["commons"] + 1)
    score(m, by, worth, "AT-204")


def decapture(m: Match, objective: int, source: int, by: int) -> None:
    """An Objective turns neutral, and whose effect did it gains VP, but not for one of its own (AT-193, AT-206)."""
    side = m.state.controller[objective]
    atoms.control(m, objective, NOWHERE)
    m.emit("decaptured", objective, source, player=by, rule="AT-193")
    if by != side:
        score(m, by, m.facts.constants["decapture_points"], "AT-193")


def score(m: Match, player: int, points: int, rule: str) -> None:
    """A player gains victory points; with enough of them the round is the last one (AT-220, AT-221)."""
    s = m.state
    total = s.players[player]["vp"] + points
    atoms.note_player(m, player, "vp", total)
    m.emit("scores", number=points, player=player, rule=rule)
    if total >= m.facts.constants["victory_points"] and not s.vars["last_round"]:
        atoms.note(m, "last_round", 1)
        m.emit("last-round", number=total, player=player, rule="AT-221")
