"""What is imported, and when: a bot that the command line names, and nothing that a file or a folder brings."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from shlex import quote as quoted

import pytest
from playing import Run, runner
from sources import modules

import cardlib
from cardlib import plugins
from cardlib.abilities.operations.registry import OPERATIONS
from cardlib.bots import bot, is_own, programs
from cardlib.errors import CardlibError

DECKS = ("graces-command", "donnas-search")
EVIL = "open('RAN', 'w').close()\n\n\nclass Bot:\n    def __init__(self, seed):\n        pass\n"
CALLED = ("evil:Bot", "subprocess:getoutput", "os:getpid", "builtins:print", "shutil:rmtree", "pipe:touch RAN")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Run]:
    monkeypatch.setattr("cardlib.lab.series.cores", lambda: 1)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "evil.py").write_text(EVIL)
    yield runner(tmp_path, monkeypatch, capsys)
    sys.modules.pop("evil", None)


def saved_with(run: Run, folder: Path, seats: list[str]) -> None:
    """Save a match as `mine.json`, and change who sits there."""
    run("play", *DECKS, "--seed", "7", lines="no\nsave mine.json\nquit\n")
    saved = json.loads((folder / "mine.json").read_text())
    (folder / "mine.json").write_text(json.dumps({**saved, "seats": seats}))


# -- names in files ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CALLED)
def test_a_name_imports_nothing_by_itself(name: str, run: Run, tmp_path: Path) -> None:
    sys.path.append(str(tmp_path))
    with pytest.raises(CardlibError, match="runs only where it is asked for"):
        bot(name, 1)
    assert is_own(name)
    assert "evil" not in sys.modules


@pytest.mark.parametrize("name", CALLED)
def test_a_save_never_says_what_is_imported(name: str, run: Run, tmp_path: Path) -> None:
    saved_with(run, tmp_path, ["human", name])
    ran = run("play", "--resume", "mine.json", lines="quit\n")
    assert ran.code == 1
    assert f"say who sits there: cardlib play --resume mine.json --seats {quoted('human,' + name)}" in ran.err
    assert not (tmp_path / "RAN").exists()


def test_who_sits_there_can_be_said_anew(run: Run, tmp_path: Path) -> None:
    (tmp_path / "last_bot.py").write_text(
        "class Last:\n    def __init__(self, seed):\n        pass\n\n"
        "    def choose(self, view):\n        return view.options[-1]\n"
    )
    saved_with(run, tmp_path, ["human", "last_bot:Last"])
    ran = run("play", "--resume", "mine.json", "--seats", "human,last_bot:Last", lines="quit\n")
    assert ran.code == 0
    assert "(last_bot:Last, player B)" in ran.out
    ran = run("play", "--resume", "mine.json", "--seats", "human,bot", lines="quit\n")
    assert "(greedy, player B)" in ran.out
    assert "(greedy, player B)" in run("play", "--resume", "mine.json", lines="quit\n").out


@pytest.mark.parametrize("name", ["evil:Bot", "pipe:touch RAN"])
def test_the_bands_of_a_project_never_say_what_runs(name: str, run: Run, tmp_path: Path) -> None:
    project = tmp_path / "mine"
    shutil.copytree(Path(cardlib.__file__).parents[1] / "data" / "mecha", project)
    bands = json.loads((project / "balance.json").read_text())
    (project / "balance.json").write_text(json.dumps({**bands, "bot": name}))
    ran = run("balance", "check", "mine", "-n", "1", "--jobs", "1")
    assert ran.code == 1
    assert f"balance.json: bot: found '{name}', which is code of somebody's own" in ran.err
    assert not (tmp_path / "RAN").exists()
    assert "evil" not in sys.modules


@pytest.mark.parametrize("own", ["evil:Bot", "pipe:touch RAN"])
def test_no_file_of_results_or_of_a_match_brings_a_bot(own: str, run: Run, tmp_path: Path) -> None:
    """Every kind of file that cardlib writes with the name of a bot in it, read by the commands that read it."""
    series = ("sim", *DECKS, "-n", "2", "--bots", "random", "--seed", "1")
    matrix = ("sim", "--all", "structure", "-n", "1", "--bots", "random", "--turn-limit", "2")
    run(*series, "--out", "series.jsonl")
    run(*matrix, "--out", "matrix.jsonl")
    run("play", *DECKS, "--seed", "7", "--seats", "random,random", "--replay", "match.json")
    for name in ("series.jsonl", "matrix.jsonl"):
        lines = (tmp_path / name).read_text().splitlines()
        head = json.loads(lines[0])
        head["bots"] = [own for _ in head["bots"]]
        (tmp_path / name).write_text("\n".join([json.dumps(head), *lines[1:]]) + "\n")
    replay = json.loads((tmp_path / "match.json").read_text())
    (tmp_path / "match.json").write_text(json.dumps({**replay, "seats": [own] * 2, "bots": [own] * 2}))
    sys.path.append(str(tmp_path))
    words: list[tuple[str, ...]] = [
        (*series, "--out", "series.jsonl", "--resume"),
        (*matrix, "--out", "matrix.jsonl", "--resume"),
        ("replay", "match.json", "--verify"),
        ("replay", "match.json"),
        ("replay", "series.jsonl", "1"),
        ("replay", "matrix.jsonl", "1"),
    ]
    for line in words:
        ran = run(*line)
        if line[-1] == "1":
            assert f"found '{own}', which is code of somebody's own, and a file never says what runs" in ran.err
    assert not (tmp_path / "RAN").exists()
    assert "evil" not in sys.modules


def test_code_that_is_named_by_a_value_is_imported_in_three_places_only() -> None:
    """A name that is imported is one of a fixed table of cardlib's own, of an installed package, or was typed."""
    found: dict[str, set[str]] = {
        "import_module": set(),
        "entry_points": set(),
        "named_bot": set(),
        "__import__": set(),
    }
    for module, tree in modules(found):
        for node in ast.walk(tree):
            name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
            if name in found:
                found[name].add(module)
    lazy = {f"cardlib/{room}__init__.py" for room in ("", "catalog/", "decks/", "filters/")}
    tables = {
        "cardlib_cli/main.py",
        "cardlib_cli/commands/rules.py",
        "cardlib/wording/reference.py",
        "cardlib_print/__init__.py",
        "cardlib_print/pictures.py",
    }
    assert found == {
        "import_module": {"cardlib/bots/registry.py", "cardlib/plugins.py", *lazy, *tables},
        "entry_points": {"cardlib/plugins.py"},
        "named_bot": {"cardlib/lab/games.py", "cardlib/lab/series.py", "cardlib_cli/commands/play.py"},
        "__import__": set(),
    }


