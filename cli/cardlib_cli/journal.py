"""The journal of a match: every pick is kept as it is taken, in a file that only grows, beside the saved match.

`my.json.journal` belongs to `my.json`. Its first line holds the match as it was when the journal began (set-up, seats,
picks so far), and the hash of the file `my.json` of that moment, so that a journal alone is enough and one beside
another match is known. Every line after it is one pick, an `undo`, or changed stops. A line counts when it ends; what
a power cut tore off is left out. Whoever plays the match holds a lock on its journal. When the match is saved in order
the journal goes.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cardlib
from cardlib import bounds
from cardlib.errors import CardlibError
from cardlib.records import JOURNAL

SUFFIX = ".journal"
LONGEST_WAIT = 0.1  # seconds for which a pick of a bot may be written and not yet synced

Line = dict[str, Any]


def journal_of(save: Path) -> Path:
    """Return where the journal of a saved match lies."""
    return save.with_name(save.name + SUFFIX)


def save_of(path: Path) -> Path:
    """Return the saved match that a path means: the one beside it, if it is a journal."""
    return path.with_name(path.name.removesuffix(SUFFIX)) if path.name != SUFFIX else path


def hash_of(save: Path) -> str | None:
    """Return the hash of a saved match; None where there is none."""
    try:
        return hashlib.sha256(save.read_bytes()).hexdigest()[:16] if save.is_file() else None
    except OSError:
        return None


@dataclass(slots=True)
class Journal:
    """The journal of one match, written by one process.

    Where it can't be written, `trouble` says why; the lines wait, and every further one tries again.
    """

    save: Path
    trouble: str = ""
    _file: int | None = None
    _whole: int = 0  # bytes of the file that are lines
    _waiting: bytes = b""  # lines that are not in the file yet
    _synced: bool = True
    _last: float = 0.0  # when it was synced last

    @property
    def path(self) -> Path:
        """Where it lies."""
        return journal_of(self.save)

    @property
    def is_open(self) -> bool:
        """Whether this process has the file, and with it the lock."""
        return self._file is not None

    def open(self, *, make: bool = False) -> bytes:
        """Take the file, and return what it holds; nothing if there is none and none is to be made.

        Raises CardlibError if another process has it or it is no file, OSError if it can't be read or made.
        """
        if make:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        flags = os.O_RDWR | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0) | (os.O_CREAT if make else 0)
        while True:
            try:
                file = os.open(self.path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)
            except FileNotFoundError:
                if make:
                    raise
                return b""
            try:
                about = os.fstat(file)
                if not stat.S_ISREG(about.st_mode) or about.st_size > bounds.JOURNAL:
                    found = "a file that is too large" if stat.S_ISREG(about.st_mode) else "what is no file"
                    raise CardlibError(f"{self.path}: found {found}, expected the journal of a match")
                if not _locked(file):
                    raise CardlibError(
                        f"{self.save}: this match is being played in another window; leave it there first"
                    )
                if _still_there(self.path, about):
                    self._file = file
                    return _content(file, about.st_size)
            except BaseException:
                os.close(file)
                raise
            os.close(file)  # whoever had it has just ended it

    def begin(self, header: Line) -> None:
        """Begin anew with a match as it is now; what the file held is in it, or of no use any more."""
        self._whole, self._waiting = 0, _line({"form": JOURNAL, "version": cardlib.__version__, **header})
        try:
            if self._file is not None:
                os.ftruncate(self._file, 0)
        except OSError as error:
            self.trouble = _reason(error)
            return
        self._write()
        self.sync()
        _sync_folder(self.path.parent)

    def go_on(self, whole: int) -> None:
        """Go on behind the lines that were read; what was torn off behind them goes."""
        assert self._file is not None
        self._whole = whole
        try:
            os.ftruncate(self._file, whole)
        except OSError as error:
            self.trouble = _reason(error)

    def add(self, line: Line, *, at_once: bool = False) -> None:
        """Add a line. It is in the file when this returns; on the disk `at_once`, or as soon as it does not slow play.

        A line that is in the file survives the process, one that is on the disk a power cut.
        """
        self._waiting += _line(line)
        self._write()
        if at_once or time.monotonic() - self._last > LONGEST_WAIT:
            self.sync()

    def sync(self) -> None:
        """See to it that all lines are on the disk."""
        if self._synced or self._file is None:
            return
        try:
            sync(self._file)
        except OSError as error:
            self.trouble = _reason(error)
            return
        self._synced, self._last = True, time.monotonic()

    def end(self) -> None:
        """Remove it: the match is over, or saved."""
        if self._file is not None:
            try:
                self.path.unlink(missing_ok=True)
            except OSError as error:
                self.trouble = _reason(error)
        self.close()

    def close(self) -> None:
        """Let go of the file, and leave it where it is, unless the disk was too full for its first line."""
        if self._file is not None:
            with suppress(OSError):
                if self.trouble and not self._whole and b"\n" not in _content(self._file, bounds.JOURNAL):
                    self.path.unlink(missing_ok=True)
            os.close(self._file)
            self._file = None

    def _write(self) -> None:
        """Write the lines that wait, always behind the last whole one: a line that was cut short is written anew."""
        try:
            if self._file is None and self.open(make=True):
                self.close()
                raise CardlibError(f"{self.path} is of another match")
            assert self._file is not None
            os.lseek(self._file, self._whole, os.SEEK_SET)
            rest = self._waiting
            while rest:
                rest = rest[os.write(self._file, rest) :]
        except (OSError, CardlibError) as error:
            self.trouble = _reason(error)
            return
        self._whole += len(self._waiting)
        self._waiting, self._synced, self.trouble = b"", False, ""


def _line(line: Line) -> bytes:
    return json.dumps(line, separators=(",", ":")).encode() + b"\n"


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def _locked(file: int) -> bool:
    """Lock a file, if nobody else has; it is free again when the process ends, however it does."""
    if sys.platform == "win32":
        return True  # a file that is open there is not removed by another process
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True  # a file system without locks
    return True


def _still_there(path: Path, about: os.stat_result) -> bool:
    try:
        return os.path.samestat(path.stat(), about)
    except FileNotFoundError:
        return False


def _content(file: int, size: int) -> bytes:
    os.lseek(file, 0, os.SEEK_SET)
    found = b""
    while len(found) < size and (part := os.read(file, size - len(found))):
        found += part
    return found


def sync(file: int) -> None:
    """Have the disk keep what a file holds, also where the system's own `fsync` stops at the disk's memory."""
    if sys.platform == "darwin":
        import fcntl

        fcntl.fcntl(file, fcntl.F_FULLFSYNC)
        return
    os.fsync(file)


def sync_path(path: Path) -> None:
    """Have the disk keep a file that was written, and its name; raises OSError."""
    file = os.open(path, os.O_RDWR if sys.platform == "win32" else os.O_RDONLY)
    try:
        sync(file)
    finally:
        os.close(file)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Have the disk keep the names in a folder, where the system does that."""
    try:
        file = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(file)
    except OSError:
        return
    finally:
        os.close(file)
