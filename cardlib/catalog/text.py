"""The rules text of cards, rendered from their abilities by the engine on first use and kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardlib.catalog.reading import DataError
from cardlib.errors import CardlibError

if TYPE_CHECKING:
    from cardlib.catalog.models import Card, Json
    from cardlib.catalog.projects import Project


class Texts:
    """Renders the text of a project's cards; call it with a card."""

    __slots__ = ("kept", "project")

    def __init__(self, project: Project) -> None:
        self.project = project
        self.kept: dict[str, str] = {}

    def __call__(self, card: Card) -> str:
        """Return the rendered text of the card; raises `DataError` for abilities that cannot be said."""
        if card.id not in self.kept:
            self.kept[card.id] = rendered_text(card, self.project) if card.abilities else ""
        return self.kept[card.id]


def rendered_text(card: Card, project: Project) -> str:
    """Return what the abilities of a card say, one paragraph per ability."""
    from cardlib.wording.rendering import card_text

    with _said(card):
        return card_text(card, project)


@contextmanager
def _said(card: Card) -> Iterator[None]:
    """Abilities of a shape that the check would refuse end in a message, not in a slip of the renderer."""
    try:
        yield
    except CardlibError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        where = f"{card.file}:{card.line}"
        raise DataError(
            f"{where}: the abilities of '{card.id}' cannot be read (cardlib data check says why)"
        ) from error


def runs(ability: Mapping[str, Json]) -> bool:
    """Whether an ability says in data what it does; one that is only written down has a text, and nothing that runs."""
    if "static" in ability:
        return bool(ability["static"])
    return not ("activate" in ability or "when" in ability or "react" in ability) or "do" in ability


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A written text that says other numbers or keywords than the abilities; `ability` is its index, None the card."""

    ability: int | None
    kind: str
    written: str
    said: str
    sentence: str


def disagreements(card: Card, project: Project) -> list[Disagreement]:
    """Return where a written text, of the card or of an ability, disagrees with what the abilities say."""
    if card.written is None and not any("text" in ability for ability in card.abilities):
        return []
    with _said(card):
        return [found for pair in _pairs(card, project) for found in _differences(*pair, project)]


def _pairs(card: Card, project: Project) -> Iterator[tuple[int | None, str, str]]:
    """Each written text with the sentence that it stands for."""
    from cardlib.wording.rendering import card_text, rendered

    for number, ability in enumerate(card.abilities):
        if "text" in ability and runs(ability):
            yield number, str(ability["text"]), rendered(card, ability, project)
    if card.written is not None and card.abilities and all(map(runs, card.abilities)):
        yield None, card.written, card_text(card, project)


def _differences(ability: int | None, written: str, sentence: str, project: Project) -> Iterator[Disagreement]:
    from cardlib.wording.rendering import keywords_in, numbers_in

    for kind, left, right in (
        ("numbers", numbers_in(written), numbers_in(sentence)),
        ("keywords", keywords_in(written, project), keywords_in(sentence, project)),
    ):
        if left != right:
            yield Disagreement(ability, kind, _listed(left), _listed(right), sentence)


def _listed(values: set[int] | set[str]) -> str:
    return ", ".join(map(str, sorted(values, key=str))) or "none"
