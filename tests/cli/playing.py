"""Runs the commands that play as a person would: words on the command line, lines on standard input."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from cardlib_cli.main import main


@dataclass
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


def script(*lines: str) -> str:
    """Return what is typed: so many lines."""
    return "".join(f"{line}\n" for line in lines)


def runner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs `cardlib …` in an empty folder, with lines on its standard input."""
    monkeypatch.setenv("CARDLIB_MATCHES", str(tmp_path / "matches"))
    monkeypatch.delenv("CARDLIB_GAME", raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)

    def command(*words: str | Path, lines: str = "") -> Ran:
        monkeypatch.setattr(sys, "argv", ["cardlib", *map(str, words)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        code = 0
        try:
            main()
        except SystemExit as leaving:
            code = leaving.code if isinstance(leaving.code, int) else 1
        written = capsys.readouterr()
        assert "Traceback" not in written.out + written.err
        return Ran(code, written.out, written.err)

    return command
