"""What bots know of War Rig."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardlib.games.war_rig.judgement import evaluation, trying, weights
from cardlib.kernel.judgement import Judgement

if TYPE_CHECKING:
    from cardlib.kernel.decisions import Choice
    from cardlib.kernel.match import Match


class WarRigJudgement(Judgement):
    """The judgement of the game, as the kernel asks for it."""

    won = weights.WON
    clear_lead = 27.0
    parts = evaluation.PARTS
    deals = 5

    def evaluate(self, m: Match, player: int) -> float:
        return evaluation.evaluate(m, player)

    def worth_trying(self, m: Match, choices: Sequence[Choice]) -> Sequence[int]:
        return trying.worth_trying(m, choices)

    def horizon(self, m: Match) -> int:
        return 1

    def leaves_as_is(self, m: Match, choice: Choice) -> bool:
        return choice == ("end",)

    def ends_turn(self, m: Match, choice: Choice) -> bool:
        """Whether what ends a slot ends the turn: others act after it, up to the highest number (WR-017)."""
        return False

    def last_turn(self, m: Match) -> bool:
        """Whether this is the last turn (WR-280)."""
        return m.state.vars["turn"] >= m.facts.constants["turn_limit"]
