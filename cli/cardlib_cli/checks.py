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

_PLACE = re.compile(r":(?:(\d+):)? (.*)")
_FOUND = re.compile(r"found (.*?), expected (.*)")


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
    """The lines of a deck reader's message as problems."""
    for part in message.splitlines():
        place = _PLACE.match(part.removeprefix(path))
        said = place[2] if place else part
        found = _FOUND.fullmatch(said)
        line = int(place[1]) if place and place[1] else 0
        yield Problem(file, line, "", found[1] if found else said, found[2] if found else "a deck that can be read")


EXTRA: tuple[Check, ...] = (check_decks,)
