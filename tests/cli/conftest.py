"""A command line in an empty folder, for every test of commands that play."""

from __future__ import annotations

from pathlib import Path

import pytest
from playing import Run, runner


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(tmp_path, monkeypatch, capsys)
