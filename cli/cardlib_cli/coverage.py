"""`cardlib rules coverage`: every rule and card with the scenarios and tests that pin it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cardlib_cli.output import Format, FormatOption, emit, note
from cardlib_cli.projects import GameOption, chosen

if TYPE_CHECKING:
    from cardlib.catalog import Project
    from cardlib.scenarios.coverage import Odd

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def coverage(
    game: GameOption = None,
    unpinned: Annotated[bool, typer.Option("--unpinned", help="Only what nothing pins.")] = False,
    doubtful: Annotated[
        bool, typer.Option("--doubtful", help="List the pins that prove less than they say; plays every scenario.")
    ] = False,
    form: FormatOption = Format.TABLE,
) -> None:
    """List every rule and card with what pins it; exit code 1 if something is unpinned.

    So it is if a pin names no rule and no card, or a step cites a rule that its scenario does not pin.

    Example: cardlib rules coverage --game mecha --unpinned
    """
    from cardlib.scenarios.coverage import coverage as pins_of
    from cardlib.scenarios.coverage import tests_are_here, unknown_pins, unpinned_cites, wholly_doubtful

    project = chosen(game)
    pins = pins_of(project)
    missing = [pin for pin in pins if not pin.pinned]
    odd = [*unknown_pins(project), *unpinned_cites(project)]
    doubts = _doubts(project) if doubtful else []
    if doubtful:
        emit([one._asdict() for one in (*odd, *doubts)], ["where", "id", "what"], form)
    else:
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
        for one in odd:
            note(f"{one.where}: '{one.id}': {one.what}")
    note(f"{len(pins) - len(missing)} of {len(pins)} ids are pinned")
    if doubtful:
        note(f"{len(doubts)} pins of scenarios are in doubt; of {len(wholly_doubtful(pins, doubts))} ids all are")
    if not tests_are_here(project):
        note("tests are not looked at: there are none here, only in a clone of the repository")
    if missing or odd:
        raise typer.Exit(1)


def _doubts(project: Project) -> list[Odd]:
    """The pins that nothing touches; none where the game has no rules to play by."""
    from cardlib.game import Game, rules_for
    from cardlib.scenarios.coverage import doubtful_pins

    return doubtful_pins(Game(project, rules_for(project.slug)))
