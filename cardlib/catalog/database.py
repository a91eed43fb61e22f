"""The database that read commands use: where it lies, whether it is up to date, and a read-only connection to it.

One file per project lies in the cache folder, and beside it a note on what it was made of and how it was itself. It is
built again when the content of either has changed: sizes and times are compared first, and only where they differ the
content. Nothing here imports SQLModel.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, cast

from cardlib.catalog.asking import Asked, opened
from cardlib.catalog.built import TRIES, DeckReader
from cardlib.catalog.reading import DataError
from cardlib.catalog.signature import Signature
from cardlib.catalog.tree import print_of, size_in
from cardlib.errors import CardlibError
from cardlib.places import cache_root
from cardlib.reading import read_json
from cardlib.writing import NotWritten, own_place, write_whole

if TYPE_CHECKING:
    from cardlib.catalog.projects import Project


def database_path(project: Project) -> Path:
    """Where the database of a project lies."""
    place = hashlib.sha256(str(project.path).encode()).hexdigest()[:8]
    return cache_root() / f"{project.slug}-{place}.sqlite"


def ensure_database(project: Project, decks: DeckReader | None = None) -> Path:
    """Return the path of an up-to-date database of the project; build it where needed.

    Raises `NotWritten` if there is no place for it.
    """
    connection = kept(project, decks is not None)
    if connection is None:
        return keep_database(project, decks)
    connection.close()
    return database_path(project)


def kept(project: Project, with_decks: bool = False) -> Asked | None:
    """Open the database of a project, read-only, if there is one that holds the project as it is now, or None.

    `with_decks` asks for its decks too. What the project has read of its files so far is read again if it is older.
    """
    path = database_path(project)
    project.catch_up()
    content = _content_of(project, path)
    if content is None:
        return None
    try:
        connection = opened(path)
        if _holds(connection, "main", project, content, with_decks):
            return connection
        connection.close()
    except sqlite3.Error:
        return None
    return None


def _holds(connection: sqlite3.Connection, schema: str, project: Project, content: str, with_decks: bool) -> bool:
    """Whether a database that was opened is the one that was meant: another process may have put a new one there."""
    built = dict(connection.execute(f'SELECT key, value FROM "{schema}".built').fetchall())
    decks = ("read",) if with_decks else ("read", "none")
    return built.get(f"{project.slug}:content") == content and built.get(f"{project.slug}:decks") in decks


# -- what is noted of a database beside it ---------------------------------------------------------------------------


class Look(TypedDict):
    """How something looked when it was noted: the short of its times and sizes, and that of its content."""

    stats: str
    content: str


class Noted(TypedDict):
    """The file beside a database: what it was made of, and what it was itself. Neither may have changed since."""

    sources: Look
    database: Look


def _content_of(project: Project, path: Path) -> str | None:
    """Return the signature of the project's content if the database was made of it and is as it was made, or None."""
    try:
        noted = cast("Noted", read_json(_beside(path)))
        sources, database = noted["sources"], noted["database"]
        known = sources["stats"], database["stats"]
        signature = project.signature
        now = signature.stats, print_of(path.lstat())
        if now[0] != known[0] and signature.content != sources["content"]:
            return None
        if now[1] != known[1] and (size_in(now[1]) != size_in(known[1]) or _hash_of(path) != database["content"]):
            return None
        content = sources["content"]
    except (CardlibError, OSError, ValueError, TypeError, KeyError):
        return None
    if now != known and signature.settled:
        with suppress(CardlibError):
            _note(path, signature, now[1], database["content"])
    return content


def _note(path: Path, signature: Signature, stats: str, content: str) -> None:
    noted: Noted = {
        "sources": {"stats": signature.stats if signature.settled else "", "content": signature.content},
        "database": {"stats": stats, "content": content},
    }
    write_whole(own_place(_beside(path)), json.dumps(noted, indent=1) + "\n")


def _beside(path: Path) -> Path:
    return path.with_suffix(".built")


def _hash_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


# -- making it -------------------------------------------------------------------------------------------------------


def keep_database(project: Project, decks: DeckReader | None = None) -> Path:
    """Build the database of a sound project anew, note beside it what it was made of, and return its path.

    Raises `NotWritten` if there is no place for it.
    """
    from cardlib.catalog.build import build_database

    path = database_path(project)
    try:
        (signature,) = build_database([project], own_place(path), decks)
        _note(path, signature, print_of(path.stat()), _hash_of(path))
    except NotWritten as error:
        raise NotWritten(f"{error}; CARDLIB_CACHE names another folder for databases") from None
    return path


# -- reading it ------------------------------------------------------------------------------------------------------


def connect(projects: Sequence[Project], decks: DeckReader | None = None) -> Asked:
    """Open the databases of the projects, read-only; several are seen as one, with their rows together.

    Tables: games, cards, abilities, keywords, rules, decks, deck_cards; views: <game>_cards and one per card type.
    Where no database can be kept, what is asked is read from one in memory. Raises `DataError` for a project that has
    not passed the check.
    """
    found = [_connected(project, decks) for project in projects]
    if len(found) == 1:
        return found[0]
    connection = _in_memory({project.slug: one.serialize() for project, one in zip(projects, found, strict=True)})
    for one in found:
        one.close()
    for table in ("games", "cards", "abilities", "keywords", "rules", "decks", "deck_cards"):
        parts = " UNION ALL ".join(f'SELECT * FROM "{project.slug}".{table}' for project in projects)
        connection.execute(f"CREATE TEMP VIEW {table} AS {parts}")
    return connection


def _connected(project: Project, decks: DeckReader | None) -> Asked:
    """Return a connection to a database of a project as it is now: the one that is kept, else one in memory."""
    for _ in range(TRIES):
        connection = kept(project, decks is not None)
        if connection is not None:
            return connection
        content = project.signature.content
        place = database_path(project)
        known = _NOT_KEPT.get(place)
        if known is not None and known[0] == content and (known[1] or decks is None):
            return _in_memory({"main": known[2]})
        try:
            keep_database(project, decks)
        except NotWritten as error:
            from logging import getLogger

            from cardlib.catalog.build import database_in_memory

            getLogger(__name__).warning("no database is kept, every command makes it anew: %s", error)
            data, signature = database_in_memory(project, decks)
            _NOT_KEPT[place] = signature.content, decks is not None, data
    raise DataError(f"{project.path}: the files, or the database of them, change faster than they are read")


_NOT_KEPT: dict[Path, tuple[str, bool, bytes]] = {}  # by where there is no place: content, decks, file


def _in_memory(databases: Mapping[str, bytes]) -> Asked:
    """Return a connection to copies of databases, by the name that each is seen under."""
    connection = opened(":memory:")
    for name, data in databases.items():
        if name != "main":
            connection.execute(f"ATTACH DATABASE ':memory:' AS \"{name}\"")
        connection.deserialize(data, name=name)
    return connection
