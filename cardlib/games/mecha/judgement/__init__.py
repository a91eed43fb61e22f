"""What bots know of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardlib.games.mecha.judgement import evaluation
from cardlib.kernel.decisions import Choice
from cardlib.kernel.judgement import Judgement

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


class MechaJudgement(Judgement):
    """The judgement of the game, as the kernel asks for it."""

    won = evaluation.WON
    clear_lead = evaluation.CLEAR_LEAD
    parts = evaluation.PARTS

    def evaluate(self, m: Match, player: int) -> float:
        return evaluation.evaluate(m, player)

    def worth_trying(self, m: Match, choices: Sequence[Choice]) -> Sequence[int]:
        return evaluation.worth_trying(m, choices)

    def worth_following(self, m: Match, choices: Sequence[Choice]) -> bool:
        return bool(choices[0][0] in ("attack", "yes"))

    def leaves_as_is(self, m: Match, choice: Choice) -> bool:
        return choice == ("end",)

    def last_turn(self, m: Match) -> bool:
        """Whether the turn limit is reached (MIW-010)."""
        return m.state.vars["turn"] >= m.facts.constants["turn_limit"]
