"""A cache of a test's own, and a small project that it may change."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardlib.catalog import Project, make_project


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARDLIB_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def skirmish(tmp_path: Path) -> Project:
    return make_project(tmp_path / "skirmish", "Skirmish at Dawn")
