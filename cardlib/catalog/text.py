"""The rules text of cards, rendered from their abilities by the engine on first use and kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardlib.catalog.problems import Path
from cardlib.catalog.reading import DataError
from cardlib.errors import CardlibError

if TYPE_CHECKING:
    from cardlib.catalog.models import Card, Json
    from cardlib.catalog.projects import Project


PLACES = 3  # steps to the text of a whole ability


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
    """Abilities of a shape that cannot be said end in a message, not in a slip of the renderer."""
    try:
        yield
    except CardlibError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        where = f"{card.file}:{card.line}"
        raise DataError(f"{where}: the abilities of '{card.id}' cannot be put in words ({error!r})") from error


def runs(ability: Mapping[str, Json]) -> bool:
    """Whether an ability says in data what it does; one that is only written down has a text, and nothing that runs."""
    if "static" in ability:
        return bool(ability["static"])
    return not ("activate" in ability or "when" in ability or "react" in ability) or "do" in ability


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A written text that says other numbers or keywords than the abilities; `path` is its place within the card."""

    path: Path
    kind: str
    written: str
    said: str
    sentence: str


def disagreements(card: Card, project: Project) -> list[Disagreement]:
    """Return where a written text, of the card, an ability or an operation, disagrees with what the abilities say."""
    with _said(card):
        return [found for one in _pairs(card, project) for found in _differences(*one, project)]


def _pairs(card: Card, project: Project) -> Iterator[tuple[Path, str, str]]:
    """Each written text, by its place, with the sentence that it stands for."""
    from cardlib.wording.rendering import card_text, rendered

    for number, ability in enumerate(card.abilities):
        if "text" in ability and runs(ability):
            yield ("abilities", number, "text"), str(ability["text"]), rendered(card, ability, project)
        for path, node in _written(ability, ("abilities", number)):
            plain = {key: value for key, value in node.items() if key != "text"}
            yield (*path, "text"), str(node["text"]), rendered(card, {"when": "played", "do": [plain]}, project)
    if card.written is not None and card.abilities and all(map(runs, card.abilities)):
        yield ("text",), card.written, card_text(card, project)


def _written(node: object, path: Path) -> Iterator[tuple[Path, Mapping[str, Json]]]:
    """The operations within an ability that are written in words of their own."""
    if isinstance(node, Mapping):
        if "op" in node and "text" in node:
            yield path, node
        for key, value in node.items():
            yield from _written(value, (*path, key))
    elif isinstance(node, list | tuple):
        for index, value in enumerate(node):
            yield from _written(value, (*path, index))


def _differences(path: Path, written: str, sentence: str, project: Project) -> Iterator[Disagreement]:
    """What is said of an operation may leave out what stands in the sentences around it."""
    from cardlib.wording.rendering import keywords_in, numbers_in

    part = len(path) > PLACES
    whole: set[int] | set[str] = {1}  # where the sentence says "a", 1 is as good
    for kind, left, right in (
        ("numbers", numbers_in(written), numbers_in(sentence)),
        ("keywords", keywords_in(written, project), keywords_in(sentence, project)),
    ):
        if not (left <= (right or whole) if part else left == right):
            yield Disagreement(path, kind, _listed(left), _listed(right), sentence)


def _listed(values: set[int] | set[str]) -> str:
    return ", ".join(map(str, sorted(values, key=str))) or "none"
