"""Draws areas with ways between them: each with its neighbours, what is told of it, and who stands there.

An area is a line, and below it a line for each card that is there, which begins with the letter of its player; empty
areas are one line only. On a wide terminal the areas stand in two columns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib_cli.drawing import ink, letter_of, padded, plain
from cardlib_cli.grid import NOBODY
from cardlib_cli.output import paragraph
from cardlib_cli.sides import Line, card_there

if TYPE_CHECKING:
    from cardlib.catalog import Project
    from cardlib.kernel.boards.board import Board
    from cardlib.kernel.match import Match

FEW = 4  # areas that have room for a side for each of two players
COLUMN = 55  # columns of the terminal that an area needs to stand beside another one
LEGEND = """\
The board is a list of its areas: what lies there, then the areas next to it; an arrow leads to one from where no way
leads back. Below stands who is there, by the letter of the player. > is ready, or can still act this turn; 3/2 are the
numbers of a card; + lies with the card above it; (2) is the second card of its name there, and options name it so."""


def is_network(match: Match) -> bool:
    """Whether the board has more areas, or the match more players, than stand side by side."""
    board = match.facts.board
    return board is not None and board.shape == "areas" and (len(board) > FEW or match.facts.sides > 2)


def network(match: Match, project: Project, width: int) -> list[str]:
    """Return the lines of the areas, in the order of the board."""
    board = match.facts.board
    assert board is not None
    columns = 2 if width >= 2 * COLUMN and len(board) > FEW else 1
    column = (width - 3 * (columns - 1)) // columns
    blocks = [_area(match, project, board, space, column) for space in range(len(board))]
    half = _halfway([len(block) for block in blocks]) if columns == 2 else len(blocks)
    left, right = ([line for block in part for line in block] for part in (blocks[:half], blocks[half:]))
    lines = []
    for row in range(max(len(left), len(right))):
        parts = [side[row] if row < len(side) else Line("", NOBODY) for side in (left, right)[:columns]]
        shown = [_inked(Line(padded(part.text, column), part.player), project) for part in parts]
        lines.append("   ".join(shown).rstrip())
    return lines


def told(match: Match, space: int) -> list[str]:
    """Return what is told of an area: by the game, else its tags and attributes as the board has them."""
    board = match.facts.board
    assert board is not None
    said = match.rules.table.told_of(match, space)
    return board.told(space) if said is None else list(said)


def there_in(match: Match, space: int) -> list[int]:
    """Return what stands in an area and with nothing else, by side, without what no map shows."""
    state, table = match.state, match.rules.table
    field = match.in_play
    there = [obj for obj in field if state.place[obj] == space and state.host[obj] < 0 and table.mark(match, obj)]
    return sorted(there, key=lambda obj: state.controller[obj])


def _halfway(heights: list[int]) -> int:
    """Return how many blocks go into the first of two columns, so that they are about as high."""
    return min(range(1, len(heights) + 1), key=lambda at: abs(sum(heights[:at]) - sum(heights[at:])))


def _inked(line: Line, project: Project) -> str:
    return ink(line.text, line.player, project)


def _area(match: Match, project: Project, board: Board, space: int, wide: int) -> list[Line]:
    """Return an area with the cards there, those of the first player first."""
    stroke, leads = ("-", ">") if plain() else ("─", "→")
    name, title = board.names[space], board.titles[space]
    about = told(match, space)
    ways = [
        board.names[other] if space in board.neighbours[other] else f"{leads}{board.names[other]}"
        for other in board.neighbours[space]
    ]
    head = name if title.replace("-", " ").casefold() == name.replace("-", " ").casefold() else f"{name}, {title}"
    head += f" ({', '.join(about)})" if about else ""
    said = f"{head}: {', '.join(ways)}" if ways else head
    lines = [Line(line, NOBODY) for line in paragraph(said, wide, f"{stroke * 2} ", "     ")]
    for obj in there_in(match, space):
        player = match.state.controller[obj]
        for number, line in enumerate(card_there(match, project, obj, wide - 3, 0)):
            whose = f" {letter_of(match, player)}" if number == 0 else "  "
            lines.append(Line(f"{whose} {line.text}", line.player))
    return lines
