"""What a check hands on: the project as it was read, so that what was checked and what is built are the same."""

from __future__ import annotations

import gc
import json
import shutil
import subprocess
import sys
import weakref
from pathlib import Path

import pytest

from cardlib import memory
from cardlib.catalog import gate, load_project
from cardlib.catalog.check import Schemas, checked_project
from cardlib.catalog.database import ensure_database
from cardlib.memory import SELDOM, seldom_collected, uncollected


def test_the_checked_project_is_the_one_that_loads() -> None:
    problems, project = checked_project("mecha")
    assert problems == []
    assert project is not None
    assert {card.id: card.text for card in project.cards.values()} == {
        card.id: card.text for card in load_project("mecha").cards.values()
    }


def test_a_build_reads_no_card_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What the gate has read to find out is what is built."""
    monkeypatch.setenv("CARDLIB_CACHE", str(tmp_path))
    project = load_project(shutil.copytree(load_project("mecha").path, tmp_path / "mecha"))

    def refuse(*_: object) -> None:
        raise AssertionError("a card was read again")

    monkeypatch.setattr("cardlib.catalog.projects._cards", refuse)
    assert ensure_database(project).is_file()


def test_young_things_are_searched_less_often_for_a_while_unless_somebody_wants_it_rarer_or_never() -> None:
    before = gc.get_threshold()
    try:
        for wanted, meanwhile in (((700, 10, 10), SELDOM), ((SELDOM + 1, 5, 5), SELDOM + 1), ((0, 10, 10), 0)):
            gc.set_threshold(*wanted)
            with pytest.raises(ValueError, match="within"), seldom_collected():
                assert gc.get_threshold() == (meanwhile, *wanted[1:])
                raise ValueError("within")
            assert gc.get_threshold() == wanted
    finally:
        gc.set_threshold(*before)


def test_two_threads_that_search_less_often_leave_it_as_it_was() -> None:
    before = gc.get_threshold()
    try:
        gc.set_threshold(700, 10, 10)
        one, other = seldom_collected(), seldom_collected()
        one.__enter__()
        other.__enter__()
        one.__exit__(None, None, None)
        other.__exit__(None, None, None)
        assert gc.get_threshold() == (700, 10, 10)
    finally:
        gc.set_threshold(*before)


def test_the_search_for_cycles_is_put_off_and_taken_up_again() -> None:
    assert gc.isenabled()
    with uncollected(), uncollected():
        assert not gc.isenabled()
    assert gc.isenabled()
    try:
        with uncollected():
            raise ValueError
    except ValueError:
        assert gc.isenabled()
    gc.disable()
    try:
        with uncollected():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


CYCLES = """
import gc
from cardlib import memory

memory.FEW = 0
there = len(gc.get_objects())
most = 0
for _ in range(40):
    with memory.uncollected():
        for _ in range(there // 10):
            cycle = []
            cycle.append(cycle)
    most = max(most, len(gc.get_objects()))
print(most / there)
"""


def test_cycles_that_nobody_holds_have_an_end_where_it_is_put_off_again_and_again() -> None:
    """In a Python of its own, which holds few other things."""
    ran = subprocess.run([sys.executable, "-c", CYCLES], capture_output=True, text=True, check=True)
    assert 1.5 < float(ran.stdout) < 3.5


def test_few_things_are_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that reads, prints and ends makes no more, and waits for no search."""

    def searches() -> int:
        found: list[int] = []
        gc.callbacks.append(lambda phase, info: found.append(info["generation"]))
        try:
            with uncollected():
                made = [[number] for number in range(len(gc.get_objects()))]
            assert made
        finally:
            gc.callbacks.pop()
        return found.count(2)

    monkeypatch.setattr(memory, "_left", [0])
    monkeypatch.setattr(memory, "FEW", 0)
    assert searches()
    monkeypatch.setattr(memory, "_left", [0])
    monkeypatch.setattr(memory, "FEW", 1 << 40)
    assert not searches()


def test_what_explains_problems_goes_with_who_asked_for_it() -> None:
    """And not with the next search for cycles: it is 30 MB, of which the search knows a few objects."""
    schemas = Schemas({"side": lambda word: False})
    assert list(schemas.misfits("cards", {"cards": [{"id": 3}]}))
    there = weakref.ref(schemas)
    gc.disable()
    try:
        del schemas
        assert there() is None
    finally:
        gc.enable()


def test_texts_are_said_in_the_words_of_now(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CARDLIB_CACHE", str(tmp_path / "cache"))
    folder = Path(shutil.copytree(load_project("mecha").path, tmp_path / "mecha"))

    def checked_elsewhere() -> None:
        assert checked_project(folder).problems == []
        gate.verdict(folder)
        gate._verdict.cache_clear()

    checked_elsewhere()
    project = load_project(folder)
    said = " ".join(card.text for card in project.cards.values())
    assert "end of turn" in said and "end of shift" not in said
    wording = json.loads((folder / "wording.json").read_text())
    wording.setdefault("style", {})["turn"] = "shift"
    (folder / "wording.json").write_text(json.dumps(wording))
    checked_elsewhere()
    project.catch_up()
    assert "end of shift" in " ".join(card.text for card in project.cards.values())


def test_what_was_made_meanwhile_counts_as_old_and_nobodys_frozen_things_are_touched() -> None:
    """So that the search does not begin with all of it; what a parent of forks put aside stays aside."""
    with uncollected():
        made = [[number] for number in range(20_000)]
    assert gc.get_count()[0] < len(made) / 2
    gc.freeze()
    try:
        frozen = gc.get_freeze_count()
        with uncollected():
            assert made
        assert gc.get_freeze_count() == frozen
    finally:
        gc.unfreeze()
