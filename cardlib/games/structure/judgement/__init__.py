"""What bots know of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from cardlib.games.structure import numbers
from cardlib.games.structure.judgement import evaluation, guessing, worth
from cardlib.kernel.decisions import Choice
from cardlib.kernel.judgement import Judgement

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


OPENING: Final = 7  # at the mulligan a search plays out so many rounds
AHEAD: Final = 3  # in the game so many after the present one
CROWDED: Final = 16  # cards on the battlefield, above which a search looks less far ahead


class StructureJudgement(Judgement):
    """The judgement of the game, as the kernel asks for it."""

    clear_lead = worth.CLEAR_LEAD
    parts = worth.PARTS

    def evaluate(self, m: Match, player: int) -> float:
        return evaluation.evaluate(m, player)

    def horizon(self, m: Match) -> int:
        """Two rounds of each side; one where so many cards lie there that a round changes little and takes long.

        What an opening hand is worth shows later: at the mulligan the first rounds are played, three and more of each.
        """
        if not m.state.vars["turn"]:
            return OPENING
        return AHEAD if len(numbers.field(m)) <= CROWDED else 1

    def worth_trying(self, m: Match, choices: Sequence[Choice]) -> Sequence[int]:
        return evaluation.worth_trying(m, choices)

    def worth_following(self, m: Match, choices: Sequence[Choice]) -> bool:
        return evaluation.worth_following(choices)

    def leaves_as_is(self, m: Match, choice: Choice) -> bool:
        """Ending a phase; and all of a mulligan, of which one look ahead shows only the luck of the draw."""
        return choice == ("end",) or not m.state.vars["turn"]

    def ends_turn(self, m: Match, choice: Choice) -> bool:
        return m.state.vars["phase"] > 3

    def last_turn(self, m: Match) -> bool:
        """Whether this is round 60 (DOS-213)."""
        return m.state.vars["turn"] >= m.facts.constants["round_limit"]

    def guess(self, m: Match, question: str, about: Any) -> Choice:
        return guessing.guessed_attack(m, *about) if question == "attack" else guessing.guessed_block(m, *about)
