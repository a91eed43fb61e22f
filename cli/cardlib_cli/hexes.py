"""Draws a board of hexes as bricks: each touches the six that lie next to it, and holds what a cell of a grid holds.

Hexes with a corner on top lie in rows of which every second one is shifted by half a brick; those with an edge on top
stand in columns that are shifted so. Where the bricks have no room for names they hold marks, and a list below tells
the rest; where they have no room for marks the list is all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from cardlib.kernel.boards.occupants import occupants
from cardlib_cli.drawing import cut, ink, plain
from cardlib_cli.grid import CELLS, NOBODY, Cell, contents, gathered, in_cell, listed, sign_of
from cardlib_cli.output import paragraph, width_of

if TYPE_CHECKING:
    from cardlib.catalog import Project
    from cardlib.kernel.boards.board import Board
    from cardlib.kernel.match import Match

MARKS = (3, 5)  # columns of a brick that holds marks alone, at least; and without other signs
UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
STROKES = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"  # by which of the four ways a line goes


class Brick(NamedTuple):
    """Where a hex is drawn: its left upper corner, and how far its right and lower edges are from there."""

    x: int
    y: int
    wide: int
    high: int


def hexes(match: Match, project: Project, width: int) -> list[str]:
    """Return the lines of the board, and below it what had no room there."""
    board = match.facts.board
    assert board is not None
    wide = _inside(board, width)
    if wide < MARKS[plain()]:
        return listed(match, project, width)
    named = wide >= CELLS[0]
    cells = [_cell(match, project, space, wide, named, {}) for space in range(len(board))]
    lines = _drawn(project, _bricks(board, cells, wide), cells)
    if not named:
        lines += ["", *gathered(match, project, width)]
    short = [
        f"{board.names[space]} {', '.join(words)}"
        for space in range(len(board))
        if (words := board.told(space)) and cells[space][0][0] != _head(board, space)
    ]
    return [*lines, *(["", *paragraph("; ".join(short), width, "Spaces: ", "  ")] if short else [])]


def bricks_with(match: Match, project: Project, width: int, signs: Mapping[int, str]) -> list[str]:
    """Return the board alone, with signs in free spaces, such as how well they are seen; [] without room for it."""
    board = match.facts.board
    assert board is not None
    wide = _inside(board, width)
    if wide < MARKS[plain()]:
        return []
    cells = [_cell(match, project, space, wide, wide >= CELLS[0], signs) for space in range(len(board))]
    return _drawn(project, _bricks(board, cells, wide), cells)


def _inside(board: Board, width: int) -> int:
    """Return how many columns a brick has inside its edges, so that the board is no wider than that."""
    if board.orientation == "flat":
        columns = [q for q, _ in board.at]
        return min(CELLS[1], (width - 1) // (max(columns) - min(columns) + 1) - 1)
    halves = [2 * q + r for q, r in board.at]
    half = (width - 1) // (max(halves) - min(halves) + 2)
    return min(CELLS[1] + 1, 2 * half - 1)


def _head(board: Board, space: int) -> str:
    """Return the name of a space with what is told of it."""
    return " ".join([board.names[space], ", ".join(board.told(space))]).rstrip()


def _cell(match: Match, project: Project, space: int, wide: int, named: bool, signs: Mapping[int, str]) -> Cell:
    """Return the lines in a brick: the name of the space and what is told of it, then what lies there."""
    board = match.facts.board
    assert board is not None
    head = _head(board, space)
    found: Cell = [(head if width_of(head) <= wide else cut(head, wide) if named else board.names[space], NOBODY)]
    units = occupants(match, space)
    if space in signs and not units:
        found.append((cut(signs[space], wide), NOBODY))
    if named:
        return found + in_cell(contents(match, project, space), wide)
    for unit in units:
        found.append((sign_of(match, project, unit, wide), match.state.controller[unit]))
    more = [player for _, player in contents(match, project, space)][len(units) :]
    if more:
        found.append((cut(f"+{len(more)}", wide), NOBODY))
    return found


def _bricks(board: Board, cells: list[Cell], wide: int) -> list[Brick]:
    """Return where each hex is drawn; all of a row, or with columns all of the board, are as high as the highest."""
    if board.orientation == "flat":
        high = max(2, *(len(cell) + 1 for cell in cells))
        half = (high + 1) // 2
        left, top = min(q for q, _ in board.at), min(2 * r + q for q, r in board.at)
        return [Brick((q - left) * (wide + 1), (2 * r + q - top) * half, wide + 1, 2 * half) for q, r in board.at]
    half, left = (wide + 1) // 2, min(2 * q + r for q, r in board.at)
    first, last = min(r for _, r in board.at), max(r for _, r in board.at)
    tops = [0]
    for row in range(first, last + 1):
        lines = [len(cell) for cell, (_, r) in zip(cells, board.at, strict=True) if r == row]
        tops.append(tops[-1] + max(1, *lines, 1) + 1)
    return [
        Brick((2 * q + r - left) * half, tops[r - first], 2 * half, tops[r - first + 1] - tops[r - first])
        for q, r in board.at
    ]


def _drawn(project: Project, bricks: list[Brick], cells: list[Cell]) -> list[str]:
    """Return the bricks as lines, with the lines of their cells in the colours of the players."""
    across = max(brick.x + brick.wide for brick in bricks) + 1
    down = max(brick.y + brick.high for brick in bricks) + 1
    edges = [[0] * across for _ in range(down)]
    for x, y, wide, high in bricks:
        for at in range(x, x + wide):
            for row in (y, y + high):
                edges[row][at] |= RIGHT
                edges[row][at + 1] |= LEFT
        for row in range(y, y + high):
            for at in (x, x + wide):
                edges[row][at] |= DOWN
                edges[row + 1][at] |= UP
    written: list[list[tuple[int, str, int]]] = [[] for _ in range(down)]  # by line: column, text, player
    for brick, cell in zip(bricks, cells, strict=True):
        for number, (text, player) in enumerate(cell, 1):
            written[brick.y + number].append((brick.x + 1, text, player))
    return [_line(project, row, sorted(texts)) for row, texts in zip(edges, written, strict=True)]


def _line(project: Project, edges: list[int], texts: list[tuple[int, str, int]]) -> str:
    """Return a line of the drawing: edges, and texts in place of what lies between them."""
    strokes = [_stroke(edge) for edge in edges]
    line, at = "", 0
    for column, text, player in texts:
        line += "".join(strokes[at:column]) + ink(text, player, project)
        at = column + width_of(text)
    return (line + "".join(strokes[at:])).rstrip()


def _stroke(edge: int) -> str:
    """Return the sign for a place where lines go in some of the four ways."""
    if not plain() or not edge:
        return STROKES[edge]
    return {LEFT | RIGHT: "-", UP | DOWN: "|"}.get(edge, "+")
