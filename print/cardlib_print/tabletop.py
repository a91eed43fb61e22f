"""What Tabletop Simulator loads: sheets of faces, backs, and a saved object that lays out decks, tokens and boards.

A sheet is a grid of whole-pixel cells, so that no card bleeds into its neighbour; its last cell is left for the back,
which the program shows for a card that is hidden. A card that lies on its side is turned into its upright cell, and
says so; on the table it is turned back, clockwise. Decks lie face down. Pieces are tiles: a stack for each piece, its
pictures by themselves. The pictures are named by their place on this computer, which the program reads; its cloud
manager uploads them.

The fields are those that the program's makers document (knowledge base: save file format, custom deck, custom tile;
scripting API: custom game objects, object), with the names that they have in files it saves.
"""

# mypy: disable-error-code="no-untyped-call"
# (pypdfium2 is annotated in part)

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from itertools import count
from typing import TYPE_CHECKING, Any

from cardlib.places import inside
from cardlib.wording.rendering import card_text
from cardlib.writing import encoded
from cardlib_print.markup import unmarked
from cardlib_print.raster import dpi_of, exactly

if TYPE_CHECKING:
    from pathlib import Path

    from PIL.Image import Image
    from pypdfium2 import PdfDocument, PdfPage

    from cardlib.catalog import Card
    from cardlib.catalog.languages import Language
    from cardlib.writing import Writer
    from cardlib_print.changes import Changes
    from cardlib_print.document import Side
    from cardlib_print.geometry import Size
    from cardlib_print.noting import Run
    from cardlib_print.presets import Preset
    from cardlib_print.printing import Printed

_BETWEEN = 1.0  # units between what lies side by side
_FACE_UP, _FACE_DOWN = 0.0, 180.0  # degrees about the z axis
_UPRIGHT, _CLOCKWISE = 180.0, 270.0  # degrees about the y axis, as the first seat looks at it
# What a save has beside its objects, of the table on which it was made; empty in an object that goes on any table.
_TABLE = ("GameMode", "Date", "Table", "Sky", "Note", "Rules", "PlayerTurn")
_LOW_BACKS = 4  # different backs of one size that get a picture each; more of them get a sheet of backs
_TILE = 57.0  # mm: the width of a tile at scale 1


@dataclass(frozen=True, slots=True)
class Place:
    """Where a card is: the number of its sheet, its cell there, and what the program needs to know of the sheet."""

    sheet: int
    cell: int
    about: Mapping[str, Any]
    sideways: bool
    size: Size
    face: Path
    back: Path


def write_tabletop(language: Language, run: Run, folder: Path, made: Pictures) -> list[Path]:
    """Write sheets, backs and the saved object into a folder; return the files, the object first."""
    project = language.project
    places = made.sheets(run.decks)
    objects = [_deck(language, pile, places) for pile in run.decks]
    widths = [max(_width(places[card.id]) for card, _ in pile.cards) for pile in run.decks]
    objects += [_tile(made, card, number) for card, number in run.pieces]
    widths += [made.size(card).width for card, _ in run.pieces]
    across = 0.0
    for one, width in zip(objects, widths, strict=True):
        across += width / _TILE
        one["Transform"]["posX"] = round(across, 3)
        across += width / _TILE + _BETWEEN
    _number(objects, project.slug, set())
    name = made.preset.names["object"].format(name=project.slug)
    path = inside(folder, name)
    save = {"SaveName": project.game.name, **dict.fromkeys(_TABLE, ""), "ObjectStates": objects}
    made.write(path, encoded(path, json.dumps(save, ensure_ascii=False, indent=1) + "\n"))
    return [path, *made.files]


def _number(objects: Sequence[dict[str, Any]], within: str, taken: set[str]) -> None:
    """Give every object, and what it contains, a GUID of its own: six hexadecimal digits, the same when made again."""
    for number, one in enumerate(objects):
        about = f"{within}/{number}/{one['Nickname']}"
        guids = (sha256(f"{about}/{again}".encode()).hexdigest()[:6] for again in count())
        one["GUID"] = next(guid for guid in guids if guid not in taken)
        taken.add(one["GUID"])
        _number(one.get("ContainedObjects", ()), about, taken)