@pytest.mark.skipif(os.name != "posix", reason="the program is a script of a shell")
def test_a_program_sits_at_the_table_and_begins_anew_when_a_pick_is_taken_back(run: Run, tmp_path: Path) -> None:
    (tmp_path / "first.sh").write_text(
        "while read -r line; do\n"
        "    printf '%s\\n' \"$line\" >> said\n"
        "    case $line in\n"
        """        '{"type":"hello",'*) echo '{"protocol":1}' ;;\n"""
        """        '{"type":"ask",'*) echo '{"pick":0}' ;;\n"""
        "    esac\ndone\n"
    )
    ran = run("play", *DECKS, "--seed", "7", "--seats", "human,pipe:sh first.sh", lines="no\nundo\nyes\nquit\n")
    programs.end_all()
    assert ran.code == 0
    assert "(pipe:sh first.sh, player B)" in ran.out
    told = [json.loads(line) for line in (tmp_path / "said").read_text().splitlines()]
    assert [one["type"] for one in told if one["type"] != "ask"] == ["hello", *["begin", "end"] * 2]
    assert [one["result"] for one in told if one["type"] == "end"] == [None, None]
    before, after = [one for one in told if one.get("number") == 1]
    assert told[2] == before
    assert before["log"][0] == after["log"][0]
    mulligans = [any("A takes a mulligan" in line for line in one["log"]) for one in (before, after)]
    assert mulligans == [False, True]


