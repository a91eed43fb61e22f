"""Draws areas as a map: a box for each in the rows of the board's `map`, with what is told of it and who stands there.

Who stands there is a line for each side, the letter and the marks of its things; what these carry and can do stands in
the panels of the players. On a terminal too narrow for it the areas are a list, as `network` draws them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from cardlib.filters.words import listed
from cardlib.kernel.boards.board import NOWHERE
from cardlib_cli.drawing import READABLE, cut, ink, letter_of, padded, plain
from cardlib_cli.grid import NOBODY
from cardlib_cli.network import network, there_in, told
from cardlib_cli.output import paragraph
from cardlib_cli.sides import Line

if TYPE_CHECKING:
    from cardlib.catalog import Project
    from cardlib.kernel.boards.board import Board
    from cardlib.kernel.match import Match

NARROW = 16  # columns that a box needs
LEGEND = """\
The board is a map of its areas: in each box what lies there, then who stands there, by the letter of the player. Below
each player's numbers stands what the things of that player carry, and how they are."""
# Corners and crossings, by whether lines lead up, down, left and right.
_SIGNS = {
    "0000": " ",
    "0011": "─",
    "1100": "│",
    "0101": "┌",
    "0110": "┐",
    "1001": "└",
    "1010": "┘",
    "0111": "┬",
    "1011": "┴",
    "1101": "├",
    "1110": "┤",
    "1111": "┼",
}


class Box(NamedTuple):
    """An area in a row of the map: its first and last column, and its lines."""

    space: int
    first: int
    last: int
    lines: list[Line]


def is_map(match: Match) -> bool:
    """Whether the board says how its areas lie."""
    board = match.facts.board
    return board is not None and bool(board.map)


def mapped(match: Match, project: Project, width: int) -> list[str]:
    """Return the lines of the map, and of the ways."""
    board = match.facts.board
    assert board is not None
    columns = len(board.map[0])
    wide = (width - 1) // columns - 1
    if wide < NARROW:
        return network(match, project, width)
    rows = [list(_boxes(match, row, wide)) for row in board.map]
    side, lines = ("|" if plain() else "│"), []
    for number, row in enumerate(rows):
        lines.append(_border(board, board.map[number - 1] if number else (), board.map[number], wide))
        for at in range(max((len(box.lines) for box in row), default=1)):
            shown, column = "", 0
            for box in row:
                shown += " " * ((wide + 1) * box.first - column) + side
                line = box.lines[at] if at < len(box.lines) else Line("", NOBODY)
                room = (wide + 1) * (box.last - box.first + 1) - 1
                shown += ink(padded(f" {line.text}", room), line.player, project)
                column = (wide + 1) * (box.last + 1)
                if box is row[-1] or row[row.index(box) + 1].first != box.last + 1:
                    shown, column = shown + side, column + 1
            lines.append(shown)
    lines.append(_border(board, board.map[-1], (), wide))
    return [*lines, *paragraph(_ways(board), min(width, READABLE))]


def _boxes(match: Match, row: tuple[int, ...], wide: int) -> Iterator[Box]:
    """Yield the boxes of a row; an area that stands several times side by side is one."""
    for at, space in enumerate(row):
        if space == NOWHERE or (at and row[at - 1] == space):
            continue
        last = at
        while row[last + 1 : last + 2] == (space,):
            last += 1
        yield Box(space, at, last, _contents(match, space, (wide + 1) * (last - at + 1) - 3))


def _contents(match: Match, space: int, wide: int) -> list[Line]:
    """Return what is told of an area, then a line for each side with the marks of what stands there."""
    lines = [Line(cut(line, wide), NOBODY) for line in paragraph(", ".join(told(match, space)), wide)]
    marks: dict[int, list[str]] = {}
    for obj in there_in(match, space):
        marks.setdefault(match.state.controller[obj], []).append(match.rules.table.mark(match, obj))
    for player, words in marks.items():
        first = f"{letter_of(match, player)} "
        said = paragraph(", ".join(words), wide, first, " " * len(first))
        lines += [Line(cut(line, wide), player) for line in said]
    return lines


def _border(board: Board, above: tuple[int, ...], below: tuple[int, ...], wide: int) -> str:
    """Return the line between two rows, with the names of the areas below it; () is outside of the map."""
    columns = len(above or below)

    def at(row: tuple[int, ...], column: int) -> int:
        return row[column] if row and 0 <= column < columns else NOWHERE

    line = ""
    for column in range(columns + 1):
        ends = [at(row, column - 1) != at(row, column) for row in (above, below)]
        leads = [at(above, one) != NOWHERE or at(below, one) != NOWHERE for one in (column - 1, column)]
        sign = _SIGNS["".join(str(int(one)) for one in (*ends, *leads))]
        line += sign + (_SIGNS["0011"] if leads[1] else " ") * (wide if column < columns else 0)
    for column, space in enumerate(below):
        if space != NOWHERE and at(below, column - 1) != space:
            last = max(other for other in range(columns) if below[other] == space)
            begins, ends_at = (wide + 1) * column + 1, (wide + 1) * (last + 1)
            name = f" {cut(board.title(space), ends_at - begins - 2)} "
            line = line[:begins] + name + line[begins + len(name) :]
    if plain():
        line = "".join({"─": "-", "│": "|", " ": " "}.get(one, "+" if one in _SIGNS.values() else one) for one in line)
    return line


def _ways(board: Board) -> str:
    """Return in words who lies next to whom: one area that is next to most others is told in one clause."""
    to = "->" if plain() else "→"
    many = [len(near) for near in board.neighbours]
    hub = many.index(max(many))
    if 2 * many[hub] <= len(board):
        hub = NOWHERE
    ways = []
    for space, near in enumerate(board.neighbours):
        for other in near:
            back = space in board.neighbours[other]
            if (hub in (space, other) and back) or (back and other < space):
                continue
            ways.append(f"{board.title(space)} {'-' if back else to} {board.title(other)}")
    if hub == NOWHERE:
        return f"Ways: {', '.join(ways)}"
    without = [board.title(one) for one in range(len(board)) if one != hub and one not in board.neighbours[hub]]
    rest = f" but {listed(without)}" if without else ""
    further = f"; further ways: {', '.join(ways)}" if ways else ""
    return f"{board.title(hub)} lies next to all areas{rest}{further}"
