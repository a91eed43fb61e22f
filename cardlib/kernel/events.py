"""Events: what happened, in order, each with the rule by which it happened; and how an event is told.

Objects are numbers. `Event` wraps a raw event for readers of the log. Which events a player may see is decided in
`visibility`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cardlib.kernel.dice import Roll
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match
    from cardlib.kernel.records import Raw


class Event(NamedTuple):
    """One entry of the log."""

    kind: str
    subject: int
    other: int
    number: int
    player: int
    rule: str | None
    text: str
    roll: Roll | None = None

    def __str__(self) -> str:
        return self.text + (f" [{self.rule}]" if self.rule else "")


def told(match: Match, raw: Raw, viewer: int | None = None) -> Event:
    """Return the event with its sentence, hiding from `viewer` the cards that this player may not see."""
    text = match.rules.speech.tell(match, raw, viewer)
    veiled = viewer not in (None, raw.player) and raw.kind in match.rules.speech.veiled
    subject = NOWHERE if veiled else raw.subject
    return Event(raw.kind, subject, raw.other, raw.number, raw.player, raw.rule, text, raw.seen.roll)
