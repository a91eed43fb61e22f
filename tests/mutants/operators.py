"""The mutants of a module: every small change that the operators know, as an edit of its text.

The set is the usual one: comparisons are moved by one or turned round, arithmetic is swapped, `and` with `or`, `min`
with `max`, `any` with `all`; a `not` goes, a condition is negated, a filter lets everything through; a number is one
more or one less, a truth is turned; a function returns nothing of what it should; a statement is left out; `break` and
`continue` change places. An edit keeps the rest of the line, so that a report shows exactly what ran.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from mutants.leaving import LeftOut

COMPARISONS: dict[type[ast.cmpop], tuple[str, tuple[str, ...]]] = {
    ast.Lt: ("<", ("<=", ">=")),
    ast.LtE: ("<=", ("<", ">")),
    ast.Gt: (">", (">=", "<=")),
    ast.GtE: (">=", (">", "<")),
    ast.Eq: ("==", ("!=",)),
    ast.NotEq: ("!=", ("==",)),
    ast.Is: (r"\bis\b", ("is not",)),
    ast.IsNot: (r"\bis\s+not\b", ("is",)),
    ast.In: (r"\bin\b", ("not in",)),
    ast.NotIn: (r"\bnot\s+in\b", ("in",)),
}
ARITHMETIC: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: (r"\+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: (r"\*", "//"),
    ast.FloorDiv: ("//", "*"),
    ast.Div: ("/", "*"),
    ast.Mod: ("%", "//"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: (r"\|", "&"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
EMPTY = {"bool": "False", "int": "0", "list": "[]", "tuple": "()", "dict": "{}", "set": "set()"}
RULE = re.compile(r"\b[A-Z]{2,3}-[A-Z]?\d+\b")


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: where it is, what kind, the line before and after, and the ids of rules that are cited near it."""

    module: str
    file: Path
    number: int
    function: str
    operator: str
    line: str
    mutant: str
    start: int
    end: int
    text: str
    cited: frozenset[str] = field(repr=False, default=frozenset())

    @property
    def place(self) -> str:
        """Module and function, as explanations name it."""
        return f"{self.module}.{self.function}" if self.function else self.module

    def source(self) -> bytes:
        """Return the text of the module with the change made."""
        text = self.file.read_bytes()
        return text[: self.start] + self.text.encode() + text[self.end :]


def modules_of(folder: Path) -> dict[Path, str]:
    """Return the modules of a package and of the rooms in it, each with its name from there: `attacks.damage`."""
    files = sorted(folder.rglob("*.py"))
    return {file: ".".join(file.relative_to(folder).with_suffix("").parts) for file in files}


def mutants_in(folder: Path, left_out: LeftOut) -> list[Mutant]:
    """Return every mutant of every module of a package."""
    return [one for file, name in modules_of(folder).items() for one in mutants_of(file, left_out, name)]


def mutants_of(file: Path, left_out: LeftOut, name: str = "") -> list[Mutant]:
    """Return every mutant of a module, in the order of its lines; none where the module is left out."""
    name = name or file.stem
    if left_out.module(name):
        return []
    return sorted(_Maker(file, left_out, name).mutants(), key=lambda one: (one.number, one.start, one.end, one.text))


@dataclass(frozen=True, slots=True)
class _Edit:
    operator: str
    start: int
    end: int
    text: str


