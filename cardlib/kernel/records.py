"""What stands in the state and in the log, each record with names: lasting effects, triggers, events.

Objects, players and cards are numbers. In a saved position a record is a list in the order of its fields.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from cardlib.kernel.dice import Roll

PLAYERS: Final = -2  # `Lasting.whose` of what holds for players


class Lasting(NamedTuple):
    """A lasting effect in the state: the node `(card, ability, node)`, its source and player, and how long it holds.

    `objects` are fixed, or None when it covers whatever fits; `numbers` were worked out when it began. `until` is
    "turn" (the end of turn `turn`), "next" (only during a turn to come, which the game decides; `whose` is the
    controller of the object as it began) or "game". With `whose` PLAYERS the objects are players.
    """

    card: int
    ability: int
    node: int
    source: int
    you: int
    objects: tuple[int, ...] | None
    number: int
    until: str
    whose: int
    turn: int


class Seen(NamedTuple):
    """What its sentence says of the moment of an event; the log is told later, when the position is another one."""

    phase: str = ""
    subject: str = ""  # what tells the subject from other copies of its card: " on d1", " (2)"
    other: str = ""
    total: str = ""  # what a number has become: "3 of 5 left"
    idle: bool = False  # nothing came of it, so that there is nothing to tell
    roll: Roll | None = None  # the dice of an event that is about dice
    choices: tuple[tuple[int, tuple[Any, ...]], ...] = ()  # what was opened: who had chosen which option
    unseen: int = 0  # who saw the subject face down only, and so does not know what it was; a bit for each player
    unseen_other: int = 0  # the same of the other one


UNSEEN = Seen()


class Raw(NamedTuple):
    """An event as it is recorded; a game's `events` say what its fields are called there."""

    kind: str
    subject: int
    other: int
    number: int
    player: int
    rule: str | None
    seen: Seen


class Raised(NamedTuple):
    """A trigger that an event has raised: which ability of which object, for whom, and the fields of the event."""

    card: int
    ability: int
    source: int
    you: int
    subject: int
    other: int
    number: int
    player: int


class Sealing(NamedTuple):
    """What a player has chosen among those who choose at the same time; until `opened` nobody else sees it."""

    what: str
    player: int
    choice: tuple[Any, ...]
    opened: int


class Link(NamedTuple):
    """A link of the chain, announced and not yet resolved: its kind (one of `link_kinds`), the object, whose it is.

    `about` is what it is aimed at, where it goes, or which ability of the object it is. `targets` are those chosen, by
    group, and `kept` what paying for it has left to remember; other kinds have neither, or note something else there.
    """

    kind: str
    obj: int
    player: int
    about: Any
    targets: Any = None
    kept: Any = None

    def saved(self) -> list[Any]:
        """Return it as a file has it: as far as it goes."""
        return [part for part in self if part is not None]


class Use(NamedTuple):
    """How often an ability was used in a span: by which object or player, and for one in flight in which frame."""

    per: str
    by: str
    holder: int
    card: int
    number: int
    frame: int
    times: int
