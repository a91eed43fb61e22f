"""Questions in other forms than `Match.ask` has: one pick after another, and yes or no."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardlib.kernel.decisions import DONE, NO, YES, Choice, Kind
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.ability import Ability
    from cardlib.kernel.match import Match


def ask_some(
    m: Match,
    player: int,
    choices: Sequence[Choice],
    least: int,
    most: int,
    prompt: str,
    *,
    rule: str | None = None,
    source: int = NOWHERE,
    ability: Ability | None = None,
    kind: Kind = "some",
) -> list[Choice]:
    """Ask for `least` to `most` of the values, one pick after another; equal cards are offered once."""
    picked: list[Choice] = []
    left = list(choices)
    most = min(most, len(left))
    while len(picked) < most:
        offers = m.rules.distinct(m, left)
        if len(picked) >= least:
            offers = [*offers, DONE]
        answer = m.ask(player, kind, offers, prompt, rule=rule, source=source, ability=ability)
        if answer == DONE:
            break
        picked.append(answer)
        left.remove(answer)
    return picked


def ask_yes(
    m: Match,
    player: int,
    prompt: str,
    *,
    rule: str | None = None,
    source: int = NOWHERE,
    ability: Ability | None = None,
) -> bool:
    """Ask a question with yes or no."""
    return m.ask(player, "yesno", (YES, NO), prompt, rule=rule, source=source, ability=ability) == YES
