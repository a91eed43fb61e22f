"""Runs `cardlib print` in this process, and gives back what came of it; with a small project to print."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from harbour import harbour_at

from cardlib_cli.main import main

Run = Callable[..., tuple[int, str, str]]


def printing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *always: str) -> Run:
    """Return what runs `cardlib print`: exit code, standard output, standard error; `always` stands behind."""

    def call(*args: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["cardlib", "print", *args, *always])
        code = 0
        try:
            main()
        except SystemExit as stop:
            code = int(stop.code or 0)
        output = capsys.readouterr()
        return code, output.out, output.err

    return call


def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Go to an empty folder where no print is noted yet, and return what runs `cardlib print` there."""
    monkeypatch.setenv("CARDLIB_PRINTS", str(tmp_path / "prints"))
    (tmp_path / "out").mkdir()
    monkeypatch.chdir(tmp_path / "out")
    return printing(monkeypatch, capsys)


def project_with_a_deck(folder: Path) -> str:
    """Write a small project with a deck of six cards and a plain layout; return its place."""
    harbour_at(folder)
    (folder / "decks").mkdir()
    (folder / "decks" / "fleet.txt").write_text("name: Fleet\n\n2 Barge\n3 Ferry\n1 Pier\n", encoding="utf-8")
    return str(folder)
