"""The history of a game's prints: a folder with the manifest of each, which tells what lies on the table.

It lies among the user's data (`cardlib.places.prints_root`) and not in the project: what somebody has printed is true
of their table, whichever copy of the project it came from, and is nothing to commit. Each print is a file of its own,
named by its time, so that prints that run at once do not lose each other, and one that is cut short leaves what was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from cardlib import bounds
from cardlib.errors import NotFound
from cardlib.filters import nearest_note
from cardlib.places import prints_root
from cardlib.records import RecordError
from cardlib.writing import write_whole
from cardlib_print.manifests import SUFFIX, Manifest, Pile, manifest_text, read_manifest

_NAMED = re.compile(r"\d{8}-\d{6}-\d{6}" + re.escape(SUFFIX))
_TIME = "%Y%m%d-%H%M%S-%f"


class Lying(NamedTuple):
    """A pile on the table, when it was printed or last brought up to date, and how: what was not the default then."""

    pile: Pile
    when: str
    options: Mapping[str, str] = {}


def history_of(game: str) -> Path:
    """Return the folder with the prints of a game, by its slug."""
    return prints_root() / game


def table(game: str, since: Path | None = None) -> dict[tuple[str, str], Lying]:
    """Return what lies on the table, by the key of each pile, oldest first; or what a manifest says lies there.

    Raises `RecordError` for a manifest that cannot be read, or that is of another game.
    """
    if since is not None:
        manifest = read_manifest(since)
        if manifest.game != game:
            raise RecordError(f"{since}: the print of {manifest.game!r}, expected one of {game!r}")
        return {pile.key: Lying(pile, manifest.when, manifest.options) for pile in manifest.piles}
    lying: dict[tuple[str, str], Lying] = {}
    for manifest in _newest_first(game):
        for pile in reversed(manifest.piles):
            lying.setdefault(pile.key, Lying(pile, manifest.when, manifest.options))
    return dict(reversed(list(lying.items())))


def note(manifest: Manifest, now: datetime) -> Path:
    """Add a print to the history of its game; return its file. Raises `NotWritten` if that can't be written."""
    folder = history_of(manifest.game)
    files = _files(folder)
    name = now.strftime(_TIME) + SUFFIX
    if files and name <= files[-1].name:  # the clock was set back, or two prints in one moment
        last = datetime.strptime(files[-1].name.removesuffix(SUFFIX) + "+0000", f"{_TIME}%z")
        name = (last + timedelta(microseconds=1)).strftime(_TIME) + SUFFIX
    path = folder / name
    write_whole(path, manifest_text(manifest))
    return path


def forget(game: str, what: str) -> tuple[Lying, Lying | None]:
    """Take the last print of a pile out of the history; return it, and what lies on the table without it.

    `what` is a deck, a query or a group of pieces as it was printed, or what the pile is called. Raises `NotFound`
    with the nearest one.
    """
    lying = table(game)
    place = str(Path(what).resolve())  # of a deck in a file of its own
    found = [key for key, one in lying.items() if what in (one.pile.what, one.pile.name) or place == one.pile.what]
    if not found:
        raise NotFound(_unknown(game, what, [one.pile for one in lying.values()]))
    key = found[-1]
    for path in reversed(_files(history_of(game))):
        manifest = _read(path)
        left = tuple(pile for pile in manifest.piles if pile.key != key)
        if len(left) < len(manifest.piles):
            if left:
                write_whole(path, manifest_text(replace(manifest, piles=left)))
            else:
                path.unlink()
            break
    return lying[key], table(game).get(key)


def _unknown(game: str, what: str, piles: Sequence[Pile]) -> str:
    names = [pile.what or pile.name for pile in piles]
    there = f"; there are: {', '.join(names)}" if names else ""
    near = nearest_note(what, [*names, *(pile.name for pile in piles)])
    return f"no print of {what!r} is noted in {history_of(game)}{near}{there}"


def _newest_first(game: str) -> Iterator[Manifest]:
    for path in reversed(_files(history_of(game))[-bounds.PRINTS :]):
        yield _read(path)


def _read(path: Path) -> Manifest:
    """A print of the history; who cannot read it has to be told what to do without it."""
    try:
        return read_manifest(path)
    except RecordError as error:
        said = str(error).partition("; ")[0]
        raise RecordError(
            f"{said}; this file notes what was printed: put a copy of the manifest beside the PDF in its place, or "
            "delete it, and the print before it counts"
        ) from None


def _files(folder: Path) -> list[Path]:
    """The prints of a folder, oldest first; other files in it are nobody's business."""
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if _NAMED.fullmatch(path.name))
