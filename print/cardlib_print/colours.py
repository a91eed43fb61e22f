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


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two colours as the Web Content Accessibility Guidelines measure it, from 1 to 21."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
