"""Colours: hex notation, mixing, and the shades that placeholder art is made of."""

from __future__ import annotations

import colorsys
import re

Colour = tuple[float, float, float]

WHITE: Colour = (1.0, 1.0, 1.0)
BLACK: Colour = (0.0, 0.0, 0.0)

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


def is_hex(text: str) -> bool:
    """Whether the text is a colour such as #1c2a39 or #fff."""
    return bool(_HEX.fullmatch(text))


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


def shifted(
    colour: Colour, hue: float = 0.0, lightness: float | None = None, saturation: float | None = None
) -> Colour:
    """Return the colour with its hue turned by `hue` turns and, where given, its lightness and saturation replaced."""
    h, old_lightness, old_saturation = colorsys.rgb_to_hls(*colour)
    return colorsys.hls_to_rgb(
        (h + hue) % 1.0,
        old_lightness if lightness is None else lightness,
        old_saturation if saturation is None else saturation,
    )


def luminance(colour: Colour) -> float:
    """Return the relative luminance of WCAG 2: 0 for black, 1 for white."""

    def linear(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4

    return 0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2])


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast ratio of WCAG 2: 1 (none) to 21 (black on white)."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
