"""Scripts: where a word of theirs may be broken, and those that are not set.

A word may be broken at a soft hyphen, which is written only there, and between Chinese and Japanese characters, but
neither before what closes nor behind what opens (JIS X 4051). Scripts that run from right to left, or whose letters
change and move beside each other, need more than a font, and would come out wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardlib_print.markup import Paragraph, Run, Value

SOFT = "\u00ad"

_WIDE = (
    "\u2e80-\u2fff\u3001-\u312f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff60\U00020000-\U0003ffff"
)
_OPENS = "\u3008\u300a\u300c\u300e\u3010\u3014\u3016\u3018\u301d\uff08\uff3b\uff5b\uff5f"
_CLOSES = (
    "\u3001\u3002\uff0c\uff0e\u30fb\uff1a\uff1b\uff1f\uff01\u30fc\u3005\u309d\u309e\u30fd\u30fe"
    "\u3009\u300b\u300d\u300f\u3011\u3015\u3017\u3019\u301f\uff09\uff3d\uff5d\uff60"
    "\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308e\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u30ee"
)
_PLACE = re.compile(f"{SOFT}|(?<=[{_WIDE}])(?<![{_OPENS}])(?=[{_WIDE}])(?![{_CLOSES}])")
_NOT_SET = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"  # from right to left
    "\u0900-\u0dff\u0f00-\u109f\u1780-\u17ff\u1a20-\u1aaf\u1b00-\u1bff\ua980-\ua9ff\U00011000-\U0001134f]+"  # joined
)


def stretches(paragraph: Paragraph) -> Iterator[tuple[Run, str | None]]:
    """Yield runs in which no word may be broken, each with what is written if a line ends there; None: it goes on."""
    for run in paragraph:
        start = 0
        if not (run.symbol or run.text.isascii()):
            for place in _PLACE.finditer(run.text):
                yield run._replace(text=run.text[start : place.start()]), "-" if place[0] else ""
                start = place.end()
        yield run._replace(text=run.text[start:]) if start else run, None


def not_set(value: Value) -> Iterable[str]:
    """Return the letters of a text that belong to scripts that are not set, as they stand together."""
    texts = [run.text for paragraph in value for run in paragraph if not (run.symbol or run.text.isascii())]
    return dict.fromkeys(found for text in texts for found in _NOT_SET.findall(text))
