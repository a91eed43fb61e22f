"""The rules text of cards, rendered from their abilities by the engine on first use and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardlib.catalog.models import Card
    from cardlib.catalog.projects import Project


class Texts:
    """Renders the text of a project's cards; call it with a card."""

    __slots__ = ("kept", "project")

    def __init__(self, project: Project) -> None:
        self.project = project
        self.kept: dict[str, str] = {}

    def __call__(self, card: Card) -> str:
        """Return the rendered text of the card."""
        if card.id not in self.kept:
            self.kept[card.id] = rendered_text(card, self.project) if card.abilities else ""
        return self.kept[card.id]


def rendered_text(card: Card, project: Project) -> str:
    """Return what the abilities of a card say, one paragraph per ability."""
    from importlib import import_module
    from importlib.util import find_spec

    if find_spec("cardlib.engine.text") is None:
        return ""
    return str(import_module("cardlib.engine.text").card_text(card, project))
