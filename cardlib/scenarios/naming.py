"""Names in scenarios: cards, spaces, permanents; and what became of a permanent that is gone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from cardlib.filters import nearest_note
from cardlib.kernel.boards.occupants import occupant
from cardlib.kernel.state import NOWHERE
from cardlib.scenarios.reading import ScenarioError

if TYPE_CHECKING:
    from cardlib.kernel.facts import Facts
    from cardlib.kernel.match import Match


class Gone(NamedTuple):
    """A permanent that has left play: its card and space, and what happened to it in which step."""

    card: int
    place: int
    step: int
    event: str


def card_named(facts: Facts, name: str) -> int:
    """Return the number of a card; raises ScenarioError with the nearest id."""
    number = facts.number.get(name)
    if number is None:
        raise ScenarioError(f"no card has the id '{name}'{nearest_note(name, facts.ids)}")
    return number


def space_named(match: Match, name: str) -> int:
    """Return the number of a space; raises ScenarioError with those that there are."""
    board = match.facts.board
    if board is None or not match.rules.placed:
        raise ScenarioError(f"'{name}': nothing stands on a space in this game")
    if name not in board.number:
        named = f"{board.names[0]} to {board.names[-1]}" if len(board) > 4 else " or ".join(board.names)
        raise ScenarioError(f"no space is called '{name}'; they are {named}")
    return board.number[name]


def permanent(match: Match, words: str, gone: Sequence[Gone] = ()) -> int:
    """Find a permanent: `cap-gun c4`, `cap-gun` where it can be no other, or a space with a unit.

    A number at the end says which of several copies; without one it is the first, as in notation, where all of them
    stand on one space. Raises ScenarioError that says what is there, or what became of it.
    """
    s, facts = match.state, match.facts
    card, place, copy = _parts(match, words)
    if not card:
        obj = occupant(match, space_named(match, place))
        if obj == NOWHERE:
            raise ScenarioError(f"no unit stands on {place}")
        if copy not in (None, 1):
            raise ScenarioError(f"'{words}': there is 1 of it")
        return obj
    number = card_named(facts, card)
    copies = [obj for obj in match.in_play if s.card[obj] == number]
    space = space_named(match, place) if place else NOWHERE
    found = [obj for obj in copies if s.space_of(obj) == space] if place else copies
    if not found:
        raise ScenarioError(_missing(match, words, copies, gone))
    if copy is not None and not 0 < copy <= len(found):
        raise ScenarioError(f"'{words}': there {'is' if len(found) == 1 else 'are'} {len(found)} of it")
    if copy is None and len({s.space_of(obj) for obj in found}) > 1:
        there = "; ".join(match.rules.speech.label(match, obj) for obj in found)
        raise ScenarioError(f"'{words}' may be any of: {there}")
    return found[copy - 1 if copy else 0]


def _parts(match: Match, words: str) -> tuple[str, str, int | None]:
    """Take a name apart: the card, "" where the space alone names it; the space; the number of the copy."""
    board = match.facts.board
    counted = re.fullmatch(r"(.+) (\d+)", words)
    said, copy = (counted[1], int(counted[2])) if counted else (words, None)
    card, _, place = said.partition(" ")
    if board is not None and card in board.number and board.single:
        return "", card, copy
    return card, place, copy


def left(match: Match, words: str, gone: Iterable[Gone]) -> Gone | None:
    """Return what became of a permanent that has left play, the last of those that words may name."""
    card, place, _ = _parts(match, words)
    number = card_named(match.facts, card) if card else NOWHERE
    space = space_named(match, place) if place else NOWHERE
    return next(
        (one for one in reversed([*gone]) if number in (NOWHERE, one.card) and space in (NOWHERE, one.place)), None
    )


def _missing(match: Match, words: str, copies: list[int], gone: Sequence[Gone]) -> str:
    """Say why a permanent cannot be found."""
    if copies:
        there = "; ".join(match.rules.speech.label(match, obj) for obj in copies)
        return f"no {words} is in play; there is: {there}"
    last = left(match, words, gone)
    if last:
        return f"{words} is gone: {last.event} in step {last.step}"
    in_play = [match.facts.ids[match.state.card[obj]] for obj in match.in_play]
    return f"no {words} is in play{nearest_note(words.split()[0], in_play)}"
