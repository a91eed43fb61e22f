"""Reads pieces.json: what lies on the table beside cards, declared once for print and for play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardlib.catalog.models import Json
from cardlib.catalog.reading import Shape
from cardlib.filters.nearest import nearest, noted
from cardlib.kernel.pieces import ALL, PLAYER, Piece

if TYPE_CHECKING:
    from cardlib.catalog.projects import Project

GROUPS = ("tokens", "dice", "board", "reference")
FILE = "pieces.json"
MOST = 1000  # copies of one piece
_PIECE = ("id", "name", "layout", "copies", "of", "counter", "die", "number", "sides", "text", "keywords", "counted")
_CARDS = ("cards", "copies")
# What play depends on; a game whose pieces say none of it is the same game with other tokens.
_PLAYED = ("of", "die", "number", "sides")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of pieces.json: a piece with the text and layout that print it, or cards of the game in its place.

    `keywords` bring its counter, as many as their number; None if nothing is said of them. What is not `counted` by
    what cards bring is printed as often as `copies` says.
    """

    group: str
    place: str
    piece: Piece | None
    copies: int
    layout: str = ""
    text: str = ""
    cards: str = ""
    keywords: tuple[str, ...] | None = None
    counted: bool = True


def read_pieces(project: Project) -> list[Entry]:
    """Return every entry of a project's pieces.json, none without one; raises `DataError` for one that is no entry."""
    path = project.file(FILE)
    if path is None:
        return []
    data = project.shape(path)
    found = []
    seen: set[str] = set()
    for group in data.mapping():
        if group not in (*GROUPS, "$schema"):
            raise data.at(group).wrong(f"a group of pieces, one of {', '.join(GROUPS)}", nearest(group, GROUPS))
    for group in GROUPS:
        for item in data.items(group):
            entry = _entry(project, item, group)
            if entry.piece is not None:
                if entry.piece.id in seen:
                    raise item.at("id").wrong("an id that no other piece has")
                seen.add(entry.piece.id)
            found.append(entry)
    return found


def _entry(project: Project, data: Shape, group: str) -> Entry:
    members = data.mapping()
    known = _CARDS if "cards" in members else _PIECE
    for key in members:
        if key not in known:
            raise data.at(key).wrong(f"a known property{noted(nearest(key, known))}")
    copies = _copies(project, data)
    if "cards" in members:
        return Entry(group, data.path, None, copies, cards=data.word("cards"))
    of = data.word("of", ALL)
    if of not in (ALL, PLAYER):
        raise data.at("of").wrong(f"{ALL} or {PLAYER}")
    number = data.get("number")
    piece = Piece(
        id=data.word("id"),
        group=group,
        name=data.word("name"),
        copies=copies,
        of=of,
        counter=data.word("counter", ""),
        die=data.word("die", ""),
        number=number.number() if number is not None else None,
        sides=data.words("sides"),
    )
    keywords = data.words("keywords") if "keywords" in members else None
    for word in keywords or ():
        if word not in project.keywords:
            raise data.at("keywords").wrong("keywords of the game", nearest(word, project.keywords))
    counted = data.get("counted")
    if counted is not None and not isinstance(counted.value, bool):
        raise counted.wrong("true or false")
    return Entry(
        group,
        data.path,
        piece,
        copies,
        data.word("layout", ""),
        data.word("text", ""),
        keywords=keywords,
        counted=counted is None or counted.value is True,
    )


def _copies(project: Project, data: Shape) -> int:
    """How many there are: a number, or the name of a number of the rules."""
    copies = data.get("copies")
    if copies is None:
        return 1
    constants = project.game.constants
    if isinstance(copies.value, str):
        if copies.value not in constants:
            raise copies.wrong(
                "a number, or the name of one under 'rules' in game.json", nearest(copies.value, constants)
            )
        return constants[copies.value]
    number = copies.number()
    if not 1 <= number <= MOST:
        raise copies.wrong(f"a number from 1 to {MOST}")
    return number


def pieces_of(project: Project) -> dict[str, Piece]:
    """Return the pieces of a project by id, as play sees them."""
    return {entry.piece.id: entry.piece for entry in read_pieces(project) if entry.piece is not None}


def played(entries: Mapping[str, Piece], raw: Mapping[str, Json]) -> Iterator[str]:
    """Yield, for the digest, what of the pieces a match depends on: those that say more than what is printed."""
    for group in GROUPS:
        items = raw.get(group)
        for item in items if isinstance(items, list) else ():
            if isinstance(item, dict) and any(key in item for key in _PLAYED) and item.get("id") in entries:
                yield repr(entries[str(item["id"])])
