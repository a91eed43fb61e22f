"""Whether a query was understood: the words in it that fit no card of a game, and what may have been meant.

A word that is no type, subtype or keyword is looked for in the names of cards. Where no name of the game has it, the
answer says nothing about the question; `remarks` tells so, with the nearest word of the game. Of several games the one
counts that understood the most of the query.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from cardlib.catalog.built import DeckReader
from cardlib.catalog.database import connect
from cardlib.filters.errors import FilterError
from cardlib.filters.nearest import nearest
from cardlib.filters.nodes import Compare, Contains, Leaf, NameHasWord, NameIs
from cardlib.filters.parsing import parse
from cardlib.filters.vocabulary import COMMON_FLAGS, Vocabulary
from cardlib.filters.words import fold, name_words

if TYPE_CHECKING:
    from cardlib.catalog.projects import Project
    from cardlib.filters.nodes import Filter


@dataclass(frozen=True, slots=True)
class Stray:
    """A word that fits no card of a game, as a message with its place; `exact` if it means something else there."""

    error: FilterError
    exact: bool
    wanted: str

    @property
    def reach(self) -> tuple[int, bool, float]:
        """How much of the query was understood before it, and how much help there is."""
        return self.error.position or 0, self.exact, _alike(self.error.hint, self.wanted)


def remarks(projects: Sequence[Project], query: str, found: int, decks: DeckReader | None = None) -> list[str]:
    """Return what to say beside the `found` cards of a query: words that no card of any of the games has.

    Where nothing was found, also which words were looked for in the names.
    """
    read = [(project, filter_) for project in projects if (filter_ := _read(project, query)) is not None]
    strays = [_strays(project, filter_, decks) for project, filter_ in read]
    if strays and all(strays):
        return [str(stray.error) for stray in max(strays, key=lambda several: several[0].reach)]
    if found:
        return []
    looked = {
        leaf.text: None
        for (_, filter_), stray in zip(read, strays, strict=True)
        for leaf in filter_.leaves()
        if not stray and isinstance(leaf, Contains) and _is_bare(leaf, filter_.text)
    }
    words = ", ".join(f"'{word}'" for word in looked)
    return [f"looked for in the names: {words}"] if words else []


def misunderstood(
    read: Sequence[Project], query: str, failed: Sequence[FilterError], decks: DeckReader | None = None
) -> FilterError | None:
    """Return the error of a query that some games could not read, or None where a game that `read` it understood it.

    The error is that of the game which came the furthest, of several the one whose nearest word is nearest.
    """
    best = max(failed, key=_reach)
    for project in read:
        filter_ = _read(project, query)
        strays = _strays(project, filter_, decks) if filter_ is not None else []
        if not strays or (strays[0].error.position or 0) > (best.position or 0):
            return None
    return best


def _reach(error: FilterError) -> tuple[int, float]:
    return error.position or 0, _nearness(error)


def _nearness(error: FilterError) -> float:
    """How near the nearest word is to what stands at the place of an error: 0 to 1, 0 for none."""
    word = re.match(r"[\w-]*", error.text[error.position or 0 :])
    return _alike(error.hint, word[0]) if word else 0.0


def _alike(hint: str | None, word: str) -> float:
    return SequenceMatcher(None, fold(hint), fold(word)).ratio() if hint else 0.0


def _read(project: Project, query: str) -> Filter | None:
    try:
        return parse(query, project.vocabulary)
    except FilterError:
        return None


def _strays(project: Project, filter_: Filter, decks: DeckReader | None) -> list[Stray]:
    """The words of a query about names and ids that no card of the game has, in the order of the text."""
    leaves = [leaf for leaf in filter_.leaves() if _is_about_names(leaf)]
    if not leaves:
        return []
    with closing(connect([project], decks)) as connection:
        names = dict(connection.execute("SELECT id, name FROM cards").fetchall())
    found = [_stray(leaf, project, filter_.text, names) for leaf in leaves]
    return sorted((stray for stray in found if stray is not None), key=lambda stray: stray.error.position or 0)


def _is_about_names(leaf: Leaf) -> bool:
    if isinstance(leaf, Contains):
        return leaf.field == "name"
    return isinstance(leaf, NameHasWord | NameIs) or (isinstance(leaf, Compare) and leaf.field in ("id", "game"))


def _stray(leaf: Leaf, project: Project, text: str, names: dict[str, str]) -> Stray | None:
    """What is wrong with a word that no card has; None for one that some card has. `names` are those of all ids."""
    words = dict.fromkeys(word for name in names.values() for word in name_words(name))
    more, known = "", list(names.values())
    if isinstance(leaf, Contains):
        wanted, problem = leaf.text, "no name contains"
        there = any(wanted in fold(name) for name in known)
        known += words
        if _is_bare(leaf, text):
            more = f"; it is an id: id:{wanted}" if wanted in names else _as_field(wanted, project.vocabulary)
            known = [*words, *_alone(project.vocabulary)]
        elif wanted in _alone(project.vocabulary):
            more = f"; {wanted} alone, without quotation marks, is more than a name"
    elif isinstance(leaf, NameHasWord):
        wanted, problem, there, known = leaf.word, "no name has the word", leaf.word in words, list(words)
    elif isinstance(leaf, NameIs):
        wanted, problem = leaf.name, "no card is called"
        there = fold(wanted) in (fold(name) for name in known)
    elif isinstance(leaf, Compare):
        wanted, problem = str(leaf.value), f"no {leaf.field} is"
        known = [project.slug] if leaf.field == "game" else list(names)
        there = wanted in (one.lower() for one in known)
    if there:
        return None
    near = None if more else nearest(wanted, known)
    return Stray(FilterError(f"{problem} '{wanted}'{more}", text, leaf.at, near), bool(more), wanted)


def _is_bare(leaf: Contains, text: str) -> bool:
    """Whether a word stands alone, neither in quotation marks nor behind a field."""
    return fold(text[leaf.at : leaf.at + len(leaf.text)]) == leaf.text


def _as_field(word: str, vocabulary: Vocabulary) -> str:
    """How a word is written that is a field or the value of one, as the end of a sentence."""
    if takes := vocabulary.comparable(word):
        return f"; '{word}' is a field: {word}{'<=2' if takes == 'number' else ':VALUE'} or has:{word}"
    fields = [name for name, field in vocabulary.fields.items() if word in field.known_as()]
    return f"; as a value it is {' or '.join(f'{name}:{word}' for name in fields)}" if fields else ""


def _alone(vocabulary: Vocabulary) -> list[str]:
    """The words that mean something alone, as they are written."""
    shortcuts = [f"is:{name}" for name in (*vocabulary.shortcuts, *COMMON_FLAGS)]
    return [*shortcuts, *vocabulary.types, *vocabulary.groups, *vocabulary.subtypes, *vocabulary.keywords]
