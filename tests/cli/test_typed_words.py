"""Whatever stands on the command line is used, or refused in words: no number is too long and no byte too strange."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
import typer
from matrices import seldom
from playing import Run

from cardlib_cli.main import COMMANDS, app


def commands() -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield every command with its words."""
    group = typer.main.get_command(app)
    waiting = [((name,), group.get_command(None, name)) for name in COMMANDS]  # type: ignore[attr-defined]
    while waiting:
        words, command = waiting.pop()
        waiting += [((*words, name), inner) for name, inner in getattr(command, "commands", {}).items()]
        if not hasattr(command, "commands"):
            yield words, command


def options(command: click.Command) -> Iterator[click.Option]:
    """Yield the options of a command that take a value."""
    yield from (one for one in command.params if isinstance(one, click.Option) and not one.is_flag and not one.count)


def numbers() -> Iterator[tuple[str, ...]]:
    """Yield the words up to every option that takes a number, of every command."""
    for words, command in commands():
        for option in options(command):
            if option.type.name in ("integer", "float", "integer range"):
                yield (*words, max(option.opts, key=len))


@pytest.mark.parametrize("words", sorted(numbers()), ids=" ".join)
def test_every_number_is_bounded(run: Run, words: tuple[str, ...]) -> None:
    for typed in ("9" * 4_300, "-" + "9" * 5_000, "9" * 39, "nan", "inf", "1e999", "", "\u0661" * 5_000, "7\0"):
        ran = run(*words[:-1], f"{words[-1]}={typed}")
        assert ran.code == 2, (typed[:20], ran.err)
        assert len(ran.err) < 1_000


@pytest.mark.parametrize("each", [1, *seldom(4)])
@pytest.mark.parametrize("words", sorted(words for words, _ in commands()), ids=" ".join)
def test_no_option_is_the_value_of_another_one(run: Run, tmp_path: Path, words: tuple[str, ...], each: int) -> None:
    """An option whose value was forgotten would take the next one: for a folder to make, a text, a query."""
    command = dict(commands())[words]
    own = [name for one in command.params if isinstance(one, click.Option) for name in one.opts]
    taking = [name for option in options(command) for name in option.opts]
    after = itertools.cycle([*own, "--help", *(f"{name}=x" for name in own if name.startswith("--")), "--"])
    for name, _ in itertools.product(taking, range(each)):  # each with so many of them, all of them in turn
        other = next(after)
        ran = run(*words, name, other)
        assert ran.code == 2, (name, other, ran)
        assert f"Option '{name}' needs a value, found '{other}', which " in ran.err
    assert list(tmp_path.iterdir()) == []


def test_an_option_in_place_of_a_value_is_told_with_the_way_out(run: Run, tmp_path: Path) -> None:
    for words, found in (
        (
            ("print", "--png", "-fjson"),
            "found '-fjson', which is the option '-f' of this command; if it is meant to be",
        ),
        (("print", "--backs", "long", "-o", "--png"), "write -o--png"),
        (("cards", "-gf", "--show"), ""),  # `f` is the value of -g
        (("sim", "-n", "3", "-j", "-n"), "write -j-n"),
        (("new", "a", "--name", "--name"), "write --name=--name"),
    ):
        ran = run(*words)
        assert ran.code == 2 and found in ran.err, (words, ran.err)
    assert list(tmp_path.iterdir()) == []


def test_values_that_only_look_like_options_are_values(run: Run, tmp_path: Path) -> None:
    def ok(*words: str) -> str:
        ran = run(*words)
        assert ran.code == 0, (words, ran.err)
        return ran.out

    assert "Skipper" in ok("cards", "-g", "mecha", "id:skipper", "--sort", "-power,name", "--show", "name")
    assert "Skipper" in ok("cards", "-g", "mecha", "-sname", "-fcsv", "--", "-tower id:skipper")
    skipper = ("print", "-g", "mecha", "id:skipper", "--only")
    assert ok(*skipper, "-t:tower", "--png=--backs", "--offset", "-0.5,-1") == "1 picture: --backs\n"
    assert ok(*skipper, "-flight -tower", "-o-f.pdf") == "1 card on 1 sheet: -f.pdf\n"
    assert ok("deck", "convert", "graces-command", "--to", "text", "-o", "-") == ""
    ok("new", "a", "--name=--name")
    assert {path.name for path in tmp_path.iterdir()} == {"--backs", "-f.pdf", "-f.manifest", "-", "a"}


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


def test_a_folder_has_a_name_that_a_file_of_a_project_may_have(run: Run, tmp_path: Path) -> None:
    for folder, found in (
        ("a\nb", "a name with a line break or tab"),
        ("a\tb/c", "a name with a line break or tab"),
        ("a\x1b[31m", "a name with U+001B (escape)"),
        ("a\u202eb", "a name with U+202E (right-to-left override)"),
    ):
        ran = run("new", folder)
        assert ran.code == 1
        assert f"found {found}, expected a name of plain text, of at most 200 characters\n" in ran.err
        assert ran.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


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


def test_the_help_of_every_command_says_what_its_words_are() -> None:
    """Releases of click and typer that do not fit each other leave it out, without a word."""
    silent = [
        (*words, one.name)
        for words, command in commands()
        for one in command.params
        if not isinstance(one, click.Option) and not getattr(one, "help", None)
    ]
    assert silent == []
    check = dict(commands())["data", "check"]
    assert "The folder of a project; the chosen game" in " ".join(check.get_help(click.Context(check)).split())


def test_an_empty_word_is_no_deck_and_not_the_current_folder(run: Run) -> None:
    Path("tower.txt").write_text("40 Radio Tower\n", encoding="utf-8")
    for words in (["deck", "check", ""], ["deck", "show", ""], ["deck", "diff", "tower.txt", ""], ["play", "", ""]):
        ran = run(*words, "--game", "mecha")
        assert (ran.code, ran.out) == (1, ""), words
        assert "'' names no deck, expected a file" in ran.err
