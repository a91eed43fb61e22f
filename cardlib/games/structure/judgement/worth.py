"""What things are worth to the bots in Dept. of Structure: the numbers of `evaluation` and `guessing`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cardlib.kernel.facts import Facts

CLEAR_LEAD: Final = 16.0  # who is ahead by as many points wins three of four greedy games early on, more later
BASE: Final = 2.6  # a point of Base Health
LOW: Final = 8  # Base Health below which every point counts more
LOW_EXTRA: Final = 1.6
BODY: Final = 1.3
ATTACK: Final = 1.5
DEFENSE: Final = 1.25
CREW: Final = 0.5  # share of a Unit's worth that it keeps as crew
ON_TABLE: Final = 1.2  # Equipment that nobody carries
TRAITS = {
    "leadership": 5.0,
    "motivator": 2.5,
    "generator": 3.8,
    "first-strike": 1.5,
    "unblockable": 3.1,
    "disguise": 1.2,
    "overrun": 1.5,
    "hidden": 0.8,
    "hunger": -6.2,
    "pacifist": -1.2,
    "equipment-assist": 1.0,
    "tech-savvy": 0.4,
}
EXPOSED: Final = 1.3  # a point of damage that the Base may take in the next battle
PRESSURE: Final = 0.7  # one that it may take in the present round
FALLS: Final = 20.0  # that the next attack may bring the Base down
# the higher Base Health after the last round; before, times the square of the share of rounds gone
DECIDES: Final = 40.0
HAND: Final = 1.4
POOL = (0.0, 0.55, 1.0, 1.4, 1.7, 1.85, 2.0, 2.05, 2.1, 2.1, 2.1)  # by resources of a type
READY_TO_PLAY: Final = 0.6  # a card in Hand that can be paid for, per symbol of its cost
THIN_DECK: Final = 6
PARTS: Mapping[str, str] = {
    "base": "Base Health",
    "cards": "combatants and Equipment on the battlefield",
    "battle": "what a Base is exposed to in the next battle",
    "hand": "cards in Hand",
    "resources": "the resource pool",
    "deck": "a Deck that runs out",
}


@lru_cache(maxsize=8)
def bodies(facts: Facts) -> tuple[float, ...]:
    """Return what every printed card is worth as a combatant beside attack and defense, by number."""
    return tuple(BODY + sum(TRAITS.get(word, 0.0) for word in words) for words in facts.game.named)
