"""Atoms of chance: numbers drawn, dice thrown, zones shuffled, and what a scenario prescribes of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cardlib.errors import CardlibError
from cardlib.kernel import chance
from cardlib.kernel.chance import mix

if TYPE_CHECKING:
    from cardlib.kernel.dice import Die
    from cardlib.kernel.match import Match


def below(m: Match, n: int) -> int:
    """Draw a number from 0 to n - 1; a scripted outcome comes first, and CardlibError says if it cannot be."""
    s = m.state
    m.touched = True
    if s.script:
        for at, forced in enumerate(s.script):
            if isinstance(forced, int):
                if not 0 <= forced < n:
                    raise CardlibError(f"the script says {forced} where chance brings 0 to {n - 1}")
                s.script = s.script[:at] + s.script[at + 1 :]
                return forced
    s.counter += 1
    return (mix(s.seed, s.counter) * n) >> 64


def throw(m: Match, die: Die) -> int:
    """Throw a die and return the face that is up; a scripted one comes first, and CardlibError says if it cannot be."""
    s = m.state
    for at, forced in enumerate(s.script):
        if not isinstance(forced, int):
            kind, word = forced
            if kind not in ("", die.id):
                raise CardlibError(f"the dice say '{kind} {word}' where the die '{die.id}' is rolled")
            face = die.named(word)
            s.script = s.script[:at] + s.script[at + 1 :]
            m.touched = True
            return face
    return die.face_of(below(m, die.sides))


def script_dice(m: Match, outcomes: Iterable[tuple[str, str]]) -> None:
    """Let the next dice that are thrown fall so: each a die, or "" for any, and a face of it."""
    m.state.script = (*m.state.script, *outcomes)


def shuffle(m: Match, zone: int) -> None:
    """Shuffle a zone; what players knew of its order is gone."""
    s = m.state
    m.touched = True
    cards = s.zones[zone]
    if s.vars.get("orderly"):  # a scenario prescribes the order
        return
    s.counter = chance.shuffle(cards, s.seed, s.counter)
    if s.shown_to:
        for card in cards:
            s.shown_to.pop(str(card), None)
    m.changed(vital=False, sources=False, board=False)


def lay_orderly(m: Match) -> None:
    """Let every zone stay in the order in which it is laid out, as a scenario prescribes it: nothing is shuffled."""
    m.state.vars["orderly"] = 1


def imagine(m: Match, seed: int, counter: int = 0) -> None:
    """Let chance go on from another place. What is worked out of the position stays, for none of it depends on that."""
    m.state.seed = seed
    m.state.counter = counter


def reseed(m: Match, seed: int) -> None:
    """Let chance begin anew from another seed, with nothing prescribed."""
    s = m.state
    m.touched = True
    s.seed = seed
    s.counter = 0
    s.script = ()
