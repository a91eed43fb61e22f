"""No files import each other in circles, also not for annotations, but where one line here says why."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

import cardlib

ROOT = Path(cardlib.__file__).parents[1]
Graph = dict[str, dict[str, set[str]]]  # module -> module that it imports -> when: "run", "late" or "types"

# What may be named in annotations only, by module: whatever imports it for that alone closes no circle.
IN_ANNOTATIONS: Mapping[str, str] = {
    "cardlib.kernel.match": "a match is named in the annotations of all that works on it",
}
# The other imports that close a circle, each with its reason.
ALLOWED: Mapping[tuple[str, str, str], str] = {
    ("cardlib.kernel.atoms.course", "cardlib.kernel.facts", "types"): "a state is laid out for the facts of its game",
    ("cardlib.kernel.match", "cardlib.kernel.contract", "types"): "a match has its rules, which are handed to it",
    ("cardlib.kernel.visibility", "cardlib.kernel.contract", "types"): (
        "a view hands on the rules, which say what can be read of it"
    ),
    ("cardlib.kernel.speech", "cardlib.kernel.contract", "types"): "a face of the rules names the rules it is of",
    ("cardlib.kernel.table", "cardlib.kernel.contract", "types"): "a face of the rules names the rules it is of",
    ("cardlib.kernel.judgement", "cardlib.kernel.contract", "types"): "a face of the rules names the rules it is of",
    ("cardlib.abilities.operations.params", "cardlib.abilities.compiling", "types"): (
        "a parameter is compiled by the compiler that asks it to"
    ),
    ("cardlib.abilities.operations.params", "cardlib.abilities.running", "types"): (
        "subjects are found in the run of an operation"
    ),
    ("cardlib.catalog.gate", "cardlib.catalog.check", "late"): (
        "a project is let in once it is checked, and the check reads the project"
    ),
    ("cardlib.catalog.text", "cardlib.catalog.projects", "types"): "the texts of a project are kept with it",
    ("cardlib.catalog.pieces", "cardlib.catalog.projects", "types"): "the pieces of a project are kept with it",
    ("cardlib.games.mecha.numbers", "cardlib.games.mecha.cards", "types"): "what was read off the cards is handed over",
}


def test_the_imports_of_cardlib_form_no_circles_but_those_with_a_reason() -> None:
    graph = imports()
    assert circles(without_allowed(graph)) == []


def test_every_reason_is_still_needed() -> None:
    graph = imports()
    for importer, imported, when in ALLOWED:
        assert when in graph[importer].get(imported, ()), (importer, imported)
        kept = {key: reason for key, reason in ALLOWED.items() if key != (importer, imported, when)}
        assert circles(without_allowed(graph, kept)), (importer, imported)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")
@pytest.mark.parametrize(
    "room",
    ["cardlib.abilities", "cardlib.kernel", pytest.param("cardlib", marks=pytest.mark.soak)],
)
def test_any_module_can_be_the_first_that_is_imported(room: str) -> None:
    """Circles by way of a package: what its `__init__` imports is there before the module itself."""
    names = sorted(name for name in imports() if name == room or name.startswith(f"{room}."))
    program = (
        "import importlib, os, sys\n"
        "for name in sys.argv[1:]:\n"
        "    if not (child := os.fork()):\n"
        "        importlib.import_module(name)\n"
        "        os._exit(0)\n"
        "    if os.waitpid(child, 0)[1]:\n"
        "        sys.exit(name)\n"
    )
    ran = subprocess.run([sys.executable, "-c", program, *names], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr[-2000:]


def test_a_circle_is_found() -> None:
    graph: Graph = {"a": {"b": {"run"}}, "b": {"c": {"types"}}, "c": {"a": {"late"}}, "d": {"a": {"run"}}}
    assert circles(graph) == [["a", "b", "c"]]


@cache
def imports() -> Graph:
    """What every module of cardlib imports of cardlib: as it is loaded, within functions, and for annotations."""
    modules = {}
    for path in sorted((ROOT / "cardlib").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        modules[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    graph: Graph = {}
    for name, path in modules.items():
        graph[name] = {}
        for imported, when in _imported(ast.parse(path.read_text(encoding="utf-8")), "run", modules):
            if imported != name:
                graph[name].setdefault(imported, set()).add(when)
    return graph


def _imported(node: ast.AST, when: str, modules: Mapping[str, Path]) -> Iterator[tuple[str, str]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ImportFrom) and child.module:
            for alias in child.names:
                inner = f"{child.module}.{alias.name}"
                if (found := inner if inner in modules else child.module) in modules:
                    yield found, when
        elif isinstance(child, ast.Import):
            yield from ((alias.name, when) for alias in child.names if alias.name in modules)
        elif isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):  # no expression imports anything
            inside = when
            if isinstance(child, ast.If) and _last_name(child.test) == "TYPE_CHECKING":
                inside = "types"
            elif isinstance(child, ast.FunctionDef) and when == "run":
                inside = "late"
            yield from _imported(child, inside, modules)


def _last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def without_allowed(graph: Graph, allowed: Mapping[tuple[str, str, str], str] = ALLOWED) -> Graph:
    """The graph without what is allowed to close a circle."""
    left: Graph = {}
    for name, imported in graph.items():
        left[name] = {}
        for other, whens in imported.items():
            kept = {when for when in whens if (name, other, when) not in allowed}
            if other in IN_ANNOTATIONS:
                kept -= {"types"}
            if kept:
                left[name][other] = kept
    return left


def circles(graph: Graph) -> list[list[str]]:
    """The groups of modules that reach each other (Tarjan's algorithm)."""
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []
    found = []

    def visit(name: str) -> None:
        number[name] = lowest[name] = len(number)
        path.append(name)
        for other in graph.get(name, ()):
            if other not in number:
                visit(other)
                lowest[name] = min(lowest[name], lowest[other])
            elif other in path:
                lowest[name] = min(lowest[name], number[other])
        if lowest[name] == number[name]:
            group = path[path.index(name) :]
            del path[path.index(name) :]
            if len(group) > 1:
                found.append(sorted(group))

    for name in sorted(graph):
        if name not in number:
            visit(name)
    return found
