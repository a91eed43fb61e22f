"""Prints the matrix of all decks of a game: a cell for each pair, and where each deck stands."""

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
    from cardlib.lab import Interval, Matrix
    from cardlib.lab.groups import Grouped


def print_matrix(made: Matrix, form: Format) -> None:
    """Print a matrix; CSV has a line per cell."""
    if form is Format.JSON:
        emit_json(made.to_json())
    elif form is Format.CSV:
        _print_cells(made)
    else:
        _print_tables(made, form)


def _print_cells(made: Matrix) -> None:
    rows, columns = made.setting.seats
    if made.groups:
        _print_group_cells(made)
        return
    names = made.setting.names
    cells: list[dict[str, object]] = []
    for cell in (cell for row in made.cells for cell in row):
        value, low, high = figures(cell.rate)
        cells.append(
            {
                rows: names[cell.first],
                columns: names[cell.second],
                "games": cell.games,
                "won": cell.wins,
                "drawn": cell.draws,
                "rate": value,
                "low": low,
                "high": high,
                "changes": [change.setting for change in made.setting.changes],
            }
        )
    emit(cells, list(cells[0]), Format.CSV)


def _print_tables(made: Matrix, form: Format) -> None:
    setting = made.setting
    rows, columns = setting.seats
    print_heading(
        f"{made.name}: {number_of(len(setting.names), 'deck')}, {number_of(made.each, 'game')} in a cell, "
        f"{setting.bots[0]}, seed {setting.seed}",
        setting.changes,
        form,
    )
    say(f"Rows: {rows}, columns: {columns}; what the row won in percent, and the 95 % interval\n")
    if made.groups:
        for one in made.groups:
            _print_groups(one, form)
    else:
        numbers = [str(number) for number in range(1, len(setting.names) + 1)]
        table: list[dict[str, object]] = [
            {"": number, "deck": name, **dict(zip(numbers, (_cell(cell.rate) for cell in row), strict=True))}
            for number, name, row in zip(numbers, setting.names, made.cells, strict=True)
        ]
        emit(table, ["", "deck", *numbers], form)
        write("")
    standings: list[dict[str, object]] = [
        {
            "deck": line.name,
            "won": f"{line.wins} of {line.games}",
            "rate": percent(line.rate),
            "95 %": span(line.rate),
            **{f"as {seat}": percent(rate) for seat, rate in zip(setting.seats, line.by_seat, strict=True)},
        }
        for line in sorted(made.standings, key=lambda line: -line.rate.value if line.rate else 1.0)
    ]
    say("Against all others:\n")
    emit(standings, list(standings[0]), form)
    write("")
    bullet = "- " if form is Format.MD else ""
    for line in seat_lines(setting, made.seats):
        say(bullet + line)
    for reason in made.reasons:
        wins = [f"{won} as {seat}" for won, seat in zip(reason.wins_by_seat, setting.seats, strict=True)]
        say(bullet + reason_line(reason, wins))
    for line in (draws_line(made.draws), *round_lines(made.each, 20)):
        say(bullet + line)


def _print_groups(one: Grouped, form: Format) -> None:
    """Print a matrix of groups; the last column is what a group won of the others, in either seat."""
    if one.only:
        say(", ".join(f"{field} {value}" for field, value in one.only.items()) + "\n")
    values = [group.value for group in one.groups]
    table: list[dict[str, object]] = [
        {
            one.field: group.value,
            **{value: _cell(rate) for value, (_, rate) in zip(values, row, strict=True)},
            "of the others": _cell(group.rate),
            "games": group.games,
        }
        for group, row in zip(one.groups, one.cells, strict=True)
    ]
    if table:
        emit(table, list(table[0]), form)
        write("")


def _print_group_cells(made: Matrix) -> None:
    """Print a line for each pair of groups; what decks that met have in common stands in a column of its own."""
    rows, columns = made.setting.seats
    shared = sorted({field for one in made.groups for field in one.only})
    cells: list[dict[str, object]] = []
    for one in made.groups:
        values = [group.value for group in one.groups]
        for first, row in zip(values, one.cells, strict=True):
            for second, (games, rate) in zip(values, row, strict=True):
                value, low, high = figures(rate)
                only = {field: one.only.get(field, "all") for field in shared}
                about = {**only, rows: first, columns: second, "games": games}
                cells.append({**about, "rate": value, "low": low, "high": high})
    if cells:
        emit(cells, list(cells[0]), Format.CSV)


def _cell(rate: Interval | None) -> str:
    return "" if rate is None else f"{100 * rate.value:.0f} ({100 * rate.low:.0f}-{100 * rate.high:.0f})"
