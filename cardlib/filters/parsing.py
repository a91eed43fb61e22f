"""Reads the text of a filter: the grammar of query.lark, then every word is looked up in the game's vocabulary.

What the words mean is settled here, once; the compilers only walk the tree. Lark is imported on the first parse.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, cast

from cardlib.filters.errors import FilterError
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
from cardlib.filters.vocabulary import ALIASES, COMMON_FLAGS, Field, Vocabulary
from cardlib.filters.words import fold
from cardlib.places import cache_root

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

LONGEST = 2000
DEEPEST = 40
LONGEST_NUMBER = 10
KEPT = 100_000  # filters that are kept

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
    if len(text) > LONGEST:
        raise FilterError(f"a filter has at most {LONGEST} characters, this one has {len(text)}", text, LONGEST)
    if not text.strip():
        return Both(())
    bad = next((at for at, character in enumerate(text) if "\ud800" <= character <= "\udfff"), None)
    if bad is not None or "\0" in text:
        raise FilterError("this is not a character", text, text.index("\0") if bad is None else bad)
    _balanced(text)
    tree = _tree(text)
    return _Reader(text, vocabulary, depth).start(tree)


@lru_cache(maxsize=1)
def _lark() -> Lark:
    from lark import Lark

    return Lark.open("query.lark", rel_to=__file__, parser="lalr", maybe_placeholders=True, cache=_tables())


def _tables() -> str | bool:
    """Where the parser's tables are kept between runs; False where nothing can be written."""
    folder = cache_root()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return str(folder / "query-parser.bin") if os.access(folder, os.W_OK) else False


@lru_cache(maxsize=1024)
def _tree(text: str) -> Tree[Token]:
    from lark import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken

    try:
        return _lark().parse(text)
    except UnexpectedCharacters as error:
        raise FilterError(_unexpected(text, error.pos_in_stream or 0), text, error.pos_in_stream) from None
    except UnexpectedEOF:
        raise FilterError("the filter ends too early", text, len(text)) from None
    except UnexpectedToken as error:
        at = error.token.start_pos
        if error.token.type == "$END" or at is None:
            raise FilterError(_unfinished(text), text, len(text.rstrip())) from None
        raise FilterError(_unexpected(text, at), text, at) from None
    except UnexpectedInput as error:
        raise FilterError("this is not a filter", text, error.pos_in_stream) from None


def _balanced(text: str) -> None:
    """Name the parenthesis or quote that is left open, which the parser could only report at the end."""
    open_: list[int] = []
    quote: int | None = None
    slash: int | None = None
    for at, character in enumerate(text):
        if slash is not None:
            if character == "/" and text[at - 1] != "\\":
                slash = None
        elif character == '"':
            quote = at if quote is None else None
        elif quote is not None:
            continue
        elif character == "/" and at and text[at - 1] in ":=":
            slash = at
        elif character == "(":
            open_.append(at)
            if len(open_) > DEEPEST:
                raise FilterError(f"parentheses may be nested {DEEPEST} deep at most", text, at)
        elif character == ")":
            if not open_:
                raise FilterError("')' closes nothing", text, at)
            open_.pop()
    if quote is not None:
        raise FilterError("the quotation mark is never closed", text, quote)
    if slash is not None:
        raise FilterError("the regular expression has no closing '/'", text, slash)
    if open_:
        raise FilterError("'(' is never closed", text, open_[-1])


def _unfinished(text: str) -> str:
    bare = text.rstrip()
    if bare.endswith(("=", "<", ">", ":")):
        return "a value is missing after the operator"
    return "the filter ends where a word or a field is expected"


def _unexpected(text: str, at: int) -> str:
    found = text[at] if at < len(text) else "the end"
    before = text[:at].rstrip()
    if found == "-":
        return "'-' must touch the word that it negates"
    if found == ")" and before.endswith("("):
        return "there is nothing between the parentheses"
    if found in "<>=:!" and before[-1:] not in tuple("<>=:!"):
        return f"a field name is expected before '{found}'"
    if before[-1:] in tuple("<>=:!") and before:
        return f"a value is expected here, not '{found}'"
    if found == "/":
        return "a regular expression stands after a field: text:/…/"
    return f"'{found}' is not expected here"


