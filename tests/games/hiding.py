"""The same match with what one player may not see exchanged: other cards, or the same objects in other places."""

from __future__ import annotations

from collections.abc import Mapping

from cardlib.kernel import atoms
from cardlib.kernel.chance import Chance
from cardlib.kernel.match import Match
from cardlib.kernel.visibility import hidden, mixed


def renamed(match: Match, viewer: int, seed: int) -> Match | None:
    """Return the match with the printed cards of hidden objects exchanged; None if that changes nothing."""
    cards = list(match.state.card)
    objects = hidden(match, viewer)
    chance = Chance(seed)
    for own in mixed(match, objects):
        dealt = [cards[obj] for obj in own]
        chance.shuffle(dealt)
        for obj, card in zip(own, dealt, strict=True):
            cards[obj] = card
    if cards == list(match.state.card):
        return None
    return exchanged(match, viewer, cards, {obj: obj for obj in objects})


def moved(match: Match, viewer: int, seed: int) -> Match | None:
    """Return the match with the hidden objects of each player in each other's places; None if there are none."""
    chance = Chance(seed)
    numbers: dict[int, int] = {}
    for own in mixed(match, hidden(match, viewer)):
        dealt = list(own)
        chance.shuffle(dealt)
        numbers.update(zip(own, dealt, strict=True))
    return exchanged(match, viewer, list(match.state.card), numbers) if numbers else None


def exchanged(match: Match, viewer: int, cards: list[int], numbers: Mapping[int, int]) -> Match:
    """Return a fork with its log, with these cards and objects; what the viewer is asked is worked out anew."""
    fork = match.fork()
    fork.events = list(match.events or ())
    atoms.deal(fork, cards, numbers)
    atoms.note(fork, "unsettled", match.state.vars["unsettled"])
    if match.player == viewer:
        fork.decision = None
        fork.run()
    return fork
