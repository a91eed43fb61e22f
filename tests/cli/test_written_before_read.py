"""A file that is asked for is written, also where the reader of the report has seen enough (`| head`)."""

from __future__ import annotations

from pathlib import Path

import pytest
from playing import Run

DECKS = "ok40 graces-command --bots random --jobs 1 --seed 1"


@pytest.mark.parametrize(
    ("words", "prints", "file"),
    [
        (f"why {DECKS} -n 2 --report", "cardlib_cli.commands.why.print_why", "why.html"),
        (f"sweep {DECKS} -n 4 --vary rules.hand_size=5,6 --picture", "cardlib_cli.commands.sweep.print_sweep", "w.svg"),
        ("sim --all structure -n 1 --bots random --jobs 1 --picture", "cardlib_cli.commands.sim.print_matrix", "m.svg"),
    ],
)
def test_it_is_there(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: str, prints: str, file: str
) -> None:
    def gone(*_: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(prints, gone)
    assert run(*words.split(), file).code == 0
    assert (tmp_path / file).is_file()
