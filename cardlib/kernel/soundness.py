"""Whether a position from a file is one of this game: columns of one length, numbers that mean something here.

Its shape was checked when it was read (`cardlib.records`). What the entries of procedures and of the chain mean only
the game knows; `sound` turns what breaks on them into an error for a person.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from cardlib.errors import CardlibError, EngineError
from cardlib.kernel.boards.occupants import FACING
from cardlib.kernel.records import PLAYERS, Lasting, Link, Sealing, Use
from cardlib.kernel.slots import SLOT
from cardlib.kernel.spans import PER, UNTIL
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.contract import Rules
    from cardlib.kernel.facts import Facts

OBJECTS = ("card", "owner", "controller", "zone", "place", "host")  # the columns that every game has


class UnsoundError(CardlibError):
    """A position that the rules of the game cannot have; the message names the place in it."""


def check_position(data: Mapping[str, Any], rules: Rules, facts: Facts) -> None:
    """Raise `UnsoundError` for the first thing in a state (as JSON) that cannot be in this game."""
    for place, found, expected in _unsound(data, rules, facts):
        raise UnsoundError(f"state.{place}: found {found}, expected {expected}; the position does not fit this game")


def check_players(data: Mapping[str, Any], facts: Facts) -> int:
    """Return how many players a state (as JSON) is of; raises `UnsoundError` where the game does not take so many."""
    players = len(data["players"]) - len(facts.actors)
    if not facts.least <= players <= facts.most:
        expected = f"{facts.how_many} and {len(facts.actors)} more" if facts.actors else facts.how_many
        raise UnsoundError(
            f"state.players: found {len(data['players'])} items, expected {expected}, one for each player; "
            "the position does not fit this game"
        )
    return players


@contextmanager
def sound(what: str) -> Iterator[None]:
    """Say what breaks on a position of a file as an `UnsoundError` about it: there, it is not the rules' defect."""
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError, EngineError) as error:
        said = f"{type(error).__name__}: {error}"[:200]
        raise UnsoundError(f"{what}: the position cannot be played: {said}; it does not fit this game") from error


Unsound = tuple[str, object, str]  # place, what was found, what was expected


def _unsound(data: Mapping[str, Any], rules: Rules, facts: Facts) -> Iterator[Unsound]:
    yield from _other_names("columns", data["columns"], rules.columns)
    many = len(data["card"])
    for name in OBJECTS:
        yield from _other_length(name, data[name], many, "one for each object")
    for name, column in data["columns"].items():
        yield from _other_length(f"columns.{name}", column, many, "one for each object")
    spaces = len(facts.board) if facts.board else 0
    slots = facts.board.slots if facts.board else 0
    yield from _other_length("board", data["board"], slots, "one for each place of the layers of the board")
    yield from _other_length("zones", data["zones"], len(facts.zone_kinds), "one for each zone of the game")
    yield from _other_length("players", data["players"], facts.sides, "one for each player")
    yield from _beyond("card", data["card"], 0, len(facts.cards), "the number of a card")
    for name in ("owner", "controller"):
        yield from _beyond(name, data[name], NOWHERE, facts.sides, "the number of a player, or -1")
    if SLOT in data["columns"]:
        many_slots = len(facts.holders.in_order) + 1
        yield from _beyond(f"columns.{SLOT}", data["columns"][SLOT], 0, many_slots, "the number of a slot, or 0")
        for at, (slot, host) in enumerate(zip(data["columns"][SLOT], data["host"], strict=True)):
            if slot and host == NOWHERE:
                yield f"columns.{SLOT}[{at}]", slot, "0, as the object lies with nothing"
    yield from _beyond("place", data["place"], NOWHERE, spaces, "the number of a space, or -1")
    if FACING in data["columns"] and facts.board is not None and facts.board.directions:
        ways = len(facts.board.directions)
        yield from _beyond(f"columns.{FACING}", data["columns"][FACING], 0, ways, "the number of a direction")
    for name in ("host", "board"):
        yield from _beyond(name, data[name], NOWHERE, many, "the number of an object, or -1")
    for event, objects in data["listeners"].items():
        yield from _beyond(f"listeners.{event}", objects, 0, many, "the number of an object")
    yield from _misplaced(data["zones"], data["zone"], many)
    yield from _standing_elsewhere(data["board"], data["place"], facts)
    yield from _in_circles(data["host"])
    yield from _strange_entries(data, facts, many)
    yield from _strange_frames(data["stack"], rules, data["result"] is None)
    winner = NOWHERE if data["result"] is None else data["result"][0]
    yield from _beyond("result", [winner], NOWHERE, facts.sides, "the number of a player, or -1")
    yield from _strange_seats(data, facts)
    yield from _strange_secrets(data, rules, facts, many)


