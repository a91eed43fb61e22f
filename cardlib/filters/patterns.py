"""Regular expressions in bounded time: what a search costs grows with the text, and never with its powers.

A pattern is read by Python's own parser, so that it means what it means there, and written anew for the engine of the
crate `regex`, which comes with jsonschema-rs and never goes back in the text. What only an engine that goes back can do
(to look ahead or behind, to refer to a group) is refused, and so is a pattern that unfolds into too large a machine.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from re import _constants as sre  # type: ignore[attr-defined,unused-ignore]
from re import _parser as parser  # type: ignore[attr-defined,unused-ignore]
from typing import Any, TypeAlias

from cardlib import bounds

Search: TypeAlias = Callable[[str], bool]

# Letters, digits and spaces of every script, as Python has them. Classes cannot stand inside each other in the other
# engine, so what is no letter is listed: every other category, and of the connectors all but the low line.
_WORD = r"\p{L}\p{N}_"
_NO_WORD = (
    r"\p{M}\p{S}\p{Z}\p{C}\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Po}"
    r"\x{203f}\x{2040}\x{2054}\x{fe33}\x{fe34}\x{fe4d}-\x{fe4f}\x{ff3f}"
)
_SPACE = r"\t-\r\x{1c}-\x{20}\x{85}\p{Z}"
_NO_SPACE = r"\x{00}-\x{08}\x{0e}-\x{1b}\x{7f}-\x{84}\x{86}-\x{9f}\p{L}\p{N}\p{M}\p{S}\p{P}\p{Cf}\p{Co}\p{Cn}"
_CATEGORIES = {
    sre.CATEGORY_WORD: _WORD,
    sre.CATEGORY_NOT_WORD: _NO_WORD,
    sre.CATEGORY_DIGIT: r"\p{Nd}",
    sre.CATEGORY_NOT_DIGIT: r"\P{Nd}",
    sre.CATEGORY_SPACE: _SPACE,
    sre.CATEGORY_NOT_SPACE: _NO_SPACE,
}
_PLACES = {
    sre.AT_BEGINNING: r"\A",
    sre.AT_BEGINNING_STRING: r"\A",
    sre.AT_END: r"(?:\n?\z)",  # also before a last line break
    sre.AT_END_STRING: r"\z",
    sre.AT_BOUNDARY: r"\b",
    sre.AT_NON_BOUNDARY: r"\B",
}
_SENTENCES = {
    sre.ASSERT: "looks ahead or behind",
    sre.ASSERT_NOT: "looks ahead or behind",
    sre.GROUPREF: "refers back to a group",
    sre.GROUPREF_EXISTS: "refers back to a group",
    sre.ATOMIC_GROUP: "has a group that gives nothing back",
    sre.POSSESSIVE_REPEAT: "has a repetition that gives nothing back",
}


class PatternError(ValueError):
    """A pattern that does not parse, or that cannot be searched for in bounded time.

    The message goes on from "the regular expression"; `position` is where in the pattern, or None.
    """

    def __init__(self, problem: str, position: int | None = None) -> None:
        super().__init__(problem)
        self.position = position


@lru_cache(maxsize=256)
def searching(pattern: str) -> Search:
    """Return what tells whether a pattern is found in a text, whatever the case.

    Raises `PatternError` for one that does not parse, is too long, or cannot be searched for in bounded time.
    """
    written = f"(?i){rewritten(pattern)}"
    import jsonschema_rs

    options = jsonschema_rs.RegexOptions(size_limit=bounds.PATTERN_SIZE, dfa_size_limit=bounds.PATTERN_SIZE)
    try:
        return jsonschema_rs.Draft202012Validator({"pattern": written}, pattern_options=options).is_valid
    except (ValueError, jsonschema_rs.ValidationError):
        raise PatternError("unfolds into too large a pattern; repeat less, or use * and + in place of {}") from None


def rewritten(pattern: str) -> str:
    """Return a pattern of Python as the other engine writes it; raises `PatternError` as `searching` does."""
    if len(pattern) > bounds.PATTERN:
        raise PatternError(f"has {len(pattern):,} characters, expected at most {bounds.PATTERN}")
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = parser.parse(pattern, re.IGNORECASE)
        written = "".join(_written(tree, tree.state.flags))
    except (re.error, RecursionError, OverflowError) as error:
        raise PatternError(f"does not parse: {error}", getattr(error, "pos", None)) from None
    return written


def _written(tree: Iterable[tuple[Any, Any]], flags: int) -> Iterator[str]:
    for kind, what in tree:
        if kind is sre.LITERAL:
            yield _character(what)
        elif kind is sre.NOT_LITERAL:
            yield f"[^{_character(what)}]"
        elif kind is sre.ANY:
            yield r"[\x{0}-\x{10ffff}]" if flags & re.DOTALL else r"[^\n]"
        elif kind is sre.IN:
            yield _class(what)
        elif kind is sre.AT:
            yield _lines(what) if flags & re.MULTILINE else _PLACES[what]
        elif kind is sre.BRANCH:
            yield f"(?:{'|'.join(''.join(_written(one, flags)) for one in what[1])})"
        elif kind is sre.SUBPATTERN:
            _, more, less, inner = what
            sensitive = "-i" if less & re.IGNORECASE else ""
            yield f"(?{sensitive}:{''.join(_written(inner, (flags | more) & ~less))})"
        elif kind in (sre.MAX_REPEAT, sre.MIN_REPEAT):
            least, most, inner = what
            times = f"{{{least},{'' if most == sre.MAXREPEAT else most}}}"
            yield f"(?:{''.join(_written(inner, flags))}){times}"
        else:
            raise PatternError(
                f"{_SENTENCES[kind]}, which takes unbounded time; several conditions and '-' can say the same"
            )


def _character(code: int) -> str:
    return rf"\x{{{code:x}}}"


def _lines(place: Any) -> str:
    """A place where `^` and `$` are those of every line."""
    return {sre.AT_BEGINNING: "(?m:^)", sre.AT_END: "(?m:$)"}.get(place) or _PLACES[place]


def _class(items: Iterable[tuple[Any, Any]]) -> str:
    parts: list[str] = []
    for kind, what in items:
        if kind is sre.NEGATE:
            parts.append("^")
        elif kind is sre.LITERAL:
            parts.append(_character(what))
        elif kind is sre.RANGE:
            parts.append(f"{_character(what[0])}-{_character(what[1])}")
        else:
            parts.append(_CATEGORIES[what])
    return f"[{''.join(parts)}]"
