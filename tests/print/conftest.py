"""A bundled game, one of its cards, and a small game of our own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
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
def bugzapper(mecha: Project) -> Card:
    """A card with a cost, numbers and keywords."""
    return mecha.cards["bugzapper"]


@pytest.fixture
def saying(bugzapper: Card) -> Callable[[str], Card]:
    """Make a card with a text of the test's own."""
    return lambda text: replace(bugzapper, written=text)
