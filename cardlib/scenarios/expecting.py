"""Whether an expectation holds: `A.hand has cap-gun`, `turtle d3.damage = 1`, `winner = B`.

What a value can never be is an error, as is what cannot be read (`values`): an expectation that passes has compared
something.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from cardlib.filters import nearest_note
from cardlib.kernel.decisions import AmbiguousOption, IllegalOption, UnknownMove
from cardlib.scenarios.naming import Gone, card_named
from cardlib.scenarios.questions import in_question
from cardlib.scenarios.reading import ScenarioError, Unmet
from cardlib.scenarios.values import COUNTED, HIDDEN, LISTS, NOBODY, Domain, Reading, events_of, read, sides_of

if TYPE_CHECKING:
    from cardlib.game import Game
    from cardlib.kernel.match import Match

_FORM = re.compile(r"(.+?)\s+(=|!=|<=|>=|<|>|has|lacks)\s+(.*)")


def expect(game: Game, match: Match, text: str, gone: Sequence[Gone] = ()) -> None:
    """Raise ScenarioError unless an expectation holds; `gone` is what has left play."""
    found = _FORM.fullmatch(text)
    if not found:
        raise ScenarioError("an expectation is 'path = value', 'list has card' or 'list lacks card'")
    path, op, wanted = found[1], found[2], found[3].strip()
    reading = read(game, match, path, gone)
    if op in ("has", "lacks"):
        _has(game, match, path, reading, wanted, op, gone)
    else:
        _compare(game, match, path, reading, op, wanted)


def _has(game: Game, match: Match, path: str, reading: Reading, wanted: str, op: str, gone: Sequence[Gone]) -> None:
    if reading.domain not in LISTS and reading.domain != "text":
        raise ScenarioError(f"{path} is no list; compare it with =")
    counted = re.fullmatch(r"(\d+) (.+)", wanted) if reading.domain in COUNTED else None
    least, name = (int(counted[1]), counted[2]) if counted else (1, wanted)
    _can_be(game, match, path, reading.domain, name)
    if reading.domain == "options":
        there = _offered(match, name, gone)
    elif isinstance(reading.value, str):
        there = name.lower() in reading.value.lower()
    elif isinstance(reading.value, int):
        raise ScenarioError(f"{path} is no list")
    else:
        there = list(reading.value).count(name) >= least
    if there != (op == "has"):
        raise Unmet(f"{path} is {_shown(reading)}")


def _offered(match: Match, notation: str, gone: Sequence[Gone]) -> bool:
    """Whether a move, or a beginning of it, is offered now; raises what `in_question` does for what cannot be."""
    if match.over:
        return False
    try:
        match.find(notation)
    except UnknownMove:
        raise
    except IllegalOption:
        in_question(match, match.player, notation, gone)
        return False
    except AmbiguousOption:
        pass
    return True


def _compare(game: Game, match: Match, path: str, reading: Reading, op: str, wanted: str) -> None:
    value = reading.value
    if reading.domain in LISTS:
        if not re.fullmatch(r"\d+", wanted):
            raise ScenarioError(
                f"{path} is a list: compare it with a number, or say 'has {wanted}' or 'lacks {wanted}'"
            )
        value = len(value) if not isinstance(value, int) else value
    elif reading.domain == "number":
        if not re.fullmatch(r"-?\d+", wanted):
            raise ScenarioError(f"{path} is a number, found '{wanted}'")
    elif reading.domain == "choice" and op != "=":
        raise ScenarioError(f"{path} is {_shown(reading)}; compare what was chosen with =")
    elif op not in ("=", "!="):
        raise ScenarioError(f"{path} is no number; compare it with = or !=")
    else:
        _can_be(game, match, path, reading.domain, wanted)
    if isinstance(value, int):
        left, right = value, int(wanted)
        good = {
            "=": left == right,
            "!=": left != right,
            "<": left < right,
            "<=": left <= right,
            ">": left > right,
            ">=": left >= right,
        }[op]
    else:
        good = (str(value).lower() == wanted.lower()) == (op == "=")
    if not good:
        raise Unmet(f"{path} is {_shown(reading)}{reading.hint}")


def _shown(reading: Reading) -> str:
    if reading.domain not in LISTS or isinstance(reading.value, int | str):
        return str(reading.value)
    listed = list(reading.value)
    return f"{len(listed)}: {', '.join(listed)}" if listed else "empty"


def _can_be(game: Game, match: Match, path: str, domain: Domain, wanted: str) -> None:
    """Refuse what a value of a domain can never be."""
    rules, facts = match.rules, match.facts
    players, sides = facts.letters[: facts.players], sides_of(facts)
    known: Collection[str]
    match domain:
        case "cards":
            if wanted != HIDDEN:
                card_named(facts, wanted)
            return
        case "player":
            known = [*players, "none"] if path == "player" else [*sides, NOBODY]
        case "slot":
            known = [*facts.holders.slots, "none"]
        case "outcome":
            known = [*sides, *(["several"] if facts.players > 2 else []), "draw", "none"]
        case "seats":
            for seat in wanted.split():
                if seat not in (*sides, "none"):
                    raise ScenarioError(f"{path} can never be or hold '{seat}'; expected some of {' '.join(sides)}")
            return
        case "direction":
            known = facts.board.directions if facts.board is not None else ()
        case "space":
            known = [
                *(facts.board.names if facts.board is not None else ()),
                *(["none"] if facts.holders.slots else ()),
            ]
        case "rules" | "rule":
            known = [*game.project.rules, *(["none"] if domain == "rule" else ())]
        case "events":
            known = {*events_of(rules, facts), *facts.heard}
        case "links":
            known = rules.link_kinds
        case "name":
            known = facts.names
            if any(f" {wanted}".lower().endswith(f" {name}".lower()) for name in known):
                return  # also with words before it, such as an effect puts there
        case _:
            return
    if wanted not in known:
        some = f"; expected one of {', '.join(sorted(known))}" if len(known) <= 12 else nearest_note(wanted, known)
        raise ScenarioError(f"{path} can never be or hold '{wanted}'{some}")
