"""`cardlib sim`: many games between two decks, and what they say about decks and cards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardlib.errors import CardlibError
from cardlib_cli.matches import ChangeOption, FirstDeck, SecondDeck, SeedOption, own_modules, pair, two_decks
from cardlib_cli.output import Format, FormatOption, bold, emit, emit_json, note, write
from cardlib_cli.progress import progress
from cardlib_cli.projects import GameOption

if TYPE_CHECKING:
    from cardlib.lab import Interval, Report

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def sim(
    first: FirstDeck,
    second: SecondDeck,
    number: Annotated[int, typer.Option("--number", "-n", min=1, help="How many games.")] = 200,
    seed: SeedOption = 1,
    bots: Annotated[
        str,
        typer.Option(
            "--bots", help="Who plays A and B: random, greedy, search, search:ITERATIONS, or your module:Class."
        ),
    ] = "greedy,greedy",
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="How many processes.")] = 1,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Keep each finished game in this file (JSONL).")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the games in the --out file.")] = False,
    replay: Annotated[
        Path | None,
        typer.Option("--replay", metavar="PATH", help="A folder for a replay of every game (a file with -n 1)."),
    ] = None,
    turn_limit: Annotated[
        int, typer.Option("--turn-limit", min=1, help="A game that reaches this turn counts as a draw.")
    ] = 200,
    change: ChangeOption = None,
    form: FormatOption = Format.TABLE,
    game: GameOption = None,
) -> None:
    """Play many games of two decks and report win rates, lengths, reasons and cards, with 95 % intervals.

    Games come in pairs with the same chance and swapped seats; the same seed gives the same report whatever --jobs.
    Interrupted with Ctrl-C it reports what is finished; with --out it can go on with --resume.

    Example: cardlib sim graces-command donnas-search -n 20 --seed 1

    Example: cardlib sim graces-command donnas-search --set rules.hand_size=7 --set cards.turtle.durability=4

    Example: cardlib sim a.txt b.txt -n 1000 --bots greedy,random --jobs 2 --out results.jsonl --resume --format json
    """
    from cardlib.lab import simulate

    own_modules()
    if resume and out is None:
        raise CardlibError("--resume needs --out FILE, the results to go on with")
    folder = replay
    if replay is not None and replay.suffix == ".json":
        if number != 1:
            raise CardlibError("--replay takes a folder when there is more than one game")
        folder = replay.with_name(replay.name + ".games")
    loaded, deck_a, deck_b = two_decks(first, second, game, change)
    names = (deck_a.name or first, deck_b.name or second)
    if names[0] == names[1]:
        names = (f"{names[0]} (A)", f"{names[1]} (B)")
    with progress("games") as shown:
        made = simulate(
            loaded,
            deck_a,
            deck_b,
            number,
            seed,
            pair(bots, "bots"),
            jobs,
            names=names,
            turn_limit=turn_limit,
            out=out,
            resume=resume,
            replays=folder,
            progress=shown,
        )
    if folder is not None and replay is not None and folder != replay:
        (folder / "game-00001.json").replace(replay)
        folder.rmdir()
    _print(made, form)
    if made.newly:
        note(f"{made.newly} game{'s' if made.newly != 1 else ''} in {made.seconds:.1f} s ({made.speed:.1f} games/s)")
    if made.interrupted:
        where = f"; go on with --out {out} --resume" if out is not None else ""
        note(f"interrupted: {made.games} of {number} games are finished{where}")
        raise typer.Exit(130)


# -- the report --------------------------------------------------------------------------------------------------

CARD_COLUMNS = ["deck", "card", "copies", "drawn", "won_drawn", "drawn_95", "played", "won_played", "played_95"]


def _print(made: Report, form: Format) -> None:
    if form is Format.JSON:
        emit_json(made.to_json())
    elif form is Format.CSV:
        emit(
            _card_rows(made, plain=True),
            [*CARD_COLUMNS[:5], "drawn_low", "drawn_high", *CARD_COLUMNS[6:8], "played_low", "played_high", "changes"],
            form,
        )
    else:
        _print_table(made, form)


def _print_table(made: Report, form: Format) -> None:
    names = [side.name for side in made.sides]
    heading = (
        f"{names[0]} ({made.sides[0].bot}) against {names[1]} ({made.sides[1].bot}): "
        f"{made.games} game{'s' if made.games != 1 else ''}, seed {made.setting.seed}"
    )
    write(f"## {heading}\n" if form is Format.MD else bold(heading))
    for change in made.setting.changes:
        write(f"- Changed: {change}" if form is Format.MD else f"Changed: {change}")
    if form is not Format.MD or made.setting.changes:
        write("")
    rows: list[dict[str, object]] = [
        {
            "deck": side.name,
            "won": side.wins,
            "rate": _percent(side.rate),
            "95 %": _range(side.rate),
            "going first": _percent(side.rate_first),
            "going second": _percent(side.rate_second),
        }
        for side in made.sides
    ]
    emit(rows, list(rows[0]), form)
    write("")
    bullet = "- " if form is Format.MD else ""
    for line in _lines(made):
        write(bullet + line)
    for deck in (0, 1):
        write(f"\n### {names[deck]}\n" if form is Format.MD else "\n" + bold(names[deck]))
        emit([row for row in _card_rows(made) if row["deck"] == names[deck]], CARD_COLUMNS[1:], form)


def _lines(made: Report) -> Iterator[str]:
    if made.difference is not None:
        low, high = (f"{100 * value:+.1f}" for value in made.difference[1:])
        within = f" ({low} to {high})" if made.pairs > 1 else ""
        yield (
            f"Difference: {100 * made.difference.value:+.1f} points{within}, "
            f"from {made.pairs} pair{'s' if made.pairs != 1 else ''} with swapped seats on the same chance"
        )
    if made.first is not None:
        yield f"Who goes first wins {_percent(made.first)} ({_range(made.first)})"
    turns = made.turns
    if turns:
        yield (
            f"Turns: {turns['mean']:g} on average, half of the games {turns['quarter']:g} to "
            f"{turns['three_quarters']:g}, all {turns['shortest']:g} to {turns['longest']:g}"
        )
    for reason in made.reasons:
        by = f"won {reason.wins[0]} and {reason.wins[1]}" if any(reason.wins) else "drawn"
        rule = f" ({reason.rule})" if reason.rule else ""
        yield f"{reason.games} game{'s' if reason.games != 1 else ''}: {reason.reason}{rule}, {by}"
    yield f"Draws: {made.draws}"
    if made.runaways or made.at_limit:
        yield (
            f"Stalled, counted as draws: {made.runaways} runaways of effects, "
            f"{made.at_limit} at turn {made.setting.turn_limit}"
        )


def _card_rows(made: Report, plain: bool = False) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    for line in made.cards:
        row: dict[str, object] = {"deck": made.sides[line.deck].name, "card": line.card, "copies": line.copies}
        row["changes"] = [change.setting for change in made.setting.changes]
        for what, count, rate in (("drawn", line.drawn, line.won_drawn), ("played", line.played, line.won_played)):
            row[what] = count
            if plain:
                row |= {f"won_{what}": None, f"{what}_low": None, f"{what}_high": None}
                if rate is not None:
                    row |= {f"won_{what}": round(rate.value, 4), f"{what}_low": round(rate.low, 4)}
                    row[f"{what}_high"] = round(rate.high, 4)
            else:
                row |= {f"won_{what}": _percent(rate), f"{what}_95": _range(rate)}
        rows.append(row)
    return rows


def _percent(rate: Interval | None) -> str:
    return "" if rate is None else f"{100 * rate.value:.1f} %"


def _range(rate: Interval | None) -> str:
    return "" if rate is None else f"{100 * rate.low:.0f} to {100 * rate.high:.0f} %"
