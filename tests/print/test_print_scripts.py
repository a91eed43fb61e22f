"""Other scripts: where words of theirs are broken, and which are refused because they would come out wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from pages import read, words_of

from cardlib.catalog import Card, Project
from cardlib_print import preflight, print_cards
from cardlib_print.markup import plain
from cardlib_print.scripts import not_set, stretches

Saying = Callable[[str], Card]
SHIP = "Donau\u00addampf\u00adschiff\u00adfahrts\u00adgesell\u00adschafts\u00adkapit\u00e4ns\u00admützen\u00adabzeichen"


def said(project: Project, card: Card, folder: Path) -> str:
    print_cards(project, [(card, 1)], folder / "a.pdf")
    return words_of(read(folder / "a.pdf")[0])


def test_a_word_is_broken_at_a_soft_hyphen_and_nowhere_else(mecha: Project, saying: Saying, tmp_path: Path):
    found = re.search("Donau.*abzeichen", said(mecha, saying(SHIP), tmp_path))
    assert found
    first, second = re.split(r"[^\w]+", found[0])  # a hyphen at the end of a line, however the reader tells of it
    whole = SHIP.split("\u00ad")
    assert (first, second) in [("".join(whole[:at]), "".join(whole[at:])) for at in range(1, len(whole))]


def test_a_soft_hyphen_in_a_word_that_fits_is_not_written(mecha: Project, saying: Saying, tmp_path: Path):
    assert "Dampf schiff" not in (text := said(mecha, saying("A Dampf\u00adschiff sinks."), tmp_path))
    assert "Dampfschiff sinks" in text


def test_a_long_word_is_refused_with_what_breaks_it(mecha: Project, saying: Saying):
    ((problem,), _) = preflight(mecha, [(saying(SHIP.replace("\u00ad", "")), 1)])
    assert "a soft hyphen (U+00AD) says where a word may be broken" in problem.text


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("\u9f8d\u306e\u9a0e\u58eb", ["\u9f8d", "\u306e", "\u9a0e", "\u58eb"]),
        ("\u300c\u706b\u300d\u3068\u3001", ["\u300c\u706b\u300d", "\u3068\u3001"]),
        ("\u30ab\u30fc\u30c9", ["\u30ab\u30fc", "\u30c9"]),
        ("HP7\u3067", ["HP7\u3067"]),
        ("na\u00efve caf\u00e9", ["na\u00efve caf\u00e9"]),
    ],
)
def test_chinese_and_japanese_break_between_characters_but_not_before_what_closes(text: str, parts: list[str]):
    ((paragraph),) = plain(text)
    assert [run.text for run, _ in stretches(paragraph)] == parts


@pytest.mark.parametrize(
    "word", ["\u05e9\u05dc\u05d5\u05dd", "\u0645\u0631\u062d\u0628\u0627", "\u0928\u092e\u0938\u094d\u0924\u0947"]
)
def test_what_would_come_out_wrong_is_refused_and_named(mecha: Project, saying: Saying, word: str):
    problems, _ = preflight(mecha, [(saying(f"Say {word}."), 1)])
    assert any(f"{word!r} cannot be set" in problem.text for problem in problems)


def test_what_fonts_alone_can_set_is_left_to_them():
    assert not list(
        not_set(plain("\u0401\u0436 \u0141\u00f3d\u017a \u1f08 \u9f8d\u306e \u2026 \u1eef \u0e01 \u201ca\u201d"))
    )
