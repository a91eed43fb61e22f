"""The games that ship with cardlib, each read once for all tests that print it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from cardlib.catalog import Project, load_project
from cardlib.catalog.projects import bundled_paths

PARTS = {"analog-tactics": "not type:ability"}  # of a game with many alike cards: 57 of its 340, of all its layouts


@cache
def shipped(slug: str) -> Project:
    """A game as it ships, with what has been read of its layouts; a test that changes anything loads its own."""
    return load_project(slug)


def commands_have(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands that run in this process use the games that `shipped` has read, so that each is read once."""

    def loaded(folder: Path) -> Project:
        return shipped(folder.name) if folder in bundled_paths() else Project(folder)

    monkeypatch.setattr("cardlib_cli.projects.loaded", loaded)
