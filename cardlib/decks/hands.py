"""Sample hands: a shuffled deck, its opening hand, a mulligan where asked for, and the draws of the first turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardlib.decks.chances import keeper
from cardlib.decks.formats import Draws, load_format
from cardlib.decks.model import Deck
from cardlib.kernel.chance import Chance, derive

if TYPE_CHECKING:
    from cardlib.catalog import Project


@dataclass(frozen=True, slots=True)
class SampleHand:
    """Card ids: the hands that were put back, the opening hand that was kept, and what each turn drew."""

    opening: tuple[str, ...]
    drawn: tuple[tuple[str, ...], ...] = ()
    put_back: tuple[tuple[str, ...], ...] = ()


def shuffled(cards: Sequence[str], chance: Chance) -> list[str]:
    """The cards in random order."""
    order = list(range(len(cards)))
    chance.shuffle(order)
    return [cards[place] for place in order]


def sample_hands(
    deck: Deck,
    project: Project,
    seed: int = 0,
    hands: int = 1,
    turns: int = 0,
    first: bool = True,
    keep: Sequence[str] = (),
    draws: Draws | None = None,
) -> list[SampleHand]:
    """Draw opening hands and the cards of the first own turns; the same seed gives the same hands.

    A hand that misses one of the conditions in `keep` is exchanged by the game's mulligan rule.
    """
    rules = draws or load_format(project).draws
    kept = keeper(project, keep)
    cards = sorted(deck.cards(rules.section))
    made = []
    for number in range(hands):
        chance = Chance(derive(seed, number))
        library = shuffled(cards, chance)
        opening, library = library[: rules.opening], library[rules.opening :]
        put_back: list[tuple[str, ...]] = []
        while len(put_back) < rules.mulligans and not kept(opening):
            put_back.append(tuple(opening))
            old = opening
            if not rules.aside:
                library, old = shuffled(library + old, chance), []
            opening, library = library[: rules.opening], library[rules.opening :]
            library = shuffled(library + old, chance)
        drawn = []
        at = 0
        for turn in range(1, turns + 1):
            count = rules.seen(turn, first) - rules.seen(turn - 1, first)
            drawn.append(tuple(library[at : at + count]))
            at += count
        made.append(SampleHand(tuple(opening), tuple(drawn), tuple(put_back)))
    return made
