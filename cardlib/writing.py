"""Files that appear whole or not at all: written to a temporary name beside their place, then renamed."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cardlib.errors import CardlibError


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a temporary file beside `path` that takes its place at the end, or vanishes if anything is raised.

    Folders on the way are made. Raises `CardlibError` if nothing can be written there.
    """
    if path.is_dir():
        raise CardlibError(f"{path}: is a folder, a file was expected")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    except OSError as error:
        raise CardlibError(f"{path}: cannot write: {error.strerror or error}") from None
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        try:
            temporary.chmod(0o666 & ~_umask())
            temporary.replace(path)
        except OSError as error:
            raise CardlibError(f"{path}: cannot write: {error.strerror or error}") from None
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def write_whole(path: Path, text: str) -> None:
    """Write a text file in UTF-8, whole or not at all; raises `CardlibError` if it cannot be written."""
    with replacing(path) as temporary:
        try:
            temporary.write_text(text, encoding="utf-8", newline="\n")
        except OSError as error:
            raise CardlibError(f"{path}: cannot write: {error.strerror or error}") from None


def check_writable(path: Path) -> None:
    """Raise `CardlibError` if a file cannot be written at `path`: before the work, not after it."""
    if path.is_dir():
        raise CardlibError(f"{path}: is a folder, a file was expected")
    near = next(folder for folder in path.absolute().parents if folder.exists())
    if not near.is_dir() or not os.access(near, os.W_OK):
        raise CardlibError(f"{path}: cannot write: no file can be made in {near}")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
