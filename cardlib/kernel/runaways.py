"""Effects that never come to an end, told by the cards that are involved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.errors import CardlibError

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

_LAST = 200  # events that are looked at for cards


class Runaway(CardlibError):
    """Effects that never come to an end; the message names the cards involved."""


def runaway(m: Match, steps: int) -> Runaway:
    """Return what to raise after so many steps without a decision."""
    names = []
    for raw in (m.events or [])[-_LAST:]:
        if raw.subject >= 0:
            name = m.facts.names[m.state.card[raw.subject]]
            if name not in names:
                names.append(name)
    cards = ", ".join(names) or "unknown"
    return Runaway(f"effects do not come to an end ({steps} steps after one pick); cards involved: {cards}")
