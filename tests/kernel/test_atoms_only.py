"""Only atoms change the state of a match: a scan of the source for code elsewhere that writes to one.

The scan follows names within a function: `s = m.state`, `hand = s.zones[0]`, `for row in s.players`. What a function
returns is not followed, and neither are the bindings of a frame, which its own steps may write.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set
from pathlib import Path

import pytest

import cardlib
import cardlib_cli

ROOTS = (Path(cardlib.__file__).parent, Path(cardlib_cli.__file__).parent)

# Where a state is made and written: the state itself, the atoms, the run loop, the laying out of scenarios.
FREE = ("kernel/state.py", "kernel/atoms/", "kernel/match.py", "scenarios/positions.py")
# The set-up of a game, before the first step of a match.
SET_UP = {"set_up", "lay_out"}

MUTATORS = frozenset({"append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort"}) | frozenset(
    {"add", "discard", "popitem", "setdefault", "update", "__setitem__"}
)
PASS_ON = frozenset({"get", "items", "pop", "setdefault", "values"})  # methods that hand out a part of a container
WRITERS = frozenset({"delattr", "heappop", "heappush", "insort", "setattr", "shuffle"})  # functions that write to it
MAKERS = frozenset({"State", "from_json", "new_state"})
WORDS = ("state", *MAKERS)  # where none of these is said, nothing stands for a state

Found = tuple[int, str]


class Scan(ast.NodeVisitor):
    """One function with the functions inside it: which names stand for a state or a part of one, and who writes."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.found: list[Found] = []
        self.collecting = True

    def of(self, function: ast.AST) -> list[Found]:
        visits = ((getattr(self, f"visit_{type(node).__name__}", None), node) for node in ast.walk(function))
        nodes = [(visit, node) for visit, node in visits if visit is not None]
        known = -1
        while len(self.names) > known:
            known = len(self.names)
            for visit, node in nodes:
                visit(node)
        self.collecting = False
        for visit, node in nodes:
            visit(node)
        return self.found

    def is_part(self, node: ast.AST | None) -> bool:
        """Whether an expression is a state or something inside one (not a copy of it)."""
        match node:
            case ast.Name(id=name):
                return name in self.names
            case ast.Attribute(value=value, attr=attr):
                return attr == "state" or self.is_part(value)
            case ast.Subscript(value=value, slice=index):
                return not isinstance(index, ast.Slice) and self.is_part(value)
            case ast.Call(func=ast.Attribute(value=value, attr=attr)):
                return attr in MAKERS or (attr in PASS_ON and self.is_part(value))
            case ast.Call(func=ast.Name(id=name), args=args):
                if name in ("enumerate", "iter", "reversed", "zip"):
                    return any(self.is_part(arg) for arg in args)
                return name in MAKERS
            case ast.IfExp(body=body, orelse=orelse):
                return self.is_part(body) or self.is_part(orelse)
            case ast.BoolOp(values=values):
                return any(self.is_part(value) for value in values)
            case ast.NamedExpr(value=value) | ast.Starred(value=value):
                return self.is_part(value)
        return False

    def name(self, target: ast.AST, value: ast.AST | None) -> None:
        """Remember the names that an assignment makes stand for a part of a state."""
        if isinstance(target, ast.Tuple | ast.List):
            pairs = isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(target.elts)
            for i, each in enumerate(target.elts):
                self.name(each, value.elts[i] if pairs else value)  # type: ignore[union-attr]
        elif isinstance(target, ast.Name) and self.is_part(value):
            self.names.add(target.id)

    def write(self, target: ast.AST) -> None:
        """Note an assignment into a part of a state."""
        if isinstance(target, ast.Tuple | ast.List):
            for each in target.elts:
                self.write(each)
        elif isinstance(target, ast.Attribute | ast.Subscript) and self.is_part(target.value):
            self.note(target)

    def note(self, node: ast.expr) -> None:
        if not self.collecting:
            self.found.append((node.lineno, ast.unparse(node)))

    def visit_Assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            self.name(target, node.value)
            self.write(target)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.write(node.target)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.name(node.target, node.value)
        self.write(node.target)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.name(node.target, node.value)

    def visit_For(self, node: ast.For) -> None:
        self.name(node.target, node.iter)
        self.write(node.target)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        self.name(node.target, node.iter)

    def visit_Delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            self.write(target)

    def visit_arg(self, node: ast.arg) -> None:
        if node.annotation is not None and ast.unparse(node.annotation) == "State":
            self.names.add(node.arg)

    def visit_Call(self, node: ast.Call) -> None:
        called = node.func
        if isinstance(called, ast.Attribute):
            if called.attr in MUTATORS and self.is_part(called.value):
                self.note(called)
            name = called.attr
        else:
            name = called.id if isinstance(called, ast.Name) else ""
        if name in WRITERS and any(self.is_part(arg) for arg in node.args):
            self.note(node)


