"""The grammar of filters: the parse tree of a text, or an error that says what stands in its way.

Lark is imported on the first parse, and its tables come from `cardlib.filters.tables`. What the words of a tree mean is
settled in `cardlib.filters.parsing`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from cardlib.bounds import PARENTHESES, QUERY
from cardlib.filters.errors import FilterError
from cardlib.filters.foreign import comparison_problem, statement_problem

if TYPE_CHECKING:
    from lark import Lark, Token, Tree


def tree_of(text: str) -> Tree[Token]:
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


@lru_cache(maxsize=1)
def _lark() -> Lark:
    from cardlib.filters.tables import parser

    return parser()


@lru_cache(maxsize=1024)
def _tree(text: str) -> Tree[Token]:
    from lark import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken

    try:
        return _lark().parse(text)
    except UnexpectedCharacters as error:
        raise _unexpected(text, error.pos_in_stream or 0) from None
    except UnexpectedEOF:
        raise FilterError("the filter ends too early", text, len(text)) from None
    except UnexpectedToken as error:
        at = error.token.start_pos
        if error.token.type == "$END" or at is None:
            raise FilterError(_unfinished(text), text, len(text.rstrip())) from None
        raise _unexpected(text, at) from None
    except UnexpectedInput as error:
        raise FilterError("this is not a filter", text, error.pos_in_stream) from None


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
