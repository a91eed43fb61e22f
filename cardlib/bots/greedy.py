"""The bot that looks one action ahead and takes what the game's evaluation likes best.

It deals the hidden cards anew, takes each option worth trying on a fork of that, lets what the action sets off run its
course (windows pass, its own choices on the way are tried in turn, the opponent's are the first there is) and values
the position at the next free moment. Its chance comes from its seed and from what the view shows, so that the same
view gives the same choice, wherever the hidden cards lie.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.engine.chance import derive, mix
from cardlib.engine.decisions import DONE, NO, PASS
from cardlib.engine.match import Runaway

if TYPE_CHECKING:
    from cardlib.engine.decisions import Option
    from cardlib.engine.match import Match
    from cardlib.engine.visibility import View

DEPTH = 1  # choices of its own on the way that are tried out; later ones are the first there is
WIDTH = 4  # options that are tried at such a choice
BOUND = 40  # picks on the way, at most
WORST = float("-inf")
EQUAL = 1e-9
IDLE = (PASS, NO, DONE)


class Greedy:
    """Takes the option after which the position is best for it, as far as it can see."""

    __slots__ = ("seed",)

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View) -> Option:
        """Return the option with the highest value; among equals one by chance."""
        options = view.options
        if len(options) == 1:
            return options[0]
        worth = view.worth_trying()
        if len(worth) == 1:
            return options[worth[0]]
        match = self._sample(view)
        ranked = _tried(match, view.player, DEPTH)
        best = max(value for _, value in ranked)
        equal = [index for index, value in ranked if value >= best - EQUAL]
        for index in equal:  # what gains nothing is not done
            value = options[index].value
            if value in IDLE or match.rules.leaves_as_is(match, value):
                return options[index]
        return options[equal[mix(self._seed(view), 3) % len(equal)]]

    def values(self, view: View) -> list[tuple[int, float]]:
        """Return the options that are tried, by index, each with its value for the player of the view."""
        return _tried(self._sample(view), view.player, DEPTH)

    def _sample(self, view: View) -> Match:
        match = view.sample(self._seed(view))
        match.quiet = True
        return match

    def _seed(self, view: View) -> int:
        return derive(self.seed, view.turn, view.picks)


def _tried(match: Match, player: int, depth: int, most: int | None = None) -> list[tuple[int, float]]:
    """Try the options of a decision of the player, each on a fork; `most` of them where that is enough."""
    decision = match.decision
    assert decision is not None
    rules = match.rules
    values = decision.values
    found = []
    for index in rules.worth_trying(match, values)[:most]:
        if rules.leaves_as_is(match, values[index]):
            found.append((index, rules.evaluate(match, player)))
            continue
        fork = match.fork()
        try:
            fork.take(index)
            found.append((index, _outcome(fork, player, depth)))
        except Runaway:
            found.append((index, WORST))
    return found


def _outcome(match: Match, player: int, depth: int) -> float:
    """Let a position run to the next free moment and return its value for the player."""
    for _ in range(BOUND):
        decision = match.decision
        if decision is None or not decision.values:
            break
        if decision.player == player and depth > 0 and match.rules.worth_following(match, decision.values):
            return max(value for _, value in _tried(match, player, depth - 1, WIDTH))
        match.take(0)
    return match.rules.evaluate(match, player)
