"""Regular expressions: what Python means by them, in time that grows with the text and not with its powers."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlib.filters.patterns import PatternError, searching

CATASTROPHIC = [
    "(a+)+$",
    "(a|aa)+$",
    "(.*)*(.*)*(.*)*x",
    "(([a-z ]+)*)+!x",
    "(x+x+)+y",
    "(?:a?){150}a{150}b",
    "(a*)*" * 20 + "b",
    "(.{1,40} ){1,20}!",
    ".*.*.*.*.*.*=",
]


@pytest.mark.parametrize("pattern", CATASTROPHIC)
def test_catastrophic_patterns_are_quick(pattern: str) -> None:
    began = time.process_time()
    found = searching(pattern)("a" * 20_000 + "!")
    assert time.process_time() - began < 0.5
    assert found is False


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        ("(", "does not parse: missing )"),
        ("a(?=b)", "looks ahead or behind"),
        ("(?<!a)b", "looks ahead or behind"),
        (r"(a)\1", "refers back to a group"),
        ("(?>a)b", "has a group that gives nothing back"),
        ("a++b", "has a repetition that gives nothing back"),
        ("((a{1,100}){1,100}){1,100}", "unfolds into too large a pattern"),
        ("a" * 401, "has 401 characters, expected at most 400"),
        ("(" * 300, "does not parse"),
    ],
)
def test_what_cannot_be_bounded_is_refused(pattern: str, problem: str) -> None:
    with pytest.raises(PatternError, match=re.escape(problem)):
        searching(pattern)


SAME = [
    (r"\w+é", "aé"), (r"^\w+$", "éà"), (r"^\d$", "٣"), (r"\bÄ", "x ä"), ("É", "é"), ("a$", "a\n"), (r"a\Z", "a"),
    (r"a\Z", "a\n"), ("ß", "ẞ"), ("x{,2}y", "xxy"), ("[[]", "["), ("a{b", "a{b"), ("a{}", "a{}"), (r"\<b", "<b"),
    (r"^[^\W\d]$", "é"), (r"\x41", "A"), ("(?P<x>a)", "a"), ("[a-z&&b]", "&"), (r"\s", "\xa0"), ("a.b", "a\nb"),
    ("(?s)a.b", "a\nb"), ("(?m)a$", "a\nb"), ("(?m)^b", "a\nb"), (r"[\w-]+$", "é-"), (r"[\s\S]", "x"), ("[]a]+", "]"),
    ("[^]a]", "b"), ("[$]", "$"), ("(?x)a b", "ab"), ("(?#x)a", "a"), ("(?i:A)b", "ab"), ("(?-i:A)b", "ab"),
    (r"\N{BULLET}", "•"), (r"\012", "\n"), ("[à-ü]", "É"), ("[^a]", "\n"), (r"^\S+$", "e\u0301"), ("", ""), ("a|", "b"),
    ("σ", "ς"), ("ſ", "s"), ("a*?b", "aab"), (r"draws? \w+ cards?", "Draw two cards"), ("^(?:the|a) ", "The Vise"),
]  # fmt: skip


@pytest.mark.filterwarnings("ignore::FutureWarning")
@pytest.mark.parametrize(("pattern", "text"), SAME)
def test_a_pattern_means_what_it_means_in_python(pattern: str, text: str) -> None:
    assert searching(pattern)(text) is (re.search(pattern, text, re.IGNORECASE) is not None)


ATOMS = st.sampled_from(
    ["a", "b", "é", ".", r"\w", r"\W", r"\d", r"\s", r"\S", "[ab]", "[^a-c]", r"[\w-]", r"\b", "^", "$"]
)
PATTERNS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.tuples(inner, inner).map("".join),
        st.tuples(inner, inner).map(lambda two: f"(?:{two[0]}|{two[1]})"),
        st.tuples(inner, st.sampled_from(["*", "+", "?", "{2}", "{0,2}", "*?"])).map(
            lambda two: f"(?:{two[0]}){two[1]}"
        ),
    ),
    max_leaves=6,
)


@given(PATTERNS, st.text("abcé 1-_\n", max_size=12))
def test_any_pattern_finds_what_python_finds(pattern: str, text: str) -> None:
    assert searching(pattern)(text) is (re.search(pattern, text, re.IGNORECASE) is not None)
