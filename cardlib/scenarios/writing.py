"""Positions of a match written as scenarios: what is there as `given`, and what can be read of it as expectations.

`look` has everything that an expectation can read of a position, and `given_of` the position itself, where a scenario
can say it: it is laid out again and compared, so that what is returned is the same position with the same question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from cardlib.errors import CardlibError
from cardlib.kernel.declared import spelled
from cardlib.kernel.state import NOWHERE
from cardlib.scenarios.positions import counters_and_records, lay_out, settable
from cardlib.scenarios.values import numbers_of_permanents, own_zones, read, shared_zones, sides_of

if TYPE_CHECKING:
    from cardlib.game import Game
    from cardlib.kernel.match import Match

Look = Mapping[str, int | str]
IN = " has "  # between a list and a card, in the paths of `look`


class Difference(NamedTuple):
    """What can be read and is not the same in two positions; None where it can't be read, as it is not there."""

    path: str
    first: int | str | None
    second: int | str | None


def look(game: Game, match: Match) -> Look:
    """Return what can be read of a position, by the paths of expectations; of lists how often they have each card."""
    facts = match.facts
    found: dict[str, int | str] = {}
    for word in ("winner", "result", *map(spelled, match.rules.of_match)):
        _add(found, game, match, word)
    for seat in sides_of(facts):
        for word in (*own_zones(facts), facts.field, *map(spelled, match.rules.of_player)):
            _add(found, game, match, f"{seat}.{word}")
    for word in shared_zones(facts):
        _add(found, game, match, word)
    numbers = numbers_of_permanents(game)
    for obj in match.in_play:
        called = path_of(match, obj)
        for word in ("controller", *numbers):
            _add(found, game, match, f"{called}.{word}")
    return found


def _add(found: dict[str, int | str], game: Game, match: Match, path: str) -> None:
    """Read a path, if it can be read of this position."""
    try:
        value = read(game, match, path).value
    except CardlibError:
        return  # a permanent of another type has no such number
    if isinstance(value, int | str):
        found[path] = value
    else:
        found |= {f"{path}{IN}{card}": count for card, count in Counter(value).items()}


def path_of(match: Match, obj: int) -> str:
    """Return what an expectation calls a permanent: card, space, and which copy where there are several."""
    s, facts = match.state, match.facts
    board, space = facts.board, s.space_of(obj)
    stands = board is not None and match.rules.placed and space != NOWHERE
    copies = [
        other for other in match.in_play if s.card[other] == s.card[obj] and (not stands or s.space_of(other) == space)
    ]
    words = [facts.ids[s.card[obj]]]
    if board is not None and stands:
        words.append(board.names[space])
    if len(copies) > 1:
        words.append(str(copies.index(obj) + 1))
    return " ".join(words)


def differences(one: Look, other: Look) -> list[Difference]:
    """Return what two positions do not have in common, in the order of the paths."""
    paths = dict.fromkeys((*one, *other))
    return [Difference(path, one.get(path), other.get(path)) for path in paths if one.get(path) != other.get(path)]


def expectation(path: str, value: int | str | None) -> str:
    """Return the step of a scenario that expects a value; "" for what is not there to be read."""
    listed, _, card = path.rpartition(IN)
    if listed:
        return f"expect {listed} has {value} {card}" if value else f"expect {listed} lacks {card}"
    return "" if value is None else f"expect {path} = {value}"


def given_of(game: Game, match: Match) -> dict[str, Any] | None:
    """Return the position of a match as a scenario gives it; None where a scenario can't say it.

    It can't in the midst of an action, where things lie in slots or face down, and where a document says how it began.
    """
    s, facts, rules = match.state, match.facts, match.rules
    if facts.holders.slots or s.down or match.setup.get("documents") or match.setup.get("table"):
        return None
    letters = facts.letters[: facts.players]
    phase = _phase(match)
    if phase is None:
        return None
    given: dict[str, Any] = {"active": letters[s.vars["active"]], "turn": s.vars["turn"], "phase": phase}
    if s.order != tuple(range(facts.players)):
        given["order"] = [letters[player] for player in s.order]
    if s.out or facts.actors:
        return None
    try:
        usual = lay_out(game, given, facts.players).state
        if has := _values(rules.of_match, s.vars, usual.vars):
            given["has"] = has
        for player, letter in enumerate(letters):
            side: dict[str, Any] = {facts.field: list(_permanents(match, player))}
            for zone in own_zones(facts):
                cards = [facts.ids[s.card[obj]] for obj in s.zones[facts.zone[zone][player]]]
                if cards or zone == facts.role.get("deck"):
                    side[zone] = cards
            if has := _values(rules.of_player, s.players[player], usual.players[player]):
                side["has"] = has
            given[letter] = side
        laid = lay_out(game, given, facts.players)
    except CardlibError:
        return None  # a position that no scenario can say
    return given if _same(game, match, laid) else None


def _phase(match: Match) -> str | None:
    """Return the phase of the turn in which a match is."""
    rules = match.rules
    names = rules.procedures[rules.turn_procedure][1]
    frame = next((frame for frame in match.state.stack if frame[0] == rules.turn_procedure), None)
    if frame is None:
        return None
    begun = [phase for phase, step in rules.phases.items() if names[step] <= frame[1]]
    return max(begun, key=lambda phase: names[rules.phases[phase]], default=None)


def _values(declared: Mapping[str, Any], found: Mapping[str, Any], usual: Mapping[str, Any]) -> dict[str, int]:
    names = settable(declared)
    return {word: found[name] for word, name in names.items() if name in found and found[name] != usual.get(name)}


def _permanents(match: Match, player: int) -> Iterator[str | dict[str, Any]]:
    """Yield what a player controls as a position names it, in the order in which it came."""
    s, facts, rules = match.state, match.facts, match.rules
    for obj in match.in_play:
        if s.controller[obj] != player:
            continue
        card, host = facts.ids[s.card[obj]], s.host[obj]
        at = ""
        if host != NOWHERE:
            at = f"on {path_of(match, host)}"
        elif rules.placed and facts.board is not None and s.place[obj] != NOWHERE:
            at = facts.board.names[s.space_of(obj)]
        usual = rules.columns_on_entry(match, obj)
        more: dict[str, Any] = {
            spelled(name): s.columns[name][obj]
            for name, declared in counters_and_records(rules, match).items()
            if declared.settable and s.columns[name][obj] != usual.get(name, 0)
        }
        if s.owner[obj] != player:
            more["owner"] = sides_of(facts)[s.owner[obj]] if s.owner[obj] != NOWHERE else "nobody"
        if not more:
            yield f"{card} {at}".rstrip()
            continue
        yield {"card": card, **({"at": at} if at else {}), **more}


def _same(game: Game, match: Match, laid: Match) -> bool:
    """Whether a position that was laid out is the one that was meant, and asks the same."""
    if laid.over or laid.player != match.player:
        return False
    asked = [[option.notation for option in one.options] for one in (match, laid)]
    return asked[0] == asked[1] and not differences(look(game, match), look(game, laid))
