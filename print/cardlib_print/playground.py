"""What Tabletop Playground takes: object templates for decks and pieces, and the textures that they show.

A template is a stack of cards: a texture with the faces in a grid, the place of each copy in it, and a texture of the
back, or of the backs in the same grid. The templates are as `github.com/plasticity-studios/tabletop-playground-schemas`
describes them; lengths are in centimetres. A package is made in the program's editor, which gives it a folder; the two
folders that are written here go into that one, so that nothing has to be guessed of its own files.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from uuid import NAMESPACE_URL, uuid5

from cardlib.places import inside
from cardlib.writing import encoded
from cardlib_print.markup import unmarked
from cardlib_print.reflow import hexagonal
from cardlib_print.tabletop import Pictures

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from cardlib.catalog import Card
    from cardlib.catalog.languages import Language
    from cardlib_print.changes import Changes
    from cardlib_print.geometry import Size
    from cardlib_print.noting import Run
    from cardlib_print.tabletop import Place

TEXTURES = "Textures"  # the folder of the pictures, beside that of the templates
_CARD = 0.05  # cm: how thick a card is, and a piece of cardboard
_BOARD = 0.2
_SHARED, _EACH, _AS_BACK = -2, -3, -3  # a back in a file of its own, backs in the grid of the faces; hidden: the back


def write_playground(language: Language, run: Run, folder: Path, pictures: Pictures) -> list[Path]:
    """Write templates and textures into a folder; return the files, templates first."""
    places = pictures.sheets(run.decks)
    templates = [template for pile in run.decks for template in _deck(language, pile, places)]
    templates += [_piece(pictures, card, copies) for card, copies in run.pieces]
    files = []
    for template in templates:
        template["GUID"] = uuid5(NAMESPACE_URL, f"cardlib/{language.project.slug}/{template['Metadata']}").hex.upper()
        path = inside(folder / "Templates", f"{template['GUID']}.json")
        pictures.write(path, encoded(path, json.dumps(template, ensure_ascii=False, indent=1) + "\n"))
        files.append(path)
    return [*files, *pictures.files]


def _deck(language: Language, pile: Changes, places: Mapping[str, Place]) -> Iterator[dict[str, Any]]:
    """A pile as stacks of cards, one for each sheet that its cards are on."""
    by_sheet: dict[int, list[tuple[Card, int]]] = {}
    for card, copies in pile.cards:
        by_sheet.setdefault(places[card.id].sheet, []).append((card, copies))
    for number, cards in enumerate(by_sheet.values(), 1):
        place = places[cards[0][0].id]
        name = pile.part.name if len(by_sheet) == 1 else f"{pile.part.name} {number}"
        cells = [(places[card.id].cell, language.card(card).name, card.id, copies) for card, copies in cards]
        of = pile.part.name if pile.part.kind == "file" else pile.part.what  # no place on this computer
        stack = _stack(name, f"{pile.part.kind}/{of}/{number}", place.size, cells)
        yield {
            **stack,
            "FrontTexture": place.face.name,
            "BackTexture": place.back.name,
            "BackIndex": _EACH if place.about["UniqueBack"] else _SHARED,
            "NumHorizontal": place.about["NumWidth"],
            "NumVertical": place.about["NumHeight"],
            "HiddenInHand": True,
            "UsedWithCardHolders": True,
            "Thickness": _CARD,
        }


def _piece(pictures: Pictures, card: Card, copies: int) -> dict[str, Any]:
    """A piece as a stack of cardboard, which nobody hides."""
    sides = pictures.sides(card)
    stack = _stack(card.name, f"piece/{card.id}", pictures.size(card), [(0, card.name, card.id, copies)])
    return {
        **stack,
        "FrontTexture": sides["face"].name,
        "BackTexture": sides["back"].name if "back" in sides else sides["face"].name,
        "BackIndex": _SHARED,
        "NumHorizontal": 1,
        "NumVertical": 1,
        "HiddenInHand": False,
        "UsedWithCardHolders": False,
        "Thickness": _BOARD,
    }


def _stack(name: str, of: str, size: Size, cells: Sequence[tuple[int, str, str, int]]) -> dict[str, Any]:
    """What every stack of cards has; `cells` are the place in the grid, name, id and copies of each card."""
    return {
        "Type": "Card",
        "GUID": "",
        "Name": unmarked(name),
        "Metadata": of,
        "CollisionType": "Regular",
        "SurfaceType": "Cardboard",
        "Models": [],
        "Tags": [],
        "Width": round(size.width / 10, 4),
        "Height": round(size.height / 10, 4),
        "Model": "Hexagonal" if hexagonal(size.width, size.height) else "Rounded",
        "HiddenTexture": "",
        "HiddenIndex": _AS_BACK,
        "CanStack": True,
        "Indices": [cell for cell, _, _, copies in cells for _ in range(copies)],
        "CardNames": {str(cell): unmarked(name) for cell, name, _, _ in cells},
        "CardMetadata": {str(cell): id_ for cell, _, id_, _ in cells},
        "CardTags": {},
    }
