"""What the common operations need a game to do in its own way: its verbs.

A game hands over functions that follow its own rules (armour, look-back, owners' zones) and emit its events; the
operations say what is done to whom.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardlib.engine.match import Match

Snapshot = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Verbs:
    """The verbs of a game; each takes the match first."""

    draw: Callable[[Match, int], None]  # player
    discard: Callable[[Match, int, int], None]  # player, card from hand
    damage: Callable[[Match, list[int], int, int], None]  # units at the same time, amount, source
    destroy: Callable[[Match, list[int], int], None]  # permanents at the same time, source
    sacrifice: Callable[[Match, int, int], None]  # permanent, source
    return_to_hand: Callable[[Match, int], None]  # card, to its owner
    top_to: Callable[[Match, int, str], None]  # player, kind of zone
    shuffle_deck: Callable[[Match, int], None]  # player
    cancel: Callable[[Match, int, int], None]  # card being played, source
    gain: Callable[[Match, int, str, int], None]  # player, resource, how many; spent where negative
    snapshot: Callable[[Match, int], Snapshot]  # what a permanent is like, for "it" after it has left
