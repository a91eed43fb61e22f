"""The types of Mecha as bits, so that a card can be of two."""

from __future__ import annotations

TOWER, MECHA, COMMAND, PILOT = 1, 2, 4, 8

REDIRECTED = 1  # what the link of an attack has in place of targets once something else has become its target (MIW-188)
