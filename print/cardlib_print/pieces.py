"""What a game needs on the table beside its cards: tokens, boards and reference cards, listed in `print/pieces.json`.

A piece is drawn by a layout like a card: its name is `{name}`, its text `{text}`, in which `{damage}` draws a symbol of
that name. A layout tells pieces apart by their ids (`"when": "id:damage"`). An entry with `cards` stands for cards of
the game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardlib.catalog import Card
from cardlib.errors import CardlibError, NotFound
from cardlib.filters import nearest_note, parse, printed
from cardlib_print.layouts import LayoutError, find_layout, read_object

if TYPE_CHECKING:
    from pathlib import Path

    from cardlib.catalog import Project

GROUPS = ("tokens", "board", "reference")
FILE = "pieces"
_KNOWN = ("id", "name", "layout", "copies", "text", "cards")


@dataclass(frozen=True, slots=True)
class Pieces:
    """Pieces with their numbers of copies, and the layout of each that is no card of the game, by id."""

    cards: tuple[tuple[Card, int], ...]
    layouts: Mapping[str, str]


def pieces(project: Project, groups: Collection[str] = GROUPS) -> Pieces:
    """Return the pieces of some groups.

    Raises `NotFound` for a group that the game does not have, `LayoutError` for an entry that cannot be used.
    """
    path = project.path / "print" / f"{FILE}.json"
    raw = read_object(path) if path in project.files("print") else {}
    found: list[tuple[Card, int]] = []
    layouts: dict[str, str] = {}
    for group in (group for group in GROUPS if group in groups):
        if not raw.get(group):
            has = ", ".join(name for name in GROUPS if raw.get(name)) or "nothing"
            raise NotFound(f"{project.slug} has no {group} to print; print/{FILE}.json has {has}")
        for index, entry in enumerate(raw[group]):
            where = f"{path}: {group}[{index}]"
            for card, copies, layout in _entry(project, entry, where, path):
                if layout and (card.id in project.cards or card.id in layouts):
                    raise LayoutError(f"{where}.id: found the id {card.id!r} again, expected one that nothing else has")
                if layout:
                    layouts[card.id] = layout
                found.append((card, copies))
    return Pieces(tuple(found), layouts)


def check_pieces(project: Project) -> None:
    """Raise what is wrong with the pieces of a project, if it has any."""
    path = project.path / "print" / f"{FILE}.json"
    if path in project.files("print"):
        pieces(project, [group for group in GROUPS if read_object(path).get(group)])


def _entry(project: Project, entry: object, where: str, path: Path) -> Iterator[tuple[Card, int, str]]:
    if not isinstance(entry, dict) or not ("cards" in entry or {"id", "name", "layout"} <= entry.keys()):
        raise LayoutError(f"{where}: found no piece, expected an object with id, name and layout, or with cards")
    for key in entry:
        if key not in _KNOWN:
            raise LayoutError(f"{where}: unknown property {key!r}{nearest_note(key, _KNOWN)}")
    copies = entry.get("copies", 1)
    if not isinstance(copies, int) or isinstance(copies, bool) or not 1 <= copies <= 1000:
        raise LayoutError(f"{where}.copies: found {copies!r}, expected a number from 1 to 1000")
    if "cards" in entry:
        try:
            passes = printed(parse(str(entry["cards"]), project.vocabulary))
        except CardlibError as error:
            raise LayoutError(f"{where}.cards: {error}") from None
        yield from ((card, copies, "") for card in project.cards.values() if passes(card))
        return
    layout = str(entry["layout"])
    try:
        find_layout(project, layout)
    except NotFound as error:
        raise LayoutError(f"{where}.layout: {error}") from None
    yield _piece(project, entry), copies, layout


def _piece(project: Project, entry: Mapping[str, object]) -> Card:
    """A piece as the layouts see it: a card of no type, with a name and a text."""
    return Card(
        id=str(entry["id"]),
        name=str(entry["name"]),
        type="",
        types=frozenset(),
        subtypes=(),
        attributes={},
        keywords={},
        abilities=(),
        game=project.slug,
        written=str(entry.get("text", "")),
    )
