"""Windows: moments between the steps of an action in which others may react, and the records that lie open in them.

A game declares both in game.json. A *record* names what of an action in flight others may see and change (attacker,
target, dice, totals, damage); it is no copy: its fields are what the frame of the action binds, so it is saved, forked
and read by the next step like everything else there. A *window* says which record lies open in it, who is asked first,
and how often. A procedure opens one between two of its steps:

    procedure(declare, opens("declared"), roll, opens("rolled"), compare, ...)

Who reacts, and what a reaction does, is `cardlib.abilities.reacting`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

from cardlib.errors import CardlibError
from cardlib.filters import nearest_note
from cardlib.kernel import atoms
from cardlib.kernel.chance import Chance
from cardlib.kernel.dice import NUMBER, Roll, roll_of
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

FieldType = Literal["object", "player", "space", "number", "flag", "dice", "shares"]
# How reactions may change fields of each type.
CHANGES: Final[Mapping[str, tuple[str, ...]]] = {
    "object": ("set",),
    "player": (),
    "space": (),
    "number": ("add", "set", "prevent", "redirect"),
    "flag": ("set",),
    "dice": ("add", "reroll", "total"),
    "shares": (),
}
AGAIN: Final = ("top", "next", "once")
WORDS: Final = ("turn order", "others first")
PARTIES: Final = ("you", "opponent")  # what a reaction asks of a field that names a player
EVERY: Final = "every"  # of the windows of a record: where a reaction may be used
UNNAMED: Final = ("nobody", "named")  # who is asked in the windows that `every` leaves out


@dataclass(frozen=True, slots=True)
class RecordField:
    """A field of a record: its type, what texts call it, how reactions may change it, and who may see it.

    `into` is the field of shares that takes what is redirected. A field of dice holds a roll (`kernel.dice.Roll`);
    `die` is the kind of those that are added to it. Where `seen` names a field, only the player of that field (or who
    controls the object in it) may see the value.
    """

    id: str
    type: FieldType
    name: str
    change: frozenset[str] = frozenset()
    least: int | None = None
    most: int | None = None
    into: str = ""
    die: str = ""
    seen: str = ""


@dataclass(frozen=True, slots=True)
class RecordKind:
    """A kind of record; `cancel` tells whether a reaction may call off the action."""

    id: str
    name: str
    fields: Mapping[str, RecordField]
    cancel: bool = False


@dataclass(frozen=True, slots=True)
class WindowKind:
    """A kind of window.

    `order` says who is asked before whom, the first word before the second: `turn order` (from the active player on),
    `others first` (the active player last), `FIELD first`, `FIELD last`, `highest ATTRIBUTE`, `lowest ATTRIBUTE` (of
    what reacts). After a reaction the asking goes on `again`: from the `top`, with whoever is `next`, or everybody is
    asked `once`. Reactions can be answered in the window `answers` before they take effect. `asks` says who is asked:
    all, or the `others`, where whoever has the turn may use the same reactions at any time in it, or `nobody`: there
    happens only what reacts by itself. `named` asks for reactions that name the window; `every` does not mean it.
    """

    id: str
    record: str
    order: tuple[str, ...] = ("turn order",)
    again: str = "top"
    answers: str = ""
    rule: str | None = None
    asks: str = "all"


@dataclass(frozen=True, slots=True)
class Windows:
    """What a game declares of records and windows."""

    records: Mapping[str, RecordKind] = field(default_factory=dict)
    kinds: Mapping[str, WindowKind] = field(default_factory=dict)

    def fields(self, window: str) -> Mapping[str, RecordField]:
        """Return the fields that lie open in a window; none for an unknown one."""
        kind = self.kinds.get(window)
        record = self.records.get(kind.record) if kind is not None else None
        return record.fields if record is not None else {}


def declared(raw: Mapping[str, Any]) -> Windows:
    """Return what a game.json declares of records and windows."""
    records = {}
    for id_, about in dict(raw.get("records", {})).items():
        fields = {
            name: RecordField(
                name,
                one["type"],
                one["name"],
                frozenset(one.get("change", ())),
                one.get("least"),
                one.get("most"),
                one.get("into", ""),
                one.get("die", ""),
                one.get("seen", ""),
            )
            for name, one in about["fields"].items()
        }
        records[id_] = RecordKind(id_, about["name"], fields, bool(about.get("cancel")))
    kinds = {
        id_: WindowKind(
            id_,
            about["record"],
            tuple(about.get("order", ("turn order",))),
            about.get("again", "top"),
            about.get("answers", ""),
            about.get("rule"),
            about.get("asks", "all"),
        )
        for id_, about in dict(raw.get("windows", {})).items()
    }
    return Windows(records, kinds)


Misfit = tuple[str, str, str]  # where in game.json, what was found, what was expected


def misfits(found: Windows, values: Sequence[str], dice: Sequence[str]) -> Iterator[Misfit]:
    """Yield what of a declaration names nothing, or can't be done: `values` are those that objects have."""
    for record in found.records.values():
        for one in record.fields.values():
            place = f"records.{record.id}.fields.{one.id}"
            yield from _misfits_of_field(place, record, one)
            if one.die and one.die not in dice:
                yield f"{place}.die", f"'{one.die}'", f"a die of the game{nearest_note(one.die, dice)}"
    for window in found.kinds.values():
        place = f"windows.{window.id}"
        if window.record not in found.records:
            near = nearest_note(window.record, found.records)
            yield f"{place}.record", f"'{window.record}'", f"a record of the game{near}"
            continue
        fields = found.records[window.record].fields
        for word in window.order:
            if not _known_order(word, fields, values):
                expected = (
                    "'turn order', 'others first', a field of the record with 'first' or 'last', or an attribute with "
                    f"'highest' or 'lowest'{nearest_note(word, [*WORDS, *_orders(fields, values)])}"
                )
                yield f"{place}.order", f"'{word}'", expected
        if window.answers and window.answers not in found.kinds:
            near = nearest_note(window.answers, found.kinds)
            yield f"{place}.answers", f"'{window.answers}'", f"a window of the game{near}"


