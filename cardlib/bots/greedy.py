"""The bot that looks one action ahead and takes what the game's evaluation likes best.

It deals the hidden cards anew, takes each option worth trying on a fork of that, lets what the action sets off run its
course (windows pass, its own choices on the way are tried in turn, the opponent's are the first there is) and values
the position at the next free moment. Its chance comes from its seed and from what the view shows, so that the same
view gives the same choice, wherever the hidden cards lie.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.bots.looking import Look, best_of, look
from cardlib.kernel.chance import derive, mix

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cardlib.kernel.decisions import Option
    from cardlib.kernel.match import Match
    from cardlib.kernel.visibility import View


class Greedy:
    """Takes the option after which the position is best for it, as far as it can see."""

    __slots__ = ("seed", "weights")

    def __init__(self, seed: int = 0, weights: Mapping[str, float] | None = None) -> None:
        """Make a bot; `weights` say what parts of the game's evaluation count for it, where it is not 1."""
        self.seed = seed
        self.weights: Mapping[str, float] = weights or {}

    def choose(self, view: View) -> Option:
        """Return the option with the highest value; among equals one by chance."""
        options = view.options
        if len(options) == 1:
            return options[0]
        worth = view.worth_trying()
        if len(worth) == 1:
            return options[worth[0]]
        match = self._sample(view)
        equal = best_of(match, self._looks(view, match, worth))
        return options[equal[mix(self._seed(view), 3) % len(equal)].pick]

    def values(self, view: View) -> list[tuple[int, float]]:
        """Return the options that are tried, by index, each with its value for the player of the view."""
        return [(one.pick, one.value) for one in self._looks(view, self._sample(view), view.worth_trying())]

    def _looks(self, view: View, match: Match, worth: Sequence[int]) -> list[Look]:
        """Try the options worth trying; those that roll dice or shuffle on more deals, and count their average."""
        judgement = match.judgement
        looks = look(match, view.player, worth)
        drawn = match.state.counter
        risky = [one.pick for one in looks if one.after is not None and one.after.state.counter != drawn]
        if not risky or judgement.deals < 2:
            return looks
        values = {one.pick: one.value / judgement.deals for one in looks}
        for deal in range(1, judgement.deals):
            for one in look(self._sample(view, deal), view.player, risky):
                values[one.pick] += one.value / judgement.deals
        return [one._replace(value=values[one.pick]) if one.pick in risky else one for one in looks]

    def _sample(self, view: View, deal: int = 0) -> Match:
        match = view.sample(derive(self._seed(view), deal) if deal else self._seed(view))
        match.quiet = True
        match.judge_by(self.weights)
        return match

    def _seed(self, view: View) -> int:
        return derive(self.seed, view.turn, view.picks)
