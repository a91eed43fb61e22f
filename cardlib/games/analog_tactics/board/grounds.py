"""What a board has to be so that no seat is better than another (AT-D37 to AT-D44).

Objectives, Respawn Points and permanent Obstacles are spaces with these tags; each seat names its home Objective and
its permanent Respawn Point as regions. The check of the data asks `faults` of every board.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations

from cardlib.kernel.boards.board import Board
from cardlib.kernel.boards.distances import distance
from cardlib.kernel.boards.places import Fault

OBJECTIVE, RESPAWN, OBSTACLE = "objective", "respawn", "obstacle"
KINDS = {OBJECTIVE: "Objective", RESPAWN: "Respawn Point", OBSTACLE: "permanent Obstacle"}
APART = 3  # of Objectives and Respawn Points (AT-D40)
CLEAR = 2  # of an Obstacle from these (AT-D39)
SEATS_APART = 7  # of start areas (AT-D42)
SAFE = 3  # steps in which nobody reaches a neutral Objective (AT-D43)

Cube = tuple[int, int, int]
Symmetry = Callable[[Cube], Cube]


def faults(board: Board) -> Iterator[Fault]:
    """Yield what a board breaks, each with its rule."""
    if not all({"home", RESPAWN} <= set(seat.regions) for seat in board.seats):
        return  # the check says already that the rules need them
    yield from _counts(board)
    homes = list(_homes(board))
    yield from homes
    yield from _apart(board)
    yield from _connected(board)
    if not homes:
        yield from _starts(board)
        yield from _alike(board)


def tagged(board: Board, tag: str) -> list[int]:
    """Return the spaces with a tag."""
    return [space for space, tags in enumerate(board.tags) if tag in tags]


def start_area(board: Board, seat: int) -> frozenset[int]:
    """Return the spaces on which the units of a seat begin: next to its home Objective and Respawn Point (AT-198)."""
    own = board.region("home", seat) + board.region(RESPAWN, seat)
    return frozenset(space for at in own for space in board.neighbours[at] if not _taken(board, space))


def _taken(board: Board, space: int) -> bool:
    return any(tag in board.tags[space] for tag in KINDS)


def _counts(board: Board) -> Iterator[Fault]:
    """As many Respawn Points as Objectives, at least one for each player (AT-D37)."""
    objectives, respawns = len(tagged(board, OBJECTIVE)), len(tagged(board, RESPAWN))
    if objectives != respawns or objectives < len(board.seats):
        shown = f"{objectives} Objectives and {respawns} Respawn Points"
        wanted = f"as many of both, at least {len(board.seats)}"
        if objectives != respawns:
            kind = KINDS[RESPAWN if respawns < objectives else OBJECTIVE]
            wanted += f": add {abs(objectives - respawns)} {kind}, or take as many away (AT-D37)"
        else:
            wanted += " (AT-D37)"
        yield Fault(("spaces",), shown, wanted)


def _homes(board: Board) -> Iterator[Fault]:
    """Each seat has one home Objective and one permanent Respawn Point of its own (AT-D38)."""
    whose: dict[int, str] = {}
    for number, seat in enumerate(board.seats):
        for region, tag in (("home", OBJECTIVE), (RESPAWN, RESPAWN)):
            spaces = seat.regions.get(region, ())
            path = ("seats", number, "regions", region)
            if len(spaces) != 1 or tag not in board.tags[spaces[0]]:
                shown = ", ".join(board.names[space] for space in spaces) or "none"
                yield Fault(path, f"'{shown}'", f"one space with the tag '{tag}' (AT-D38)")
            elif spaces[0] in whose:
                shown = f"'{board.names[spaces[0]]}', which seat {whose[spaces[0]]} has"
                yield Fault(path, shown, f"a {KINDS[tag]} of its own (AT-D38)")
            else:
                whose[spaces[0]] = seat.id


def _apart(board: Board) -> Iterator[Fault]:
    """Obstacles keep their distance (AT-D39), Objectives and Respawn Points theirs, with room around (AT-D40)."""
    points = [*tagged(board, OBJECTIVE), *tagged(board, RESPAWN)]
    for obstacle in tagged(board, OBSTACLE):
        for point in points:
            if distance(board, obstacle, point) < CLEAR:
                where = f"a permanent Obstacle next to {_named(board, point)}"
                yield Fault(("spaces", obstacle), where, f"it {CLEAR} spaces away or more: move it (AT-D39)")
    for one, other in combinations(points, 2):
        if (far := distance(board, one, other)) < APART:
            where = f"{_named(board, one)} {far} away from {_named(board, other)}"
            yield Fault(("spaces", one), where, f"them {APART} spaces apart or more: move one (AT-D40)")
    for point in points:
        around = board.neighbours[point]
        if len(around) < 6:
            where = f"{_named(board, point)} with {len(around)} spaces around it"
            yield Fault(("spaces", point), where, "all six on the board: move it away from the edge (AT-D40)")


def _named(board: Board, space: int) -> str:
    tag = next(tag for tag in KINDS if tag in board.tags[space])
    label = board.attributes[space].get("label")
    return f"the {KINDS[tag]} {label if label is not None else 'on ' + board.names[space]}"


def _connected(board: Board) -> Iterator[Fault]:
    """All free spaces are one region (AT-D41)."""
    free = [space for space in range(len(board)) if not _taken(board, space)]
    if not free:
        return
    reached = set(_steps(board, free[:1]))
    if lost := [space for space in free if space not in reached]:
        shown = f"'{board.names[lost[0]]}', which no way reaches"
        yield Fault(("spaces", lost[0]), shown, "all free spaces connected: take an Obstacle away (AT-D41)")


def _steps(board: Board, start: Iterable[int]) -> Mapping[int, int]:
    """Return how many steps it is to each free space, from the nearest of the first ones."""
    steps = dict.fromkeys(start, 0)
    waiting = deque(steps)
    while waiting:
        space = waiting.popleft()
        for near in board.neighbours[space]:
            if near not in steps and not _taken(board, near):
                steps[near] = steps[space] + 1
                waiting.append(near)
    return steps


def _starts(board: Board) -> Iterator[Fault]:
    """Start areas lie apart (AT-D42), and nobody walks to a neutral Objective in the first round (AT-D43)."""
    areas = [start_area(board, seat) for seat in range(len(board.seats))]
    for one, other in combinations(range(len(areas)), 2):
        far = min((distance(board, a, b) for a in areas[one] for b in areas[other]), default=SEATS_APART)
        if far < SEATS_APART:
            shown = f"start areas of {board.seats[one].id} and {board.seats[other].id} {far} apart"
            yield Fault(("seats", other), shown, f"{SEATS_APART} spaces or more: move a home (AT-D42)")
    homes = {space for seat in board.seats for space in seat.regions.get("home", ())}
    for seat, area in enumerate(areas):
        steps = _steps(board, sorted(area))
        for objective in tagged(board, OBJECTIVE):
            near = min((steps.get(space, SAFE + 1) for space in board.neighbours[objective]), default=SAFE + 1)
            if objective not in homes and near <= SAFE:
                shown = f"{_named(board, objective)} {near} steps from the start area of {board.seats[seat].id}"
                yield Fault(("spaces", objective), shown, f"more than {SAFE} steps: move it away (AT-D43)")


# -- symmetry ----------------------------------------------------------------------------------------------------------


def _turned(times: int, mirrored: bool) -> Symmetry:
    """A rotation by sixths of a turn about the origin, after a reflection if it is `mirrored`."""

    def turn(at: Cube) -> Cube:
        q, r, s = (at[1], at[0], at[2]) if mirrored else at
        for _ in range(times):
            q, r, s = -r, -s, -q
        return q, r, s

    return turn


SYMMETRIES = tuple(_turned(times, mirrored) for mirrored in (False, True) for times in range(6))


def _alike(board: Board) -> Iterator[Fault]:
    """Some symmetry carries each seat to each other one, with all that stands on the board (AT-D44)."""
    number = len(board)
    middle = (sum(q for q, _ in board.at), sum(r for _, r in board.at))

    def place(space: int) -> Cube:
        q, r = (number * value - whole for value, whole in zip(board.at[space], middle, strict=True))
        return q, r, -q - r

    spaces = {place(space): space for space in range(number)}
    carried = []
    for symmetry in SYMMETRIES:
        moved = {space: spaces.get(symmetry(at)) for at, space in spaces.items()}
        found = {space: there for space, there in moved.items() if there is not None}
        if len(found) == number and (seats := _seats(board, found)) is not None:
            carried.append(seats)
    for one, other in combinations(range(len(board.seats)), 2):
        if not any(seats[one] == other for seats in carried):
            shown = f"no symmetry that carries seat {board.seats[one].id} to {board.seats[other].id}"
            wanted = "one, together with all objects: set them alike for all seats (AT-D44)"
            yield Fault(("seats", other), shown, wanted)


def _seats(board: Board, moved: Mapping[int, int]) -> list[int] | None:
    """Where a symmetry carries each seat; None where it does not keep what stands on the board."""
    if any(board.tags[space] & set(KINDS) != board.tags[there] & set(KINDS) for space, there in moved.items()):
        return None
    own = [(seat.regions["home"][0], seat.regions[RESPAWN][0]) for seat in board.seats]
    places = [(moved[home], moved[respawn]) for home, respawn in own]
    return [own.index(place) for place in places] if all(place in own for place in places) else None
