"""The catalogue: a project's JSON as checked values, in a database, and under queries.

load_project("mecha") -> Project           cards, keywords, rules, formats, vocabulary, digest
check_project("mecha") -> [Problem]        everything that is wrong, with file, line and path
find_card(project, "Bugzapper") -> Card    exact, else an error with candidates
find_cards([project], "mecha cost<=2")     rows of the database; also count_cards, one_card, find_rules, run_sql
build_database([project], path)            the SQLite file; queries keep one of their own up to date
changed(project, {"rules.hand_size": 6})   the project with changes that touch no file
make_project(folder, name) -> Project      a new project that passes the check
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardlib.catalog.build import build_database
    from cardlib.catalog.built import BuiltDeck, DeckReader
    from cardlib.catalog.changes import ChangeError, changed, parse_change
    from cardlib.catalog.check import Check, check_project
    from cardlib.catalog.database import connect, database_path, ensure_database
    from cardlib.catalog.models import Attribute, AttributeInfo, Card, Change, GameInfo, Json, Keyword, Rule, TypeInfo
    from cardlib.catalog.names import candidates, find_card, no_such
    from cardlib.catalog.problems import Problem
    from cardlib.catalog.projects import Project, bundled_paths, bundled_slugs, load_project, project_path
    from cardlib.catalog.query import Row, count_cards, find_cards, find_rules, one_card
    from cardlib.catalog.reading import DataError
    from cardlib.catalog.statements import run_sql, sql_tables
    from cardlib.catalog.template import make_project
    from cardlib.catalog.understanding import remarks

# What is imported on first use: reading a project needs no check, and a query needs no project.
_PARTS = {
    "build": "build_database",
    "changes": "ChangeError changed parse_change",
    "check": "Check check_project",
    "built": "BuiltDeck DeckReader",
    "database": "connect database_path ensure_database",
    "models": "Attribute AttributeInfo Card Change GameInfo Json Keyword Rule TypeInfo",
    "names": "candidates find_card no_such",
    "problems": "Problem",
    "projects": "Project bundled_paths bundled_slugs load_project project_path",
    "query": "Row count_cards find_cards find_rules one_card",
    "statements": "run_sql sql_tables",
    "understanding": "remarks",
    "reading": "DataError",
    "template": "make_project",
}
_HOME = {name: part for part, names in _PARTS.items() for name in names.split()}

__all__ = [
    "Attribute",
    "AttributeInfo",
    "BuiltDeck",
    "Card",
    "Change",
    "ChangeError",
    "Check",
    "DataError",
    "DeckReader",
    "GameInfo",
    "Json",
    "Keyword",
    "Problem",
    "Project",
    "Row",
    "Rule",
    "TypeInfo",
    "build_database",
    "bundled_paths",
    "bundled_slugs",
    "candidates",
    "changed",
    "check_project",
    "connect",
    "count_cards",
    "database_path",
    "ensure_database",
    "find_card",
    "find_cards",
    "find_rules",
    "load_project",
    "make_project",
    "no_such",
    "one_card",
    "parse_change",
    "project_path",
    "remarks",
    "run_sql",
    "sql_tables",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value
