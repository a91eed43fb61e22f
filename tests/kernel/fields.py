"""Boards for the tests of boards: hexes, grids and areas, and how a test names their spaces."""

from __future__ import annotations

from typing import Any

from cardlib.kernel.boards.board import Board, bits
from cardlib.kernel.boards.reading import board_from


def hexes(radius: int = 5, **more: Any) -> Board:
    """A pointed board of hexes round (0, 0), whose facings begin in the north-east."""
    places = [
        [q, r]
        for q in range(-radius, radius + 1)
        for r in range(-radius, radius + 1)
        if max(abs(q), abs(r), abs(q + r)) <= radius
    ]
    return board_from({"id": "field", "shape": "hex", "orientation": "pointed", "spaces": places, **more})


def grid(columns: int, rows: int, **more: Any) -> Board:
    names = [chr(ord("a") + i) for i in range(columns)]
    return board_from(
        {"id": "field", "shape": "grid", "columns": names, "rows": list(range(1, rows + 1)), "name": "Field", **more}
    )


WASTES = {
    "id": "wastes",
    "name": "The wastes",
    "shape": "areas",
    "attributes": {
        "kind": {"type": "string", "values": ["base", "basic", "special"]},
        "yields": {"type": "words", "values": ["red", "green", "scrap"]},
        "supply": {"type": "numbers"},
        "camps": {"type": "integer"},
    },
    "tags": ["rich"],
    "spaces": [
        {
            "id": "middle",
            "name": "The Middle",
            "neighbours": ["sands", "orbit", "base-1", "base-2"],
            "attributes": {"kind": "special", "yields": ["scrap"], "supply": {"scrap": 40}},
        },
        {"id": "sands", "neighbours": ["middle"], "tags": ["rich"], "attributes": {"kind": "basic", "camps": 2}},
        {"id": "orbit", "neighbours": ["middle", "deep"], "one_way": ["sands"], "attributes": {"kind": "basic"}},
        {"id": "deep", "neighbours": ["orbit"], "attributes": {"kind": "special"}},
        {"id": "base-1", "neighbours": ["middle"], "attributes": {"kind": "base"}},
        {"id": "base-2", "neighbours": ["middle"], "attributes": {"kind": "base"}},
        {"id": "moon"},
    ],
    "tracks": {"clockwise": {"spaces": ["orbit", "base-1", "sands", "base-2"], "closed": True}},
    "layers": [{"id": "squads"}, {"id": "camps", "holds": 2, "blocks": []}],
}


def at(board: Board, q: int, r: int) -> int:
    return board.located[q, r]


def spaces(board: Board, *places: tuple[int, int]) -> int:
    return bits(at(board, *place) for place in places)
