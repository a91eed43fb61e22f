"""What a match has worked out of its position and need not work out again: three memories, by what forgets them.

`Match.changed` says what is forgotten, as it knows what has changed; everybody who keeps a value chooses the memory by
what that value depends on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.compiled import mypyc_attr
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.effects import Effects


@mypyc_attr(allow_interpreted_subclasses=True)  # as `Match` is marked, which it is a part of
class Memory:
    """The part of a match that remembers; a fork begins with what the original remembers."""

    __slots__ = ("cache", "effects", "former", "occupied", "steady", "still", "touched")

    def __init__(self) -> None:
        self.touched = False  # whether something was done since the step that runs began
        # What was worked out from nothing but what `changed` and `Rules.valued` announce. Forks begin with the
        # same dictionary: entries are added, never changed or deleted in place.
        self.cache: dict[Any, Any] = {}
        # The same of what asks neither where anything stands nor what is in force: moves on the board leave it.
        self.steady: dict[Any, Any] = {}
        # What was worked out of the position as it stands, while nothing is done: see `recall`.
        self.still: dict[Any, Any] | None = None
        self.occupied = NOWHERE  # the spaces on which units stand, kept as they move: see `occupants.spaces_taken`
        self.effects: Effects | None = None
        self.former: Effects | None = None  # what was in force before, for what was worked out of it

    def hold_still(self) -> None:
        """Say that nothing is done for a while: options are listed, or a position is valued. See `recall`."""
        if self.still is None:
            self.still = {}

    def stop_doing(self) -> None:
        """Between two decisions: begin to hold still, whatever was done before."""
        if self.touched:
            self.still = None
            self.touched = False
        self.hold_still()

    def recall(self) -> dict[Any, Any] | None:
        """Return what was worked out of the position as it stands, to read and to add to; None while things are done.

        Unlike `cache` it may hold what depends on anything: counters, records, what is in flight.
        """
        return None if self.touched else self.still
