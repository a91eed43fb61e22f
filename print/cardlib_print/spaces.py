"""The spaces of a board as what an element is repeated for: where each lies on the card, and what the board says of it.

Hexes lie as their coordinates say, the cells of a grid with the highest row at the top, and areas as the board's `map`
shows them, one that is there several times over all of its cells. Whatever a game's `boards/*.json` says of a space can
be written on it, so no layout says it again.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cardlib.errors import CardlibError
from cardlib.filters.nearest import nearest, nearest_note, noted
from cardlib_print.geometry import Box

if TYPE_CHECKING:  # what reads boards is read when there is one: most layouts have none
    from collections.abc import Sequence

    from cardlib.catalog import Project
    from cardlib.kernel.boards.board import Board, Told

_TALL = 2 / math.sqrt(3)  # of a hexagon, from point to point, where it is 1 from side to side
_OUTLINES = {"pointed": "pointed", "flat": "hexagon"}  # orientation of hexes -> the shape of a box
ANY_BOARD = frozenset({"outline", "told", "ways", "neighbours"})  # what is known of the spaces of any board
_ROW = math.sqrt(3) / 2  # from the middle of one row of hexes to that of the next


@dataclass(frozen=True, slots=True)
class Space:
    """A space of a board: its id, its name as printed, its box in mm, and what the board says of it.

    `facts` are its attributes, `seat` and `forward` of the player whose region it is in, and `neighbours`; also what
    any board has: `outline`, the shape of a box that fills it, `told`, what the board says of it in words, and `ways`,
    the names of the areas that a map does not show to be next to it. `words` is all that a layout may choose spaces by.
    """

    id: str
    title: str
    box: Box
    facts: Mapping[str, Told]
    words: frozenset[str]


def board_named(project: Project, id_: str) -> Board:
    """Return a board of a project. Raises `CardlibError` with the nearest name for one that it does not have."""
    from cardlib.kernel.boards.reading import board_from

    paths = {path.stem: path for path in project.files("boards")}
    if id_ not in paths:
        known = f"; boards: {', '.join(paths) or 'none'}"
        raise CardlibError(f"no board {id_!r}{nearest_note(id_, paths, known)}")
    written = project.read(paths[id_])
    return board_from(written if isinstance(written, dict) else {}, f"boards/{id_}.json")


def spaces(
    project: Project,
    board: Board,
    size: tuple[float, float],
    at: tuple[float, float],
    drawn: Sequence[Sequence[str]] = (),
) -> list[Space]:
    """Return the spaces of a board whose upper left corner lies `at`, in the order of the file.

    `size` is the width and height of a space in mm; of a hex the way from side to side, which is both. Areas lie as the
    rows of ids in `drawn` show them, else as the board's map does. Raises `CardlibError` for rows that name no area.
    """
    boxes = dict(_boxes(replace(board, map=_map(board, drawn)) if drawn else board, size, at))
    own = _of_seats(board)
    regions = {space: [id_ for id_, held in board.regions.items() if space in held] for space in range(len(board))}
    found = []
    for space, box in boxes.items():
        facts: dict[str, Told] = dict(board.attributes[space])
        for name, value in board.attributes[space].items():
            if isinstance(value, Mapping):
                facts |= {f"{name}.{key}": number for key, number in value.items()}
        ways = board.neighbours[space] if board.shape == "areas" else ()
        facts |= {
            "outline": _OUTLINES.get(board.orientation, "rectangle"),
            "told": ", ".join([*board.told(space), *_whose(board, own.get(space, []))]),
            "ways": ", ".join(_title(project, board, one) for one in ways),
            "neighbours": tuple(board.names[one] for one in board.neighbours[space]),
        }
        whose = own.get(space, [])
        if whose:
            seat = board.seats[whose[0][0]]
            facts["seat"] = seat.id.lower()
            if seat.forward >= 0:
                facts["forward"] = board.directions[seat.forward]
        words = {*board.tags[space], *regions[space], *(region for _, region in whose)}
        words |= {name for name, value in facts.items() if value != ""}
        for name, value in facts.items():
            words |= {f"{name}:{one}" for one in (value if isinstance(value, tuple) else (value,)) if one != ""}
        name = board.names[space]
        found.append(Space(name, _title(project, board, space), box, facts, frozenset({*words, name})))
    return found


def _title(project: Project, board: Board, space: int) -> str:
    """A space as printed: as the board says, else as the card of its id is called; an area by its id in words."""
    name, title = board.names[space], board.titles[space]
    card = project.cards.get(name)
    if card is not None and title == name:
        return card.name
    return board.title(space) if board.shape == "areas" else title


def _whose(board: Board, held: Sequence[tuple[int, str]]) -> list[str]:
    """Whose own regions a space lies in: `home of A`."""
    return [f"{region} of {board.seats[seat].id}" for seat, region in held]


def _map(board: Board, drawn: Sequence[Sequence[str]]) -> tuple[tuple[int, ...], ...]:
    """Rows of ids as the numbers of areas, with gaps for empty words."""
    from cardlib.kernel.boards.board import NOWHERE

    if board.shape != "areas":
        raise CardlibError(f"found a map, but {board.name} has no areas: its spaces lie as their coordinates say")
    for id_ in (id_ for row in drawn for id_ in row):
        if id_ and id_ not in board.number:
            raise CardlibError(f"map: unknown area {id_!r}{noted(nearest(id_, board.names))}")
    return tuple(tuple(board.number[id_] if id_ else NOWHERE for id_ in row) for row in drawn)


def choosable(found: Sequence[Space]) -> set[str]:
    """Return every word that chooses some of the spaces."""
    return {word for space in found for word in space.words} | ANY_BOARD


def _of_seats(board: Board) -> dict[int, list[tuple[int, str]]]:
    """Space -> the seats in whose own regions it lies, with the names of these."""
    own: dict[int, list[tuple[int, str]]] = {}
    for number, seat in enumerate(board.seats):
        for region, held in seat.regions.items():
            for space in held:
                own.setdefault(space, []).append((number, region))
    return own


def _boxes(board: Board, size: tuple[float, float], at: tuple[float, float]) -> Iterator[tuple[int, Box]]:
    """Each space that is drawn, with its box; areas without a place on the map are not."""
    from cardlib.kernel.boards.board import NOWHERE

    wide, high = size
    left, top = at
    if board.shape == "hex":
        yield from _hexes(board, wide, at)
    elif board.shape == "grid":
        most = max(row for _, row in board.at)
        for space, (column, row) in enumerate(board.at):
            yield space, Box(left + column * wide, top + (most - row) * high, wide, high)
    else:
        cells: dict[int, list[tuple[int, int]]] = {}
        for row, line in enumerate(board.map or _rows(board)):
            for column, space in enumerate(line):
                if space != NOWHERE:
                    cells.setdefault(space, []).append((column, row))
        for space in sorted(cells):
            columns, rows = ({cell[axis] for cell in cells[space]} for axis in (0, 1))
            x, y = left + min(columns) * wide, top + min(rows) * high
            yield space, Box(x, y, (max(columns) - min(columns) + 1) * wide, (max(rows) - min(rows) + 1) * high)


def _rows(board: Board) -> list[range]:
    """Areas without a map, as many in a row as there are rows."""
    wide = math.ceil(math.sqrt(len(board)))
    return [range(first, min(first + wide, len(board))) for first in range(0, len(board), wide)]


def _hexes(board: Board, size: float, at: tuple[float, float]) -> Iterator[tuple[int, Box]]:
    """Hexes that are `size` from side to side, the outermost ones at the edges of the board's box."""
    flat = board.orientation == "flat"
    wide, high = (size * _TALL, size) if flat else (size, size * _TALL)
    if flat:
        middles = [(q * size * _ROW, (r + q / 2) * size) for q, r in board.at]
    else:
        middles = [((q + r / 2) * size, r * size * _ROW) for q, r in board.at]
    least = [min(middle[axis] for middle in middles) for axis in (0, 1)]
    for space, (x, y) in enumerate(middles):
        yield space, Box(at[0] + x - least[0], at[1] + y - least[1], wide, high)
