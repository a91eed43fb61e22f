"""Prints rows as a table, JSON, CSV or Markdown; the same formats for every command.

Data goes to standard output, everything else to standard error. Bold and width apply only on a terminal; `NO_COLOR`
turns colour off.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Annotated

import typer

from cardlib.visible import NO_TEXT
from cardlib_cli.streams import for_programs
from cardlib_cli.terminal import plainly, styled


class Format(StrEnum):
    """How rows are printed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    MD = "md"


FormatOption = Annotated[Format, typer.Option("--format", "-f", help="How to print the rows.")]


# Columns that say what a row is: a table that is too wide loses of them last.
_NAMING = ("name", "card", "deck", "table", "rule", "id")


def emit(
    rows: Sequence[Mapping[str, object]],
    columns: Sequence[str],
    form: Format = Format.TABLE,
    *,
    wrap: bool = False,
) -> None:
    """Print rows in a format. JSON has every member of the rows, the others the columns only.

    JSON and CSV have values as they are; a table and Markdown show six digits of a number, and a text on one line.

    With `wrap` the last column of a table that is too wide goes on below instead of being cut.
    """
    if form is Format.JSON:
        emit_json([dict(row) for row in rows])
        return
    if form is Format.CSV:
        import csv

        writer = csv.writer(for_programs(), lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([[_whole(row.get(column)) for column in columns] for row in rows])
        return
    cells = [[_cell(row.get(column)) for column in columns] for row in rows]
    if form is Format.MD:
        write_data(_markdown(columns, cells))
    else:
        numbers = [all(isinstance(row.get(column), int | float | None) for row in rows) for column in columns]
        width = terminal_width() if on_terminal() else None
        write(table_text(columns, cells, numbers, width, bold=coloured(), wrap=wrap))
        there, _ = room(columns, cells, numbers, width, wrap)
        left_out = [column or "bars" for i, column in enumerate(columns) if i not in there]
        if left_out:
            told = f"no room for: {', '.join(left_out)}; --format csv or json has them"
            note("\n".join(folded(told, terminal_width())))


def emit_json(value: object) -> None:
    """Print a value as JSON."""
    import json

    text = json.dumps(value, ensure_ascii=False, indent=2, default=str)
    write_data(NO_TEXT.sub(_escaped, text))


def _escaped(found: re.Match[str]) -> str:
    """A character that is no text, as JSON writes it: the value stays as it was."""
    code = ord(found[0])
    if code < 0x10000:
        return f"\\u{code:04x}"
    return f"\\u{0xD7C0 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"


def write_data(text: str) -> None:
    """Print text for programs to standard output, in UTF-8 unless it is a terminal."""
    for_programs()
    write(text)


def write(text: str) -> None:
    """Print text to standard output, whatever its encoding can hold."""
    sys.stdout.write(text + "\n")


def say(text: str) -> None:
    """Print sentences to standard output: on a terminal they are broken at words where they are wider than it is."""
    if on_terminal():
        width = terminal_width()
        text = "\n".join(part for line in text.split("\n") for part in folded(line, width))
    write(text)


def folded(line: str, width: int) -> list[str]:
    """Return a line in parts that fit, the later ones set in; a heading of Markdown stays one line."""
    if width_of(plainly(line)) <= width or line.startswith("#"):
        return [line]
    begun = line[: len(line) - len(line.lstrip())]
    return textwrap.wrap(line, width, subsequent_indent=f"{begun}  ", break_long_words=False, break_on_hyphens=False)


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
    return styled(text, "bold") if coloured() else text


def dim(text: str) -> str:
    """The text in faint letters on a terminal."""
    return styled(text, "faint") if coloured() else text


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


def paragraph(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """Break a text at words into lines of at most `width` columns; `first` and `rest` stand before them.

    A word is broken only where it is longer than a line.
    """
    import textwrap

    return textwrap.wrap(text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)


def table_text(
    columns: Sequence[str],
    cells: Sequence[Sequence[str]],
    numbers: Sequence[bool],
    width: int | None = None,
    *,
    bold: bool = False,
    wrap: bool = False,
) -> str:
    """Return a table with aligned columns; with a `width` it is cut as `room` says.

    With `wrap` the last column is not cut but goes on in the lines below, at spaces.
    """
    kept, widths = room(columns, cells, numbers, width, wrap)
    columns, numbers = [columns[i] for i in kept], [numbers[i] for i in kept]
    lines = [_aligned(columns, widths, numbers)]
    lines.append("  ".join("-" * wide for wide in widths))
    if bold:
        lines = [styled(lines[0], "bold")]
    for whole in cells:
        row = [whole[i] for i in kept]
        parts = textwrap.wrap(row[-1], widths[-1]) if wrap else []
        lines.append(_aligned([*row[:-1], *(parts or row[-1:])[:1]], widths, numbers))
        lines += [_aligned([*("" for _ in row[:-1]), part], widths, numbers) for part in parts[1:]]
    return "\n".join(lines)


def room(
    columns: Sequence[str],
    cells: Sequence[Sequence[str]],
    numbers: Sequence[bool],
    width: int | None = None,
    wrap: bool = False,
) -> tuple[list[int], list[int]]:
    """Return which columns of a table have room in a `width`, and how wide each of them is.

    First words are cut as long as enough of them can be read, the widest first; then the heads over numbers, whose
    cells stay whole; then columns are left out, from the right. Names are cut last of all.
    """
    full = [max([width_of(column), *(width_of(row[i]) for row in cells)]) for i, column in enumerate(columns)]
    figures = [max([3, *(width_of(row[i]) for row in cells)]) for i in range(len(columns))]
    names = {i for i, column in enumerate(columns) if column in _NAMING and not numbers[i]}
    last = len(columns) - 1 if wrap else -1
    kept, widths = list(range(len(columns))), list(full)
    while width is not None:
        words = [i for i in kept if i not in names and not numbers[i]]
        for least, group in (
            ([24] * len(full), [i for i in words if i == last]),
            ([8] * len(full), [i for i in words if i != last]),
            (figures, [i for i in kept if numbers[i]]),
        ):
            _shrink(widths, least, group, kept, width)
        others = [i for i in kept if i not in names]
        if _line(widths, kept) <= width or not others or (not names and len(kept) == 1):
            _shrink(widths, [8] * len(full), kept, kept, width)
            break
        kept.remove(others[-1])
        widths = list(full)
    return kept, [widths[i] for i in kept]


def _line(widths: Sequence[int], kept: Sequence[int]) -> int:
    return sum(widths[i] for i in kept) + 2 * (len(kept) - 1)


def _shrink(widths: list[int], least: Sequence[int], group: Sequence[int], kept: Sequence[int], width: int) -> None:
    """Take from the widest of a group of columns until the lines fit, or all of them are at their least."""
    while _line(widths, kept) > width:
        wide = [i for i in group if widths[i] > least[i]]
        if not wide:
            return
        widths[max(wide, key=lambda i: widths[i])] -= 1


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


def _whole(value: object) -> str:
    """A value for a program that reads on: every digit of a number, every line of a text."""
    if isinstance(value, float):
        return repr(int(value) if value.is_integer() and abs(value) < 2**53 else value)
    return value if isinstance(value, str) else _cell(value)


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


def percent(chance: Fraction) -> str:
    """Return a chance in per cent; what can happen is never told as 0, nor what can fail as 100.

    >>> percent(Fraction(7, 12)), percent(Fraction(1, 10**6)), percent(Fraction(1))
    ('58.33%', '<0.01%', '100%')
    """
    if chance in (0, 1):
        return f"{int(chance) * 100}%"
    if chance < Fraction(1, 20_000):
        return "<0.01%"
    if chance > 1 - Fraction(1, 20_000):
        return ">99.99%"
    return f"{float(chance):.2%}"
