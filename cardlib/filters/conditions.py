"""Compiles a filter to an SQL condition over the table `cards`, with every value as a parameter.

The condition is never NULL, so that `not` is exact. It expects the columns id, game, name, type, text, flavour, art,
formerly, unimplemented, override, abilities (a count), the folded name_folded, text_folded, flavour_folded and
name_words (words between spaces), and the JSON columns subtypes (a list), keywords, keyword_words and attributes
(objects); the table `deck_cards`(game, deck, card); and the SQL functions `regexp(pattern, text)` and
`fold(text)`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeAlias

from cardlib.errors import CardlibError
from cardlib.filters.errors import FilterError
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
from cardlib.filters.vocabulary import COMMON_FIELDS
from cardlib.filters.words import bare, fold

Parameter: TypeAlias = int | str

_COLUMNS = ("name", "text", "flavour", "id", "game", "type")
_COUNTED = {
    "keyword": "(select count(*) from json_each(cards.keywords))",
    "subtype": "json_array_length(cards.subtypes)",
}
_FILLED = ("text", "flavour", "art", "unimplemented")


def sql(filter_: Filter, decks: Callable[[str], Collection[str]] | None = None) -> tuple[str, list[Parameter]]:
    """Return a condition over `cards` and its parameters.

    `decks` gives the ids of the cards in the deck of that name or file, for `in:`. Raises `FilterError` at a word
    that means something only on the table (`yours`, counters).
    """
    compiler = _Compiler(filter_.text, decks)
    return compiler.node(filter_.root), compiler.parameters


def only_on_table(text: str, leaf: Related | HasCounters) -> FilterError:
    """The error for a relation or counter in a filter over printed cards."""
    if isinstance(leaf, Related):
        problem = f"'{leaf.said}' means something only during a match"
        if leaf.placed:
            problem += ": a printed card stands nowhere"
        if leaf.argument == "":
            problem += f'; for a name write "{leaf.name}" in quotes'
    else:
        problem = f"'{leaf.id}' counters exist only during a match"
    return FilterError(problem, text, leaf.at)


class _Compiler:
    def __init__(self, text: str, decks: Callable[[str], Collection[str]] | None) -> None:
        self.text = text
        self.decks = decks
        self.parameters: list[Parameter] = []

    def bind(self, *values: Parameter) -> None:
        self.parameters.extend(values)

    def node(self, node: Node) -> str:
        if isinstance(node, Not):
            return f"not {self.node(node.item)}"
        if isinstance(node, Both):
            return "(" + (" and ".join(self.node(item) for item in node.items) or "1") + ")"
        if isinstance(node, Either):
            return "(" + " or ".join(self.node(item) for item in node.items) + ")"
        return f"({self.leaf(node)})"

    def leaf(self, leaf: Leaf) -> str:
        if isinstance(leaf, OfType):
            self.bind(*sorted(leaf.types))
            return f"cards.type in ({', '.join('?' * len(leaf.types))})"
        if isinstance(leaf, OfSubtype):
            self.bind(leaf.id)
            return "exists (select 1 from json_each(cards.subtypes) where value = ?)"
        if isinstance(leaf, HasKeyword):
            return self.keyword(leaf)
        if isinstance(leaf, Compare):
            return self.compare(leaf)
        if isinstance(leaf, IsParity):
            number = self.number(leaf.field)
            kind = self.number(leaf.field)
            self.bind(0 if leaf.parity == "even" else 1)
            return f"typeof({number}) = 'integer' and abs({kind}) % 2 = ?"
        if isinstance(leaf, Has):
            return self.has(leaf.field)
        if isinstance(leaf, Contains):
            return self.contains(leaf)
        if isinstance(leaf, Matches):
            column = self.text_of(leaf.field)
            self.bind(leaf.pattern)
            # parameters are bound in the order in which they stand in the text
            if column == "?":
                raise FilterError(f"'{leaf.field}' takes no regular expression", self.text, leaf.at)
            return f"regexp(?, coalesce({column}, ''))"
        if isinstance(leaf, NameHasWord):
            self.bind(f" {leaf.word} ")
            return "instr(cards.name_words, ?) > 0"
        if isinstance(leaf, NameIs):
            self.bind(f" {bare(leaf.name)} ")
            return "cards.name_words = ?"
        if isinstance(leaf, InDeck):
            return self.deck(leaf)
        raise only_on_table(self.text, leaf)

    def number(self, field: str) -> str:
        """An expression for a number field; binds what it needs, so call it in the order of the text."""
        if field == "used":
            return (
                "(select count(distinct deck) from deck_cards"
                " where deck_cards.game = cards.game and deck_cards.card = cards.id)"
            )
        if field == "abilities":
            return "cards.abilities"
        if field in _COUNTED:
            return _COUNTED[field]
        self.bind(f'$."{field}"')
        return "json_extract(cards.attributes, ?)"

    def text_of(self, field: str) -> str:
        if field in _COLUMNS:
            return f"cards.{field}"
        return f"json_extract(cards.attributes, '$.\"{field}\"')" if field.replace("-", "").isalnum() else "?"

    def keyword(self, leaf: HasKeyword) -> str:
        if leaf.word:
            self.bind(f'$."{leaf.id}"."{leaf.word}"')
            return "json_type(cards.keyword_words, ?) is not null"
        if leaf.op is None:
            self.bind(f'$."{leaf.id}"')
            return "json_type(cards.keywords, ?) is not null"
        path = f'$."{leaf.id}"'
        self.bind(path, path, leaf.value)
        return f"json_type(cards.keywords, ?) is 'integer' and json_extract(cards.keywords, ?) {leaf.op} ?"

    def compare(self, leaf: Compare) -> str:
        if leaf.field in ("id", "game") and isinstance(leaf.value, str):
            self.bind(leaf.value)
            return f"lower(cards.{leaf.field}) = ?"
        if isinstance(leaf.value, FieldRef):
            return self.against(leaf.field, leaf.op, leaf.value.field)
        if leaf.op in ("=", "!="):
            return self.equal(leaf.field, leaf.op, leaf.value)
        kind = self.number(leaf.field)
        number = self.number(leaf.field)
        self.bind(leaf.value)
        return f"typeof({kind}) = 'integer' and {number} {leaf.op} ?"

    def equal(self, field: str, op: Op, value: Parameter) -> str:
        verb = "is" if op == "=" else "is not"
        if isinstance(value, str) and field not in COMMON_FIELDS:
            # a word: one value, or one of a list
            path = f'$."{field}"'
            self.bind(path, fold(value))
            found = "exists (select 1 from json_each(cards.attributes, ?) where fold(value) = ?)"
            return found if op == "=" else f"not {found}"
        left = self.number(field)
        self.bind(value)
        return f"{left} {verb} ?"

    def against(self, field: str, op: Op, other: str) -> str:
        if op in ("=", "!="):
            left, right = self.number(field), self.number(other)
            if op == "!=":
                return f"{left} is not {right}"
            present = self.number(field)
            return f"{left} is {right} and {present} is not null"
        kinds = self.number(field), self.number(other)
        values = self.number(field), self.number(other)
        return f"typeof({kinds[0]}) = 'integer' and typeof({kinds[1]}) = 'integer' and {values[0]} {op} {values[1]}"

    def has(self, field: str) -> str:
        if field == "vanilla":
            return f"cards.abilities = 0 and {_COUNTED['keyword']} = 0"
        if field == "override":
            return "cards.override"
        if field in ("keyword", "subtype"):
            return f"{_COUNTED[field]} > 0"
        if field in ("abilities", "used"):
            return f"{self.number(field)} > 0"
        if field in _FILLED:
            return f"coalesce(cards.{field}, '') <> ''"
        if field == "formerly":
            return "json_array_length(cards.formerly) > 0"
        if field in COMMON_FIELDS:
            return "1"
        self.bind(f'$."{field}"')
        return "json_type(cards.attributes, ?) is not null"

    def contains(self, leaf: Contains) -> str:
        pattern = leaf.text
        if leaf.field == "name":
            self.bind(pattern, pattern)
            return "(instr(cards.name_folded, ?) > 0 or instr(trim(cards.name_words), ?) > 0)"
        if leaf.field in ("text", "flavour"):
            self.bind(pattern)
            return f"instr(coalesce(cards.{leaf.field}_folded, ''), ?) > 0"
        self.bind(f'$."{leaf.field}"', pattern)
        return "instr(fold(coalesce(json_extract(cards.attributes, ?), '')), ?) > 0"

    def deck(self, leaf: InDeck) -> str:
        if self.decks is None:
            raise FilterError("in: needs decks, and there are none here", self.text, leaf.at)
        try:
            ids = sorted(self.decks(leaf.deck))
        except FilterError:
            raise
        except CardlibError as error:
            raise FilterError(str(error), self.text, leaf.at) from None
        self.bind(*ids)
        return f"cards.id in ({', '.join('?' * len(ids))})"
