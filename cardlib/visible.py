"""Characters that are no text: they command a terminal or hide what is written. Where data has one it is refused.

Control characters but tab and line break, embeddings, overrides and isolates of writing directions, line and
paragraph separators, invisible signs, tags, halves of surrogate pairs, and code points that are no characters. What
writing needs (joiners, soft hyphens, direction marks) is text.
"""

from __future__ import annotations

import re
import unicodedata

_HIDDEN = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f"
    "\u200b\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff\U000e0000-\U000e0fff"
    + "".join(chr(plane << 16 | low) for plane in range(1, 17) for low in (0xFFFE, 0xFFFF))
)
NO_TEXT = re.compile(f"[{_HIDDEN}]")
_NAMES = {0x1B: "escape", 0x07: "bell", 0x00: "NUL", 0x0D: "carriage return", 0x9B: "control sequence introducer"}


def visible(text: str) -> str:
    r"""Return the text with a mark in place of each character that is no text: as many characters as before.

    >>> visible("red: \x1b[31m, turned: \u202e")
    'red: \u241b[31m, turned: \ufffd'
    """
    return NO_TEXT.sub(_mark, text)


def _mark(found: re.Match[str]) -> str:
    code = ord(found[0])
    return chr(0x2400 + code) if code < 0x20 else "\u2421" if code == 0x7F else "\N{REPLACEMENT CHARACTER}"


def no_text_in(text: str) -> str:
    """Return the first character of a text that is none, named for a message; "" if all of it is text."""
    found = NO_TEXT.search(text)
    if found is None:
        return ""
    code = ord(found[0])
    other = "a control character" if code < 0xA0 else "no character"
    name = _NAMES.get(code) or unicodedata.name(found[0], "") or other
    return f"U+{code:04X} ({name if code < 0xA0 else name.lower()})"
