"""What bots know of the game: glory, Resolve, and units by what they can still bear and where they stand."""

from __future__ import annotations

from typing import Any

from cardlib.kernel import seats
from cardlib.kernel.boards.distances import distances
from cardlib.kernel.boards.facing import directions_to, in_arc
from cardlib.kernel.boards.occupants import board_of, facing_of
from cardlib.kernel.decisions import Choice
from cardlib.kernel.judgement import Judgement
from cardlib.kernel.match import Match
from skirmish.units import left, units


class SkirmishJudgement(Judgement):
    """A position is worth what one's own side is worth, less the average of the others."""

    clear_lead = 6.0
    won = 60.0

    def evaluate(self, m: Match, player: int) -> float:
        others = seats.opponents(m, player)
        if seats.is_out(m, player):
            return -self.won
        return self.worth(m, player) - sum(self.worth(m, other) for other in others) / len(others)

    def worth(self, m: Match, player: int) -> float:
        """Return what a side is worth."""
        s, board = m.state, board_of(m)
        (beacon,) = board.region("beacon")
        found = 2.0 * s.players[player]["glory"] + 0.3 * s.players[player]["resolve"]
        enemies = [s.place[one] for other in seats.opponents(m, player) for one in units(m, other)]
        for unit in units(m, player):
            here, facing, far = s.place[unit], facing_of(m, unit), distances(board, s.place[unit])
            found += m.rules.value(m, unit, "cost") * (0.5 + left(m, unit) / m.rules.value(m, unit, "health"))
            found += 0.15 * s.columns["braced"][unit] - 0.15 * far[beacon] + 1.5 * (here == beacon)
            found -= 0.05 * min((far[there] for there in enemies), default=0)
            for there in (there for there in enemies if far[there] <= 3):
                front, rear = (in_arc(board, here, facing, arc, there) for arc in ("front", "rear"))
                found += 0.2 * front - 0.4 * rear
        return found

    def guess(self, m: Match, question: str, about: Any) -> Choice | None:
        """A unit is expected to face the nearest enemy."""
        board, here = board_of(m), m.state.place[about]
        others = seats.opponents(m, m.state.controller[about])
        there = [m.state.place[one] for other in others for one in units(m, other)]
        return "toward", directions_to(board, here, min(there, key=distances(board, here).__getitem__))[0]

    def leaves_as_is(self, m: Match, choice: Choice) -> bool:
        return choice == ("end",)
