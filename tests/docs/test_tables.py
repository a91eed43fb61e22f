"""What the tables of the documentation show is true: queries parse, abilities are valid, notations are played."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib import import_module
from inspect import signature
from pathlib import Path

import click
import typer

from cardlib.abilities.honours import Honours
from cardlib.catalog import Project, load_project, make_project
from cardlib.errors import CardlibError
from cardlib.filters import parse
from cardlib.kernel import atoms
from cardlib.kernel.boards.needs import Needs
from cardlib.kernel.declared import Declared, Fields
from cardlib.kernel.verbs import Verbs
from cardlib.odds import odds
from cardlib.places import schemas_root
from cardlib_cli.main import app

DOCS = Path(__file__).parents[2] / "docs"
_CODE = re.compile(r"`([^`]+)`")
_SLUG = re.compile(r"\| `[a-z-]+` \| [\d,]+ \|")


def cells(page: str, heading: str, column: int) -> Iterator[str]:
    """Yield the code in one column of the tables of a page whose first heading is `heading`."""
    within = False
    for line in (DOCS / page).read_text(encoding="utf-8").splitlines():
        if not line.startswith("|"):
            within = False
        elif line.startswith(f"| {heading} |"):
            within = True
        elif within and not line.startswith("|-"):
            yield from _CODE.findall(line.strip().strip("|").split(" | ")[column])


def test_queries_in_the_tables_parse(tmp_path: Path) -> None:
    games = [load_project("mecha"), load_project("tyrants"), make_project(tmp_path / "new")]
    found = list(cells("queries.md", "you write", 0))
    assert len(found) > 30
    for query in found:
        if not query.endswith(":"):  # `t:` and the like are named, not shown
            assert any(parses(query, project) for project in games), query


def test_what_other_languages_write_is_refused_and_its_translation_parses() -> None:
    mecha = load_project("mecha")
    foreign = [query.replace("\\|", "|") for query in cells("queries.md", "others write", 0)]
    assert len(foreign) > 15
    assert [query for query in foreign if parses(query, mecha)] == []
    assert [query for query in cells("queries.md", "others write", 1) if not parses(query, mecha)] == []


def test_questions_about_dice_are_answered(tmp_path: Path) -> None:
    found = list(cells("dice.md", "you write", 0))
    assert len(found) > 15
    declared = next(block for block in (DOCS / "dice.md").read_text(encoding="utf-8").split("```") if "battle" in block)
    (make_project(tmp_path / "new").path / "dice").mkdir()
    (tmp_path / "new" / "dice" / "battle.json").write_text(declared.split("\n", 1)[1], encoding="utf-8")
    project = load_project(tmp_path / "new")
    for question in found:
        assert odds(question, project).distribution.total, question


def parses(query: str, project: Project) -> bool:
    try:
        parse(query, project.vocabulary)
    except CardlibError:
        return False
    return True


def test_abilities_in_the_tables_are_valid() -> None:
    from jsonschema import Draft202012Validator

    schema = json.loads((schemas_root() / "abilities.schema.json").read_text(encoding="utf-8"))
    validator = Draft202012Validator({**schema, "$ref": "#/$defs/ability"})
    found = list(cells("data.md", "ability", 1))
    assert len(found) > 4
    for ability in found:
        assert [error.message for error in validator.iter_errors(json.loads(ability))] == [], ability


def test_notations_in_the_tables_are_played_in_a_scenario() -> None:
    steps: set[str] = set()
    folders = [load_project(slug).path / "scenarios" for slug in ("mecha", "tyrants", "structure")]
    for path in sorted(path for folder in folders for path in folder.glob("*.json")):
        for scenario in json.loads(path.read_text(encoding="utf-8"))["scenarios"]:
            steps.update(step[2:] for step in scenario["steps"] if step[:2] in ("A ", "B ", "D "))
    found = [*cells("notation.md", "notation", 2)]
    assert len(found) > 30
    assert [notation for notation in found if notation not in steps] == []


def test_every_dependency_has_its_line() -> None:
    import tomllib

    about = tomllib.loads((DOCS.parent / "pyproject.toml").read_text(encoding="utf-8"))
    project = about["project"]
    named = [*about["build-system"]["requires"], *project["dependencies"]]
    named += [one for extra in project["optional-dependencies"].values() for one in extra]
    names = {re.split(r"[<>=~!\[; ]", one)[0] for one in named}
    page = (DOCS / "dependencies.md").read_text(encoding="utf-8")
    listed = {
        name.strip()
        for line in page.splitlines()
        if line.startswith("| ")
        for name in line[2:].split(" | ")[0].split(",")
    }
    assert sorted(names - listed) == []


def test_what_games_are_counted_to_have_written_is_so() -> None:
    """The table of docs/new-game.md may be a tenth off, and ten; it is no record, it tells a reader what to expect."""
    told = [
        line.strip("| ").split(" | ")
        for line in (DOCS / "new-game.md").read_text("utf-8").splitlines()
        if _SLUG.match(line)
    ]
    assert [row[0].strip("`") for row in told] == [
        "skirmish",
        "structure",
        "tyrants",
        "mecha",
        "war-rig",
        "analog-tactics",
    ]
    for slug, *numbers in told:
        name = slug.strip("`")
        for number, counted in zip(numbers, written(name), strict=True):
            shown = int(number.replace(",", ""))
            assert abs(shown - counted) <= max(10, counted // 10), (name, shown, counted)


def written(slug: str) -> tuple[int, int, int, int, int]:
    """Lines of Python, rules, cards, operations of its own and scenarios of a game."""
    root = DOCS.parent
    small = root / "examples" / "skirmish" / "skirmish"
    package = small if slug == "skirmish" else root / "cardlib" / "games" / slug.replace("-", "_")
    data = small / "data" if slug == "skirmish" else root / "data" / slug
    code = [path.read_text("utf-8") for path in package.rglob("*.py")]

    def listed(pattern: str, key: str) -> int:
        return sum(len(json.loads(path.read_text("utf-8"))[key]) for path in data.glob(pattern))

    return (
        sum(len(text.splitlines()) for text in code),
        listed("rules.json", "rules"),
        listed("cards/*.json", "cards"),
        sum(text.count("\n@operation(") for text in code),
        listed("scenarios/*.json", "scenarios"),
    )


def test_every_command_has_its_function_and_the_functions_are_there() -> None:
    """docs/python.md says that whatever a command does, a function does."""
    rows = [
        line.strip("|").split(" | ")
        for line in (DOCS / "python.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("| `cardlib ")
    ]
    told = [" ".join(_CODE.findall(row[0])).split() for row in rows]
    program = typer.main.get_command(app)
    context = click.Context(program)
    for name in program.list_commands(context):  # type: ignore[attr-defined]
        command = program.get_command(context, name)  # type: ignore[attr-defined]
        below = command.list_commands(context) if hasattr(command, "list_commands") else [None]
        for inner in below:
            words = {name} if inner in (None, "show") else {name, inner}
            assert any(words <= set(row) for row in told), words
    for names, module in re.findall(r"((?:`\w+`(?:, | and )?)+) of `([a-z_.]+)`", "\n".join(row[1] for row in rows)):
        for function in _CODE.findall(names):
            assert hasattr(import_module(module), function), (module, function)


def test_the_parts_of_what_rules_declare_are_all_told() -> None:
    """The tables of new-game.md name verbs with arguments, each member of Honours and Needs, atoms as they are."""
    told = (DOCS / "new-game.md").read_text(encoding="utf-8")
    table = told.partition("| class | its parts |")[2].partition("\n\n")[0]
    words = set(re.findall(r"\w+", table))
    for kind in (Fields, Declared, Honours, Needs, Verbs):
        said = {"about", "subject", "other", "number", "player"}  # parts that are given by position
        assert {field for field in kind.__annotations__ if field not in said} <= words, kind
    verbs = dict(re.findall(r"`(\w+)\(m, ([^)]*)\)`", table))
    assert verbs.keys() == Verbs.__annotations__.keys()
    for name, given in verbs.items():
        needed = [one for one in signature(getattr(Verbs(), name)).parameters.values() if one.default is one.empty]
        assert len(given.split(", ")) == len(needed) - 1, name
    named = [name for name in cells("new-game.md", "atom", 0) if name.endswith(")")]
    assert len(named) > 8
    for call in named:
        name, _, given = call.partition("(")
        names = signature(getattr(atoms, name)).parameters
        assert len(given.rstrip(")").split(", ")) <= len(names), call
