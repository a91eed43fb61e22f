"""What a game needs on the table beside its cards: tokens, dice, boards and reference cards, listed in `pieces.json`.

A piece is drawn by a layout like a card: its name is `{name}`, its text `{text}`, in which `{damage}` draws a symbol of
that name. A layout tells pieces apart by their ids (`"when": "id:damage"`). Of a piece that is a die every side is
drawn, with the die's name and in `{text}` what it shows: to be cut out and stuck on. Where the game names its seats, a
piece of each player is drawn once for each of them, with the seat's name behind its id (`"when": "id:flag-red"`), so
that each can have its own colour. A piece without a layout is played with and not printed; an entry with `cards` stands
for cards of the game. A game that declares no board there has each of `boards/` drawn plainly.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardlib.catalog import Card
from cardlib.catalog.pieces import FILE, GROUPS, Entry, read_pieces
from cardlib.errors import CardlibError, NotFound
from cardlib.filters import nearest_note, parse, printed
from cardlib.kernel.pieces import PLAYER, Piece
from cardlib_print.layouts import OF, PLAIN_BOARD, PLAIN_TOKEN, LayoutError, find_layout, known_layouts, symbols_of
from cardlib_print.untyped import untyped

if TYPE_CHECKING:
    from cardlib.catalog import Project
    from cardlib.kernel.dice import Die, Face


BOARD = "board"


@dataclass(frozen=True, slots=True)
class Pieces:
    """Pieces with their numbers of copies, and the layout of each that is no card of the game, by id."""

    cards: tuple[tuple[Card, int], ...]
    layouts: Mapping[str, str]


def pieces(project: Project, groups: Collection[str] | None = None) -> Pieces:
    """Return the pieces of some groups, or all that can be printed; those of players for as many as may play.

    Raises `NotFound` for a group of which the game prints nothing, `LayoutError` for an entry that cannot be printed,
    `DataError` for one that is none.
    """
    entries = read_pieces(project)
    if not any(entry.group == BOARD for entry in entries):
        entries += _boards(project)
    shown = {group: [one for one in entries if one.group == group and (one.layout or one.cards)] for group in GROUPS}
    found: list[tuple[Card, int]] = []
    layouts: dict[str, str] = {}
    for group in (group for group in GROUPS if groups is None or group in groups):
        if not shown[group] and groups is not None:
            raise NotFound(f"{project.slug} has no {group} to print; {_instead(project, group, shown)}")
        for entry in shown[group]:
            for card, copies in _drawn(project, entry):
                if entry.piece is not None:
                    layouts[card.id] = entry.layout
                found.append((card, copies))
    return Pieces(tuple(found), layouts)


def check_pieces(project: Project) -> None:
    """Raise what is wrong with the pieces of a project, if it has any."""
    pieces(project)


def _boards(project: Project) -> Iterator[Entry]:
    """Each board of a project, by the layout that draws any; what `data check` says of one is told there."""
    for path in project.files("boards"):
        data = project.read(path)
        name = data.get("name") if isinstance(data, dict) else None
        piece = Piece(f"{BOARD}-{path.stem}", BOARD, name if isinstance(name, str) else path.stem, 1)
        yield Entry(BOARD, path.name, piece, 1, f"{PLAIN_BOARD}{OF}{path.stem}")


def _instead(project: Project, group: str, shown: Mapping[str, Sequence[Entry]]) -> str:
    """What a project declares in place of a group of pieces, and how the group is declared."""
    boards = [path.stem for path in project.files("boards")] if group == BOARD else []
    layout = f'"{PLAIN_BOARD}{OF}{boards[0]}"' if boards else f'"{PLAIN_TOKEN}", "text": "{{flame}}", "copies": 10'
    example = f'{{"{group}": [{{"id": "one", "name": "One", "layout": {layout}}}]}}'
    if not (project.path / FILE).is_file():
        return f"pieces are declared in {FILE}, which it does not have; begin with {example}"
    has = ", ".join(name for name in GROUPS if shown[name]) or "no piece with a layout"
    return f"{FILE} has {has}{f'; add {example}' if boards else ''}"


def _drawn(project: Project, entry: Entry) -> Iterator[tuple[Card, int]]:
    """The cards of an entry with their numbers of copies, or its piece as a card."""
    where = f"{project.path / FILE}: {entry.place}"
    if entry.piece is None:
        try:
            passes = printed(parse(entry.cards, project.vocabulary))
        except CardlibError as error:
            raise LayoutError(f"{where}.cards: {error}") from None
        yield from ((card, entry.copies) for card in project.cards.values() if passes(card))
        return
    piece = entry.piece
    if piece.id in project.cards:
        raise LayoutError(f"{where}.id: found the id {piece.id!r} again, expected one that nothing else has")
    try:
        find_layout(project, entry.layout)
    except NotFound as error:
        known = known_layouts(project)
        if entry.layout.partition(OF)[0] in known:  # what is not there is the board behind it
            raise LayoutError(f"{where}.layout: {error}") from None
        expected = f"a layout, one of {', '.join(known)}{nearest_note(entry.layout, known)}"
        raise LayoutError(f"{where}.layout: found {entry.layout!r}, expected {expected}") from None
    copies = piece.supply(project.game.players[1])
    if not piece.die:
        seats = project.game.seats if piece.of == PLAYER else ()
        for seat in seats:
            id_ = f"{piece.id}-{seat.lower().replace(' ', '-')}"
            yield untyped(Card, project, id_, piece.name, entry.text), piece.copies
        if not seats:
            yield untyped(Card, project, piece.id, piece.name, entry.text), copies
        return
    die = _die(project, piece.die, f"{where}.die")
    drawn = symbols_of(project, entry.layout)
    for face in die.faces:
        numbers = [] if face.number is None else [str(face.number)]
        shown = " ".join([*numbers, *_marks(project, face, drawn)])
        yield untyped(Card, project, f"{piece.id}-{face.word}", die.name, shown or entry.text), copies * face.sides


def _die(project: Project, id_: str, where: str) -> Die:
    try:
        return project.dice[id_]
    except NotFound as error:
        raise LayoutError(f"{where}: {error}") from None


def _marks(project: Project, face: Face, drawn: Collection[str]) -> Iterator[str]:
    """What stands on a face, one after another: symbols that the layout draws by their ids, else marks, else names."""
    for id_, count in face.symbols:
        symbol = project.dice.symbols[id_]
        yield from [f"{{{id_}}}" if id_ in drawn else symbol.mark or symbol.name] * count
