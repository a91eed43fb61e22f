"""A board as it never changes: named spaces, who lies next to whom, and whatever a game's `boards/*.json` says of them.

Spaces are numbers, in the order of the file; so are directions, clockwise from 0. What depends on the board alone
(distances, bearings, lines of sight) is worked out when it is first asked and kept here; the modules beside this one
say how. Where things stand is the state's business: see `occupants`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from cardlib.errors import CardlibError
from cardlib.kernel.boards.shapes import NOWHERE as NOWHERE

Shape: TypeAlias = Literal["grid", "hex", "areas"]
Told: TypeAlias = int | str | tuple[str, ...] | Mapping[str, int]  # what an attribute of a space may be
Sight: TypeAlias = Literal["", "centres", "corners"]  # what lines of sight join; "" for a board without sight
Edge: TypeAlias = Literal["both", "either", "none"]  # which sides have to block a line that runs between them

SHAPES: tuple[Shape, ...] = ("grid", "hex", "areas")


@dataclass(frozen=True, slots=True)
class Layer:
    """What can stand on a space beside what: how many each space `holds` (0 for any number), and what they block.

    `first` is where the places of the layer begin in the `board` of a state; a layer for any number has none there.
    """

    id: str
    name: str
    holds: int
    first: int
    blocks_movement: bool
    blocks_sight: bool


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's side: where it is, the direction that is forward for it (NOWHERE for none), and its own regions."""

    id: str
    side: str
    forward: int
    regions: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Track:
    """Spaces in an order, such as clockwise round the board; a closed one goes on at its beginning."""

    spaces: tuple[int, ...]
    closed: bool


@dataclass(frozen=True, slots=True)
class Arc:
    """What lies between two directions, both included, in quarters of a step clockwise from the facing.

    `rest` stands for whatever is in no other arc.
    """

    first: int
    last: int
    rest: bool = False


