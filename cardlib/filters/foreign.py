"""Notations of other query languages, and what to write here in their place.

SQL, Python, shells, card sites and plain English have signs and turns of phrase that this language does not: `a | b`,
`wh*le`, `cost in (1,2)`, `armour 2`, `cost == 2`. Taken for parts of names they would find nothing and say nothing.
Each function looks at one place of a filter and returns where the foreign notation stands and what is wrong with it, or
None; the parser makes the error of it.
"""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

Found: TypeAlias = tuple[int, str]
Takes: TypeAlias = Literal["part", "whole", "words", "value", "number"]  # how much of a text a value has to name

_TOGETHER = "words side by side have to hold all together"
_COMPARISONS = {
    "==": "=",
    "===": "=",
    ":=": "=",
    "=>": ">=",
    "=<": "<=",
    "<>": "!=",
    "><": "!=",
    "!==": "!=",
    "=!": "!=",
}
_MATHS = {"≤": "<=", "≥": ">=", "≠": "!=", "≔": "="}
_QUOTES = "'`“”„‟‘’‚"
_DASHES = "–—−"
_SIGNS = re.compile(r"[|&,;*?%~^$#@\\{}\[\]+≤≥≠≔“”„‟`]")
_SAID = (
    (r"is\s+not|isn't|not\s+equal\s+to|ne", "!="),
    (r"is|are|equals?|eq|equal\s+to|contains?|includes?|like|matches", ":"),
    (r"(?:is\s+)?(?:less|fewer|lower|smaller)\s+than|under|below|lt", "<"),
    (r"(?:is\s+)?(?:more|greater|higher|bigger)\s+than|over|above|gt", ">"),
    (r"(?:is\s+)?at\s+least|gte?|ge", ">="),
    (r"(?:is\s+)?at\s+most|up\s+to|lte?|le", "<="),
)
_ANCHORS = {"part": ("", ""), "whole": ("^", "$"), "words": (r"\b", r"\b")}
_LISTED = re.compile(
    r"(?P<field>(?:\w+\s*[:=]\s*)?(?P<name>[^\W\d][\w-]*))\s*(?P<op>!=|[<>]=?|[:=])\s*(?P<value>[+-]?\w+)[\s)]+(?:or|and)\s+\Z",
    re.IGNORECASE,
)
_VALUE = r"\s+(\"[^\"]*\"|'[^']*'|[^\s()\"]+)"
_RANGE = re.compile(r"(\d+)(?:-|–|\.\.\.?|\s*to\s*)(\d+)")
_STATEMENT = re.compile(r"\s*(select\b.*?\bfrom|where)\s", re.IGNORECASE | re.DOTALL)


def comparison_problem(text: str, at: int) -> Found | None:
    """`cost == 2`, `cost => 2`, `!(a or b)`: signs that the grammar stops at."""
    start, end = at, at
    while start and text[start - 1] in "<>=:!":
        start -= 1
    while end < len(text) and text[end] in "<>=:!":
        end += 1
    run = text[start:end]
    if run in _COMPARISONS:
        return start, f"'{run}' compares nothing here, write '{_COMPARISONS[run]}'"
    if run == "!" and text[end : end + 1] == "(":
        return start, "'!' asks for an exact name; to negate write '-' or 'not'"
    return None


def sign_problem(word: str, field: str = "", takes: Takes = "part") -> Found | None:
    """`a|b`, `wh*le`, `'draw`, `cost≤2`: signs inside an unquoted word, or inside the value of `field` (`text:`).

    `takes` says what a value of the field names: "part" of a text, the "whole" of it, whole "words" of it, a "value"
    out of a list, a "number".
    """
    if word[0] in _DASHES:
        return 0, f"to negate write '-{word[1:]}' with a plain hyphen"
    if word[0] in _QUOTES:
        return 0, f'quotation marks are "…" here, found {word[0]}'
    found = _SIGNS.search(word)
    if found is None:
        slash = word.find("/")
        if field or slash < 0:
            return None
        return slash, f"'/' stands in a regular expression after a field, name:/…/{_or_quoted(word, field)}"
    sign = found[0]
    if sign in _QUOTES:
        return found.start(), f'quotation marks are "…" here, found {sign}'
    unquoted = sign in _MATHS or takes in ("value", "number") or not re.search(r"\w", word)
    quoted = "" if unquoted else _or_quoted(word, field)
    return found.start(), f"'{sign}' means nothing here{_instead(sign, word, field, takes)}{quoted}"


def _instead(sign: str, word: str, field: str, takes: Takes) -> str:
    """What is written in place of a sign, as the end of a sentence."""
    parts = [part for part in re.split(r"[|&,;{}\[\]]+", word) if part]
    one_of = f"({' or '.join(field + part for part in parts)})" if len(parts) > 1 else "'or' between them"
    all_of = " ".join(field + part for part in parts) if len(parts) > 1 else ""
    if sign == "|" or (sign in ",;{}[]" and field):
        return f"; for one of several write {one_of}"
    if sign == "&":
        return f"; {_TOGETHER}{f': {all_of}' if all_of else ''}"
    if sign in ",;":
        return f"; {_TOGETHER}{f': {all_of}' if all_of else ''}, and for one of several write {one_of}"
    if sign in "*?%":
        return _pattern(word, field, takes)
    if sign in _MATHS:
        return f", write '{_MATHS[sign]}'"
    if sign == "~" and word[0] == "~" and not field:
        return f"; to negate write -{word[1:]}" if word[1:] else "; to negate write '-' or 'not'"
    if sign == "~" and word[1:]:
        return "; a part of a text is found with ':' alone"
    if sign == "+" and word[0] == "+" and word[1:]:
        return f"; {_TOGETHER}: {word[1:]}"
    return ""


