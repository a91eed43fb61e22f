"""Which options of War Rig are worth a look: not those that change nothing, nor one that is as good as another.

Turning cards face-up, shielding an area and taking units or parts off again gain nothing that one look ahead shows. A
spy looks, and of the cards that it does not know tries one.
Scrap and refining are for resources that are wanted. A hit takes scrap first; whoever may be repelled is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cardlib.games.war_rig.judgement import plans
from cardlib.games.war_rig.kinds import RESOURCES
from cardlib.games.war_rig.rival_base import spying
from cardlib.kernel.decisions import Choice
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

IDLE = frozenset({"expose", "shield", "stow", "detach"})
FIRST = frozenset({"repel", "smoke", "look"})  # answers that are given without a thought
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
    blind: set[tuple[Any, ...]] = set()
    for index, choice in enumerate(choices):
        verb = choice[0]
        if verb in IDLE or (verb == "swap" and choice[1] not in short):
            continue
        if verb == "refine" and (choice[2] not in short or not short.isdisjoint(choice[1])):
            continue
        if verb in ("spy", "hack") and choice[3] == NOWHERE and not _known(m, choice):
            if choice[:2] in blind:
                continue
            blind.add(choice[:2])
        found.append(index)
    return found


def _known(m: Match, choice: Choice) -> bool:
    """Whether the player who acts has looked at a face-down card; of those nobody has one is as good as another."""
    player = m.state.vars["active"]
    owner = choice[1] if choice[0] == "hack" else spying.victim_of(m, choice[1])
    card = m.state.zones[m.facts.zone["inventory"][owner]][choice[2]]
    return bool(m.state.shown_to.get(str(card), 0) >> player & 1)


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
