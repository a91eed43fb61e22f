"""What the pages for people who change cardlib name is there: files, folders, functions, classes and their members."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# Where a path of a page begins; a name of a file may also leave out the room that the page is speaking of.
PLACES = tuple(
    ROOT / place
    for place in (
        "",
        "cardlib",
        "cardlib/kernel",
        "cardlib/kernel/atoms",
        "examples/skirmish/skirmish/data",
        "cardlib/abilities/operations",
        "cli",
        "cli/cardlib_cli",
        "print",
        "print/cardlib_print",
        "data/mecha",
        "cardlib/games/mecha",
        "cardlib/games/mecha/judgement",
    )
)
CODE = ("cardlib", "cli", "print")
PAGES = ("docs/architecture.md", "CONTRIBUTING.md", "docs/new-game.md")


def spans(page: str) -> list[str]:
    """What a page sets as code within its text, but for the files that its examples make; blocks are left out."""
    text = (ROOT / page).read_text(encoding="utf-8")
    made = " ".join(re.findall(r"^```\w+ file=(\S+)", text, re.M))
    said = dict.fromkeys(re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.S)))
    return [span for span in said if span not in made]


def found(place: str) -> Path | None:
    """The file or folder that a page means."""
    return next((path for root in PLACES if (path := root / place.rstrip("/")).exists()), None)


@cache
def members(path: Path) -> frozenset[str]:
    """Everything that a module defines: `name`, and `Class.name` of what a class has."""
    names: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        names |= _bound(node)
        if isinstance(node, ast.ClassDef):
            inner = {name for one in node.body for name in _bound(one)}
            inner |= {
                one.attr
                for one in ast.walk(node)
                if isinstance(one, ast.Attribute)
                and isinstance(one.ctx, ast.Store)
                and isinstance(one.value, ast.Name)
                and one.value.id == "self"
            }
            names |= {f"{node.name}.{name}" for name in inner}
    return frozenset(names)


def _bound(node: ast.AST) -> set[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    targets = [node.target] if isinstance(node, ast.AnnAssign) else node.targets if isinstance(node, ast.Assign) else []
    return {target.id for target in targets if isinstance(target, ast.Name)}


@cache
def everything() -> frozenset[str]:
    """The names of all modules of the house, and what they define; members also of the classes that inherit them."""
    names: set[str] = set()
    for code in CODE:
        for path in (ROOT / code).rglob("*.py"):
            names |= {path.stem, path.parent.name, *members(path)}
    return frozenset(names | {name.partition(".")[2] for name in names if "." in name})


def missing(span: str) -> bool:
    """Whether a span names something in the code that is not there; what is no name of such a thing never does."""
    place, colon, name = span.partition(".py: ")
    if colon:
        path = found(f"{place}.py")
        return path is None or name not in members(path)
    if re.fullmatch(r"[\w./<>*-]+(\.py|\.md|\.json|/)", span):
        return not _there(span)
    if re.fullmatch(r"(cardlib|cardlib_cli|cardlib_print)(\.\w+)+", span):
        return not _module(span.split("."))
    dotted = re.fullmatch(r"([A-Z]\w+)\.(\w+)(\([^)]*\))?", span)
    if dotted:
        return dotted[1] not in everything() or dotted[2] not in everything()
    if re.fullmatch(r"[A-Z][a-z]+[A-Z]?\w*|[a-z]+(_[a-z]+)+", span):
        return span not in everything()
    return False


def _there(place: str) -> bool:
    if "<" in place or "*" in place:
        pattern = re.sub(r"<\w+>", "*", place)
        return any(next(root.glob(pattern.rstrip("/")), None) is not None for root in PLACES)
    return found(place) is not None


def _module(parts: list[str]) -> bool:
    path = found("/".join(parts)) or found("/".join(parts) + ".py")
    if path is not None:
        return True
    *module, name = parts
    path = found("/".join(module) + ".py") or found("/".join([*module, "__init__.py"]))
    return path is not None and (name in members(path) or f'"{name}"' in path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_names_is_there(page: str) -> None:
    assert [span for span in spans(page) if missing(span)] == []


def test_a_page_says_where_things_are() -> None:
    named = [span for span in spans("docs/architecture.md") if ".py: " in span]
    assert len(named) > 40


@pytest.mark.parametrize(
    "span",
    [
        "kernel/match.py: Match.taken",
        "kernel/mach.py: Match.take",
        "kernel/matches.py",
        "kernel/bords/",
        "cardlib.kernels",
        "Match.taken",
        "UnknownThing",
        "load_projects",
    ],
)
def test_what_is_not_there_is_found(span: str) -> None:
    assert missing(span)


def test_every_room_and_every_decision_stands_in_the_page() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rooms = {f"{path.name}/" for path in (ROOT / "cardlib").iterdir() if (path / "__init__.py").is_file()}
    files = {path.name for path in (ROOT / "cardlib").glob("*.py")} - {"__init__.py"}
    assert [name for name in sorted(rooms | files) if name not in page] == []
    decisions = {path.name for path in (ROOT / "docs" / "decisions").glob("0*.md")}
    assert [name for name in sorted(decisions) if f"(decisions/{name})" not in page] == []
