"""`cardlib rules doubt`: where the order of what happens at the same time changes what comes of it."""

from __future__ import annotations

from pathlib import Path
from shlex import quote as quoted
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardlib.errors import CardlibError
from cardlib.filters.words import number_of
from cardlib_cli import completion
from cardlib_cli.matches import (
    ChangeOption,
    SeedOption,
    StrictOption,
    TableOption,
    decks_of_a_match,
    one_each,
    own_modules,
    words_in,
)
from cardlib_cli.output import Format, FormatOption, emit, emit_json, note, say, write
from cardlib_cli.progress import progress
from cardlib_cli.projects import GameOption
from cardlib_cli.series_options import BotsOption, TurnLimitOption
from cardlib_cli.signals import SHELL, like_an_interrupt

if TYPE_CHECKING:
    from cardlib.catalog import Project
    from cardlib.lab.doubt import Doubts, Finding

app = typer.Typer(rich_markup_mode=None, add_completion=False)

COLUMNS = ["first", "second", "order", "rule", "met", "tried", "differed", "ended", "turned", "game", "turn", "what"]
SHOWN = 3  # differences in a line


@app.command()
def doubt(
    decks: Annotated[
        list[str],
        typer.Argument(
            metavar="A B ...",
            help="What each player brings, as for sim: a deck, or documents with commas between; files or names.",
            autocompletion=completion.decks,
        ),
    ],
    number: Annotated[int, typer.Option("--number", "-n", min=1, help="How many games.")] = 20,
    seed: SeedOption = 1,
    bots: BotsOption = "greedy",
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="FILE", help="Write the scenarios of what was found (.json)."),
    ] = None,
    turn_limit: TurnLimitOption = 1000,
    table: TableOption = None,
    change: ChangeOption = None,
    strict: StrictOption = False,
    form: FormatOption = Format.TABLE,
    game: GameOption = None,
) -> None:
    """Play games and say where the order of abilities that set themselves off at the same time matters.

    Wherever two come one after the other, both orders are played on from the same position, until all that was raised
    is through: "differed" counts the positions that were other ones then, "turned" those in which somebody else won
    when the first of them were played to the end. In the order "chosen" a player says which goes first, "settled" is
    one that the rule says. --save writes each as a scenario that `cardlib scenario run` plays.

    Example: cardlib rules doubt graces-command donnas-search -n 20

    Example: cardlib rules doubt unburied ash-riders -n 50 --save doubts.json
    """
    from cardlib.lab.doubt import doubt as find_out
    from cardlib.writing import check_writable

    own_modules(words_in(bots))
    if len(decks) < 2:
        raise CardlibError("name two decks")
    if save is not None:
        if save.suffix != ".json":
            raise CardlibError(f"{save}: scenarios are written as .json")
        check_writable(save)
    seated = one_each(bots, len(decks), "bots")
    loaded, brought = decks_of_a_match(decks, game, change, strict, table)
    names = [called or name for called, name in zip(brought.names, decks, strict=True)]
    with like_an_interrupt() as came, progress("games") as shown:
        made = find_out(
            loaded, *brought.seats, n=number, seed=seed, bots=seated, names=names, turn_limit=turn_limit,
            table=brought.table, progress=shown,
        )  # fmt: skip
    notes = [] if save is None else _saved(made, save, loaded.project)  # before a reader who has seen enough ends it
    _print(made, form)
    for told in notes:
        note(told)
    if made.interrupted:
        note(f"interrupted: {made.games} of {made.whole} games are finished")
        raise typer.Exit(SHELL + came[0] if came else 130)


def _print(made: Doubts, form: Format) -> None:
    if form is Format.JSON:
        emit_json(made.to_json())
        return
    rows = [_row(one) for one in made.findings if form is not Format.TABLE or one.differed]
    if form is not Format.TABLE:
        emit(rows, COLUMNS, form)
        return
    say(f"{made.name}: {number_of(made.games, 'game')}, {', '.join(made.setting.bots)}, seed {made.setting.seed}")
    met = sum(one.met for one in made.findings)
    say(f"{number_of(made.moments, 'moment')} with several abilities to put in order, {number_of(met, 'pair')} tried")
    if rows:
        write("")
        emit(rows, COLUMNS, form)
    else:
        say("no order made a difference")


def _row(one: Finding) -> dict[str, Any]:
    example = one.example
    what = [f"{each.path}: {each.first} or {each.second}" for each in example.differs[:SHOWN]] if example else []
    more = len(example.differs) - SHOWN if example else 0
    return {
        "first": str(one.pair[0]),
        "second": str(one.pair[1]),
        "order": one.order,
        "rule": one.rule or "",
        "met": one.met,
        "tried": one.tried,
        "differed": one.differed,
        "ended": one.ended,
        "turned": one.turned,
        "game": example.game if example else "",
        "turn": example.turn if example else "",
        "what": "; ".join([*what, *([f"{more} more"] if more > 0 else [])]),
    }


def _saved(made: Doubts, path: Path, project: Project) -> list[str]:
    """Write the scenarios, and return what is to be said of them."""
    from cardlib.places import data_root
    from cardlib.scenarios.replays import write_json

    found, notes = made.scenarios(), []
    if found:
        write_json(path, {"scenarios": found})
        game = project.slug if project.path == data_root() / project.slug else str(project.path)
        played = f"cardlib scenario run {quoted(str(path))} --game {quoted(game)}"
        notes.append(f"wrote {path}: {number_of(len(found), 'scenario')}; to play them: {played}")
    untold = [one for one in made.findings if one.example is not None and not one.example.scenarios]
    if untold:
        notes.append(f"of {number_of(len(untold), 'pair')} no scenario can say the position")
    elif not found:
        notes.append(f"nothing to write to {path}")
    return notes
