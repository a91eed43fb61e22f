"""An attack, step by step (SK-040 to SK-046); between the steps others react (SK-050)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardlib.kernel import atoms, rolling, seats
from cardlib.kernel.boards.distances import distance
from cardlib.kernel.boards.facing import in_arc
from cardlib.kernel.boards.occupants import board_of, facing_of
from cardlib.kernel.boards.sight import sees
from cardlib.kernel.contract import procedure
from cardlib.kernel.dice import roll_of
from cardlib.kernel.match import END, Match
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE
from cardlib.kernel.windows import opens
from skirmish.units import gain, left, no_turn, units

FRIEND = Refusal("SK-040", "{o} is no enemy of {s}")
FAR = Refusal("SK-040", "{o} is farther away than {s} reaches")
BESIDE = Refusal("SK-040", "{o} is not in the front arc of {s}")
UNSEEN = Refusal("SK-041", "{s} does not see {o}")
Frame = dict[str, Any]


def no_bracing(m: Match, player: int, unit: int) -> Refusal | None:
    """What forbids a unit to brace, and to attack at all (SK-024)."""
    return no_turn(m, player, unit, "attacked")


def no_attack(m: Match, player: int, unit: int, target: int) -> Refusal | None:
    """What forbids a unit an attack on a target."""
    if (found := no_bracing(m, player, unit)) is not None:
        return found
    board, here, there = board_of(m), m.state.place[unit], m.state.place[target]
    if target not in [one for other in seats.opponents(m, player) for one in units(m, other)]:
        return FRIEND
    if distance(board, here, there) > m.rules.value(m, unit, "reach"):
        return FAR
    if not in_arc(board, here, facing_of(m, unit), "front", there):
        return BESIDE
    return None if sees(board, here, there, m.rules.sight_blocked(m, unit)) else UNSEEN


def attacks(m: Match, player: int, unit: int) -> Iterator[tuple[Any, ...]]:
    """Yield the attacks of a unit, and to brace in place of one (SK-024)."""
    if no_bracing(m, player, unit) is None:
        for one in m.state.zones[m.facts.field_zone]:
            if no_attack(m, player, unit, one) is None:
                yield "attack", unit, one
        yield "brace", unit


def throw(m: Match, f: Frame) -> str | None:
    """Attack dice for might (SK-042), ward dice for guard (SK-043)."""
    s, board, attacker, target = m.state, board_of(m), f["attacker"], f["target"]
    here, there = s.place[attacker], s.place[target]
    if NOWHERE in (here, there):
        return END
    behind = in_arc(board, there, facing_of(m, target), "rear", here)
    might = m.rules.value(m, attacker, "might") + behind
    wood = "wood" in board.tags[there]
    guard = 0 if behind else m.rules.value(m, target, "guard") + s.columns["braced"][target] + wood
    by, of = s.controller[attacker], s.controller[target]
    f["strike"] = rolling.roll(m, "strike", {"attack": might}, player=by, rule="SK-042", source=attacker)
    f["ward"] = rolling.roll(m, "ward", {"ward": guard}, player=of, rule="SK-043", source=target)
    return None


def compare(m: Match, f: Frame) -> None:
    """Shields stop hits, and no crits; what is left is the damage (SK-044). Sparks give Resolve (SK-045)."""
    m.touched = True
    strike, ward = roll_of(f["strike"]), roll_of(f["ward"])
    f["damage"] = strike.count("crit") + max(0, strike.count("hit") - ward.count("shield"))
    for roll in (strike, ward):
        gain(m, roll.player, "resolve", roll.count("spark"), "SK-045")


def wound(m: Match, f: Frame) -> None:
    """Damage makes wounds, to all who take some of it at the same moment; then units fall (SK-046)."""
    s, by = m.state, m.state.controller[f["attacker"]]
    hurt = [(unit, damage) for unit, damage in ((f["target"], f["damage"]), *f["shares"]) if s.place[unit] != NOWHERE]
    for unit, damage in hurt:
        if damage:
            atoms.put(m, unit, "wounds", s.columns["wounds"][unit] + damage)
            m.emit("wounded", unit, f["attacker"], damage, by, "SK-044")
    for unit, _ in hurt:
        if left(m, unit) <= 0:
            m.emit("falls", unit, player=by, rule="SK-046")
            gain(m, by, "glory", s.columns["level"][unit], "SK-005")
            remove(m, unit)
    beaten = [player for player in seats.players_in(m) if not units(m, player)]
    if beaten:
        m.rules.leave(m, beaten, "has no unit left", "SK-002")
    if len(seats.players_in(m)) == 1:
        m.end(seats.players_in(m)[0], "alone on the hill", "SK-003")


def remove(m: Match, unit: int) -> None:
    """Take a unit off the hill, with what it carries (SK-046)."""
    s = m.state
    for obj in [unit, *(obj for obj in s.zones[m.facts.field_zone] if s.host[obj] == unit)]:
        atoms.move(m, obj, "fallen")


ATTACK = procedure(opens("announced"), throw, opens("rolled"), compare, opens("wounding"), wound)
