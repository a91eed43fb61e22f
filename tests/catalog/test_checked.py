"""What a check hands on: the project as it was read, so that what was checked and what is built are the same."""

from __future__ import annotations

import gc
import shutil
from pathlib import Path

import pytest

from cardlib.catalog import load_project
from cardlib.catalog.check import checked_project
from cardlib.catalog.database import ensure_database
from cardlib.memory import uncollected


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
