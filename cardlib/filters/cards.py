"""What the leaves of a filter mean for a card as printed: the Python twin of the SQL compiler."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Literal, Protocol

from cardlib.filters.conditions import only_on_table
from cardlib.filters.errors import FilterError
from cardlib.filters.nodes import (
    Compare,
    Contains,
    FieldRef,
    Filter,
    Has,
    HasKeyword,
    InDeck,
    IsParity,
    Leaf,
    Matches,
    NameHasWord,
    NameIs,
    OfSubtype,
    OfType,
)
from cardlib.filters.patterns import searching
from cardlib.filters.predicates import compare, predicate
from cardlib.filters.words import bare, fold, in_name, name_words


class Printed(Protocol):
    """A card as the filters see it: any object with these attributes."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def type(self) -> str: ...
    @property
    def subtypes(self) -> Collection[str]: ...
    @property
    def attributes(self) -> Mapping[str, object]: ...
    @property
    def keywords(self) -> Mapping[str, int | Literal[True]]: ...
    @property
    def words(self) -> Mapping[str, Collection[str]]: ...
    @property
    def abilities(self) -> Sequence[object]: ...
    @property
    def text(self) -> str: ...
    @property
    def flavour(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def formerly(self) -> Collection[str]: ...
    @property
    def art(self) -> str: ...
    @property
    def unimplemented(self) -> str | None: ...
    @property
    def override(self) -> bool: ...


def printed(
    filter_: Filter,
    decks: Callable[[str], Collection[str]] | None = None,
    used: Callable[[str], int] | None = None,
) -> Callable[[Printed], bool]:
    """Return a test of printed cards.

    `decks` gives the card ids of a deck for `in:`, `used` the number of decks with that card id for `used>=2`. Raises
    `FilterError` at a word that means something only on the table.
    """
    return predicate(filter_, lambda leaf: _leaf(leaf, filter_.text, decks, used))


def _leaf(
    leaf: Leaf,
    text: str,
    decks: Callable[[str], Collection[str]] | None,
    used: Callable[[str], int] | None,
) -> Callable[[Printed], bool]:
    if isinstance(leaf, OfType):
        types = leaf.types
        return lambda card: card.type in types
    if isinstance(leaf, OfSubtype):
        subtype = leaf.id
        return lambda card: subtype in card.subtypes
    if isinstance(leaf, HasKeyword):
        return _keyword(leaf)
    if isinstance(leaf, Compare):
        return _compare(leaf, used)
    if isinstance(leaf, IsParity):
        field, odd = leaf.field, leaf.parity == "odd"

        def parity(card: Printed) -> bool:
            value = _value(card, field, used)
            return isinstance(value, int) and value % 2 == odd

        return parity
    if isinstance(leaf, Has):
        return _has(leaf.field, used)
    if isinstance(leaf, Contains):
        field, part = leaf.field, leaf.text
        if field == "name":
            return lambda card: in_name(part, card.name)
        return lambda card: part in fold(str(_value(card, field, used) or ""))
    if isinstance(leaf, Matches):
        field, found = leaf.field, searching(leaf.pattern)
        return lambda card: found(str(_value(card, field, used) or ""))
    if isinstance(leaf, NameHasWord):
        word = leaf.word
        return lambda card: word in name_words(card.name)
    if isinstance(leaf, NameIs):
        name = bare(leaf.name)
        return lambda card: bare(card.name) == name
    if isinstance(leaf, InDeck):
        if decks is None:
            raise FilterError("in: needs decks, and there are none here", text, leaf.at)
        ids = frozenset(decks(leaf.deck))
        return lambda card: card.id in ids
    raise only_on_table(text, leaf)


def _value(card: Printed, field: str, used: Callable[[str], int] | None) -> int | str | None:
    if field in ("name", "text", "flavour", "id", "game", "type"):
        return str(getattr(card, field))
    if field == "used":
        return used(card.id) if used else 0
    value = card.attributes.get(field)
    return value if isinstance(value, int | str) else None


def _count(card: Printed, field: str, used: Callable[[str], int] | None) -> int | str | None:
    if field == "abilities":
        return len(card.abilities)
    if field == "keyword":
        return len(card.keywords)
    if field == "subtype":
        return len(card.subtypes)
    return _value(card, field, used)


def _keyword(leaf: HasKeyword) -> Callable[[Printed], bool]:
    id_, op, wanted = leaf.id, leaf.op, leaf.value
    if leaf.word:
        word = leaf.word
        return lambda card: word in card.words.get(id_, ())
    if op is None:
        return lambda card: id_ in card.keywords

    def numbered(card: Printed) -> bool:
        value = card.keywords.get(id_)
        return value is not None and value is not True and compare(value, op, wanted)

    return numbered


def _compare(leaf: Compare, used: Callable[[str], int] | None) -> Callable[[Printed], bool]:
    field, op, value = leaf.field, leaf.op, leaf.value
    if isinstance(value, FieldRef):
        other = value.field
        return lambda card: compare(_count(card, field, used), op, _count(card, other, used))
    if isinstance(value, str):
        low = fold(value)
        if field in ("id", "game"):
            return lambda card: (fold(str(_value(card, field, used))) == low) == (op == "=")

        def word(card: Printed) -> bool:
            found = card.attributes.get(field)
            each = found if isinstance(found, list | tuple) else (found,)
            return any(isinstance(one, str) and fold(one) == low for one in each) == (op == "=")

        return word
    return lambda card: compare(_count(card, field, used), op, value)


def _has(field: str, used: Callable[[str], int] | None) -> Callable[[Printed], bool]:
    if field == "vanilla":
        return lambda card: not card.abilities and not card.keywords
    if field == "override":
        return lambda card: card.override
    if field in ("keyword", "subtype", "abilities", "used"):
        return lambda card: bool(_count(card, field, used))
    if field in ("text", "flavour", "art", "unimplemented", "formerly"):
        return lambda card: bool(getattr(card, field))
    if field in ("name", "id", "type", "game", "word", "in", "counter"):
        return lambda card: True
    return lambda card: field in card.attributes
