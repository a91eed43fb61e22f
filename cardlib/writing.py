"""The one writer of files: they appear whole or not at all, and what is written into never becomes another thing.

A file is written to a part beside its place (`cardlib.parts`), which then takes its name; it keeps the permissions of
the file that was there, and a link leads to the file that is written. A device, a pipe and standard output can't be
replaced: what is made for them goes into them, when all of it is there. Whatever keeps a file from being written is a
`NotWritten` that names it.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, TypeAlias

from cardlib.errors import CardlibError
from cardlib.parts import Part, liken, synced

_LINKS = 40  # as many as the system follows
_DESCRIPTOR = re.compile(r"/(?:dev|proc/(?:self|thread-self))/fd/(\d+)")
_NAMED = {"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}


class NotWritten(CardlibError):
    """A file that can't be written: no space, no permission, a folder in its place; the message names it."""


Writer: TypeAlias = Callable[[Path, bytes], None]  # writes a file, whole
Goal: TypeAlias = Path | int  # a place in the file system, or the number of an open file


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a temporary file whose content comes to `path` at the end, or nowhere if anything is raised.

    Folders on the way are made. Raises `NotWritten` if it can't be written.
    """
    goal = _goal(path)
    if isinstance(goal, int) or _is_stream(goal):
        with scratch_folder() as folder:
            made = folder / "made"
            with _told(path, made):
                yield made
            _poured(made, path, goal)
        return
    if goal.is_dir():
        raise NotWritten(f"{path}: is a folder, a file was expected")
    with _told(path, goal, goal.parent):
        before = _replaceable(goal)
        goal.parent.mkdir(parents=True, exist_ok=True)
        part = Part(goal, 0o666 if before is None else 0o600)
    with part, _told(path, part.path, goal):
        yield part.path
        if before is not None:
            liken(part.path, before)
        part.place(goal)


@contextmanager
def replacing_folder(folder: Path) -> Iterator[Path]:
    """Give a temporary folder that becomes `folder`, which is empty or not there, or vanishes if anything is raised.

    Raises `NotWritten` if it can't be made.
    """
    goal = _goal(folder)
    assert isinstance(goal, Path)
    with _told(folder, goal, goal.parent):
        goal.parent.mkdir(parents=True, exist_ok=True)
        part = Part(goal, 0o777, folder=True)
    with part, _told(folder, part.path, goal):
        try:
            yield part.path
        except NotWritten as error:
            raise NotWritten(str(error).replace(str(part.path), str(folder))) from None
        part.place(goal)


@contextmanager
def filling(folder: Path) -> Iterator[Writer]:
    """Give a function that writes files, which come to their places in `folder` together at the end.

    None of them does if anything is raised. Folders on the way are made. Raises `NotWritten` if one can't be written.
    """
    goal = _goal(folder)
    assert isinstance(goal, Path)
    waiting: list[tuple[Path, Goal, Path]] = []
    parts: list[Part] = []

    def write(path: Path, data: bytes) -> None:
        if not parts:
            with _told(folder, goal):
                if not goal.exists():
                    goal.mkdir(parents=True)
                    stack.callback(_removed_if_empty, goal)
                parts.append(stack.enter_context(Part(goal / "files", 0o700, folder=True)))
        made = parts[0].path / str(len(waiting))
        with _told(path, made), made.open("wb") as out:
            out.write(data)
            out.flush()
            synced(out.fileno())
        waiting.append((path, _goal(path), made))

    with ExitStack() as stack:
        yield write
        for path, place, made in waiting:
            check_writable(path)
            if isinstance(place, Path) and not _is_stream(place):
                with _told(path, place, place.parent):
                    place.parent.mkdir(parents=True, exist_ok=True)
                    before = _replaceable(place)
                    if before is not None:
                        liken(made, before)
        for path, place, made in waiting:
            if isinstance(place, int) or _is_stream(place):
                _poured(made, path, place)
            else:
                with _told(path, place, made):
                    made.replace(place)


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """Give an empty folder for what only this process needs; it vanishes at the end, or when the next one is made."""
    from tempfile import gettempdir

    place = Path(gettempdir())
    with _told(place):
        part = Part(place / "cardlib", 0o700, folder=True)
    with part:
        yield part.path


def write_whole(path: Path, text: str) -> None:
    """Write a text file in UTF-8, whole or not at all; raises `NotWritten` if it can't be written."""
    write_bytes(path, encoded(path, text))


def encoded(path: Path, text: str) -> bytes:
    """Return what a text file in UTF-8 at a place holds; raises `NotWritten` for a text that has no such form."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        found = f"U+{ord(text[error.start]):04X}"
        raise NotWritten(f"{path}: cannot write: {found} is half a character, which UTF-8 has no form for") from None


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file, whole or not at all; raises `NotWritten` if it can't be written."""
    with replacing(path) as made:
        made.write_bytes(data)


@contextmanager
def writing_bytes(path: Path) -> Iterator[BinaryIO]:
    """Give an open file whose bytes come to `path` at the end, or nowhere if anything is raised.

    Raises `NotWritten` if it can't be written.
    """
    with replacing(path) as made, made.open("wb") as out:
        yield out


