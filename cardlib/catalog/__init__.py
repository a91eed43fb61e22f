"""The catalogue: a project's JSON as checked values, in a database, and under queries.

load_project("mecha") -> Project        cards, keywords, rules, formats, vocabulary, digest
find_card(project, "Bugzapper") -> Card exact, else an error with candidates
"""

from __future__ import annotations

from cardlib.catalog.models import Attribute, AttributeInfo, Card, GameInfo, Json, Keyword, Rule, TypeInfo
from cardlib.catalog.names import candidates, find_card
from cardlib.catalog.projects import Project, bundled_paths, bundled_slugs, load_project, project_path
from cardlib.catalog.reading import DataError

__all__ = [
    "Attribute",
    "AttributeInfo",
    "Card",
    "DataError",
    "GameInfo",
    "Json",
    "Keyword",
    "Project",
    "Rule",
    "TypeInfo",
    "bundled_paths",
    "bundled_slugs",
    "candidates",
    "find_card",
    "load_project",
    "project_path",
]
