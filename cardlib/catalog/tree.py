"""The files and folders of a project as they lie there: what each is, where links lead, what they are called.

Nothing is opened here. What begins with a dot belongs to other programs and is left out, by everything that reads.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cardlib import bounds
from cardlib.catalog.problems import Problem
from cardlib.reading import kind_of
from cardlib.visible import no_text_in

# folder -> schemas of its JSON files, of which `$schema` picks one, else the first; the files at the top have one each
FOLDERS = {
    "cards": ("cards",),
    "formats": ("format",),
    "documents": ("document",),
    "decks": ("deck",),
    "boards": ("board",),
    "dice": ("dice",),
    "lang": ("language",),
    "scenarios": ("scenario",),
    "print": ("layout", "symbols", "sheet", "preset"),
}
SCHEMAS = "schemas"  # a project's own copies of the schemas, for editors
PLAYED = ("units", "abilities")  # that the digest of a game goes over, for rules that read them
OTHERS = ("art", *PLAYED, SCHEMAS)  # folders whose files no schema describes
PLAIN_NAME = f"a name of plain text, of at most {bounds.NAME} characters"
WHOLE = "."  # the place of problems with a project as a whole
TOP = {
    "game.json": "game",
    "keywords.json": "keywords",
    "rules.json": "rules",
    "wording.json": "wording",
    "pieces.json": "pieces",
    "balance.json": "balance",
}


class Entry(NamedTuple):
    """A file or folder of a project: its place from there, and what the system says of it, behind a link too."""

    file: str
    path: str
    stat: os.stat_result
    link: str = ""

    @property
    def folder(self) -> bool:
        """Whether it is a folder."""
        return stat.S_ISDIR(self.stat.st_mode)

    @property
    def mark(self) -> str:
        """What tells it from another file, or the same one at another time."""
        return f"{self.file}\0{self.link}\0{self.stat.st_mode}\0{print_of(self.stat)}\0"


def print_of(about: os.stat_result) -> str:
    """What changes whenever a file is written or replaced; nobody can set the time of its last change back."""
    return f"{about.st_size} {about.st_mtime_ns} {about.st_ctime_ns} {about.st_ino} {about.st_dev}"


def size_in(mark: str) -> str:
    """The size that `print_of` gave: a file of another size need not be read to know that it is another one."""
    return mark.partition(" ")[0]


def walk(folder: Path, problems: list[Problem]) -> list[Entry]:
    """Return every file and folder of a project in order; what cannot be read or must not be there is a problem.

    Of a project that has more than any needs nothing is returned, so that nobody begins to read it.
    """
    found: list[Entry] = []
    home = Path(os.path.realpath(folder))
    waiting = [""]
    seen: set[tuple[int, int]] = set()  # folders, so that links cannot lead round in circles
    while waiting:
        place = waiting.pop()
        for entry in _entries(folder, place, home, problems):
            found.append(entry)
            here = entry.stat.st_dev, entry.stat.st_ino
            if entry.folder and here not in seen:
                seen.add(here)
                waiting.append(entry.file)
        if len(found) > bounds.PROJECT_ENTRIES:
            break
    much = _too_much(found)
    if much:
        problems.append(Problem(WHOLE, 0, "", *much))
        return []
    return sorted(found, key=lambda entry: entry.file.split("/"))


def is_own(folder: str | Path, place: str) -> bool:
    """Whether what lies at a place of a project is its own: no link on the way there leads out, as `walk` refuses."""
    path = os.fspath(folder)
    for step in place.split("/"):
        path = f"{path}/{step}"
        if os.path.islink(path) and not _inside(path, Path(os.path.realpath(folder))):  # noqa: PTH114
            return False
    return True


def odd_name(name: str) -> str:
    """Return what is found in place of a plain name of a file or folder (`PLAIN_NAME`), "" if it is one."""
    odd = no_text_in(name) or ("a line break or tab" if set(name) & {"\n", "\t"} else "")
    if odd:
        return f"a name with {odd}"
    return f"a name of {len(name)} characters" if len(name) > bounds.NAME else ""


def _too_much(entries: list[Entry]) -> tuple[str, str] | None:
    """Return what a project has too much of, and what is expected; None if of nothing."""
    if len(entries) > bounds.PROJECT_ENTRIES:
        return f"more than {bounds.PROJECT_ENTRIES:,} files", "fewer files"
    sizes = [entry.stat.st_size for entry in entries if entry.file.endswith(".json") and not entry.folder]
    if len(sizes) > bounds.PROJECT_FILES:
        return f"{len(sizes):,} JSON files", f"at most {bounds.PROJECT_FILES:,} in one project"
    if sum(sizes) > bounds.PROJECT:
        return f"{bounds.amount(sum(sizes))} of JSON", f"at most {bounds.amount(bounds.PROJECT)} in one project"
    return None


def _entries(folder: Path, place: str, home: Path, problems: list[Problem]) -> Iterator[Entry]:
    """The entries of one folder of a project that may be there."""
    top = os.fspath(folder / place)
    try:
        with os.scandir(top) as scanned:
            listed = [(one.name, one.path, one.is_symlink()) for one in scanned if not one.name.startswith(".")]
    except OSError as error:
        found = f"a folder that cannot be read ({error.strerror or error})"
        problems.append(Problem(place or WHOLE, 0, "", found, "a readable folder"))
        return
    for name, path, linked in listed:
        file = f"{place}/{name}" if place else name
        odd = odd_name(name)
        if odd:
            problems.append(Problem(file, 0, "", odd, PLAIN_NAME))
            continue
        try:
            about = os.stat(path)  # noqa: PTH116 (a Path takes longer to make)
        except OSError as error:
            found = f"a link to {_target(path)}, which is not there" if linked else f"what cannot be read ({error})"
            problems.append(Problem(file, 0, "", found, "a file"))
            continue
        if linked and not _inside(path, home):
            found = f"a link to {_target(path)}, which leads out of the project"
            problems.append(Problem(file, 0, "", found, "a file of the project"))
            continue
        kind = kind_of(about.st_mode)
        if kind not in ("", "a folder"):
            problems.append(Problem(file, 0, "", kind, "a file"))
        elif not place and (name in TOP) == bool(kind) and (name in TOP or name in FOLDERS or name in OTHERS):
            problems.append(Problem(file, 0, "", kind or "a file", "a file" if kind else "a folder"))
        else:
            yield Entry(file, path, about, _target(path) if linked else "")


def _inside(path: str, home: Path) -> bool:
    """Whether a link leads to a place inside the project that is read."""
    target = Path(os.path.realpath(path))
    return target.is_relative_to(home) and not any(part.startswith(".") for part in target.relative_to(home).parts)


def _target(path: str) -> str:
    try:
        return str(Path(path).readlink())
    except OSError:
        return "a place that cannot be read"
