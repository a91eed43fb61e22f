"""Dice in a match: rolled by its chance or as a scenario says, rolled again by whoever may, changed, told in the log.

A step rolls, keeps the `Roll` in its frame (`bind["roll"] = roll(...)`, and reads it again with `roll_of`), and later
steps ask, roll again and change it. Whoever asks for rerolls asks before anything changes, as every step does.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from cardlib.kernel import atoms, dice
from cardlib.kernel.decisions import DONE, Choice
from cardlib.kernel.dice import NUMBER, Change, Roll, Which
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.ability import Ability
    from cardlib.kernel.match import Match

REROLL: Final = "reroll DIE FACE"  # the form of a move, for games that let a player choose


def roll(
    m: Match,
    name: str,
    pool: Mapping[str, int],
    *,
    player: int,
    rule: str | None = None,
    source: int = NOWHERE,
    changes: Sequence[Change] = (),
    best: Which | None = None,
) -> Roll:
    """Roll dice, so many of each kind, and tell it; `name` says what for, `changes` are the rules of this roll.

    With `best` one die alone counts from the start, the highest or the lowest: advantage and disadvantage. A roll of no
    dice at all is not told, unless there are changes of it.
    """
    kinds = dice.pool_of(pool, m.facts.dice)
    faces = [atoms.throw(m, m.facts.dice[kind]) for kind in kinds]
    found = dice.laid(m.facts.dice, name, player, kinds, faces)
    if changes:
        found = dice.with_changes(m.facts.dice, found, *changes)
    if best is not None:
        found = dice.kept(m.facts.dice, found, best, 1)
    return _told(m, "rolled", found, player, rule, source) if kinds or changes else found


def reroll(
    m: Match, found: Roll, which: Collection[int], *, player: int, rule: str | None = None, source: int = NOWHERE
) -> Roll:
    """Roll some dice of a roll again, in their order; the new faces stand. Nothing is told where there are none."""
    for die in sorted(which):
        found = dice.turned(m.facts.dice, found, die, atoms.throw(m, m.facts.dice[found.dice[die]]))
    return _told(m, "rerolled", found, player, rule, source, tuple(sorted(which))) if which else found


def more(
    m: Match, found: Roll, pool: Mapping[str, int], *, player: int, rule: str | None = None, source: int = NOWHERE
) -> Roll:
    """Roll more dice beside those of a roll. Nothing is told where there are none."""
    kinds = dice.pool_of(pool, m.facts.dice)
    found = dice.beside(m.facts.dice, found, kinds, [atoms.throw(m, m.facts.dice[kind]) for kind in kinds])
    return _told(m, "dice-added", found, player, rule, source, tuple(range(len(kinds)))) if kinds else found


def choose(
    m: Match,
    found: Roll,
    *,
    player: int,
    most: int,
    among: Collection[int] | None = None,
    times: int = 1,
    least: int = 0,
    prompt: str = "",
    rule: str | None = None,
    source: int = NOWHERE,
    ability: Ability | None = None,
) -> tuple[int, ...]:
    """Ask a player which dice are rolled again, `least` to `most` of them, and return them.

    Offered are those `among` which it may choose (all of them if not told), unless they were rolled again `times`
    already. Of dice of one kind with the same face one is offered.
    """
    left = [die for die in range(len(found.dice)) if found.rerolled[die] < times]
    left = [die for die in left if among is None or die in among]
    picked: list[int] = []
    words = prompt or f"{found.name}: which dice are rolled again?"
    while left and len(picked) < most:
        offers: list[Choice] = []
        first: dict[Choice, int] = {}
        for die in left:
            kind = found.dice[die]
            choice = ("reroll", kind, m.facts.dice[kind].faces[found.faces[die]].word)
            if choice not in first:
                first[choice] = die
                offers.append(choice)
        if len(picked) >= least:
            offers.append(DONE)
        answer = m.ask(player, "some", offers, words, rule=rule, source=source, ability=ability)
        if answer == DONE:
            break
        picked.append(first[answer])
        left.remove(first[answer])
    return tuple(sorted(picked))


def change(
    m: Match, found: Roll, *changes: Change, player: int, rule: str | None = None, source: int = NOWHERE
) -> Roll:
    """Change what a roll comes to, behind the changes that it has, and tell it."""
    return _told(m, "roll-changed", dice.with_changes(m.facts.dice, found, *changes), player, rule, source)


def keep(
    m: Match,
    found: Roll,
    which: Which,
    number: int,
    *,
    by: str = NUMBER,
    player: int,
    rule: str | None = None,
    source: int = NOWHERE,
) -> Roll:
    """Let only the highest or lowest dice count, and tell it; with advantage the highest of two."""
    return _told(m, "roll-changed", dice.kept(m.facts.dice, found, which, number, by), player, rule, source)


def _told(
    m: Match, kind: str, found: Roll, player: int, rule: str | None, source: int, again: tuple[int, ...] = ()
) -> Roll:
    m.emit(kind, source, NOWHERE, len(again) or found.number, player, rule, roll=found)
    return found
