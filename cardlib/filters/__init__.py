"""The filter language: one grammar, and three compilers for it.

`mecha flight cost<=2 -keyword:haste` means the same in a card query, in an ability's target, in a construction rule and
in a print selection.

    parse(text, vocabulary) -> Filter       reads a filter, or raises `FilterError` with position and nearest word
    sql(filter) -> (where, parameters)      a condition over the table `cards` of the database
    predicate(filter, leaf) -> test         a Python test; `leaf(node)` says what a leaf means for the caller's objects
    printed(filter) -> test                 the same for cards as printed
    english(filter, vocabulary, "each")     a noun phrase for rendered card text

What can be said: a type, subtype, keyword or relation as a bare word; any other bare word, or a "phrase", is
looked for in the name; `!"Exact Name"`; `field op value` with `: = != < <= > >=`, a field against a field
(`power>durability`), a variable value (`cost:X`), `none`, `even`, `odd`; `keyword:armour>=2` or `armour>=2`;
`counter:damage>=1`; `text:` (`o:`) with a word, a "phrase" or a /regular expression/; `word:Drone` for a whole word
of the name; `is:`, `not:`, `has:`; `in:deck`; `used>=2`; juxtaposition for and, `or`, `-` or `not`, parentheses.

`Vocabulary` holds the words of one game. Relations (`yours`, `self`, `neighbouring`) and counters mean something
only on the table: `sql` and `printed` refuse them with their position.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from cardlib.filters.nearest import nearest, nearest_note, noted

if TYPE_CHECKING:
    from cardlib.filters.cards import Printed, printed
    from cardlib.filters.conditions import sql
    from cardlib.filters.errors import FilterError
    from cardlib.filters.names import NameIndex, name_index
    from cardlib.filters.nodes import (
        Both,
        Compare,
        Contains,
        Either,
        FieldRef,
        Filter,
        Has,
        HasCounters,
        HasKeyword,
        InDeck,
        IsParity,
        Leaf,
        Matches,
        NameHasWord,
        NameIs,
        Node,
        Not,
        OfSubtype,
        OfType,
        Op,
        Related,
    )
    from cardlib.filters.parsing import parse
    from cardlib.filters.phrases import Number, article, count_word, english
    from cardlib.filters.predicates import compare, predicate
    from cardlib.filters.vocabulary import COMMON_RELATIONS, Entry, Field, Relation, Vocabulary
    from cardlib.filters.words import fold, name_words

# What is imported on first use, so that a read command pays for no compiler that it does not need.
_PARTS = {
    "cards": "Printed printed",
    "conditions": "sql",
    "errors": "FilterError",
    "nodes": "Both Compare Contains Either FieldRef Filter Has HasCounters HasKeyword InDeck IsParity Leaf Matches"
    " NameHasWord NameIs Node Not OfSubtype OfType Op Related",
    "parsing": "parse",
    "phrases": "Number article count_word english",
    "predicates": "compare predicate",
    "vocabulary": "COMMON_RELATIONS Entry Field Relation Vocabulary",
    "names": "NameIndex name_index",
    "words": "fold name_words",
}
_HOME = {name: part for part, names in _PARTS.items() for name in names.split()}

__all__ = [
    "COMMON_RELATIONS",
    "Both",
    "Compare",
    "Contains",
    "Either",
    "Entry",
    "Field",
    "FieldRef",
    "Filter",
    "FilterError",
    "Has",
    "HasCounters",
    "HasKeyword",
    "InDeck",
    "IsParity",
    "Leaf",
    "Matches",
    "NameHasWord",
    "NameIndex",
    "NameIs",
    "Node",
    "Not",
    "Number",
    "OfSubtype",
    "OfType",
    "Op",
    "Printed",
    "Related",
    "Relation",
    "Vocabulary",
    "article",
    "compare",
    "count_word",
    "english",
    "fold",
    "name_index",
    "name_words",
    "nearest",
    "nearest_note",
    "noted",
    "parse",
    "predicate",
    "printed",
    "sql",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value
