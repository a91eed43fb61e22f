"""What a match is set up from: documents of declared kinds, one of each for every seat or for the table.

`documents` in game.json lists the kinds; whose each is, its kind says (`brought`), and a deck is a seat's. A document
of the table may name the board of the match and the number of players. A game that declares no list takes one document
of any seat's kind, or a deck, for each seat, and at most one of each kind that the table has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from cardlib.catalog.reading import Shape
from cardlib.decks.kinds import DECK, Kind, kind_of, plain
from cardlib.decks.model import Deck
from cardlib.errors import CardlibError
from cardlib.filters.nearest import nearest, nearest_note
from cardlib.filters.phrases import article
from cardlib.filters.words import listed

if TYPE_CHECKING:
    from cardlib.catalog import Project

Told: TypeAlias = dict[str, Any]  # a document as JSON, {"kind": …, "fields": {…}}; empty for a deck


@dataclass(frozen=True, slots=True)
class Part:
    """A kind of documents that matches are set up from; `board` and `players` are fields of it that say those."""

    kind: str
    name: str
    brought: str
    optional: bool = False
    board: str = ""
    players: str = ""

    @property
    def whose(self) -> str:
        """Who has it, in words."""
        return "the table has" if self.brought == "table" else "each player brings"


@dataclass(frozen=True, slots=True)
class Entry:
    """A document as it is brought: its kind and name."""

    kind: str
    name: str


def entry_of(one: Deck | object) -> Entry:
    """Return the kind and name of what is brought; cards without a file are a deck."""
    return Entry(one.kind, one.name) if isinstance(one, Deck) else Entry(DECK, "a list of cards")


def told_of(one: Deck | object) -> Told:
    """Return what a document says beside its cards, as JSON; nothing for a deck.

    Raises CardlibError for a value that its field does not have: no game has rules for it, unlike for a document that
    breaks construction rules.
    """
    if not isinstance(one, Deck) or one.kind == DECK:
        return {}
    for slip in one.slips[:1]:
        more = f" (and {len(one.slips) - 1} more)" if len(one.slips) > 1 else ""
        raise CardlibError(
            f"no match is set up from '{one.name}': {slip.path}: found {slip.found}, expected {slip.allowed}; "
            f"{slip.fix}{more}"
        )
    return {"kind": one.kind, "fields": plain(one.fields)}


def parts_of(project: Project) -> tuple[Part, ...]:
    """Return the kinds that the matches of a game are set up from, as game.json lists them; none where it does not.

    Raises CardlibError for one that is no kind of the game, or that nobody brings.
    """
    raw = project.game.raw
    if "documents" not in raw:
        return ()
    kept: dict[str, tuple[Part, ...]] = project.__dict__.setdefault("read_parts", {})
    if "parts" not in kept:
        data = Shape(dict(raw), "game.json")
        kept["parts"] = tuple(_part(project, item) for item in data.items("documents"))
    return kept["parts"]


def _part(project: Project, data: Shape) -> Part:
    named = isinstance(data.value, dict)
    kind = data.word("kind") if named else data.text()
    if kind == DECK:
        return Part(DECK, "deck", "seat", named and data.mapping().get("optional") is True)
    if kind not in project.kinds:
        known = [DECK, *project.kinds]
        raise (data.at("kind") if named else data).wrong(
            f"a kind of documents of the game: {', '.join(known)}", nearest(kind, known)
        )
    about = kind_of(project, kind)
    if about.brought not in ("seat", "table"):
        raise data.wrong("a kind of document that a seat brings or the table has")
    if not named:
        return Part(kind, about.name, about.brought)
    board, players = data.word("board", ""), data.word("players", "")
    for name, field, type_ in (("board", board, "word"), ("players", players, "number")):
        if not field:
            continue
        if about.brought != "table":
            raise data.at(name).wrong(f"a document of the table, which '{kind}' is not")
        found = about.fields.get(field)
        if found is None or found.type != type_:
            known = [one for one, told in about.fields.items() if told.type == type_]
            near = nearest_note(field, known, f": {', '.join(known) or 'none'}")
            raise data.at(name).wrong(f"a field of the type '{type_}' of '{kind}'{near}")
    return Part(kind, about.name, about.brought, data.mapping().get("optional") is True, board, players)


def unfit_boards(project: Project, boards: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Yield what a field that names a board allows and is none: the place, what was found, what is expected."""
    for at, part in enumerate(parts_of(project)):
        for word in kind_of(project, part.kind).fields[part.board].values if part.board else ():
            if word not in boards:
                known = ", ".join(boards) or "none"
                expected = f"a board of the game{nearest_note(word, boards, f': {known}')}"
                yield f"documents[{at}].board", f"'{word}' among the values of '{part.board}'", expected


