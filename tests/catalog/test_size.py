"""Games of many cards: work grows with their number and no faster, also when no two filters are equal."""

from __future__ import annotations

import gc
import random
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.made_up import make
from cardlib.catalog import build_database, check_project, load_project
from cardlib.catalog.satisfiable import PrintedCards, PrintedName, _contradicts, can_match, nameless
from cardlib.filters import (
    Both,
    Contains,
    Either,
    Leaf,
    NameHasWord,
    NameIs,
    Node,
    Not,
    OfSubtype,
    OfType,
    name_words,
    parse,
)
from cardlib.filters.words import bare, in_name
from cardlib_cli.checks import EXTRA
from cardlib_cli.projects import read_decks


def calls(action: Callable[[], object]) -> int:
    """Count the calls of functions, which is what work costs in Python and is the same on every machine.

    What tests before have left is collected first, so that its end is not counted.
    """
    count = 0

    def counting(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    gc.collect()
    gc.disable()
    sys.setprofile(counting)
    try:
        action()
    finally:
        sys.setprofile(None)
        gc.enable()
    return count


@pytest.mark.parametrize("alike", [True, False])
def test_checking_and_building_grow_with_the_cards(alike: bool, tmp_path: Path) -> None:
    counted = []
    for cards in (40, 80, 140, 300):  # with the first one come imports and tables
        folder = make(tmp_path / str(cards), cards, alike=alike)

        def work(folder: Path = folder) -> None:
            assert check_project(folder, EXTRA) == []
            build_database([load_project(folder)], folder / "made.sqlite", read_decks)

        counted.append(calls(work))
    few, many = (counted[2] - counted[1]) / 60, (counted[3] - counted[2]) / 160
    assert 0 < many <= few * 1.1, f"calls for another card: {few:.0f} of few cards, {many:.0f} of many"


def tried(node: Node, card: PrintedName) -> bool | None:
    """What a filter says of one card, asked by itself: True, False, or None where the match decides."""
    if isinstance(node, Not):
        inner = tried(node.item, card)
        return None if inner is None else not inner
    if isinstance(node, Both | Either):
        if isinstance(node, Both) and _contradicts(node.items):
            return False
        found = [tried(item, card) for item in node.items]
        decisive = isinstance(node, Either)
        return decisive if decisive in found else None if None in found else not decisive
    if isinstance(node, OfType):
        return card.type in node.types
    if isinstance(node, OfSubtype):
        return node.id in card.subtypes
    if isinstance(node, NameHasWord):
        return node.word in name_words(card.name)
    if isinstance(node, NameIs):
        return bare(node.name) == bare(card.name)
    if isinstance(node, Contains) and node.field == "name":
        return in_name(node.text, card.name)
    return None


MECHA = load_project("mecha")
CARDS = [PrintedName(card.id, card.name, card.type, card.subtypes) for card in MECHA.cards.values()]
CARDS += [PrintedName("odd-1", "Skippér (Prime)", "mecha"), PrintedName("odd-2", "¡!", "pilot")]
WORDS = ["mecha", "tower", "unit", "pilot", "basic", "trigger", "yours", "theirs", "flight", "cost<=2", "cost>=3"]
WORDS += ["word:drone", "word:prime", '"skipper (p"', '"skipper prime"', '!"skipper prime"', '!"Cap Gun"', "dro", '"!"']
WORDS += ['"d-up c"', "zzz", "a", '!"¡!"']


@st.composite
def filters(draw: st.DrawFn, depth: int = 2) -> str:
    if depth == 0 or draw(st.booleans()):
        return draw(st.sampled_from(["", "-"])) + draw(st.sampled_from(WORDS))
    joint = draw(st.sampled_from([" ", " or "]))
    parts = draw(st.lists(filters(depth - 1), min_size=2, max_size=3))
    return draw(st.sampled_from(["", "-"])) + f"({joint.join(parts)})"


@settings(max_examples=150, deadline=None, derandomize=True)
@given(text=filters(), some=st.integers(0, 2**32))
def test_the_sets_say_what_the_cards_one_by_one_say(text: str, some: int) -> None:
    filter_ = parse(text, MECHA.vocabulary)
    chance = random.Random(some)
    for cards in (CARDS, chance.sample(CARDS, 3)):
        assert can_match(filter_, PrintedCards(cards)) == any(tried(filter_.root, card) is not False for card in cards)


@pytest.mark.parametrize("text", ['"d-up c" unit', 'word:drone or !"Cap Gun"', "mecha yours -basic"])
def test_the_cards_of_a_word_are_looked_up_once_for_a_filter(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up: list[Leaf] = []
    passing = PrintedCards._passing
    monkeypatch.setattr(PrintedCards, "_passing", lambda self, leaf: looked_up.append(leaf) or passing(self, leaf))
    filter_, cards = parse(text, MECHA.vocabulary), PrintedCards(CARDS)
    assert list(nameless(filter_, cards, ())) == []
    assert can_match(filter_, cards)
    assert len(looked_up) == len(set(looked_up)) > 0
