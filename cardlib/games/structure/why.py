"""Why something is not possible now, with the rule that forbids it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardlib.engine.match import Match

Why = tuple[str, str | None]


def why_not(m: Match, player: int, words: list[str]) -> Why:
    """Say why the words are no option now, and by which rule."""
    return f"'{' '.join(words)}' is not offered now", None
