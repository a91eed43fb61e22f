"""Prints how the decks of a game did at tables of more than two: shares of wins by seat, mean places, reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.filters.words import number_of
from cardlib_cli.output import Format, emit, emit_json, say, write
from cardlib_cli.sim_report import (
    draws_line,
    figures,
    percent,
    print_heading,
    reason_line,
    round_lines,
    seat_lines,
    span,
)

if TYPE_CHECKING:
    from cardlib.lab import Interval, Tables


def print_tables(made: Tables, form: Format) -> None:
    """Print the tables; CSV has a line for each deck."""
    if form is Format.JSON:
        emit_json(made.to_json())
    elif form is Format.CSV:
        _print_lines(made)
    else:
        _print_standings(made, form)


def _print_lines(made: Tables) -> None:
    rows: list[dict[str, object]] = []
    for line in made.standings:
        row: dict[str, object] = {"deck": line.name, "games": line.games, "won": line.wins}
        row |= dict(zip(("rate", "low", "high"), figures(line.rate), strict=True))
        for seat, rate in zip(made.setting.seats, line.by_seat, strict=True):
            row[f"as {seat}"] = figures(rate)[0]
        row |= dict(zip(("place", "place_low", "place_high"), figures(line.place), strict=True))
        rows.append({**row, "changes": [change.setting for change in made.setting.changes]})
    emit(rows, list(rows[0]), Format.CSV)


def _print_standings(made: Tables, form: Format) -> None:
    setting = made.setting
    many = number_of(len(made.tables), "table")
    which = f"all {many}" if len(made.tables) == made.possible else f"{many} of {made.possible}"
    print_heading(
        f"{made.name}: {number_of(len(setting.names), 'deck')}, {made.players} at a table, {which}, "
        f"{number_of(made.each, 'game')} at each, {setting.bots[0]}, seed {setting.seed}",
        setting.changes,
        form,
    )
    rows: list[dict[str, object]] = [
        {
            "deck": line.name,
            "won": f"{line.wins} of {line.games}",
            "rate": percent(line.rate),
            "95 %": span(line.rate),
            "place": "" if line.place is None else f"{line.place.value:.2f}",
            "place 95 %": _places(line.place, made.players),
            **{f"as {seat}": percent(rate) for seat, rate in zip(setting.seats, line.by_seat, strict=True)},
        }
        for line in sorted(made.standings, key=lambda line: -line.rate.value if line.rate else 1.0)
    ]
    emit(rows, list(rows[0]), form)
    write("")
    bullet = "- " if form is Format.MD else ""
    for line in seat_lines(setting, made.seats):
        say(bullet + line)
    for reason in made.reasons:
        wins = [f"{won} as {seat}" for won, seat in zip(reason.wins_by_seat, setting.seats, strict=True)]
        say(bullet + reason_line(reason, wins))
    if made.shared:
        say(f"{bullet}Shared victories: {made.shared}, each counted in equal shares")
    last = round_lines(made.each // made.round, 8 * made.round)
    for line in (draws_line(made.draws, made.players), *last):
        say(bullet + line)


def _places(place: Interval | None, players: int) -> str:
    """Return the interval of a mean place, no wider than the places that there are."""
    return "" if place is None else f"{max(1.0, place.low):.2f} to {min(float(players), place.high):.2f}"
