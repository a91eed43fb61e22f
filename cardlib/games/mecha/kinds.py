"""The types of Mecha as bits, so that a card can be of two."""

from __future__ import annotations

from typing import Final

TOWER: Final = 1
MECHA: Final = 2
COMMAND: Final = 4
PILOT: Final = 8

# what the link of an attack keeps once something else has become its target (MIW-188)
REDIRECTED: Final = 1
