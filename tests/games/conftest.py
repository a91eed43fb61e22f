"""Games that several modules share."""

from __future__ import annotations

import pytest
from workshop import workshop_at

import cardlib


@pytest.fixture(scope="session")
def structure() -> cardlib.Game:
    """Dept. of Structure as it ships."""
    return cardlib.load("structure")


@pytest.fixture(scope="session")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> cardlib.Game:
    """The same with made-up cards."""
    return workshop_at(tmp_path_factory.mktemp("project") / "structure")
