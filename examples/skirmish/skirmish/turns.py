"""Rounds and turns (SK-020 to SK-025), and how the match ends (SK-004)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardlib.kernel import atoms, seats, secrets
from cardlib.kernel.boards.occupants import board_of, occupant
from cardlib.kernel.contract import back_to, procedure
from cardlib.kernel.decisions import Choice
from cardlib.kernel.match import AGAIN, Match
from cardlib.kernel.spans import beginning, ending
from cardlib.kernel.state import NOWHERE
from skirmish.attack import attacks
from skirmish.units import gain, moves, ready

Frame = dict[str, Any]


def income(m: Match, f: Frame) -> None:
    """A round begins: all units are ready, all players gain Resolve (SK-020)."""
    atoms.note(m, "round", m.state.vars["round"] + 1)
    m.emit("round", number=m.state.vars["round"], rule="SK-020")
    atoms.clear(m, "spent")
    for player in seats.players_in(m):
        gain(m, player, "resolve", m.facts.constants["income"], "SK-020")


def bids(m: Match, player: int) -> list[Choice]:
    """Return what a player may bid: any of the own Resolve (SK-021)."""
    return [("number", bid) for bid in range(m.state.players[player]["resolve"] + 1)]


def take_order(m: Match, f: Frame) -> None:
    """Bids are paid; the highest goes first, of equal ones who came later in the last round (SK-021, SK-022)."""
    s, made = m.state, {player: choice[1] for player, choice in secrets.opened(m, "bid").items()}
    for player, bid in made.items():
        atoms.note_player(m, player, "resolve", s.players[player]["resolve"] - bid)
    atoms.set_order(m, sorted(s.order, key=lambda side: (-made.get(side, 0), -s.order.index(side))))
    atoms.note(m, "active", s.order[-1])


def next_turn(m: Match, f: Frame) -> str | None:
    """The next player with a unit that is ready takes a turn (SK-023)."""
    player = m.state.vars["active"]
    for _ in m.state.order:
        player = seats.next_side(m, player)
        if ready(m, player):
            atoms.note(m, "turn", m.state.vars["turn"] + 1)
            atoms.note(m, "active", player)
            atoms.note(m, "acting", 0)
            atoms.clear(m, "moved", "attacked")
            return None
    return "end_round"


def choices(m: Match) -> Iterator[Choice]:
    """Yield what the active player may do: with one unit at a time (SK-023, SK-024)."""
    active, acting = m.state.vars["active"], m.state.vars["acting"]
    for unit in [acting - 1] if acting else ready(m, active):
        yield from attacks(m, active, unit)
        yield from moves(m, active, unit)
    if acting:
        yield ("end",)


def act(m: Match, f: Frame) -> str | None:
    """A unit moves once, and attacks or braces once, in either order (SK-024)."""
    s, active = m.state, m.state.vars["active"]
    if seats.is_out(m, active):
        return None
    answer = m.ask(active, "one", lambda: list(choices(m)), "a unit acts", rule="SK-024", rest=True)
    verb, unit = answer[0], answer[1] if len(answer) > 1 else s.vars["acting"] - 1
    if verb == "end":
        atoms.put(m, unit, "spent", 1)
        return None
    if not s.vars["acting"]:
        atoms.note(m, "acting", unit + 1)
        atoms.put(m, unit, "braced", 0)
    atoms.put(m, unit, "attacked" if verb in ("attack", "brace") else "moved", 1)
    if verb == "attack":
        m.emit("attacks", unit, answer[2], player=active, rule="SK-040")
        m.push("attack", record="attack", attacker=unit, target=answer[2], strike=(), ward=(), damage=0, shares=())
    elif verb == "brace":
        atoms.put(m, unit, "braced", 1)
        m.emit("braces", unit, player=active, rule="SK-025")
    else:
        if verb == "move":
            m.emit("goes", unit, player=active, number=answer[2], rule="SK-030")
            atoms.occupy(m, unit, answer[2])
        m.push("face", unit=unit, player=active)
    return AGAIN


def end_round(m: Match, f: Frame) -> None:
    """Who holds the beacon gains glory (SK-006); after the last round the most glory wins (SK-004)."""
    s, constants = m.state, m.facts.constants
    (beacon,) = board_of(m).region("beacon")
    holder = occupant(m, beacon)
    if holder != NOWHERE:
        m.emit("holds", holder, player=s.controller[holder], rule="SK-006")
        gain(m, s.controller[holder], "glory", constants["beacon"], "SK-006")
    if s.vars["round"] >= constants["rounds"]:
        glory = {player: s.players[player]["glory"] for player in seats.players_in(m)}
        m.end_ranked(seats.places(m, glory), "most glory", "SK-004")


ROUND = (income, *secrets.together("bid"), take_order, beginning("round"))
ONE_TURN = (next_turn, beginning("turn"), act, ending("turn"), back_to("next_turn"))
TURN = procedure(*ROUND, *ONE_TURN, end_round, ending("round"), back_to("income"))
