"""Refusals: what a rule answers to a move that it forbids, as one constant for each.

The functions that tell legality return a refusal or None. Options are what none of them refuses, and whoever tries
something else is told the first refusal, so the two cannot differ.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from cardlib.errors import EngineError
from cardlib.kernel.state import NOWHERE
from cardlib.kernel.visibility import may_see

if TYPE_CHECKING:
    from cardlib.kernel.match import Match
    from cardlib.kernel.moves import Move, Thing

Why = tuple[str, str | None]  # a reason in words, and the rule that it goes by


class Refusal(NamedTuple):
    """The rule that forbids a move, and a template of the reason: {s} acts, {o} is the other, {n} a number."""

    rule: str
    text: str


def told(m: Match, refusal: Refusal, obj: int = NOWHERE, other: int = NOWHERE, **words: object) -> Why:
    """Put a refusal into words: {s} is an object that acts, {o} the other one; `words` come before both.

    Raises EngineError where it says what the move does not name.
    """
    named = {key: m.rules.speech.title(m, one) for key, one in (("s", obj), ("o", other)) if one != NOWHERE}
    try:
        return refusal.text.format(**{**named, **words}), refusal.rule
    except KeyError as error:
        raise EngineError(f"{refusal} says {{{error.args[0]}}}, which nothing in the move is") from None


def by_verb(m: Match, player: int, move: Move) -> Why | None:
    """Return what forbids a move of which a kind is offered now, where the rules tell it by its verb.

    A kind is offered where an option has a test, or is a word alone that stands in `moves`, such as `end`.
    What it names goes to the test as options have it: objects, and the numbers of spaces and other words. A card is the
    one of its name in the player's hand, else another one that the player sees; without any the move is refused.
    """
    rules, decision = m.rules, m.decision
    test = rules.forbids.get(move.verb)
    if test is None or decision is None or decision.player != player or not move.whole:
        return None
    words_alone = {(form,) for form in rules.moves if " " not in form}
    if not any(choice[0] in rules.forbids or choice in words_alone for choice in decision.choices):
        return None
    named, objects, words = [], [], []
    for thing in move.things:
        if thing.kind == "CARD":
            number = _in_sight(m, player, thing)
            if number == NOWHERE:
                return f"you neither have nor see {m.facts.names[thing.number]}", rules.cites.get(move.verb)
        else:
            number = thing.object if thing.kind == "PERMANENT" else thing.number
        named.append(number)
        if thing.kind in ("CARD", "PERMANENT"):
            objects.append(number)
        else:
            words.append(thing.words)
    refusal = test(m, player, *named) if NOWHERE not in named else None
    return None if refusal is None else told(m, refusal, *objects[:2], n=words[0] if words else "")


def _in_sight(m: Match, player: int, thing: Thing) -> int:
    """The card that a player means: one in hand, else in a zone of the player's own, else anywhere in sight."""
    s, facts = m.state, m.facts
    hand = facts.role.get("hand")
    found = [obj for obj, card in enumerate(s.card) if card in thing.numbers and may_see(m, player, obj)]

    def nearness(obj: int) -> tuple[bool, bool]:
        own = facts.zone_owner[s.zone[obj]] == player
        return not (own and facts.zone_kinds[s.zone[obj]] == hand), not own

    return min(found, key=nearness, default=NOWHERE)


def first(found: Iterable[Why | None], otherwise: Why) -> Why:
    """Return the first reason among several ways to read a move, all of which are refused."""
    return next((reason for reason in found if reason is not None), otherwise)


def asked(m: Match, player: int, *rules: str | None) -> bool:
    """Whether a player is asked by one of these rules now."""
    return m.decision is not None and m.decision.player == player and m.decision.rule in rules
