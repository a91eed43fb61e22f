"""What the building of a database takes beside a project, for whoever builds it and whoever asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from cardlib.catalog.projects import Project

TRIES = 5  # to read between two edits


@dataclass(frozen=True, slots=True)
class BuiltDeck:
    """A deck for the tables: (section, card id, count), and why it could not be read whole."""

    id: str
    name: str
    file: str
    cards: tuple[tuple[str, str, int], ...]
    problem: str = ""


DeckReader: TypeAlias = Callable[["Project"], Iterable[BuiltDeck]]
