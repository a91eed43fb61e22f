"""What is drawn like a card and is none of the game's: a piece, a side of a die, a document as a form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from cardlib.catalog import Card

if TYPE_CHECKING:
    from cardlib.catalog import Project

Drawn = TypeVar("Drawn", bound=Card)


def untyped(kind: type[Drawn], project: Project, id_: str, name: str, text: str = "", **more: Any) -> Drawn:
    """Return a card of no type with a name and a text, as layouts see it; `more` is what its kind has beside."""
    return kind(
        id=id_,
        name=name,
        type="",
        types=frozenset(),
        subtypes=(),
        attributes={},
        keywords={},
        abilities=(),
        game=project.slug,
        written=text,
        **more,
    )
