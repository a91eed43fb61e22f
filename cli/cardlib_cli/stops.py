"""Where a player stops in windows of which there are many, and what passes the rest: stops and standing passes.

What is passed for a player is decided by what everybody sees: whose turn it is, in which phase, and what is announced;
never by what the player holds or could do. So passing by itself tells an opponent no more than the windows do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from cardlib.errors import CardlibError
from cardlib.filters import nearest_note
from cardlib.kernel.decisions import PASS
from cardlib.kernel.state import NOWHERE
from cardlib.kernel.windows import asked_in

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

MINE, THEIRS = "mine", "theirs"
OWN_ACTIONS, THEIR_ACTIONS = "my actions", "their actions"
END = ("end",)


class Moment(NamedTuple):
    """What everybody sees of a window: whose turn and phase it is, which window, whose announcement waits, if any."""

    turn: str  # mine or theirs
    phase: str
    waiting: str  # OWN_ACTIONS, THEIR_ACTIONS or nothing
    window: str = ""  # between the steps of an action, as game.json calls it; "" for one of a phase

    @property
    def stop(self) -> str:
        """The stop that belongs to it."""
        place = f"{self.window or self.phase}, {self.turn}"
        return place if self.window else self.waiting or place


def moment(match: Match, player: int) -> Moment:
    """Return what everybody sees of the window that a player is asked in."""
    announced = match.rules.table.announced(match)
    waiting = "" if announced is None else OWN_ACTIONS if announced == player else THEIR_ACTIONS
    turn = MINE if match.state.vars.get("active", 0) == player else THEIRS
    return Moment(turn, match.rules.table.phase(match), waiting, asked_in(match))


def every(match: Match) -> list[str]:
    """Return all stops of a game: its phases and windows in the own turn and in the other's, and announcements."""
    actions = [OWN_ACTIONS, THEIR_ACTIONS] if match.rules.table.windows else []
    return [f"{name}, {whose}" for name in _places(match) for whose in (MINE, THEIRS)] + actions


def _places(match: Match) -> list[str]:
    """Return the phases in which windows open, then the windows between the steps of actions."""
    table = match.rules.table
    return [*(name for name in table.named_phases if name in table.windows), *_reacting(match)]


def _reacting(match: Match) -> list[str]:
    """Return the windows of game.json in which something that somebody may use can react."""
    kinds, facts = match.facts.windows.kinds, match.facts
    return [name for name, kind in kinds.items() if kind.asks != "nobody" and name in facts.reacting]


def usual(match: Match) -> frozenset[str]:
    """Return the stops that a match begins with: the game's, what an opponent announces, and all reactions.

    Whoever can react is asked, since an action does not come back; of phases the game knows those that count.
    """
    windows = match.rules.table.windows
    phases = {f"{name}, {whose}" for name, at in windows.items() for whose in at}
    reactions = {f"{name}, {whose}" for name in _reacting(match) for whose in (MINE, THEIRS)}
    return frozenset(phases | reactions | ({THEIR_ACTIONS} if windows else set()))


@dataclass
class Standing:
    """A pass that holds on: until a turn or phase begins, or until something happens."""

    until: str  # "turn", "my turn", "something" or the name of a phase
    turn: int  # the number of the turn in which it was said
    phase: str
    events: int  # how many there were then

    def over(self, match: Match, player: int, now: Moment) -> bool:
        """Whether its end has come."""
        if self.until == "something":
            return now.waiting == THEIR_ACTIONS or any(
                raw.player not in (player, NOWHERE) and raw.kind not in match.rules.speech.silent | {"turn", "drawn"}
                for raw in (match.events or [])[self.events :]
            )
        if self.until == "turn":
            return match.state.vars.get("turn", 0) != self.turn
        if self.until == "my turn":
            return match.state.vars.get("turn", 0) != self.turn and match.state.vars.get("active", 0) == player
        return self.until == now.phase and (match.state.vars.get("turn", 0), now.phase) != (self.turn, self.phase)


