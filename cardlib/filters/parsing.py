"""Reads the text of a filter: the words of its parse tree are looked up in the game's vocabulary.

What the words mean is settled here, once; the compilers only walk the nodes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, cast

from cardlib.bounds import QUERY
from cardlib.filters.errors import FilterError
from cardlib.filters.foreign import Takes, number_alone, range_problem, sign_problem, spoken_problem
from cardlib.filters.grammar import Token, Tree, tree_of
from cardlib.filters.nearest import nearest
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
from cardlib.filters.patterns import PatternError, searching
from cardlib.filters.vocabulary import ALIASES, COMMON_FLAGS, Entry, Field, Relation, Vocabulary
from cardlib.filters.words import fold

if TYPE_CHECKING:
    from collections.abc import Mapping


LONGEST_NUMBER = 10
KEPT = 100_000  # filters that are kept
LISTED = 12  # values of a field that a message lists

_WHOLE = re.compile(r"[+-]?\d+")
_OPS: dict[str, Op] = {":": "=", "=": "=", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


def parse(text: str, vocabulary: Vocabulary) -> Filter:
    """Read a filter; the empty text means everything. What was read once is kept with the vocabulary.

    Raises `FilterError` with position and nearest word for whatever is not in the grammar or in the vocabulary.
    """
    known = vocabulary.read.get(text)
    if known is None:
        if len(vocabulary.read) >= KEPT:
            vocabulary.read.clear()
        known = vocabulary.read[text] = Filter(text, _parse(text, vocabulary, 0))
    return known


def _parse(text: str, vocabulary: Vocabulary, depth: int) -> Node:
    if not text.strip() and len(text) <= QUERY:
        return Both(())
    return _Reader(text, vocabulary, depth).node(tree_of(text))


class _Reader:
    """Turns the parse tree of one text into nodes."""

    def __init__(self, text: str, vocabulary: Vocabulary, depth: int) -> None:
        self.text = text
        self.words = vocabulary
        self.depth = depth

    def node(self, tree: Tree) -> Node:
        kind, parts = tree
        if kind in ("either", "both"):
            items = [self.node(part) for part in parts]
            if len(items) == 1:
                return items[0]
            return Either(tuple(items)) if kind == "either" else Both(tuple(items))
        if kind == "not_":
            return Not(self.node(parts[-1]))
        first: Token = parts[0]
        at = first.at
        if kind == "word":
            return self.bare(str(first), at)
        if kind == "phrase":
            return Contains("name", fold(_unquote(first)), at)
        if kind == "exact":
            return self.exact(parts[1], at)
        if kind == "in_deck":
            return self.deck(first, parts[1], at)
        operand: Token = parts[-1]
        if kind == "compare_inner":
            return self.inner(first, parts[2], parts[3], operand)
        return self.compare(first, parts[1], operand)

    def fail(self, problem: str, at: int, hint: str | None = None) -> FilterError:
        return FilterError(problem, self.text, at, hint)

    def bare(self, word: str, at: int) -> Node:
        """A word alone: a type, group, subtype, keyword or relation if it is one, else a part of the name."""
        low = word.lower()
        if low in ("or", "and", "not"):
            raise self.fail(f"'{word}' has nothing to join here; for a name write \"{word}\" in quotes", at)
        if low in ("in", "is", "has"):
            wants = "the name or file of a deck, in:DECK" if low == "in" else f"a word, {low}:WORD"
            raise self.fail(f"'{word}' takes ':' and {wants}; for a name write \"{word}\" in quotes", at)
        takes = self.words.comparable(low)
        foreign = spoken_problem(self.text, at, word, takes) if takes else None
        if foreign is not None:
            raise self.fail(foreign[1], foreign[0])
        listed = number_alone(self.text, at, word)
        if listed is not None and self.words.comparable(listed[0].lower()) == "number":
            raise self.fail(f"'{word}' has no field here; write {listed[1]}; for a name write \"{word}\" in quotes", at)
        known = self.named(low, at)
        if known is not None:
            return known
        relation = self.words.relations.get(low)
        if relation is not None and relation.takes:
            wants = f"'{low}' takes ':' and {relation.wants}, {low}:{relation.example}"
            raise self.fail(f'{wants}; for a name write "{word}" in quotes', at)
        if relation is not None:
            return Related(low, at, placed=relation.placed)
        self.plain(word, at)
        return Contains("name", fold(word), at)

    def plain(self, word: str, at: int, field: str = "", takes: Takes = "part") -> None:
        """Refuse signs of other languages in an unquoted word, or in the value of a field."""
        foreign = sign_problem(word, field, takes)
        if foreign is not None and self.words.field(word.lower()) is None:  # a step of a table is one: health@3
            raise self.fail(foreign[1], at + foreign[0])

    def exact(self, operand: Token, at: int) -> Node:
        """`!"Exact Name"`; `!flight` is how other languages negate."""
        value = _unquote(operand)
        if operand.kind != "PHRASE":
            if self.named(value.lower(), at) is not None:
                raise self.fail(f"'!' asks for an exact name; to negate write -{value}, for a name !\"{value}\"", at)
            self.plain(value, operand.at, "!", "whole")
        return NameIs(value, at)

    def deck(self, opening: Token, path: Token, at: int) -> Node:
        """`in:graces-command`, `in:decks/mine.txt`: what follows is taken as it stands."""
        field, op = re.fullmatch(r"(\w+)\s*(\S+)", str(opening)).groups()  # type: ignore[union-attr]
        name = Token("FIELD", field, at)
        if self.field_name(name) != "in":  # a game may have a field of its own that is called so
            value = Token("WORD", str(path), path.at)
            return self.compare(name, Token("OP", op, at + len(opening) - len(op)), value)
        node = InDeck(str(path), path.at)
        return Not(node) if op == "!=" else node

    def named(self, low: str, at: int) -> Node | None:
        """A type, group, subtype or keyword: by its id, a type by its plural, and by the name that is printed."""
        words = self.words
        if low not in words.named:
            if len(words.named) >= KEPT:
                words.named.clear()
            words.named[low] = meant(low, words)
        kind, id_ = words.named[low]
        if kind == "type":
            return OfType(id_, words.types_of(id_), at)
        if kind == "subtype":
            return OfSubtype(id_, at)
        return HasKeyword(id_, at=at) if kind == "keyword" else None

    def inner(self, field: Token, word: Token, op: Token, operand: Token) -> Node:
        """`keyword:armour>=2` and `counter:damage>=1`."""
        name = self.field_name(field)
        at = field.at
        low = _unquote(word).lower()
        where = word.at
        if name == "keyword":
            return HasKeyword(self.keyword(low, where, number=True), _op(op), self.number(operand), at)
        if name == "counter":
            if low not in self.words.counters:
                raise self.fail(f"unknown counter '{word}'", where, nearest(low, self.words.counters))
            return HasCounters(low, _op(op), self.number(operand), at)
        raise self.fail("only keyword: and counter: take a second comparison", op.at)

    def field_name(self, token: Token) -> str:
        name = str(token).lower()
        return name if self.words.field(name) else ALIASES.get(name, name)

    def keyword(self, low: str, at: int, number: bool = False) -> str:
        keywords = self.words.keywords
        found = _written(keywords, low)
        if found is None:
            raise self.fail(f"unknown keyword '{low}'", at, _nearest(low, keywords))
        if number and not keywords[found].has_value:
            raise self.fail(f"the keyword '{low}' carries no number", at)
        return found

    def number(self, token: Token) -> int:
        if not _WHOLE.fullmatch(token):
            if token.kind == "WORD":
                self.plain(str(token), token.at, self.before(token), "number")
            raise self.fail(f"expected a number, found {token}", token.at)
        if len(str(token)) > LONGEST_NUMBER:
            raise self.fail(f"a number has at most {LONGEST_NUMBER} characters", token.at)
        return int(str(token))

    def before(self, operand: Token) -> str:
        """The field and operator in front of a value, as written: what stands there since the last space or (."""
        start = operand.at
        return re.split(r"[\s(]", self.text[:start].rstrip())[-1].lstrip("-")

    def compare(self, field: Token, op: Token, operand: Token) -> Node:
        name = self.field_name(field)
        at = field.at
        where = operand.at
        value = _unquote(operand)
        if operand.kind == "WORD" and not value.isalnum():
            self.plain(value, where, f"{field}{op}", self.takes(name, op))
        if name in ("is", "not", "has"):
            if op not in (":", "="):
                raise self.fail(f"{name}: takes ':' and a word", op.at)
            found = self.has(value, where) if name == "has" else self.flag(value, where)
            return Not(found) if name == "not" else found
        declared = self.words.field(name)
        if declared is None:
            if name in self.words.keywords:
                known = self.words.keywords[name].words
                if known and not _WHOLE.fullmatch(value):
                    return self.named_by(name, known, op, value, at, where)
                if not self.words.keywords[name].has_value:
                    raise self.fail(f"the keyword '{name}' carries no number", at)
                return HasKeyword(name, _op(op), self.number(operand), at)
            if name in self.words.counters:
                return HasCounters(name, _op(op), self.number(operand), at)
            if name in self.words.relations:
                return self.related(name, self.words.relations[name], op, operand, at)
            raise self.fail(f"unknown field '{field}'", at, nearest(name, self.words.field_names()))
        if declared.kind == "number":
            return self.numeric(name, declared, op, operand, at)
        if declared.kind == "flag":
            return self.truth(name, op, value, at, where)
        if declared.kind == "words":
            return self.member(name, declared, op, operand, at)
        if op not in (":", "=", "!="):
            raise self.fail(f"'{name}' is text, it takes ':', '=' or '!='", op.at)
        return _negated(op, self.textual(name, declared, op, operand, at))

    def related(self, name: str, relation: Relation, op: Token, operand: Token, at: int) -> Node:
        """`within:3`, `in-arc:front`: a relation with its argument."""
        value, where = _unquote(operand).lower(), operand.at
        if not relation.takes:
            raise self.fail(f"'{name}' stands alone, it takes no '{op}{operand}'", op.at)
        if op not in (":", "=", "!="):
            raise self.fail(f"'{name}' takes ':', '=' or '!=' and {relation.wants}", op.at)
        if relation.takes == "word":
            if value not in relation.words:
                near = nearest(value, relation.words)
                raise self.fail(f"'{name}' takes {relation.wants}, found '{value}'", where, near)
            return _negated(op, Related(name, at, argument=value, placed=relation.placed))
        if not re.fullmatch(r"\d{1,9}", value) or not relation.least <= int(value) <= relation.most:
            raise self.fail(f"'{name}' takes {relation.wants}, found '{value}'", where)
        return _negated(op, Related(name, at, argument=int(value), placed=relation.placed))

    def takes(self, name: str, op: Token) -> Takes:
        """How much of a text the value of a field names, for messages."""
        field = self.words.field(name)
        if field is None:
            relation = self.words.relations.get(name)
            number = self.words.comparable(name) == "number" or (relation is not None and relation.takes == "number")
            return "number" if number else "value"
        if field.kind in ("number", "words", "flag"):
            return "number" if field.kind == "number" else "value"
        if name == "word":
            return "words"
        return "whole" if field.kind == "word" or (name == "name" and op == "=") else "part"

    def named_by(self, name: str, known: tuple[str, ...], op: Token, value: str, at: int, where: int) -> Node:
        """`transport:trooper`: a keyword that names a word."""
        words = {**self.words.types, **self.words.subtypes}
        table = {word: words.get(word, Entry(word)) for word in known}
        word = _written(table, value.lower())
        if word is None:
            raise self.fail(f"the keyword '{name}' never names '{value}'", where, _nearest(value, table))
        if op not in (":", "=", "!="):
            raise self.fail(f"'{name}' is compared with a number, found '{value}'", where)
        return _negated(op, HasKeyword(name, at=at, word=word))

    def numeric(self, name: str, field: Field, op: Token, operand: Token, at: int) -> Node:
        value = str(operand)
        low = value.lower()
        where = operand.at
        plain = op in (":", "=", "!=")
        if _WHOLE.fullmatch(value):
            return Compare(name, _op(op), self.number(operand), at)
        if low in ("none", "even", "odd"):
            if not plain:
                raise self.fail(f"'{low}' is neither less nor more than a number, it takes ':' or '!='", where)
            if low == "none":
                return _negated(op, Not(Has(name, at)))
            return _negated(op, IsParity(name, cast("Literal['even', 'odd']", low), at))
        for variable in field.variables:
            if low == variable.lower():
                if not plain:
                    raise self.fail(f"{variable} is neither less nor more than a number, it takes ':' or '!='", where)
                return Compare(name, _op(op), variable, at)
        other = self.words.field(low)
        if other is not None and other.kind == "number":
            return Compare(name, _op(op), FieldRef(low), at)
        known = [
            *field.variables,
            *(key for key, entry in self.words.fields.items() if entry.kind == "number"),
            *("none", "even", "odd"),
        ]
        more = range_problem(name, value)
        raise self.fail(
            f"'{name}' is compared with a number, found '{value}'{more}", where, None if more else nearest(value, known)
        )

    def truth(self, name: str, op: Token, value: str, at: int, where: int) -> Node:
        if value.lower() not in ("true", "yes", "false", "no"):
            raise self.fail(f"'{name}' is true or false, found '{value}'", where)
        node = Compare(name, "=", 1, at)
        return _negated(op, node if value.lower() in ("true", "yes") else Not(node))

    def member(self, name: str, field: Field, op: Token, operand: Token, at: int) -> Node:
        value = fold(_unquote(operand))
        where = operand.at
        if name == "type" and (op not in (":", "=", "!=") or value.isdigit()):
            raise self.fail(f"a card has one type: 'type' takes ':', '=' or '!=' and a type, found '{value}'", where)
        if re.fullmatch(r"\d+", value) and name != "counter":
            return Compare(name, _op(op), self.number(operand), at)
        if op not in (":", "=", "!="):
            raise self.fail(f"'{name}' is counted with a number, found '{value}'", where)
        node: Node
        if name == "keyword":
            node = HasKeyword(self.keyword(value, where), at=at)
        elif name == "type":
            found = self.named(value, at)
            if not isinstance(found, OfType):
                known = {**self.words.groups, **self.words.types}
                raise self.fail(f"unknown type '{value}'", where, _nearest(value, known))
            node = found
        elif name == "subtype":
            subtype = _written(self.words.subtypes, value)
            if subtype is None:
                raise self.fail(f"unknown subtype '{value}'", where, _nearest(value, self.words.subtypes))
            node = OfSubtype(subtype, at)
        elif name == "counter":
            if value not in self.words.counters:
                raise self.fail(f"unknown counter '{value}'", where, nearest(value, self.words.counters))
            node = HasCounters(value, ">=", 1, at)
        else:
            node = Compare(name, "=", self.declared(field, name, value, where), at)
        return _negated(op, node)

    def declared(self, field: Field, name: str, value: str, where: int) -> str:
        """The value of a list that is meant, written as in the data or as printed; any where there is no list."""
        known = field.known_as()
        if not known or fold(value) in known:
            return fold(known.get(fold(value), value))
        text = self.text[where:]
        longer = [said for said in field.printed if re.match(rf"{re.escape(said)}(?!\w)", text, re.IGNORECASE)]
        if longer and not text.startswith('"'):
            at, quoted = where + len(value), f'{name}:"{longer[0]}"'
            raise self.fail(f"a value with a space needs quotation marks: {quoted}", at)
        near = nearest(value, [*field.printed, *field.values])
        listed = f", it is one of {', '.join(field.values)}" if len(field.values) <= LISTED and not near else ""
        raise self.fail(f"'{name}' is never '{value}'{listed}", where, near)

    def textual(self, name: str, field: Field, op: Token, operand: Token, at: int) -> Node:
        value = _unquote(operand)
        where = operand.at
        if operand.kind == "REGEX":
            pattern = str(operand)[1:-1].replace("\\/", "/")
            try:
                searching(pattern)
            except PatternError as error:
                place = where + 1 + (error.position or 0)
                raise self.fail(f"the regular expression {error}", place) from None
            return Matches("name" if name == "word" else name, pattern, at)
        if name == "word":
            return NameHasWord(fold(value), at)
        if name == "in":
            return InDeck(value, where)
        if name == "name" and op == "=":
            return NameIs(value, at)
        if field.kind == "word":
            return Compare(name, "=", self.declared(field, name, value, where), at)
        return Contains(name, fold(value), at)

    def has(self, value: str, where: int) -> Node:
        low = value.lower()
        low = low if self.words.field(low) else ALIASES.get(low, low)
        keyword = _by_id(self.words.keywords, low) or (
            None if self.words.field(low) else _by_name(self.words.keywords, low)
        )
        if keyword is not None:
            return HasKeyword(keyword, at=where)
        if low in self.words.counters:
            return HasCounters(low, ">=", 1, where)
        if self.words.field(low) is None and low not in ("art", "formerly"):
            known = [*self.words.field_names(), *self.words.keywords, "art", "formerly"]
            raise self.fail(f"has: takes a field or a keyword, found '{value}'", where, nearest(low, known))
        return Has(low, where)

    def flag(self, value: str, where: int) -> Node:
        low = value.lower()
        field = self.words.fields.get(low)
        if field is not None and field.kind == "flag":
            return Compare(low, "=", 1, where)
        if low in self.words.shortcuts:
            if self.depth > 5:
                raise self.fail(f"the shortcut '{low}' leads back to itself", where)
            return _parse(self.words.shortcuts[low], self.words, self.depth + 1)
        known = self.named(low, where)
        if known is not None:
            return known
        if low in COMMON_FLAGS:
            return Has(low, where)
        raise self.fail(f"nothing is declared as '{value}'", where, nearest(low, self.words.flag_names()))


def _unquote(token: Token) -> str:
    return str(token)[1:-1] if token.kind == "PHRASE" else str(token)


def _op(token: Token) -> Op:
    return _OPS[str(token)]


def _negated(op: Token, node: Node) -> Node:
    return Not(node) if op == "!=" else node


def meant(low: str, words: Vocabulary) -> tuple[str, str]:
    """Return what a word alone names, in small letters, and its id; empty words where it names nothing.

    Ids come before printed names, types before subtypes before keywords.
    """
    kinds = {**words.groups, **words.types}
    for find in (_by_id, _by_name):
        kind = find(kinds, low) or (_by_many(kinds, low) if find is _by_id else None)
        if kind is not None:
            return "type", kind
        for name, table in (("subtype", words.subtypes), ("keyword", words.keywords)):
            found = find(table, low)
            if found is not None:
                return name, found
    return "", ""


def _by_id(table: Mapping[str, Entry], low: str) -> str | None:
    return low if low in table else None


def _by_many(table: Mapping[str, Entry], low: str) -> str | None:
    return next((id_ for id_, entry in table.items() if entry.many.lower() == low), None)


def _by_name(table: Mapping[str, Entry], low: str) -> str | None:
    wanted = fold(low)
    return next((id_ for id_, entry in table.items() if fold(entry.name) == wanted), None)


def _written(table: Mapping[str, Entry], low: str) -> str | None:
    """The id of what is written as in the data, or as printed."""
    return _by_id(table, low) or _by_name(table, low)


def _nearest(word: str, table: Mapping[str, Entry]) -> str | None:
    return nearest(word, [*(entry.name for entry in table.values()), *table])
