"""Files and folders in the making: named as ours, locked while their writer lives, swept away when it does not.

A part lies beside what it will become. Its writer holds a lock on it that the system takes back when the process ends,
however it ends. So whoever writes next in a folder can tell what was left there by a killed one from what another
process is writing at this moment. Where files can't be locked nothing is swept.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import TracebackType

_take: Callable[[int], None] | None = None  # locks an open file; Windows has no such locks
with suppress(ImportError):
    from fcntl import LOCK_EX, LOCK_NB, flock

    def _take(file: int) -> None:
        flock(file, LOCK_EX | LOCK_NB)


MARK = ".cardlib-part"
_OURS = re.compile(r"\..*\.[0-9a-f]{8}" + re.escape(MARK), re.DOTALL)
_LONGEST = 50  # characters of a name that a part repeats; with four bytes each it still fits into any folder


class Part:
    """A file or a folder beside `target`; a context manager that removes it unless it was placed.

    Raises `OSError` if it can't be made.
    """

    def __init__(self, target: Path, mode: int, *, folder: bool = False) -> None:
        sweep(target.parent.absolute())
        while True:
            self.path = target.parent / f".{target.name[:_LONGEST]}.{os.urandom(4).hex()}{MARK}"
            try:
                self._lock = _made(self.path, mode, folder)
            except FileExistsError:
                continue
            except OSError as error:
                error.filename = None  # the name of a part tells nobody anything
                raise
            if _locked(self._lock) is not False and os.path.lexists(self.path):
                return
            os.close(self._lock)  # a sweeper was here between making and locking

    def place(self, target: Path) -> None:
        """Put what is made in its place: whole, and on the disk before its name is."""
        if not stat.S_ISDIR(os.fstat(self._lock).st_mode):
            synced(self._lock)
        if _take is None:
            self._release()  # nor can it rename what is open
        self.path.replace(target)

    def _release(self) -> None:
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def __enter__(self) -> Part:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        _removed(self.path)
        self._release()


def liken(path: Path, model: os.stat_result) -> None:
    """Give a file the permissions of another one and its owner, as far as the system allows that."""
    made = path.stat()
    if hasattr(os, "chown") and (made.st_uid, made.st_gid) != (model.st_uid, model.st_gid):
        for owner in ((model.st_uid, model.st_gid), (-1, model.st_gid)):
            with suppress(OSError):
                os.chown(path, *owner)
                break
    with suppress(OSError):
        path.chmod(stat.S_IMODE(model.st_mode) & 0o777)


def synced(file: int) -> None:
    """Put what was written into an open file on the disk."""
    try:
        os.fsync(file)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.ENOSYS):  # a file system that has no such thing
            raise


@cache
def sweep(folder: Path) -> None:
    """Remove the parts in a folder whose writers are no more, once in the life of a process."""
    try:
        with os.scandir(folder) as entries:
            found = [Path(entry.path) for entry in entries if _OURS.fullmatch(entry.name)]
    except OSError:
        return
    for path in found:
        with suppress(OSError):
            lock = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
            try:
                if _is_mine(lock) and _locked(lock):
                    _removed(path)
            finally:
                os.close(lock)


def _made(path: Path, mode: int, folder: bool) -> int:
    if folder:
        path.mkdir(mode)
        return os.open(path, os.O_RDONLY)
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, mode)


def _locked(file: int) -> bool | None:
    """Lock an open file for this process; False if another one has it, None where files can't be locked."""
    if _take is None:
        return None
    try:
        _take(file)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def _is_mine(file: int) -> bool:
    found = os.fstat(file)
    plain = stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)
    return plain and (not hasattr(os, "geteuid") or found.st_uid == os.geteuid())


def _removed(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink()
