"""The nearest known name to a word that nothing carries, and how every message says it: ` (nearest: NAME)`."""

from __future__ import annotations

from collections.abc import Iterable

from cardlib.filters.words import fold

SHORTENED = 3  # letters from which on a word may be the beginning of a name: req for requirement


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known name closest to `word`, else the only one that it begins, or None when nothing is close."""
    from difflib import get_close_matches

    names = {fold(name): name for name in known}
    folded = fold(word)
    found = get_close_matches(folded, names, n=1, cutoff=0.6)
    if not found and len(folded) >= SHORTENED:
        begun = [name for name in names if name.startswith(folded)]
        found = begun if len(begun) == 1 else []
    return names[found[0]] if found else None


def nearest_note(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """Return what a message ends with that names the nearest known name; `otherwise` when nothing is close."""
    return noted(nearest(word, known)) or otherwise


def noted(*names: str | None) -> str:
    """Return the end of a message that names the nearest names, those that there are.

    >>> noted("Turtle", None), noted(None)
    (' (nearest: Turtle)', '')
    """
    there = [name for name in names if name]
    return f" (nearest: {', '.join(there)})" if there else ""
