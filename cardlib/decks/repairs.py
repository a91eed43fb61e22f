"""What a deck could do about a broken limit, in words: take out, bring in, swap or move cards.

A repair looks at the other limits of the format as well: it names no removal by which the deck falls below one of them,
and no card for which there is no room.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cardlib.decks.facts import Counted, Counts, Facts, Limit
from cardlib.decks.kinds import DECK
from cardlib.decks.model import Deck
from cardlib.filters.words import number_of


def take_out(facts: Facts, counted: Counted, sections: tuple[str, ...], cards: Mapping[str, int]) -> str:
    """`remove 1 Skipper`, or a swap where the deck would have too few of something."""
    if falls_short(facts, counted, sections, cards):
        return f"swap {facts.named(cards)} for {others(sum(cards.values()))}"
    return f"remove {facts.named(cards)}"


def others(number: int) -> str:
    """`another card` for one, else `other cards`."""
    return "another card" if number == 1 else "other cards"


def falls_short(facts: Facts, counted: Counted, sections: tuple[str, ...], cards: Mapping[str, int]) -> bool:
    """Whether a deck falls below a limit of its sections, or farther below, if some cards are taken out."""
    return any(one.short(counted, cards) > one.short(counted, {}) for one in _about(facts, sections))


def spare(facts: Facts, counted: Counted, sections: tuple[str, ...], cards: Mapping[str, int], surplus: int) -> Counts:
    """So many copies out of some cards that can go without falling below another limit; fewer where none is left.

    First what does not belong there, then what is there too often, then of what there is most.
    """
    deck, limits = counted.deck, _about(facts, sections)
    of_copies = [one for one in limits if one.of_copies]

    def wanted(card: str) -> tuple[bool, bool, int, str]:
        belongs = any(all(fits(deck, card, section) for fits in facts.fits) for section in sections)
        return belongs, all(one.left(counted, card, {card: -1}) != 0 for one in of_copies), -cards[card], card

    gone: Counts = {}
    for card in sorted(cards, key=wanted):
        for many in range(1, min(cards[card], surplus - sum(gone.values())) + 1):
            further = {**gone, card: many}
            if any(one.short(counted, further) > one.short(counted, gone) for one in limits):
                break
            gone = further
    return gone


def put_elsewhere(facts: Facts, counted: Counted, sections: tuple[str, ...], cards: Mapping[str, int]) -> str:
    """`move 1 Sea Base to [bases]` for what one other section alone admits and has room for, `remove …` else."""
    if counted.deck.kind != DECK:  # what a document has elsewhere is no section for cards
        return f"move or {take_out(facts, counted, sections, cards)}"
    moves: dict[str, Counts] = {}
    rest, several = dict(cards), False
    for card, count in cards.items():
        homes = [one for one in facts.sections if _takes(facts, counted.deck, card, one) and one not in sections]
        several = several or len(homes) > 1
        for home in homes if len(homes) == 1 else ():
            moved = moves.setdefault(home, {})
            further = [one for one in _about(facts, (home,)) if not set(one.sections) & set(sections)]
            room = min([count, *(n for one in further if (n := one.left(counted, card, moved)) is not None)])
            if room > 0:
                moved[card] = room
                rest[card] -= room
    said = [f"move {facts.named(own)} to [{section}]" for section, own in moves.items() if own]
    rest = {card: count for card, count in rest.items() if count}
    return "; ".join([*said, *([f"{'move or ' * several}{take_out(facts, counted, sections, rest)}"] if rest else [])])


def bring(facts: Facts, counted: Counted, sections: tuple[str, ...], cards: Mapping[str, int]) -> str:
    """`add 1 Sea Base`, or `move 1 Sea Base to [bases]` where so many lie in sections that do not admit it."""
    deck = counted.deck
    for card, count in cards.items():
        elsewhere = (part.name for part in deck.sections if part.name not in sections)
        strange = [one for one in elsewhere if not _takes(facts, deck, card, one)]
        if deck.kind != DECK or len(sections) > 1 or counted.of(tuple(strange)).get(card, 0) < count:
            return f"add {facts.named(cards)}{in_place(facts, counted, sections, cards, sum(cards.values()))}"
    return f"move {facts.named(cards)} to [{sections[0]}]"


def in_place(facts: Facts, counted: Counted, sections: tuple[str, ...], cards: Iterable[str], number: int) -> str:
    """` in place of other cards` where sections are too full for so many more of any of some cards; "" else."""
    sizes = [one for one in _about(facts, sections) if one.of_all]
    rooms = ([one.left(counted, card, {}) for one in sizes] for card in cards)
    fits = any(all(room is None or room >= number for room in each) for each in rooms)
    return "" if fits else f" in place of {others(number)}"


def fill(facts: Facts, counted: Counted, sections: tuple[str, ...], but: frozenset[str], number: int) -> str:
    """`add 2 cards, e.g. 2 Radio Tower`."""
    filler = facts.filler(counted.deck, sections, but)
    return f"add {number_of(number, 'card')}" + (f", e.g. {number} {filler}" if filler else "")


def largest_first(counts: Mapping[str, int], surplus: int) -> Counts:
    """Which copies to take out to lose so many cards, from the card with most copies on."""
    taken: Counts = {}
    for card, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        if surplus <= 0:
            break
        taken[card] = min(count, surplus)
        surplus -= taken[card]
    return taken


def heaviest_first(counts: Mapping[str, int], weights: Mapping[str, int], surplus: int) -> Counts:
    """Which copies to take out to lose so much: one that is enough by itself, else from the heaviest on."""
    enough = [card for card in counts if weights[card] >= surplus]
    if enough:
        return {min(enough, key=lambda card: (weights[card], card)): 1}
    taken: Counts = {}
    for card in sorted(counts, key=lambda card: (-weights[card], card)):
        if surplus > 0:
            taken[card] = min(counts[card], -(-surplus // weights[card]))
            surplus -= taken[card] * weights[card]
    return taken


def _about(facts: Facts, sections: tuple[str, ...]) -> list[Limit]:
    return [one for one in facts.limits if set(one.sections) & set(sections)]


def _takes(facts: Facts, deck: Deck, card: str, section: str) -> bool:
    return all(fits(deck, card, section) for fits in facts.only)
