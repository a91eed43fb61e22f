"""What bots know of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardlib.games.mecha.judgement import evaluation
from cardlib.kernel.decisions import Value
from cardlib.kernel.judgement import Judgement

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


class MechaJudgement(Judgement):
    """The judgement of the game, as the kernel asks for it."""

    clear_lead = evaluation.CLEAR_LEAD

    def evaluate(self, m: Match, player: int) -> float:
        return evaluation.evaluate(m, player)

    def worth_trying(self, m: Match, values: Sequence[Value]) -> Sequence[int]:
        return evaluation.worth_trying(m, values)

    def worth_following(self, m: Match, values: Sequence[Value]) -> bool:
        return bool(values[0][0] in ("attack", "yes"))

    def leaves_as_is(self, m: Match, value: Value) -> bool:
        return value == ("end",)

    def last_turn(self, m: Match) -> bool:
        """Whether the turn limit is reached (MIW-010)."""
        return m.state.vars["turn"] >= m.facts.constants["turn_limit"]
