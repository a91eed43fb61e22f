"""`cardlib scenario`: play rulings written as scenarios, or list them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardlib.errors import CardlibError, NotFound, raised
from cardlib_cli.output import Format, FormatOption, emit, note
from cardlib_cli.progress import progress
from cardlib_cli.projects import GameOption, chosen

if TYPE_CHECKING:
    from cardlib.catalog import Project
    from cardlib.game import Game
    from cardlib.scenarios import Scenario

app = typer.Typer(rich_markup_mode=None, no_args_is_help=True, add_completion=False)


@app.callback()
def scenario() -> None:
    """Play rulings written as scenarios, or list them.

    Example: cardlib scenario run --game mecha
    """


Wanted = Annotated[
    list[str] | None,
    typer.Argument(metavar="[FILE|ID|RULE]…", help="Files, ids of scenarios, or ids that they pin; all if left out."),
]


@app.command()
def run(
    wanted: Wanted = None,
    game: GameOption = None,
    log: Annotated[bool, typer.Option("--log", help="Tell what happened in each scenario, step by step.")] = False,
    form: FormatOption = Format.TABLE,
) -> None:
    """Play scenarios and list the ones that fail; exit code 1 if there are any.

    Example: cardlib scenario run MIW-E18 --game mecha --log
    """
    from cardlib.game import Game, rules_for

    project = chosen(game)
    loaded = Game(project, rules_for(project.slug))
    rows: list[dict[str, object]] = []
    told: list[dict[str, object]] = []
    scenarios = list(_selected(project, wanted))
    with progress("scenarios") as shown:
        if shown:
            shown(0, len(scenarios))
        for scenario in scenarios:
            problem, lines = _played(loaded, scenario)
            row = {"scenario": scenario.id, "title": scenario.title, "passed": not problem, "problem": problem}
            rows.append(row | {"log": lines} if log and form is Format.JSON else row)
            told += [{"scenario": scenario.id, **line} for line in lines] if log else []
            if shown:
                shown(len(rows), len(scenarios))
    failed = [row for row in rows if not row["passed"]]
    if log and form is not Format.JSON:
        emit(told, ["scenario", "step", "text"], form)
    elif form is not Format.TABLE:
        emit(rows, ["scenario", "title", "passed", "problem"], form)
    for row in failed:
        note(str(row["problem"]))
    note(f"{len(rows) - len(failed)} of {len(rows)} scenarios passed")
    if failed:
        raise typer.Exit(1)


def _played(game: Game, scenario: Scenario) -> tuple[str, list[dict[str, str]]]:
    """Play a scenario; return what is wrong with it, "" if nothing is, and what was told, each with its step."""
    from cardlib.scenarios import Play, ScenarioError

    play = None
    problem = ""
    try:
        play = Play(game, scenario)
        play.run()
    except ScenarioError as error:
        problem = str(error)
    except Exception as error:  # a defect of the rules is one failure among the others
        problem = f"{scenario.file}: {scenario.id}: the rules broke: {raised(error)}"
    steps = play.log() if play else ()
    return problem, [{"step": step or "(position)", "text": str(event)} for step, events in steps for event in events]


@app.command(name="list")
def list_(wanted: Wanted = None, game: GameOption = None, form: FormatOption = Format.TABLE) -> None:
    """List scenarios with what they pin.

    Example: cardlib scenario list turtle --game mecha
    """
    rows = [
        {
            "scenario": scenario.id,
            "title": scenario.title,
            "pins": list(scenario.pins) if form is Format.JSON else ", ".join(scenario.pins),
            "file": scenario.file,
        }
        for scenario in _selected(chosen(game), wanted)
    ]
    emit(rows, ["scenario", "pins", "title"], form)


def _selected(project: Project, wanted: list[str] | None) -> Iterator[Scenario]:
    from cardlib.scenarios import read_scenarios, scenarios_in

    own = list(scenarios_in(project))
    if not wanted:
        yield from own
        return
    for word in wanted:
        path = Path(word)
        if path.suffix == ".json":
            if not path.is_file():
                raise CardlibError(f"{word}: no such file")
            yield from read_scenarios(path, project)
            continue
        if path.is_dir():
            found = list(read_scenarios(path, project))
            if not found:
                raise NotFound(f"{word}: no scenarios (.json) in this folder")
            yield from found
            continue
        if path.is_file():
            raise CardlibError(f"{word}: found a file that is no .json, expected a file of scenarios")
        found = [one for one in own if word in (one.id, one.file, one.file.removesuffix(".json")) or word in one.pins]
        if not found:
            from cardlib.filters import nearest_note

            near = nearest_note(word, [id_ for one in own for id_ in (one.id, *one.pins)])
            raise NotFound(f"no scenario is called or pins '{word}'{near}")
        yield from found
