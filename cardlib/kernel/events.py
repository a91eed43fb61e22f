"""Events: what happened, in order, each with the rule by which it happened; and how an event is told.

Objects are numbers. `Event` wraps a raw event for readers of the log. Which events a player may see is decided in
`visibility`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cardlib.errors import EngineError
from cardlib.kernel.dice import Roll
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.decisions import Choice
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
    choices: tuple[tuple[int, Choice], ...] = ()  # of an event that opens them: who had chosen what

    def __str__(self) -> str:
        return self.text + (f" [{self.rule}]" if self.rule else "")


def told(match: Match, raw: Raw, viewer: int | None = None) -> Event:
    """Return the event with its sentence, hiding from `viewer` the cards that this player may not see.

    Raises EngineError in a match that was played without words.
    """
    if match.wordless:
        raise EngineError("the log of this match was kept without words")
    text = match.rules.speech.tell(match, raw, viewer)
    others = viewer not in (None, raw.player)
    veiled = others and raw.kind in match.rules.speech.veiled
    # What lay open before, and is face down by now, has a number that says nothing of what it was.
    lost = viewer is not None and not _unseen(raw, viewer) and raw.subject in match.state.down
    if lost and not match.state.shown_to.get(str(raw.subject), 0) >> (viewer or 0) & 1:
        veiled = True
    subject = NOWHERE if veiled else raw.subject
    number = 0 if others and raw.kind in match.rules.speech.private else raw.number
    return Event(raw.kind, subject, raw.other, number, raw.player, raw.rule, text, raw.seen.roll, raw.seen.choices)


def _unseen(raw: Raw, viewer: int) -> bool:
    """Whether a player saw the subject of an event face down only."""
    return bool(raw.seen.unseen >> viewer & 1)
