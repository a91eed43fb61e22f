"""How text is compared: folded (no case, accents, typographic quotes), the words of a name; counts, names in a row.

Queries, deck files, lookups, notation and the table all compare by these functions and by no others.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "−": "-"})
_LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l", "ı": "i"})  # no accent to take off
_EDGES = re.compile(r"^[^\w+]+|[^\w+]+$")
_APART = re.compile(r"[\W_]+")
_DROPPED = re.compile("['\".]")


def fold(text: str) -> str:
    """Return `text` as searches see it: no case, no accents, straight quotes.

    >>> fold("Skippér’s Øre")
    "skipper's ore"
    """
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.translate(_QUOTES).casefold()).translate(_LETTERS)
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def slug(name: str) -> str:
    """Return a name as ids and notations write it; what names a card, names it by this.

    >>> slug("Ol' Tank"), slug("Skippér (Prime)")
    ('ol-tank', 'skipper-prime')
    """
    folded = fold(name)
    words = folded.split()
    if "".join(words).isalnum():  # as most names are
        return "-".join(words)
    return _APART.sub("-", _DROPPED.sub("", folded)).strip("-")


def name_words(name: str) -> tuple[str, ...]:
    """Return the words of a name, folded: parted by spaces, punctuation at their edges dropped.

    >>> name_words("Ada, The Ingenious"), name_words("Wind-Up Cat")
    (('ada', 'the', 'ingenious'), ('wind-up', 'cat'))
    """
    words = [word if word.isalnum() else _EDGES.sub("", word) for word in fold(name).split()]
    return tuple(filter(None, words))


def bare(name: str) -> str:
    """Return a name as its folded words with spaces between them; a name without words folded as it is.

    >>> bare("Skippér (Prime)")
    'skipper prime'
    """
    return " ".join(name_words(name)) or fold(name)


def in_name(part: str, name: str) -> bool:
    """Return whether a name contains a folded text, read as printed or without the punctuation around its words.

    >>> in_name("skipper (", "Skippér (Prime)"), in_name("skipper prime", "Skippér (Prime)")
    (True, True)
    """
    return part in fold(name) or part in bare(name)


def number_of(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> number_of(1, "card"), number_of(2, "card")
    ('1 card', '2 cards')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def listed(names: Sequence[str]) -> str:
    """Return names in a row.

    >>> listed(["A"]), listed(["A", "B", "C"])
    ('A', 'A, B and C')
    """
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else ""
