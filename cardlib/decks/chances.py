"""The chance to have drawn cards by a turn: exact, by the multivariate hypergeometric distribution.

The game's own draws come from its format: opening hand, cards per turn, whether the first player draws, mulligans.
A condition is a filter and a number, `tower>=2`; a filter alone means at least one card. Where the number could belong
to the filter, parentheses part them: `cost<=2` is one cheap card, `(cost<=2)>=3` three of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING, TypeAlias

from cardlib.decks.formats import Draws, load_format
from cardlib.decks.model import Deck
from cardlib.errors import CardlibError
from cardlib.filters import nearest_note, parse, printed
from cardlib.filters.vocabulary import ALIASES

if TYPE_CHECKING:
    from cardlib.catalog import Project

Hand: TypeAlias = tuple[int, ...]  # how many cards of each class (`_Classes`) are among those seen
MOST_CONDITIONS = 5
_COUNT = re.compile(r"(.*?)\s*(>=|<=|=|<|>)\s*([0-9]{1,4})\s*", re.DOTALL)
_SLIP = re.compile(
    r"(.*[^\s<>=])\s*(>=|<=|=|<|>)\s*([^\s()<>=]+)\s*", re.DOTALL
)  # something else where a number should be
_LAST_WORD = re.compile(r"[^\s()]*$")


@dataclass(frozen=True, slots=True)
class Condition:
    """A filter and how many of its cards are wanted: from `least` to `most` (None: no limit)."""

    text: str
    cards: frozenset[str]
    least: int
    most: int | None = None

    def met(self, count: int) -> bool:
        """Whether so many cards of the filter are right."""
        return count >= self.least and (self.most is None or count <= self.most)


@dataclass(frozen=True, slots=True)
class Odds:
    """Chances at one own turn (0: the opening hand): of each condition, and of all of them at once."""

    turn: int
    seen: int
    chances: tuple[float, ...]
    together: float


def condition(text: str, project: Project) -> Condition:
    """Read a condition such as `tower>=2`; raises `CardlibError` where its filter finds nothing."""
    least, most, filter_text = 1, None, text
    if (count := _COUNT.fullmatch(text)) and not _takes_number(count[1], project):
        number, op = int(count[3]), count[2]
        filter_text = count[1]
        bounds: dict[str, tuple[int, int | None]] = {
            ">=": (number, None),
            ">": (number + 1, None),
            "=": (number, number),
            "<=": (0, number),
            "<": (0, number - 1),
        }
        least, most = bounds[op]
    elif (slip := _SLIP.fullmatch(text)) and not _takes_number(slip[1], project) and _parses(slip[1], project):
        raise CardlibError(
            f"the condition {text!r}: found {slip[3]!r} after {slip[2]!r}, expected a number of cards, 0 to 9999"
        )
    test = printed(parse(filter_text, project.vocabulary))
    cards = frozenset(card.id for card in project.cards.values() if test(card))
    if not cards:
        words, wanted = project.vocabulary, filter_text.strip()
        known = [*words.types, *words.groups, *words.subtypes, *words.keywords]
        near = nearest_note(wanted, [*known, *(card.name for card in project.cards.values())])
        raise CardlibError(f"the condition {text!r}: no card of {project.slug} fits {wanted!r}{near}")
    return Condition(text, cards, least, most)


def _parses(text: str, project: Project) -> bool:
    try:
        parse(text, project.vocabulary)
    except CardlibError:
        return False
    return True


def _takes_number(left: str, project: Project) -> bool:
    """Whether the word before the operator is a field or a keyword with a number, so that the filter owns both."""
    last = _LAST_WORD.search(left)
    word = (last[0] if last else "").lower().lstrip("-")
    vocabulary = project.vocabulary
    keyword = vocabulary.keywords.get(word)
    known = vocabulary.field(ALIASES.get(word, word)) is not None or word in ("is", "has", "not")
    return known or (keyword is not None and keyword.has_value)


def odds(
    deck: Deck,
    project: Project,
    conditions: Sequence[str],
    by_turn: int,
    first: bool = True,
    keep: Sequence[str] = (),
    draws: Draws | None = None,
) -> list[Odds]:
    """Chances from the opening hand to the own turn `by_turn`, for the player who goes first, or second.

    With `keep` a hand that does not meet all of these conditions is exchanged by the game's mulligan rule, as often as
    that allows. Raises `CardlibError` for conditions beyond what can be worked out.
    """
    rules = draws or load_format(project).draws
    wanted = [condition(text, project) for text in conditions]
    kept = [condition(text, project) for text in keep]
    if not wanted or len(wanted) + len(kept) > MOST_CONDITIONS:
        raise CardlibError(f"found {len(wanted) + len(kept)} conditions, expected 1 to {MOST_CONDITIONS}")
    if not 0 <= by_turn <= 200:
        raise CardlibError(f"found turn {by_turn}, expected 0 to 200")
    classes = _Classes(deck.counts(rules.section), wanted, kept)
    opening = _opening_hands(classes, rules)
    made = []
    for turn in range(by_turn + 1):
        seen = min(rules.seen(turn, first), classes.size)
        chances = [0.0] * (len(wanted) + 1)
        for hand, weight in opening.items():
            for extra, chance in classes.draws_after(hand, max(0, seen - sum(hand))):
                met = classes.wanted_met(extra)
                for place, one in enumerate((*met, all(met))):
                    chances[place] += weight * chance * one
        rounded = [round(chance, 12) for chance in chances]
        made.append(Odds(turn, seen, tuple(rounded[:-1]), rounded[-1]))
    return made


def _opening_hands(classes: _Classes, rules: Draws) -> dict[Hand, float]:
    """Opening hands that are kept in the end, each with its chance."""
    size = min(rules.opening, classes.size)
    nothing: Hand = (0,) * len(classes.sizes)
    current = dict(classes.hands(size, nothing))
    ended: dict[Hand, float] = {}
    for _ in range(rules.mulligans if classes.keep else 0):
        redrawn: dict[Hand, float] = {}
        for hand, weight in current.items():
            if classes.kept(hand):
                ended[hand] = ended.get(hand, 0.0) + weight
                continue
            for other, chance in classes.hands(size, hand if rules.aside else nothing):
                redrawn[other] = redrawn.get(other, 0.0) + weight * chance
        current = redrawn
    for hand, weight in current.items():
        ended[hand] = ended.get(hand, 0.0) + weight
    return ended


class _Classes:
    """The deck in classes of cards that the conditions do not tell apart."""

    def __init__(self, counts: dict[str, int], wanted: Sequence[Condition], keep: Sequence[Condition]) -> None:
        self.wanted = wanted
        self.keep = keep
        sizes: dict[tuple[bool, ...], int] = {}
        for card, count in counts.items():
            kind = tuple(card in one.cards for one in (*wanted, *keep))
            sizes[kind] = sizes.get(kind, 0) + count
        self.kinds = sorted(sizes)
        self.sizes = tuple(sizes[kind] for kind in self.kinds)
        self.size = sum(self.sizes)

    def hands(self, number: int, without: Hand) -> Iterator[tuple[Hand, float]]:
        """Every way to draw so many cards from the deck without some of them, with its chance."""
        left = [size - gone for size, gone in zip(self.sizes, without, strict=True)]
        number = min(number, sum(left))
        ways = comb(sum(left), number)

        def draw(place: int, need: int) -> Iterator[tuple[Hand, int]]:
            if place == len(left) - 1:
                if need <= left[place]:
                    yield (need,), comb(left[place], need)
                return
            for some in range(min(need, left[place]) + 1):
                for rest, count in draw(place + 1, need - some):
                    yield (some, *rest), comb(left[place], some) * count

        if left:
            for hand, count in draw(0, number):
                yield hand, count / ways

    def draws_after(self, hand: Hand, number: int) -> list[tuple[tuple[int, ...], float]]:
        """How many cards of each wanted filter are seen after drawing on, with the chances."""
        left = [size - gone for size, gone in zip(self.sizes, hand, strict=True)]
        start = tuple(
            sum(n for n, kind in zip(hand, self.kinds, strict=True) if kind[i]) for i in range(len(self.wanted))
        )
        states: dict[tuple[int, tuple[int, ...]], int] = {(0, start): 1}
        for size, kind in zip(left, self.kinds, strict=True):
            reached: dict[tuple[int, tuple[int, ...]], int] = {}
            for (drawn, counts), ways in states.items():
                for some in range(min(size, number - drawn) + 1):
                    after = tuple(n + some if kind[i] else n for i, n in enumerate(counts))
                    key = (drawn + some, after)
                    reached[key] = reached.get(key, 0) + ways * comb(size, some)
            states = reached
        total = comb(sum(left), number)
        return [(counts, ways / total) for (drawn, counts), ways in states.items() if drawn == number]

    def wanted_met(self, counts: tuple[int, ...]) -> list[bool]:
        """Which wanted conditions such counts meet."""
        return [one.met(count) for one, count in zip(self.wanted, counts, strict=True)]

    def kept(self, hand: Hand) -> bool:
        """Whether a hand meets every condition to keep it."""
        first = len(self.wanted)
        return all(
            one.met(sum(n for n, kind in zip(hand, self.kinds, strict=True) if kind[first + i]))
            for i, one in enumerate(self.keep)
        )


def keeper(project: Project, keep: Sequence[str]) -> Callable[[Sequence[str]], bool]:
    """A test of a hand (card ids): whether it meets all conditions."""
    wanted = [condition(text, project) for text in keep]
    return lambda hand: all(one.met(sum(card in one.cards for card in hand)) for one in wanted)
