"""The exact distribution of a pool of dice: convolution over the outcomes that differ, in whole numbers.

Of each face only what is asked for is looked at: a red die of which hits are counted has as many outcomes as numbers of
hits. Symbols that changes look at, such as the overheat that voids the others, are counted beside.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TypeAlias

from cardlib import bounds
from cardlib.errors import CardlibError
from cardlib.kernel.dice import Change, Die, Face, Which, changed, words_of
from cardlib.odds.distribution import COMPARISONS, Comparison, Distribution, Work

Outcome: TypeAlias = tuple[int, ...]  # how often each of some symbols came
Table: TypeAlias = dict[Outcome, int]  # outcomes with their weights


@dataclass(frozen=True, slots=True)
class Reroll:
    """Dice that are rolled again once: those that show one of these faces, with `most` so many of them at most.

    Where not all of them are, the faces that are named first are taken first, of the kinds of dice in their order.
    """

    faces: tuple[str, ...]
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Pool:
    """Dice that are rolled together, what of them is counted, and by which rules.

    Rerolls come first, then which dice are kept or what each of them counts, then changes of symbols.
    """

    dice: tuple[tuple[Die, int], ...]
    what: str = ""  # the symbol that is counted, or `number`; "" where there is only one
    rerolls: tuple[Reroll, ...] = ()
    keep: tuple[Which, int] | None = None
    each: tuple[Comparison, int] | None = None  # dice are counted that compare so
    changes: tuple[Change, ...] = ()

    @property
    def shows(self) -> frozenset[str]:
        """What the dice show: symbols, and `number`."""
        return frozenset(word for die, _ in self.dice for word in die.shows)

    @property
    def counted(self) -> str:
        """What is counted; raises `CardlibError` where it is not said and not plain."""
        shows = self.shows | {change.what for change in self.changes if change.what and change.kind in ("turn", "add")}
        if self.what:
            if self.what not in shows:
                raise CardlibError(f"no die here shows '{self.what}'; they show {_listed(shows)}")
            return self.what
        if len(shows) != 1:
            raise CardlibError(f"the dice show {_listed(shows)}; say which is counted, such as '.{min(shows)}'")
        return next(iter(shows))


def _listed(words: Iterable[str]) -> str:
    return ", ".join(sorted(words)) or "nothing"


def distribution(pool: Pool, work: Work | None = None) -> Distribution:
    """Return the distribution of what a pool comes to; raises `TooLarge` for more than can be worked out."""
    what = pool.counted
    work = work or Work()
    if pool.keep is not None or pool.each is not None:
        return _by_dice(pool, what, work)
    found: dict[int, int] = {}
    axes = _axes(pool, (what,))
    for outcome, weight in _joint(pool, axes, work).items():
        result = changed(dict(zip(axes, outcome, strict=True)), pool.changes).get(what, 0)
        found[result] = found.get(result, 0) + weight
    return Distribution(found)


def joint(pool: Pool, *whats: str) -> dict[Outcome, Fraction]:
    """Return the chance of each combination: how often the first of these came, how often the second, and so on.

    For questions about several symbols of the same roll, such as two hits together with a lightning.
    """
    if pool.keep is not None or pool.each is not None:
        raise CardlibError("the combinations of dice that are kept or counted are not worked out")
    axes = _axes(pool, whats)
    found: Table = {}
    for outcome, weight in _joint(pool, axes, Work()).items():
        now = changed(dict(zip(axes, outcome, strict=True)), pool.changes)
        key = tuple(now.get(what, 0) for what in whats)
        found[key] = found.get(key, 0) + weight
    total = sum(found.values())
    return {key: Fraction(found[key], total) for key in sorted(found)}


def _axes(pool: Pool, whats: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*whats, *words_of(pool.changes))))


def _joint(pool: Pool, axes: tuple[str, ...], work: Work) -> Table:
    """The weights of all outcomes of a pool after rerolls."""
    check_dice(pool)
    limited = [reroll for reroll in pool.rerolls if reroll.most is not None]
    if limited and (len(limited) > 1 or pool.rerolls[-1] is not limited[0]):
        raise CardlibError("a reroll of at most so many dice has to be the only one of its kind, and the last reroll")
    free = pool.rerolls[: len(pool.rerolls) - len(limited)]
    if limited:
        return _some_again(pool, axes, free, limited[0], work)
    total: Table = {(0,) * len(axes): 1}
    for die, number in pool.dice:
        total = _times(total, _power(_table(die, axes, free), number, work), work)
    return total


def _times(one: Table, two: Table, work: Work) -> Table:
    """The outcomes of both together."""
    work.spend(len(one) * len(two))
    found: Table = {}
    for left, weight in one.items():
        for right, more in two.items():
            both = tuple([a + b for a, b in zip(left, right, strict=True)])
            found[both] = found.get(both, 0) + weight * more
    return found


def _power(one: Table, number: int, work: Work) -> Table:
    """The outcomes of so many alike."""
    total: Table = {(0,) * len(next(iter(one))): 1}
    for _ in range(number):
        total = _times(total, one, work)
    return total


def check_dice(pool: Pool) -> None:
    """Raise `TooLarge` for more dice than are rolled at once."""
    bounds.check_number(sum(number for _, number in pool.dice), bounds.DICE, "dice")


# -- rerolls ----------------------------------------------------------------------------------------------------------


def _faces(die: Die, rerolls: Sequence[Reroll]) -> list[int]:
    """The weight of each face of a die after rerolls of every die that shows certain faces."""
    weights = [face.sides for face in die.faces]
    for reroll in rerolls:
        meant = {face for word in reroll.faces for face in die.meant(word)}
        again = [face in meant for face in range(len(die.faces))]
        share = sum(weight for weight, one in zip(weights, again, strict=True) if one)
        weights = [
            (0 if one else weight) * die.sides + share * face.sides
            for weight, one, face in zip(weights, again, die.faces, strict=True)
        ]
    return weights


def _seen(face: Face, axes: Sequence[str]) -> Outcome:
    return tuple([face.count(axis) for axis in axes])


def _table(die: Die, axes: Sequence[str], rerolls: Sequence[Reroll]) -> Table:
    found: Table = {}
    for face, weight in zip(die.faces, _faces(die, rerolls), strict=True):
        seen = _seen(face, axes)
        found[seen] = found.get(seen, 0) + weight
    return found


def _some_again(pool: Pool, axes: tuple[str, ...], free: Sequence[Reroll], reroll: Reroll, work: Work) -> Table:
    """The outcomes where at most so many dice are rolled again, first those with the faces that are named first."""
    most = min(reroll.most or 0, sum(number for _, number in pool.dice))
    classes: list[tuple[int, int]] = []  # kinds of dice with a face that is rolled again, in the order of preference
    for word in reroll.faces:
        for kind, (die, _) in enumerate(pool.dice):
            meant = [(kind, face) for face in die.meant(word)]
            classes += [one for one in meant if one not in classes]
    size = len(axes)
    total: Table = {(0,) * (size + len(classes)): 1}
    for kind, (die, number) in enumerate(pool.dice):
        table: Table = {}
        for at, (face, weight) in enumerate(zip(die.faces, _faces(die, free), strict=True)):
            marks = tuple(int((kind, at) == one) for one in classes)
            seen = (*_seen(face, axes), *marks)
            table[seen] = table.get(seen, 0) + weight
        total = _times(total, _power(table, number, work), work)
    # Take away what is rolled again; what stands is counted by how many dice of each kind are.
    standing: dict[Outcome, Table] = {}
    for outcome, weight in total.items():
        left, rest = most, list(outcome[:size])
        again = [0] * len(pool.dice)
        for (kind, at), there in zip(classes, outcome[size:], strict=True):
            taken = min(left, there)
            left -= taken
            again[kind] += taken
            for axis, shown in enumerate(_seen(pool.dice[kind][0].faces[at], axes)):
                rest[axis] -= taken * shown
        stands = standing.setdefault(tuple(again), {})
        key = tuple(rest)
        stands[key] = stands.get(key, 0) + weight
    found: Table = {}
    for counts, stands in standing.items():
        for (die, _), number in zip(pool.dice, counts, strict=True):
            stands = _times(stands, _power(_table(die, axes, ()), number, work), work)
            stands = _scaled(stands, die.sides ** (most - number))  # so that all have the same total
        for outcome, weight in stands.items():
            found[outcome] = found.get(outcome, 0) + weight
    return found


def _scaled(table: Table, factor: int) -> Table:
    return {outcome: weight * factor for outcome, weight in table.items()}


# -- dice by themselves -----------------------------------------------------------------------------------------------


def _by_dice(pool: Pool, what: str, work: Work) -> Distribution:
    """The distribution where each die counts by itself: some are kept, or those are counted that compare."""
    if pool.changes:
        raise CardlibError("symbols are changed in the whole roll: not together with 'keep' or 'each'")
    if any(reroll.most is not None for reroll in pool.rerolls):
        raise CardlibError("a reroll of at most so many dice does not go together with 'keep' or 'each'")
    check_dice(pool)
    tables: list[Mapping[int, int]] = []
    for die, _ in pool.dice:
        table: dict[int, int] = {}
        for (result,), weight in _table(die, (what,), pool.rerolls).items():
            worth = result if pool.each is None else int(COMPARISONS[pool.each[0]](result, pool.each[1]))
            table[worth] = table.get(worth, 0) + weight
        tables.append(table)
    numbers = tuple(number for _, number in pool.dice)
    which, most = pool.keep or ("highest", sum(numbers))
    return Distribution(_kept(tables, numbers, which, most, work))


def _kept(tables: Sequence[Mapping[int, int]], numbers: Outcome, which: Which, most: int, work: Work) -> dict[int, int]:
    """The sums of the highest or lowest so many dice: result by result, how many dice of each kind show it."""
    states: dict[tuple[Outcome, int, int], int] = {(numbers, most, 0): 1}  # dice left, to keep, and the sum so far
    for result in sorted({one for table in tables for one in table}, reverse=which == "highest"):
        for kind, table in enumerate(tables):
            weight = table.get(result, 0)
            if not weight:
                continue
            reached: dict[tuple[Outcome, int, int], int] = {}
            for (left, keeping, total), ways in states.items():
                there = left[kind]
                work.spend(there + 1)
                power = 1
                for some in range(there + 1):
                    kept = min(some, keeping)
                    rest = (*left[:kind], there - some, *left[kind + 1 :])
                    key = (rest, keeping - kept, total + kept * result)
                    reached[key] = reached.get(key, 0) + ways * comb(there, some) * power
                    power *= weight
            states = reached
    found: dict[int, int] = {}
    for (left, _, total), ways in states.items():
        if not any(left):
            found[total] = found.get(total, 0) + ways
    return found
