"""A volley: several rolls that are added up, exactly, where one roll helps the next and others have dice rolled again.

Each `Shot` is a roll by itself: what voids it voids nothing else. A shot that shows what helps lets the one who rolls
throw certain faces of every later shot again, once each. Then the other side may have so many dice of each shot rolled
again: those that leave the least on average. A die is rolled again at most once, by whomever.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product
from math import factorial, lcm, prod

from cardlib import bounds
from cardlib.kernel.dice import Change, Die, changed, words_of
from cardlib.odds.distribution import Distribution, Work

_Lie = tuple[int, bool]  # how a die lies: its face, and whether it was rolled again


@dataclass(frozen=True, slots=True)
class Shot:
    """One roll: the dice, what of them is counted after which changes, and the symbol by which it helps later ones."""

    dice: tuple[tuple[Die, int], ...]
    counts: str
    changes: tuple[Change, ...] = ()
    helps: str = ""


def volley(
    shots: Sequence[Shot], retried: Sequence[str] = (), again: int = 0, work: Work | None = None
) -> Distribution:
    """Return what the shots come to together, in this order.

    `retried` are the faces that are thrown again once a shot has helped, `again` how many dice of each shot the other
    side may have rolled again. Raises `TooLarge` for more than can be worked out.
    """
    work = work or Work()
    bounds.check_number(sum(number for shot in shots for _, number in shot.dice), bounds.DICE, "dice")
    states: dict[tuple[int, bool], Fraction] = {(0, False): Fraction(1)}  # hits so far, and whether a shot has helped
    for shot in shots:
        tables = {helped: _table(shot, retried if helped else (), again, work) for helped in {one for _, one in states}}
        found: dict[tuple[int, bool], Fraction] = {}
        for (so_far, helped), chance in states.items():
            for (result, helps), more in tables[helped].items():
                work.spend(1)
                key = (so_far + result, helped or helps)
                found[key] = found.get(key, Fraction(0)) + chance * more
        states = found
    chances: dict[int, Fraction] = {}
    for (result, _), chance in states.items():
        chances[result] = chances.get(result, Fraction(0)) + chance
    common = lcm(*(chance.denominator for chance in chances.values()))
    return Distribution({result: int(chance * common) for result, chance in chances.items()})


def _table(shot: Shot, retried: Sequence[str], again: int, work: Work) -> dict[tuple[int, bool], Fraction]:
    """The chance of each result of a shot, with whether it helps."""
    kinds = [die for die, number in shot.dice for _ in range(number)]
    found: dict[tuple[int, bool], Fraction] = {}
    for lies, chance in _rolled(shot.dice, retried):
        rest = _least(shot, kinds, lies, again, work)
        for outcome, more in _again(kinds, lies, rest, work):
            key = _worth(shot, kinds, outcome)
            found[key] = found.get(key, Fraction(0)) + chance * more
    return found


def _rolled(dice: Sequence[tuple[Die, int]], retried: Sequence[str]) -> Iterator[tuple[tuple[_Lie, ...], Fraction]]:
    """Yield every way in which the dice can lie, alike ones once, after the one who rolls has thrown faces again."""
    parts: list[list[tuple[tuple[_Lie, ...], Fraction]]] = []
    for die, number in dice:
        meant = {face for word in retried for face in die.meant(word)}
        lies: dict[_Lie, Fraction] = {}
        for face, about in enumerate(die.faces):
            chance = Fraction(about.sides, die.sides)
            if face not in meant:
                lies[face, False] = chance
                continue
            for new, other in enumerate(die.faces):
                key = (new, True)
                lies[key] = lies.get(key, Fraction(0)) + chance * Fraction(other.sides, die.sides)
        part = []
        for chosen in combinations_with_replacement(lies, number):
            ways = factorial(number) // prod(factorial(chosen.count(one)) for one in set(chosen))
            part.append((chosen, ways * prod((lies[one] for one in chosen), start=Fraction(1))))
        parts.append(part)
    for together in product(*parts):
        yield tuple(one for chosen, _ in together for one in chosen), prod((c for _, c in together), start=Fraction(1))


def _least(shot: Shot, kinds: Sequence[Die], lies: Sequence[_Lie], again: int, work: Work) -> tuple[int, ...]:
    """The dice that the other side has rolled again: those that leave the least on average, as few as will do."""
    open_ = [at for at, (_, locked) in enumerate(lies) if not locked]
    best: tuple[Fraction, tuple[int, ...]] | None = None
    seen: set[tuple[object, ...]] = set()
    for number in range(min(again, len(open_)) + 1):
        for chosen in combinations(open_, number):
            alike = tuple(sorted((kinds[at].id, lies[at][0]) for at in chosen))
            if alike in seen:
                continue
            seen.add(alike)
            left = sum(
                (chance * _worth(shot, kinds, outcome)[0] for outcome, chance in _again(kinds, lies, chosen, work)),
                Fraction(0),
            )
            if best is None or left < best[0]:
                best = (left, chosen)
    return best[1] if best is not None else ()


def _again(
    kinds: Sequence[Die], lies: Sequence[_Lie], chosen: Sequence[int], work: Work
) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Yield how the dice lie when the chosen ones are rolled again, as faces."""
    for new in product(*(range(len(kinds[at].faces)) for at in chosen)):
        work.spend(len(kinds))
        faces = [face for face, _ in lies]
        chance = Fraction(1)
        for at, face in zip(chosen, new, strict=True):
            faces[at] = face
            chance *= Fraction(kinds[at].faces[face].sides, kinds[at].sides)
        yield tuple(faces), chance


def _worth(shot: Shot, kinds: Sequence[Die], faces: Sequence[int]) -> tuple[int, bool]:
    """What a roll comes to, and whether it helps."""
    axes = dict.fromkeys((shot.counts, *words_of(shot.changes), *([shot.helps] if shot.helps else [])))
    shown: Mapping[str, int] = {
        axis: sum(die.faces[face].count(axis) for die, face in zip(kinds, faces, strict=True)) for axis in axes
    }
    now = changed(shown, shot.changes)
    return now.get(shot.counts, 0), bool(shot.helps and shown[shot.helps])