def functions(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Every outermost function or method under a node; what stands outside of functions comes as one, named ''."""
    rest = ast.Module(body=[], type_ignores=[])
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield child.name, child
        elif isinstance(child, ast.ClassDef):
            yield from functions(child)
        elif isinstance(child, ast.stmt):
            rest.body.append(child)
    yield "", rest


def first_line(node: ast.AST) -> int:
    """The first line of a function, with what stands over it; 1 for what stands outside of functions."""
    return min(
        (one.lineno for one in (node, *getattr(node, "decorator_list", ())) if hasattr(one, "lineno")), default=1
    )


def writes(source: str, free: Set[str] = frozenset()) -> list[Found]:
    """Return line and expression of everything in a module that writes to a state, outside of functions in `free`."""
    found: list[Found] = []
    lines = source.splitlines()
    for name, function in functions(ast.parse(source)):
        text = "\n".join(lines[first_line(function) - 1 : getattr(function, "end_lineno", None)])
        if name not in free and any(word in text for word in WORDS):
            found += Scan().of(function)
    return sorted(set(found))


def test_nothing_but_atoms_writes_to_a_state() -> None:
    scanned, found = 0, []
    for root in ROOTS:
        for path in sorted(root.rglob("*.py")):
            name = path.relative_to(root).as_posix()
            if name.startswith(FREE):
                continue
            scanned += 1
            free = SET_UP if name.startswith("games/") else frozenset()
            found += [f"{root.name}/{name}:{line}: {text}" for line, text in writes(path.read_text("utf-8"), free)]
    assert scanned > 100
    assert not found, "a state is changed outside of atoms:\n" + "\n".join(found)


def test_the_scan_sees_what_the_atoms_do() -> None:
    atoms = (ROOTS[0] / "kernel" / "atoms").glob("*.py")
    assert sum(len(writes(path.read_text("utf-8"))) for path in atoms) > 40


@pytest.mark.parametrize(
    "line",
    [
        "m.state.result = None",
        "m.state.vars['turn'] += 1",
        "s = m.state; s.place[3] = 4",
        "s = m.state; s.zones[1].append(3)",
        "s, facts = m.state, m.facts; hand = s.zones[0]; hand.remove(3)",
        "s = m.state\nfor each in s.players: each.update(discarded=0)",
        "s = m.state\nfor number, zone in enumerate(s.zones): zone.clear()",
        "del m.state.listeners['enters']",
        "m.state.stack[-2][2]['kept'] = ()",
        "m.state.columns.get('damage')[3] = 1",
        "(chain := m.state.chain).pop()",
        "a, m.state.serial = 1, 2",
        "columns = m.state.columns; columns['time'][2], b = 3, 4",
        "chance.shuffle(m.state.zones[2])",
        "setattr(fork.state, 'seed', 4)",
        "state = new_state(facts, (), 3); state.script = (1,)",
        "def inner(s: State): s.seed = 3",
        "s = m.state\ndef inner(): s.board[3] = 1",
        "view._match.state.shown_to.pop('3', None)",
    ],
)
def test_the_scan_finds(line: str) -> None:
    body = line.replace("\n", "\n    ")
    assert writes(f"def step(m, fork, facts):\n    {body}\n")


@pytest.mark.parametrize(
    "line",
    [
        "f['made'] = m.state.serial + 1",
        "hand = list(m.state.zones[0]); hand.remove(3)",
        "left = m.state.zones[0][:]; left.append(2)",
        "s = m.state; seen = {s.card[obj] for obj in s.board}; seen.add(3)",
        "m.touched = True; m.cursor += 1",
        "count = m.state.vars['turn']; count += 1",
    ],
)
def test_the_scan_leaves_alone(line: str) -> None:
    assert not writes(f"def step(m, f):\n    {line}\n")
