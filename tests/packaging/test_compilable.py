"""What the compiler cannot take of the code that plays: what it refuses itself, and what would crash or differ later.

The C that it writes is not compiled here, which takes minutes. Each rule has a piece of code that breaks it. What
neither finds (a value of another type than its annotation says) shows in `make compiled`.
"""

from __future__ import annotations

import ast
import builtins
import importlib.util
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeGuard, TypeVar

import pytest

import cardlib

PACKAGE = Path(cardlib.__file__).parent
ROOT = PACKAGE.parent
Found = Iterator[tuple[int, str]]  # line, what to do
Classes = Mapping[str, ast.ClassDef]
N = TypeVar("N", bound=ast.AST)

BUILTINS = {
    name
    for name, value in vars(builtins).items()
    if isinstance(value, type) and value is not object and not issubclass(value, BaseException)
}
DATA = ("NamedTuple", "Protocol", "TypedDict")


def _hook() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


HOOK = _hook()


@cache
def group() -> dict[Path, ast.Module]:
    """The trees of the modules that are compiled together, by their paths in the package."""
    return {path: ast.parse((PACKAGE / path).read_text(encoding="utf-8")) for path in HOOK.modules(PACKAGE)}


@cache
def _nodes(tree: ast.Module) -> dict[type[ast.AST], list[Any]]:
    """Return the nodes of a module by their kind; each rule looks at those of one or two kinds."""
    found: dict[type[ast.AST], list[Any]] = {}
    for node in ast.walk(tree):
        found.setdefault(type(node), []).append(node)
    return found


def walk(tree: ast.Module, kind: type[N]) -> list[N]:
    """Return all nodes of a module that are of a kind."""
    return _nodes(tree).get(kind, [])


def name_of(node: ast.expr) -> str:
    """Return the last name of an expression: of `dict[str, int]`, `typing.Dict`, `dataclass(slots=True)`."""
    if isinstance(node, ast.Call):
        return name_of(node.func)
    if isinstance(node, ast.Subscript):
        return name_of(node.value)
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def bases(node: ast.ClassDef) -> list[str]:
    return [name_of(base) for base in node.bases]


def decorators(node: ast.ClassDef | ast.FunctionDef) -> list[str]:
    return [name_of(one) for one in node.decorator_list]


def is_open(node: ast.ClassDef) -> bool:
    """Whether interpreted code may make subclasses of it."""
    return any("allow_interpreted_subclasses=True" in ast.unparse(one) for one in node.decorator_list)


def is_plain(node: ast.ClassDef) -> bool:
    """Whether what stands in its body is neither a field of a dataclass nor of a tuple."""
    return "dataclass" not in decorators(node) and not any(base in DATA for base in bases(node))


def assigned(node: ast.ClassDef) -> Iterator[tuple[str, ast.expr | None, int]]:
    """Yield the class attributes that have a value: name, annotation, line."""
    for statement in node.body:
        if isinstance(statement, ast.AnnAssign) and statement.value is not None:
            yield name_of(statement.target), statement.annotation, statement.lineno
        elif isinstance(statement, ast.Assign):
            for target in statement.targets:
                yield name_of(target), None, statement.lineno


# -- the rules ---------------------------------------------------------------------------------------------------


def builtin_bases(tree: ast.Module, classes: Classes) -> Found:
    for node in walk(tree, ast.ClassDef):
        for base in BUILTINS.intersection(bases(node)):
            yield node.lineno, f"{node.name} is a subclass of {base}: give it one as a field"


def class_attributes(tree: ast.Module, classes: Classes) -> Found:
    for node in walk(tree, ast.ClassDef):
        if not is_plain(node):
            continue
        for name, annotation, line in assigned(node):
            if annotation is None and (name == "__slots__" or _is_declared_above(node, name, classes)):
                continue
            if annotation is None or name_of(annotation) != "ClassVar":
                yield line, f"{node.name}.{name} is an attribute of the class: annotate it as ClassVar"


def _is_declared_above(node: ast.ClassDef, name: str, classes: Classes) -> bool:
    above = [classes[base] for base in bases(node) if base in classes]
    return any(name in [own for own, _, _ in assigned(one)] or _is_declared_above(one, name, classes) for one in above)


def several_bases(tree: ast.Module, classes: Classes) -> Found:
    for node in walk(tree, ast.ClassDef):
        if len([base for base in bases(node) if base in classes]) > 1:
            yield node.lineno, f"{node.name} has several bases: a compiled class has one"


def inner_classes(tree: ast.Module, classes: Classes) -> Found:
    within: set[ast.AST] = set()
    for outer in (*walk(tree, ast.FunctionDef), *walk(tree, ast.ClassDef)):
        if outer not in within:
            for node in ast.walk(outer):
                within.add(node)
                if isinstance(node, ast.ClassDef) and node is not outer:
                    yield node.lineno, f"{node.name} is a class within another thing: put it at the top of the module"


