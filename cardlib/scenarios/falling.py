"""How dice fall, as a step of a scenario says it: `dice strike 6 evade 2`, `dice ruby hit blank umber parry`.

A word that is a die says of which one the next faces are; faces before any die are of whatever is rolled. The match
takes them one at a time, in order, as dice are rolled, and rolled again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardlib.filters import nearest_note
from cardlib.kernel.dice import Dice
from cardlib.scenarios.reading import ScenarioError

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


def falls(dice: Dice, words: Sequence[str]) -> list[tuple[str, str]]:
    """Read how dice fall: each die ("" for any) with its face; raises CardlibError for a word that is neither."""
    if not len(dice):
        raise ScenarioError("the game has no dice")
    if not words:
        raise ScenarioError(f"say how they fall, such as 'dice {_example(dice)}'")
    found: list[tuple[str, str]] = []
    kind, faces = "", 0
    for word in words:
        if word in dice:
            _needs_face(dice, kind, faces)
            kind, faces = word, 0
        elif kind:
            dice[kind].named(word)
            found.append((kind, word))
            faces += 1
        else:
            known = [*dice.kinds, *(face.word for die in dice for face in die.faces)]
            if not any(die.meant(word) for die in dice):
                raise ScenarioError(f"no die and no face is called '{word}'{nearest_note(word, known)}")
            found.append(("", word))
    _needs_face(dice, kind, faces)
    return found


def _needs_face(dice: Dice, kind: str, faces: int) -> None:
    if kind and not faces:
        words = ", ".join(face.word for face in dice[kind].faces[:12])
        raise ScenarioError(f"say how the die '{kind}' falls: {words}")


def _example(dice: Dice) -> str:
    die = next(iter(dice))
    return f"{die.id} {die.faces[-1].word}"


def unrolled(match: Match) -> list[tuple[str, str]]:
    """Return the dice that were said to fall in a way and have not been rolled."""
    return [outcome for outcome in match.state.script if not isinstance(outcome, int)]
