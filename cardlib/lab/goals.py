"""What a sweep aims at: a figure of the games, and what it should be.

goal_of("win=50")       the first deck wins half of the games
goal_of("turns=12")     a game takes twelve turns
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from cardlib.filters.nearest import nearest_note
from cardlib.lab.games import LabError, Played
from cardlib.lab.intervals import Interval, mean, share

SHARES = {
    "win": "the share of games that the first deck wins",
    "first": "the share of games that the first seat wins",
    "draws": "the share of draws",
}
FIGURES = {**SHARES, "turns": "the turns of a game"}


@dataclass(frozen=True, slots=True)
class Goal:
    """A figure, and what it should be: a share from 0 to 1, or turns."""

    what: str
    target: float

    def __str__(self) -> str:
        return f"{self.what}={self.target * self.scale:g}"

    @property
    def scale(self) -> int:
        """By what a figure is multiplied for people: shares are told in percent."""
        return 100 if self.what in SHARES else 1

    def of_game(self, game: Played) -> float:
        """Return the figure of one game."""
        if self.what == "win":
            return game.points(0)
        if self.what == "first":
            return game.points(game.deck(0))
        return float(game.is_draw) if self.what == "draws" else float(game.turns)

    def figure(self, games: Sequence[Played]) -> float:
        """Return the figure of a round."""
        return fmean(self.of_game(game) for game in games)

    def interval(self, rounds: Sequence[Sequence[Played]]) -> Interval | None:
        """Return the figure of all rounds with its interval."""
        if self.what in SHARES:
            return share([self.of_game(game) for games in rounds for game in games])
        return mean([self.figure(games) for games in rounds])

    def miss(self, figure: float) -> float:
        """Return how far a figure is from the goal."""
        return abs(figure - self.target)


def goal_of(text: str) -> Goal:
    """Read a goal, such as `win=50`; raises LabError for what is none."""
    what, sign, target = text.partition("=")
    what = what.strip()
    if what not in FIGURES:
        raise LabError(
            f"goal '{text}': expected one of {', '.join(FIGURES)}, such as win=50{nearest_note(what, FIGURES)}"
        )
    try:
        number = float(target)
    except ValueError:
        number = -1.0
    goal = Goal(what, number / (100 if what in SHARES else 1))
    if not sign or number < 0 or (what in SHARES and number > 100) or number != number or number == float("inf"):
        wanted = "percent, from 0 to 100" if what in SHARES else "a number of turns"
        raise LabError(
            f"goal '{text}': found '{target}', expected {wanted}, such as {what}={50 if what in SHARES else 12}"
        )
    return goal
