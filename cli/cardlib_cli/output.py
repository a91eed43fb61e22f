"""Prints rows as a table, JSON, CSV or Markdown; the same formats for every command.

Data goes to standard output, everything else to standard error. Bold and width apply only on a terminal; `NO_COLOR`
turns colour off.
"""

from __future__ import annotations

import os
import shutil
import sys
import unicodedata
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated

import typer


class Format(StrEnum):
    """How rows are printed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    MD = "md"


FormatOption = Annotated[Format, typer.Option("--format", "-f", help="How to print the rows.")]


def emit(rows: Sequence[Mapping[str, object]], columns: Sequence[str], form: Format = Format.TABLE) -> None:
    """Print rows in a format. JSON has every member of the rows, the others the columns only."""
    if form is Format.JSON:
        emit_json([dict(row) for row in rows])
        return
    cells = [[_cell(row.get(column)) for column in columns] for row in rows]
    if form is Format.CSV:
        import csv

        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(cells)
    elif form is Format.MD:
        write(_markdown(columns, cells))
    else:
        numbers = [all(isinstance(row.get(column), int | float | None) for row in rows) for column in columns]
        write(table_text(columns, cells, numbers, terminal_width() if on_terminal() else None, bold=coloured()))


def emit_json(value: object) -> None:
    """Print a value as JSON."""
    import json

    write(json.dumps(value, ensure_ascii=False, indent=2, default=str))


def write(text: str) -> None:
    """Print text to standard output, whatever its encoding can hold."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, "replace").decode(encoding) + "\n")


def note(text: str) -> None:
    """Print a remark to standard error."""
    sys.stderr.write(f"{text}\n")


def on_terminal() -> bool:
    """Whether a person looks at standard output."""
    return sys.stdout.isatty()


def coloured() -> bool:
    """Whether standard output takes colour and bold."""
    return on_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def bold(text: str) -> str:
    """The text in bold on a terminal."""
    return f"\033[1m{text}\033[0m" if coloured() else text


def dim(text: str) -> str:
    """The text in faint letters on a terminal."""
    return f"\033[2m{text}\033[0m" if coloured() else text


def terminal_width() -> int:
    """How many columns the terminal has."""
    return shutil.get_terminal_size((100, 24)).columns


def width_of(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )


def table_text(
    columns: Sequence[str],
    cells: Sequence[Sequence[str]],
    numbers: Sequence[bool],
    width: int | None = None,
    *,
    bold: bool = False,
) -> str:
    """Return a table with aligned columns; with a `width` the widest column is cut so that lines fit."""
    widths = [max([width_of(column), *(width_of(row[i]) for row in cells)]) for i, column in enumerate(columns)]
    while width is not None and sum(widths) + 2 * (len(widths) - 1) > width and max(widths) > 12:
        widths[widths.index(max(widths))] -= 1
    lines = [_aligned(columns, widths, numbers)]
    lines.append("  ".join("-" * wide for wide in widths))
    if bold:
        lines = [f"\033[1m{lines[0]}\033[0m"]
    lines += [_aligned(row, widths, numbers) for row in cells]
    return "\n".join(lines)


def _aligned(cells: Sequence[str], widths: Sequence[int], numbers: Sequence[bool]) -> str:
    parts = []
    for cell, wide, number in zip(cells, widths, numbers, strict=True):
        cut = _cut(cell, wide)
        space = " " * (wide - width_of(cut))
        parts.append(space + cut if number else cut + space)
    return "  ".join(parts).rstrip()


def _cut(text: str, width: int) -> str:
    if width_of(text) <= width:
        return text
    kept = ""
    for character in text:
        if width_of(kept + character) >= width:
            break
        kept += character
    return kept + "…"


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, list | tuple):
        return ", ".join(str(item) for item in value)
    return " ".join(str(value).split())


def _markdown(columns: Sequence[str], cells: Sequence[Sequence[str]]) -> str:
    def line(row: Sequence[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"

    return "\n".join([line(columns), "|" + " --- |" * len(columns), *(line(row) for row in cells)])


def bar(share: float, width: int = 30) -> str:
    """Return a bar of blocks for a share of the largest value, in eighths of a column."""
    eighths = round(max(0.0, min(1.0, share)) * width * 8)
    full, rest = divmod(eighths, 8)
    text = "█" * full + (" ▏▎▍▌▋▊▉"[rest] if rest else "")
    return text or "▏"
