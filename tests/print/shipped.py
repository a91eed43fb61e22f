"""The games that ship with cardlib, each read once for all tests that print it."""

from __future__ import annotations

from functools import cache

from cardlib.catalog import Project, load_project


@cache
def shipped(slug: str) -> Project:
    """A game as it ships, with what has been read of its layouts; a test that changes anything loads its own."""
    return load_project(slug)
