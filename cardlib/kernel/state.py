"""The state of a match: one plain value of numbers, words and lists, at every decision.

Objects (cards in a deck, units on a board) are small integers; what is true of them stands in columns. There are no
references between objects, no closures and no generators, so a state can be forked by copying lists, saved as JSON
and compared. What is in flight is the `stack` of frames; what a frame remembers (`bind`) is plain and immutable.
Who may see what is `visibility`'s business; how it changes is `atoms`'.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any, Final

from cardlib.compiled import mypyc_attr
from cardlib.kernel.records import Lasting, Link, Raised, Sealing, Use

# A frame of the stack: procedure, next step, bindings, answers given to the step that asked.
Frame = list[Any]

# Who is out, at which moment of those at which players went (several may go at once), why, and by which rule.
Out = tuple[int, int, str, str | None]

NOWHERE: Final = -1

_COPY: Final[Callable[[list[int]], list[int]]] = list.copy  # of many lists at once, which takes less than a loop


FIELDS = (
    "board",
    "card",
    "chain",
    "columns",
    "controller",
    "counter",
    "down",
    "host",
    "listeners",
    "modifiers",
    "order",
    "out",
    "owner",
    "place",
    "players",
    "queue",
    "raised",
    "result",
    "script",
    "sealed",
    "seed",
    "serial",
    "shown_to",
    "stack",
    "uses",
    "vars",
    "zone",
    "zones",
)


@mypyc_attr(allow_interpreted_subclasses=True)  # so that `__new__` makes one without `__init__`
class State:
    """Columns by object, zones, board, variables, chance and the stack. Only `atoms` and the run loop write to it."""

    __slots__ = FIELDS

    def __init__(self) -> None:
        self.card: list[int] = []  # object -> number of its printed card
        self.owner: list[int] = []
        self.controller: list[int] = []
        self.zone: list[int] = []  # object -> number of its zone
        self.place: list[int] = []  # object -> space of the board (of a large piece its anchor), or NOWHERE
        self.host: list[int] = []  # object -> what it is attached to, or NOWHERE
        self.columns: dict[str, list[int]] = {}  # counters and records of the game, by object
        self.zones: list[list[int]] = []  # zone -> objects, top (or oldest) first
        self.board: list[int] = []  # the places of its layers and what takes them, or NOWHERE: see boards.occupants
        self.players: list[dict[str, int]] = []  # variables of each player
        self.order: tuple[int, ...] = ()  # the turn order of players and actors: see `seats`
        self.out: tuple[Out, ...] = ()  # who is out of the match, in the order in which they went
        self.vars: dict[str, int] = {}  # variables of the match: turn, active player…
        self.modifiers: list[Lasting] = []
        self.listeners: dict[str, tuple[int, ...]] = {}  # event -> objects that have a trigger for it where they are
        self.chain: list[Link] = []  # announced and not yet resolved, last in first out
        self.raised: list[Raised] = []  # triggers of this moment, not yet in order
        self.queue: list[Raised] = []  # triggers in order, first in first out
        self.uses: list[Use] = []  # of abilities with a limit
        self.stack: list[Frame] = []
        self.shown_to: dict[str, int] = {}  # cards shown to players beyond their zone: see visibility
        self.down: tuple[int, ...] = ()  # what lies face down where things lie open; who looks at it is `shown_to`
        self.sealed: tuple[Sealing, ...] = ()  # what was chosen at the same time: see `secrets`
        self.seed = 0
        self.counter = 0  # draws of chance so far
        self.serial = 0  # picks taken so far
        # Outcomes that a scenario prescribes, next first: numbers of chance, and dice as (die or "", face).
        self.script: tuple[int | tuple[str, str], ...] = ()
        self.result: tuple[Any, ...] | None = None  # (winner or NOWHERE, reason, rule): see `results`

    def fork(self) -> State:
        """Return an independent copy. Written by hand: the whole cost is copying short lists of integers."""
        new = State.__new__(State)
        new.card = self.card
        new.owner = self.owner
        new.controller = self.controller[:]
        new.zone = self.zone[:]
        new.place = self.place[:]
        new.host = self.host[:]
        columns = self.columns
        new.columns = dict(zip(columns, map(_COPY, columns.values()), strict=True))
        new.zones = list(map(_COPY, self.zones))
        new.board = self.board[:]
        new.players = [player.copy() for player in self.players]
        new.order = self.order
        new.out = self.out
        new.vars = self.vars.copy()
        new.modifiers = self.modifiers[:]
        new.listeners = self.listeners.copy()
        new.chain = self.chain[:]
        new.raised = self.raised[:]
        new.queue = self.queue[:]
        new.uses = self.uses[:]
        new.stack = [[frame[0], frame[1], frame[2].copy(), frame[3]] for frame in self.stack]
        new.shown_to = self.shown_to.copy()
        new.down = self.down
        new.sealed = self.sealed
        new.seed = self.seed
        new.counter = self.counter
        new.serial = self.serial
        new.script = self.script
        new.result = self.result
        return new

    def lies_as(self, other: State) -> bool:
        """Whether the table is the same in two states of a match, whatever is in flight."""
        mine, theirs = {**self.vars, "unsettled": 0}, {**other.vars, "unsettled": 0}
        return mine == theirs and all(getattr(self, name) == getattr(other, name) for name in _TABLE)

    def space_of(self, obj: int) -> int:
        """Return the space of an object; an attached one is where its host is. NOWHERE outside the board."""
        while self.place[obj] == NOWHERE and self.host[obj] != NOWHERE:
            obj = self.host[obj]
        return self.place[obj]

    def add(self, card: int, owner: int, zone: int) -> int:
        """Add an object of a printed card to a zone and return its number. Forks made before do not see it."""
        number = len(self.card)
        self.card = [*self.card, card]
        self.owner = [*self.owner, owner]
        self.controller.append(owner)
        self.zone.append(zone)
        self.place.append(NOWHERE)
        self.host.append(NOWHERE)
        for column in self.columns.values():
            column.append(0)
        self.zones[zone].append(number)
        return number

    def to_json(self) -> dict[str, Any]:
        """Return the state as JSON values; `from_json` makes the same state of it.

        A turn order as the seats have it is not told, nor is that nobody is out, lies face down or has chosen. A large
        number of a column is a set, such as of spaces, and told in hexadecimal digits.
        """
        told = self._told()
        told["columns"] = {
            name: [hex(one) if one > LARGEST else one for one in column] if max(column, default=0) > LARGEST else column
            for name, column in self.columns.items()
        }
        return told

    def _told(self) -> dict[str, Any]:
        told = {_SAVED_AS.get(name, name): getattr(self, name) for name in FIELDS}
        told["chain"] = [link.saved() for link in self.chain]
        for name in ("down", "out", "sealed"):
            if not told[name]:
                del told[name]
        if self.order == tuple(range(len(self.players))):
            del told["order"]
        return told

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> State:
        """Make a state of what `to_json` gave, also after a round trip through a file; it shares nothing with it."""
        new = cls()
        order = tuple(range(len(data["players"])))
        untold: dict[str, Any] = {"order": order, "out": (), "down": (), "sealed": ()}
        for name in FIELDS:
            key = _SAVED_AS.get(name, name)
            value = data[key] if key in data else untold[name]
            if name in _TUPLES:
                setattr(new, name, _frozen(value))
            else:
                setattr(new, name, value.copy() if isinstance(value, list | dict) else value)
        new.zones = [list(zone) for zone in data["zones"]]
        new.players = [dict(player) for player in data["players"]]
        new.modifiers = [Lasting(*_frozen(item)) for item in data["modifiers"]]
        new.raised = [Raised(*item) for item in data["raised"]]
        new.queue = [Raised(*item) for item in data["queue"]]
        new.chain = [Link(*_frozen(item)) for item in data["chain"]]
        new.uses = [Use(*item) for item in data["uses"]]
        new.listeners = {event: tuple(objects) for event, objects in data["listeners"].items()}
        new.stack = [
            [proc, step, {key: _frozen(value) for key, value in bind.items()}, _frozen(answers)]
            for proc, step, bind, answers in data["stack"]
        ]
        new.columns = {
            name: [int(one, 16) if isinstance(one, str) else one for one in column]
            for name, column in data["columns"].items()
        }
        new.sealed = tuple(Sealing(*row) for row in new.sealed)
        return new

    def fingerprint(self) -> str:
        """Return 16 hex digits that two states share exactly when they are equal."""
        text = json.dumps(self._told(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


LARGEST: Final = 10**9  # a number of a column that is no set; those of JSON are not to be larger

_TUPLES = ("down", "order", "out", "result", "script", "sealed")  # fields that are tuples, and lists in a file

_SAVED_AS = {"shown_to": "facing"}  # what a file calls a part of the state that has another name by now

_TABLE = (
    "zones",
    "columns",
    "players",
    "place",
    "host",
    "controller",
    "modifiers",
    "chain",
    "queue",
    "raised",
    "uses",
    "shown_to",
    "order",
    "out",
    "down",
    "sealed",
    "result",
)


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list | tuple) else value
