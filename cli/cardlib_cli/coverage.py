"""`cardlib rules coverage`: every rule and card with the scenarios and tests that pin it."""

from __future__ import annotations

from typing import Annotated

import typer

from cardlib_cli.output import Format, FormatOption, emit, note
from cardlib_cli.projects import GameOption, chosen

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def coverage(
    game: GameOption = None,
    unpinned: Annotated[bool, typer.Option("--unpinned", help="Only what nothing pins.")] = False,
    form: FormatOption = Format.TABLE,
) -> None:
    """List every rule and card with what pins it; exit code 1 if something is unpinned.

    Example: cardlib rules coverage --game mecha --unpinned
    """
    from cardlib.scenarios.coverage import coverage as pins_of
    from cardlib.scenarios.coverage import tests_are_here

    project = chosen(game)
    pins = pins_of(project)
    missing = [pin for pin in pins if not pin.pinned]
    rows = [
        {
            "id": pin.id,
            "kind": pin.kind,
            "pinned": pin.pinned,
            "scenarios": list(pin.scenarios) if form is Format.JSON else ", ".join(pin.scenarios),
            "tests": list(pin.tests) if form is Format.JSON else ", ".join(pin.tests),
        }
        for pin in (missing if unpinned else pins)
    ]
    if rows or form is Format.JSON:
        emit(rows, ["id", "kind", "scenarios", "tests"], form)
    note(f"{len(pins) - len(missing)} of {len(pins)} ids are pinned")
    if not tests_are_here(project):
        note("tests are not looked at: there are none here, only in a clone of the repository")
    if missing:
        raise typer.Exit(1)
