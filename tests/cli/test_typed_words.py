"""Whatever stands on the command line is used, or refused in words: no number is too long and no byte too strange."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
import typer
from playing import Run

from cardlib_cli.main import COMMANDS, app


def numbers() -> Iterator[tuple[str, ...]]:
    """Yield the words up to every option that takes a number, of every command."""
    group = typer.main.get_command(app)
    waiting = [((name,), group.get_command(None, name)) for name in COMMANDS]  # type: ignore[attr-defined]
    while waiting:
        words, command = waiting.pop()
        waiting += [((*words, name), inner) for name, inner in getattr(command, "commands", {}).items()]
        for parameter in command.params:
            if isinstance(parameter, click.Option) and parameter.type.name in ("integer", "float", "integer range"):
                yield (*words, max(parameter.opts, key=len))


@pytest.mark.parametrize("words", sorted(numbers()), ids=" ".join)
def test_every_number_is_bounded(run: Run, words: tuple[str, ...]) -> None:
    for typed in ("9" * 4_300, "-" + "9" * 5_000, "9" * 39, "nan", "inf", "1e999", "", "\u0661" * 5_000, "7\0"):
        ran = run(*words[:-1], f"{words[-1]}={typed}")
        assert ran.code == 2, (typed[:20], ran.err)
        assert len(ran.err) < 1_000


@pytest.mark.parametrize("name", COMMANDS)
def test_words_that_are_no_text_are_refused(run: Run, name: str) -> None:
    for word in ("\udcff\udcfe", "a\0b", "--game=\udce9"):
        ran = run(name, word)
        assert ran.code == 2
        assert "is no text; words of the command line are UTF-8" in ran.err


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("one\ntwo", "line breaks or control characters"),
        ("\x1b[31mred", "line breaks or control characters"),
        ("x" * 10_000, "10000 characters"),
    ],
)
def test_a_name_is_one_line(run: Run, tmp_path: Path, name: str, found: str) -> None:
    ran = run("new", "fresh", "--name", name)
    assert ran.code == 1
    assert found in ran.err
    assert not (tmp_path / "fresh").exists()


@pytest.mark.parametrize("name", ["", "   ", "A/B", "..", '"quoted"', "\u00fcber \N{GAME DIE}", "{slug}", "-x"])
def test_a_project_of_any_other_name_passes_the_check(run: Run, name: str) -> None:
    assert run("new", "fresh", f"--name={name}").code == 0
    ran = run("data", "check", "fresh")
    assert ran.code == 0, ran.err + ran.out


def test_a_folder_with_a_name_that_no_slug_can_be_is_refused(run: Run) -> None:
    for folder in ("\n", "...", "x" * 81, "y" * 10_000):
        ran = run("new", folder)
        assert ran.code == 1
        assert len(ran.err) < 500


@pytest.mark.parametrize(
    "value", ["search:" + "9" * 5_000, "search:0", "search:-1", "search:\u0661", "search:1e3", "", "a\nb", ",", "a,b,c"]
)
def test_bots_of_strange_names_are_refused(run: Run, value: str) -> None:
    ran = run("sim", "graces-command", "graces-command", "-n", "1", "--bots", value)
    assert ran.code == 1
    assert len(ran.err) < 1_000


@pytest.mark.parametrize(
    "value",
    [
        "rules.hand_size=" + "9" * 4_300,
        "rules.hand_size=NaN",
        "rules.hand_size=" + "[" * 50_000,
        "=",
        "",
        "a\nb=1",
    ],
)
def test_changes_of_strange_values_are_refused(run: Run, value: str) -> None:
    ran = run("sim", "graces-command", "graces-command", "-n", "1", "--set", value)
    assert ran.code == 1


def test_a_deck_whose_file_is_called_strangely_is_called_in_one_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "one\ntwo.txt").write_text("1 Skipper\n")
    ran = run("deck", "show", "one\ntwo.txt", "--game", "mecha")
    assert ran.out.startswith("One Two\n")
    (tmp_path / "long.txt").write_text(f"name: {'x' * 201}\n1 Skipper\n")
    assert "name: found 201 characters, expected at most 200" in run("deck", "show", "long.txt", "--game", "mecha").err
