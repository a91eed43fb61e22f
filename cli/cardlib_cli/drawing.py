"""What every drawing of a battlefield shares: the ink of a player, lines where the output has them, cut names."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from cardlib_cli.output import coloured, terminal_width, width_of
from cardlib_cli.terminal import styled

if TYPE_CHECKING:
    from cardlib.catalog import Project
    from cardlib.kernel.match import Match

NOBODYS = "*"  # in place of a letter: what nobody controls
LEAST, MOST = 40, 140  # columns of a drawing
READABLE = 100  # columns of running text
# The signs of directions, and those of an output without other signs: where a player advances, what a thing faces.
AHEAD = {"north": ("▲", "^"), "south": ("▼", "v"), "east": ("►", ">"), "west": ("◄", "<")}
FACES = {
    "north": ("↑", ":n"),
    "north-east": ("↗", ":ne"),
    "east": ("→", ":e"),
    "south-east": ("↘", ":se"),
    "south": ("↓", ":s"),
    "south-west": ("↙", ":sw"),
    "west": ("←", ":w"),
    "north-west": ("↖", ":nw"),
}


def ink(text: str, player: int, project: Project) -> str:
    """The text in the colour of a player, or of one who acts by rules, on a terminal; what is nobody's has none."""
    return styled(text, project.game.colours[player]) if coloured() and player >= 0 else text


def letter_of(match: Match, player: int) -> str:
    """Return the letter of a player; of one who acts by rules a letter of its name that no player has."""
    if player < 0:
        return NOBODYS
    facts = match.facts
    name = facts.seats[player]
    if player < facts.players:
        return name
    mine = [letter for letter in name if letter.isupper()] + [letter for letter in name if letter.isalpha()]
    return next((letter for letter in mine if letter not in facts.letters), name[:1])


def plain() -> bool:
    """Whether the output can't show lines and arrows."""
    try:
        "┼─│▲▼►◄↗↑…".encode(sys.stdout.encoding or "utf-8")
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