def _width(place: Place) -> float:
    """How wide a card lies on the table, in mm."""
    return max(place.size.width, place.size.height) if place.sideways else place.size.width


class Pictures:
    """Writes the pictures of cards and pieces, and notes which; cards that lie on their side are turned if asked."""

    def __init__(
        self,
        preset: Preset,
        folder: Path,
        printed: Printed,
        document: PdfDocument,
        write: Writer,
        *,
        turned: bool = True,
    ) -> None:
        self.files: list[Path] = []
        self._turned = turned
        self.preset = preset
        self.write = write
        self._folder = folder
        self._printed = printed
        self._pages: Mapping[tuple[str, Side], PdfPage] = {
            (shown.cards[0].id, shown.side): page for shown, page in zip(printed.pages, document, strict=True)
        }
        self._numbers = count(1)
        self._shared: dict[str, Path] = {}

    def sheets(self, decks: Sequence[Changes]) -> dict[str, Place]:
        """Write the sheets of the cards of some decks: of each size and back its own. Return where each card is."""
        places: dict[str, Place] = {}
        cards = {card.id: card for pile in decks for card, _ in pile.cards}
        for (size, back), group in self._groups(list(cards.values())).items():
            columns, rows, _ = self.preset.sheet
            most = columns * rows - 1
            for start in range(0, len(group), most):
                places.update(self._sheet(group[start : start + most], size, back))
        return places

    def _groups(self, cards: Sequence[Card]) -> dict[tuple[Size, str], list[Card]]:
        backs: dict[Size, set[str]] = {}
        for card in cards:
            backs.setdefault(self.size(card), set()).add(self._back(card))
        groups: dict[tuple[Size, str], list[Card]] = {}
        for card in cards:
            size = self.size(card)
            back = self._back(card) if len(backs[size]) <= _LOW_BACKS else ""
            groups.setdefault((size, back), []).append(card)
        return groups

    def _back(self, card: Card) -> str:
        return self._printed.drawn[card.id, "back"].stamp

    def _sheet(self, cards: Sequence[Card], size: Size, back: str) -> Iterator[tuple[str, Place]]:
        from PIL import Image

        number = next(self._numbers)
        columns, rows, width, height = self._grid(len(cards) + 1, size)
        sideways = self._turned and size.width > size.height
        faces = Image.new("RGB", (columns * width, rows * height))
        behind = Image.new("RGB", faces.size) if not back else None
        for index, card in enumerate(cards):
            corner = (index % columns * width, index // columns * height)
            faces.paste(self._picture(card, "face", (width, height), sideways), corner)
            if behind:
                behind.paste(self._picture(card, "back", (width, height), sideways), corner)
        last = self._picture(cards[0], "back", (width, height), sideways)
        faces.paste(last, ((columns - 1) * width, (rows - 1) * height))
        face = self._write(faces, self.preset.names["face"].format(number=number))
        if behind:
            hidden = self._write(behind, self.preset.names["back"].format(number=number))
        else:
            if back not in self._shared:
                self._shared[back] = self._write(last, self.preset.names["back"].format(number=number))
            hidden = self._shared[back]
        about = {
            "FaceURL": face.resolve().as_uri(),
            "BackURL": hidden.resolve().as_uri(),
            "NumWidth": columns,
            "NumHeight": rows,
            "BackIsHidden": True,
            "UniqueBack": behind is not None,
            "Type": 0,
        }
        for index, card in enumerate(cards):
            yield card.id, Place(number, index, about, sideways, size, face, hidden)

    def _grid(self, cells: int, size: Size) -> tuple[int, int, int, int]:
        """Columns and rows for some cells, and the pixels of each: as many as there may be, up to the preset's."""
        most_columns, most_rows, pixels = self.preset.sheet
        across, down = sorted((size.width, size.height)) if self._turned else (size.width, size.height)
        best = (0, 0, 0, 0)
        for columns in range(2, most_columns + 1):
            rows = max(2, -(-cells // columns))
            if rows > most_rows:
                continue
            width = min(round(across / 25.4 * self.preset.dpi), pixels // columns, int(pixels // rows * across / down))
            if (width, -columns * rows) > (best[2], -best[0] * best[1]):
                best = (columns, rows, width, round(width * down / across))
        return best

    def _picture(self, card: Card, side: Side, cell: tuple[int, int], sideways: bool) -> Image:
        width, height = cell
        page = self._pages[card.id, side]
        if sideways:
            return exactly(page, height, width).rotate(90, expand=True)
        return exactly(page, width, height)

    def sides(self, card: Card) -> dict[Side, Path]:
        """Write the pictures of a piece, and return the file of each of its sides."""
        files: dict[Side, Path] = {}
        sides: tuple[Side, ...] = ("face", "back") if (card.id, "back") in self._pages else ("face",)
        for side in sides:
            page = self._pages[card.id, side]
            dpi = min(self.preset.dpi, dpi_of(page))
            wide, high = (points / 72 * dpi for points in page.get_size())
            most = min(1.0, self.preset.sheet[2] / max(wide, high))
            picture = exactly(page, round(wide * most), round(high * most))
            files[side] = self._write(picture, f"{card.id}{'' if side == 'face' else '.back'}.png")
        return files

    def size(self, card: Card) -> Size:
        """The size of a card or a piece in mm."""
        return self._printed.drawn[card.id, "face"].size

    def _write(self, picture: Image, name: str) -> Path:
        made = BytesIO()
        picture.save(made, "PNG", compress_level=6)
        path = inside(self._folder, name)
        self.write(path, made.getvalue())
        self.files.append(path)
        return path


def _tile(pictures: Pictures, card: Card, copies: int) -> dict[str, Any]:
    """A piece as a tile, or a stack of them."""
    sides = pictures.sides(card)
    stack = {"Name": "Custom_Tile_Stack", "Number": copies} if copies > 1 else {"Name": "Custom_Tile"}
    return {
        **stack,
        **_object(card.name, "", pictures.size(card).width / _TILE),
        "CustomImage": {
            "ImageURL": sides["face"].resolve().as_uri(),
            "ImageSecondaryURL": sides["back"].resolve().as_uri() if "back" in sides else "",
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
            "CustomTile": {"Type": 0, "Thickness": 0.1, "Stackable": True, "Stretch": True},
        },
    }


def _deck(language: Language, pile: Changes, places: Mapping[str, Place]) -> dict[str, Any]:
    """A pile as a deck of cards, or a single card as itself."""
    cards = [card for card, copies in pile.cards for _ in range(copies)]
    made = [_card(language, card, places[card.id]) for card in cards]
    if len(made) == 1:
        return made[0]
    sheets = {key: value for one in made for key, value in one["CustomDeck"].items()}
    sideways = all(places[card.id].sideways for card in cards)
    deck = _object(pile.part.name, "", made[0]["Transform"]["scaleX"], sideways=sideways, face_down=True)
    for one in made:
        one["Transform"]["rotZ"] = _FACE_DOWN
    return {
        "Name": "DeckCustom",
        **deck,
        "HideWhenFaceDown": True,
        "Hands": False,
        "SidewaysCard": sideways,
        "DeckIDs": [one["CardID"] for one in made],
        "CustomDeck": sheets,
        "ContainedObjects": made,
    }


def _card(language: Language, card: Card, place: Place) -> dict[str, Any]:
    said = language.card(card)
    text = said.written or card_text(card, language.source)
    short = min(place.size.width, place.size.height)
    return {
        "Name": "CardCustom",
        **_object(unmarked(said.name), unmarked(text), short / 63.5, sideways=place.sideways),
        "HideWhenFaceDown": True,
        "Hands": True,
        "CardID": place.sheet * 100 + place.cell,
        "SidewaysCard": place.sideways,
        "CustomDeck": {str(place.sheet): dict(place.about)},
    }


def _object(name: str, text: str, scale: float, *, sideways: bool = False, face_down: bool = False) -> dict[str, Any]:
    """What every object has: name, text, place (set where it is laid out), and how it behaves."""
    scale = round(scale, 4)
    return {
        "Nickname": name,
        "Description": text,
        "Transform": {
            "posX": 0.0,
            "posY": 1.0,
            "posZ": 0.0,
            "rotX": 0.0,
            "rotY": _CLOCKWISE if sideways else _UPRIGHT,
            "rotZ": _FACE_DOWN if face_down else _FACE_UP,
            "scaleX": scale,
            "scaleY": 1.0,
            "scaleZ": scale,
        },
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
    }
