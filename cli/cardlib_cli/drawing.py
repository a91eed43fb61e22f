"""What every drawing of a battlefield shares: the ink of a player, lines where the output has them, cut names."""

from __future__ import annotations

import sys

from cardlib_cli.output import coloured, terminal_width, width_of
from cardlib_cli.terminal import styled

LEAST, MOST = 40, 140  # columns of a drawing
READABLE = 100  # columns of running text
INKS = ("cyan", "yellow", "magenta", "green", "blue", "red")  # by player


def ink(text: str, player: int) -> str:
    """The text in the colour of a player, on a terminal."""
    return styled(text, INKS[player % len(INKS)]) if coloured() else text


def plain() -> bool:
    """Whether the output can't show lines and arrows."""
    try:
        "┼─│▲▼►◄…".encode(sys.stdout.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


def cut(text: str, wide: int) -> str:
    """The text, at most so many columns wide."""
    return text if width_of(text) <= wide else text[: wide - 1] + ("." if plain() else "…")


def room(most: int = MOST) -> int:
    """How many columns there are for a drawing, or for text with `most` READABLE."""
    return max(LEAST, min(most, terminal_width()))


def padded(text: str, wide: int) -> str:
    """The text with spaces up to so many columns."""
    return text + " " * (wide - width_of(text))