def test_programs_are_started_in_three_places_only() -> None:
    """What the name of a bot says, by `named_bot`; git, where a version is a commit; Python, which draws SVG apart."""
    starters = {"subprocess", "Popen", "popen", "system", "posix_spawn", "execv", "execve", "execvp", "startfile"}
    found = {
        module
        for module, tree in modules(starters)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute | ast.Name) and _name(node) in starters
    }
    assert found == {"cardlib/bots/programs.py", "cardlib_cli/commits.py", "cardlib_print/svg.py"}


def _name(node: ast.Attribute | ast.Name) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id


# -- names in folders --------------------------------------------------------------------------------------------


def planted(folder: Path) -> dict[str, str]:
    """Fill a folder with what would run if it were imported; return the environment of the commands there."""
    deps = ("typer", "click", "rich", "PIL", "reportlab", "sqlmodel", "jsonschema", "pypdfium2", "platformdirs")
    for name in (*sorted(sys.stdlib_module_names), *deps, "cardlib", "cardlib_print", "cardlib_cli", "sitecustomize"):
        (folder / f"{name}.py").write_text(f"open({str(folder / 'RAN')!r}, 'a').write('{name} ')\n")
    for number, group in enumerate(("cardlib.games", "cardlib.deck_checks", "console_scripts")):
        info = folder / f"evil{number}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: evil{number}\nVersion: 1.0\n")
        points = "\n".join(f"{name} = evil:Bot" for name in ("mecha", "tyrants", "structure", "skirmish", "cardlib"))
        (info / "entry_points.txt").write_text(f"[{group}]\n{points}\n")
    (folder / "evil.py").write_text(f"open({str(folder / 'RAN')!r}, 'a').write('evil ')\n{EVIL}")
    return {**os.environ, "CARDLIB_CACHE": str(folder.parent / "cache"), "COLUMNS": "100"}


COMMANDS = (
    ("cards", "--game", "mecha", "flight cost<=2"),
    ("card", "--game", "mecha", "turtle"),
    ("stats", "mecha", "--by", "cost"),
    ("sql", "--game", "mecha", "select count(*) from cards"),
    ("rules", "MIW-021"),
    ("deck", "check", "graces-command"),
    ("deck", "random", "--game", "mecha", "--seed", "7"),
    ("data", "check", "mecha"),
    ("play", *DECKS, "--seats", "random,random", "--seed", "7", "--replay", "match.json"),
    ("replay", "match.json", "--verify"),
    ("scenario", "run", "--game", "structure", "DOS-037"),
    ("print", "--game", "mecha", "id:turtle", "--output", "turtle.pdf"),
    ("new", "skirmish"),
    ("sim", *DECKS, "-n", "2", "--bots", "random", "--seed", "1", "--jobs", "2"),
)
ONE_AFTER_ANOTHER = """
import sys
from cardlib_cli.main import main

for words in {commands!r}:
    sys.argv = ["cardlib", *words]
    try:
        main()
    except SystemExit as leaving:
        print("exit", leaving.code)
"""


