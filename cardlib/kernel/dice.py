"""Dice: their faces, pools of several kinds, and a roll as a record with names; nothing here knows a match.

A face has symbols, each so many times, and perhaps a number. A pool is some dice of each kind. A `Roll` says how every
die lies, which were rolled again, which count, what was changed since, and what all of it comes to; every function that
changes one returns another. `changed` carries out changes for rolls and for exact odds alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from cardlib.errors import Ambiguous, NotFound
from cardlib.filters.nearest import nearest_note

NUMBER: Final = "number"  # what the numbers of the faces come to, beside the symbols
ALL: Final = -1  # however many there are

Which: TypeAlias = Literal["highest", "lowest"]
Counts: TypeAlias = tuple[tuple[str, int], ...]  # symbols in alphabetical order, none of them 0 times


@dataclass(frozen=True, slots=True)
class Symbol:
    """What stands on faces: how one and several are called, the mark that a face is printed with, a picture."""

    id: str
    name: str
    plural: str = ""
    mark: str = ""
    picture: str = ""
    description: str = ""

    def counted(self, number: int) -> str:
        """Return a number of them in words: "1 hit", "2 hits"."""
        return f"{number} {self.name if number == 1 else self.plural or f'{self.name}s'}"


@dataclass(frozen=True, slots=True)
class Face:
    """A face that `sides` sides of a die have; `word` is how it is named: `6`, `hit`, `hit-2`, `blank`."""

    word: str
    symbols: Counts = ()
    number: int | None = None
    sides: int = 1
    name: str = ""
    rules: tuple[str, ...] = ()
    picture: str = ""

    def count(self, what: str) -> int:
        """Return how often it shows a symbol, or its number."""
        if what == NUMBER:
            return self.number or 0
        for symbol, number in self.symbols:
            if symbol == what:
                return number
        return 0


@dataclass(frozen=True, slots=True)
class Die:
    """A kind of die: its different faces, and the colours that it is shown in."""

    id: str
    name: str
    faces: tuple[Face, ...]
    colour: str = ""
    ink: str = ""
    rules: tuple[str, ...] = ()
    description: str = ""

    @property
    def sides(self) -> int:
        """How many sides it has."""
        return sum(face.sides for face in self.faces)

    @property
    def shows(self) -> frozenset[str]:
        """The symbols on it, and `number` where a face has one."""
        found = {symbol for face in self.faces for symbol, _ in face.symbols}
        return frozenset(found | {NUMBER for face in self.faces if face.number is not None})

    def face_of(self, side: int) -> int:
        """Return the face on a side, counted from 0."""
        for number, face in enumerate(self.faces):
            side -= face.sides
            if side < 0:
                return number
        raise IndexError(side)

    def side_of(self, face: int) -> int:
        """Return the first side with a face."""
        return sum(one.sides for one in self.faces[:face])

    def meant(self, word: str) -> tuple[int, ...]:
        """Return the faces that a word means: the one that it names, else those that show this number or symbol."""
        for number, face in enumerate(self.faces):
            if face.word == word:
                return (number,)
        return tuple(number for number, face in enumerate(self.faces) if _shown(face, word))

    def named(self, word: str) -> int:
        """Return the one face that a word means; raises `NotFound`, or `Ambiguous` where several show it."""
        found = self.meant(word)
        if len(found) == 1:
            return found[0]
        words = [face.word for face in self.faces]
        if found:
            several = ", ".join(words[number] for number in found)
            raise Ambiguous(f"several faces of the die '{self.id}' show '{word}': {several}")
        faces = ", ".join(words[:12]) + (", …" if len(words) > 12 else "")
        raise NotFound(f"the die '{self.id}' has no face '{word}'; it has {faces}{nearest_note(word, words)}")


def _shown(face: Face, word: str) -> bool:
    return word == str(face.number) or any(word == symbol for symbol, _ in face.symbols)


def word_of(symbols: Counts, number: int | None) -> str:
    """Return the word of a face that is given none: its number, then its symbols, each with how often if not once.

    >>> word_of((), None), word_of((("hit", 2),), None), word_of((("crit", 1),), 6)
    ('blank', 'hit-2', '6-crit')
    """
    parts = [] if number is None else [str(number)]
    parts += [symbol if count == 1 else f"{symbol}-{count}" for symbol, count in symbols]
    return "-".join(parts) or "blank"


def numbered(id_: str, sides: int, name: str = "") -> Die:
    """Return a die with the numbers from 1 to `sides`."""
    faces = tuple(Face(str(number), (), number) for number in range(1, sides + 1))
    return Die(id_, name or id_, faces)


class Dice:
    """The dice of a game and the symbols on them, by id."""

    __slots__ = ("kinds", "symbols")

    def __init__(self, kinds: Iterable[Die] = (), symbols: Iterable[Symbol] = ()) -> None:
        self.kinds: dict[str, Die] = {die.id: die for die in kinds}
        self.symbols: dict[str, Symbol] = {symbol.id: symbol for symbol in symbols}

    def __len__(self) -> int:
        return len(self.kinds)

    def __iter__(self) -> Iterator[Die]:
        return iter(self.kinds.values())

    def __contains__(self, id_: str) -> bool:
        return id_ in self.kinds

    def __getitem__(self, id_: str) -> Die:
        if id_ not in self.kinds:
            known = nearest_note(id_, self.kinds) or f"; there are {', '.join(self.kinds) or 'none'}"
            raise NotFound(f"no die is called '{id_}'{known}")
        return self.kinds[id_]

    def counted(self, symbols: Counts) -> str:
        """Return symbols in words, "2 hits and 1 overheat"; "nothing" if there are none."""
        parts = [self.symbols[id_].counted(n) if id_ in self.symbols else f"{n} {id_}" for id_, n in symbols]
        return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts) or "nothing"


# -- changes of what a roll comes to -------------------------------------------------------------------------------


class Change(NamedTuple):
    """A change of what was rolled: made by `add`, `turn`, `cancel` and `void`, carried out by `changed`."""

    kind: str
    what: str  # the symbol that changes, or `number`; "" stands for everything but `by`
    by: str  # the symbol that does it
    times: int


def add(what: str, times: int) -> Change:
    """So many more of a symbol, or of the number; fewer if it is below 0. Symbols never fall below 0."""
    return Change("add", what, "", times)


def turn(by: str, what: str, times: int = 1) -> Change:
    """Each `by` counts as so many `what` instead."""
    return Change("turn", what, by, times)


def cancel(what: str, by: str, times: int = 1) -> Change:
    """Each `by` takes away so many `what`, or `ALL` of them."""
    return Change("cancel", what, by, times)


def void(by: str) -> Change:
    """If there is any `by`, nothing else counts."""
    return Change("cancel", "", by, ALL)


def changed(found: Mapping[str, int], changes: Iterable[Change]) -> dict[str, int]:
    """Return what symbols and number have become after changes, one after another."""
    now = dict(found)
    for kind, what, by, times in changes:
        if kind == "add":
            least = now.get(what, 0) + times
            now[what] = least if what == NUMBER else max(0, least)
            continue
        there = now.get(by, 0)
        if kind == "turn":
            now[by] = 0
            now[what] = now.get(what, 0) + there * times
        elif there:
            for one in [what] if what else [name for name in now if name != by]:
                now[one] = 0 if times == ALL else max(0, now.get(one, 0) - there * times)
    return now


def words_of(changes: Iterable[Change]) -> Iterator[str]:
    """Yield the symbols that changes look at or change."""
    for change in changes:
        yield from (word for word in (change.what, change.by) if word)


# -- pools and rolls ------------------------------------------------------------------------------------------------


class Roll(NamedTuple):
    """Dice as they lie, and what they come to. Plain values only, so that it can stand in a state and in JSON.

    The tuples `dice`, `faces`, `rerolled` and `counted` have an entry for each die: its kind, the face that is up, how
    often it was rolled again, and 1 if it counts or 0. `symbols` and `number` are what all of it comes to.
    """

    name: str  # what is rolled for: "attack"
    player: int
    dice: tuple[str, ...]
    faces: tuple[int, ...]
    rerolled: tuple[int, ...]
    counted: tuple[int, ...]
    changes: tuple[Change, ...] = ()
    symbols: Counts = ()
    number: int = 0

    def count(self, what: str) -> int:
        """Return how often a symbol came, after changes; or the number."""
        if what == NUMBER:
            return self.number
        for symbol, number in self.symbols:
            if symbol == what:
                return number
        return 0


def roll_of(plain: Sequence[object]) -> Roll:
    """Return a roll again that a state from a file holds as a plain tuple of tuples."""
    if isinstance(plain, Roll):
        return plain
    roll = Roll(*plain)  # type: ignore[arg-type]
    return roll._replace(changes=tuple(Change(*change) for change in roll.changes))


def pool_of(pool: Mapping[str, int], dice: Dice) -> tuple[str, ...]:
    """Return the kinds of all dice of a pool, one after another; raises `NotFound` for a kind that is not there."""
    return tuple(dice[kind].id for kind, number in pool.items() for _ in range(number))


def laid(dice: Dice, name: str, player: int, kinds: Sequence[str], faces: Sequence[int]) -> Roll:
    """Return a roll of dice that lie with these faces."""
    none = (0,) * len(kinds)
    ones = (1,) * len(kinds)
    return summed(dice, Roll(name, player, tuple(kinds), tuple(faces), none, ones))


def summed(dice: Dice, roll: Roll) -> Roll:
    """Return a roll with symbols and number as its dice and changes have them."""
    found: dict[str, int] = {NUMBER: 0}
    for kind, face, counts in zip(roll.dice, roll.faces, roll.counted, strict=True):
        if counts:
            up = dice[kind].faces[face]
            found[NUMBER] += up.number or 0
            for symbol, number in up.symbols:
                found[symbol] = found.get(symbol, 0) + number
    found = changed(found, roll.changes)
    number = found.pop(NUMBER, 0)
    symbols = tuple(sorted((symbol, count) for symbol, count in found.items() if count))
    return roll._replace(symbols=symbols, number=number)


def turned(dice: Dice, roll: Roll, which: int, face: int) -> Roll:
    """Return a roll in which a die was rolled again and shows a face now."""
    faces = (*roll.faces[:which], face, *roll.faces[which + 1 :])
    rerolled = (*roll.rerolled[:which], roll.rerolled[which] + 1, *roll.rerolled[which + 1 :])
    return summed(dice, roll._replace(faces=faces, rerolled=rerolled))


def beside(dice: Dice, roll: Roll, kinds: Sequence[str], faces: Sequence[int]) -> Roll:
    """Return a roll with more dice, which lie with these faces and count."""
    none, ones = (0,) * len(kinds), (1,) * len(kinds)
    return summed(
        dice,
        roll._replace(
            dice=(*roll.dice, *kinds),
            faces=(*roll.faces, *faces),
            rerolled=(*roll.rerolled, *none),
            counted=(*roll.counted, *ones),
        ),
    )


def with_changes(dice: Dice, roll: Roll, *changes: Change) -> Roll:
    """Return a roll with more changes, behind those that it has."""
    return summed(dice, roll._replace(changes=(*roll.changes, *changes)))


def kept(dice: Dice, roll: Roll, which: Which, number: int, by: str = NUMBER) -> Roll:
    """Return a roll of which only so many dice count: those that show most, or least, of a symbol or the number.

    Of equal ones the first count. Advantage is `kept(dice, roll, "highest", 1)` of two dice.
    """
    sign = -1 if which == "highest" else 1
    shown = [dice[kind].faces[face].count(by) for kind, face in zip(roll.dice, roll.faces, strict=True)]
    best = sorted((die for die in range(len(shown)) if roll.counted[die]), key=lambda die: (sign * shown[die], die))
    left = frozenset(best[:number])
    return summed(dice, roll._replace(counted=tuple(int(die in left) for die in range(len(shown)))))


def showing(dice: Dice, roll: Roll, *words: str) -> tuple[int, ...]:
    """Return the dice that count and show one of these faces, in order; for rerolls such as "all blanks once"."""
    return tuple(
        die
        for die, (kind, face) in enumerate(zip(roll.dice, roll.faces, strict=True))
        if roll.counted[die] and any(face in dice[kind].meant(word) for word in words)
    )


def rolled(roll: Roll) -> str:
    """Return in words which dice a roll has: "3 ruby and 1 ivory"."""
    return " and ".join(f"{roll.dice.count(kind)} {kind}" for kind in dict.fromkeys(roll.dice)) or "nothing"


def marked(dice: Dice, roll: Roll) -> str:
    """Return the faces of a roll with their printed marks, "red [+] [++] [ ]"; "" where no die has symbols."""
    shown: dict[str, list[str]] = {}
    for kind, face in zip(roll.dice, roll.faces, strict=True):
        if dice[kind].shows - {NUMBER}:
            up = dice[kind].faces[face]
            marks = [(dice.symbols[id_].mark or id_) * many if id_ in dice.symbols else id_ for id_, many in up.symbols]
            number = [str(up.number)] if up.number is not None else []
            shown.setdefault(kind, []).append(f"[{' '.join([*number, *marks]) or ' '}]")
    return ", ".join(f"{kind} {' '.join(faces)}" for kind, faces in shown.items())


def told(dice: Dice, roll: Roll) -> str:
    """Return in words how the dice of a roll lie, which of them do not count, and what that comes to.

    Such as "hit, hit-2, blank (3 hits)" or "5 without 2 (6 in all)".
    """
    lying = [dice[kind].faces[face].word for kind, face in zip(roll.dice, roll.faces, strict=True)]
    counted = [word for word, counts in zip(lying, roll.counted, strict=True) if counts]
    without = [word for word, counts in zip(lying, roll.counted, strict=True) if not counts]
    alone = len(roll.dice) == 1 and roll.symbols == dice[roll.dice[0]].faces[roll.faces[0]].symbols
    comes = [dice.counted(roll.symbols)] if roll.symbols and not alone else []  # a single die says it itself
    if any(NUMBER in dice[kind].shows for kind in roll.dice) and (len(roll.dice) > 1 or roll.changes):
        comes.append(f"{roll.number} in all")
    if not comes and len(roll.dice) > 1:
        comes = ["nothing"]
    shown = ", ".join(counted) or "nothing"
    return shown + (f" without {', '.join(without)}" if without else "") + (f" ({', '.join(comes)})" if comes else "")
