"""A small game of two types, written to a folder that a test may change."""

from __future__ import annotations

import json
from pathlib import Path


def harbour_at(folder: Path) -> Path:
    """Write the small game."""
    game = {
        "slug": "harbour",
        "name": "Harbour",
        "prefix": "HBR",
        "players": {"min": 2, "max": 4},
        "types": {"ship": {"name": "Ship"}, "quay": {"name": "Quay"}},
        "subtypes": {"old": {"name": "Old"}},
        "attributes": {
            "price": {
                "type": "integer",
                "title": "Price",
                "description": "What it costs.",
                "of": ["ship", "quay"],
                "variable": ["X"],
            },
            "cargo": {"type": "integer", "title": "Cargo", "description": "What it carries.", "of": ["ship"]},
        },
    }
    cards = [
        {"id": "barge", "name": "Barge", "type": "ship", "subtypes": ["old"], "price": 2, "cargo": 4, "text": "Slow."},
        {"id": "ferry", "name": "Ferry", "type": "ship", "price": "X", "cargo": 1, "flavour": "Always late."},
        {"id": "pier", "name": "Pier", "type": "quay", "price": 1, "text": "Draw a card."},
    ]
    write(folder / "game.json", game)
    write(folder / "keywords.json", {"keywords": [{"id": "swift", "name": "Swift", "reminder": "Moves twice."}]})
    write(folder / "cards" / "all.json", {"cards": cards})
    return folder


def write(path: Path, value: object) -> None:
    """Write JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")