def test_nothing_in_the_current_folder_is_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All commands as the console script runs them: the folder of the script is on the path, the current one is not.

    They say what they say in an empty folder.
    """
    (tmp_path / "bin").mkdir()
    script = tmp_path / "bin" / "all-commands.py"
    script.write_text(ONE_AFTER_ANOTHER.format(commands=COMMANDS[:-1]))
    here, empty = tmp_path / "planted", tmp_path / "empty"
    here.mkdir()
    ran = subprocess.run([sys.executable, script], cwd=here, env=planted(here), capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert not (here / "RAN").exists(), (here / "RAN").read_text()
    empty.mkdir()
    run = runner(empty, monkeypatch, capsys)
    monkeypatch.setenv("CARDLIB_CACHE", str(tmp_path / "cache"))
    plain = "".join(f"{run(*words).out}exit 0\n" for words in COMMANDS[:-1])
    assert ran.stdout.replace(str(here), "") == plain.replace(str(empty), "")


def test_nothing_in_the_current_folder_is_imported_by_the_processes_of_a_series(tmp_path: Path) -> None:
    here = tmp_path / "planted"
    here.mkdir()
    environment = planted(here)
    script = Path(sys.executable).with_name("cardlib")
    ran = subprocess.run([script, *COMMANDS[-1]], cwd=here, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert "2 games" in ran.stdout
    completing = {**environment, "_CARDLIB_COMPLETE": "complete_bash", "COMP_WORDS": "cardlib ca", "COMP_CWORD": "1"}
    ran = subprocess.run([script], cwd=here, env=completing, capture_output=True, text=True)
    assert ran.stdout.split() == ["cards", "card"]
    assert not (here / "RAN").exists(), (here / "RAN").read_text()


def test_as_a_module_it_takes_the_current_folder_off_the_path(tmp_path: Path) -> None:
    """What `python -m` itself imports first is Python's business; all that cardlib imports is not in the folder."""
    for name in ("random", "csv", "json", "shlex", "typer", "platformdirs", "cardlib"):
        (tmp_path / f"{name}.py").write_text(f"raise SystemExit('{name}')\n")
    for module in ("cardlib_cli", "cardlib_cli.main"):
        words = [sys.executable, "-m", module, "cards", "--game", "mecha", "id:turtle"]
        ran = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True)
        assert (ran.returncode, ran.stderr) == (0, "1 card\n")
        assert "Turtle" in ran.stdout


def test_a_bot_that_is_named_is_found_in_the_current_folder_after_everything_else(run: Run, tmp_path: Path) -> None:
    (tmp_path / "csv.py").write_text("raise SystemExit('csv')\n")
    assert "the module 'csv' has no 'Bot'" in run("play", *DECKS, "--seats", "csv:Bot,random").err
    assert sys.path[-1] == str(tmp_path)
    assert "has no method choose(view)" in run("sim", *DECKS, "-n", "1", "--bots", "evil:Bot").err


def test_without_a_bot_of_ones_own_the_path_stays_as_it_is(run: Run, tmp_path: Path) -> None:
    run("play", *DECKS, "--seats", "random,search:1", "--seed", "3", lines="")
    run("sim", *DECKS, "-n", "1", "--bots", "random")
    assert str(tmp_path) not in sys.path


# -- what is installed -------------------------------------------------------------------------------------------


def test_a_bundled_game_comes_from_cardlib_whatever_is_installed_under_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    planted(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    for slug, module in plugins.bundled().items():
        assert plugins.rules_maker(slug).__module__.startswith(module)
        assert cardlib.load(slug).rules.slug == slug
    assert not (tmp_path / "RAN").exists()
    with pytest.raises(CardlibError, match=r"installed for the game 'chess'.* mecha, skirmish, structure"):
        cardlib.game.rules_for("chess")


def test_a_package_that_cannot_be_imported_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    planted(tmp_path)
    (tmp_path / "evil.py").write_text("raise ValueError('broken')\n")
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    with pytest.raises(
        CardlibError, match=r"'skirmish' .* evil:Bot, which can't be imported.*: ValueError: broken\n.*evil"
    ):
        plugins.rules_maker("skirmish")


def test_why_a_package_cannot_be_imported_is_told_again_the_second_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "halves-1.dist-info").mkdir()
    (tmp_path / "halves-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: halves\nVersion: 1\n")
    (tmp_path / "halves-1.dist-info" / "entry_points.txt").write_text("[cardlib.games]\nhalves = halves:Halves\n")
    (tmp_path / "halves.py").write_text(
        "from cardlib.abilities.operations.registry import operation\n"
        "operation('halve', text='halve it', game='halves')(lambda run: None)\n"
        "operation('third', text='third it', game='halves')(lambda run, who: None)\n"
    )
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    for _ in range(2):
        with pytest.raises(CardlibError, match="operation 'third': parameter 'who' names no kind of parameter"):
            plugins.rules_maker("halves")
    del OPERATIONS["halve"]


