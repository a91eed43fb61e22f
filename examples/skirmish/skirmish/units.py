"""Units: which may act, what they can still bear, where they move and face (SK-023, SK-024, SK-030 to SK-032)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardlib.kernel import atoms
from cardlib.kernel.boards.occupants import board_of, facing_of
from cardlib.kernel.boards.paths import reachable
from cardlib.kernel.match import Match
from cardlib.kernel.refusals import Refusal

NOT_READY = Refusal("SK-023", "{s} is no unit of yours that is ready")
OTHER = Refusal("SK-023", "another unit has the turn, not {s}")
MADE = Refusal("SK-024", "{s} has done that in this turn")
TAKEN = Refusal("SK-031", "{s} can't enter {n}")
FAR = Refusal("SK-030", "{n} is too far for {s}")


def units(m: Match, player: int) -> list[int]:
    """Return the units of a player on the hill, in the order of the warband."""
    s, types = m.state, m.facts.types
    field = s.zones[m.facts.field_zone]
    return [obj for obj in field if s.controller[obj] == player and "unit" in types[s.card[obj]]]


def ready(m: Match, player: int) -> list[int]:
    """Return the units of a player that have no turn behind them in this round (SK-023)."""
    return [unit for unit in units(m, player) if not m.state.columns["spent"][unit]]


def left(m: Match, unit: int) -> int:
    """Return how many wounds a unit can still take before it falls (SK-046)."""
    return m.rules.value(m, unit, "health") - m.state.columns["wounds"][unit]


def gain(m: Match, player: int, what: str, number: int, rule: str) -> None:
    """Give a player glory, or Resolve up to the limit (SK-020)."""
    there = m.state.players[player][what]
    number = min(number, m.facts.constants["resolve_limit"] - there) if what == "resolve" else number
    if number:
        atoms.note_player(m, player, what, there + number)
        m.emit(what, player=player, number=number, rule=rule)


def no_turn(m: Match, player: int, unit: int, made: str = "moved") -> Refusal | None:
    """What forbids a unit to act: a turn is that of one unit which is ready, and it does everything once."""
    if unit not in ready(m, player):
        return NOT_READY
    if m.state.vars["acting"] not in (0, unit + 1):
        return OTHER
    return MADE if m.state.columns[made][unit] else None


def ways(m: Match, unit: int) -> dict[int, int]:
    """Return the hexes that a unit can reach, with what the way costs (SK-030)."""
    board, blocked = board_of(m), m.rules.movement_blocked(m, unit)
    costs = [2 if "wood" in tags else 1 for tags in board.tags]
    return reachable(board, m.state.place[unit], m.rules.value(m, unit, "speed"), costs, blocked=blocked)


def no_move(m: Match, player: int, unit: int, space: int) -> Refusal | None:
    """What forbids a unit a move to a hex."""
    found = no_turn(m, player, unit)
    if found is not None or space in ways(m, unit):
        return found
    return TAKEN if m.rules.movement_blocked(m, unit) >> space & 1 else FAR


def moves(m: Match, player: int, unit: int) -> Iterator[tuple[Any, ...]]:
    """Yield the moves of a unit; it may also turn where it stands (SK-032)."""
    if no_turn(m, player, unit) is None:
        yield from (("move", unit, space) for space in ways(m, unit))
        yield "turn", unit


def face(m: Match, f: dict[str, Any]) -> None:
    """A unit that has moved faces any direction (SK-032)."""
    unit, now = f["unit"], facing_of(m, f["unit"])
    many = len(board_of(m).directions)
    offers = [("toward", (now + turn) % many) for turn in range(many)]
    guess = lambda: m.rules.judgement.guess(m, "face", unit)  # noqa: E731
    prompt = "which way does it face?"
    answer = m.ask(f["player"], "one", offers, prompt, rule="SK-032", source=unit, default=guess)
    turn(m, unit, answer[1], f["player"], "SK-032")


def turn(m: Match, unit: int, direction: int, player: int, rule: str | None) -> None:
    """A unit turns to a direction."""
    if direction != facing_of(m, unit):
        atoms.turn(m, unit, direction)
        m.emit("faces", unit, player=player, number=direction, rule=rule)
