"""Where matches lie that nobody gave a file: the folder for them, those of older versions, and a list of all."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from shlex import quote as quoted
from typing import TYPE_CHECKING

from cardlib.errors import CardlibError
from cardlib.filters.nearest import nearest_note
from cardlib.places import cache_root, matches_root
from cardlib.writing import replacing
from cardlib_cli.journal import SUFFIX, journal_of, save_of
from cardlib_cli.keeping import read_journal
from cardlib_cli.output import note
from cardlib_cli.saving import Saved, read_saved

if TYPE_CHECKING:
    from cardlib.catalog import Project

COLUMNS = ["file", "match", "picks", "left"]


def new_place(slug: str) -> Path:
    """Return where a new match of a game goes."""
    bring_over()
    return matches_root() / f"{slug}-{datetime.now():%Y%m%d-%H%M%S-%f}.json"


def bring_over() -> None:
    """Move saved matches out of the cache folder, where older versions kept them and cleaners remove them."""
    old, new = cache_root() / "matches", matches_root()
    moved = 0
    try:
        waiting = sorted(path for path in old.glob("*.json") if path.is_file() and not (new / path.name).exists())
    except OSError:
        return
    for path in waiting:
        with suppress(OSError, CardlibError):  # it stays, and is found, where it is
            when = path.stat()
            with replacing(new / path.name) as temporary:
                shutil.copyfile(path, temporary)
                os.utime(temporary, ns=(when.st_atime_ns, when.st_mtime_ns))
            path.unlink()
            moved += 1
    if moved:
        note(f"cardlib: {moved} saved match{'es' if moved > 1 else ''} moved from {old} to {new}")
        with suppress(OSError):
            old.rmdir()


def place_of(path: Path) -> Path:
    """Return where the match lies that `--resume` names: a file, or the name of one of the list.

    Raises CardlibError, with the nearest name, where there is none.
    """
    bring_over()
    for place in (path, *(folder / name for folder in _folders() for name in (path.name, f"{path.name}.json"))):
        if place.is_file() or journal_of(place).is_file():
            return place
    if path.is_dir():
        raise CardlibError(
            f"{path}: is a folder, expected a saved match; cardlib play --saved lists those that are kept"
        )
    names = [save.name for save in _saves()]
    raise CardlibError(
        f"{path}: No such file{nearest_note(path.name, names)}; cardlib play --saved lists the matches that are kept"
    )


def going_on(save: Path, project: Project) -> str:
    """Return the command that goes on with a saved match, as it can be typed into a shell."""
    from cardlib_cli.projects import named_folder

    words = ["cardlib", "play", "--resume", str(save)]
    try:
        meant = named_folder(project.slug).resolve()
    except CardlibError:
        meant = None
    if meant != project.path.resolve():
        words += ["--game", str(project.path)]
    return " ".join(quoted(word) for word in words)


def listed() -> list[dict[str, object]]:
    """Return the matches that are kept, the last one first, as rows with `COLUMNS`."""
    bring_over()
    rows = []
    for save in sorted(_saves(), key=_left, reverse=True):
        row: dict[str, object] = {"file": save.name, "match": "", "picks": None}
        row["left"] = datetime.fromtimestamp(_left(save)).strftime("%Y-%m-%d %H:%M")
        try:
            saved = _read(save)
        except (CardlibError, OSError) as error:
            row["match"] = f"can't be read: {error}"
        else:
            row["picks"] = len(saved.replay["picks"])
            sides = [f"{name} ({seat})" for name, seat in zip(saved.names, saved.seats, strict=False)]
            row["match"] = " against ".join(sides)
        rows.append(row)
    return rows


def _read(save: Path) -> Saved:
    journal = journal_of(save)
    held = read_journal(journal.read_bytes(), journal) if journal.is_file() else None
    return held.saved if held is not None else read_saved(save)


def _folders() -> list[Path]:
    return list(dict.fromkeys((matches_root(), cache_root() / "matches")))


def _saves() -> list[Path]:
    """Return where matches are kept, each once, whether as a save, a journal or both."""
    found = []
    for folder in _folders():
        with suppress(OSError):
            found += [save_of(path) for path in sorted(folder.iterdir()) if path.suffix in (".json", SUFFIX)]
    return list(dict.fromkeys(found))


def _left(save: Path) -> float:
    times = [0.0]
    for path in (save, journal_of(save)):
        with suppress(OSError):
            times.append(path.stat().st_mtime)
    return max(times)
