"""What a scenario can ask: whether a move that is not offered was in question at all.

A refusal proves something only of a move that could have been: its permanents are in play, or have been, or lie where
an ability of theirs can be used, and an answer is of the kind that is asked for now.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from cardlib.filters.vocabulary import FACE_DOWN
from cardlib.kernel import moves
from cardlib.kernel.state import NOWHERE
from cardlib.scenarios.naming import Gone, left, permanent
from cardlib.scenarios.reading import ScenarioError

if TYPE_CHECKING:
    from cardlib.kernel.match import Match
    from cardlib.kernel.moves import Move, Thing

# What is chosen, whatever it is: that a player is no target is as good a ruling as that a unit is none.
KINDS = {
    "CARD": "a card or a player",
    "PERMANENT": "a card or a player",
    "PLAYER": "a card or a player",
    "SPACE": "a space",
    "N": "a number",
    "MODE": "one of several modes",
    "first": "an order",
    "yes": "yes or no",
    "no": "yes or no",
}
DECLINING = {"'done'", "'pass'"}  # of a choice, whatever it is


def in_question(match: Match, player: int, notation: str, gone: Sequence[Gone]) -> str:
    """Return when the permanents that a refused move names have left, "" if they are there.

    Raises ScenarioError for a permanent that has not been in play as it is named, and for an answer of a kind that is
    not asked for now.
    """
    move, readings = moves.read(match, player, notation), moves.readings(match, player, notation)
    absent = [thing for thing in move.things if thing.kind == "PERMANENT" and not thing.objects]
    if not absent and move.verb:
        # A space behind a card is its place, also where it may be that of a way on: `move skipper d2 e3`.
        same = [thing for one in readings if one.verb == move.verb for thing in one.things]
        absent = [thing for thing in same if _placed(match, thing) and not thing.objects][:1]
    found = [_left(match, thing, gone) for thing in absent if not _usable_elsewhere(match, thing)]
    if move.form in moves.ANSWERS:
        kinds = {_kind(one) for one in readings if one.form in moves.ANSWERS}
        if not kinds & _asked(match):
            prompt = match.decision.prompt if match.decision is not None else ""
            offered = moves.listed(list(match.options))
            raise ScenarioError(f"{_kind(move)} is not asked for: asked '{prompt}', offered: {offered}")
    return "; ".join(found)


def _placed(match: Match, thing: Thing) -> bool:
    """Whether a permanent is named by its card and the space on which it stands, in a game that calls it so."""
    board, words = match.facts.board, thing.words.split()
    if thing.kind != "PERMANENT" or board is None or len(words) != 2 or words[1] not in board.number:
        return False
    field = match.in_play
    labels = [match.rules.speech.label(match, obj) for obj in field if match.state.card[obj] in thing.numbers]
    return not labels or any(" " in label for label in labels)


def _left(match: Match, thing: Thing, gone: Iterable[Gone]) -> str:
    """Return when a permanent left play; raises ScenarioError for one that has not been there."""
    if thing.words.partition(" ")[0] == FACE_DOWN:
        raise ScenarioError(f"nothing lies face down where '{thing.words}' says, for who does not know what it is")
    last = left(match, thing.words, gone)
    if last is None:
        permanent(match, thing.words)
        raise ScenarioError(f"no {thing.words} is in play")
    return f"{thing.words} is gone: {last.event} in step {last.step}"


def _usable_elsewhere(match: Match, thing: Thing) -> bool:
    """Whether a card that is named lies where it is not in play and has an ability to use from there."""
    s, facts = match.state, match.facts
    return any(
        zone != NOWHERE and ability.kind == "activated" and facts.zone_kinds[zone] in ability.zones
        for card, zone in zip(s.card, s.zone, strict=True)
        if card in thing.numbers
        for ability in facts.abilities[card]
    )


def _kind(move: Move) -> str:
    """Return what kind of answer a move is."""
    kind = move.verb if move.verb not in ("", "player") else move.things[0].kind if move.things else "PLAYER"
    return KINDS.get(kind, f"'{kind}'")


def _asked(match: Match) -> set[str]:
    """Return the kinds of answers that are asked for now; whether a choice may be declined is in question with it."""
    decision = match.decision
    assert decision is not None
    found: set[str] = set()
    for option in match.options:
        move = moves.read(match, decision.player, option.notation)
        if move.form in moves.ANSWERS:
            found |= {_kind(one) for one in moves.readings(match, decision.player, option.notation)}
    return found | DECLINING if found else found
