"""`cardlib rules coverage`: which rules, rulings, examples and cards are pinned, by which scenarios and named tests.

A scenario names what it pins in its data; a test does with the marker `@pytest.mark.pins("MIW-104", …)`, for what can't
be played out. Tests are found where there is a checkout, by reading their source.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardlib.errors import CardlibError
from cardlib_cli.output import Format, FormatOption, emit, emit_json, note, write
from cardlib_cli.projects import GameOption, all_or_chosen

if TYPE_CHECKING:
    from cardlib.catalog import Project

app = typer.Typer(rich_markup_mode=None, add_completion=False)

CARD = "card"


@app.command()
def coverage(
    tests: Annotated[
        Path | None,
        typer.Option("--tests", metavar="FOLDER", help="Where the tests are; the checkout's, if there is one."),
    ] = None,
    kind: Annotated[
        str | None, typer.Option("--kind", "-k", help="Only rule, construction, ruling, example or card.")
    ] = None,
    unpinned: Annotated[bool, typer.Option("--unpinned", help="Only what nothing pins.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 if anything is unpinned or unknown.")] = False,
    form: FormatOption = Format.TABLE,
    game: GameOption = None,
) -> None:
    """List every rule id and card with the scenarios and tests that pin it, and what nothing pins.

    Example: cardlib rules coverage --format json
    """
    rows: list[dict[str, object]] = []
    unknown: dict[str, list[str]] = {}
    named = named_tests(tests or _checkout_tests())
    for project in all_or_chosen(game):
        found, strange = pinned(project, named)
        rows += found
        unknown |= strange
    if kind is not None:
        kinds = sorted({str(row["kind"]) for row in rows})
        if kind not in kinds:
            raise CardlibError(f"the kind '{kind}' is not known; there are {', '.join(kinds)}")
        rows = [row for row in rows if row["kind"] == kind]
    missing = [str(row["id"]) for row in rows if not row["pinned_by"]]
    shown = [row for row in rows if not row["pinned_by"]] if unpinned else rows
    if form is Format.JSON:
        emit_json({"summary": _summary(rows), "ids": shown, "unpinned": missing, "unknown": unknown})
    elif form is Format.TABLE:
        emit(_summary(rows), ["kind", "ids", "pinned", "unpinned"])
        write("")
        write(_listed(missing))
        if unknown:
            write("\nPins that name no rule and no card:")
            for id_, by in sorted(unknown.items()):
                write(f"  {id_}: {', '.join(by)}")
    else:
        emit(shown, ["id", "kind", "title", "pinned_by"], form)
    note(f"{len(rows)} ids, {len(missing)} unpinned" + (f", {len(unknown)} unknown pins" if unknown else ""))
    if strict and (missing or unknown):
        raise typer.Exit(1)


def pinned(project: Project, named: Mapping[str, list[str]]) -> tuple[list[dict[str, object]], dict[str, list[str]]]:
    """Return a row for every rule and card of a project, and the pins of its scenarios that name neither."""
    from cardlib.engine.scenarios import scenarios_in

    by: dict[str, list[str]] = {}
    for scenario in scenarios_in(project.path / "scenarios"):
        for id_ in scenario.pins:
            by.setdefault(id_, []).append(f"scenario {scenario.id}")
    rows: list[dict[str, object]] = []
    known: set[str] = set()
    ids = [(rule.id, rule.kind, rule.title or rule.section) for rule in project.rules.values()]
    ids += [(card.id, CARD, card.name) for card in project.cards.values()]
    for id_, kind, title in ids:
        known.add(id_)
        pins = [*by.get(id_, ()), *(f"test {test}" for test in named.get(id_, ()))]
        rows.append({"id": id_, "kind": kind, "title": title, "game": project.slug, "pinned_by": pins})
    unknown = {id_: pins for id_, pins in by.items() if id_ not in known}
    prefix = f"{project.game.prefix}-"
    unknown |= {
        id_: [f"test {test}" for test in tests]
        for id_, tests in named.items()
        if id_ not in known and id_.startswith(prefix)
    }
    return rows, unknown


def named_tests(folder: Path | None) -> dict[str, list[str]]:
    """Return the tests that pin an id, `file::test`, from their sources; nothing without a folder."""
    found: dict[str, list[str]] = {}
    if folder is None:
        return found
    if not folder.is_dir():
        raise CardlibError(f"{folder}: there is no such folder of tests")
    for path in sorted(folder.rglob("*.py")):
        name = path.relative_to(folder).as_posix()
        try:
            tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        except (SyntaxError, ValueError) as error:
            raise CardlibError(f"{path}: this test can't be read: {error}") from None
        for test, id_ in _pins(tree):
            found.setdefault(id_, []).append(f"{name}::{test}" if test else name)
    return found


def _pins(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield (test, id) for every `pins("…")`; a call outside a function counts for the module."""
    scopes: list[tuple[str, ast.AST]] = [("", tree)]
    while scopes:
        name, node = scopes.pop()
        for child in ast.iter_child_nodes(node):
            named = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
            scopes.append((f"{name}::{child.name}".removeprefix("::") if named else name, child))  # type: ignore[attr-defined]
            if isinstance(child, ast.Call) and _is_pins(child.func):
                for word in ast.walk(child):
                    if isinstance(word, ast.Constant) and isinstance(word.value, str):
                        yield name, word.value


def _is_pins(function: ast.expr) -> bool:
    return (isinstance(function, ast.Attribute) and function.attr == "pins") or (
        isinstance(function, ast.Name) and function.id == "pins"
    )


def _checkout_tests() -> Path | None:
    from cardlib.places import data_root

    folder = data_root().parent / "tests"
    return folder if folder.is_dir() else None


def _summary(rows: list[dict[str, object]]) -> list[dict[str, object]]:
    summary: list[dict[str, object]] = []
    for kind in dict.fromkeys(str(row["kind"]) for row in rows):
        of_kind = [row for row in rows if row["kind"] == kind]
        pinned = sum(bool(row["pinned_by"]) for row in of_kind)
        summary.append({"kind": kind, "ids": len(of_kind), "pinned": pinned, "unpinned": len(of_kind) - pinned})
    return summary


def _listed(missing: list[str]) -> str:
    import textwrap

    if not missing:
        return "Nothing is unpinned."
    return "\n".join(
        textwrap.wrap("Unpinned: " + ", ".join(missing), 100, subsequent_indent="  ", break_on_hyphens=False)
    )
