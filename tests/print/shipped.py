"""The games that ship with cardlib, each read once for all tests that print it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from cardlib.catalog import Project, load_project
from cardlib.catalog.projects import bundled_paths


@cache
def shipped(slug: str) -> Project:
    """A game as it ships, with what has been read of its layouts; a test that changes anything loads its own."""
    return load_project(slug)


def commands_have(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands that run in this process print the same games, as they would find them if they read them again."""

    def loaded(folder: Path) -> Project:
        return shipped(folder.name) if folder in bundled_paths() else Project(folder)

    monkeypatch.setattr("cardlib_cli.projects.loaded", loaded)