class _Reader:
    """Turns the parse tree of one text into nodes."""

    def __init__(self, text: str, vocabulary: Vocabulary, depth: int) -> None:
        self.text = text
        self.words = vocabulary
        self.depth = depth

    def start(self, tree: Tree[Token]) -> Node:
        inner = tree.children[0]
        return Both(()) if inner is None else self.node(cast("Tree[Token]", inner))

    def node(self, tree: Tree[Token]) -> Node:
        kind = str(tree.data)
        if kind in ("either", "both"):
            items = [self.node(cast("Tree[Token]", child)) for child in tree.children if not _is_token(child)]
            if len(items) == 1:
                return items[0]
            return Either(tuple(items)) if kind == "either" else Both(tuple(items))
        if kind == "not_":
            return Not(self.node(cast("Tree[Token]", tree.children[-1])))
        tokens = [child for child in tree.children if _is_token(child)]
        first = cast("Token", tokens[0])
        at = first.start_pos or 0
        if kind == "word":
            return self.bare(str(first), at)
        if kind == "phrase":
            return Contains("name", fold(_unquote(first)), at)
        if kind == "exact":
            return NameIs(_unquote(cast("Token", tokens[1])), at)
        operand = cast("Token", cast("Tree[Token]", tree.children[-1]).children[0])
        op = cast("Token", tokens[1])
        if kind == "compare_inner":
            return self.inner(first, cast("Token", tokens[2]), cast("Token", tokens[3]), operand)
        return self.compare(first, op, operand)

    def fail(self, problem: str, at: int, hint: str | None = None) -> FilterError:
        return FilterError(problem, self.text, at, hint)

    def bare(self, word: str, at: int) -> Node:
        """A word alone: a type, group, subtype, keyword or relation if it is one, else a part of the name."""
        low = word.lower()
        if low in ("or", "and", "not"):
            raise self.fail(f"'{word}' has nothing to join here; for a name write \"{word}\" in quotes", at)
        known = self.named(low, at)
        if known is not None:
            return known
        if low in self.words.relations:
            return Related(low, at)
        return Contains("name", fold(word), at)

    def named(self, low: str, at: int) -> Node | None:
        words = self.words
        for table in (words.types, words.groups):
            if low in table:
                return OfType(low, words.types_of(low), at)
            for id_, entry in table.items():
                if low == entry.many.lower():
                    return OfType(id_, words.types_of(id_), at)
        if low in words.subtypes:
            return OfSubtype(low, at)
        if low in words.keywords:
            return HasKeyword(low, at=at)
        return None

    def inner(self, field: Token, word: Token, op: Token, operand: Token) -> Node:
        """`keyword:armour>=2` and `counter:damage>=1`."""
        name = self.field_name(field)
        at = field.start_pos or 0
        low = str(word).lower()
        where = word.start_pos or 0
        if name == "keyword":
            return HasKeyword(self.keyword(low, where, number=True), _op(op), self.number(operand), at)
        if name == "counter":
            if low not in self.words.counters:
                raise self.fail(f"unknown counter '{word}'", where, nearest(low, self.words.counters))
            return HasCounters(low, _op(op), self.number(operand), at)
        raise self.fail("only keyword: and counter: take a second comparison", op.start_pos or 0)

    def field_name(self, token: Token) -> str:
        name = str(token).lower()
        return name if self.words.field(name) else ALIASES.get(name, name)

    def keyword(self, low: str, at: int, number: bool = False) -> str:
        keywords = self.words.keywords
        if low not in keywords:
            raise self.fail(f"unknown keyword '{low}'", at, nearest(low, keywords))
        if number and not keywords[low].has_value:
            raise self.fail(f"the keyword '{low}' carries no number", at)
        return low

    def number(self, token: Token) -> int:
        if not re.fullmatch(r"[+-]?\d+", str(token)):
            raise self.fail(f"expected a number, found {token}", token.start_pos or 0)
        if len(str(token)) > LONGEST_NUMBER:
            raise self.fail(f"a number has at most {LONGEST_NUMBER} characters", token.start_pos or 0)
        return int(str(token))

    def compare(self, field: Token, op: Token, operand: Token) -> Node:
        name = self.field_name(field)
        at = field.start_pos or 0
        where = operand.start_pos or 0
        value = _unquote(operand)
        if name in ("is", "not", "has"):
            if op.value not in (":", "="):
                raise self.fail(f"{name}: takes ':' and a word", op.start_pos or 0)
            found = self.has(value, where) if name == "has" else self.flag(value, where)
            return Not(found) if name == "not" else found
        declared = self.words.field(name)
        if declared is None:
            if name in self.words.keywords:
                known = self.words.keywords[name].words
                if known and not re.fullmatch(r"[+-]?\d+", value):
                    return self.named_by(name, known, op, value.lower(), at, where)
                if not self.words.keywords[name].has_value:
                    raise self.fail(f"the keyword '{name}' carries no number", at)
                return HasKeyword(name, _op(op), self.number(operand), at)
            if name in self.words.counters:
                return HasCounters(name, _op(op), self.number(operand), at)
            raise self.fail(f"unknown field '{field}'", at, nearest(name, self.words.field_names()))
        if declared.kind == "number":
            return self.numeric(name, declared, op, operand, at)
        if declared.kind == "flag":
            return self.truth(name, op, value, at, where)
        if declared.kind == "words":
            return self.member(name, declared, op, operand, at)
        if op.value not in (":", "=", "!="):
            raise self.fail(f"'{name}' is text, it takes ':', '=' or '!='", op.start_pos or 0)
        return _negated(op, self.textual(name, declared, op, operand, at))

    def named_by(self, name: str, known: tuple[str, ...], op: Token, value: str, at: int, where: int) -> Node:
        """`transport:trooper`: a keyword that names a word."""
        if value not in known:
            raise self.fail(f"the keyword '{name}' never names '{value}'", where, nearest(value, known))
        if op.value not in (":", "=", "!="):
            raise self.fail(f"'{name}' is compared with a number, found '{value}'", where)
        return _negated(op, HasKeyword(name, at=at, word=value))

    def numeric(self, name: str, field: Field, op: Token, operand: Token, at: int) -> Node:
        value = str(operand)
        low = value.lower()
        where = operand.start_pos or 0
        plain = op.value in (":", "=", "!=")
        if re.fullmatch(r"[+-]?\d+", value):
            return Compare(name, _op(op), self.number(operand), at)
        if low in ("none", "even", "odd") and plain:
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
        raise self.fail(f"'{name}' is compared with a number, found '{value}'", where, nearest(value, known))

    def truth(self, name: str, op: Token, value: str, at: int, where: int) -> Node:
        if value.lower() not in ("true", "yes", "false", "no"):
            raise self.fail(f"'{name}' is true or false, found '{value}'", where)
        node = Compare(name, "=", 1, at)
        return _negated(op, node if value.lower() in ("true", "yes") else Not(node))

    def member(self, name: str, field: Field, op: Token, operand: Token, at: int) -> Node:
        value = fold(_unquote(operand))
        where = operand.start_pos or 0
        if name == "type" and (op.value not in (":", "=", "!=") or value.isdigit()):
            raise self.fail(f"a card has one type: 'type' takes ':', '=' or '!=' and a type, found '{value}'", where)
        if re.fullmatch(r"\d+", value) and name != "counter":
            return Compare(name, _op(op), self.number(operand), at)
        if op.value not in (":", "=", "!="):
            raise self.fail(f"'{name}' is counted with a number, found '{value}'", where)
        node: Node
        if name == "keyword":
            node = HasKeyword(self.keyword(value, where), at=at)
        elif name == "type":
            found = self.named(value, at)
            if not isinstance(found, OfType):
                known = [*self.words.types, *self.words.groups]
                raise self.fail(f"unknown type '{value}'", where, nearest(value, known))
            node = found
        elif name == "subtype":
            if value not in self.words.subtypes:
                raise self.fail(f"unknown subtype '{value}'", where, nearest(value, self.words.subtypes))
            node = OfSubtype(value, at)
        elif name == "counter":
            if value not in self.words.counters:
                raise self.fail(f"unknown counter '{value}'", where, nearest(value, self.words.counters))
            node = HasCounters(value, ">=", 1, at)
        else:
            self.declared(field, name, value, where)
            node = Compare(name, "=", value, at)
        return _negated(op, node)

    def declared(self, field: Field, name: str, value: str, where: int) -> None:
        if field.values and value not in (fold(known) for known in field.values):
            raise self.fail(f"'{name}' is never '{value}'", where, nearest(value, field.values))

    def textual(self, name: str, field: Field, op: Token, operand: Token, at: int) -> Node:
        value = _unquote(operand)
        where = operand.start_pos or 0
        if operand.type == "REGEX":
            pattern = str(operand)[1:-1].replace("\\/", "/")
            try:
                re.compile(pattern)
            except (re.error, RecursionError, OverflowError) as error:
                place = where + 1 + (getattr(error, "pos", None) or 0)
                raise self.fail(f"the regular expression does not parse: {error}", place) from None
            return Matches("name" if name == "word" else name, pattern, at)
        if name == "word":
            return NameHasWord(fold(value), at)
        if name == "in":
            return InDeck(value, at)
        if name == "name" and op.value == "=":
            return NameIs(value, at)
        if field.kind == "word":
            self.declared(field, name, fold(value), where)
            return Compare(name, "=", fold(value), at)
        return Contains(name, fold(value), at)

    def has(self, value: str, where: int) -> Node:
        low = value.lower()
        low = low if self.words.field(low) else ALIASES.get(low, low)
        if low in self.words.keywords:
            return HasKeyword(low, at=where)
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


def _is_token(child: object) -> bool:
    return isinstance(child, str)


def _unquote(token: Token) -> str:
    return str(token)[1:-1] if token.type == "PHRASE" else str(token)


def _op(token: Token) -> Op:
    return _OPS[str(token)]


def _negated(op: Token, node: Node) -> Node:
    return Not(node) if op.value == "!=" else node
