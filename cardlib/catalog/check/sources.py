"""Finds and reads every file of a project for the check: size, encoding, JSON, and the line of each value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from cardlib.catalog.models import Json
from cardlib.catalog.positions import Positioned, read_positions
from cardlib.catalog.problems import Path as JsonPath
from cardlib.catalog.problems import Problem, path_text, shown
from cardlib.catalog.reading import too_much
from cardlib.catalog.tree import FOLDERS, OTHERS, PLAYED, TOP, WHOLE, Entry, walk
from cardlib.filters import nearest
from cardlib.reading import Unreadable, read_bytes
from cardlib.visible import NO_TEXT, no_text_in, visible

_OURS = re.compile(r'"\$schema"\s*:\s*"[^"]*\.schema\.json"')
_ESCAPED = re.compile(r"\\u(?i:00[018-9]|007f|20[0-9a-f]|d[89a-f]|f[d-f])|\\[bfr]")
# What data has that does not name its schema, by the folder that it belongs to: a list of such things, or this itself
_SHAPES = {
    "cards": ("cards", {"id", "name", "type"}),
    "scenarios": ("scenarios", {"id", "title", "steps"}),
    "boards": ("", {"id", "name", "shape"}),
    "formats": ("", {"id", "constraints"}),
    "documents": ("", {"id", "name", "fields"}),
}
# The schema of what lies in a folder of print/, or is called so, where it names none itself.
OF_PRINT = {"print/sheets": "sheet", "print/presets": "preset", "print/symbols.json": "symbols"}
BOM = b"\xef\xbb\xbf"


@dataclass(slots=True)
class Source:
    """One file of the project: its content, where values stand in it, and the schema that it has to fit."""

    file: str
    path: Path
    schema: str
    positions: Positioned = field(default_factory=Positioned)
    readable: bool = True

    @property
    def value(self) -> Json:
        """The parsed content."""
        return self.positions.value

    def problem(
        self, path: JsonPath, found: object, expected: str, hint: str | None = None, detail: str = ""
    ) -> Problem:
        """A problem at a path of this file; `found` is a value of the data."""
        return Problem(self.file, self.positions.line(path), path_text(path), shown(found), expected, hint, detail)

    def told(self, path: JsonPath, found: str, expected: str, hint: str | None = None) -> Problem:
        """A problem at a path of this file, with `found` in words."""
        return Problem(self.file, self.positions.line(path), path_text(path), found, expected, hint)

    def items(self, key: str) -> Iterator[tuple[int, dict[str, Json]]]:
        """The objects of the list at `key`, with their index; whatever has another shape is left to the schema."""
        value = self.value
        items = value.get(key) if isinstance(value, dict) else None
        for index, item in enumerate(items if isinstance(items, list) else ()):
            if isinstance(item, dict):
                yield index, item


def read_sources(folder: Path, problems: list[Problem], entries: list[Entry] | None = None) -> list[Source]:
    """Read every JSON file of the project; what cannot be read is added to `problems`.

    `entries` are what `walk` has found there, if somebody has walked already.
    """
    if entries is None:
        entries = walk(folder, problems)
    found = [
        Source(problem.file, folder / problem.file, schema, readable=False)
        for problem in problems
        if (schema := _unread(problem.file)) is not None
    ]
    for entry in entries:
        if entry.folder or not entry.file.endswith(".json"):
            continue
        schema = _schema_of(entry, problems)
        if schema is None:
            continue
        source = Source(entry.file, Path(entry.path), schema)
        text = read_text(source.path, entry.file, problems)
        if text is None:
            source.readable = False
        else:
            source.positions = read_positions(text)
            source.readable = source.positions.complete
            for line, at, what, expected in source.positions.slips:
                problems.append(Problem(entry.file, line, path_text(at), what, expected))
            problems += _no_texts(source, text)
            source.schema = _named_schema(source)
        found.append(source)
    if not {"game.json", WHOLE} & {*(source.file for source in found), *(problem.file for problem in problems)}:
        problems.append(Problem("game.json", 0, "", "no such file", "the file that declares the game"))
    return found


def _no_texts(source: Source, text: str) -> Iterator[Problem]:
    """Every text and key of a file that holds characters which command a terminal or hide what is written."""
    if text.isascii():
        there = "\x7f" in text  # the others of ASCII stand in no text of JSON but escaped
    else:
        there = NO_TEXT.search(text) is not None
    if there or _ESCAPED.search(text):
        for path, key, value in _texts((), source.value):
            odd = no_text_in(value)
            if odd and key:
                path = (*path, visible(value))
            if odd:
                yield source.told(path, f"{odd} in {'a key' if key else 'a text'}", "text without control characters")


def _texts(path: JsonPath, value: Json) -> Iterator[tuple[JsonPath, bool, str]]:
    if isinstance(value, str):
        yield path, False, value
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _texts((*path, index), item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield path, True, key
            yield from _texts((*path, key), item)


def _unread(file: str) -> str | None:
    """The schema of what lies in a place of the project that could not be read, a file or a whole folder."""
    folder, _, rest = file.partition("/")
    if folder in FOLDERS and (not rest or rest.endswith(".json")):
        return FOLDERS[folder][0]
    return TOP.get(file)


def _schema_of(entry: Entry, problems: list[Problem]) -> str | None:
    file = entry.file
    folder, _, rest = file.partition("/")
    if not rest:
        if file not in TOP:
            known = ", ".join(TOP)
            problems.append(Problem(file, 0, "", "a file that nothing reads", f"one of {known}", nearest(file, TOP)))
        return TOP.get(file)
    if file == "print/pieces.json":
        found, expected = "the pieces of the game", "them in pieces.json, beside game.json"
        problems.append(Problem(file, 0, "", found, expected))
        return None
    if folder in FOLDERS:
        return OF_PRINT.get(file.rpartition("/")[0]) or OF_PRINT.get(file) or FOLDERS[folder][0]
    if folder in OTHERS:
        return "" if folder in PLAYED else None
    meant = nearest(folder, FOLDERS)
    text = None if meant else read_text(Path(entry.path), entry.file, [])
    meant = meant or _shaped_like(text)
    if meant or (text is not None and _OURS.search(text)):
        expected = f"a folder that is read, one of {', '.join(FOLDERS)}"
        problems.append(Problem(file, 0, "", f"the folder '{folder}'", expected, meant))
    return None


def _shaped_like(text: str | None) -> str | None:
    """The folder whose data a file in a folder of another name looks like; None for what was made of it, as `tts`."""
    value = None if text is None else read_positions(text).value
    if isinstance(value, dict):
        for folder, (key, names) in _SHAPES.items():
            items = value.get(key) if key else [value]
            first = items[0] if isinstance(items, list) and items else None
            if isinstance(first, dict) and names <= first.keys():
                return folder
    return None


def _named_schema(source: Source) -> str:
    named = source.value.get("$schema") if isinstance(source.value, dict) else None
    word = named.rsplit("/", 1)[-1].removesuffix(".schema.json") if isinstance(named, str) else ""
    return word if word in FOLDERS.get(source.file.partition("/")[0], ()) else source.schema


def read_text(path: Path, file: str, problems: list[Problem]) -> str | None:
    """Read a file as UTF-8; a byte-order mark is a problem but no obstacle."""
    try:
        data = read_bytes(path)
    except Unreadable as error:
        problems.append(Problem(file, 0, "", error.found, error.expected))
        return None
    if much := too_much(data, file):
        problems.append(Problem(file, 0, "", *much))
        return None
    if data.startswith(BOM):
        problems.append(Problem(file, 1, "", "a byte-order mark", "UTF-8 without one"))
        data = data[len(BOM) :]
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        byte = f"the byte 0x{data[error.start]:02x}, which is not UTF-8"
        problems.append(Problem(file, line, "", byte, "a file saved as UTF-8"))
        return None
