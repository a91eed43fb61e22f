"""The grammar of filters: the tree of a text, or an error that says what stands in its way.

    either:  both ("or" both)*
    both:    negated ("and"? negated)*
    negated: ("-" | "not") negated | "(" either ")" | in:PATH | FIELD OP operand | FIELD OP WORD OP operand
           | "!" (PHRASE | WORD) | PHRASE | WORD
    operand: WORD | PHRASE | REGEX | SIGNED

Which pieces are looked for depends on what stands before them: `or` behind a word joins, elsewhere it is a word. What
the words of a tree mean is settled in `cardlib.filters.parsing`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final, NamedTuple, NoReturn

from cardlib.bounds import PARENTHESES, QUERY
from cardlib.filters.errors import FilterError
from cardlib.filters.foreign import comparison_problem, statement_problem


class Token(str):
    """A piece of a filter as it is written, with its kind and where it begins."""

    __slots__ = ("at", "kind")

    at: int
    kind: str

    def __new__(cls, kind: str, text: str, at: int) -> Token:
        token = super().__new__(cls, text)
        token.kind, token.at = kind, at
        return token


class Tree(NamedTuple):
    """A part of a filter: `either`, `both` and `not_` have trees for parts, the others pieces."""

    kind: str
    parts: tuple[Any, ...]


def tree_of(text: str) -> Tree:
    """Return the parse tree of a text that is not empty; raises `FilterError` with the place that does not fit."""
    if len(text) > QUERY:
        raise FilterError(f"a filter has at most {QUERY} characters, this one has {len(text)}", text, QUERY)
    bad = None if text.isascii() and "\0" not in text else _NO_CHARACTER.search(text)
    if bad is not None:
        raise FilterError("this is not a character", text, bad.start())
    foreign = statement_problem(text)
    if foreign is not None:
        raise FilterError(foreign[1], text, foreign[0])
    if _PAIRED.search(text):
        _balanced(text)
    return _tree(text)


@lru_cache(maxsize=1024)
def _tree(text: str) -> Tree:
    return _Parser(text).either(closing=False)


def _kinds(*pieces: tuple[str, str]) -> re.Pattern[str]:
    """Return what finds the next piece of some kinds behind spaces; of several that fit the first one."""
    return re.compile(r"\s*(?:" + "|".join(f"(?P<{kind}>{pattern})" for kind, pattern in pieces) + ")")


_IN = ("IN", r"""(?i:in|deck)\s*(?:!=|[:=])(?=\s*[^\s"()!:=<>])""")
_JOINS = (("OR", r"(?i:or)(?=[\s(]|$)"), ("AND", r"(?i:and)(?=[\s(])"), ("CLOSE", r"\)"))
_PHRASE = ("PHRASE", r'"[^"]*"')
_WORD = ("WORD", r"""[^\s()"!:=<>/\-][^\s()"!:=<>]*""")
_BEGINS = (
    ("NOT", r"(?i:not)(?=[\s(])"),
    ("FIELD", r"[^\W\d][\w-]*(?:@[\w-]+)?(?=\s*(?:!=|[<>]=?|[:=]))"),
    _PHRASE,
    _WORD,
    ("OPEN", r"\("),
    ("BANG", r"!(?!=)"),
    ("MINUS", r"-(?=\S)"),
)
_BEGINNING: Final = _kinds(_IN, *_BEGINS)
_FURTHER: Final = _kinds(_IN, *_JOINS, *_BEGINS)
_PATH: Final = _kinds(("PATH", r"""[^\s"()]+"""))
_OP: Final = _kinds(("OP", r"!=|<=|>=|[:=<>]"))
_OPERAND: Final = _kinds(("SIGNED", r"[+-]\d+(?=[\s()]|$)"), ("REGEX", r"/(?:[^/\\]|\\.)+/"), _PHRASE, _WORD)
_NAME: Final = _kinds(_PHRASE, _WORD)


class _Parser:
    """Reads one text from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def found(self, kinds: re.Pattern[str]) -> Token | None:
        """Take the next piece if it is of some kinds."""
        match = kinds.match(self.text, self.at)
        if match is None or match.lastgroup is None:
            return None
        self.at = match.end()
        return Token(match.lastgroup, match[match.lastgroup], match.start(match.lastgroup))

    def next(self, kinds: re.Pattern[str]) -> Token:
        """Take the next piece, which has to be of some kinds."""
        return self.found(kinds) or self.fail()

    def fail(self) -> NoReturn:
        rest = self.text[self.at :].lstrip()
        if rest:
            raise _unexpected(self.text, len(self.text) - len(rest))
        raise FilterError(_unfinished(self.text), self.text, len(self.text.rstrip()))

    def either(self, closing: bool) -> Tree:
        """Read up to the end, or to the parenthesis that closes."""
        ways: list[Tree] = []
        items: list[Tree] = []
        token: Token | None = self.next(_BEGINNING)
        while token is not None:
            if token.kind == "CLOSE":
                if not closing:
                    raise _unexpected(self.text, token.at)
                break
            if token.kind == "OR":
                ways.append(Tree("both", tuple(items)))
                items = []
            if token.kind in ("OR", "AND"):
                token = self.next(_BEGINNING)
            items.append(self.negated(token))
            token = self.found(_FURTHER)
        else:
            if closing or self.text[self.at :].strip():
                self.fail()
        return Tree("either", (*ways, Tree("both", tuple(items))))

    def negated(self, token: Token) -> Tree:
        """Read what begins with a piece."""
        signs: list[Token] = []
        while token.kind in ("MINUS", "NOT"):
            signs.append(token)
            token = self.next(_BEGINNING)
        tree = self.either(closing=True) if token.kind == "OPEN" else self.term(token)
        for sign in reversed(signs[-2 + len(signs) % 2 :]):  # two of more than two say nothing
            tree = Tree("not_", (sign, tree))
        return tree

    def term(self, token: Token) -> Tree:
        """Read a word, a name, a deck or a comparison."""
        if token.kind == "IN":
            return Tree("in_deck", (token, self.next(_PATH)))
        if token.kind == "BANG":
            return Tree("exact", (token, self.next(_NAME)))
        if token.kind != "FIELD":
            return Tree(token.kind.lower(), (token,))
        op, operand = self.next(_OP), self.next(_OPERAND)
        second = self.found(_OP) if operand.kind == "WORD" else None
        if second is None:
            return Tree("compare", (token, op, operand))
        return Tree("compare_inner", (token, op, operand, second, self.next(_OPERAND)))


_NO_CHARACTER = re.compile("[\0\ud800-\udfff]")
_DECK = re.compile(r"(?:^|[\s(-])(?:in|deck)\s*(?:!=|[:=])\Z", re.IGNORECASE)
_PAIRED = re.compile(r"[\"()/]")


def _balanced(text: str) -> None:
    """Name the parenthesis or quote that is left open, which the parser could only report at the end."""
    open_: list[int] = []
    quote: int | None = None
    slash: int | None = None
    for found in _PAIRED.finditer(text):
        at, character = found.start(), found[0]
        if slash is not None:
            if character == "/" and text[at - 1] != "\\":
                slash = None
        elif character == '"':
            quote = at if quote is None else None
        elif quote is not None:
            continue
        elif character == "/" and at and text[at - 1] in ":=" and not _DECK.search(text, 0, at):
            slash = at
        elif character == "(":
            open_.append(at)
            if len(open_) > PARENTHESES:
                raise FilterError(f"parentheses may be nested {PARENTHESES} deep at most", text, at)
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


def _unexpected(text: str, at: int) -> FilterError:
    foreign = comparison_problem(text, at)
    if foreign is not None:
        return FilterError(foreign[1], text, foreign[0])
    return FilterError(_misplaced(text, at), text, at)


def _misplaced(text: str, at: int) -> str:
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
