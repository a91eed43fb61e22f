"""The database that read commands use: where it lies, whether it is up to date, and a read-only connection to it.

One file per project lies in the cache folder. It is built again when the content of a file has changed: sizes and times
are compared first, and only where they differ the content. Nothing here imports SQLModel.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import cardlib
from cardlib.errors import CardlibError
from cardlib.filters.words import fold
from cardlib.places import cache_root

if TYPE_CHECKING:
    from cardlib.catalog.projects import Project

# Raise it when tables, views or what is in them change.
LAYOUT = "4"

_FILES = ("game.json", "keywords.json", "rules.json", "wording.json")
_FOLDERS = ("cards", "decks")


@dataclass(frozen=True, slots=True)
class BuiltDeck:
    """A deck for the tables: (section, card id, count), and why it could not be read whole."""

    id: str
    name: str
    file: str
    cards: tuple[tuple[str, str, int], ...]
    problem: str = ""


DeckReader: TypeAlias = Callable[["Project"], Iterable[BuiltDeck]]


class Signature:
    """What the database of a project depends on: its files, and the code that renders the text of cards."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def files(self) -> Iterator[Path]:
        """The files of the project that go into the database."""
        for name in _FILES:
            path = self.folder / name
            if path.exists():
                yield path
        for name in _FOLDERS:
            yield from sorted(path for path in (self.folder / name).glob("*.*") if path.is_file())

    @cached_property
    def stats(self) -> str:
        """Names, sizes and times of everything, as one short text."""
        total = hashlib.sha256(LAYOUT.encode())
        for path in (*self.files(), *_renderer()):
            stat = path.stat()
            total.update(f"{path.name}\0{stat.st_size}\0{stat.st_mtime_ns}\0".encode())
        return total.hexdigest()[:32]

    def content(self) -> str:
        """A hash of the content of everything."""
        total = hashlib.sha256(LAYOUT.encode())
        for path in (*self.files(), *_renderer()):
            total.update(f"{path.name}\0".encode())
            total.update(hashlib.sha256(path.read_bytes()).digest())
        return total.hexdigest()[:32]


def _renderer() -> Iterator[Path]:
    package = Path(cardlib.__path__[0])
    yield package / "filters" / "phrases.py"
    yield from sorted((package / "engine").glob("**/*.py"))


def database_path(project: Project) -> Path:
    """Where the database of a project lies."""
    place = hashlib.sha256(str(project.path).encode()).hexdigest()[:8]
    return cache_root() / f"{project.slug}-{place}.sqlite"


def up_to_date(project: Project, path: Path, with_decks: bool = False) -> bool:
    """Whether the database at `path` holds the project as it is now; `with_decks` also its decks."""
    if not path.exists():
        return False
    try:
        connection = _read_only(path)
        try:
            known: dict[str, str] = dict(connection.execute("SELECT key, value FROM built").fetchall())
        finally:
            connection.close()
    except sqlite3.Error:
        return False
    if with_decks and known.get(f"{project.slug}:decks") != "read":
        return False
    signature = Signature(project.path)
    if known.get(f"{project.slug}:stats") == signature.stats:
        return True
    if known.get(f"{project.slug}:content") != signature.content():
        return False
    _note_stats(path, project.slug, signature.stats)
    return True


def _note_stats(path: Path, slug: str, stats: str) -> None:
    """Remember the new times of files whose content is the same; without it the next command compares again."""
    try:
        with sqlite3.connect(path, timeout=1) as connection:
            connection.execute("UPDATE built SET value = ? WHERE key = ?", (stats, f"{slug}:stats"))
        connection.close()
    except sqlite3.Error:
        return


def ensure_database(project: Project, decks: DeckReader | None = None) -> Path:
    """Return the path of an up-to-date database of the project; build it where needed."""
    path = database_path(project)
    if not up_to_date(project, path, decks is not None):
        from cardlib.catalog.build import build_database

        try:
            build_database([project], path, decks)
        except CardlibError as error:
            raise CardlibError(f"{error}; CARDLIB_CACHE names another folder for databases") from None
    return path


def connect(projects: Sequence[Project], decks: DeckReader | None = None) -> sqlite3.Connection:
    """Open the databases of the projects, read-only; several are seen as one, with their rows together.

    Tables: games, cards, abilities, keywords, rules, decks, deck_cards; views: <game>_cards and one per card type.
    """
    paths = [ensure_database(project, decks) for project in projects]
    if len(paths) == 1:
        return _read_only(paths[0])
    connection = sqlite3.connect(":memory:", uri=True)
    _functions(connection)
    names = []
    for project, path in zip(projects, paths, strict=True):
        names.append(f'"{project.slug}"')
        connection.execute(f"ATTACH DATABASE ? AS {names[-1]}", (_uri(path),))
    for table in ("games", "cards", "abilities", "keywords", "rules", "decks", "deck_cards"):
        parts = " UNION ALL ".join(f"SELECT * FROM {name}.{table}" for name in names)
        connection.execute(f"CREATE TEMP VIEW {table} AS {parts}")
    return connection


def _read_only(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(_uri(path), uri=True)
    _functions(connection)
    return connection


def _uri(path: Path) -> str:
    return f"{path.absolute().as_uri()}?mode=ro"


def _functions(connection: sqlite3.Connection) -> None:
    connection.create_function("regexp", 2, _regexp, deterministic=True)
    connection.create_function("fold", 1, _fold, deterministic=True)


def _fold(text: str | float | None) -> str | float | None:
    return fold(text) if isinstance(text, str) else text


def _regexp(pattern: str, text: object) -> bool:
    import re

    return re.search(pattern, str(text), re.IGNORECASE) is not None
