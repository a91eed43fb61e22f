"""What bots know of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardlib.games.tyrants.judgement import evaluation, trying
from cardlib.kernel.decisions import Choice
from cardlib.kernel.judgement import Judgement

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


class TyrantsJudgement(Judgement):
    """The judgement of the game, as the kernel asks for it."""

    clear_lead = evaluation.CLEAR_LEAD
    parts = evaluation.PARTS

    def evaluate(self, m: Match, player: int) -> float:
        return evaluation.evaluate(m, player)

    def evaluate_stopped(self, m: Match, player: int, now: float) -> float:
        """In Combat what is ready can still strike; ending the deployment loses nothing that is counted."""
        return evaluation.evaluate(m, player, stopped=True) if m.state.vars["combat"] == 1 else now

    def worth_trying(self, m: Match, choices: Sequence[Choice]) -> Sequence[int]:
        return trying.worth_trying(m, choices)

    def leaves_as_is(self, m: Match, choice: Choice) -> bool:
        return choice == ("end",)

    def ends_turn(self, m: Match, choice: Choice) -> bool:
        return m.state.vars["combat"] > 0

    def last_turn(self, m: Match) -> bool:
        """Whether the last round ends with this turn (AAT-169)."""
        return m.state.vars["turn"] >= 2 * m.facts.constants["round_limit"]