@dataclass(slots=True, eq=False)
class Board:
    """Named spaces: `names[i]`, `neighbours[i]` and, on a grid or of hexes, `at[i]` and `steps[i]` by direction.

    `at` is column and row of a grid, counted from 0, and the axial coordinates of a hex.
    """

    id: str
    name: str
    shape: Shape
    names: list[str]
    neighbours: list[tuple[int, ...]]
    layers: tuple[Layer, ...]
    titles: list[str] = field(default_factory=list)  # the spaces as printed
    at: list[tuple[int, int]] = field(default_factory=list)
    directions: tuple[str, ...] = ()  # their names
    vectors: tuple[tuple[int, int], ...] = ()  # one step in each direction
    steps: list[tuple[int, ...]] = field(default_factory=list)  # space -> by direction the next one, or NOWHERE
    columns: list[str] = field(default_factory=list)  # of a grid
    rows: list[str] = field(default_factory=list)
    orientation: str = ""  # of hexes: pointed or flat
    players: tuple[int, ...] = ()  # the numbers of players that it is for; none for any
    tags: list[frozenset[str]] = field(default_factory=list)
    attributes: list[dict[str, Told]] = field(default_factory=list)
    regions: dict[str, tuple[int, ...]] = field(default_factory=dict)
    tracks: dict[str, Track] = field(default_factory=dict)
    map: tuple[tuple[int, ...], ...] = ()  # rows of areas as they are drawn, NOWHERE for a gap
    seats: tuple[Seat, ...] = ()
    blocks: dict[str, int] = field(default_factory=dict)  # what spaces themselves block -> those spaces (`bits`)
    arcs: dict[str, Arc] = field(default_factory=dict)
    footprints: dict[str, tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    sight: Sight = ""
    edge: Edge = "both"
    hidden: int = 3  # of three corners, how many have to be occluded
    number: dict[str, int] = field(init=False)
    located: dict[tuple[int, int], int] = field(init=False)  # coordinates -> space
    slots: int = field(init=False)  # places of all layers that hold so many
    plain: bool = field(init=False)  # whether the only such layer is the first, of single things, with no large pieces
    far: dict[int, tuple[int, ...]] = field(init=False, default_factory=dict)  # see `distances`
    bearings: dict[int, tuple[int, ...]] = field(init=False, default_factory=dict)  # see `facing`
    parts: dict[tuple[str, int, int], tuple[int, ...]] = field(init=False, default_factory=dict)  # see `facing`
    # Spaces, as one number each or in a row, worked out when first asked for: see `distances.near`, `facing.line` and
    # `facing.arc_of`.
    nearby: dict[tuple[int, int], int] = field(init=False, default_factory=dict)
    rays: dict[tuple[int, int], tuple[int, ...]] = field(init=False, default_factory=dict)
    swept: dict[tuple[int, int, str], int] = field(init=False, default_factory=dict)
    lines: dict[tuple[int, int], tuple[tuple[int, ...], ...]] = field(init=False, default_factory=dict)  # see `sight`

    def __post_init__(self) -> None:
        self.number = {name: i for i, name in enumerate(self.names)}
        self.located = {place: i for i, place in enumerate(self.at)}
        self.titles = self.titles or list(self.names)
        self.tags = self.tags or [frozenset() for _ in self.names]
        self.attributes = self.attributes or [{} for _ in self.names]
        self.slots = sum(layer.holds for layer in self.layers) * len(self.names)
        self.plain = self.single and self.slots == len(self.names) and not self.footprints

    def __len__(self) -> int:
        return len(self.names)

    def title(self, space: int) -> str:
        """Return what an area is called: as printed, else its id in words."""
        name, title = self.names[space], self.titles[space]
        return name.replace("-", " ").title() if title == name else title

    def told(self, space: int) -> list[str]:
        """Return what the board tells of a space in words: its tags, then its attributes."""
        words = sorted(self.tags[space] - {self.names[space]})
        for name, told in self.attributes[space].items():
            if isinstance(told, str):
                words.append(told)
            elif isinstance(told, tuple):
                words += told
            elif isinstance(told, int):
                words.append(f"{name} {told}")
            else:
                words += [f"{one} {number}" for one, number in told.items()]
        return words

    @property
    def single(self) -> bool:
        """Whether a space holds one unit, so that the space alone names it; units stand in the first layer."""
        return self.layers[0].holds == 1

    def layer(self, id_: str) -> int:
        """Return the number of a layer; raises CardlibError for one that the board does not have."""
        for number, layer in enumerate(self.layers):
            if layer.id == id_:
                return number
        known = ", ".join(layer.id for layer in self.layers)
        raise CardlibError(f"the board '{self.id}' has no layer '{id_}', it has {known}")

    def region(self, id_: str, seat: int = NOWHERE) -> tuple[int, ...]:
        """Return the spaces of a region, of a seat's own first; raises CardlibError for one that is not declared."""
        if 0 <= seat < len(self.seats) and id_ in self.seats[seat].regions:
            return self.seats[seat].regions[id_]
        if id_ in self.regions:
            return self.regions[id_]
        whose = f" for seat {self.seats[seat].id}" if 0 <= seat < len(self.seats) else ""
        raise CardlibError(f"the board '{self.id}' has no region '{id_}'{whose}")

    def tagged(self, tag: str) -> tuple[int, ...]:
        """Return the spaces with a tag."""
        return tuple(space for space, tags in enumerate(self.tags) if tag in tags)

    def along(self, track: str, space: int) -> Iterator[int]:
        """Yield the spaces of a track behind a space, once round where it is closed; none for a space that is off it.

        What is next "of a kind" is the first that fits: `next(s for s in board.along("clockwise", here) if …)`.
        """
        spaces = self.tracks[track].spaces
        if space in spaces:
            at = spaces.index(space)
            yield from spaces[at + 1 :]
            if self.tracks[track].closed:
                yield from spaces[:at]

    def by_attribute(self, attribute: str, numbers: Mapping[Told, int], other: int) -> tuple[int, ...]:
        """Return a number for every space by an attribute of it, such as costs by terrain; `other` for the rest."""
        found = []
        for told in self.attributes:
            value = told.get(attribute)
            found.append(numbers.get(value, other) if isinstance(value, int | str) else other)
        return tuple(found)


def bits(spaces: Iterable[int]) -> int:
    """Return a set of spaces as one number with a bit for each: what paths and sight take for what blocks."""
    found = 0
    for space in spaces:
        found |= 1 << space
    return found


def spaces_in(blocked: int) -> tuple[int, ...]:
    """Return the spaces of a number with a bit for each, in order."""
    found = []
    while blocked:
        lowest = blocked & -blocked
        found.append(lowest.bit_length() - 1)
        blocked ^= lowest
    return tuple(found)


def board_for(boards: Sequence[Board], players: int) -> Board | None:
    """Return the first board for a number of players; None where there is none."""
    return next((board for board in boards if not board.players or players in board.players), None)
