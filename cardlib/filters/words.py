"""How text is compared: folded (case, accents and typographic quotes ignored), the words of a name; counted nouns."""

from __future__ import annotations

import re
import unicodedata

_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "−": "-"})
_EDGES = re.compile(r"^[^\w+]+|[^\w+]+$")


def fold(text: str) -> str:
    """Return `text` as searches see it: no case, no accents, straight quotes."""
    text = text.translate(_QUOTES)
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def slug(name: str) -> str:
    """Return a name as ids and notations write it.

    >>> slug("Ol' Tank"), slug("Ada, The Ingenious")
    ('ol-tank', 'ada-the-ingenious')
    """
    return re.sub(r"[^a-z0-9]+", "-", re.sub("['\".]", "", fold(name))).strip("-")


def name_words(name: str) -> tuple[str, ...]:
    """Return the words of a name, folded: parted by spaces, punctuation at their edges dropped.

    >>> name_words("Ada, The Ingenious"), name_words("Wind-Up Cat")
    (('ada', 'the', 'ingenious'), ('wind-up', 'cat'))
    """
    bare = (_EDGES.sub("", word) for word in fold(name).split())
    return tuple(word for word in bare if word)


def number_of(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> number_of(1, "card"), number_of(2, "card")
    ('1 card', '2 cards')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"