RULES = """from cardlib.abilities.rules import GameRules
from cardlib.kernel.contract import back_to, procedure


def roll(m, f):
    m.ask(0, "one", [("end",), ("stay",)], "go on")
    return m.luck


class Ferry(GameRules):
    slug = "ferry"
    moves = ("end", "stay")
    phases = {"main": "roll"}

    def __init__(self):
        super().__init__()
        self.procedures["turn"] = procedure(roll, back_to("roll"))

    def set_up(self, m, decks):
        m.push("turn")
"""
BREAKS = "AttributeError: 'Match' object has no attribute 'luck'"


@pytest.fixture
def ferry(run: Run, tmp_path: Path) -> Iterator[Run]:
    """Commands in a folder with a game whose rules, of an installed package, break at the first pick."""
    info = tmp_path / "ferry-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: ferry\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[cardlib.games]\nferry = ferry_rules:Ferry\n")
    (tmp_path / "ferry_rules.py").write_text(RULES)
    run("new", "ferry")
    (tmp_path / "ferry" / "cards" / "events.json").unlink()
    archer = {"id": "archer", "name": "Archer", "type": "unit", "cost": 1, "attack": 2, "health": 1}
    (tmp_path / "ferry" / "cards" / "units.json").write_text(json.dumps({"cards": [archer]}))
    (tmp_path / "ferry" / "decks" / "first.txt").write_text("game: ferry\n20 Archer\n")
    (tmp_path / "ferry" / "scenarios").mkdir()
    scenario = {
        "id": "one",
        "title": "One",
        "pins": ["FER-001"],
        "given": {"A": {"deck": []}, "B": {"deck": []}},
        "steps": ["A end"],
    }
    (tmp_path / "ferry" / "scenarios" / "one.json").write_text(json.dumps({"scenarios": [scenario]}))
    sys.path.append(str(tmp_path))
    yield run
    sys.modules.pop("ferry_rules", None)


@pytest.mark.parametrize(
    ("command", "lines"),
    [
        ("play first first --game ferry --seats human,random --autosave my.json", "end\n"),
        ("sim first first --game ferry -n 2 --bots random --jobs 1", ""),
        ("scenario run --game ferry", ""),
    ],
)
def test_rules_of_a_package_that_break_are_told_with_the_line(ferry: Run, command: str, lines: str) -> None:
    ran = ferry(*command.split(), lines=lines)
    assert ran.code == 1
    assert f"broke: {BREAKS}" in ran.err
    assert 'ferry_rules.py", line 7, in roll\n    return m.luck' in ran.err
    assert "Traceback" not in ran.err and "/cardlib/" not in ran.err


def test_what_rules_raise_while_a_bot_looks_ahead_is_told_as_theirs(ferry: Run, tmp_path: Path) -> None:
    series = ["sim", "first", "first", "--game", "ferry", "-n", "2", "--jobs", "1", "--bots"]
    ran = ferry(*series, "greedy")
    assert ran.code == 1
    asked = "the bot greedy, player A in turn 0, asked 'go on': "
    assert f"{asked}the rules of 'ferry' broke while it thought: {BREAKS}\n" in ran.err
    assert 'ferry_rules.py", line 7, in roll\n    return m.luck' in ran.err and "/cardlib/" not in ran.err
    own = "class Raises:\n    def __init__(self, seed): ...\n    def choose(self, view):\n        return self.hope\n"
    (tmp_path / "ferry_rules.py").write_text(RULES + own)
    sys.modules.pop("ferry_rules", None)
    ran = ferry(*series, "ferry_rules:Raises")
    assert "'go on': raised AttributeError: 'Raises' object has no attribute 'hope'\n" in ran.err


