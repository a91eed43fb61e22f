"""Spans of time: turn, round, match, action, window; what is counted in them, and what lasts until their end.

A game's procedures say when a turn or round begins and ends (`begin`, `end`, or the steps `beginning` and `ending`),
and its rules declare which spans they have (`Rules.spans`). An action begins when its procedure is pushed with a record
and ends with it, unless its record says that it is part of another one; a window closes by itself. Everything else
follows from the data: a limit is counted anew when its span begins, a lasting effect ends when its own does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from cardlib.kernel import atoms
from cardlib.kernel.ability import Limit
from cardlib.kernel.records import Lasting, Use
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.ability import Ability
    from cardlib.kernel.match import Match

SPANS: Final = ("turn", "round", "match")  # those that the procedures of a game begin and end; a match does so itself
IN_FLIGHT: Final = ("action", "window")  # those of a frame, whose number tells which one is meant
PER: Final = (*SPANS, *IN_FLIGHT)  # those in which uses are counted
PART_OF: Final = "part_of"  # what the record of an action has where it is part of another one: the frame of that one

# Until when a lasting effect holds, as the data says it, and the word for that in the state. "next turn" is only
# during the next turn of who controls what it is about, "your next turn" until the beginning of your own next one.
UNTIL: Final[Mapping[str, str]] = {
    "end of turn": "turn",
    "next turn": "next",
    "end of game": "game",
    "your next turn": "yours",
    "end of round": "round",
    "end of action": "action",
    "end of window": "window",
}
# The span that has to begin or end for them, where that is the game's doing.
NEEDS: Final[Mapping[str, str]] = {"end of turn": "turn", "your next turn": "turn", "end of round": "round"}


def limit_of(written: Any) -> Limit | None:
    """Return the limit that an ability says: "once per turn", or its members."""
    if written is None:
        return None
    if isinstance(written, str):
        return Limit(per=written.rpartition(" ")[2])
    return Limit(written.get("times", 1), written["per"], written.get("by", "object"), written.get("of", "ability"))


def how_often(limit: Limit) -> str:
    """Return how many times a limit allows, in words."""
    return "once" if limit.times == 1 else f"{limit.times} times"


# -- limits ------------------------------------------------------------------------------------------------------


def used_up(m: Match, ability: Ability, obj: int, you: int) -> bool:
    """Whether the limit of an ability is reached."""
    limit = ability.limit
    if limit is None:
        return False
    for entry in m.state.uses:
        spent = entry.card == ability.card and entry.times >= limit.times
        if spent and entry[:6] == _key(m, limit, ability, obj, you):
            return True
    return False


def use(m: Match, ability: Ability, obj: int, you: int) -> None:
    """Count a use of an ability, where it has a limit."""
    limit = ability.limit
    if limit is None:
        return
    key = _key(m, limit, ability, obj, you)
    times = 1
    kept = []
    for entry in m.state.uses:
        if entry[:6] == key:
            times = entry.times + 1
        else:
            kept.append(entry)
    atoms.keep_uses(m, [*kept, Use(*key, times)])


def _key(m: Match, limit: Limit, ability: Ability, obj: int, you: int) -> tuple[str, str, int, int, int, int]:
    holder = you if limit.by == "player" else obj
    frame = innermost(m, limit.per) if limit.per in IN_FLIGHT else NOWHERE
    number = ability.number if limit.of == "ability" else 0  # those of a card are counted under its first one
    return limit.per, limit.by, holder, ability.card, number, frame


def innermost(m: Match, span: str) -> int:
    """Return the frame of the innermost action, or window, in flight; NOWHERE if there is none.

    While a reaction runs, its action is the one that its window is about; of what is part of another action, that one.
    """
    stack = m.state.stack
    for at in range(len(stack) - 1, -1, -1):
        procedure, _, bind, _ = stack[at]
        if procedure == "window":
            return at if span == "window" else _whole(m, bind["action"])
        if span == "action" and "record" in bind and procedure != "react":
            return _whole(m, at)
    return NOWHERE


def _whole(m: Match, action: int) -> int:
    """Return the frame of the action to which that of a frame belongs: its own, unless it is part of another one."""
    return int(m.state.stack[action][2].get(PART_OF, action))


# -- beginnings and ends -----------------------------------------------------------------------------------------


class Moment:
    """A step at which a span begins or ends; see `beginning` and `ending`."""

    def __init__(self, span: str, ends: bool) -> None:
        self.__name__ = f"{span} {'ends' if ends else 'begins'}"
        self.span = span
        self.ends = ends

    def __call__(self, m: Match, f: dict[str, Any]) -> None:
        if self.ends:
            end(m, self.span)
        else:
            begin(m, self.span)


def beginning(span: str) -> Moment:
    """Return a step at which a turn or round begins."""
    return Moment(span, False)


def ending(span: str) -> Moment:
    """Return a step at which a turn or round ends."""
    return Moment(span, True)


def begin(m: Match, span: str) -> None:
    """A turn or round begins: its limits are counted anew; a turn ends what lasted until its player's next one."""
    s = m.state
    if s.uses:
        atoms.keep_uses(m, [entry for entry in s.uses if entry.per != span])
    if span == "turn" and s.modifiers:
        active, turn = s.vars["active"], s.vars["turn"]
        atoms.keep_lasting(m, [entry for entry in s.modifiers if not _waited(entry, active, turn)])


def end(m: Match, span: str) -> None:
    """A turn or round ends, and what lasted until then."""
    s = m.state
    if s.modifiers:
        turn = s.vars["turn"]
        atoms.keep_lasting(m, [entry for entry in s.modifiers if not _over(entry, span, turn)])


def close(m: Match, span: str, frame: int) -> None:
    """An action or a window is over: what was counted in it, and what lasted until then."""
    s = m.state
    if s.uses:
        kept = [entry for entry in s.uses if entry.per != span or entry.frame != frame]
        if len(kept) < len(s.uses):
            atoms.keep_uses(m, kept)
    if s.modifiers:
        atoms.keep_lasting(m, [entry for entry in s.modifiers if entry.until != span or entry.turn != frame])


def _waited(lasting: Lasting, active: int, turn: int) -> bool:
    """Whether an effect held until this turn of its player."""
    return lasting.until == "yours" and lasting.you == active and lasting.turn < turn


def _over(lasting: Lasting, span: str, turn: int) -> bool:
    """Whether an effect ends with a span; what is for a turn to come waits."""
    if span == "turn" and lasting.until == "next":
        return NOWHERE < lasting.turn <= turn
    return lasting.until == span
