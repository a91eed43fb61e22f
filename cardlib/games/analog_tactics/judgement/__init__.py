"""What bots know of Analog Tactics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from cardlib.games.analog_tactics.judgement import evaluation, guesses, trying, weights
from cardlib.kernel.judgement import Judgement

if TYPE_CHECKING:
    from cardlib.kernel.decisions import Choice
    from cardlib.kernel.match import Match


class AnalogTacticsJudgement(Judgement):
    """The judgement of the game, as the kernel asks for it."""

    won = weights.WON
    clear_lead: ClassVar[float] = 100.0
    parts: ClassVar[Mapping[str, str]] = evaluation.PARTS

    def evaluate(self, m: Match, player: int) -> float:
        return evaluation.evaluate(m, player)

    def evaluate_stopped(self, m: Match, player: int, now: float) -> float:
        return now - evaluation.missed(m, player)

    def worth_trying(self, m: Match, choices: Sequence[Choice]) -> Sequence[int]:
        return trying.worth_trying(m, choices)

    def leaves_as_is(self, m: Match, choice: Choice) -> bool:
        return choice == ("end",)

    def guess(self, m: Match, question: str, about: Any) -> Choice | None:
        if question == "face":
            return guesses.face(m, about)
        return guesses.enter(m, about) if question == "enter" else None

    def last_turn(self, m: Match) -> bool:
        """Whether this is a turn of the last round (AT-221, AT-224)."""
        return bool(m.state.vars["last_round"]) or m.state.vars["round"] >= m.facts.constants["round_limit"]
