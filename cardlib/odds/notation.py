"""The notation of odds: `3 attack.hit - 2 defence.dodge >= 1`, `d6 advantage + 1 > d6`, `2d6`.

A question is a sum, or two sums that are compared. A sum has dice, numbers and parentheses; dice that stand together
are one roll, and different rolls are independent. Behind dice stands what is counted, `.hit`, and by which rules:

    reroll blank          each die that shows it is rolled again, once; several faces with commas; `reroll <=2`
    reroll hit at most 1  so many dice at most
    keep highest 2        of the dice only so many count; `keep lowest 1`
    each >=7              how many of the dice show that
    void overheat         if there is any overheat, nothing else counts
    turn crit into 3 hit  each crit counts as three hits
    cancel hit by shield  each shield takes one hit away; `cancel 2 hit by shield`, `cancel all hit by shield`
    add 2 hit             two hits more
    advantage             rolled twice, the better one counts; `disadvantage`: the worse one

Behind a sum `floor 0` says that it is never below, `cap 6` that it is never above.

`A > B then C else D` is C or D. What is left of symbols after a difference is never below 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from operator import add, mul
from typing import NamedTuple, cast

from cardlib import bounds
from cardlib.bounds import TooLarge
from cardlib.errors import CardlibError
from cardlib.filters.errors import PointedError
from cardlib.filters.nearest import nearest
from cardlib.kernel import dice as changes
from cardlib.kernel.dice import ALL, NUMBER, Dice, Die, numbered
from cardlib.odds.distribution import COMPARISONS, Comparison, Distribution, Work, constant, either
from cardlib.odds.pools import Pool, Reroll, distribution

MODIFIERS = ("reroll", "keep", "each", "void", "turn", "cancel", "add", "advantage", "disadvantage", "floor", "cap")
_WORD = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_FACE = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_PLAIN = re.compile(r"d([0-9]+|%)(?![a-z0-9])")
_INTEGER = re.compile(r"[0-9]+")
_COMPARE = re.compile(r">=|<=|==|>|<|=|≥|≤")
_SPELLED: dict[str, Comparison] = {"==": "=", "≥": ">=", "≤": "<="}
_DEEPEST = 20  # parentheses inside each other


class OddsError(PointedError):
    """A question about dice that cannot be read."""


class Odds(NamedTuple):
    """A question about dice with its answer: a distribution, and for a comparison the chance that it holds.

    The distribution of a comparison is 1 where it holds and 0 where it does not.
    """

    text: str
    distribution: Distribution
    chance: Fraction | None


class _Value(NamedTuple):
    distribution: Distribution
    counts: bool  # whether it counts symbols, so that differences end at 0


def read(text: str, dice: Dice | None) -> Odds:
    """Work a question out, with the dice of a game or with none.

    Raises `OddsError` with a caret for what cannot be read, and `TooLarge` for what is too much.
    """
    return _Reader(text, dice).question()


class _Reader:
    """Reads a question from left to right and works it out on the way."""

    def __init__(self, text: str, dice: Dice | None) -> None:
        if len(text) > bounds.QUERY:
            raise TooLarge(f"found a question of {len(text):,} characters, expected at most {bounds.QUERY:,}")
        self.text = text
        self.low = "".join(letter.lower() if letter.isascii() else letter for letter in text)  # as long as the text
        self.nowhere = "name the game whose dice are meant" if dice is None else "the game declares no dice"
        self.dice = dice or Dice()
        self.at = 0
        self.depth = 0
        self.work = Work()

    # -- words ------------------------------------------------------------------------------------------------------

    def wrong(self, problem: str, at: int | None = None, hint: str | None = None) -> OddsError:
        return OddsError(problem, self.text, self.at if at is None else at, hint)

    def space(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def found(self) -> str:
        """Return what stands here, for a message."""
        self.space()
        word = _FACE.match(self.low, self.at)
        return f"'{word[0][:40]}'" if word else f"'{self.text[self.at]}'" if self.at < len(self.text) else "the end"

    def took(self, word: str) -> bool:
        """Take a word or sign if it stands here."""
        self.space()
        end = self.at + len(word)
        if not self.low.startswith(word, self.at) or (word[-1].isalpha() and self.low[end : end + 1].isalnum()):
            return False
        self.at = end
        return True

    def need(self, word: str) -> None:
        if not self.took(word):
            raise self.wrong(f"found {self.found()}, expected '{word}'")

    def integer(self) -> int | None:
        self.space()
        digits = _INTEGER.match(self.low, self.at)
        if digits is None:
            return None
        if len(digits[0]) > len(str(bounds.NUMBER)) or int(digits[0]) > bounds.NUMBER:
            raise self.wrong(f"a number of at most {bounds.NUMBER:,} was expected")
        self.at = digits.end()
        return int(digits[0])

    def count(self) -> int:
        number = self.integer()
        if number is None:
            raise self.wrong(f"found {self.found()}, expected a number")
        return number

    def signed(self) -> int:
        below = self.took("-")
        return -self.count() if below else self.count()

    def comparison(self) -> Comparison | None:
        self.space()
        sign = _COMPARE.match(self.low, self.at)
        if sign is None:
            return None
        self.at = sign.end()
        return _SPELLED.get(sign[0]) or cast(Comparison, sign[0])

    def known(self, words: Iterable[str], what: str, pattern: re.Pattern[str] = _WORD) -> str:
        """Take a word that is known; one that ends at a hyphen may be the beginning of what stands here."""
        self.space()
        listed = {word.lower(): word for word in words}
        written = pattern.match(self.low, self.at)
        part = written[0] if written else ""
        while part:
            if part in listed:
                self.at += len(part)
                return listed[part]
            part = part.rpartition("-")[0]
        some = ", ".join(sorted(listed)[:12]) or "none"
        hint = nearest(written[0], listed.values()) if written else None
        raise self.wrong(f"found {self.found()}, expected {what}, one of {some}", hint=hint)

    # -- sums -------------------------------------------------------------------------------------------------------

    def question(self) -> Odds:
        value, chance = self.compared()
        self.space()
        if self.at < len(self.text):
            raise self.left_over()
        return Odds(self.text, value.distribution, chance)

    def left_over(self) -> OddsError:
        word = _WORD.match(self.low, self.at)
        if word:
            known = [*self.dice.kinds, *MODIFIERS, "then", "else"]
            return self.wrong(f"found {self.found()}, expected a die, a sign or a rule", hint=nearest(word[0], known))
        return self.wrong(f"found {self.found()}, expected +, -, *, a comparison or the end")

    def compared(self) -> tuple[_Value, Fraction | None]:
        left = self.sum()
        how = self.comparison()
        if how is None:
            return left, None
        right = self.sum()
        test = COMPARISONS[how]
        held = left.distribution.with_(right.distribution, lambda one, two: int(test(one, two)), self.work)
        chance = held.chance(1)
        if self.took("then"):
            yes = self.sum()
            self.need("else")
            no = self.compared()[0]
            return _Value(either(chance, yes.distribution, no.distribution), yes.counts or no.counts), None
        return _Value(held, False), chance

    def sum(self) -> _Value:
        negative = self.took("-")
        value = self.product()
        if negative:
            value = _Value(value.distribution.map(lambda result: -result), False)
        while True:
            if self.took("+"):
                other = self.product()
                value = _Value(
                    value.distribution.with_(other.distribution, add, self.work), value.counts or other.counts
                )
            elif self.took("-"):
                other = self.product()
                floor = 0 if value.counts else None
                value = _Value(value.distribution.minus(other.distribution, floor, self.work), value.counts)
            elif self.took("floor"):
                value = value._replace(distribution=value.distribution.map(partial(max, self.signed())))
            elif self.took("cap"):
                value = value._replace(distribution=value.distribution.map(partial(min, self.signed())))
            else:
                return value

    def product(self) -> _Value:
        value = self.primary()
        while self.took("*"):
            times = self.count()
            value = _Value(value.distribution.map(partial(mul, times)), value.counts)
        if max(abs(result) for result in value.distribution) > bounds.NUMBER:
            raise TooLarge(f"results of more than {bounds.NUMBER:,} are not worked out")
        return value

    def primary(self) -> _Value:
        if self.took("("):
            self.depth += 1
            if self.depth > _DEEPEST:
                raise TooLarge(f"more than {_DEEPEST} parentheses inside each other")
            value = self.compared()[0]
            self.need(")")
            self.depth -= 1
            return self.tried(value)
        start = self.at
        number = self.integer()
        if number is not None and not self.is_die():
            return _Value(constant(number), False)
        return self.rolled(start, number)

    def tried(self, value: _Value) -> _Value:
        """Advantage and disadvantage behind something."""
        while True:
            if self.took("disadvantage"):
                value = value._replace(distribution=value.distribution.twice("lowest"))
            elif self.took("advantage"):
                value = value._replace(distribution=value.distribution.twice("highest"))
            else:
                return value

    # -- dice -------------------------------------------------------------------------------------------------------

    def is_die(self) -> bool:
        """Whether a die stands here, known or not: a word that is no rule and no part of a question."""
        self.space()
        word = _WORD.match(self.low, self.at)
        return word is not None and word[0] not in (*MODIFIERS, "then", "else")

    def is_known(self) -> bool:
        """Whether the die that stands here is known; if not, a question that goes on says so better."""
        word = _WORD.match(self.low, self.at)
        parts = word[0].split("-") if word else []
        begun = ("-".join(parts[:end]) for end in range(len(parts), 0, -1))
        return any(part in self.dice for part in begun) or _PLAIN.match(self.low, self.at) is not None

    def die(self) -> Die:
        self.space()
        plain = _PLAIN.match(self.low, self.at)
        if plain and plain[0] not in self.dice:
            sides = 100 if plain[1] == "%" else int(plain[1]) if len(plain[1]) < 6 else bounds.DIE + 1
            if not 1 <= sides <= bounds.DIE:
                raise self.wrong(f"a die of 1 to {bounds.DIE:,} sides was expected")
            self.at = plain.end()
            return numbered(plain[0], sides)
        if not self.is_die():
            raise self.wrong(f"found {self.found()}, expected a number or dice such as 2d6")
        if not self.dice.kinds and _WORD.match(self.low, self.at):
            raise self.wrong(f"found {self.found()}, expected a die such as d6; {self.nowhere}")
        return self.dice[self.known(self.dice.kinds, "a die")]

    def rolled(self, start: int, number: int | None) -> _Value:
        """Dice that are rolled together, with what is counted and the rules behind them."""
        self.space()
        start = self.at if self.text[start : self.at].isspace() else start
        dice: list[tuple[Die, int]] = []
        while True:
            dice.append((self.die(), 1 if number is None else number))
            before = self.at
            number = self.integer()
            if not self.is_die() or not self.is_known():
                self.at = before
                break
        if sum(many for _, many in dice) > bounds.DICE:
            raise self.wrong(f"at most {bounds.DICE} dice are rolled at once", start)
        pool = Pool(tuple(dice))
        while (longer := self.rule(pool)) is not None:
            pool = longer
        word = _WORD.match(self.low, self.at)
        if word and word[0] in pool.shows and word[0] not in self.dice:
            raise self.wrong(f"what is counted stands behind a point: '.{word[0]}'")
        try:
            value = _Value(distribution(pool, self.work), pool.each is not None or pool.counted != NUMBER)
        except TooLarge:
            raise
        except CardlibError as error:
            raise OddsError(str(error), self.text, start) from None
        return self.tried(value)

    def rule(self, pool: Pool) -> Pool | None:
        """Return the pool with one rule more, or None where there is none."""
        if self.took("."):
            return replace(pool, what=self.known([*pool.shows, *self.dice.symbols, NUMBER], "a symbol"))
        if self.took("reroll"):
            return replace(pool, rerolls=(*pool.rerolls, self.reroll(pool)))
        if self.took("keep"):
            lowest = not self.took("highest") and self.took("lowest")
            return replace(pool, keep=("lowest" if lowest else "highest", self.count()))
        if self.took("each"):
            how = self.comparison()
            if how is None:
                raise self.wrong(f"found {self.found()}, expected a comparison such as >=7")
            return replace(pool, each=(how, self.count()))
        change = self.change(pool)
        return None if change is None else replace(pool, changes=(*pool.changes, change))

    def change(self, pool: Pool) -> changes.Change | None:
        symbols = sorted({*pool.shows, *self.dice.symbols} - {NUMBER})
        if self.took("void"):
            return changes.void(self.known(symbols, "a symbol"))
        if self.took("turn"):
            by = self.known(symbols, "a symbol")
            self.need("into")
            times = self.integer()
            return changes.turn(by, self.known(symbols, "a symbol"), 1 if times is None else times)
        if self.took("cancel"):
            many = ALL if self.took("all") else self.integer()
            what = self.known(symbols, "a symbol")
            self.need("by")
            return changes.cancel(what, self.known(symbols, "a symbol"), 1 if many is None else many)
        if self.took("add"):
            number = self.integer()
            return changes.add(self.known(symbols, "a symbol"), 1 if number is None else number)
        return None

    def reroll(self, pool: Pool) -> Reroll:
        """Read which faces are rolled again."""
        faces: list[str] = []
        words = {word for die, _ in pool.dice for face in die.faces for word in (face.word, str(face.number))}
        words = (words | pool.shows) - {NUMBER, "None"}
        while True:
            how = self.comparison()
            if how is not None:
                limit, test = self.count(), COMPARISONS[how]
                numbers = {face.number for die, _ in pool.dice for face in die.faces if face.number is not None}
                faces += [str(number) for number in sorted(numbers) if test(number, limit)]
            else:
                faces.append(self.known(words, "a face", _FACE))
            if not self.took(","):
                break
        most = None
        if self.took("at"):
            self.need("most")
            most = self.count()
        return Reroll(tuple(faces), most)
