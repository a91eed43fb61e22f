"""A small game of factions, chassis slots and budgets, and formats of a few constraints for it."""

from __future__ import annotations

import json
from pathlib import Path

from cardlib.catalog import Project, load_project
from cardlib.decks import CompiledFormat, Report, compile_format, parse_format

CARDS: list[dict[str, object]] = [
    {"id": "raider", "name": "Raider", "type": "unit", "faction": "rebels", "weight": 2, "copies": 2},
    {"id": "scout", "name": "Scout", "type": "unit", "faction": "rebels", "weight": 1, "copies": 3},
    {"id": "militia", "name": "Militia", "type": "unit", "faction": "rebels", "weight": 1, "keywords": ["mass"]},
    {"id": "captain-unit", "name": "Captain", "type": "unit", "faction": "rebels", "keywords": ["unique"]},
    {"id": "captain-leader", "name": "Captain", "type": "leader", "faction": "rebels", "keywords": ["unique"]},
    {"id": "trooper", "name": "Trooper", "type": "unit", "faction": "empire", "weight": 3, "copies": 2},
    {"id": "mercenary", "name": "Mercenary", "type": "unit", "faction": "neutral", "weight": 1},
    {"id": "cannon", "name": "Cannon", "type": "unit", "faction": "neutral", "weight": 4},
    {"id": "sight", "name": "Sight", "type": "unit", "faction": "neutral", "weight": 0},
    {"id": "base-sky", "name": "Sky Base", "type": "base", "faction": "neutral"},
    {"id": "base-sea", "name": "Sea Base", "type": "base", "faction": "neutral"},
    {"id": "counter-red", "name": "Red Counter", "type": "counter", "faction": "neutral"},
    {"id": "counter-blue", "name": "Blue Counter", "type": "counter", "faction": "neutral"},
]


def made(folder: Path) -> Project:
    """Write the game to a folder, and load it."""
    kinds = ("unit", "leader", "base", "counter")
    game = {
        "slug": "factions",
        "name": "Factions",
        "prefix": "R",
        "players": {"min": 2, "max": 2},
        "types": {kind: {"name": kind.title(), "plural": f"{kind.title()}s"} for kind in kinds},
        "subtypes": {},
        "attributes": {
            "faction": {"type": "string", "title": "Faction", "description": "Side.", "of": list(kinds)},
            "weight": {
                "type": "integer",
                "title": "Weight",
                "description": "Mass.",
                "of": list(kinds),
                "optional": True,
            },
            "copies": {
                "type": "integer",
                "title": "Copies",
                "description": "In the box.",
                "of": list(kinds),
                "optional": True,
            },
        },
    }
    keywords = {"keywords": [{"id": word, "name": word.title(), "reminder": "-"} for word in ("mass", "unique")]}
    cards = [{"subtypes": [], "keywords": [], "abilities": [], **card} for card in CARDS]
    (folder / "cards").mkdir()
    (folder / "decks").mkdir()
    (folder / "game.json").write_text(json.dumps(game))
    (folder / "keywords.json").write_text(json.dumps(keywords))
    (folder / "cards" / "all.json").write_text(json.dumps({"cards": cards}))
    return load_project(folder)


def rules(project: Project, *constraints: dict[str, object], sections: str = "main") -> CompiledFormat:
    """A format of these constraints."""
    parts = [{"id": section, "name": section.title()} for section in sections.split()]
    return compile_format(
        project, parse_format({"id": "test", "sections": parts, "constraints": list(constraints)}, "test.json")
    )


def found(report: Report) -> list[tuple[str, int | str, str, str]]:
    """Rule, found, allowed and fix of every violation."""
    return [(one.rule, one.found, one.allowed, one.fix) for one in report.violations]