def _misfits_of_field(place: str, record: RecordKind, one: RecordField) -> Iterator[Misfit]:
    for change in sorted(one.change):
        if change not in CHANGES[one.type]:
            known = ", ".join(CHANGES[one.type]) or "nothing"
            yield f"{place}.change", f"'{change}'", f"how a field of the type '{one.type}' can be changed: {known}"
    into = record.fields.get(one.into)
    if "redirect" in one.change and (into is None or into.type != "shares"):
        shares = [name for name, other in record.fields.items() if other.type == "shares"]
        yield f"{place}.into", f"'{one.into}'", f"a field of shares that takes what is redirected: {', '.join(shares)}"
    if one.seen:
        whose = record.fields.get(one.seen)
        if whose is None or whose.type not in ("object", "player"):
            yield f"{place}.seen", f"'{one.seen}'", "a field of the record that names a player or an object"
        bounded = one.type == "flag" or (one.type == "number" and one.least is not None and one.most is not None)
        if not bounded:
            yield f"{place}.seen", f"a hidden field of the type '{one.type}'", "a flag, or a number with least and most"


def _known_order(word: str, fields: Mapping[str, RecordField], values: Sequence[str]) -> bool:
    return word in WORDS or word in _orders(fields, values)


def _orders(fields: Mapping[str, RecordField], values: Sequence[str]) -> list[str]:
    parties = [name for name, one in fields.items() if one.type in ("object", "player")]
    found = [f"{name} {end}" for name in parties for end in ("first", "last")]
    return [*found, *(f"{end} {value}" for value in values for end in ("highest", "lowest"))]


# -- opening -----------------------------------------------------------------------------------------------------


class Opening:
    """A step that opens a window; see `opens`."""

    def __init__(self, window: str, called_off: str) -> None:
        self.__name__ = f"window {window}"
        self.window = window
        self.called_off = called_off

    def __call__(self, m: Match, f: dict[str, Any]) -> None:
        open_window(m, self.window, self.called_off)


def opens(window: str, called_off: str = "") -> Opening:
    """Return a step that opens a window on the record of its procedure.

    Where a reaction calls the action off, its procedure goes on at the step `called_off`; it ends where none is named.
    """
    return Opening(window, called_off)


def open_window(m: Match, window: str, called_off: str = "", action: int = NOWHERE, asks: str = "") -> None:
    """Open a window on the record of the running procedure, or of a frame below it, unless nobody could do anything.

    `asks` says who is asked this time, where it is not as the window says. In a quiet match all pass: only what reacts
    by itself counts there.
    """
    action = action if action != NOWHERE else running(m)
    if m.quiet and window not in m.facts.automatic and not m.state.stack[action][2].get("cancelled"):
        return
    if m.windows != "hand" and not m.rules.may_be_answered(m, window):
        return
    m.touched = True
    asks = asks or m.facts.windows.kinds[window].asks
    m.push("window", window=window, action=action, exit=called_off, after=(), done=(), used=(), asks=asks)


