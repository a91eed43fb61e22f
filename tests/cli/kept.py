"""Matches that are kept: one that is begun, one that is broken off, and what is read of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from playing import Run, script

from cardlib_cli.keeping import Held, Keeping, read_journal
from cardlib_cli.saving import read_saved

PLAY = ("play", "graces-command", "donnas-search", "--seed", "7")
BEGUN = ("no", "play radio-tower d1")


def crash(run: Run, monkeypatch: pytest.MonkeyPatch, *lines: str, words: tuple[str, ...] = PLAY) -> None:
    """Play, and leave only what a kill would leave: a journal, and no save."""
    with monkeypatch.context() as patched:
        patched.setattr(Keeping, "save", lambda self, saved: self.leave())
        assert run(*words, "--autosave", "my.json", lines=script(*lines)).code == 0


def held(path: Path) -> Held:
    read = read_journal(path.read_bytes(), path)
    assert read is not None
    return read


def picks(path: Path) -> list[str]:
    read: list[str] = read_saved(path).replay["picks"]
    return read
