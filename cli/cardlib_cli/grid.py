"""Draws a board of squares: a grid as wide as the terminal allows, below that a list of spaces.

Everything reads without colour: a unit's line begins with the letter of its controller and an arrow, towards the edge
that it faces or in the direction in which that player advances. `hexes` draws hexes of the same cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.filters.words import listed as in_a_row
from cardlib.kernel.boards.occupants import FACING, facing_of, occupants
from cardlib.kernel.secrets import is_down
from cardlib.kernel.state import NOWHERE
from cardlib_cli.drawing import AHEAD, FACES, cut, ink, letter_of, padded, plain
from cardlib_cli.output import paragraph, width_of

if TYPE_CHECKING:
    from cardlib.catalog import Project
    from cardlib.kernel.match import Match

HOLE = "(no space)"
NOBODY = NOWHERE  # whose a line is that tells of the board itself
CELLS = (8, 14)  # columns of a cell, at least and at most
Cell = list[tuple[str, int]]  # its lines, each with the player whose colour it has
LEGEND = """\
On the board A▲ and B▼ say whose a unit is and where it is heading, +A a card attached, =A a card that stands there;
{numbers}."""
FACING_LEGEND = """\
On the board A{east} says whose a unit is and which edge it faces, +A a card attached, =A a card that stands there;
{numbers}. Where there is no room for names a thing that faces nowhere shows the first letter of its name."""


def is_grid(match: Match) -> bool:
    """Whether the board has rows of spaces, squares or hexes."""
    return match.facts.board is not None and match.facts.board.shape != "areas"


def mark(match: Match, player: int) -> str:
    """Return the letter of a player, on a grid with an arrow in the direction of that player."""
    board = match.facts.board
    forward = board.seats[player].forward if board is not None and 0 <= player < len(board.seats) else -1
    way = board.directions[forward] if board is not None and forward >= 0 else ""
    signs = AHEAD.get(way) or FACES.get(way) or ("", "")
    return f"{letter_of(match, player)}{signs[plain()]}"


def mark_of(match: Match, unit: int) -> str:
    """Return the letter of who controls a unit, with an arrow: to the edge that it faces, where things face one.

    What lies with another thing faces nothing by itself, nor does what has no facing.
    """
    board = match.facts.board
    player = match.state.controller[unit]
    if board is None or not board.directions or FACING not in match.state.columns:
        return mark(match, player)
    if match.state.place[unit] == NOWHERE or not match.rules.table.faces(match, unit):
        return letter_of(match, player)
    return f"{letter_of(match, player)}{FACES[board.directions[facing_of(match, unit)]][plain()]}"


def sign_of(match: Match, project: Project, unit: int, wide: int) -> str:
    """Return a unit where there is no room for names: its mark, one that faces nothing with its first letter.

    The first of its numbers follows where it has room.
    """
    sign = mark_of(match, unit)
    if sign == letter_of(match, match.state.controller[unit]):
        sign += match.rules.name(match, unit)[:1]
    numbers = numbers_of(match, project, unit)[0].split()
    if numbers and width_of(sign + numbers[0]) <= wide:
        sign += numbers[0]
    return cut(sign, wide)


def legend(match: Match, project: Project) -> str:
    """Return what the signs of the drawing mean."""
    game = project.game
    stats = in_a_row([game.attributes[name].title.lower() for name in game.stats])
    counters = project.vocabulary.counters
    example = "/".join(str(max(1, 3 - at)) for at in range(len(game.stats)))
    numbers = [f"{example} {stats}"] if stats else []
    text = FACING_LEGEND if FACING in match.state.columns else LEGEND
    shown = ", ".join([*numbers, *(f"{id_[0]}1 {one.many}" for id_, one in counters.items())])
    return text.format(numbers=shown, east=FACES["east"][plain()])


def grid(match: Match, project: Project, width: int) -> list[str]:
    """Return the board, highest row first, as rows of cells with the names of columns and rows around them."""
    board = match.facts.board
    assert board is not None
    wide = len(board.columns)
    label = max(len(str(row)) for row in board.rows)
    margin = 1 if width > (label + 2) + (CELLS[1] + 1) * wide else 0
    cell = min(CELLS[1], (width - label - 2 * margin - 1) // wide - 1)
    if cell < CELLS[0]:
        return listed(match, project, width)
    cross, across, down = ("+", "-", "|") if plain() else ("┼", "─", "│")
    before = " " * (label + 2 * margin)
    border = before + cross + (across * cell + cross) * wide
    names = before + " " + " ".join(str(column).center(cell) for column in board.columns)
    lines, empty = [names.rstrip()], False
    for row in range(len(board.rows) - 1, -1, -1):
        spaces = [board.located.get((column, row)) for column in range(wide)]
        there = [_on(match, project, space) if space is not None else [([HOLE], NOBODY)] for space in spaces]
        cells = [in_cell(found, cell) for found in there]
        if not (empty and not any(cells)):  # no line between two rows with nothing in them
            lines.append(border)
        empty = not any(cells)
        for line in range(max(1, *(len(found) for found in cells))):
            at = " " * margin + f"{board.rows[row]:>{label}}" + " " * margin if line == 0 else before
            parts = [_inked(*found[line], cell, project) if line < len(found) else " " * cell for found in cells]
            lines.append(at + down + down.join(parts) + down)
    return [*lines, border, names.rstrip()]


def listed(match: Match, project: Project, width: int) -> list[str]:
    """Return what lies where as a list, where there is no room for a drawing."""
    board = match.facts.board
    assert board is not None
    lines = []
    wide = max(3, *(len(name) for name in board.names))
    spaces = list(enumerate(board.names))
    for space, name in reversed(spaces) if board.shape == "grid" else spaces:
        for words, player in contents(match, project, space):
            text = " ".join(words)
            said = paragraph(text, width, f"{name:>{wide}}  ", " " * (wide + 4))
            lines += [ink(line, player, project) for line in said]
    return lines or ["(nothing on the board)"]


def _inked(text: str, player: int, cell: int, project: Project) -> str:
    return ink(padded(text, cell), player, project)


def in_cell(there: list[tuple[list[str], int]], cell: int) -> Cell:
    """Return what lies on a space as lines of a cell: parts that fit share a line, a name may take two."""
    found: Cell = []
    for words, player in there:
        lines: list[str] = []
        for part in words:
            if lines and part is not words[1] and width_of(lines[-1]) + 1 + width_of(part) <= cell:
                lines[-1] += f" {part}"
            else:
                lines += _wrapped(part, 2, cell) if part is words[0] and len(words) > 1 else [cut(part, cell)]
        found += [(line, player) for line in lines]
    return found


def _on(match: Match, project: Project, space: int) -> list[tuple[list[str], int]]:
    """Return what is told of a space, and what lies on it."""
    assert match.facts.board is not None
    told = match.facts.board.told(space)
    return [*([([", ".join(told)], NOBODY)] if told else []), *contents(match, project, space)]


def contents(match: Match, project: Project, space: int) -> list[tuple[list[str], int]]:
    """Return what lies on a space: each thing in parts, the name first, with the player whose it is."""
    state, facts = match.state, match.facts
    found: list[tuple[list[str], int]] = []
    for unit in occupants(match, space):
        numbers, counters = numbers_of(match, project, unit)
        parts = [f"{mark_of(match, unit)}{_owner(match, unit)} {numbers}".rstrip(), counters]
        found.append(([match.rules.name(match, unit), *(part for part in parts if part)], state.controller[unit]))
        found += _attached(match, unit, 1)
    for obj in state.zones[facts.field_zone]:
        if state.place[obj] == space and obj not in occupants(match, space):
            name = f"={letter_of(match, state.controller[obj])} {match.rules.name(match, obj)}"
            counters = _counters(match, project, obj)
            found.append(([name, counters] if counters else [name], state.controller[obj]))
    return found


def gathered(match: Match, project: Project, width: int) -> list[str]:
    """Return what stands where by its name and whose it is, below a drawing that has room for marks only.

    What lies there beside that follows by space.
    """
    board = match.facts.board
    assert board is not None
    standing: dict[tuple[str, int], list[str]] = {}
    beside: list[tuple[str, int]] = []
    for space, name in enumerate(board.names):
        there = contents(match, project, space)
        for unit in occupants(match, space):
            player = match.state.controller[unit]
            letter = letter_of(match, player)
            parts = [name, mark_of(match, unit).removeprefix(letter) + _owner(match, unit)]
            said = " ".join(part for part in (*parts, *numbers_of(match, project, unit)) if part)
            standing.setdefault((f"{letter} {match.rules.name(match, unit)}", player), []).append(said)
        beside += [(f"{name} {' '.join(words)}", player) for words, player in there if words[0][:1] in "+="]
    lines = [
        ink(line, player, project)
        for (name, player), places in sorted(standing.items(), key=lambda one: (one[0][1] == NOBODY, one[0][1]))
        for line in paragraph(", ".join(places), width, f"{name}  ", "    ")
    ]
    return lines + [
        ink(line, player, project) for text, player in beside for line in paragraph(text, width, "", "    ")
    ]


def numbers_of(match: Match, project: Project, unit: int) -> tuple[str, str]:
    """Return the numbers that the game shows of a unit, and its counters; "" where it has none."""
    said = match.rules.table.numbers(match, unit)
    return stats(match, project, unit) if said is None else said, _counters(match, project, unit)


def _owner(match: Match, unit: int) -> str:
    """Return the owner's letter in brackets where somebody else controls a unit."""
    owner = match.state.owner[unit]
    return "" if owner in (match.state.controller[unit], NOWHERE) else f"({letter_of(match, owner)})"


def _attached(match: Match, host: int, depth: int) -> list[tuple[list[str], int]]:
    state = match.state
    found: list[tuple[list[str], int]] = []
    for obj in match.in_play:
        if state.host[obj] == host:
            player = state.controller[obj]
            found.append((["+" * depth + f"{letter_of(match, player)} {match.rules.name(match, obj)}"], player))
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
