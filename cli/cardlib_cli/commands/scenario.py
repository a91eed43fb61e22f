"""`cardlib scenario`: rulings written as scenarios, played and compared with what they expect."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from cardlib.errors import CardlibError, NotFound
from cardlib_cli.output import Format, FormatOption, bold, emit, note, write
from cardlib_cli.projects import GameOption, all_or_chosen

if TYPE_CHECKING:
    from cardlib.catalog import Project
    from cardlib.engine.scenarios import Scenario

app = typer.Typer(
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
    help="Play rulings written as scenarios, or list them.\n\nExample: cardlib scenario run",
)

Wanted = Annotated[
    list[str] | None,
    typer.Argument(metavar="[FILE|ID]…", help="Files of scenarios, ids, or ids of rules and cards that they pin."),
]


@app.command()
def run(
    wanted: Wanted = None,
    form: FormatOption = Format.TABLE,
    game: GameOption = None,
) -> None:
    """Play scenarios and list every failure; exit code 1 if there is one.

    Example: cardlib scenario run MIW-104 two-armour-counters
    """
    from cardlib.engine.scenarios import run as play
    from cardlib.game import load

    started = perf_counter()
    rows: list[dict[str, object]] = []
    failed = 0
    for project, scenarios in _chosen(wanted or [], game):
        loaded = load(project.path)
        for scenario in scenarios:
            problem = ""
            try:
                play(loaded, scenario)
            except CardlibError as error:
                problem = str(error).removeprefix(f"{scenario.file}: {scenario.id}: ")
            except Exception as error:  # a defect of the rules, or of the scenario: told with the others
                problem = f"broke: {error!r}"
            failed += bool(problem)
            rows.append(
                {
                    "id": scenario.id,
                    "passed": not problem,
                    "problem": problem,
                    "title": scenario.title,
                    "file": scenario.file,
                    "pins": list(scenario.pins),
                    "game": project.slug,
                }
            )
    if form is Format.TABLE:
        for row in rows:
            if row["problem"]:
                write(f"{bold(str(row['file']))}: {row['id']}: {row['problem']}")
    else:
        emit(rows, ["id", "passed", "problem", "title", "file"], form)
    note(f"{len(rows)} scenarios, {failed} failed, {perf_counter() - started:.1f} s")
    if failed:
        raise typer.Exit(1)


@app.command("list")
def list_(
    wanted: Wanted = None,
    form: FormatOption = Format.TABLE,
    game: GameOption = None,
) -> None:
    """List scenarios: id, what they rule, which rules and cards they pin.

    Example: cardlib scenario list MIW-104
    """
    rows: list[dict[str, object]] = [
        {"id": scenario.id, "title": scenario.title, "pins": list(scenario.pins), "file": scenario.file}
        for _, scenarios in _chosen(wanted or [], game)
        for scenario in scenarios
    ]
    emit(rows, ["id", "title", "pins", "file"], form)
    note(f"{len(rows)} scenarios")


def _chosen(wanted: Sequence[str], game: str | None) -> list[tuple[Project, list[Scenario]]]:
    """Return the scenarios that the words mean, by project; all of them for no words."""
    from cardlib.engine.scenarios import scenarios_in

    found: list[tuple[Project, list[Scenario]]] = []
    files = [Path(word) for word in wanted if word.endswith(".json")]
    words = [word for word in wanted if not word.endswith(".json")]
    missing = set(words)
    known: list[str] = []
    projects = all_or_chosen(game)
    for project in projects:
        scenarios = list(scenarios_in(project.path / "scenarios"))
        known += [scenario.id for scenario in scenarios]
        if not wanted:
            found.append((project, scenarios))
            continue
        hits = [scenario for scenario in scenarios if _named(scenario, words)]
        missing -= {word for scenario in hits for word in (scenario.id, *scenario.pins)}
        if hits:
            found.append((project, hits))
    found += [(_owner(path, projects), _from_file(path)) for path in files]
    if missing:
        from cardlib.filters import nearest

        word = sorted(missing)[0]
        hint = nearest(word, known)
        raise NotFound(f"no scenario has or pins '{word}'" + (f"; nearest: {hint}" if hint else ""))
    return found


def _named(scenario: Scenario, words: Sequence[str]) -> bool:
    return any(word == scenario.id or word in scenario.pins for word in words)


def _owner(path: Path, projects: Sequence[Project]) -> Project:
    """Return the project in whose folder a file lies, else the only one there is."""
    from cardlib.catalog.projects import Project

    for folder in path.resolve().parents:
        if (folder / "game.json").is_file():
            return Project(folder)
    if len(projects) == 1:
        return projects[0]
    raise CardlibError(f"{path}: of which game are these scenarios? Name it with --game")


def _from_file(path: Path) -> list[Scenario]:
    from cardlib.engine.scenarios import read_scenarios

    return list(read_scenarios(path))
