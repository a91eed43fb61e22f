"""What the shell offers: through click's own interface, and as bash, zsh and fish ask for it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from click.shell_completion import ShellComplete
from forked import Case, run

from cardlib.bots import NAMES
from cardlib.catalog import load_project
from cardlib.decks import project_decks
from cardlib_cli.completion import BOTS, VARIABLE
from cardlib_cli.main import app, main
from cardlib_print import sheets

PROGRAM = [sys.executable, "-m", "cardlib_cli.main"]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder and no game chosen."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CARDLIB_GAME", raising=False)
    return tmp_path


def offered(line: str) -> list[str]:
    """The words that are offered for the last word of a command line; a space at its end asks for a new word."""
    words = line.split(" ")[1:]
    completion = ShellComplete(typer.main.get_command(app), {}, "cardlib", VARIABLE)
    return [item.value for item in completion.get_completions(words[:-1], words[-1])]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("cardlib de", ["deck"]),
        ("cardlib deck che", ["check"]),
        ("cardlib cards --so", ["--sort"]),
        ("cardlib cards --game ty", ["tyrants"]),
        ("cardlib sim --all m", ["mecha"]),
        ("cardlib deck check gra", ["graces-command"]),
        ("cardlib deck check graces-command don", ["donnas-search"]),
        ("cardlib deck diff ok40 gra", ["graces-command"]),
        ("cardlib play graces-command donn", ["donnas-search"]),
        ("cardlib sim gra", ["graces-command"]),
        ("cardlib deck check --rules v", ["variant"]),
        ("cardlib deck convert ok40 --to co", ["cockatrice"]),
        ("cardlib card cap-", ["cap-gun"]),
        ("cardlib card --game structure und-rav", ["und-ravener"]),
        ("cardlib cards --sort cos", ["cost"]),
        ("cardlib cards --sort cost,na", ["cost,name"]),
        ("cardlib cards --sort cost,-dura", ["cost,-durability"]),
        ("cardlib cards --show type_", ["type_line"]),
        ("cardlib stats --by fac", ["faction"]),
        ("cardlib cards flig", ["flight"]),
        ("cardlib cards mecha fact", ["faction:"]),
        ("cardlib cards mecha fac", ["face", "faction:", "facility"]),
        ("cardlib cards in:gra", ["in:graces-command"]),
        ("cardlib cards in : gra", ["graces-command"]),  # bash parts words at a colon
        ("cardlib cards faction:man", ["faction:mandate"]),
        ("cardlib cards is:fly", ["is:flyer"]),
        ("cardlib stats t:mecha-", ["t:mecha-tower"]),
        ("cardlib print --game mecha gra", ["graces-command"]),
        ("cardlib play --seats human,gre", ["human,greedy"]),
        ("cardlib play --seats hu", ["human"]),
        ("cardlib sim --bots greedy,sea", ["greedy,search"]),
        ("cardlib deck check nosuchdeck", []),
        ("cardlib cards --game nosuch flig", []),
    ],
)
def test_what_is_offered(line: str, words: list[str]) -> None:
    assert offered(line) == words


def test_a_query_in_quotation_marks_goes_on_where_it_stands() -> None:
    completion = ShellComplete(typer.main.get_command(app), {}, "cardlib", VARIABLE)
    for typed, whole in (
        ("mecha fligh", "mecha flight"),
        ("mecha -fligh", "mecha -flight"),
        ("(tower or in:gra", "(tower or in:graces-command"),
        ("unit faction:mand", "unit faction:mandate"),
    ):
        assert [item.value for item in completion.get_completions(["cards"], typed)] == [whole]


def test_everything_of_its_kind_is_offered() -> None:
    mecha = load_project("mecha")
    assert offered("cardlib deck show --game mecha ") == list(project_decks(mecha))
    assert offered("cardlib card --game mecha ") == sorted(mecha.cards)
    assert offered("cardlib print --game mecha --sheet ") == sorted(sheets(mecha))
    assert set(offered("cardlib sim --bots ")) == set(BOTS) == set(NAMES)


def test_in_the_folder_of_a_project(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["cardlib", "new", "skirmish"])
    with pytest.raises(SystemExit):
        main()
    own = load_project("skirmish")
    (elsewhere / "skirmish" / "decks").mkdir(exist_ok=True)
    (elsewhere / "skirmish" / "decks" / "second-army.txt").write_text("1 Archer\n")
    (elsewhere / "skirmish" / "print" / "sheets").mkdir(parents=True, exist_ok=True)
    (elsewhere / "skirmish" / "print" / "sheets" / "my-sheet.json").write_text("{}")
    monkeypatch.chdir("skirmish")
    assert offered("cardlib deck show sec") == ["second-army"]
    assert offered("cardlib card ") == sorted(own.cards)
    assert offered("cardlib print --sheet my") == ["my-sheet"]
    assert offered("cardlib deck show gra") == []
    assert offered("cardlib deck show --game mecha gra") == ["graces-command"]
    monkeypatch.chdir(elsewhere)
    assert offered("cardlib deck show --game skirmish sec") == ["second-army"]
    (elsewhere / "skirmish" / "game.json").write_text("{")
    assert offered("cardlib deck show --game skirmish sec") == []


def ask(shell: str, line: str) -> str:
    """Ask the program as the script of a shell does."""
    asking = {
        VARIABLE: f"complete_{shell}",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(line.split(" ")) - 1),
        "_TYPER_COMPLETE_ARGS": line,
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }
    (ran,) = run([Case(environment=asking)])
    assert (ran.code, ran.err) == (0, "")
    return ran.out.decode().rstrip("\n")


@pytest.mark.parametrize(
    ("shell", "deck", "command"),
    [
        ("bash", "graces-command", "deck"),
        ("zsh", """_arguments '*: :(("graces-command"))'""", """_arguments '*: :(("deck":"Check, show, count,"""),
        ("fish", "graces-command", "deck\tCheck, show, count,"),
    ],
)
def test_shells_get_their_own_answer(shell: str, deck: str, command: str) -> None:
    assert ask(shell, "cardlib deck check gra") == deck
    assert ask(shell, "cardlib de").startswith(command)


@pytest.mark.parametrize("line", ["cardlib de", "cardlib card cap", "cardlib print --sheet a4", "cardlib sim --bots g"])
def test_an_answer_imports_nothing_heavy(line: str) -> None:
    """Speed is for the benchmarks; this keeps out what would cost more than the rest together."""
    ran = subprocess.run(
        [sys.executable, "-X", "importtime", *PROGRAM[1:]],
        env={**os.environ, VARIABLE: "complete_zsh", "_TYPER_COMPLETE_ARGS": line},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "_arguments" in ran.stdout
    loaded = set(re.findall(r"\| +([\w.]+)$", ran.stderr, re.MULTILINE))
    assert "cardlib_cli.completion" in loaded
    heavy = {"rich", "sqlmodel", "sqlalchemy", "reportlab", "cardlib_print", "cardlib.bots"}
    heavy |= {"cardlib.kernel", "cardlib.abilities", "cardlib.wording"}
    assert not loaded & heavy
