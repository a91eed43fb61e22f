"""How a game went: which cards came when, what was used, and how it stood at the beginning of each turn.

A `Course` is counts and turns of one game, by deck, so that courses of many games can be put together in any order. It
is taken from the log while the game is played (`Following`), without asking anything of chance or of the bots.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardlib.errors import CardlibError
from cardlib.kernel.match import Match
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.records import Raw

FURTHEST = 99.0  # clear leads; further ahead or behind nobody can be
IN_A_LEAD = 100  # records hold whole numbers: hundredths of a clear lead


@dataclass(frozen=True, slots=True)
class Course:
    """How a game went, by deck.

    `drawn` and `played` have the turn in which a card was first drawn or fetched, and first played; 0 is before the
    first turn. `opening` is the hand with which the first turn began. `draws` counts the cards that were drawn, `dealt`
    those of them in the opening hand; `fetched` are cards that were searched for, which chance did not bring. `used`
    says how often the abilities of a card, or an ability that is a card, were used. `leads` has a turn and how good the
    position then was for each deck, in clear leads: 1 is what makes a player win three of four games, as the bots of
    the game judge it (`Judgement.clear_lead`); empty for a game that bots cannot judge.
    """

    opening: tuple[tuple[str, ...], ...]
    dealt: tuple[int, ...]
    draws: tuple[int, ...]
    fetched: tuple[tuple[str, ...], ...]
    drawn: tuple[Mapping[str, int], ...]
    played: tuple[Mapping[str, int], ...]
    used: tuple[Mapping[str, int], ...]
    leads: tuple[tuple[int, tuple[float, ...]], ...]

    def to_json(self) -> dict[str, Any]:
        """Return the course as JSON."""
        return {
            "opening": [list(cards) for cards in self.opening],
            "dealt": list(self.dealt),
            "draws": list(self.draws),
            "fetched": [list(cards) for cards in self.fetched],
            **{name: [dict(side) for side in getattr(self, name)] for name in ("drawn", "played", "used")},
            "leads": [[turn, [round(IN_A_LEAD * one) for one in lead]] for turn, lead in self.leads],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Course:
        """Make a course of what `to_json` gave."""
        return cls(
            tuple(tuple(side) for side in data["opening"]),
            tuple(data["dealt"]),
            tuple(data["draws"]),
            tuple(tuple(side) for side in data["fetched"]),
            tuple(data["drawn"]),
            tuple(data["played"]),
            tuple(data["used"]),
            tuple((turn, tuple(one / IN_A_LEAD for one in lead)) for turn, lead in data["leads"]),
        )

    def lists(self) -> Mapping[str, Sequence[Any]]:
        """Return what is told for each deck, by name."""
        return {
            name: getattr(self, name) for name in ("opening", "dealt", "draws", "fetched", "drawn", "played", "used")
        }


class Following:
    """Follows a match from question to question; with `judged` it also asks how the position stands."""

    def __init__(self, match: Match, judged: bool) -> None:
        sides = range(match.facts.sides)
        self.match = match
        self.drawn: list[dict[int, int]] = [{} for _ in sides]  # objects, with the turn in which they came
        self.fetched: list[dict[int, int]] = [{} for _ in sides]
        self.played: list[dict[str, int]] = [{} for _ in sides]
        self.used: list[dict[str, int]] = [{} for _ in sides]
        self.leads: list[tuple[int, tuple[float, ...]]] = []
        self._judged = judged
        self._read = 0  # events that have been looked at
        self._turn = 0

    def look(self) -> None:
        """Take in what happened since the last look. The turn of an event is told by the event "turn" before it.

        In a game without that event it is the turn of the question before it.
        """
        match = self.match
        events = match.events or []
        changed: list[int] = []
        for at in range(self._read, len(events)):
            raw = events[at]
            kind = raw.kind
            about = match.rules.told[kind]
            if kind == "turn":
                self._turn = raw.number
            elif kind == "drawn":
                self.drawn[raw.player].setdefault(raw.subject, self._turn)
            elif kind == "searched":
                self.fetched[raw.player].setdefault(raw.subject, self._turn)
            elif kind == "played" or about.plays:
                self.played[raw.player].setdefault(self._card(raw.subject), self._turn)
            elif kind == "mulligan":
                changed.append(raw.player)
            if about.uses:
                self._use(raw)
        self._read = len(events)
        for player in changed:
            self._put_back(player)
        turn = match.state.vars.get("turn", 0)
        if turn > self._turn:
            self._turn = turn
        if self._judged and self._turn and not match.over and (not self.leads or self.leads[-1][0] < self._turn):
            self._judge()

    def cards(self, player: int) -> dict[str, int]:
        """Return what a player drew or fetched, with the first turn of each."""
        found: dict[str, int] = {}
        for cards in (self.drawn[player], self.fetched[player]):
            for obj, turn in cards.items():
                card = self._card(obj)
                found[card] = min(turn, found.get(card, turn))
        return found

    def course(self, seats: Sequence[int]) -> Course:
        """Return the course of the match; `seats` has the deck of each seat."""
        order = [seats.index(deck) for deck in range(len(seats))]
        opening = [[obj for obj, turn in self.drawn[player].items() if not turn] for player in order]
        return Course(
            tuple(tuple(sorted({self._card(obj) for obj in hand})) for hand in opening),
            tuple(len(hand) for hand in opening),
            tuple(len(self.drawn[player]) for player in order),
            tuple(tuple(sorted({self._card(obj) for obj in self.fetched[player]})) for player in order),
            tuple(dict(sorted(self.cards(player).items())) for player in order),
            tuple(dict(sorted(self.played[player].items())) for player in order),
            tuple(dict(sorted(self.used[player].items())) for player in order),
            tuple((turn, tuple(lead[player] for player in order)) for turn, lead in self.leads),
        )

    def _card(self, obj: int) -> str:
        return self.match.facts.ids[self.match.state.card[obj]]

    def _use(self, raw: Raw) -> None:
        fields = self.match.rules.told[raw.kind]
        if raw.player == NOWHERE:
            return
        card = self._card(raw.subject) if fields.uses == "subject" else self.match.facts.ids[raw.number]
        used = self.used[raw.player]
        used[card] = used.get(card, 0) + 1

    def _put_back(self, player: int) -> None:
        """Forget what a mulligan put back: it was not drawn."""
        state = self.match.state
        hand = self.match.facts.zone_with("hand", player)
        drawn = self.drawn[player]
        for obj in [obj for obj in drawn if state.zone[obj] != hand]:
            del drawn[obj]

    def _judge(self) -> None:
        judgement = self.match.rules.judgement
        try:
            found = [judgement.evaluate(self.match, player) for player in range(self.match.facts.players)]
        except CardlibError:
            self._judged = False  # a game that bots cannot judge
            return
        scale = judgement.clear_lead
        lead = (round(IN_A_LEAD * max(-FURTHEST, min(FURTHEST, value / scale))) / IN_A_LEAD for value in found)
        self.leads.append((self._turn, tuple(lead)))