def running(m: Match) -> int:
    """Return the frame of the procedure that runs, also where it has put others on the stack above itself."""
    stack = m.state.stack
    for at in range(len(stack) - 1, -1, -1):
        if stack[at] is m.frame:
            return at
    return len(stack) - 1


def asked_in(m: Match) -> str:
    """Return the window whose question is put to a player; "" for any other question."""
    window = m.state.stack[-1][2].get("window", "") if m.state.stack else ""
    return window if window in m.facts.windows.kinds else ""


# -- the record --------------------------------------------------------------------------------------------------


def record_of(m: Match, action: int) -> tuple[RecordKind, dict[str, Any]]:
    """Return the kind of record that a frame holds, and what it binds."""
    bind: dict[str, Any] = m.state.stack[action][2]
    return m.facts.windows.records[bind["record"]], bind


def read(m: Match, bind: Mapping[str, Any], name: str) -> Any:
    """Return the field of the record that lies open where an ability runs; None where there is no such thing."""
    action = bind.get("action", NOWHERE)
    if not 0 <= action < len(m.state.stack):
        return None
    return m.state.stack[action][2].get(name)


def roll_in(m: Match, bind: Mapping[str, Any], name: str) -> Roll | None:
    """Return the roll that a field of dice holds; None before anything is rolled."""
    found = read(m, bind, name)
    return roll_of(found) if found else None


def number(m: Match, bind: Mapping[str, Any], name: str, symbol: str = "") -> int:
    """Return a field as a number: of a roll its number, or how often a symbol came; of shares what they come to.

    It is 0 where there is nothing.
    """
    action = bind.get("action", NOWHERE)
    if 0 <= action < len(m.state.stack) and declared_field(m, action, name).type == "dice":
        roll = roll_in(m, bind, name)
        return roll.count(symbol or NUMBER) if roll is not None else 0
    found = read(m, bind, name)
    if isinstance(found, tuple):
        return sum(one[1] for one in found)
    return int(found or 0)


def declared_field(m: Match, action: int, name: str) -> RecordField:
    """Return the declaration of a field of the record that a frame holds."""
    return record_of(m, action)[0].fields[name]


def set_number(m: Match, action: int, name: str, value: int) -> int:
    """Set a number (or flag) of a record within its bounds; return by how much it changed."""
    one = declared_field(m, action, name)
    bind = m.state.stack[action][2]
    before = int(bind.get(name, 0))
    least, most = (0, 1) if one.type == "flag" else (one.least, one.most)
    if least is not None:
        value = max(least, value)
    if most is not None:
        value = min(most, value)
    atoms.bind(m, action, name, value)
    return value - before


# -- who may see it ----------------------------------------------------------------------------------------------


def hidden_from(m: Match, action: int, one: RecordField, player: int) -> bool:
    """Whether a player may not see a field of a record."""
    if not one.seen:
        return False
    kind, bind = record_of(m, action)
    whose = bind.get(one.seen, NOWHERE)
    if kind.fields[one.seen].type == "object" and whose != NOWHERE:
        whose = m.state.controller[whose]
    return bool(whose != player)


def holding(m: Match) -> list[int]:
    """Return the frames that hold records, the outermost first."""
    return [at for at, frame in enumerate(m.state.stack) if frame[2].get("record") in m.facts.windows.records]


def seen_records(m: Match, player: int) -> list[tuple[str, dict[str, Any]]]:
    """Return the records in flight as a player may see them, the outermost first: kind and fields, None if hidden."""
    found = []
    for action in holding(m):
        kind, bind = record_of(m, action)
        seen = {
            name: None if hidden_from(m, action, one, player) else bind.get(name)
            for name, one in kind.fields.items()
            if name in bind
        }
        found.append((kind.id, seen))
    return found


def deal_hidden(m: Match, player: int, chance: Chance) -> None:
    """In a sample for a player, let what is hidden in records be anything that it may be."""
    for action in holding(m):
        kind, bind = record_of(m, action)
        for name, one in kind.fields.items():
            if name in bind and hidden_from(m, action, one, player):
                least, most = (0, 1) if one.type == "flag" else (one.least or 0, one.most or 0)
                atoms.bind(m, action, name, least + chance.below(most - least + 1))


def need_field(m: Match, action: int, name: str, change: str) -> RecordField:
    """Return the declaration of a field that a reaction changes; raises CardlibError where it may not.

    The check of the game's data has said so before, with file and line.
    """
    kind, _ = record_of(m, action)
    one = kind.fields.get(name)
    if one is None or change not in one.change:
        raise CardlibError(
            f"the record '{kind.id}' of {m.rules.slug} has no field '{name}' that can be changed by '{change}'"
        )
    return one
