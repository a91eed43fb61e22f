"""Files that are read: ordinary ones only, up to a size. A FIFO or a device would keep a command waiting for ever.

Whoever reads a file of a project, or one that a person names, reads it here.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from cardlib.errors import CardlibError

LARGEST_FILE = 8_000_000  # bytes

_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISLNK, "a link"),
)
_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)


class Unreadable(CardlibError):
    """A file that cannot be read: what was found in its place, and what was expected."""

    def __init__(self, path: Path, found: str, expected: str) -> None:
        super().__init__(f"{path}: found {found}, expected {expected}")
        self.found = found
        self.expected = expected


def kind_of(mode: int) -> str:
    """Return what a file of a mode is, "" for an ordinary one."""
    return next((kind for test, kind in _KINDS if test(mode)), "")


def read_bytes(path: Path, largest: int = LARGEST_FILE) -> bytes:
    """Return the content of an ordinary file; raises `Unreadable` for any other, and for one that is too large."""
    try:
        _ordinary(path, path.stat().st_mode)
        with os.fdopen(os.open(path, os.O_RDONLY | _AT_ONCE), "rb") as file:
            _ordinary(path, os.fstat(file.fileno()).st_mode)  # not something else since
            data = file.read(largest + 1)
            size = max(len(data), os.fstat(file.fileno()).st_size)
    except OSError as error:
        raise Unreadable(path, f"a file that cannot be read ({error.strerror or error})", "a readable file") from None
    except ValueError:  # NUL in the name
        raise Unreadable(path, "a name with a NUL in it", "the name of a file") from None
    if size > largest:
        raise Unreadable(path, f"a file of {size:,} bytes", f"at most {largest // 1_000_000} MB")
    return data


def _ordinary(path: Path, mode: int) -> None:
    kind = kind_of(mode)
    if kind:
        raise Unreadable(path, kind, "a file")