class _Maker:
    """Walks the tree of one module."""

    def __init__(self, file: Path, left_out: LeftOut, name: str) -> None:
        self.file = file
        self.name = name
        self.left_out = left_out
        self.text = file.read_bytes()
        self.starts = [0]
        for line in self.text.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def mutants(self) -> Iterator[Mutant]:
        yield from self._walk(ast.parse(self.text), "", "", frozenset())

    # -- the tree -----------------------------------------------------------------------------------------------

    def _walk(self, node: ast.AST, function: str, returns: str, cited: frozenset[str]) -> Iterator[Mutant]:
        if self._skipped(node):
            return
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            function = f"{function}.{node.name}" if function else node.name
            if not isinstance(node, ast.ClassDef):
                returns = ast.unparse(node.returns) if node.returns else ""
                cited = frozenset(RULE.findall(self._segment(node)))
        for edit in self._edits(node, returns):
            yield self._mutant(edit, function, cited)
        for child in self._children(node):
            yield from self._walk(child, function, returns, cited)

    def _skipped(self, node: ast.AST) -> bool:
        """What no rule is in: types, messages, assertions, and what the game's own list leaves out."""
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            return self.left_out.function(node.name)
        if isinstance(node, ast.If):
            return ast.unparse(node.test) == "TYPE_CHECKING"
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(to, ast.Name) and self.left_out.table(to.id) for to in targets):
                return True
            return isinstance(node.value, ast.Constant) and any(self._marked(to) for to in targets)
        if isinstance(node, ast.Subscript):
            return self.left_out.expression(self._segment(node))
        return isinstance(node, ast.Assert | ast.JoinedStr | ast.Import | ast.ImportFrom)

    def _marked(self, target: ast.expr) -> bool:
        """Whether something is assigned to a mark for the kernel: `m.touched`, `m.cache["held"]`."""
        inner = target.value if isinstance(target, ast.Subscript) else target
        return isinstance(inner, ast.Attribute) and self.left_out.mark(inner.attr)

    def _children(self, node: ast.AST) -> Iterator[ast.AST]:
        if isinstance(node, ast.FunctionDef):
            yield node.args
            yield from node.body
        elif isinstance(node, ast.ClassDef):
            yield from node.body
        elif isinstance(node, ast.arguments):
            yield from (default for default in (*node.defaults, *node.kw_defaults) if default is not None)
        elif isinstance(node, ast.AnnAssign):
            yield from (node.target, *([node.value] if node.value else []))
        elif isinstance(node, ast.Raise) or self._negative(node):
            return
        elif isinstance(node, ast.Call):
            yield node.func
            called = _called(node)
            if not self.left_out.arguments(called):
                yield from node.args
                named = (keyword for keyword in node.keywords if keyword.arg != "strict")
                yield from (one.value for one in named if not self.left_out.keyword(called, one.arg or ""))
        else:
            yield from ast.iter_child_nodes(node)

    # -- operators ----------------------------------------------------------------------------------------------

    def _edits(self, node: ast.AST, returns: str) -> Iterator[_Edit]:
        match node:
            case ast.Compare():
                parts = [node.left, *node.comparators]
                for left, op, right in zip(parts, node.ops, parts[1:], strict=False):
                    sign, others = COMPARISONS[type(op)]
                    for other in others:
                        yield self._between("comparison", left, right, sign, other)
            case ast.BoolOp():
                both = (r"\band\b", "or") if isinstance(node.op, ast.And) else (r"\bor\b", "and")
                for left, right in zip(node.values, node.values[1:], strict=False):
                    yield self._between("and, or", left, right, *both)
            case ast.BinOp() if type(node.op) in ARITHMETIC:
                yield self._between("arithmetic", node.left, node.right, *ARITHMETIC[type(node.op)])
            case ast.AugAssign():
                if type(node.op) in ARITHMETIC:
                    yield self._between("arithmetic", node.target, node.value, *ARITHMETIC[type(node.op)])
                yield self._whole("statement left out", node, "pass")
            case ast.UnaryOp(op=ast.Not()):
                start = self._start(node)
                yield _Edit("not left out", start, start + len("not "), "")
            case ast.UnaryOp(op=ast.USub()) if self._negative(node):
                number = ast.literal_eval(node)
                yield from (self._whole("number", node, str(other)) for other in (number + 1, number - 1))
            case ast.Constant(value=bool(truth)):
                yield self._whole("truth", node, str(not truth))
            case ast.Constant(value=int(number)):
                yield from (self._whole("number", node, str(other)) for other in (number + 1, number - 1))
            case ast.Call(func=ast.Name(id=name)) if name in CALLS:
                yield self._whole("call", node.func, CALLS[name])
            case ast.Return():
                yield from self._returned(node, returns)
            case ast.Break() | ast.Continue():
                yield self._whole("loop", node, "continue" if isinstance(node, ast.Break) else "break")
                yield self._whole("statement left out", node, "pass")
            case ast.Raise() | ast.Delete() | ast.Expr(value=ast.Call()):
                yield self._whole("statement left out", node, "pass")
            case ast.Assign() if any(isinstance(to, ast.Attribute | ast.Subscript) for to in node.targets):
                if not any(self._marked(to) for to in node.targets):
                    yield self._whole("statement left out", node, "pass")
            case ast.If() | ast.While() | ast.IfExp() if not isinstance(node.test, ast.Compare | ast.BoolOp):
                if not isinstance(node.test, ast.UnaryOp):
                    yield self._whole("condition", node.test, f"not ({self._segment(node.test)})")
            case ast.comprehension():
                yield from (self._whole("filter", test, "True") for test in node.ifs)

    def _returned(self, node: ast.Return, returns: str) -> Iterator[_Edit]:
        """What a function returns is replaced by the emptiest value of its type."""
        if node.value is None:
            yield self._whole("statement left out", node, "pass")
        elif returns == "bool" and not isinstance(node.value, ast.Constant):
            yield self._whole("return", node.value, f"not ({self._segment(node.value)})")
        elif returns != "str":
            empty = "None" if "None" in returns else EMPTY.get(returns.split("[")[0], "None")
            if ast.unparse(node.value) != empty:
                yield self._whole("return", node.value, empty)

    @staticmethod
    def _negative(node: ast.AST) -> bool:
        match node:
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int())):
                return True
        return False

    # -- the text -----------------------------------------------------------------------------------------------

    def _start(self, node: ast.expr | ast.stmt) -> int:
        return self.starts[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self.starts[node.end_lineno - 1] + node.end_col_offset

    def _segment(self, node: ast.expr | ast.stmt) -> str:
        return self.text[self._start(node) : self._end(node)].decode()

    def _whole(self, operator: str, node: ast.expr | ast.stmt, text: str) -> _Edit:
        return _Edit(operator, self._start(node), self._end(node), text)

    def _between(self, operator: str, left: ast.expr, right: ast.expr, sign: str, other: str) -> _Edit:
        """The sign between two operands; comments there count for nothing."""
        start = self._end(left)
        gap = re.sub(
            r"#[^\n]*", lambda found: " " * len(found[0].encode()), self.text[start : self._start(right)].decode()
        )
        found = re.search(sign, gap)
        assert found is not None, f"{self.file}: no {sign} in {gap!r}"
        return _Edit(operator, start + found.start(), start + found.end(), other)

    def _mutant(self, edit: _Edit, function: str, cited: frozenset[str]) -> Mutant:
        number = self.text.count(b"\n", 0, edit.start) + 1
        first = self.starts[number - 1]
        last = self.text.find(b"\n", edit.end)
        last = len(self.text) if last < 0 else last
        line = self.text[first:last].decode()
        changed = (self.text[first : edit.start] + edit.text.encode() + self.text[edit.end : last]).decode()
        return Mutant(
            self.name,
            self.file,
            number,
            function,
            edit.operator,
            " ".join(line.split()),
            " ".join(changed.split()),
            edit.start,
            edit.end,
            edit.text,
            cited,
        )


def _called(node: ast.Call) -> str:
    """The last word of what is called: `emit` of `m.emit`."""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