def _other_names(place: str, found: Mapping[str, Any], expected: Sequence[str]) -> Iterator[Unsound]:
    for name in expected:
        if name not in found:
            yield place, f"no '{name}'", "every column that the rules have"
    for name in found:
        if name not in expected:
            yield f"{place}.{name}", "a column that the rules do not have", f"one of {', '.join(expected)}"


def _other_length(place: str, found: Sequence[object], expected: int, why: str) -> Iterator[Unsound]:
    if len(found) != expected:
        yield place, f"{len(found)} items", f"{expected}, {why}"


def _beyond(place: str, numbers: Sequence[int], least: int, end: int, what: str) -> Iterator[Unsound]:
    if numbers and (min(numbers) < least or max(numbers) >= end):
        at = next(at for at, number in enumerate(numbers) if not least <= number < end)
        yield f"{place}[{at}]", numbers[at], f"{what}, below {end}"


def _misplaced(zones: Sequence[Sequence[int]], zone: Sequence[int], many: int) -> Iterator[Unsound]:
    """Every object lies in one zone, the one that it says."""
    seen = [False] * many
    for number, objects in enumerate(zones):
        yield from _beyond(f"zones[{number}]", objects, 0, many, "the number of an object")
        for at, obj in enumerate(objects):
            if seen[obj] or zone[obj] != number:
                yield f"zones[{number}][{at}]", f"object {obj}", f"one whose zone is {number}, each once"
            seen[obj] = True
    for obj, found in enumerate(seen):
        if not found:
            yield f"zone[{obj}]", zone[obj], "a zone that holds the object"


def _standing_elsewhere(board: Sequence[int], place: Sequence[int], facts: Facts) -> Iterator[Unsound]:
    """What takes a place on the board stands there; of large pieces and further layers, stands anywhere."""
    plain = facts.board is not None and facts.board.plain
    for slot, obj in enumerate(board):
        if obj != NOWHERE and (place[obj] != slot if plain else place[obj] == NOWHERE):
            yield f"board[{slot}]", f"object {obj}", "one that stands there"


def _in_circles(host: Sequence[int]) -> Iterator[Unsound]:
    """What something is attached to is not attached to itself, whatever lies between."""
    for obj in range(len(host)):
        above, steps = host[obj], 0
        while above != NOWHERE and steps <= len(host):
            above, steps = host[above], steps + 1
        if above != NOWHERE:
            yield f"host[{obj}]", host[obj], "an object that is not attached to this one"


def _strange_entries(data: Mapping[str, Any], facts: Facts, many: int) -> Iterator[Unsound]:
    """Lasting effects and triggers name an ability of a card, an object and a player."""
    for name in ("raised", "queue"):
        for at, entry in enumerate(data[name]):
            if len(entry) < 4 or not _names_ability(entry, facts) or not _names(entry[2:4], many, facts.sides):
                yield f"{name}[{at}]", entry[:4], "a card, the number of an ability of it, an object and a player"
    for at, entry in enumerate(data["chain"]):
        if not 4 <= len(entry) <= len(Link._fields) or not _names(entry[1:3], many, facts.sides):
            yield f"chain[{at}]", entry[:3], f"a link of the chain: {', '.join(Link._fields)}, or the first four"
    for at, entry in enumerate(data["uses"]):
        if len(entry) != len(Use._fields) or not _used(entry, facts, many):
            yield f"uses[{at}]", entry, f"uses of an ability with a limit: {', '.join(Use._fields)}"
    for at, entry in enumerate(data["modifiers"]):
        if len(entry) != len(Lasting._fields) or not _names_ability(entry, facts) or not _lasts(entry, facts, many):
            yield f"modifiers[{at}]", entry, f"a lasting effect: {', '.join(Lasting._fields)}"


