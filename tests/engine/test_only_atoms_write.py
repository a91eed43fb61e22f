"""A scan of the sources: nothing but the kernel's atoms and its loop writes to the state of a match."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "cardlib"
KERNEL = {"atoms.py", "match.py", "state.py"}
# Places that lay out a position before a match runs, or that look at a position as if and put it back.
ALLOWED = {
    ("engine/scenarios.py", "_begin"),
    ("engine/scenarios.py", "_put"),
    ("engine/visibility.py", "sample"),
    ("engine/rules.py", "new_state"),
    ("game.py", "match_of"),
    ("games/mecha/rules.py", "set_up"),
    ("games/mecha/rules.py", "start_at"),
    ("games/mecha/numbers.py", "cost_at"),
}
MUTATORS = {
    "add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove", "reverse", "setdefault",
    "sort", "update",
}  # fmt: skip
SOURCES = [
    path
    for folder in ("engine", "games", "bots", "lab")
    for path in sorted((PACKAGE / folder).rglob("*.py"))
    if path.name not in KERNEL
]


def writes(tree: ast.AST) -> list[tuple[str, int, str]]:
    """Return (function, line, code) of everything that writes to a state, or to a part of it under another name."""
    found = []
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        parts: set[str] = set()

        def of_state(node: ast.expr, parts: set[str] = parts) -> bool:
            """Whether an expression is the state or lies within it."""
            while isinstance(node, ast.Attribute | ast.Subscript):
                if isinstance(node, ast.Attribute) and node.attr == "state":
                    return True
                node = node.value
            return isinstance(node, ast.Name) and node.id in parts

        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and of_state(node.value):
                parts |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        for node in ast.walk(function):
            targets: list[ast.expr] = []
            if isinstance(node, ast.Assign):
                targets = [part for target in node.targets for part in _flat(target)]
            elif isinstance(node, ast.AugAssign | ast.AnnAssign):
                targets = [node.target]
            elif isinstance(node, ast.Delete):
                targets = node.targets
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS:
                targets = [ast.Attribute(node.func.value, node.func.attr)]
            found += [
                (function.name, node.lineno, ast.unparse(node))
                for target in targets
                if isinstance(target, ast.Attribute | ast.Subscript) and of_state(target.value)
            ]
    return found


def _flat(target: ast.expr) -> list[ast.expr]:
    return list(target.elts) if isinstance(target, ast.Tuple | ast.List) else [target]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_module_but_the_kernel_writes_to_a_state(path: Path) -> None:
    name = path.relative_to(PACKAGE).as_posix()
    wrong = [
        f"{name}:{line}: {function}: {code}"
        for function, line, code in writes(ast.parse(path.read_text(encoding="utf-8")))
        if (name, function) not in ALLOWED
    ]
    assert wrong == []


def test_the_scan_sees_writes_under_other_names() -> None:
    source = """
def careless(m):
    s = m.state
    board = s.board
    board[3] = 7
    s.zones[1].append(2)
    m.state.vars["turn"] += 1
    del s.facing["1"]
    m.state.place[1], other = 2, 3

def careful(m):
    s = m.state
    turn = s.vars["turn"]
    spaces = list(s.board)
    spaces.append(turn)
    m.touched = True
"""
    found = writes(ast.parse(source))
    assert [function for function, _, _ in found] == ["careless"] * 5
