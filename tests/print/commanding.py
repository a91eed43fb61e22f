"""Runs `cardlib print` in this process, and gives back what came of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from shipped import commands_have

from cardlib_cli.main import main

Run = Callable[..., tuple[int, str, str]]


def printing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *always: str) -> Run:
    """Return what runs `cardlib print`: exit code, standard output, standard error; `always` stands behind."""

    commands_have(monkeypatch)

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
