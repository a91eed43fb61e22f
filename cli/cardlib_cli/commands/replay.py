"""`cardlib replay`: a recorded match told move by move, or checked against the present data."""

from __future__ import annotations

from collections.abc import Iterator
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardlib.errors import CardlibError
from cardlib.filters.words import number_of
from cardlib_cli.matches import ThinkingOption, tell_changes
from cardlib_cli.output import Format, FormatOption, bold, emit, note, write
from cardlib_cli.projects import GameOption

if TYPE_CHECKING:
    from cardlib.game import Game
    from cardlib.kernel.match import Match

app = typer.Typer(rich_markup_mode=None, add_completion=False)

COLUMNS = ["pick", "turn", "player", "notation", "events"]


@app.command()
def replay(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A replay, a saved match, or the results of a series, with N.")
    ],
    number: Annotated[
        int | None,
        typer.Argument(
            metavar="[N]", min=1, help="Of the results of a series: which game, from 1.", show_default=False
        ),
    ] = None,
    to: Annotated[
        int | None, typer.Option("--to", metavar="N", min=0, help="Stop after pick N and draw the board.")
    ] = None,
    boards: Annotated[bool, typer.Option("--boards", help="Draw the board at the beginning of each turn.")] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="With --to: what a search would do there, for whoever is asked.")
    ] = False,
    verify: Annotated[
        bool, typer.Option("--verify", help="Only play it again and compare; exit 1 if it differs.")
    ] = False,
    jobs: ThinkingOption = None,
    form: FormatOption = Format.TABLE,
    game: GameOption = None,
) -> None:
    """Tell a recorded match move by move: every pick with its number, and what it led to, with rule ids.

    Passed windows are left out (--format json has them). A game of a series (`sim`, `sweep`, `why`) is played again
    from the seed, decks and bots that the file of its results has.

    Example: cardlib replay match.json --to 40

    Example: cardlib replay match.json --to 40 --explain

    Example: cardlib replay match.json --verify

    Example: cardlib replay games.jsonl 17
    """
    from cardlib.game import load
    from cardlib.records import naming
    from cardlib_cli.projects import named
    from cardlib_cli.saving import is_series, read_replay

    if number is None and is_series(file):
        from cardlib.lab.again import command

        raise CardlibError(f"{file}: these are the results of a series; say which game: {command(file, 'N')}")
    if number is not None and not is_series(file) and _is_match(file):
        raise CardlibError(f"{file}: this is one match, with no games to number; --to {number} stops after that pick")
    _check_together(to, boards, explain, verify, jobs, form)
    data = read_replay(file) if number is None else _of_a_series(file, number, game)
    with naming(file):
        loaded = load(named(game or data["game"]), data.get("changes"))
    if verify:
        _verify(loaded, file, data, form)
        return
    if to is not None and to > len(data["picks"]):
        raise CardlibError(f"{file}: there are {len(data['picks'])} picks, no pick {to}")
    with naming(file):
        if form is Format.TABLE:
            _tell(loaded, data, to, boards, explain, jobs)
        else:
            emit(list(_rows(loaded, data, to)), COLUMNS, form)


def _check_together(to: int | None, boards: bool, explain: bool, verify: bool, jobs: int | None, form: Format) -> None:
    """Refuse options of which one would be passed over in silence."""
    if verify:
        for said, name in ((to is not None, "--to"), (boards, "--boards"), (explain, "--explain")):
            if said:
                raise CardlibError(f"--verify compares the whole match and tells nothing; leave out {name}")
    if explain and (to is None or form is not Format.TABLE):
        raise CardlibError("--explain needs --to N, the pick after which to think, and goes with the table only")
    if boards and form is not Format.TABLE:
        raise CardlibError(f"--boards goes with the table only; leave out --format {form.value}")
    if jobs is not None and not explain:
        raise CardlibError("--jobs says in how many processes --explain thinks; leave it out, or add --explain")


def _is_match(file: Path) -> bool:
    """Whether a file has one match; what cannot be read has none."""
    from cardlib_cli.saving import read_replay

    try:
        read_replay(file)
    except CardlibError:
        return False
    return True


def _of_a_series(file: Path, number: int, game: str | None) -> dict[str, Any]:
    """Return the replay of a game of a series."""
    from cardlib.lab.again import replay_of
    from cardlib_cli.projects import named

    return replay_of(file, number, lambda slug: named(game or slug))


