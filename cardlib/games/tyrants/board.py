"""Roles, theaters, phases, and what stands where: the two rows of each theater (AAT-009 to AAT-016)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

# the roles are the seats: the Defender takes the first turn
DEFENDER: Final = 0
ATTACKER: Final = 1
THEATERS = ("space", "planetside")
SPACE: Final = 0
PLANETSIDE: Final = 1
# the phases that `combat` of the match stands for; 0 is deployment
COMBAT: Final = 1
END_OF_TURN: Final = 2
HOME = (PLANETSIDE, SPACE)  # by role: the theater of the base

Rows = tuple[tuple[list[int], list[int]], tuple[list[int], list[int]]]
WHERE = ("in Space", "Planetside")


def rows(m: Match) -> Rows:
    """Return the units and objective units by player and theater, oldest first."""
    found: Rows | None = m.cache.get("rows")
    if found is None:
        found = (([], []), ([], []))
        beside: tuple[list[int], list[int]] = ([], [])
        s = m.state
        kind = m.facts.game.kind
        card, place, host, controller = s.card, s.place, s.host, s.controller
        for obj in s.zones[m.facts.zone["battlefield"][0]]:
            if kind[card[obj]] & 3:
                found[controller[obj]][place[obj]].append(obj)
            elif host[obj] != NOWHERE:
                beside[controller[obj]].append(obj)
        m.cache["rows"], m.cache["leaders"] = found, beside
    return found


def units(m: Match, player: int) -> list[int]:
    """Return the units of a player in both theaters."""
    mine = rows(m)[player]
    return mine[0] + mine[1]


def base(m: Match, player: int) -> int:
    """Return the base of a player."""
    return m.state.players[player]["base"]


def leaders(m: Match, player: int) -> list[int]:
    """Return the leaders of a player that are in play, oldest first; they lie next to the base."""
    rows(m)
    found: list[int] = m.cache["leaders"][player]
    return found
