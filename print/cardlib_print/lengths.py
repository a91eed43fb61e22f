"""Lengths by name: a layout says a formula once under `lengths`, and its boxes name it.

A name stands for a whole length, wherever one stands in a `box`, or in the `step` or `row` of a repeat. So
`"lengths": {"badge": "min(11, 43%-8)"}` is read once, and `[4, 14, "badge", "badge"]` twice. A share is that of the
width or the height, as if it was written where the name stands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from cardlib.filters.nearest import nearest
from cardlib_print.geometry import length

if TYPE_CHECKING:
    from cardlib_print.given import Given, Raw

_NAME = re.compile(r"[a-z]+(-[a-z]+)*")
_WAYS = ("step", "row")


def named_lengths(given: Given, written: Raw) -> dict[str, object]:
    """Return the lengths that a layout names; what is none, and a name that is no word, is noted in `given`.

    What is none is known by its name all the same, so that nobody is told that there is none of that name.
    """
    found: dict[str, object] = {}
    for name, value in written.items():
        if not _NAME.fullmatch(name):
            given.wrong("lengths", f"expected a name of small letters and hyphens, found {name!r}", None)
        found[name] = value
        if length(value, 1.0) is None:
            found[name] = 1.0
            given.wrong(f"lengths.{name}", f'expected mm, or a sum such as "100%-6", found {value!r}', None)
    return found


def spelt_out(given: Given, where: str, row: Raw, lengths: Mapping[str, object]) -> Raw:
    """Return an element with lengths in place of their names; a name that there is not is noted in `given`."""
    if not lengths:
        return row
    row = dict(row)
    if "box" in row:
        row["box"] = _spelt(given, where, row["box"], lengths)
    repeats = row.get("repeat")
    if isinstance(repeats, dict):
        row["repeat"] = _repeat(given, where, repeats, lengths)
    elif isinstance(repeats, list):
        row["repeat"] = [_repeat(given, where, one, lengths) for one in repeats]
    return row


def _repeat(given: Given, where: str, repeat: object, lengths: Mapping[str, object]) -> object:
    if not isinstance(repeat, dict):
        return repeat
    return {key: _spelt(given, where, one, lengths) if key in _WAYS else one for key, one in repeat.items()}


def _spelt(given: Given, where: str, value: object, lengths: Mapping[str, object]) -> object:
    if not isinstance(value, list):
        return value
    for name in (one for one in value if isinstance(one, str) and _NAME.fullmatch(one) and one not in lengths):
        given.wrong(where, f"no length is called {name!r}", nearest(name, lengths))
    return [lengths.get(one, 1.0 if _NAME.fullmatch(one) else one) if isinstance(one, str) else one for one in value]