def check_seat(project: Project, seat: str, brought: Sequence[Entry]) -> None:
    """Raise CardlibError, naming the kind, for what a seat lacks or brings beyond what matches are set up from."""
    _check(project, f"player {seat} brings", "seat", brought)


def check_table(project: Project, there: Sequence[Entry]) -> None:
    """Raise CardlibError, naming the kind, for what the table lacks or has beyond what matches are set up from."""
    _check(project, "the table has", "table", there)


def _check(project: Project, who: str, brought: str, entries: Sequence[Entry]) -> None:
    parts = {part.kind: part for part in parts_of(project)}
    declared = bool(parts)
    for entry in entries:
        part = parts.get(entry.kind) if declared else _any_part(project, entry.kind)
        if part is None:
            kind, known = _name(project, entry.kind), listed([article(one.name) for one in parts.values()])
            which = f"from which no match of {project.game.name} is set up"
            raise CardlibError(f"'{entry.name}' is {article(kind)}, {which}; expected {known}")
        if part.brought == "none":
            raise CardlibError(f"'{entry.name}' is {article(part.name)}, which no seat brings to a match")
        if part.brought != brought:
            where = "give it as a document of the table" if part.brought == "table" else "give it with the player's own"
            raise CardlibError(f"'{entry.name}' is {article(part.name)}, which {part.whose}: {where}")
        same = [other.name for other in entries if other.kind == entry.kind]
        if len(same) > 1:
            raise CardlibError(f"{who} {len(same)} of the kind {part.name} ({', '.join(same)}), expected one")
    if brought == "seat" and not declared and len(entries) > 1:
        raise CardlibError(f"{who} {len(entries)} documents ({', '.join(one.name for one in entries)}), expected one")
    missing = [one for one in parts.values() if one.brought == brought and not one.optional]
    for part in missing:
        if part.kind not in [entry.kind for entry in entries]:
            raise CardlibError(f"{who} no {part.name}: a match of {project.game.name} needs one (kind: {part.kind})")


def _any_part(project: Project, kind: str) -> Part:
    """The part of a game that lists none: a deck, or a document of whoever has it."""
    if kind == DECK:
        return Part(DECK, "deck", "seat")
    about: Kind = kind_of(project, kind)
    return Part(kind, about.name, about.brought)


def _name(project: Project, kind: str) -> str:
    return "deck" if kind == DECK else kind_of(project, kind).name


def board_named(project: Project, table: Sequence[Mapping[str, Any]]) -> str:
    """Return the board that a document of the table names; "" where none does."""
    said = _said(project, table, "board")
    return str(said) if said is not None else ""


def players_named(project: Project, table: Sequence[Mapping[str, Any]]) -> int | None:
    """Return for how many players a document of the table is; None where none says."""
    said = _said(project, table, "players")
    return said if isinstance(said, int) else None


def check_players(project: Project, table: Sequence[Mapping[str, Any]], players: int) -> None:
    """Raise CardlibError where a document of the table is for another number of players."""
    said = _said(project, table, "players")
    if said is not None and said != players:
        raise CardlibError(f"the table is set up for {said} players, found {players}")


def _said(project: Project, table: Sequence[Mapping[str, Any]], what: str) -> object:
    """What the documents of the table say of the board, or of the number of players; None where they say nothing."""
    for part in parts_of(project):
        field = part.board if what == "board" else part.players
        for document in table if field else ():
            if document.get("kind") == part.kind and field in document.get("fields", {}):
                value: object = document["fields"][field]
                return value
    return None
