"""Draws a battlefield without single spaces: its areas one below the other, each with a side for every player.

A card in play is a line with what it can still do, its numbers and its name, and what the rules remark on it, on the
same line where there is room. What lies with another card is indented below it. Colour only repeats whose side it is.
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, NamedTuple

from cardlib.kernel.secrets import is_down
from cardlib.kernel.showing import Shown
from cardlib.kernel.state import NOWHERE
from cardlib_cli.cards_shown import keywords, zone_name
from cardlib_cli.drawing import cut, ink, padded, plain
from cardlib_cli.grid import stats
from cardlib_cli.output import width_of

if TYPE_CHECKING:
    from cardlib.catalog import Project
    from cardlib.kernel.match import Match

BESIDE = 30  # columns that a side needs to stand beside another one
ACTS = ">"
INDENT = 8  # of remarks that have no room behind the name
LEGEND = """\
What is in play has a side for each player. > is ready, or can still act this turn; 3/2 are the numbers of a card,
3/1 of 2 says that 1 of 2 is left; behind the name stand tokens with their number, what the card has done, and
keywords that work now; + lies with the card above it; (2) is the second card of its name there, and options name it
so."""


class Line(NamedTuple):
    """A line of a side, in the colour of a player."""

    text: str
    player: int


def areas(match: Match, project: Project, width: int) -> list[str]:
    """Return the lines of the battlefield; it has one area where the game has no board.

    The sides of an area stand beside each other, or one below the other where there is no room for that.
    """
    board = match.facts.board
    names = [zone_name(project, match.facts.field).capitalize()]
    if board is not None:
        told = zip(board.names, board.titles, strict=True)
        names = [name.replace("-", " ").title() if title == name else title for name, title in told]
    s = match.state
    field = match.in_play
    players = [*range(match.facts.sides)]
    if any(s.controller[obj] == NOWHERE and s.host[obj] == NOWHERE for obj in field):
        players.append(NOWHERE)
    column = (width - 3 * (len(players) - 1)) // len(players)
    below = column < BESIDE
    column = width if below else column
    stroke, bar = ("-", " | ") if plain() else ("─", " │ ")
    lines = []
    for area, name in enumerate(names):
        lines.append(f"{stroke * 2} {name} ".ljust(width, stroke))
        sides = [_side(match, project, player, area if board is not None else None, column) for player in players]
        if below:
            lines += [ink(line.text, line.player, project) for side in sides for line in side]
            continue
        for row in range(max(1, *(len(side) for side in sides))):
            parts = [
                side[row] if row < len(side) else Line("", player) for player, side in zip(players, sides, strict=True)
            ]
            lines.append(bar.join(ink(padded(part.text, column), part.player, project) for part in parts))
    lines.append(stroke * width)
    return lines


def _side(match: Match, project: Project, player: int, area: int | None, wide: int) -> list[Line]:
    """Return the lines of a player's cards in an area (None: wherever), oldest first; NOWHERE's are nobody's."""
    s = match.state
    field = match.in_play
    lines = [Line(match.facts.seats[player] if player != NOWHERE else "nobody's", player)]
    for obj in field:
        if s.controller[obj] == player and s.host[obj] < 0 and (area is None or s.place[obj] == area):
            lines += card_there(match, project, obj, wide, 0)
    if len(lines) == 1:
        lines.append(Line("  (nothing)", player))
    return lines


def card_there(match: Match, project: Project, obj: int, wide: int, depth: int) -> list[Line]:
    """Return the lines of a card, and of what lies with it."""
    s, rules = match.state, match.rules
    player = s.controller[obj]
    about = Shown() if is_down(match, obj) else rules.table.show(match, obj)
    mark = ACTS if about.active else " "
    copy = rules.speech.number_there(match, obj)
    name = rules.name(match, obj) + (f" ({copy})" if copy > 1 else "")
    if s.owner[obj] not in (player, NOWHERE):
        name += f" of {match.facts.seats[s.owner[obj]]}"
    numbers = f"{about.numbers or stats(match, project, obj):<{0 if depth else 4}}"
    head = f"{mark} {'  ' * (depth - 1)}{'+ ' if depth else ''}{numbers}  {name}"
    words = [*about.remarks, *keywords(match, project, obj, about.keywords)]
    note = ", ".join(words)
    if not note:
        lines = [cut(head, wide)]
    elif width_of(head) + 2 + width_of(note) <= wide:
        lines = [f"{head}  {note}"]
    else:
        lines = [
            cut(head, wide),
            *textwrap.wrap(note, wide, initial_indent=" " * INDENT, subsequent_indent=" " * INDENT),
        ]
    found = [Line(line, player) for line in lines]
    for other in s.zones[s.zone[obj]]:
        if s.host[other] == obj:
            found += card_there(match, project, other, wide, depth + 1)
    return found
