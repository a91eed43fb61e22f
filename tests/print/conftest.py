"""A bundled game, one of its cards, a small game of our own, and what runs `cardlib print`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from commanding import Run, printing
from harbour import harbour_at
from shipped import shipped

from cardlib.catalog import Card, Project, load_project


@pytest.fixture(scope="session")
def mecha() -> Project:
    """The bundled game."""
    return shipped("mecha")


@pytest.fixture
def harbour(tmp_path: Path) -> Project:
    """A game of two types with a layout of its own, in a folder that a test may change."""
    return load_project(harbour_at(tmp_path / "harbour"))


@pytest.fixture
def game(tmp_path: Path) -> str:
    """The place of that game, with a deck of six cards."""
    folder = harbour_at(tmp_path / "harbour")
    (folder / "decks").mkdir()
    (folder / "decks" / "fleet.txt").write_text("name: Fleet\n\n2 Barge\n3 Ferry\n1 Pier\n", encoding="utf-8")
    return str(folder)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `cardlib print` in an empty folder, where no print is noted yet."""
    monkeypatch.setenv("CARDLIB_PRINTS", str(tmp_path / "prints"))
    (tmp_path / "out").mkdir()
    monkeypatch.chdir(tmp_path / "out")
    return printing(monkeypatch, capsys)


@pytest.fixture
def bugzapper(mecha: Project) -> Card:
    """A card with a cost, numbers and keywords."""
    return mecha.cards["bugzapper"]


@pytest.fixture
def saying(bugzapper: Card) -> Callable[[str], Card]:
    """Make a card with a text of the test's own."""
    return lambda text: replace(bugzapper, written=text)
