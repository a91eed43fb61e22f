"""What bots know of a game: how good a position is, which options are worth a thought, how far to look ahead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from cardlib.compiled import mypyc_attr
from cardlib.errors import CardlibError, NotFound
from cardlib.filters import nearest_note
from cardlib.kernel import results
from cardlib.kernel.decisions import Choice

if TYPE_CHECKING:
    from cardlib.kernel.contract import Rules
    from cardlib.kernel.match import Match


@mypyc_attr(allow_interpreted_subclasses=True)
class Judgement:
    """The judgement of one game; without an evaluation of its own only random bots play it."""

    def __init__(self, rules: Rules, weights: Mapping[str, float] | None = None) -> None:
        self.rules = rules
        self.weights: dict[str, float] = {part: (weights or {}).get(part, 1.0) for part in self.parts}
        # whether the evaluation counts what is still to do in a turn, and so says what is left when one stops
        self.stopping_costs = type(self).evaluate_stopped is not Judgement.evaluate_stopped

    # the parts of `evaluate` that can be weighed, each with what it counts; `weights` has what each counts for
    parts: ClassVar[Mapping[str, str]] = {}
    # points of a match that is won, far more than one that runs is ever worth
    won: ClassVar[float] = 10_000.0
    # points of `evaluate` by which a player is ahead who wins about three of four matches
    clear_lead: ClassVar[float] = 25.0
    # deals of what is hidden on which greedy tries an option that rolls dice; where dice are few one is enough
    deals: ClassVar[int] = 1

    def weighed(self, weights: Mapping[str, float]) -> Judgement:
        """Return the judgement of which parts count more or less than in this one; 1 is what they count here.

        Raises as `check` does.
        """
        if not weights:
            return self
        self.check(weights)
        return type(self)(self.rules, {part: self.weights[part] * weights.get(part, 1.0) for part in self.parts})

    def check(self, parts: Iterable[str]) -> None:
        """Raise NotFound for a part that the game does not have, CardlibError where it has none at all."""
        if not self.parts:
            raise CardlibError(f"the judgement of {self.rules.slug} has no parts that can be weighed")
        for part in parts:
            if part not in self.parts:
                has = ", ".join(self.parts)
                near = nearest_note(part, self.parts)
                raise NotFound(f"the judgement of {self.rules.slug} has no part '{part}'; it has {has}{near}")

    def value(self, m: Match, player: int) -> float:
        """Return how good a match is for a player: a position as `evaluate` says, or how it ended.

        Who alone came first has `won` points, who shares the first place 0; everybody else has lost as many. Raises
        CardlibError where the game has no evaluation.
        """
        ended = m.state.result
        if ended is None:
            return self.evaluate(m, player)
        if ended[0] == player:
            return self.won
        return 0.0 if player in results.first(m) else -self.won

    def evaluate(self, m: Match, player: int) -> float:
        """Return how good a position is for a player, 0 when it is even; it may use only what that player may see.

        Asked while the match runs. Raises CardlibError where the game has no evaluation.
        """
        raise CardlibError(f"{self.rules.slug} has no evaluation yet, which bots that search need")

    def evaluate_stopped(self, m: Match, player: int, now: float) -> float:
        """Return what a position is worth once whose turn it is stops here; `now` is what `evaluate` says of it.

        Asked where an option `leaves_as_is`, so that stopping is not credited with what could still be done. A game
        whose evaluation counts what is still to do in this turn leaves that out here; in others nothing is lost.
        """
        return now

    def horizon(self, m: Match) -> int:
        """Return how many turns after the present one a search plays out before it values the position."""
        return 1

    def worth_trying(self, m: Match, choices: Sequence[Choice]) -> Sequence[int]:
        """Return the indices of the options that a search looks at; at least one."""
        return range(len(choices))

    def worth_following(self, m: Match, choices: Sequence[Choice]) -> bool:
        """Whether a choice that comes up while an option is tried is tried out too, not taken as it comes."""
        return True

    def leaves_as_is(self, m: Match, choice: Choice) -> bool:
        """Whether the position is valued as it stands at an option: it ends one's doing and changes nothing.

        So does an option of which one look ahead shows only luck; what changes nothing is then the first worth trying.
        """
        return False

    def ends_turn(self, m: Match, choice: Choice) -> bool:
        """Whether an option of those that leave the position as it is ends the turn, not only a phase of it."""
        return True

    def last_turn(self, m: Match) -> bool:
        """Whether the match ends with this turn at the latest, so that a search plays it to its end."""
        return False

    def guess(self, m: Match, question: str, about: Any) -> Choice | None:
        """Return what a player may be expected to answer, for a search that plays on quietly; None asks."""
        return None