def _strange_seats(data: Mapping[str, Any], facts: Facts) -> Iterator[Unsound]:
    """The turn order and who is out name each at most once; a ranking has every player once."""
    for name, found in (("order", data.get("order", ())), ("out", [entry[0] for entry in data.get("out", ())])):
        yield from _beyond(name, found, 0, facts.sides, "the number of a player")
        if len(set(found)) != len(found):
            yield name, list(found), "each player at most once"
    result = data["result"]
    if result is not None and len(result) > 3:
        ranked = sorted(player for group in result[3] for player in group)
        if ranked != list(range(facts.players)):
            yield "result[3]", result[3], "every player once"


def _strange_secrets(data: Mapping[str, Any], rules: Rules, facts: Facts, many: int) -> Iterator[Unsound]:
    """What lies face down is there; what was chosen is of a choice of the rules, each player's once."""
    yield from _beyond("down", data.get("down", ()), 0, many, "the number of an object")
    met: set[tuple[str, int]] = set()
    for at, row in enumerate(data.get("sealed", ())):
        good = len(row) == len(Sealing._fields) and row[0] in rules.sealed and _is_number(row[1], facts.sides)
        if not good or (row[0], row[1]) in met or row[3] not in (0, 1) or not _is_choice(row[2], many):
            known = ", ".join(rules.sealed) or "none"
            yield f"sealed[{at}]", list(row)[:2], f"a choice of the rules ({known}), a player, an option, and 0 or 1"
        else:
            met.add((row[0], row[1]))


def _is_choice(found: object, many: int) -> bool:
    if not isinstance(found, list | tuple) or not found or not isinstance(found[0], str):
        return False
    return found[0] not in ("card", "play", "put") or (len(found) > 1 and _is_number(found[1], many))


def _names_ability(entry: Sequence[Any], facts: Facts) -> bool:
    card, ability = entry[:2]
    return _is_number(card, len(facts.cards)) and _is_number(ability, len(facts.abilities[card]))


def _used(entry: Sequence[Any], facts: Facts, many: int) -> bool:
    use = Use(*entry)
    holders = facts.players if use.by == "player" else many
    counted = type(use.frame) is int and type(use.times) is int
    return use.per in PER and _is_number(use.holder, holders) and _names_ability(use[3:5], facts) and counted


def _names(entry: Sequence[Any], many: int, players: int) -> bool:
    return _is_number(entry[0], many) and _is_number(entry[1], players)


def _lasts(entry: Sequence[Any], facts: Facts, many: int) -> bool:
    lasting = Lasting(*entry)
    nodes = len(facts.abilities[lasting.card][lasting.ability].continuous)
    most = facts.sides if lasting.whose == PLAYERS else many
    fixed = lasting.objects
    return (
        _is_number(lasting.node, nodes)
        and _names((lasting.source, lasting.you), many, facts.sides)
        and (fixed is None or (isinstance(fixed, list | tuple) and all(_is_number(obj, most) for obj in fixed)))
        and all(type(number) is int for number in (lasting.number, lasting.whose, lasting.turn))
        and lasting.until in UNTIL.values()
    )


def _is_number(value: object, end: int) -> bool:
    return type(value) is int and 0 <= value < end


def _strange_frames(stack: Sequence[Sequence[Any]], rules: Rules, running: bool) -> Iterator[Unsound]:
    if running and not stack:
        yield "stack", "nothing in flight", "a procedure, as the match is not over"
    for at, (procedure, step, _, _) in enumerate(stack):
        if procedure not in rules.procedures:
            known = ", ".join(rules.procedures)
            yield f"stack[{at}][0]", f"'{procedure}'", f"a procedure of the rules, one of {known}"
        elif step > len(rules.procedures[procedure][0]):
            steps = len(rules.procedures[procedure][0])
            yield f"stack[{at}][1]", step, f"a step of '{procedure}', at most {steps}"
