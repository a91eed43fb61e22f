"""What a game declares of itself for whoever lays out or reads a position: its values, and within what bounds they are.

Counters, attributes, keywords and zones stand in the game's data; here is what only its rules know. Names are those of
the code; people write them with hyphens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from cardlib.kernel import seats
from cardlib.kernel.decisions import Choice, Kind

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


@dataclass(frozen=True, slots=True)
class Declared:
    """A value that can be read, and set in a position where it has a `least`.

    `most` is the highest number that a position can have, or the name of a number under `rules` in game.json.
    """

    about: str
    least: int | None = None
    most: int | str | None = None

    @property
    def settable(self) -> bool:
        """Whether a position can say it; what is worked out from the rest cannot be said."""
        return self.least is not None

    @property
    def flag(self) -> bool:
        """Whether it says yes or no, so that a position may say `true`."""
        return (self.least, self.most) == (0, 1)


def most_of(about: Declared | Secret, constants: Mapping[str, int]) -> int | None:
    """Return the most that a value may be, which may be a number of game.json; None without a bound."""
    return constants[about.most] if isinstance(about.most, str) else about.most


class Fields(NamedTuple):
    """What the fields of an event are called: the thing it is about, another one, a number, and a player.

    Sentences may use the names as they use {s}, {o}, {n} and {p}; "" says that an event has no such field. `says` is
    its sentence, where the speech of the game has none. An event that says that an ability is used names in `uses` the
    field that has it: "subject" for the thing whose ability it is, "number" for the card that is the ability. One that
    `plays` is a way to play its subject, for reports of many games, as the event `played` is.
    """

    subject: str = ""
    other: str = ""
    number: str = ""
    player: str = "player"
    says: str = ""
    uses: str = ""
    plays: bool = False


class Secret(NamedTuple):
    """A variable of a player that nobody else sees: its first value, and the bounds of what it may be."""

    first: int | str = 0
    least: int = 0
    most: int | str = 0


def in_turn_order(m: Match) -> Sequence[int]:
    """Return the players who are in the match, from the active one on."""
    return seats.players_around(m, m.state.vars["active"])


@dataclass(frozen=True, slots=True)
class Sealed:
    """A choice that several make at the same time: nobody sees what another one chose before all is opened.

    `name` is what sentences call it ("bid"), `options` what a player may choose: as long as the choice is sealed it has
    to answer the same, from what that player knows. `who` chooses, in the order in which they are asked.
    """

    name: str
    options: Callable[[Match, int], Sequence[Choice]]
    prompt: str
    rule: str | None = None
    who: Callable[[Match], Sequence[int]] = in_turn_order
    kind: Kind = "one"


EVENTS: Mapping[str, Fields] = {
    "called-off": Fields("source"),
    "cancelled": Fields("card", "source", player="owner"),
    "chosen": Fields(other="source"),
    "control": Fields("card", "source"),
    "counters": Fields("card", "counter", "change"),
    "discarded": Fields("card"),
    "ended": Fields(player="winner"),
    "dice-added": Fields("source", number="dice"),
    "drawn": Fields("card"),
    "held": Fields("card", "holder", "slot"),
    "laid": Fields("card", "source", "space"),
    "lasting": Fields("card", "source", "cards"),
    "looked": Fields(other="source", number="viewer"),
    "looked-at-top": Fields(other="source"),
    "milled": Fields("card"),
    "moved": Fields("card", "source", "zone"),
    "mulligan": Fields(number="cards"),
    "opened": Fields(number="choice", player=""),
    "out": Fields(),
    "owner": Fields("card", "source", player="owner"),
    "paid": Fields("source", number="points"),
    "put-on-top": Fields("card", "source"),
    "put-under": Fields("card", "source"),
    "reacted": Fields("source", number="ability"),
    "record-changed": Fields("source"),
    "rerolled": Fields("source", number="dice"),
    "returned": Fields("card"),
    "roll-changed": Fields("source", number="number"),
    "rolled": Fields("source", number="number"),
    "sealed": Fields(number="choice"),
    "searched": Fields("card", "source"),
    "shuffled": Fields(),
    "trigger": Fields("source", "that"),
    "turned-down": Fields("card"),
    "turned-up": Fields("card"),
    "used": Fields("card", number="ability", uses="subject"),
}  # the events that the kernel and the common operations emit

ROLES: Mapping[str, str] = {
    "deck": "where draws come from, hidden and in an order",
    "hand": "what a player holds",
    "field": "where things are in play; abilities work there unless they name another zone",
    "discard": "where cards go that are used up",
    "chain": "where cards lie that are played and not yet carried out",
    "supply": "what all may draw on, or build from",
}  # what a zone can be to common rules: `role` of a zone in game.json

# The variables of every match, with their first values: the number of the turn, whose turn it is, and whether a state
# check is due.
VARIABLES: Mapping[str, int | str] = {"turn": 0, "active": 0, "unsettled": 0}


def spelled(name: str) -> str:
    """Return a name as people write it: with hyphens.

    >>> spelled("base_health")
    'base-health'
    """
    return name.replace("_", "-")
