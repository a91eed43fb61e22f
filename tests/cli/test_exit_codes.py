"""Exit codes are the same for every command, as docs/files.md tells: 0, 1, 2 and 130."""

from __future__ import annotations

import shlex
from pathlib import Path

import click
import pytest
import typer
from cli.playing import Run, runner

from cardlib_cli.main import COMMANDS, app


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    (tmp_path / "deck.txt").write_text("1 Skipper\n")
    (tmp_path / "folder").mkdir()
    (tmp_path / "broken.json").write_text('{"form": "cardlib replay 1"}')
    return runner(tmp_path, monkeypatch, capsys)


DONE = [
    "--version",
    "cards mecha --format csv",
    "card turtle",
    "stats faction --game mecha",
    "rules MIW-021",
    "deck list --game mecha",
    "data check mecha",
    "scenario list --game mecha",
    "new fresh",
]
WRONG = [
    "cards colour:blue --game mecha",
    "card no-such-card",
    "stats --by no-such-field --game mecha",
    "sql 'select' --game mecha",
    "rules NO-999 --game mecha",
    "deck check deck.txt --game mecha",
    "deck check none.txt --game mecha",
    "data check folder",
    "play --resume broken.json",
    "play --resume folder",
    "replay broken.json",
    "replay none.json --verify",
    "sim graces-command no-such-deck -n 1",
    "sim graces-command graces-command -n 1 --bots nobody",
    "scenario run none.json --game mecha",
    "print id:no-such-card --game mecha",
    "new folder/../broken.json",
]
USE = [
    "no-such-command",
    "cards --no-such-option",
    "cards mecha --limit many",
    "cards mecha --format poem",
    "deck",
    "deck random --seed 1.5",
    "replay",
    "replay broken.json --to -1",
    "sim graces-command donnas-search -n 0",
    "sim graces-command donnas-search --seed " + "9" * 5_000,
    "play graces-command donnas-search --seed 1e9",
    "print --bleed nan",
    "new",
    "new ''",
    "card caf\udce9",
]


@pytest.mark.parametrize(
    ("words", "code"),
    [*((words, 0) for words in DONE), *((words, 1) for words in WRONG), *((words, 2) for words in USE)],
    ids=lambda value: ascii(value)[:60],
)
def test_what_a_command_ends_with(run: Run, words: str, code: int) -> None:
    said = shlex.split(words)
    ran = run(*said)
    assert ran.code == code, ran.err
    assert code == 0 or ran.err + ran.out


@pytest.mark.parametrize("name", COMMANDS)
def test_an_interrupted_command_ends_with_130(run: Run, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    command = typer.main.get_command(app).get_command(None, name)  # type: ignore[attr-defined]
    words = [name]
    while isinstance(command, click.Group):
        words.append(next(iter(command.commands)))
        command = command.commands[words[-1]]
    needed = ["x" for one in command.params if isinstance(one, click.Argument) and one.required]
    monkeypatch.setattr(type(command), "invoke", interrupted)
    ran = run(*words, *needed)
    assert ran.code == 130, ran.err