def reading_at_run_time(tree: ast.Module, classes: Classes) -> Found:
    for made in (*walk(tree, ast.FunctionDef), *walk(tree, ast.ClassDef)):
        for word in ("runtime_checkable", "cached_property"):
            if word in decorators(made):
                yield made.lineno, f"{made.name} is a {word}: name its module under INTERPRETED in hatch_build.py"
        if isinstance(made, ast.FunctionDef) and made.name == "__getattr__":
            yield made.lineno, "__getattr__: say what is there"
    for node in walk(tree, ast.Attribute):
        if node.attr == "__slots__":
            yield node.lineno, "__slots__ is not there at run time: name the fields in a tuple of the module"
    for call in walk(tree, ast.Call):
        if name_of(call) in ("locals", "exec", "vars"):
            yield call.lineno, f"{name_of(call)}: compiled functions have no such names"


def made_without_init(tree: ast.Module, classes: Classes) -> Found:
    for node in walk(tree, ast.Attribute):
        if node.attr == "__new__":
            made = classes.get(name_of(node.value))
            if made is not None and not is_open(made):
                yield node.lineno, f"{made.name}.__new__ runs __init__: mark it with allow_interpreted_subclasses=True"


def reversed_lists(tree: ast.Module, classes: Classes) -> Found:
    for node in walk(tree, ast.Call):
        if isinstance(node.func, ast.Name) and node.func.id == "reversed":
            yield node.lineno, "reversed: write [::-1]"


def starred_memberships(tree: ast.Module, classes: Classes) -> Found:
    for node in walk(tree, ast.Compare):
        for how, beside in zip(node.ops, node.comparators, strict=True):
            if (
                isinstance(how, ast.In | ast.NotIn)
                and isinstance(beside, ast.Tuple | ast.List)
                and any(isinstance(one, ast.Starred) for one in beside.elts)
            ):
                yield node.lineno, "in (*names, …): write a set, or name the tuple"


