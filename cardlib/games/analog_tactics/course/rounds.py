"""Rounds and turns: refresh, T1 to T8 for each player, the end of a round (AT-028 to AT-049)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.attacks import attacking
from cardlib.games.analog_tactics.board import objectives, placing
from cardlib.games.analog_tactics.classes import choosing, levelling, weapons
from cardlib.games.analog_tactics.classes.upkeep import give_back
from cardlib.games.analog_tactics.course import acting, respawning, settling, winning
from cardlib.games.analog_tactics.kinds import WARRIOR
from cardlib.games.analog_tactics.movement import cinders, paths
from cardlib.kernel import atoms, seats
from cardlib.kernel.contract import back_to, procedure
from cardlib.kernel.match import AGAIN
from cardlib.kernel.spans import beginning, ending
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


def begin_round(m: Match, f: dict[str, Any]) -> None:
    """A round begins: every point of every unit returns (AT-028, AT-029)."""
    number = m.state.vars["round"] + 1
    atoms.note(m, "round", number)
    atoms.note(m, "active", m.state.order[0])
    m.emit("round", number=number, rule="AT-028")
    for player in m.state.order:
        for unit in units.units(m, player):
            units.refresh(m, unit)
    for thing in units.obstacles(m):  # of which Turrets alone have points
        units.refresh(m, thing)
    atoms.note(m, "place", 0)


def next_turn(m: Match, f: dict[str, Any]) -> str | None:
    """The next player in turn order has the turn (T8, AT-028, AT-042)."""
    s = m.state
    while s.vars["place"] < len(s.order):
        player = s.order[s.vars["place"]]
        atoms.note(m, "place", s.vars["place"] + 1)
        if not seats.is_out(m, player):
            atoms.note(m, "turn", s.vars["turn"] + 1)
            atoms.note(m, "active", player)
            m.emit("turn", player=player, number=s.vars["turn"], rule="AT-035")
            return None
    return "close_round"


def welcome(m: Match, f: dict[str, Any]) -> None:
    """New Commons of a Mage enter after those that return (T2, AT-036, ATA-Q31)."""
    m.touched = True
    m.emit("units-return", player=m.state.vars["active"], rule="AT-036")
    settling.settle(m)


def upkeep(m: Match, f: dict[str, Any]) -> None:
    """Class upkeep: a Mage attunes; in the first turns each unit of a Warrior raises a weapon (T3, AT-037, AT-244)."""
    player = m.state.vars["active"]
    m.touched = True
    m.emit("upkeep", player=player, rule="AT-037")
    if units.class_of(m, player) == WARRIOR and m.state.vars["round"] <= m.facts.constants["first_raises"]:
        weapons.raise_all(m, player, "AT-244")


def clear_tokens(m: Match, f: dict[str, Any]) -> str | None:
    """An Assassin discards surplus tokens; what follows the clearing comes before the rest (T3, AT-037, AT-266)."""
    again = choosing.surplus(m, f)
    if again is None:
        settling.settle(m)
    return again


def begin_turn(m: Match, f: dict[str, Any]) -> None:
    """What happens at the beginning of the own turn, in the order that its player chooses (T4, AT-038)."""
    paths.set_out(m, m.state.vars["active"])  # also those that have returned
    m.emit("turn-begins", player=m.state.vars["active"], rule="AT-038")
    settling.settle(m)


def begin_turn_late(m: Match, f: dict[str, Any]) -> None:
    """What comes after all that (ATA-Q31)."""
    m.touched = True
    m.emit("turn-begins-late", player=m.state.vars["active"], rule="AT-038")
    settling.settle(m)


def end_turn(m: Match, f: dict[str, Any]) -> None:
    """What happens at the end of the own turn; after it all may react, else the others (T6, AT-040, AT-144)."""
    attacking.count_anew(m)
    m.emit("turn-ends", player=m.state.vars["active"], rule="AT-040")
    f["asks"] = "all" if m.state.raised else "others"
    settling.settle(m)


def end_turn_late(m: Match, f: dict[str, Any]) -> None:
    """What happens at the end of each player's turn follows (T6, AT-040)."""
    m.touched = True
    m.emit("turn-ends-late", player=m.state.vars["active"], rule="AT-040")
    if m.state.raised:
        f["asks"] = "all"
    settling.settle(m)


def expire_markers(m: Match, f: dict[str, Any]) -> None:
    """Markers whose time is over go, after what they did at the end of the turn, and Cinders go out (T6, AT-040)."""
    m.touched = True
    placing.expire(m, begins=False)
    cinders.go_out(m)


def expire(m: Match, f: dict[str, Any]) -> None:
    """What lasts until the start of this player's turn ends, and markers due now resolve (T1, AT-035)."""
    m.touched = True
    placing.expire(m, begins=True)
    give_back(m, m.state.vars["active"])
    m.emit("turn-starts", player=m.state.vars["active"], rule="AT-035")
    settling.settle(m)


def open_round(m: Match, f: dict[str, Any]) -> None:
    """What happens at the beginning of a round, players in turn order from the first (AT-031).

    After it all may react; where nothing has happened the first player will in its turn.
    """
    m.touched = True
    m.emit("round-begins", player=m.state.order[0], rule="AT-031")
    moment(m, "all" if m.state.raised else "others")
    settling.settle(m)


def close_round(m: Match, f: dict[str, Any]) -> None:
    """What happens at the end of a round, players in turn order from the first; after it all may react (AT-032)."""
    atoms.note(m, "active", m.state.order[0])
    m.emit("round-ends", player=m.state.order[0], rule="AT-032")
    if m.state.raised:
        moment(m, "all")
    settling.settle(m)
    choosing.round_over(m)


def moment(m: Match, asks: str) -> None:
    """Put a moment on the stack at which players may react (AT-134, AT-144)."""
    m.push("others", record="step", unit=NOWHERE, space=NOWHERE, asks=asks)


def before_acting(m: Match, f: dict[str, Any]) -> None:
    """Before the first action the others may react; whoever has the turn can do so in it (AT-144)."""
    moment(m, "others")


def after_acting(m: Match, f: dict[str, Any]) -> None:
    """At the end of a turn those may react who could not do so before what has happened (AT-144)."""
    moment(m, f["asks"])


def act(m: Match, f: dict[str, Any]) -> str | None:
    """Any number of actions, units mixed freely, until the player ends it or none is left (T5, AT-039, AT-045)."""
    player = m.state.vars["active"]
    if seats.is_out(m, player):
        return None
    answer = m.ask(player, "one", lambda: acting.options(m, player), "your turn", rule="AT-039", rest=True)
    if answer == acting.END:
        return None
    acting.carry_out(m, answer)
    return AGAIN


def score(m: Match, f: dict[str, Any]) -> None:
    """The player gains VP for Objectives (T7, AT-041)."""
    m.touched = True
    objectives.score(m, m.state.vars["active"])


def end_round(m: Match, f: dict[str, Any]) -> None:
    """The victory check and the round limit, then levelling (AT-032)."""
    m.touched = True
    winning.check(m)
    if m.state.result is None:
        levelling.gain(m)


PROCEDURES = {
    "turn": procedure(
        *(
            begin_round,
            beginning("round"),
            open_round,
            next_turn,
            beginning("turn"),
            expire,
            respawning.respawn,
            welcome,
            upkeep,
            clear_tokens,
        ),
        *(begin_turn, begin_turn_late, before_acting, act, end_turn, end_turn_late, expire_markers, after_acting),
        *(score, ending("turn"), back_to("next_turn")),
        *(close_round, end_round, ending("round"), back_to("begin_round")),
    )
}
