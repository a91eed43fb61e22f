"""Colours: hex notation and mixing."""

from __future__ import annotations

import re
from functools import lru_cache

Colour = tuple[float, float, float]

WHITE: Colour = (1.0, 1.0, 1.0)
BLACK: Colour = (0.0, 0.0, 0.0)

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


def is_hex(text: str) -> bool:
    """Whether the text is a colour such as #1c2a39 or #fff."""
    return bool(_HEX.fullmatch(text))


@lru_cache(maxsize=256)
def from_hex(text: str) -> Colour:
    """Return the colour of #rrggbb or #rgb."""
    digits = text[1:] if len(text) == 7 else "".join(2 * digit for digit in text[1:])
    return int(digits[:2], 16) / 255, int(digits[2:4], 16) / 255, int(digits[4:], 16) / 255


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """Return the colour that is `share` of the way from `one` to `other`."""
    return (
        one[0] + (other[0] - one[0]) * share,
        one[1] + (other[1] - one[1]) * share,
        one[2] + (other[2] - one[2]) * share,
    )
