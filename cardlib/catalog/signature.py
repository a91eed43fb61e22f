"""What a database is made of, in short: the files of a project and the code that renders the text of cards.

`stats` is quick and says that nothing was touched; `content` reads everything and says that nothing differs. It looks
at what goes into a database and no more, so that it can be asked again and again; the gate goes by everything that lies
in a project. Times count only once they are a while ago: what is written twice within the grain of a clock looks the
same afterwards.
"""

# ruff: noqa: PTH113, PTH114, PTH116, PTH119
# (a Path takes longer to make than the file that it names takes to look at)

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property, lru_cache
from pathlib import Path

from cardlib.catalog.tree import TOP, is_own, print_of
from cardlib.places import PACKAGE
from cardlib.reading import Unreadable, read_bytes

# Raise it when tables, views or what is in them change.
LAYOUT = "6"

_FOLDERS = ("cards", "decks", "dice")
_GRAIN = 2_000_000_000  # nanoseconds; the coarsest clock of a file system ticks every two seconds


class Signature:
    """The signature of a project's files as they are when it is made.

    `content` is read when it is asked for, and at once where the times say too little.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        total = hashlib.sha256(LAYOUT.encode())
        marks, latest = _marks_of_code()
        total.update(marks)
        for path in self.files():
            stat = os.stat(path)
            total.update(f"{path}\0{print_of(stat)}\0".encode(errors="surrogateescape"))
            latest = max(latest, stat.st_mtime_ns, stat.st_ctime_ns)
        self.settled = latest + _GRAIN < time.time_ns()
        self.stats = total.hexdigest()[:32]
        if not self.settled:
            _ = self.content

    def same_files(self, before: Signature) -> bool:
        """Whether nothing was written since another signature of the same project was made."""
        return self.stats == before.stats if before.settled else self.content == before.content

    def files(self) -> Iterator[str]:
        """The files of the project that go into the database."""
        for name in TOP:
            path = f"{self.folder}/{name}"
            if os.path.isfile(path) and is_own(self.folder, name):
                yield path
        for folder in _FOLDERS:
            if is_own(self.folder, folder):
                found = sorted(path for path in _below(f"{self.folder}/{folder}") if "." in os.path.basename(path))
                yield from (path for path in found if not os.path.islink(path) or self._is_own(path))

    def _is_own(self, path: str) -> bool:
        """Whether a link is the project's: what it leads to outside is not read, and the gate refuses it."""
        return is_own(self.folder, os.path.relpath(path, self.folder))

    @cached_property
    def content(self) -> str:
        """A hash of the names and the content of everything."""
        total = hashlib.sha256(LAYOUT.encode())
        total.update(_content_of_code())
        for path in self.files():
            total.update(_content(path))
        return total.hexdigest()[:32]


def _content(path: str) -> bytes:
    total = hashlib.sha256(f"{os.path.basename(path)}\0".encode(errors="surrogateescape"))
    with suppress(Unreadable):  # the gate tells what is wrong with it
        total.update(hashlib.sha256(read_bytes(Path(path))).digest())
    return total.digest()


def _code() -> list[str]:
    """The files that make the texts in a database; what this process runs are those that it found at first."""
    rooms = [f"{PACKAGE}/{room}" for room in ("abilities", "wording")]
    code = ((folder, names) for room in rooms for folder, _, names in os.walk(room))
    files = sorted(f"{folder}/{name}" for folder, names in code for name in names if name.endswith(".py"))
    return [f"{PACKAGE}/filters/phrases.py", *files]


@lru_cache(maxsize=1)
def _marks_of_code() -> tuple[bytes, int]:
    """What the system says of the code, and when the newest of it was written."""
    stats = [(path, os.stat(path)) for path in _code()]
    marks = "".join(f"{path}\0{print_of(stat)}\0" for path, stat in stats)
    return marks.encode(errors="surrogateescape"), max(max(s.st_mtime_ns, s.st_ctime_ns) for _, s in stats)


@lru_cache(maxsize=1)
def _content_of_code() -> bytes:
    return b"".join(map(_content, _code()))


def _below(folder: str) -> Iterator[str]:
    try:
        with os.scandir(folder) as entries:
            yield from (entry.path for entry in entries if entry.is_file())
    except OSError:
        return  # the gate tells what is wrong with it
