"""What travels to whoever plays games of a series, and what is done with it there: load the same game, play a range.

The files of a project do not travel. A process elsewhere finds the project in the same folder, else by the name of its
game, and plays only if data and code are those that the series is about.
"""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from cardlib.errors import NotFound
from cardlib.filters.words import listed
from cardlib.game import Game, load
from cardlib.lab.games import LabError, Played, Setting, play
from cardlib.places import PACKAGE
from cardlib.reading import read_bytes

if TYPE_CHECKING:
    from cardlib.catalog import Json

Task = tuple[int, int]  # which of the settings, and the number of the game
Unit = tuple[Task, ...]  # what is given to a process at a time: games that follow each other
Done = tuple[int, Played]  # which of the settings, and the game
MOST_IN_A_UNIT = 50  # games that are lost and played again where a worker is lost
KEPT_VERSIONS = 64  # of a game, which a process keeps loaded
NAMED = 5  # files that an error names


class Version(NamedTuple):
    """A game as one of the settings has it: where its project lies, its name, what is other than in the files."""

    folder: str
    slug: str
    changes: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Work:
    """Games to be played, with what is needed to play them in this process."""

    games: Sequence[Game]
    settings: Sequence[Setting]
    replays: Path | None = None

    def play(self, task: Task) -> Done:
        """Play a game here."""
        which, number = task
        return which, play(self.games[which], self.settings[which], number, replay_of(self.replays, number))

    def parcel(self, elsewhere: bool = False) -> Parcel:
        """Return what travels; with `elsewhere` to machines that may have other files."""
        games = list(self.games)
        versions = tuple(Version(str(game.project.path), game.slug, game.changes) for game in games)
        files = {str(game.project.path): data_files(game.project.path) for game in games} if elsewhere else {}
        code = code_files(games[0]) if elsewhere else {}
        return Parcel(versions, tuple(self.settings), self.replays, tuple(sys.path), files, code)


@dataclass(frozen=True, slots=True)
class Parcel:
    """What travels to a process that plays: some kilobytes, whatever the number of games.

    `files` (by the folder of the project) and `code` are hashes by the names of files; empty where all processes read
    the same ones.
    """

    versions: tuple[Version, ...]
    settings: tuple[Setting, ...]
    replays: Path | None
    paths: tuple[str, ...]  # where modules are found, for bots of one's own
    files: Mapping[str, Mapping[str, str]]
    code: Mapping[str, str]


def portions(tasks: Sequence[Task], workers: int, most: int = MOST_IN_A_UNIT) -> Iterator[Unit]:
    """Yield the games in units that get smaller to the end, so that no worker waits long for the last one."""
    at = 0
    while at < len(tasks):
        size = max(1, min(most, (len(tasks) - at) // (4 * max(1, workers))))
        yield tuple(tasks[at : at + size])
        at += size


def told(unit: Unit, settings: Sequence[Setting]) -> str:
    """Return which games a unit has, for an error."""
    first, last = unit[0], unit[-1]
    names = " against ".join(settings[first[0]].names)
    many = f"game {first[1] + 1}" if first == last else f"games {first[1] + 1} to {last[1] + 1}"
    return f"{many} of seed {settings[first[0]].seed} ({names})"


def check_no_replays(work: Work) -> None:
    """Raise LabError where replays are asked for: a worker elsewhere would write them there."""
    if work.replays is not None:
        raise LabError(
            f"{work.replays}: replays are written where games are played, and that is elsewhere; "
            "play those that you want to see here (--from N -n 1 --replay FILE)"
        )


def replay_of(folder: Path | None, number: int) -> Path | None:
    """Return where the replay of a game is written."""
    if folder is None or folder.suffix == ".json":
        return folder
    return folder / f"game-{number + 1:05d}.json"


# -- in the process that plays -----------------------------------------------------------------------------------

_one_at_a_time = Lock()  # a worker may have several threads, and what a game keeps of a match is not for two
_loaded: dict[tuple[str, str], Game] = {}  # by version and data: a worker may outlive an edit of the files


def play_unit(parcel: Parcel, unit: Unit) -> list[Done]:
    """Play the games of a unit; raises LabError for a game that broke, and where data or code are other ones."""
    with _one_at_a_time:
        sys.path += [path for path in parcel.paths if path not in sys.path and Path(path).exists()]
        return [
            (which, play(version(parcel, which), parcel.settings[which], number, replay_of(parcel.replays, number)))
            for which, number in unit
        ]


def version(parcel: Parcel, which: int) -> Game:
    """Return the game of a setting, loaded once; raises LabError if it is not the one of the series."""
    wanted, setting = parcel.versions[which], parcel.settings[which]
    key = repr(wanted), setting.data
    found = _loaded.get(key)
    if found is None:
        found = _load(parcel, wanted, setting)
        while len(_loaded) >= KEPT_VERSIONS:
            del _loaded[next(iter(_loaded))]
        _loaded[key] = found
    return found


def _load(parcel: Parcel, wanted: Version, setting: Setting) -> Game:
    try:
        game = load(wanted.folder if (Path(wanted.folder) / "game.json").is_file() else wanted.slug, wanted.changes)
    except NotFound as error:
        raise LabError(
            f"a worker has no project of {wanted.slug}: neither the folder {wanted.folder} nor a game of that name; "
            "put the project there, or install the package that brings it"
        ) from error
    here = game.project.path
    if parcel.code:
        _compare("the code of cardlib", parcel.code, code_files(game), "install the same version and start it anew")
    if game.facts.digest != setting.data:
        _compare(f"{here}", parcel.files.get(wanted.folder, {}), data_files(here), "bring the same files there")
        raise LabError(f"{here}: the data differ from those that the series began with; leave them as they are")
    return game


def _compare(what: str, expected: Mapping[str, str], found: Mapping[str, str], remedy: str) -> None:
    """Raise LabError that names the files that differ, if any do."""
    names = sorted(name for name in {*expected, *found} if expected.get(name) != found.get(name))
    if not names or not expected:
        return
    shown = [
        f"{name} {'is missing' if name not in found else 'is not expected' if name not in expected else 'differs'}"
        for name in names[:NAMED]
    ]
    more = [f"{len(names) - NAMED} more"] if len(names) > NAMED else []
    raise LabError(f"a worker plays with something else: {what}: {listed([*shown, *more])}; {remedy}")


def data_files(folder: Path) -> dict[str, str]:
    """Return a hash of each JSON file of a project, by its name."""
    return _hashes(folder, "*.json")


def code_files(game: Game) -> Mapping[str, str]:
    """Return a hash of each module of cardlib, and of the package that the rules of the game are from."""
    package = type(game.rules).__module__.partition(".")[0]
    return {**_code("cardlib"), **_code(package)}


@lru_cache(maxsize=4)
def _code(package: str) -> Mapping[str, str]:
    if package == "cardlib":
        return {f"cardlib/{name}": mark for name, mark in _hashes(PACKAGE, "*.py").items()}
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        return {}
    if spec.submodule_search_locations is None:
        return {Path(spec.origin).name: _hash(Path(spec.origin))}
    return {f"{package}/{name}": mark for name, mark in _hashes(Path(spec.origin).parent, "*.py").items()}


def _hashes(folder: Path, pattern: str) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): _hash(path) for path in sorted(folder.rglob(pattern))}


def _hash(path: Path) -> str:
    return hashlib.sha256(read_bytes(path)).hexdigest()[:16]