def _pattern(word: str, field: str, takes: Takes) -> str:
    """What finds the same as a pattern with wildcards."""
    bare = word.strip("*%")
    name = re.match(r"[\w-]*", field)[0]  # type: ignore[index]
    if not bare:
        return f"; to have any value at all is has:{name}" if name else "; an empty filter finds every card"
    if takes in ("value", "number"):
        return f"; '{name}' takes a {'number' if takes == 'number' else 'whole word'}"
    if takes == "part" and not re.search(r"[*?%]", bare):
        return f"; {field}{bare} is found anywhere in the text" if field else f"; {bare} is found anywhere in a name"
    signs = {"*": ".*", "%": ".*", "?": ".", "-": "-"}
    made = "".join(signs.get(sign, re.escape(sign)) for sign in bare)
    first, last = _ANCHORS[takes]
    made = f"{'' if word[0] in '*%' else first}{made}{'' if word[-1] in '*%' else last}"
    return f"; a pattern is a regular expression: {'-' * ('!=' in field)}{name or 'name'}:/{made}/"


def _or_quoted(word: str, field: str) -> str:
    bare = word.replace('"', "")
    return f'; for a {"text" if field else "name"} with it write {field}"{bare}"'


def statement_problem(text: str) -> Found | None:
    """`select name from cards where cost > 2`: a whole statement of SQL."""
    found = _STATEMENT.match(text)
    if found is None:
        return None
    said = found[1].split()[0]
    return found.start(1), f"'{said}' belongs to SQL; a filter says only what the cards are, such as cost>2"


def spoken_problem(text: str, at: int, word: str, takes: str) -> Found | None:
    """`armour 2`, `cost in (1,2)`, `cost between 1 and 3`, `cost less than 2`: what follows a field named alone.

    `takes` says how the field is compared: "number", "none" for a keyword without a number, or "word".
    """
    end = at + len(word)
    after = text[end:]
    if listed := re.match(r"\s+(not\s+)?in\s*[(\[{]([^)\]}]*)[)\]}]", after, re.IGNORECASE):
        values = [value for value in re.split(r"[\s,;|]+", listed[2]) if value]
        one_of = f"({' or '.join(f'{word}:{value}' for value in values)})" if values else f"{word}:VALUE"
        return end + listed.end() - len(listed[0].lstrip()), f"for one of several write {'-' * bool(listed[1])}{one_of}"
    if takes == "number" and (more := re.match(rf"\s+{_RANGE.pattern}(?=[\s()]|$)", after)):
        return at, f"write {_from_to(word, *more.groups())}"
    number = re.match(r"\s+([+-]?\d+)(?=[\s()]|$)", after)
    if number and takes == "none":
        return at, f"the keyword '{word}' carries no number"
    if number and takes == "number":
        value = number[1]
        return at, f"a number stands behind an operator: write {word}:{value} or {word}>={value}"
    if takes == "none":
        return None
    if between := re.match(r"\s+between\s+(\S+)\s+(?:and|to)\s+([^\s()]+)", after, re.IGNORECASE):
        return at, f"write {word}>={between[1]} {word}<={between[2]}"
    for said, op in _SAID:
        if found := re.match(rf"\s+(?:{said}){_VALUE}", after, re.IGNORECASE):
            value = found[1].strip("'\"%*")
            shown = f'"{value}"' if " " in value else value
            return at, f"write {word}{op}{shown}"
    return None


def number_alone(text: str, at: int, word: str) -> tuple[str, str] | None:
    """`cost = 1 or 2`: the field that a number stands behind by "or" or "and", and what to write; None if by none."""
    found = _LISTED.search(text, 0, at) if word.isdecimal() else None
    if found is None:
        return None
    more = re.match(r"(?:\s+(?:or|and)\s+\d+(?=[\s()]|$))*", text[at + len(word) :], re.IGNORECASE)
    values = [found["value"], word, *re.findall(r"\d+", more[0] if more else "")]
    op = ":" if found["op"] in ("=", "!=") else found["op"]
    one_of = " or ".join(f"{found['field']}{op}{value}" for value in values)
    return found["name"], f"{'-' * (found['op'] == '!=')}({one_of})"


def range_problem(field: str, value: str) -> str:
    """`cost:1-3`, `cost:1..3`: what to write for numbers from one to another, as the end of a sentence."""
    found = _RANGE.fullmatch(value)
    return f"; from {found[1]} to {found[2]} is {_from_to(field, *found.groups())}" if found else ""


def _from_to(field: str, least: str, most: str) -> str:
    return f"{field}>={least} {field}<={most}"
