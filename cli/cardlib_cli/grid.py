"""Draws a board with spaces for single units: a grid as wide as the terminal allows, below that a list of spaces.

Everything reads without colour: a unit's line begins with the letter of its controller and an arrow in the direction
in which that player advances.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.kernel.boards.occupants import occupants
from cardlib.kernel.secrets import is_down
from cardlib_cli.drawing import cut, ink, padded, plain
from cardlib_cli.output import paragraph, width_of

if TYPE_CHECKING:
    from cardlib.catalog import Project
    from cardlib.kernel.boards.board import Board
    from cardlib.kernel.match import Match

HOLE = "(no space)"
ARROWS = {"north": ("▲", "^"), "south": ("▼", "v"), "east": ("►", ">"), "west": ("◄", "<")}  # and without other signs
CELLS = (8, 14)  # columns of a cell, at least and at most
Cell = list[tuple[str, int]]  # its lines, each with the player whose colour it has
LEGEND = """\
On the board A▲ and B▼ say whose a unit is and where it is heading, +A a card attached, =A a card that stands there;
{numbers}."""


def is_grid(match: Match) -> bool:
    """Whether the board has spaces for single units."""
    return match.facts.board is not None and match.facts.board.single


def mark(match: Match, player: int) -> str:
    """Return the letter of a player, on a grid with an arrow in the direction of that player."""
    board = match.facts.board
    forward = board.seats[player].forward if board is not None and player < len(board.seats) else -1
    way = board.directions[forward].partition("-")[0] if board is not None and forward >= 0 else ""
    return f"{match.facts.seats[player]}{ARROWS[way][plain()] if way else ''}"


def legend(project: Project) -> str:
    """Return what the signs of the drawing mean."""
    game = project.game
    stats = " and ".join(game.attributes[name].title.lower() for name in game.stats)
    counters = project.vocabulary.counters
    numbers = [f"3/2 {stats}"] if stats else []
    return LEGEND.format(numbers=", ".join([*numbers, *(f"{id_[0]}1 {one.many}" for id_, one in counters.items())]))


def grid(match: Match, project: Project, width: int) -> list[str]:
    """Return the board, highest row first, as rows of cells with the names of columns and rows around them."""
    board = match.facts.board
    assert board is not None
    if board.shape != "grid":
        return _spaces(match, project, board, width)
    wide = len(board.columns)
    label = max(len(str(row)) for row in board.rows)
    margin = 1 if width > (label + 2) + (CELLS[1] + 1) * wide else 0
    cell = min(CELLS[1], (width - label - 2 * margin - 1) // wide - 1)
    if cell < CELLS[0]:
        return _spaces(match, project, board, width)
    cross, across, down = ("+", "-", "|") if plain() else ("┼", "─", "│")
    before = " " * (label + 2 * margin)
    border = before + cross + (across * cell + cross) * wide
    names = before + " " + " ".join(str(column).center(cell) for column in board.columns)
    lines, empty = [names.rstrip()], False
    for row in range(len(board.rows) - 1, -1, -1):
        spaces = [board.located.get((column, row)) for column in range(wide)]
        there = [_contents(match, project, space) if space is not None else [([HOLE], 0)] for space in spaces]
        cells = [_in_cell(contents, cell) for contents in there]
        if not (empty and not any(cells)):  # no line between two rows with nothing in them
            lines.append(border)
        empty = not any(cells)
        for line in range(max(1, *(len(found) for found in cells))):
            at = " " * margin + f"{board.rows[row]:>{label}}" + " " * margin if line == 0 else before
            parts = [_line(*found[line], cell) if line < len(found) else " " * cell for found in cells]
            lines.append(at + down + down.join(parts) + down)
    return [*lines, border, names.rstrip()]


def _spaces(match: Match, project: Project, board: Board, width: int) -> list[str]:
    """Return what lies where as a list, where there is no room for a grid."""
    lines = []
    for space, name in reversed(list(enumerate(board.names))):
        for words, player in _contents(match, project, space):
            text = " ".join(words)
            lines += [ink(line, player) for line in paragraph(text, width, f"{name:>3}  ", "       ")]
    return lines or ["(nothing on the board)"]


def _line(text: str, player: int, cell: int) -> str:
    return ink(padded(text, cell), player)


def _in_cell(contents: list[tuple[list[str], int]], cell: int) -> Cell:
    """Return what lies on a space as lines of a cell: parts that fit share a line, a name may take two."""
    found: Cell = []
    for words, player in contents:
        lines: list[str] = []
        for part in words:
            if lines and part is not words[1] and width_of(lines[-1]) + 1 + width_of(part) <= cell:
                lines[-1] += f" {part}"
            else:
                lines += _wrapped(part, 2, cell) if part is words[0] and len(words) > 1 else [cut(part, cell)]
        found += [(line, player) for line in lines]
    return found


def _contents(match: Match, project: Project, space: int) -> list[tuple[list[str], int]]:
    """Return what lies on a space: each thing in parts, the name first, with the player whose it is."""
    state, facts = match.state, match.facts
    found: list[tuple[list[str], int]] = []
    for unit in occupants(match, space):
        player = state.controller[unit]
        whose = mark(match, player)
        if state.owner[unit] != player:
            whose += f"({match.facts.seats[state.owner[unit]]})"
        parts = [f"{whose} {stats(match, project, unit)}".rstrip(), _counters(match, project, unit)]
        found.append(([match.rules.name(match, unit), *(part for part in parts if part)], player))
        found += _attached(match, unit, 1)
    for obj in state.zones[facts.field_zone]:
        if state.place[obj] == space and obj not in occupants(match, space):
            name = f"={match.facts.seats[state.controller[obj]]} {match.rules.name(match, obj)}"
            counters = _counters(match, project, obj)
            found.append(([name, counters] if counters else [name], state.controller[obj]))
    return found


def _attached(match: Match, host: int, depth: int) -> list[tuple[list[str], int]]:
    state = match.state
    found: list[tuple[list[str], int]] = []
    for obj in state.zones[match.facts.field_zone]:
        if state.host[obj] == host:
            player = state.controller[obj]
            found.append((["+" * depth + f"{match.facts.seats[player]} {match.rules.name(match, obj)}"], player))
            found += _attached(match, obj, depth + 1)
    return found


def stats(match: Match, project: Project, obj: int) -> str:
    """Return the numbers of a card in play that the game names, "-" for one that it does not print: "3/3", "-/2"."""
    if is_down(match, obj):
        return ""
    facts = match.facts
    known = [name for name in project.game.stats if name in facts.printed]
    card = match.state.card[obj]
    shown = [
        str(match.rules.value(match, obj, name))
        if facts.printed[name][card] is not None or match.rules.value(match, obj, name)
        else "-"
        for name in known
    ]
    return "/".join(shown) if any(part != "-" for part in shown) else ""


def _counters(match: Match, project: Project, obj: int) -> str:
    """Return the counters by their first letters: "d1 a2"."""
    columns = match.state.columns
    names = project.vocabulary.counters
    return " ".join(f"{name[0]}{columns[name][obj]}" for name in names if name in columns and columns[name][obj])


def _wrapped(text: str, most: int, cell: int) -> list[str]:
    """Break a name into at most `most` lines of a cell."""
    lines = [""]
    for word in text.split():
        joined = f"{lines[-1]} {word}".strip()
        if width_of(joined) <= cell or not lines[-1]:
            lines[-1] = joined
        else:
            lines.append(word)
    if len(lines) > most:
        lines[most - 1 :] = [" ".join(lines[most - 1 :])]
    return [cut(line, cell) for line in lines]
