"""What each card does to the games of its decks, and which two do more together than apart.

    lines = card_lines(seen, 0.05)     one line for each card, over all decks that have it
    pairs = pair_lines(seen, 0.05)

Of every card it is asked whether decks win more with it: in the opening hand, drawn at any time, played, and with its
abilities used (`effects` says how). As many questions are asked at once, intervals are the wider the more there are
(Bonferroni): where no card does more than the others, a series says of any card that it does at most as often as the
error. The pairs are a second such family with an error of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from statistics import NormalDist, quantiles
from typing import NamedTuple

from cardlib.lab.course import Course
from cardlib.lab.effects import Effect, Row, centred, chance_of, chance_of_both, effect, excess, slope
from cardlib.lab.games import Played, Setting
from cardlib.lab.intervals import Interval, clustered

OPENING, DRAWN, PLAYED, USED = MEASURES = ("opening", "drawn", "played", "used")
BY_CHANCE = (OPENING, DRAWN)  # the chance of which is known, so that a difference is what the card brings about
MORE, LESS = "more", "less"


class Entry(NamedTuple):
    """A game of a series or a matrix: its number from 1, which decks of the setting its decks are, and the game."""

    number: int
    decks: tuple[int, ...]
    game: Played


@dataclass(frozen=True)
class Side:
    """A deck in a game, as the figures of cards need it."""

    number: int  # of the game
    deck: int
    cell: tuple[object, ...]
    cluster: tuple[int, int]
    points: float
    course: Course
    at: int  # which of the decks of its game it is

    @cached_property
    def fetched(self) -> frozenset[str]:
        """The cards that were searched for."""
        return frozenset(self.course.fetched[self.at])

    def had(self, measure: str, card: str) -> bool:
        """Whether the deck had a card in the opening hand, drew, played or used it."""
        found: Iterable[str] = getattr(self.course, measure)[self.at]
        return card in found


@dataclass(frozen=True, slots=True)
class Seen:
    """The sides of all games, and what their decks are made of."""

    setting: Setting
    sides: Sequence[Side]
    copies: Sequence[Mapping[str, int]]  # by deck: all its cards
    drawable: Sequence[Mapping[str, int]]  # by deck: those of its first section, which is the one that is drawn from
    sizes: Sequence[int]  # of that section


@dataclass(frozen=True, slots=True)
class Measure:
    """What decks won in the games in which they had a card: in how many, which share, and what chance alone gives.

    `chance` is what decks win that are as likely to have the card. `more` are the points by which they win more with it
    than without, with an interval that holds for all cards at once; `verdict` says on which side of zero that lies.
    """

    games: int
    points: float
    rate: Interval | None
    chance: float | None
    more: Interval | None
    verdict: str


@dataclass(frozen=True, slots=True)
class Turns:
    """In which turn something happens first: in the middle, and from where to where in half of the games."""

    quarter: float
    median: float
    three_quarters: float


@dataclass(frozen=True, slots=True)
class CardStory:
    """A card, or an ability, over all decks that have it. `games` counts both sides of a game that two such play."""

    card: str
    decks: tuple[int, ...]
    games: int
    measures: Mapping[str, Measure]  # by name, see `MEASURES`
    turn_drawn: Turns | None
    turn_played: Turns | None
    fetched: int  # games in which it was searched for; those say nothing of drawing it
    uses: int  # of its abilities, in all games together
    example: int | None  # the number of a game to look at: won with it, or lost where it makes its decks win less

    @property
    def verdict(self) -> str:
        """What is found of it where the chance is known: it makes its decks win MORE, or LESS, or neither is shown."""
        return verdict_of(self.measures)

    @property
    def strongest(self) -> float:
        """How far from zero an interval of it comes, in points; below zero where none leaves zero out."""
        ends = [self.measures[name].more for name in MEASURES]
        return max((max(one.low, -one.high) for one in ends if one is not None), default=-1.0)


@dataclass(frozen=True, slots=True)
class PairStory:
    """Two cards drawn in one game: what their decks win then, and what they would if each did what it does apart."""

    cards: tuple[str, str]
    games: int
    points: float
    rate: Interval | None
    apart: float
    more: Interval
    verdict: str
    example: int | None  # the number of a game in which both were drawn


def seen_in(setting: Setting, entries: Iterable[Entry]) -> Seen:
    """Return the sides of games whose course was kept."""
    sides = []
    for entry in entries:
        game = entry.game
        if game.course is None:
            continue
        players = len(entry.decks)
        seating = tuple(entry.decks[game.deck(seat)] for seat in range(players))
        for at, deck in enumerate(entry.decks):
            seat = game.seat(at)
            cluster = seat, setting.round_of(game)
            sides.append(Side(entry.number, deck, (deck, seat, seating), cluster, game.points(at), game.course, at))
    copies = [Counter(name.rpartition("/")[2] for name in deck) for deck in setting.decks]
    drawable = [Counter(name for name in deck if "/" not in name) for deck in setting.decks]
    return Seen(setting, sides, copies, drawable, [sum(deck.values()) for deck in drawable])


def card_lines(seen: Seen, error: float) -> list[CardStory]:
    """Return a line for each card that a deck has or that was used, the surest first."""
    groups = _holders(seen)
    rows = {(card, name): list(_rows(seen, sides, card, name)) for card, sides in groups.items() for name in MEASURES}
    found = {key: effect(excess(own)) for key, own in rows.items() if any(row.had for row in own)}
    z = at_once(error, sum(one is not None for one in found.values()))
    stories = {
        card: {name: _measure(rows[card, name], found.get((card, name)), z) for name in MEASURES} for card in groups
    }
    lines = [
        CardStory(
            card,
            tuple(sorted({side.deck for side in sides})),
            len(sides),
            stories[card],
            _turns([side.course.drawn[side.at][card] for side in sides if card in side.course.drawn[side.at]]),
            _turns([side.course.played[side.at][card] for side in sides if card in side.course.played[side.at]]),
            sum(card in side.fetched for side in sides),
            sum(side.course.used[side.at].get(card, 0) for side in sides),
            _example(_doing(sides, card), verdict_of(stories[card])),
        )
        for card, sides in groups.items()
    ]
    return sorted(lines, key=lambda line: (-line.strongest, -line.uses, line.card))


def pair_lines(seen: Seen, error: float) -> list[PairStory]:
    """Return the pairs of cards of a deck that enough games tell of, the surest first.

    What each card does apart is taken off first; then it is counted by how much both were drawn more often than chance
    made it, and whether that goes with winning. Games in which one of them was searched for are left out.
    """
    apart = {
        card: own
        for card, sides in _holders(seen).items()
        if (own := effect(excess(_rows(seen, sides, card, DRAWN)))) is not None
    }
    found = {}
    for pair, sides in _couples(seen, apart).items():
        rows = _together(seen, sides, pair)
        one, other = (apart[card].value for card in pair)
        gained = [
            got - one * first - other * second
            for got, first, second in zip(rows.gained, rows.first, rows.second, strict=True)
        ]
        made = slope(rows.clusters, rows.both, gained)
        if made is not None:
            found[pair] = sides, rows, made, [got - rest for got, rest in zip(rows.gained, gained, strict=True)]
    z = at_once(error, len(found))
    lines = []
    for pair, (sides, rows, made, adding) in found.items():
        had = [at for at, both in enumerate(rows.had) if both]
        points = sum(rows.points[at] for at in had)
        alone = sum(rows.points[at] - rows.gained[at] + adding[at] for at in had) / len(had) if had else 0.0
        more = made.within(z)
        verdict, rate = _verdict(more), _share([(rows.clusters[at], rows.points[at]) for at in had])
        example = _example([side for side in sides if all(side.had(DRAWN, card) for card in pair)], verdict)
        lines.append(PairStory(pair, len(had), points, rate, alone, more, verdict, example))
    return sorted(lines, key=lambda line: (-max(line.more.low, -line.more.high), line.cards))


def at_once(error: float, questions: int) -> float:
    """Return how many standard deviations an interval reaches, so that all of so many hold at once (Bonferroni)."""
    return NormalDist().inv_cdf(1 - error / (2 * max(1, questions)))


@dataclass(slots=True)
class _Together:
    """The rows of a pair: by how much each card and both together were drawn more than chance made it."""

    clusters: list[tuple[int, int]]
    had: list[bool]
    points: list[float]
    gained: list[float]
    first: list[float]
    second: list[float]
    both: list[float]


def _together(seen: Seen, sides: Sequence[Side], pair: tuple[str, str]) -> _Together:
    one, other = pair
    rows = _Together([], [], [], [], [], [], [])
    cells = []
    for side in sides:
        if one in side.fetched or other in side.fetched:
            continue
        size, draws, cards = seen.sizes[side.deck], side.course.draws[side.at], seen.drawable[side.deck]
        first = (one in side.course.drawn[side.at]) - chance_of(size, cards[one], draws)
        second = (other in side.course.drawn[side.at]) - chance_of(size, cards[other], draws)
        likely = chance_of_both(size, cards[one], cards[other], draws)
        likely -= chance_of(size, cards[one], draws) * chance_of(size, cards[other], draws)
        rows.clusters.append(side.cluster)
        rows.had.append(one in side.course.drawn[side.at] and other in side.course.drawn[side.at])
        rows.points.append(side.points)
        rows.first.append(first)
        rows.second.append(second)
        rows.both.append(first * second - likely)
        cells.append(side.cell)
    rows.gained = centred(rows.points, cells)
    rows.both = centred(rows.both, cells)
    return rows


def _couples(seen: Seen, known: Mapping[str, Effect]) -> dict[tuple[str, str], list[Side]]:
    """Return the sides of each pair of cards that a deck draws, and of which each by itself is known."""
    decks: dict[int, list[Side]] = {}
    for side in seen.sides:
        decks.setdefault(side.deck, []).append(side)
    found: dict[tuple[str, str], list[Side]] = {}
    for deck, sides in sorted(decks.items()):
        for pair in combinations(sorted(card for card in seen.drawable[deck] if card in known), 2):
            found.setdefault(pair, []).extend(sides)
    return found


def _holders(seen: Seen) -> dict[str, list[Side]]:
    """Return the sides whose deck has each card, or used it in any game."""
    decks: dict[int, set[str]] = {}
    for side in seen.sides:
        decks.setdefault(side.deck, set(seen.copies[side.deck])).update(side.course.used[side.at])
    found: dict[str, list[Side]] = {card: [] for card in sorted(set().union(*decks.values()))} if decks else {}
    for side in seen.sides:
        for card in decks[side.deck]:
            found[card].append(side)
    return found


def _rows(seen: Seen, sides: Iterable[Side], card: str, measure: str) -> Iterator[Row]:
    """Yield the rows of a card; those without the chance to draw it are not about drawing it."""
    for side in sides:
        chance = None
        if measure in BY_CHANCE:
            draws = (side.course.dealt if measure == OPENING else side.course.draws)[side.at]
            copies = seen.drawable[side.deck].get(card, 0)
            if not copies or not draws or (measure == DRAWN and card in side.fetched):
                continue
            chance = chance_of(seen.sizes[side.deck], copies, draws)
        yield Row(side.cell, side.cluster, side.had(measure, card), chance, side.points)


def _measure(rows: Sequence[Row], found: Effect | None, z: float) -> Measure:
    games = sum(row.had for row in rows)
    points = sum(row.points for row in rows if row.had)
    more = None if found is None else found.within(z)
    rate = _share([(row.cluster, row.points) for row in rows if row.had])
    return Measure(games, points, rate, _by_chance(rows), more, _verdict(more))


def _share(got: Iterable[tuple[Hashable, float]]) -> Interval | None:
    """Return the share that was got of games, of which those with the same shuffle count as one observation."""
    found: dict[Hashable, list[float]] = {}
    for cluster, points in got:
        found.setdefault(cluster, []).append(points)
    return clustered(list(found.values()))


def _by_chance(rows: Sequence[Row]) -> float | None:
    """Return the share won by decks that are as likely to have it: by its chance, else by the share of its cell."""
    if not any(row.had for row in rows):
        return None
    cells: dict[object, list[float]] = {}
    for row in rows:
        cells.setdefault(row.cell, []).append(float(row.had))
    weights = [sum(cells[row.cell]) / len(cells[row.cell]) if row.chance is None else row.chance for row in rows]
    return sum(weight * row.points for weight, row in zip(weights, rows, strict=True)) / sum(weights)


def verdict_of(measures: Mapping[str, Measure]) -> str:
    """Return what is found of a card where the chance is known, else nothing."""
    return next((measures[name].verdict for name in BY_CHANCE if measures[name].verdict), "")


def _doing(sides: Sequence[Side], card: str) -> Sequence[Side]:
    """Return the sides that used a card, else those that played it, else those that drew it."""
    return next(
        (own for name in (USED, PLAYED, DRAWN) if (own := [side for side in sides if side.had(name, card)])), ()
    )


def _example(sides: Sequence[Side], verdict: str) -> int | None:
    """Return the number of the first game of some that was won, or lost where that is what they are to show."""
    if not sides:
        return None
    return (min if verdict == LESS else max)(sides, key=lambda side: side.points).number


def _verdict(more: Interval | None) -> str:
    if more is None or more.low <= 0 <= more.high:
        return ""
    return MORE if more.low > 0 else LESS


def _turns(turns: Sequence[int]) -> Turns | None:
    if len(turns) < 2:
        return Turns(turns[0], turns[0], turns[0]) if turns else None
    return Turns(*quantiles(turns, n=4, method="inclusive"))
