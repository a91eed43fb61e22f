"""SQL over the database of one or several games: statements that only read, and the tables that they can read."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from typing import TYPE_CHECKING

from cardlib import bounds
from cardlib.catalog.built import DeckReader
from cardlib.catalog.database import connect
from cardlib.errors import CardlibError
from cardlib.filters.nearest import nearest_note

if TYPE_CHECKING:
    from cardlib.catalog.projects import Project
    from cardlib.catalog.query import Cell, Row


def run_sql(
    projects: Sequence[Project], statement: str, decks: DeckReader | None = None
) -> tuple[list[str], list[Row]]:
    """Run one SQL statement that only reads, and return the names of the columns and the rows.

    Raises `CardlibError` with the database's message for anything else.
    """
    if not statement.strip():
        raise CardlibError("sql: there is no statement")
    if len(statement) > bounds.STATEMENT:
        raise CardlibError(f"sql: a statement of {len(statement):,} characters, expected at most {bounds.STATEMENT:,}")
    with closing(connect(projects, decks)) as connection:
        _open_indexes(connection)
        connection.guard()
        connection.set_authorizer(_only_reading)
        try:
            columns, found = connection.answer(statement)
        except (CardlibError, sqlite3.Error, sqlite3.Warning, UnicodeError, OverflowError) as error:
            raise CardlibError(_problem(connection, str(error))) from None
    names = _distinct(columns)
    return names, [dict(zip(names, (_plain(value) for value in values), strict=True)) for values in found]


def _open_indexes(connection: sqlite3.Connection) -> None:
    """Let the full-text indexes set themselves up, which reads more than a statement of a user may."""
    for _, schema, _ in connection.execute("PRAGMA database_list").fetchall():
        virtual = f"SELECT name FROM \"{schema}\".sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%'"
        for (name,) in connection.execute(virtual).fetchall():
            connection.execute(f'SELECT 1 FROM "{schema}"."{name}" LIMIT 0').fetchall()


_ALLOWED = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}
_PRAGMAS = ("table_info", "table_list", "table_xinfo", "data_version")  # fts5 asks for the last one


def _only_reading(action: int, first: str | None, *rest: object) -> int:
    if action == sqlite3.SQLITE_PRAGMA:
        return sqlite3.SQLITE_OK if first in _PRAGMAS else sqlite3.SQLITE_DENY
    if action == sqlite3.SQLITE_FUNCTION and "load_extension" in rest:
        return sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK if action in _ALLOWED else sqlite3.SQLITE_DENY


def _problem(connection: sqlite3.Connection, message: str) -> str:
    """The message of the database, with the nearest table or column for one that there is not."""
    if any(word in message for word in ("not authorized", "prohibited", "cannot modify", "may not be")):
        return f"sql: only reading is allowed here ({message})"
    connection.set_authorizer(None)
    for start in ("no such table: ", "no such column: "):
        if message.startswith(start):
            wanted = message.removeprefix(start).rpartition(".")[2]
            known = _tables(connection)
            names = (
                [*known] if "table" in start else [column for name in known for column in _columns(connection, name)]
            )
            if wanted in names:  # of other tables than those of the statement
                there = [name for name in known if wanted in _columns(connection, name)]
                named = min(there, key=lambda name: not name.endswith("_cards"))
                return f"sql: {message} in what was named; {named} has it{_listing('table')}"
            return f"sql: {message}{nearest_note(wanted, names, _listing(start))}"
    return f"sql: {message}"


def _listing(start: str) -> str:
    return "; 'cardlib sql --tables' lists them" if "table" in start else ""


def sql_tables(projects: Sequence[Project], decks: DeckReader | None = None) -> list[Row]:
    """Return what `run_sql` can read, one row each: table, kind (table, view or index), rows, columns.

    The full-text indexes are those of one game, so they are listed for one game only.
    """
    with closing(connect(projects, decks)) as connection:
        _open_indexes(connection)
        return [
            {
                "table": name,
                "kind": kind,
                "rows": connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0],
                "columns": _columns(connection, name),
            }
            for name, kind in _tables(connection).items()
        ]


_OWN = ("built",)  # what the catalogue keeps for itself
_COMMON = ("games", "cards", "abilities", "keywords", "rules", "decks", "deck_cards")


def _tables(connection: sqlite3.Connection) -> dict[str, str]:
    """Every table by its name, with its kind: first those of every game, then the views, then the indexes."""
    found: dict[str, str] = {}
    schemas = [schema for _, schema, _ in connection.execute("PRAGMA database_list").fetchall()]
    for schema in schemas:
        master = "sqlite_temp_master" if schema == "temp" else f'"{schema}".sqlite_master'
        rows = connection.execute(f"SELECT name, type, sql FROM {master} WHERE type IN ('table', 'view')").fetchall()
        virtual = [name for name, _, made in rows if made.startswith("CREATE VIRTUAL TABLE")]
        for name, kind, _ in rows:
            hidden = name in _OWN or any(name.startswith(f"{index}_") for index in virtual)
            if name in virtual and len(schemas) == 1:
                found[name] = "index"
            elif name not in virtual and not hidden:
                found.setdefault(name, "table" if name in _COMMON else kind)
    order = ("table", "view", "index")
    return dict(sorted(found.items(), key=lambda item: (order.index(item[1]), item[1] == "view" and item[0])))


def _columns(connection: sqlite3.Connection, name: str) -> list[str]:
    return [str(row[1]) for row in connection.execute(f'PRAGMA table_info("{name}")').fetchall()]


def _plain(value: object) -> Cell:
    if isinstance(value, bytes):
        return value.hex()
    return value if isinstance(value, int | float | str) or value is None else str(value)


def _distinct(names: Iterable[str]) -> list[str]:
    found: list[str] = []
    for name in names:
        number = 2
        made = name
        while made in found:
            made = f"{name}_{number}"
            number += 1
        found.append(made)
    return found
