"""The evaluation of a position, for bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardlib.engine.match import Match


def evaluate(m: Match, player: int) -> float:
    """Return how good a position is for a player."""
    return 0.0
