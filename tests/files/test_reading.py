"""What is read from a file is plain JSON of bounded size, or an error that names the file and the place."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cardlib.errors import CardlibError
from cardlib.reading import read_json, read_lines

WRONG = {
    b"": "the file is empty",
    b" \n": "the file is empty",
    b'{"a": 1,\n "b": }': ":2: not JSON",
    b'{"a": 1, "a": 2}': "twice",
    b"NaN": "found NaN, expected",
    b"[-Infinity]": "found -Infinity",
    b"1e999": "found 1e999",
    b"[" * 100_000: "nested too deeply",
    b'{"a":' * 100_000: "nested too deeply",
    b"[" * 61 + b"]" * 61: "nested too deeply",
    b"1" * 5_000: "more than 40 characters",
    b"[" + b"9" * 41 + b"]": "more than 40 characters",
    b"0." + b"1" * 50: "more than 40 characters",
    b'"caf\xe9"': ":1: not UTF-8 (byte 0xe9)",
    '"ä"'.encode("utf-16"): "not UTF-8",
    '"plain"'.encode("utf-16-le"): ":1: not UTF-8 text (byte 0x00, as in UTF-16); save the file as UTF-8",
    b'["\\ud800"]': "surrogate",
    b"\x1f\x8b\x08\x00 gzip": "not UTF-8",
    b'{"a": "\x00"}': ":1: not JSON",
}


@pytest.mark.parametrize("content", WRONG, ids=lambda content: repr(content[:12]))
def test_what_is_not_plain_json_is_an_error_with_the_file(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "strange.json"
    path.write_bytes(content)
    with pytest.raises(CardlibError, match=r"strange\.json") as raised:
        read_json(path)
    assert WRONG[content] in str(raised.value)


@pytest.mark.parametrize(
    ("content", "value"),
    [
        (b"\xef\xbb\xbf[1]", [1]),
        (b"[" * 60 + b"]" * 60, None),
        (b'["' + b"7" * 5_000 + b'"]', ["7" * 5_000]),
        (b'"\\ud83c\\udfb2"', "\N{GAME DIE}"),
        (b"[1.5, -2e3, 0]", [1.5, -2000.0, 0]),
    ],
)
def test_what_is_plain_is_read(tmp_path: Path, content: bytes, value: object) -> None:
    path = tmp_path / "plain.json"
    path.write_bytes(content)
    assert value is None or read_json(path) == value


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(
        CardlibError, match=r"large\.json: found a file of 1,099,511,627,776 bytes, expected at most 8 MB"
    ):
        read_json(path)


def test_only_ordinary_files_are_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    for path, found in (
        (tmp_path, "found a folder, expected a file"),
        (tmp_path / "pipe.json", "found a named pipe"),
        (Path(os.devnull), "found a device"),
        (tmp_path / "none.json", "No such file"),
        (tmp_path / "a\0b", "a name with a NUL in it"),
        (tmp_path / ("x" * 10_000), "File name too long"),
    ):
        with pytest.raises(CardlibError, match=found):
            read_json(path)


def test_lines_come_with_their_numbers_and_have_a_bound(tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_bytes(b"one\ntwo")
    assert list(read_lines(path)) == [(1, b"one\n"), (2, b"two")]
    path.write_bytes(b"one\n" + b"x" * 1_000_001)
    with pytest.raises(CardlibError, match=r"lines\.jsonl:2: found a line of more than 1 MB"):
        list(read_lines(path, 1_000_000))