def _verify(game: Game, file: Path, data: dict[str, object], form: Format) -> None:
    from cardlib.scenarios.replays import replay_steps

    problem = ""
    try:
        *_, (match, _) = replay_steps(game, data)
        problem = _missing(data) or _other_result(match, data)
    except CardlibError as error:
        problem = str(error)
    picks, prints = data["picks"], data.get("prints", {})
    assert isinstance(picks, list) and isinstance(prints, dict)
    if form is Format.TABLE:
        if not problem:
            held = f"{number_of(len(picks), 'pick')}, {number_of(len(prints), 'fingerprint')} compared"
            write(f"{file}: the same again, {held}")
    else:
        row = {"file": str(file), "same": not problem, "problem": problem, "picks": len(picks), "prints": len(prints)}
        emit([row], list(row), form)
    if problem:
        raise CardlibError(f"{file}: {problem}")


def _other_result(match: Match, data: dict[str, object]) -> str:
    from cardlib.scenarios.replays import result_json

    ended = match.result
    now = None if ended is None else result_json(ended)
    was = data.get("result")
    if was in (None, now):
        return ""
    if now is None:
        return f"after the last pick, {match.state.serial}, the match goes on, where it had ended ({dumps(was)})"
    return f"it ended otherwise: {dumps(now)}, and not {dumps(was)}"


def _missing(data: dict[str, Any]) -> str:
    """Say where a file has fingerprints of later picks than it has."""
    last, picks = max(map(int, data.get("prints", {})), default=0), len(data["picks"])
    return (
        f"there are {number_of(picks, 'pick')}, and a fingerprint of pick {last}: picks are missing"
        if last > picks
        else ""
    )


def _moments(game: Game, data: dict[str, object], to: int | None) -> Iterator[tuple[Match, int, str]]:
    """Yield the match before each pick, the pick's number (0 after the last one) and its notation."""
    from cardlib.scenarios.replays import replay_steps

    for match, notation in replay_steps(game, data):
        number = match.state.serial + 1
        if to is not None and match.state.serial >= to:
            yield match, 0, ""
            return
        yield match, number if notation else 0, notation


def _tell(game: Game, data: dict[str, object], to: int | None, boards: bool, explain: bool, jobs: int | None) -> None:
    from cardlib_cli import board, telling

    tell_changes(game.project)
    seen = turn = 0
    match: Match | None = None
    for match, number, notation in _moments(game, data, to):
        lines = telling.events(match, seen, None)
        seen = len(match.events or ())
        if lines:
            write(board.shown(lines))
        if boards and match.state.vars.get("turn", 0) != turn:
            turn = match.state.vars["turn"]
            write("\n" + board.shown(board.draw(match, game.project, None)) + "\n")
        if number and notation != "pass":
            seat = match.facts.seats[match.player]
            write(f"{number:>4}  {bold(f'{seat}: {notation}')}")
    if match is None:
        return
    write("\n" + board.shown(board.draw(match, game.project, None)))
    if match.over:
        write("\n" + bold(telling.result_line(match)))
        for line in telling.ranking_lines(match):
            write(line)
    else:
        note(f"after pick {match.state.serial}; player {match.facts.seats[match.player]} is asked")
        if explain:
            _think(match, jobs)


def _think(match: Match, jobs: int | None) -> None:
    from cardlib.bots import Search
    from cardlib.bots.ahead import cores
    from cardlib_cli import board, thinking

    found = Search(processes=jobs or cores()).explain(match.view(match.player))
    write(board.shown(thinking.advice(match, match.player, "search", found)))


def _rows(game: Game, data: dict[str, object], to: int | None) -> Iterator[dict[str, object]]:
    from cardlib.kernel.events import told

    seen = 0
    row: dict[str, object] | None = None
    for match, number, notation in _moments(game, data, to):
        raws = (match.events or [])[seen:]
        happened = [
            str(told(match, raw)) for raw in raws if raw.kind not in match.rules.speech.silent and not raw.seen.idle
        ]
        seen = len(match.events or ())
        if row is None:
            row = {"pick": 0, "turn": 0, "player": "", "notation": ""}
        yield {**row, "events": happened}
        if number:
            turn, seat = match.state.vars.get("turn", 0), match.facts.seats[match.player]
            row = {"pick": number, "turn": turn, "player": seat, "notation": notation}