def own_place(path: Path) -> Path:
    """Return a place in the cache, free to be written: what lies there and is no plain file of ours is taken away.

    A link there is not followed, since nobody named the file that it leads to. Raises `NotWritten` if it can't be taken
    away; a folder stays.
    """
    with _told(path):
        found = path.lstat() if os.path.lexists(path) else None
        if found is not None and not stat.S_ISREG(found.st_mode) and not stat.S_ISDIR(found.st_mode):
            path.unlink()
    return path


class Growing:
    """A file that grows by whole pieces of text in UTF-8, and loses none that it has; a context manager.

    It begins with the first `kept` bytes of the file that is there. A piece that does not fit any more is taken back.
    Raises `NotWritten` if it can't be written.
    """

    def __init__(self, path: Path, kept: int = 0) -> None:
        self.path = path
        goal = _goal(path)
        with _told(path, path):
            if isinstance(goal, int):
                self._file = os.dup(goal)
            else:
                goal.parent.mkdir(parents=True, exist_ok=True)
                self._file = os.open(goal, os.O_WRONLY | os.O_CREAT, 0o666)
            self._cuts = not isinstance(goal, int) and stat.S_ISREG(os.fstat(self._file).st_mode)
            if self._cuts:
                os.ftruncate(self._file, kept)
                os.lseek(self._file, kept, os.SEEK_SET)
        self._size = kept

    def add(self, text: str) -> None:
        """Write a piece of text at the end."""
        data = text.encode("utf-8")
        try:
            with _told(self.path):
                _all_written(self._file, data)
        except NotWritten:
            if self._cuts:
                os.ftruncate(self._file, self._size)
                os.lseek(self._file, self._size, os.SEEK_SET)
            raise
        self._size += len(data)

    def close(self) -> None:
        """Close the file; once is enough."""
        if self._file >= 0:
            file, self._file = self._file, -1
            with _told(self.path):
                os.close(file)

    def __enter__(self) -> Growing:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def check_writable(path: Path) -> None:
    """Raise `NotWritten` if a file can't be written at `path`: before the work, not after it."""
    goal = _goal(path)
    if isinstance(goal, int):
        return
    if goal.is_dir():
        raise NotWritten(f"{path}: is a folder, a file was expected")
    with _told(path, goal):
        _replaceable(goal)
    if _is_stream(goal):
        return
    near = next(folder for folder in goal.absolute().parents if os.path.lexists(folder))
    if not near.is_dir() or not os.access(near, os.W_OK | os.X_OK):
        raise NotWritten(f"{path}: cannot write: no file can be made in {near}")


def is_stream(path: Path) -> bool:
    """Whether `path` is no file that could be replaced: a device, a pipe, standard output."""
    goal = _goal(path)
    return isinstance(goal, int) or _is_stream(goal)


def is_standard_output(path: Path) -> bool:
    """Whether what is written to `path` appears among what a command prints."""
    return _goal(path) == 1


def unwritten(path: Path, error: OSError) -> NotWritten:
    """Return what to say of a file that could not be written."""
    return NotWritten(f"{path}: cannot write: {error.strerror or error}")


@contextmanager
def _told(path: Path, *own: Path) -> Iterator[None]:
    """Turn what the system refuses while `path` is written into an error that names it.

    What is refused of another file than `path`, its `own` and the folders above them is left as it is, and so is a
    reader that went away.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.filename is not None:
            named = Path(os.fsdecode(error.filename))
            if not any(named in (one, *one.parents) for one in (path, *own)):
                raise
        raise unwritten(path, error) from None


def _goal(path: Path) -> Goal:
    """Return where what is written to `path` comes to: links are followed, one by one."""
    if "\0" in str(path):
        raise NotWritten(f"{str(path)!r}: cannot write: this is no name of a file")
    for _ in range(_LINKS):
        plain = os.path.normpath(path.absolute())
        open_file = _DESCRIPTOR.fullmatch(plain)
        if open_file or plain in _NAMED:
            return int(open_file[1]) if open_file else _NAMED[plain]
        if not path.is_symlink():
            return path
        path = path.parent / path.readlink()
    return path


def _removed_if_empty(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()


def _is_stream(path: Path) -> bool:
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _replaceable(path: Path) -> os.stat_result | None:
    """Return what is known of the file that is there; raises `PermissionError` if it is protected."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, "the file is write-protected", str(path))
    return found


def _poured(made: Path, path: Path, goal: Goal) -> None:
    """Write a finished file into an open file, a device or a pipe."""
    with _told(path):
        if isinstance(goal, int):
            if sys.stdout is not None:
                sys.stdout.flush()
            opened = os.dup(goal)
        else:
            opened = os.open(goal, os.O_WRONLY)
        with os.fdopen(opened, "wb", buffering=0) as out, made.open("rb") as content:
            while piece := content.read(1 << 20):
                _all_written(out.fileno(), piece)


def _all_written(file: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(file, rest) :]
