"""What lies on the table beside cards: tokens, markers, dice, boards. Declared once, in pieces.json; nothing copies it.

Printing takes their names, texts and layouts from the same entries; play takes what is here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

ALL, PLAYER = "all", "player"


@dataclass(frozen=True, slots=True)
class Piece:
    """One kind of piece: its group, how many there are, and what it stands for.

    `copies` are those of one player where it is `of` "player", of the whole table where it is "all". `counter` is the
    counter that it marks, `die` the die that it is, `number` what is written on it, `sides` what its sides show.
    """

    id: str
    group: str
    name: str
    copies: int = 1
    of: str = ALL
    counter: str = ""
    die: str = ""
    number: int | None = None
    sides: tuple[str, ...] = ()

    def supply(self, players: int) -> int:
        """Return how many there are in all, in a match of so many players."""
        return self.copies * players if self.of == PLAYER else self.copies


def marking(pieces: Mapping[str, Piece], counter: str) -> Iterator[Piece]:
    """Yield the pieces that mark a counter: one, or several of different numbers."""
    return (piece for piece in pieces.values() if piece.counter == counter)
