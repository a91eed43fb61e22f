"""Events: what happened, in order, each with the rule by which it happened; and how an event is told.

A raw event is a tuple `(kind, subject, other, number, player, rule, seen)`; objects are numbers. `Event` wraps one for
readers of the log. Which events a player may see is decided in `visibility`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cardlib.kernel.dice import Roll
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


class Seen(NamedTuple):
    """What its sentence says of the moment of an event; the log is told later, when the position is another one."""

    phase: str = ""
    subject: str = ""  # what tells the subject from other copies of its card: " on d1", " (2)"
    other: str = ""
    total: str = ""  # what a number has become: "3 of 5 left"
    idle: bool = False  # nothing came of it, so that there is nothing to tell
    roll: Roll | None = None  # the dice of an event that is about dice


Raw = tuple[str, int, int, int, int, str | None, Seen]
UNSEEN = Seen()


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
    kind, subject, other, number, player, rule, seen = raw
    if viewer not in (None, player) and kind in match.rules.speech.veiled:
        subject = NOWHERE
    return Event(kind, subject, other, number, player, rule, text, seen.roll)
