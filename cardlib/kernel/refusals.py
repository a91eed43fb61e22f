"""Refusals: what a rule answers to a move that it forbids, as one constant for each.

The functions that tell legality return a refusal or None. Options are what none of them refuses, and whoever tries
something else is told the first refusal, so the two cannot differ.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match
    from cardlib.kernel.moves import Move

Why = tuple[str, str | None]  # a reason in words, and the rule that it goes by


class Refusal(NamedTuple):
    """The rule that forbids a move, and a template of the reason: {s} acts, {o} is the other, {n} a number."""

    rule: str
    text: str


def told(m: Match, refusal: Refusal, obj: int = NOWHERE, other: int = NOWHERE, **words: object) -> Why:
    """Put a refusal into words: {s} is an object that acts, {o} the other one; `words` come before both."""
    named = {key: m.rules.speech.title(m, one) for key, one in (("s", obj), ("o", other)) if one != NOWHERE}
    return refusal.text.format(**{**named, **words}), refusal.rule


def by_verb(m: Match, player: int, move: Move) -> Why | None:
    """Return what forbids a move of which a kind is offered now, where the rules tell it by its verb.

    What it names goes to the test as options have it: objects, and the numbers of spaces and other words.
    """
    rules, decision = m.rules, m.decision
    test = rules.forbids.get(move.verb)
    if test is None or decision is None or decision.player != player or not move.whole:
        return None
    if all(choice[0] not in rules.forbids for choice in decision.choices):
        return None
    named = [thing.object if thing.kind == "PERMANENT" else thing.number for thing in move.things]
    refusal = test(m, player, *named) if NOWHERE not in named else None
    if refusal is None:
        return None
    objects = [thing.object for thing in move.things if thing.kind == "PERMANENT"]
    words = [thing.words for thing in move.things if thing.kind != "PERMANENT"]
    return told(m, refusal, *objects[:2], n=words[0] if words else "")


def first(found: Iterable[Why | None], otherwise: Why) -> Why:
    """Return the first reason among several ways to read a move, all of which are refused."""
    return next((reason for reason in found if reason is not None), otherwise)


def asked(m: Match, player: int, *rules: str | None) -> bool:
    """Whether a player is asked by one of these rules now."""
    return m.decision is not None and m.decision.player == player and m.decision.rule in rules
