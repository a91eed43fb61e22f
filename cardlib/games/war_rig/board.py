"""The board of War Rig as its rules read it: what is printed in each of the areas, by number of the space.

What lies in an area, a shield over it and the marker of the Empire are with the object that stands for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from cardlib.games.war_rig.kinds import AREA
from cardlib.kernel.boards.board import Board
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


@dataclass(frozen=True, slots=True)
class Land:
    """By space: ways on, the base that it is (0 for none), whether entering can be repelled, what it yields."""

    names: tuple[str, ...]
    wastes: int
    ways: tuple[tuple[int, ...], ...]
    base: tuple[int, ...]
    basic: tuple[bool, ...]
    repels: tuple[bool, ...]
    yields: tuple[tuple[str, ...], ...]
    fields: tuple[int, ...]  # the spaces where resources or tech are gathered, not scrap alone
    supply: tuple[Mapping[str, int], ...]
    home: tuple[int, ...]  # by seat
    bases: tuple[int, ...]  # the spaces of bases, by number from 1
    resource_rich: tuple[int, ...]


def land_of(board: Board, seats: int) -> Land:
    """Read the board once, when the game is loaded; the check of what the rules need comes before."""
    told = board.attributes
    bases = sorted(board.region("bases"), key=lambda space: cast(int, told[space]["number"]))
    yields = tuple(cast("tuple[str, ...]", about.get("yields", ())) for about in told)
    return Land(
        names=tuple(board.names),
        wastes=board.number["barren-wastes"],
        ways=tuple(board.neighbours),
        base=tuple(cast(int, about.get("number", 0)) for about in told),
        basic=tuple(about["kind"] == "basic" for about in told),
        repels=tuple("repel" in tags for tags in board.tags),
        yields=yields,
        fields=tuple(space for space, kinds in enumerate(yields) if kinds and "scrap" not in kinds),
        supply=tuple(cast("Mapping[str, int]", about.get("supply", {})) for about in told),
        home=tuple(board.region("home", seat)[0] for seat in range(seats)),
        bases=tuple(bases),
        resource_rich=tuple(board.region("resource-rich")),
    )


def land(m: Match) -> Land:
    """Return the board of a match, as the rules read it."""
    found: Land = m.facts.game.land
    return found


def area_name(m: Match, space: int) -> str:
    """Return what an area is called."""
    card: int = m.facts.game.area[space]
    return m.facts.names[card]


def area_of(m: Match, space: int) -> int:
    """Return the object that holds what lies loose in an area, and its supply."""
    found: dict[int, int] | None = m.steady.get("areas")
    if found is None:
        kind, card, place = m.facts.game.kind, m.state.card, m.state.place
        field = m.state.zones[m.facts.field_zone]
        found = m.steady["areas"] = {place[obj]: obj for obj in field if kind[card[obj]] == AREA}
    return found[space]


def shielded(m: Match, space: int) -> bool:
    """Whether no attack may be made in an area (WR-102)."""
    return bool(m.state.columns["shielded"][area_of(m, space)])


def holder(m: Match, space: int) -> int:
    """Return for whom the Empire holds an area: who has summoned it, NOWHERE where nobody does (WR-250)."""
    return m.state.vars["summoner"] - 1 if m.state.columns["held"][area_of(m, space)] else NOWHERE
