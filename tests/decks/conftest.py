"""The project, its standard format, and what the deck tests share."""

from __future__ import annotations

import factions as game_of_factions
import pytest

from cardlib.catalog import Project, load_project
from cardlib.decks import CompiledFormat, compile_format


@pytest.fixture(scope="session")
def mecha() -> Project:
    """The bundled game."""
    return load_project("mecha")


@pytest.fixture(scope="session")
def standard(mecha: Project) -> CompiledFormat:
    """Its standard format, compiled."""
    return compile_format(mecha)


@pytest.fixture(scope="session")
def factions(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A game made for tests of formats and repairs."""
    return game_of_factions.made(tmp_path_factory.mktemp("factions"))
