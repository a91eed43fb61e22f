"""The JSON reader of the check: the same values as `json`, and a line for each of them."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlib.catalog.positions import read_positions

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=("Cs",))),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)


@given(VALUES, st.sampled_from([None, 0, 2]), st.booleans())
def test_reads_what_json_reads(value: object, indent: int | None, ascii_: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_)
    read = read_positions(text)
    assert read.value == json.loads(text)
    assert read.complete
    assert read.slips == []


@given(VALUES, st.sampled_from([None, 0, 2]), st.booleans(), st.randoms(use_true_random=False))
def test_a_line_is_the_same_whether_one_is_asked_for_or_all(
    value: object, indent: int | None, ascii_: bool, chance: random.Random
) -> None:
    text = "\n " + json.dumps(value, indent=indent, ensure_ascii=ascii_) + "\n"
    lines, one = read_positions(text).lines, read_positions(text)
    paths = sorted(lines, key=lambda path: chance.random())
    assert [one.line(path) for path in paths] == [lines[path] for path in paths]
    assert one.line((*paths[0], "no such key", 3)) == lines[paths[0]]
    assert ascii_ or one.text is not None  # halves of characters, written as such, are read closely


@given(st.text(alphabet='{}[]",:0123456789.eE+-truefalsn \n\\u', max_size=30))
def test_refuses_what_json_refuses(text: str) -> None:
    read = read_positions(text)
    try:
        json.loads(text, parse_constant=lambda word: 1 / 0)
    except (ValueError, ZeroDivisionError):
        assert read.slips
    else:
        assert read.complete


def test_lines() -> None:
    read = read_positions('{\n  "a": [\n    1,\n    {"b":\n      2}\n  ]\n}')
    assert read.line(("a",)) == 2
    assert read.line(("a", 0)) == 3
    assert read.line(("a", 1, "b")) == 4
    assert read.line(("a", 1, "b", "gone")) == 4


@pytest.mark.parametrize(
    ("text", "slip"),
    [
        ('{"a" 1}', (1, ("a",), "'1'", "':' after the key")),
        ('{"a": tru}', (1, ("a",), "'tru'", "a value")),
        ("[1,,2]", (1, (1,), "','", "a value")),
        ("[01]", (1, (0,), "'01'", "a value")),
        ("", (1, (), "the end of the file", "a value")),
        ('["a\nb"]', (1, (0,), "a line break", "text in quotation marks on one line, with \\n for a new line")),
        ("[1] x", (1, (), "'x'", "the end of the file")),
    ],
)
def test_slips(text: str, slip: tuple[object, ...]) -> None:
    assert read_positions(text).slips == [slip]
