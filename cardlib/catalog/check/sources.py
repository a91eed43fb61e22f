"""Finds and reads every file of a project for the check: size, encoding, JSON, and the line of each value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from cardlib.catalog.models import Json
from cardlib.catalog.positions import Positioned, read_positions
from cardlib.catalog.problems import Path as JsonPath
from cardlib.catalog.problems import Problem, path_text, shown
from cardlib.catalog.reading import LARGEST_FILE
from cardlib.filters import nearest

BOM = b"\xef\xbb\xbf"

# folder -> schemas of its JSON files, of which `$schema` picks one, else the first; the files at the top have one each
FOLDERS = {
    "cards": ("cards",),
    "formats": ("format",),
    "decks": ("deck",),
    "boards": ("board",),
    "scenarios": ("scenario",),
    "print": ("layout", "symbols", "sheet", "pieces"),
}
SCHEMAS = "schemas"  # a project's own copies of the schemas, for editors
TOP = {"game.json": "game", "keywords.json": "keywords", "rules.json": "rules", "wording.json": "wording"}


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


def read_sources(folder: Path, problems: list[Problem]) -> list[Source]:
    """Read every JSON file of the project; what cannot be read is added to `problems`."""
    found: list[Source] = []
    for path in sorted(folder.rglob("*.json")):
        file = path.relative_to(folder).as_posix()
        if any(part.startswith(".") for part in path.relative_to(folder).parts):
            continue
        lost = path.is_symlink() and not path.exists()
        if not path.is_file() and not lost:
            continue
        schema = _schema_of(file, problems)
        if schema is None:
            continue
        source = Source(file, path, schema)
        if lost:
            problems.append(Problem(file, 0, "", f"a link to {path.readlink()}, which is not there", "a file"))
        text = None if lost else read_text(path, file, problems)
        if text is None:
            source.readable = False
        else:
            source.positions = read_positions(text)
            source.readable = source.positions.complete
            for line, at, what, expected in source.positions.slips:
                problems.append(Problem(file, line, path_text(at), what, expected))
            source.schema = _named_schema(source)
        found.append(source)
    if not any(source.file == "game.json" for source in found):
        problems.append(Problem("game.json", 0, "", "no such file", "the file that declares the game"))
    return found


def _schema_of(file: str, problems: list[Problem]) -> str | None:
    folder, _, rest = file.partition("/")
    if not rest:
        if file not in TOP:
            known = ", ".join(TOP)
            problems.append(Problem(file, 0, "", "a file that nothing reads", f"one of {known}", nearest(file, TOP)))
        return TOP.get(file)
    if folder in FOLDERS:
        return FOLDERS[folder][0]
    if folder in ("art", "units", "abilities", SCHEMAS):
        return None
    expected = f"a folder that is read, one of {', '.join(FOLDERS)}"
    problems.append(Problem(file, 0, "", f"the folder '{folder}'", expected, nearest(folder, FOLDERS)))
    return None


def _named_schema(source: Source) -> str:
    named = source.value.get("$schema") if isinstance(source.value, dict) else None
    word = named.rsplit("/", 1)[-1].removesuffix(".schema.json") if isinstance(named, str) else ""
    return word if word in FOLDERS.get(source.file.partition("/")[0], ()) else source.schema


def read_text(path: Path, file: str, problems: list[Problem]) -> str | None:
    """Read a file as UTF-8; a byte-order mark is a problem but no obstacle."""
    try:
        with path.open("rb") as opened:
            data = opened.read(LARGEST_FILE + 1)
    except OSError as error:
        problems.append(Problem(file, 0, "", f"a file that cannot be read ({error.strerror})", "a readable file"))
        return None
    if len(data) > LARGEST_FILE:
        size = f"at most {LARGEST_FILE // 1_000_000} MB"
        problems.append(Problem(file, 0, "", f"a file of {path.stat().st_size:,} bytes", size))
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
