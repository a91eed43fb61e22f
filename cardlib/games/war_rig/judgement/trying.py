"""Which options of War Rig are worth a look: not those that change nothing, nor one that is as good as another.

Turning cards face-up, shielding an area and taking units or parts off again gain nothing that one look ahead shows.
Scrap and refining are for resources that are wanted. A hit takes scrap first; whoever may be repelled is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardlib.games.war_rig.judgement import plans
from cardlib.games.war_rig.kinds import RESOURCES
from cardlib.kernel.decisions import Choice

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

IDLE = frozenset({"expose", "shield", "stow", "detach"})
FIRST = {"repel": 0, "smoke": 0}  # answers that are given without a thought
SURRENDERED = ("scrap", "tech", *RESOURCES)  # what a squad that is hit gives up, in this order


def worth_trying(m: Match, choices: Sequence[Choice]) -> Sequence[int]:
    """Return the options worth a look, by index; at least one."""
    verb = choices[0][0]
    if len(choices) == 1 or verb in FIRST:
        return (0,)
    if verb in ("give", "surrender"):
        return (_given(choices),)
    if choices[-1] != ("end",):
        return range(len(choices))
    short = _short(m)
    found = []
    for index, choice in enumerate(choices):
        verb = choice[0]
        if verb in IDLE or (verb == "swap" and choice[1] not in short):
            continue
        if verb == "refine" and (choice[2] not in short or not short.isdisjoint(choice[1])):
            continue
        found.append(index)
    return found


def _short(m: Match) -> frozenset[str]:
    """Return the resources of which the player who acts has less in stock than is wanted."""
    player = m.state.vars["active"]
    stock = m.state.players[player]
    want = plans.plan(m, player, player).want
    return frozenset(colour for colour, many in zip(RESOURCES, want, strict=True) if stock[colour] < many)


def _given(choices: Sequence[Choice]) -> int:
    """Return the item that is missed least: scrap, tech, resources, then equipment; surrender when there is none."""
    items = [choice[2] if choice[0] == "give" else "" for choice in choices]
    return next((items.index(token) for token in SURRENDERED if token in items), 0)
