"""Prints the matrix of all decks of a game: a cell for each pair, and where each deck stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.filters.words import number_of
from cardlib_cli.output import Format, emit, emit_json, write
from cardlib_cli.sim_report import draws_line, figures, percent, print_heading, reason_line, seat_lines, span

if TYPE_CHECKING:
    from cardlib.lab import Interval, Matrix


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
    write(f"Rows: {rows}, columns: {columns}; what the row won in percent, and the 95 % interval\n")
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
    write("Against all others:\n")
    emit(standings, list(standings[0]), form)
    write("")
    bullet = "- " if form is Format.MD else ""
    for line in seat_lines(setting, made.seats):
        write(bullet + line)
    for reason in made.reasons:
        wins = [f"{won} as {seat}" for won, seat in zip(reason.wins_by_seat, setting.seats, strict=True)]
        write(bullet + reason_line(reason, wins))
    write(bullet + draws_line(made.draws))


def _cell(rate: Interval | None) -> str:
    return "" if rate is None else f"{100 * rate.value:.0f} ({100 * rate.low:.0f}-{100 * rate.high:.0f})"
