"""Camps of squads: who may camp and decamp where (WR-092 to WR-098)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.war_rig import squads
from cardlib.kernel import atoms
from cardlib.kernel.refusals import Refusal

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

CAMPED_ALREADY = Refusal("WR-092", "{s} is camped")
NOT_CAMPED = Refusal("WR-096", "{s} is not camped")
INFILTRATORS = Refusal("WR-093", "{s} is infiltrated")


def unable_to_camp(m: Match, squad: int) -> Refusal | None:
    """Say why a squad cannot camp where it stands (WR-092, WR-093)."""
    if m.state.columns["camp"][squad]:
        return CAMPED_ALREADY
    return INFILTRATORS if squads.infiltrated(m, squad) else None


def unable_to_decamp(m: Match, squad: int) -> Refusal | None:
    """Say why a squad has no camp to remove (WR-096)."""
    return None if m.state.columns["camp"][squad] else NOT_CAMPED


def encamp(m: Match, squad: int) -> None:
    """A squad camps where it stands (WR-092)."""
    atoms.put(m, squad, "camp", 1)
    m.emit("encamped", squad, player=m.state.controller[squad], rule="WR-092")


def decamp(m: Match, squad: int) -> None:
    """The camp token is removed (WR-096)."""
    atoms.put(m, squad, "camp", 0)
    m.emit("decamped", squad, player=m.state.controller[squad], rule="WR-096")