def test_rules_of_a_package_that_cannot_be_made_are_told_with_the_line(ferry: Run, tmp_path: Path) -> None:
    (tmp_path / "ferry_rules.py").write_text(RULES.replace("super().__init__()", "self.missing"))
    ran = ferry("data", "check", "ferry")
    assert ran.code == 1
    assert "the rules of 'ferry' can't be made: AttributeError" in ran.err
    assert 'ferry_rules.py", line 16, in __init__' in ran.err


def test_an_entry_point_that_gives_no_rules_is_told(ferry: Run, tmp_path: Path) -> None:
    (tmp_path / "ferry_rules.py").write_text("def Ferry():\n    return None\n")
    ran = ferry("data", "check", "ferry")
    assert ran.code == 1
    assert "the rules of 'ferry' can't be made: found None, expected a GameRules" in ran.err


def test_a_value_that_rules_declare_and_do_not_work_out_is_no_traceback(ferry: Run, tmp_path: Path) -> None:
    declares = """    phases = {"main": "roll"}
    of_player = {"glory": Declared("what was won")}

    def player_value(self, m, player, attr):
        return super().player_value(m, player, attr)
"""
    rules = RULES.replace('    phases = {"main": "roll"}\n', declares).replace("return m.luck", "m.end(0, 'won', None)")
    (tmp_path / "ferry_rules.py").write_text(f"from cardlib.kernel.declared import Declared\n{rules}")
    ran = ferry(*["play", "first", "first", "--game", "ferry", "--seats", "human,random"], lines="end\n")
    assert ran.code == 1
    assert "NoSuchValue: 'glory' stands in of_player of ferry: its `player_value` has to work it out\n" in ran.err
    assert "Traceback" not in ran.err


def test_an_operation_of_rules_that_cannot_be_imported_is_told_with_the_reason(
    ferry: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plugins, "_FAILED", {})
    path = tmp_path / "ferry" / "cards" / "units.json"
    cards = json.loads(path.read_text())
    cards["cards"][0]["abilities"] = [{"when": "enters", "do": [{"op": "ferry-over"}]}]
    path.write_text(json.dumps(cards))
    (tmp_path / "ferry_rules.py").write_text(RULES.replace("class Ferry(GameRules):", "class Ferry(GameRules:"))
    ran = ferry("sim", "first", "first", "--game", "ferry", "-n", "1")
    assert ran.code == 1
    assert 'found "ferry-over", expected the name of an operation' in ran.err
    assert "Operations of its own are not known:\n'ferry' (cardlib.games) is installed as" in ran.err
    assert "SyntaxError" in ran.err


def test_a_turn_without_an_end_is_broken_off(ferry: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardlib.kernel.runaways.PICKS_PER_TURN", 50)
    (tmp_path / "ferry_rules.py").write_text(RULES.replace("    return m.luck\n", ""))
    ran = ferry(*["sim", "first", "first", "--game", "ferry", "-n", "2", "--bots", "random", "--jobs", "1"])
    assert ran.code == 0
    assert "2 runaways, 0 at turn" in ran.out
    ran = ferry(*["rules", "doubt", "first", "first", "--game", "ferry", "-n", "2", "--bots", "random"])
    assert (ran.code, ran.out.splitlines()[-1]) == (0, "no order made a difference")


def test_every_bundled_game_is_an_entry_point_too() -> None:
    """For programs that list what is installed."""
    from importlib.metadata import entry_points

    assert set(plugins.bundled()) <= {point.name for point in entry_points(group=plugins.GAMES)}


def test_a_deck_of_a_number_needs_a_card_that_it_is_made_of(ferry: Run, tmp_path: Path) -> None:
    path = tmp_path / "ferry" / "scenarios" / "one.json"
    path.write_text(path.read_text().replace('"deck": []', '"deck": 3', 1))
    ran = ferry("scenario", "run", "--game", "ferry")
    assert "the rules declare no 'filler', the card that a deck of a number, such as 3, is made of" in ran.err
