"""Effects and turns that never come to an end, told by the procedures that run and the cards that are involved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.errors import CardlibError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardlib.kernel.match import Match

_LAST = 200  # events that are looked at for cards
_DEEP = 3  # procedures that a message names
PICKS_PER_TURN = 20_000  # a guard against turns that do not end; those of real games have hundreds


class Runaway(CardlibError):
    """Effects that never come to an end, where the message names what runs and the cards involved, or such a turn."""


class Turns:
    """Counts the picks of each turn of a match that nobody watches, so that a turn without an end is broken off."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._turn, self._first = -1, 0  # the turn, and how many picks had been made before it

    def look(self) -> None:
        """Raise `Runaway` if the turn has had as many picks as no turn of a real game has."""
        state = self._match.state
        now = state.vars.get("turn", 0)
        if now != self._turn:
            self._turn, self._first = now, state.serial
        if state.serial - self._first >= PICKS_PER_TURN:
            raise Runaway(f"turn {now} does not come to an end ({PICKS_PER_TURN} picks)")


def runaway(m: Match, steps: int) -> Runaway:
    """Return what to raise after so many steps without a decision: what runs, and the cards of the last events."""
    names = []
    for raw in (m.events or [])[-_LAST:]:
        if raw.subject >= 0:
            name = m.facts.names[m.state.card[raw.subject]]
            if name not in names:
                names.append(name)
    cards = ", ".join(names) or "none"
    running = ", in ".join(_running(m)) or "nothing"
    return Runaway(
        f"effects do not come to an end ({steps} steps after one pick, and nobody is asked): {running}; "
        f"cards involved: {cards}"
    )


def _running(m: Match) -> Iterator[str]:
    """The last procedures of the stack, the one that runs first, each with the steps on its way."""
    for procedure, at, *_ in m.state.stack[-_DEEP:][::-1]:
        steps = m.rules.procedures[procedure][0]
        name = steps[min(at, len(steps) - 1)].__name__
        yield f"the procedure '{procedure}' at its step '{name}'"
