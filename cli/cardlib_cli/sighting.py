"""Shows what a unit on a board sees from where it stands: the board with its line of sight, and who is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.errors import CardlibError
from cardlib.filters import nearest_note
from cardlib.filters.words import listed
from cardlib.kernel.boards.occupants import occupants
from cardlib_cli.drawing import READABLE, plain, room
from cardlib_cli.grid import mark_of
from cardlib_cli.hexes import bricks_with
from cardlib_cli.output import paragraph

if TYPE_CHECKING:
    from cardlib.catalog import Project
    from cardlib.kernel.match import Match

ASCII = str.maketrans("·−", ".-")
LEGEND = "A dot marks what is seen in full, a number what partial sight costs."


def lines(match: Match, project: Project, said: str) -> list[str]:
    """Return the board with what the unit on a space sees, and who is in its sight.

    Raises:
        CardlibError: nothing in this game has a line of sight, or nothing stands there that sees.
    """
    where = match.facts.board
    if where is None or where.shape != "hex":
        raise CardlibError("sight is for boards of hexes, where units have a line of sight; this match has none")
    if said not in where.names:
        found = f"found '{said}'{nearest_note(said, where.names)}" if said else "it was not named"
        raise CardlibError(f"sight takes the space of a unit, such as sight {where.names[0]}; {found}")
    there = occupants(match, where.names.index(said))
    seen = match.rules.table.sight(match, there[0]) if there else None
    if seen is None:
        if not there:
            raise CardlibError(f"nobody stands on {said}; sight takes the space of a unit")
        raise CardlibError(f"{match.rules.name(match, there[0])} on {said} has no line of sight; name a unit")
    if plain():
        seen = {space: sign.translate(ASCII) for space, sign in seen.items()}
    drawn = bricks_with(match, project, room(), seen)
    others = {one: (space, sign) for space, sign in sorted(seen.items()) for one in occupants(match, space)}
    shown = [
        f"{mark_of(match, one)} {match.rules.name(match, one)} {where.names[space]}{' ' + sign if sign[1:] else ''}"
        for one, (space, sign) in others.items()
    ]
    viewer = f"{mark_of(match, there[0])} {match.rules.name(match, there[0])} {said}"
    text = f"{viewer} sees {listed(shown) if shown else 'nobody'}."
    if not drawn:
        spaces = [f"{where.names[space]}{' ' + sign if sign[1:] else ''}" for space, sign in sorted(seen.items())]
        return paragraph(f"{text} Spaces in sight: {', '.join(spaces)}.", room(READABLE), "", "  ")
    return [*drawn, "", *paragraph(f"{text} {LEGEND}", room(READABLE), "", "  ")]
