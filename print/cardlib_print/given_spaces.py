"""Reads what a layout says of the board whose spaces it repeats elements for, and how large a card that makes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardlib.errors import CardlibError
from cardlib_print.geometry import WIDEST, Size, length
from cardlib_print.given import Given, Raw
from cardlib_print.spaces import Space, board_named, spaces

if TYPE_CHECKING:
    from cardlib.catalog import Project


def read_spaces(given: Given, about: Raw, project: Project, card: Size) -> list[Space]:
    """The spaces of the board that the layout is of, with their places on the card; none for another layout."""
    if not about:
        return []
    given.known("spaces", about, {"board", "size", "at", "map", "comment"}, "property")
    size = about.get("size", 20)
    pairs = []
    for key, pair in (("size", size if isinstance(size, list) else [size, size]), ("at", about.get("at", [0, 0]))):
        sides = [length(one, whole) for one, whole in zip(pair, (card.width, card.height), strict=False)]
        if len(sides) != 2 or None in sides or (key == "size" and min(side or 0 for side in sides) <= 0):
            given.wrong("spaces", f"{key}: expected one or two lengths in mm, found {about.get(key)!r}", None)
            return []
        pairs.append((sides[0] or 0.0, sides[1] or 0.0))
    try:
        board = board_named(project, given.word("spaces", about, "board"))
        rows = about.get("map", [])
        if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
            raise CardlibError(f"map: expected rows of areas, found {rows!r}")
        return spaces(project, board, pairs[0], pairs[1], [[str(id_) for id_ in row] for row in rows])
    except CardlibError as error:
        given.wrong("spaces.board", str(error), "")
        return []


def card_around(given: Given, spaces: Sequence[Space], card: Size) -> Size:
    """The card of a board: on the right and below as much is left free as on the left of its spaces."""
    if not spaces:
        if not given.problems:
            given.wrong("card", 'width: found spaces, but the layout is of no board; say "spaces": {"board": …}', None)
        return card
    left = min(space.box.x for space in spaces)
    width = max(space.box.x + space.box.width for space in spaces) + left
    height = max(space.box.y + space.box.height for space in spaces) + left
    if max(width, height) > WIDEST:
        found = f"{width:.0f} x {height:.0f} mm"
        given.wrong(
            "spaces",
            f"size: expected one at which the board is at most {WIDEST} mm wide and high, found {found}",
            None,
        )
    return Size(width, height)