def fields_of_later_types(tree: ast.Module, classes: Classes) -> Found:
    """The compiler takes the type of a field from where it is imported; before that it crashes."""
    late = {
        alias.asname or alias.name
        for block in tree.body
        if isinstance(block, ast.If) and name_of(block.test) == "TYPE_CHECKING"
        for node in ast.walk(block)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    for node in walk(tree, ast.ClassDef):
        if not is_plain(node):
            for field in node.body:
                if isinstance(field, ast.AnnAssign) and name_of(field.annotation) in late:
                    yield field.lineno, f"{node.name}: import {name_of(field.annotation)} outside TYPE_CHECKING"


def tuples_by_identity(tree: ast.Module, classes: Classes) -> Found:
    """A constant tuple is made anew wherever compiled code takes it for an object: it is equal, not the same."""
    made = {
        name_of(target)
        for one in ast.iter_child_nodes(tree)
        if isinstance(one, ast.Assign | ast.AnnAssign) and isinstance(one.value, ast.Tuple)
        for target in (one.targets if isinstance(one, ast.Assign) else [one.target])
    }
    for node in walk(tree, ast.Compare):
        for how, beside in zip(node.ops, node.comparators, strict=True):
            if isinstance(how, ast.Is | ast.IsNot) and isinstance(beside, ast.Name) and beside.id in made:
                yield node.lineno, f"is {beside.id}, a tuple: ask whether they are equal"


def narrowed_fields(tree: ast.Module, classes: Classes) -> Found:
    """What a loop asks of a field is believed of it all through the loop, whoever is called there."""
    for node in walk(tree, ast.While):
        asked = {ast.unparse(one.left) for one in ast.walk(node.test) if _about_none(one)}
        for inner in node.body:
            for one in ast.walk(inner):
                if _about_none(one) and ast.unparse(one.left) in asked:
                    yield one.lineno, f"{ast.unparse(one.left)}: let the loop ask a property or a function"


def _about_none(node: ast.AST) -> TypeGuard[ast.Compare]:
    """Whether something compares a field with None."""
    return (
        isinstance(node, ast.Compare)
        and isinstance(node.left, ast.Attribute)
        and isinstance(node.ops[0], ast.Is | ast.IsNot)
        and isinstance(node.comparators[0], ast.Constant)
        and node.comparators[0].value is None
    )


def memberships_in_generators(tree: ast.Module, classes: Classes) -> Found:
    """A compiled generator can be looped over, and not be asked with `in`."""
    yielding = generators(tree) | generators_of_group()
    for node in walk(tree, ast.Compare):
        for how, beside in zip(node.ops, node.comparators, strict=True):
            if isinstance(how, ast.In | ast.NotIn) and isinstance(beside, ast.Call) and name_of(beside) in yielding:
                yield node.lineno, f"in {name_of(beside)}(…), which yields: make a list of it"


@cache
def generators_of_group() -> set[str]:
    """Return the names of the functions that yield in all modules that are compiled."""
    return {name for tree in group().values() for name in generators(tree)}


@cache
def generators(tree: ast.Module) -> set[str]:
    """Return the names of the functions of a module that yield."""
    return {
        node.name
        for node in walk(tree, ast.FunctionDef)
        if any(isinstance(one, ast.Yield | ast.YieldFrom) for one in ast.walk(node))
    }


RULES: tuple[tuple[Callable[[ast.Module, Classes], Found], str], ...] = (
    (builtin_bases, "class Table(dict[str, int]): ..."),
    (class_attributes, "class Table:\n    width: int = 3"),
    (class_attributes, "class Table:\n    width = 3"),
    (several_bases, "class One: ...\nclass Two: ...\nclass Both(One, Two): ..."),
    (inner_classes, "def table() -> None:\n    class Table: ..."),
    (reading_at_run_time, "@runtime_checkable\nclass Bot(Protocol): ..."),
    (reading_at_run_time, "def __getattr__(name): ..."),
    (reading_at_run_time, "class State:\n    def names(self):\n        return self.__slots__"),
    (made_without_init, "class State:\n    def fork(self):\n        return State.__new__(State)"),
    (reversed_lists, "for item in reversed(chain): print(item)"),
    (starred_memberships, "known = span in (*spans, 'match')"),
    (tuples_by_identity, "LOYALTY: Final = ('vent', 'reactor')\nloyal = titles is LOYALTY"),
    (narrowed_fields, "while state.result is None:\n    if run() or state.result is not None: break"),
    (fields_of_later_types, "if TYPE_CHECKING:\n    from a import B\n@dataclass\nclass C:\n    field: B"),
    (memberships_in_generators, "def hosts():\n    yield 1\n\nfits = 1 in hosts()"),
)


def classes_of(trees: Mapping[Path, ast.Module]) -> dict[str, ast.ClassDef]:
    return {node.name: node for tree in trees.values() for node in walk(tree, ast.ClassDef)}


@pytest.mark.soak
def test_the_compiler_translates_it() -> None:
    done = subprocess.run([sys.executable, ROOT / "hatch_build.py"], capture_output=True, text=True)
    assert done.returncode == 0, "\n".join(line for line in done.stdout.splitlines() if "warning:" not in line)


def test_what_is_compiled_has_nothing_that_the_compiler_cannot_take() -> None:
    classes = classes_of(group())
    found = [
        f"cardlib/{path}:{line}: {what}"
        for rule in dict.fromkeys(rule for rule, _ in RULES)
        for path, tree in group().items()
        for line, what in rule(tree, classes)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("rule", "code"), RULES)
def test_each_rule_finds_what_breaks_it(rule: Callable[[ast.Module, Classes], Found], code: str) -> None:
    tree = ast.parse(code)
    assert list(rule(tree, classes_of({Path("code.py"): tree})))


def test_what_others_make_subclasses_of_is_open_to_them() -> None:
    """Games and bots of others, and what stays interpreted here, are no part of the group."""
    closed = [name for name, node in classes_of(group()).items() if is_plain(node) and not is_open(node)]
    subclass = re.compile(rf"^ *class \w+\((?:\w+\.)?({'|'.join(closed)})[,)]", re.MULTILINE)
    compiled = {PACKAGE / path for path in group()}
    others = [path for path in (*PACKAGE.rglob("*.py"), *(ROOT / "tests").rglob("*.py")) if path not in compiled]
    found = [
        f"{path.relative_to(ROOT)}: a class is made of {match[1]}, which has no mypyc_attr"
        for path in others
        for match in subclass.finditer(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


def test_what_a_class_says_is_not_said_again_by_an_object() -> None:
    """An attribute of a compiled class cannot be set on an object of it; games make a subclass instead."""
    setting = re.compile(r"^ *(?:self|rules|m\.rules)\.(?:table|speech|judgement)\.\w+ = .*", re.MULTILINE)
    found = [
        f"{path.relative_to(ROOT)}: {match[0].strip()}"
        for room in ("cardlib", "tests", "examples")
        for path in (ROOT / room).rglob("*.py")
        for match in setting.finditer(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


def test_what_stays_interpreted_is_there() -> None:
    for paths in HOOK.INTERPRETED.values():
        for path in paths:
            assert list(PACKAGE.glob(path)), path


def test_no_extension_lies_in_the_checkout() -> None:
    """It would be imported in place of the source beside it."""
    assert not [path for end in ("so", "pyd") for path in PACKAGE.rglob(f"*.{end}")]
