"""The checks that parts above the catalogue add to `cardlib data check`: the decks of a project."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardlib.catalog.check import Check
from cardlib.catalog.problems import Problem
from cardlib.errors import CardlibError

if TYPE_CHECKING:
    from cardlib.catalog.projects import Project

_LINE = re.compile(r":(\d+): (.*)")


def check_decks(project: Project) -> Iterator[Problem]:
    """Every deck of the project can be read, and every name in it is that of a card."""
    from cardlib.decks import load_deck

    for path in project.files("decks", "*.*"):
        if path.suffix == ".json":
            continue  # its schema has said it all
        file = path.relative_to(project.path).as_posix()
        try:
            deck = load_deck(path, project, strict=False)
        except CardlibError as error:
            yield from _unreadable(file, str(path), str(error))
            continue
        for entry in deck.unknown:
            near = entry.near[0] if entry.near else None
            yield Problem(file, entry.line or 0, entry.section, f"'{entry.name}'", "the name of a card", near)


def _unreadable(file: str, path: str, message: str) -> Iterator[Problem]:
    for part in message.splitlines():
        line = _LINE.match(part.removeprefix(path))
        yield Problem(file, int(line[1]) if line else 0, "", line[2] if line else part, "a deck")


EXTRA: tuple[Check, ...] = (check_decks,)