@dataclass
class Stops:
    """The stops of one player, and the standing pass if there is one."""

    at: frozenset[str]
    chosen: frozenset[str] = frozenset()  # set by the player: they end a standing pass
    standing: Standing | None = field(default=None)

    def passes(self, match: Match, player: int) -> str | None:
        """Return what is answered for the player now, "pass" or "end"; None leaves the question to the player.

        A standing pass is over when its end has come, at a stop that the player has set, and at every question that
        is neither a window nor the end of a phase of the turn in which it was said.
        """
        decision = match.decision
        if decision is None or decision.player != player:
            return None
        window = PASS in decision.choices
        now = moment(match, player)
        if self.standing is not None:
            goes_on = window or (END in decision.choices and self.standing.turn == match.state.vars.get("turn", 0))
            over = self.standing.over(match, player, now)
            if goes_on and now.stop not in self.chosen and not over:
                return "pass" if window else "end"
            waited_for = over and self.standing.until not in ("turn", "my turn")
            self.standing = None
            if waited_for:
                return None
        return "pass" if window and now.stop not in self.at else None


def standing(match: Match, words: Iterable[str]) -> Standing:
    """Return the standing pass that is meant by the words after `pass`; raises CardlibError for others."""
    said = [word.lower() for word in words]
    until = " ".join(said[1:] if said[:1] == ["until"] else said)
    known = {"turn": "turn", "my turn": "my turn", "something happens": "something", "something": "something"}
    known |= {name.lower(): name for name in match.rules.table.named_phases}
    if until not in known:
        listed = "pass turn, pass until my turn, pass until something happens, pass until PHASE"
        raise CardlibError(f"'pass {' '.join(said)}' is not known: {listed}{nearest_note(until, known)}")
    turn, happened = match.state.vars.get("turn", 0), len(match.events or ())
    return Standing(known[until], turn, match.rules.table.phase(match), happened)


def changed(stops: Stops, match: Match, words: list[str]) -> None:
    """Change stops as `stops …` says: all, none, usual, `PHASE mine|theirs|both`, or `clear` before one.

    Raises CardlibError for words that name no stop.
    """
    first = words[0].lower()
    if len(words) == 1 and first in ("all", "none", "usual"):
        stops.at = {"all": frozenset(every(match)), "none": frozenset(), "usual": usual(match)}[first]
        stops.chosen = frozenset(every(match)) if first == "all" else frozenset()
        return
    clear = first == "clear"
    named = _named(match, words[1:] if clear or first == "set" else words)
    stops.at = stops.at - named if clear else stops.at | named
    stops.chosen = stops.chosen - named if clear else stops.chosen | named


def _named(match: Match, words: list[str]) -> frozenset[str]:
    said = " ".join(words).lower().replace(",", "")
    names = {stop.replace(",", "").lower(): frozenset({stop}) for stop in every(match)}
    for name in _places(match):
        both = frozenset(f"{name}, {whose}" for whose in (MINE, THEIRS))
        names |= {name.lower(): both, f"{name.lower()} both": both}
    if said not in names:
        raise CardlibError(
            f"there is no stop '{' '.join(words)}'; {_listed(every(match))}, each after `stops` or `stops clear`; "
            f"or stops all, none, usual{nearest_note(said, names)}"
        )
    return names[said]


def _listed(stops: Iterable[str]) -> str:
    return "; ".join(stop.replace(",", "") for stop in stops)


def lines(match: Match, stops: Stops) -> list[str]:
    """Return the stops as a list, each marked where it is set."""
    if not every(match):
        return ["In this game nobody is asked out of turn: there is nothing to stop at."]
    found = ["You are asked in the windows with a cross; the others are passed for you."]
    windows = _reacting(match)
    marks = {stop: f"[{'x' if stop in stops.at else ' '}]" for stop in every(match)}
    found += [f"  {mark} {stop}" for stop, mark in marks.items() if stop.rpartition(", ")[0] not in windows]
    for name in windows:  # there are many, so both turns stand in one line
        found.append("  " + ", ".join(f"{marks[f'{name}, {whose}']} {whose}" for whose in (MINE, THEIRS)) + f": {name}")
    word = "PHASE" if match.rules.table.windows else "WINDOW"
    return [*found, f"stops {word} mine|theirs, stops clear {word} mine, stops all, stops none, stops usual"]


def to_json(stops: Mapping[int, Stops]) -> dict[str, dict[str, list[str]]]:
    """Return the stops of all players for a file; a standing pass is not kept."""
    return {str(player): {"at": sorted(one.at), "chosen": sorted(one.chosen)} for player, one in stops.items()}


def from_json(match: Match, data: Mapping[str, Mapping[str, Iterable[str]]]) -> dict[int, Stops]:
    """Return the stops of a file; those that the game does not know any more are left out."""
    known = set(every(match))
    return {
        int(player): Stops(frozenset(one.get("at", ())) & known, frozenset(one.get("chosen", ())) & known)
        for player, one in data.items()
    }
