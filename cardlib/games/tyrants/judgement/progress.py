"""How far each side is on the way to its alternate objective (AAT-153 to AAT-166): what `evaluation` adds for it.

Every objective unit has a distance: the own actions that it still takes until it scores. A step nearer is worth a
share of the token at its end; the share shrinks with each action that is missing and with the danger on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from cardlib.games.tyrants.board import HOME, PLANETSIDE, base, rows, units
from cardlib.games.tyrants.cards import OBJECTIVE, UNIT, Printed
from cardlib.games.tyrants.escalation import alternate
from cardlib.games.tyrants.numbers import pact_types, remaining, working
from cardlib.games.tyrants.turn import placeable
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

TOKENS = (0.0, 13.0, 29.0, 53.0, 160.0)  # what a number of Objective tokens is worth
TAKEOVER: Final = 160.0  # what the tokens of the Viral Computer Takeover are worth together
STEP: Final = 0.72  # how much less a token is worth for every action that is missing
DANGER: Final = 1.5  # actions that a unit loses where the enemy is strongest
AWAY: Final = 1.0  # actions until a card in the Objective zone is in play
CLOSED: Final = 2.0  # actions more while its condition does not hold
MONEY: Final = 0.4  # actions for each Funds token that is missing


def buys(m: Match, player: int) -> bool:
    """Whether the alternate objective of a player is paid for with Funds."""
    goal = alternate(m, player)
    return goal is not None and goal.rule in ("AAT-165", "AAT-166")


def progress(m: Match, player: int, ways: Sequence[Sequence[int]], dangers: Sequence[float]) -> float:
    """Return what a player's way to the alternate objective is worth.

    By theater `ways` are the own objective units and `dangers` say how strong the enemy is there, from 0 to 1.
    """
    goal = alternate(m, player)
    if goal is None:
        return 0.0
    if goal.rule == "AAT-158":
        return _takeover(m, player)
    s = m.state
    have = s.players[player]["objective-token"] if goal.tokens else 3
    steps = STEPS[goal.rule]
    found: list[float] = []
    for theater in (0, 1):
        for unit in ways[theater]:
            missing = steps(m, player, unit, len(found))
            if missing is not None:
                late = s.columns["disruption"][unit] + DANGER * dangers[theater]
                found.append(missing + late + 0.05 * s.columns["damage"][unit])
    zone = s.zones[m.facts.zone["objectives"][player]]
    if zone:
        wait = AWAY + (0.0 if placeable(m, player) else CLOSED)
        for obj in zone:
            missing = steps(m, player, obj, len(found))
            if missing is not None:
                found.append(missing + wait)
                wait += 1.0
    found.sort()
    scale = m.facts.constants["objective_tokens"]
    worth = _tokens(have, scale)
    next_one = _tokens(have + 1, scale) - worth
    worth += next_one * float(sum([STEP**missing for missing in found[: max(1, scale - have)]]))
    return worth - (_tokens(3, scale) if not goal.tokens else 0.0)


@lru_cache(maxsize=256)
def _tokens(have: int, scale: int) -> float:
    """What Objective tokens are worth, by the share of those that win."""
    at = min(len(TOKENS) - 1.0, have * (len(TOKENS) - 1.0) / scale)
    low = int(at)
    return TOKENS[low] + (TOKENS[low + 1] - TOKENS[low]) * (at - low) if low < at else TOKENS[low]


def _takeover(m: Match, player: int) -> float:
    """Computation tokens on the enemy base, and those that can still get there (AAT-158, AAT-159).

    The first ones are worth little: in greedy games who held many won no more often than who held none, and
    no takeover was ever finished.
    """
    s = m.state
    enemy = base(m, 1 - player)
    there = s.columns["computation"][enemy] if enemy != NOWHERE else 0
    held = relays = 0
    for unit in units(m, player):
        if working(m, unit, "mainframe"):
            held += s.columns["computation"][unit]
            relays += m.facts.game.kind[s.card[unit]] == OBJECTIVE
    wanted = m.facts.constants["takeover_tokens"]
    near: float = min(wanted, there + (0.3 if relays else 0.15) * held)
    worth: float = TAKEOVER * (near / wanted) ** 3 + 3.0 * min(relays, 2)
    return worth + (200.0 if there >= wanted and s.vars["active"] == player else 0.0)


# -- the distances -----------------------------------------------------------------------------------------------

Steps = Callable[["Match", int, int, int], float | None]


def _charge(m: Match, obj: int) -> int:
    return m.state.columns["charge"][obj]


def _where(m: Match, player: int, obj: int) -> int:
    """The theater of an objective unit, or the one where it will be placed."""
    place = m.state.place[obj]
    return HOME[player] if place == NOWHERE else place


def escape(m: Match, player: int, obj: int, before: int) -> float:
    """Load Planetside, go to Space, Escape (AAT-153, AAT-154)."""
    if _where(m, player, obj) == PLANETSIDE:
        return 2.0 if _charge(m, obj) else 3.0
    return 1.0 if _charge(m, obj) else 4.0


def transmit(m: Match, player: int, obj: int, before: int) -> float:
    """Charge, Transmit (AAT-155)."""
    return 1.0 if _charge(m, obj) else 2.0


def crack(m: Match, player: int, obj: int, before: int) -> float:
    """Prime twice, then Crack the Planet; before that, the level at which it may be placed (AAT-156)."""
    s = m.state
    missing = 3.0 - _charge(m, obj)
    if s.place[obj] == NOWHERE and (levels := 4 - s.vars["level"]) > 0:
        full = m.facts.constants["incidents_per_level"]
        missing += 2.0 * (levels - s.vars["incidents"] / full)
    return missing


def ascend(m: Match, player: int, obj: int, before: int) -> float:
    """Three Computation tokens on the Seed, then Ascend (AAT-157)."""
    return 1.0 + 0.9 * max(0, 3 - m.state.columns["computation"][obj])


def invoke(m: Match, player: int, obj: int, before: int) -> float:
    """Four Charge tokens by prayer, then Invoke (AAT-161)."""
    return 1.0 + 0.7 * max(0, 4 - _charge(m, obj))


def convert(m: Match, player: int, obj: int, before: int) -> float:
    """Go Planetside, two Sermons, Convert somebody weak (AAT-162)."""
    s = m.state
    missing = 3.0 - min(2, _charge(m, obj))
    if _where(m, player, obj) != PLANETSIDE:
        missing += 1.0
    others = rows(m)[1 - player][PLANETSIDE]
    weak = m.facts.constants["weakened_health"]
    if others and not any(
        m.facts.game.kind[s.card[unit]] == UNIT and not m.facts.game.unique[s.card[unit]] and remaining(m, unit) <= weak
        for unit in others
    ):
        missing += 1.0
    return missing


def forge(m: Match, player: int, obj: int, before: int) -> float | None:
    """A type with three units that was not named yet, and a level above the tokens (AAT-163); one Embassy does."""
    s = m.state
    if before:
        return None
    missing = 1.0
    level = s.players[player]["objective-token"] + 1 - s.vars["level"]
    if level > 0:
        missing += 2.0 * (level - s.vars["incidents"] / m.facts.constants["incidents_per_level"])
    return missing if pact_types(m, player) else missing + _to_a_type(m, player)


def _to_a_type(m: Match, player: int) -> float:
    """How many units are missing for the next type that Forge Pact can name."""
    s = m.state
    game: Printed = m.facts.game
    named = s.players[player]["pacts"]
    counts: dict[str, int] = {}
    for unit in units(m, player):
        if game.kind[s.card[unit]] == UNIT:
            for type_ in game.types[s.card[unit]]:
                if not named >> game.subtypes.index(type_) & 1:
                    counts[type_] = counts.get(type_, 0) + 1
    return float(m.facts.constants["pact_units"] - max(counts.values(), default=0))


def free(m: Match, player: int, obj: int, before: int) -> float:
    """Go Planetside, Storm the Cells up to three Charge tokens, Free Prisoners (AAT-164)."""
    missing = 1.0 + 0.7 * max(0, 3 - _charge(m, obj))
    return missing if _where(m, player, obj) == PLANETSIDE else missing + 1.0


def bribe(m: Match, player: int, obj: int, before: int) -> float:
    """Four Funds tokens each (AAT-165)."""
    money = m.state.players[player]["funds-token"] - 4 * before
    return 1.0 + MONEY * max(0, 4 - max(0, money))


def foreclose(m: Match, player: int, obj: int, before: int) -> float:
    """Embargo twice for two Funds tokens each, then Foreclose (AAT-166)."""
    to_pay = max(0, 2 - _charge(m, obj))
    money = m.state.players[player]["funds-token"] - 4 * before
    return 1.0 + to_pay + MONEY * max(0, 2 * to_pay - max(0, money))


STEPS: dict[str, Steps] = {
    "AAT-153": escape,
    "AAT-154": escape,
    "AAT-155": transmit,
    "AAT-156": crack,
    "AAT-157": ascend,
    "AAT-161": invoke,
    "AAT-162": convert,
    "AAT-163": forge,
    "AAT-164": free,
    "AAT-165": bribe,
    "AAT-166": foreclose,
}
